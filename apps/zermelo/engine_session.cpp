#include "engine_session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "base/json.h"
#include "base/suggest.h"
#include "view/line.h"
#include "view/look.h"
#include "view/text.h"
#include "view/turns.h"

namespace zermelo {
namespace {

constexpr std::size_t most_kept = 1000; // lines, while it thinks
constexpr int most_shown = 40;          // plies of a line that is shown
constexpr int moves_to_go = 30;         // that a clock must last for, where nobody says
constexpr double overhead = 0.03;       // seconds that a move takes on its way
constexpr i64 most_megabytes = 1 << 16;
constexpr i64 most_seed = 1'000'000'000;
constexpr i32 certain = 30'000; // the score of a win whose distance nobody knows, where the protocol wants a number

std::string joined(std::span<const std::string> words) { return fmt::format("{}", fmt::join(words, " ")); }

std::optional<i64> number(const std::string& word) {
  i64 n = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), n);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return n;
}

// Whether positions of the game are written as shogi programs write them. Front ends ask for the list of such games: the boards
// are read once.
bool speaks_usi(const Folder& folder) {
  static const std::set<std::string> speaking = [] {
    std::set<std::string> names;
    for (const auto& f : catalog())
      if (!f.board.empty() && speaks_sfen(parse_json(f.board))) names.insert(f.family.name);
    return names;
  }();
  return speaking.contains(folder.family.name);
}

} // namespace

const std::vector<EngineSession::Word> EngineSession::vocabulary = {
    {"ugi", &EngineSession::greet},        {"usi", &EngineSession::greet},
    {"isready", &EngineSession::ready},    {"setoption", &EngineSession::set},
    {"uginewgame", &EngineSession::begin}, {"usinewgame", &EngineSession::begin},
    {"ucinewgame", &EngineSession::begin}, // adapters from UCI send this one
    {"position", &EngineSession::place},   {"go", &EngineSession::go},
    {"query", &EngineSession::query},      {"stop", &EngineSession::pass},
    {"ponderhit", &EngineSession::pass},   {"gameover", &EngineSession::pass},
    {"debug", &EngineSession::pass},       {"register", &EngineSession::pass},
    {"quit", &EngineSession::quit},
};

EngineSession::EngineSession(Settings settings, const Common& common, Lines lines, std::function<void(const std::string&)> say)
    : settings_(std::move(settings)), common_(common), lines_(std::move(lines)), say_(std::move(say)) {}

void EngineSession::run() {
  std::string line;
  while (!quit_ && take(line)) obey(line);
}

bool EngineSession::read(std::string& line) {
  for (;;) try {
      return lines_.next(line);
    } catch (const Error& e) { // a line that is too long
      tell(e.what());
    }
}

bool EngineSession::take(std::string& line) {
  if (kept_.empty()) return !ended_ && read(line);
  line = std::move(kept_.front());
  kept_.pop_front();
  return true;
}

void EngineSession::obey(const std::string& line) try {
  const auto words = split_words(line);
  if (words.empty()) return;
  for (const Word& word : vocabulary)
    if (words.front() == word.name) return (this->*word.act)(words);
  std::vector<std::string> names;
  names.reserve(vocabulary.size());
  for (const Word& word : vocabulary) names.emplace_back(word.name);
  const auto near = suggest(words.front(), names);
  tell(fmt::format("there is no command '{}'; {}", printable(words.front(), 40),
                   near ? "did you mean '" + *near + "'?" : "there are " + joined(names)));
} catch (const Error& e) {
  tell(printable(e.what(), 1000));
} catch (const std::bad_alloc&) {
  tell("out of memory; give the option Hash a smaller value");
}

bool EngineSession::attend(bool patiently) {
  std::string line;
  while (!stop_ && !ended_ && lines_.waits(patiently)) {
    if (!read(line)) {
      ended_ = true;
      if (endless_) stop_ = true; // nobody is left who could tell it to stop
      break;
    }
    const auto words = split_words(line);
    const std::string word = words.empty() ? "" : words.front();
    if (word == "stop" || word == "ponderhit" || word == "quit") {
      stop_ = true;
      quit_ = word == "quit";
    } else if (word == "isready") {
      ready(words);
    } else if (kept_.size() < most_kept) {
      kept_.push_back(line);
    } else {
      tell("too many lines while it thinks; send stop first");
    }
  }
  return stop_;
}

std::vector<std::string> EngineSession::games() const {
  std::vector<std::string> names;
  for (const auto& folder : catalog()) {
    if (usi_ && !speaks_usi(folder)) continue;
    for (const auto& v : folder.family.variants) names.push_back(folder.family.name + (v.name.empty() ? "" : ":" + v.name));
  }
  return names;
}

void EngineSession::greet(Words words) {
  usi_ = words.front() == "usi";
  const auto names = games();
  if (names.empty()) return tell("no game of this program is written as shogi programs write positions; ugi speaks of any");
  const std::string folder = settings_.game.substr(0, settings_.game.find(':'));
  const auto known = [&](const std::string& name) { return name.substr(0, name.find(':')) == folder; };
  if (usi_ && !settings_.game.empty() && std::none_of(names.begin(), names.end(), known))
    return tell(fmt::format("positions of {} are not written as shogi programs write them; ugi speaks of it, usi of {}",
                            printable(settings_.game, 40), joined(names)));
  choose_game(settings_.game.empty() ? names.front() : settings_.game);
  say_("id name Zermelo " + settings_.version);
  say_("id author the authors of Zermelo");
  std::string vars;
  for (const auto& name : names) vars += " var " + name;
  if (std::find(names.begin(), names.end(), settings_.game) == names.end()) vars += " var " + settings_.game;
  say_(fmt::format("option name UCI_Variant type combo default {}{}", settings_.game, vars));
  say_(fmt::format("option name Player type combo default {} var best var table var search var random", settings_.player));
  say_(fmt::format("option name {} type spin default {} min 1 max {}", usi_ ? "USI_Hash" : "Hash", settings_.search.memory >> 20,
                   most_megabytes));
  say_(fmt::format("option name Seed type spin default {} min 0 max {}", settings_.search.seed, most_seed));
  say_(words.front() + "ok");
}

void EngineSession::choose_game(const std::string& name) {
  settings_.game = name;
  sfen_.reset();
  player_.reset();
  seat_.reset();
  opponent_.reset();
  history_.reset();
  entry_.reset();
  seat_known_ = false;
}

void EngineSession::open() {
  if (entry_) return;
  if (settings_.game.empty()) settings_.game = games().front();
  auto entry = open_named(settings_.game);
  if (const Folder* folder = find_folder(entry->name); usi_ && folder != nullptr)
    sfen_ = std::make_unique<Sfen>(entry->game(), parse_json(folder->board));
  entry_ = std::move(entry);
  history_ = std::make_unique<History>(game(), entry_->repetition(), game().start());
}

void EngineSession::ready(Words /*words*/) {
  try {
    open();
    seat();
  } catch (const Error& e) {
    tell(printable(e.what(), 1000));
  }
  say_("readyok");
}

// setoption name NAME [value VALUE]; both may have spaces.
void EngineSession::set(Words words) {
  const auto value_at = std::find(words.begin(), words.end(), "value");
  if (words.size() < 3 || words[1] != "name") return tell("options are set by: setoption name NAME value VALUE");
  const std::string name = joined({words.begin() + 2, value_at});
  const std::string value = value_at == words.end() ? "" : joined({value_at + 1, words.end()});
  const std::string known = lower(name);
  auto spin = [&](i64 least, i64 most) {
    const auto n = number(value);
    if (!n || *n < least || *n > most)
      tell(fmt::format("the option {} is a number from {} to {}", printable(name, 40), least, most));
    return n && *n >= least && *n <= most ? n : std::nullopt;
  };
  if (known == "uci_variant") {
    const auto entry = open_named(value); // an Error says what there is
    const Folder* folder = find_folder(entry->name);
    if (usi_ && (folder == nullptr || !speaks_usi(*folder)))
      return tell(fmt::format("usi cannot speak of {}; it can of {}", printable(value, 40), joined(games())));
    choose_game(entry->full_name());
    if (usi_) describe(parse_json(folder->board));
  } else if (known == "player") {
    if (value != "best" && value != "table" && value != "search" && value != "random")
      return tell("the option Player is best, table, search or random");
    settings_.player = value;
    player_.reset();
    seat_.reset();
    seat_known_ = false;
  } else if (known == "hash" || known == "usi_hash") {
    if (const auto n = spin(1, most_megabytes)) {
      settings_.search.memory = static_cast<u64>(*n) << 20;
      opponent_.reset();
    }
  } else if (known == "seed") {
    if (const auto n = spin(0, most_seed)) {
      settings_.search.seed = static_cast<u64>(*n);
      player_.reset();
      opponent_.reset();
    }
  } else if (known != "usi_ponder") { // which every engine of USI takes; this one thinks on nobody's time but its own
    tell(fmt::format("there is no option '{}'; there are UCI_Variant, Player, {} and Seed", printable(name, 40),
                     usi_ ? "USI_Hash" : "Hash"));
  }
}

// The board, for front ends that do not know the game: the line of Fairy-Stockfish, which adapters read.
void EngineSession::describe(const nlohmann::json& board) {
  open();
  const std::string start = sfen_->print(game().start());
  tell(fmt::format("variant {} files {} ranks {} pocket {} template shogi startpos {}[-] w 0 1", settings_.game, sfen_->columns(),
                   sfen_->rows(), member_of(board, "hands").size(), start.substr(0, start.find(' '))));
}

void EngineSession::begin(Words /*words*/) {
  open();
  opponent_.reset(); // what it has learnt of another game
  player_.reset();
  history_ = std::make_unique<History>(game(), entry_->repetition(), game().start());
}

std::optional<AnyPosition> EngineSession::parse(const std::string& text, std::string& why) const {
  return sfen_ ? sfen_->parse(text, why) : game().parse(text, why);
}

std::optional<AnyMove> EngineSession::find(const History& history, const std::string& name) const {
  const auto legal = history.moves();
  return sfen_ ? sfen_->find(history.now(), legal, name) : find_turn(game(), history.now(), legal, name);
}

std::string EngineSession::name_of_move(const AnyPosition& p, AnyMove m) const {
  return sfen_ ? sfen_->move_name(p, m) : game().move_name(p, m);
}

// position startpos | fen TEXT | sfen TEXT [moves M…]. What is wrong in it leaves the position as it was.
void EngineSession::place(Words words) {
  open();
  const char* form = usi_ ? "sfen" : "fen";
  const auto moves_at = std::find(words.begin(), words.end(), "moves");
  if (words.size() < 2 || (words[1] != "startpos" && words[1] != form))
    return tell(fmt::format("positions are set by: position startpos moves M…, or position {} TEXT moves M…", form));
  AnyPosition start = game().start();
  if (words[1] == form) {
    std::string why;
    const auto p = parse(joined({std::min(words.begin() + 2, moves_at), moves_at}), why);
    if (!p) return tell(fmt::format("that is not a position of {}: {}", entry_->full_name(), printable(why, 300)));
    start = *p;
  }
  History history(game(), entry_->repetition(), start);
  for (auto m = moves_at == words.end() ? moves_at : moves_at + 1; m != words.end(); ++m) {
    const auto move = find(history, *m);
    if (!move)
      return tell(
          fmt::format("'{}' is no legal move after {} plies; the position stays as it was", printable(*m, 40), history.plies()));
    history.play(*move);
  }
  history_ = std::make_unique<History>(std::move(history));
}

void EngineSession::query(Words words) {
  open();
  const std::string what = words.size() == 2 ? words[1] : "";
  const auto end = history_->end();
  const bool first = game().first_to_move(history_->now());
  if (what == "p1turn") return say_(first ? "response true" : "response false");
  if (what == "gameover") return say_(end.over() ? "response true" : "response false");
  if (what == "result")
    return say_(!end.over()                      ? "response none"
                : end.wdl == Wdl::draw           ? "response draw"
                : (end.wdl == Wdl::win) == first ? "response p1win"
                                                 : "response p2win");
  tell("there are: query p1turn, query gameover, query result");
}

// A share of the clock, where there is one.
EngineSession::Limits EngineSession::limits_of(Words words) {
  Limits limits;
  Clock first, second;
  i64 byoyomi = 0, to_go = moves_to_go, nodes = 0, depth = 0, movetime = -1;
  const std::vector<std::pair<std::string_view, i64*>> numbers = {
      {"p1time", &first.left}, {"p2time", &second.left}, {"p1inc", &first.more}, {"p2inc", &second.more}, {"btime", &first.left},
      {"wtime", &second.left}, {"binc", &first.more},    {"winc", &second.more}, {"byoyomi", &byoyomi},   {"movestogo", &to_go},
      {"movetime", &movetime}, {"depth", &depth},        {"nodes", &nodes}};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto it = std::find_if(numbers.begin(), numbers.end(), [&](const auto& n) { return n.first == words[i]; });
    if (words[i] == "infinite" || words[i] == "ponder") {
      limits.endless = true;
    } else if (it == numbers.end()) {
      tell(fmt::format("go has no '{}'; it is left out", printable(words[i], 40)));
    } else if (const auto n = i + 1 < words.size() ? number(words[i + 1]) : std::nullopt) {
      *it->second = std::clamp<i64>(*n, 0, i64{1} << 40);
      ++i;
    } else {
      tell(fmt::format("'{}' wants a number; it is left out", printable(words[i], 40)));
    }
  }
  const Clock& own = game().first_to_move(history_->now()) ? first : second;
  if (movetime >= 0) {
    limits.seconds = static_cast<double>(movetime) / 1000 - overhead;
  } else if (own.left >= 0) {
    const double left = static_cast<double>(own.left) / 1000, extra = static_cast<double>(own.more + byoyomi) / 1000;
    const double share = left / static_cast<double>(std::max<i64>(1, to_go)) + 0.8 * extra;
    limits.seconds = std::min(share, left + static_cast<double>(byoyomi) / 1000) - overhead;
  }
  if (movetime >= 0 || own.left >= 0) limits.seconds = std::max(limits.seconds, 0.01);
  limits.nodes = static_cast<u64>(nodes);
  limits.depth = static_cast<int>(std::min<i64>(depth, 1000));
  return limits;
}

// The table, or whoever was asked for; looked up once for each game.
const Seat* EngineSession::seat() {
  if (!seat_known_) {
    seat_known_ = true;
    try {
      if (settings_.player == "random" || settings_.player == "table") {
        seat_.emplace(settings_.player, *entry_, common_);
      } else if (settings_.player == "best") {
        if (auto table = find_table(*entry_, common_)) seat_.emplace(*entry_, std::move(*table));
      }
    } catch (const Error& e) { // no table, or a damaged one
      tell(printable(e.what(), 1000) + "; until then it searches");
    }
  }
  return seat_ ? &*seat_ : nullptr;
}

void EngineSession::go(Words words) {
  open();
  if (usi_ && words.size() > 1 && words[1] == "mate") return say_("checkmate notimplemented");
  const auto legal = history_->moves();
  if (legal.empty()) {
    tell("the game is over");
    return say_(usi_ ? "bestmove resign" : "bestmove (none)");
  }
  const Limits limits = limits_of(words);
  endless_ = limits.endless;
  stop_ = endless_ && ended_; // one that waited while it thought: nobody is left to stop it
  AnyMove move = legal.front();
  try {
    const Seat* seated = seat();
    move = seated != nullptr ? by_seat(*seated) : by_search(limits);
  } catch (const Error& e) { // somebody waits for a move
    tell(printable(e.what(), 1000) + "; any legal move is played");
  } catch (const std::bad_alloc&) {
    tell("out of memory; give the option Hash a smaller value; any legal move is played");
  }
  while (endless_ && !attend(true)) {}
  endless_ = false;
  say_("bestmove " + name_of_move(history_->now(), move));
}

AnyMove EngineSession::by_seat(const Seat& seat) {
  if (!player_) player_ = seat.player(settings_.search);
  const AnyMove move = player_->choose(*history_);
  if (seat.oracle() == nullptr) return move;
  Value value = unknown_value;
  for (const auto& m : seat.oracle()->answer(*history_).moves)
    if (m.move.bits == move.bits) value = m.value;
  say_(fmt::format("info depth {} {} time 0 nodes 1 pv {}", value.has_plies() && value.decisive() ? value.plies : 1,
                   score_of(value, 0), line_after(seat, move)));
  return move;
}

// The move, and what both play then as far as the table tells.
std::string EngineSession::line_after(const Seat& seat, AnyMove move) const {
  std::string text = name_of_move(history_->now(), move);
  try {
    AnyPosition p = game().play(history_->now(), move);
    for (const auto& step : best_line(game(), &seat.oracle()->table(), p, most_shown).steps) {
      for (const AnyMove m : game().moves(p))
        if (game().move_name(p, m) == step.move) text += " " + name_of_move(p, m);
      p = step.position;
    }
  } catch (const Error&) { // NOLINT(bugprone-empty-catch): a table without distances shows no line
  }
  return text;
}

AnyMove EngineSession::by_search(const Limits& limits) {
  SearchOptions o = settings_.search;
  if (limits.endless) {
    o.seconds = 0, o.nodes = 0, o.depth = 1000; // as deep as it can
  } else if (limits.any()) {
    o.seconds = limits.seconds, o.nodes = limits.nodes, o.depth = limits.depth;
  }
  if (!opponent_) {
    SearchOptions with = o;
    with.should_stop = [this] { return attend(false); };
    with.deepened = [this](const Thought& thought) { report(thought); };
    if (with.seconds == 0) with.seconds = 1; // its table of positions is for more than one move
    opponent_ = entry_->opponent(with);
  }
  opponent_->limit(o.seconds, o.nodes, o.depth);
  return opponent_->think(history_->positions()).move;
}

void EngineSession::report(const Thought& t) {
  const double nodes_per_second = t.seconds > 0 ? static_cast<double>(t.nodes) / t.seconds : 0;
  say_(fmt::format("info depth {} {} time {:.0f} nodes {} nps {:.0f} pv {}", t.depth, score_of(t.value, t.score),
                   1000 * t.seconds, t.nodes, nodes_per_second, name_of_move(history_->now(), t.move)));
}

// UGI counts as UCI does, in moves of the winner; USI in plies.
std::string EngineSession::score_of(Value v, i32 guess) const {
  if (v.has_score()) return fmt::format("score cp {}", 100 * v.score);
  if (!v.decisive()) return fmt::format("score cp {}", v.known() ? 0 : guess);
  const bool won = v.wdl == Wdl::win;
  if (!v.has_plies())
    return usi_ ? fmt::format("score mate {}", won ? '+' : '-') : fmt::format("score cp {}", won ? certain : -certain);
  const i32 n = usi_ ? v.plies : (v.plies + 1) / 2;
  return fmt::format("score mate {}", won ? n : -n);
}

} // namespace zermelo
