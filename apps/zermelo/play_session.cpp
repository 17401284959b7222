#include "play_session.h"

#include <algorithm>
#include <istream>

#include "base/suggest.h"
#include "terminal.h"
#include "view/text.h"

namespace zermelo {
namespace {

std::string lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

} // namespace

const std::vector<PlaySession::Word> PlaySession::vocabulary = {
    {"undo", "take back your last move", &PlaySession::undo},
    {"hint", "the best move", &PlaySession::hint},
    {"values", "show what each move is worth: values on, values off", &PlaySession::values},
    {"moves", "the legal moves", &PlaySession::moves},
    {"board", "draw the board again", &PlaySession::board},
    {"swap", "change sides", &PlaySession::swap},
    {"resign", "give up this game", &PlaySession::resign},
    {"new", "start a new game", &PlaySession::restart},
    {"help", "this list", &PlaySession::help},
    {"quit", "leave", &PlaySession::quit},
};

PlaySession::PlaySession(const Entry& entry, const Table& table, const AnyPosition& start, const PlayOptions& options,
                         std::function<void(const std::string&)> say)
    : entry_(entry), game_(entry.game()), table_(table), start_(start), now_(start), options_(options), say_(std::move(say)),
      random_(options.seed) {}

void PlaySession::run(std::istream& in) {
  say_(fmt::format("{}: you are the {} player. Type a move, or help.\n", bold(entry_.full_name()),
                   options_.human_first ? "first" : "second"));
  if (!table_.has_distances())
    say_("The table knows who wins, but not how fast: it keeps its wins and may take long over them.\n");
  show();
  while (!quit_) {
    if (over()) {
      announce_end();
    } else if (!human_to_move(now_)) {
      table_moves();
      continue;
    }
    say_(over() ? "new, undo or quit> " : fmt::format("{} player, your move> ", side_to_move(game_, now_)));
    std::string line;
    if (!std::getline(in, line)) {
      say_("\n");
      return;
    }
    if (options_.echo) say_(printable(line) + "\n");
    obey(trimmed(line));
  }
}

Wdl PlaySession::result() const {
  if (resigned_) return Wdl::loss;
  const Wdl w = game_.outcome(now_);
  if (w == Wdl::unknown || w == Wdl::draw || human_to_move(now_)) return w;
  return w == Wdl::win ? Wdl::loss : Wdl::win;
}

nlohmann::json PlaySession::record() const {
  auto names = nlohmann::json::array();
  for (const auto& ply : history_) names.push_back(ply.move);
  return {{"game", entry_.name},
          {"variant", entry_.variant},
          {"side", options_.human_first ? "first" : "second"},
          {"strength", options_.strength},
          {"seed", options_.seed},
          {"moves", names},
          {"position", game_.print(now_)},
          {"resigned", resigned_},
          {"result", over() ? nlohmann::json(name_of(result())) : nlohmann::json()}};
}

void PlaySession::show() {
  say_("\n" + game_.draw(now_));
  if (options_.values && !over() && human_to_move(now_)) show_values(answer());
}

// One line for each value, best first: "  win in 3   a1 c3"
void PlaySession::show_values(const Answer& answer) {
  for (std::size_t i = 0; i < answer.moves.size();) {
    const Value v = answer.moves[i].value;
    std::string line = "  " + painted(v, fmt::format("{:11}", words(v)));
    for (; i < answer.moves.size() && answer.moves[i].value == v; ++i) line += " " + answer.moves[i].name;
    say_(line + "\n");
  }
}

void PlaySession::announce_end() {
  if (announced_) return;
  announced_ = true;
  const Wdl r = result();
  const char* text = resigned_        ? "You resign: the table wins."
                     : r == Wdl::win  ? "You win!"
                     : r == Wdl::loss ? "The table wins."
                                      : "A draw.";
  say_(fmt::format("{} ({} moves)\n", bold(painted({r, 0}, text)), history_.size()));
}

int PlaySession::been_at(const AnyPosition& p) const {
  const std::string here = game_.print(p);
  return static_cast<int>(
      std::count_if(history_.begin(), history_.end(), [&](const Ply& ply) { return game_.print(ply.before) == here; }));
}

void PlaySession::announce_repetition() {
  if (been_at(now_) == 2)
    say_("This position has come up three times: if nobody tries something else, it goes on like this for ever.\n");
}

void PlaySession::table_moves() {
  const MoveValue move = choose(answer());
  say_(fmt::format("the table plays {}\n", bold(move.name)));
  advance(move);
}

// Among moves of equal value the one that leaves the opponent the smallest share of replies that keep it: more ways to err.
MoveValue PlaySession::choose(const Answer& answer) {
  auto pick = [&](const std::vector<MoveValue>& from) { return from[random_() % from.size()]; };
  if (static_cast<int>(random_() % 100) >= options_.strength) return pick(answer.moves);
  // A win of unknown distance is kept by every winning move; going back where play has been would not come nearer to it.
  const bool blind = answer.moves.front().value == win_value;
  std::vector<MoveValue> candidates;
  double least = 3;
  for (const auto& m : answer.moves) {
    if (m.value != answer.moves.front().value) break;
    const auto replies = probe(game_, &table_, m.position).moves;
    const auto keeping =
        std::count_if(replies.begin(), replies.end(), [&](const auto& r) { return r.value.wdl == replies.front().value.wdl; });
    double share = replies.empty() ? 0 : static_cast<double>(keeping) / static_cast<double>(replies.size());
    if (blind && been_at(m.position) > 0) share += 1;
    if (share < least) candidates.clear();
    least = std::min(least, share);
    if (share == least) candidates.push_back(m);
  }
  return pick(candidates);
}

void PlaySession::advance(const MoveValue& move) {
  history_.push_back({now_, move.name});
  now_ = move.position;
  if (over() || human_to_move(now_)) show(); // else the table's reply shows it
  announce_repetition();
}

void PlaySession::obey(const std::string& line) {
  if (line.empty()) return;
  const auto space = line.find(' ');
  const std::string first = lower(line.substr(0, space));
  for (const auto& word : vocabulary)
    if (first == word.name) return (this->*word.act)(space == std::string::npos ? "" : lower(trimmed(line.substr(space))));
  if (!over() && try_move(line)) return;
  std::vector<std::string> names;
  names.reserve(std::size(vocabulary));
  for (const auto& word : vocabulary) names.emplace_back(word.name);
  if (!over())
    for (const AnyMove m : game_.moves(now_)) names.push_back(game_.move_name(now_, m));
  const auto near = suggest(line, names);
  say_(fmt::format("'{}' is {}; {}\n", printable(line, 40),
                   over() ? "no command, and the game is over" : "no legal move and no command",
                   near ? "did you mean '" + *near + "'?" : "try moves or help"));
}

// Capitals do not matter, unless they tell two moves apart.
bool PlaySession::try_move(const std::string& typed) {
  const Answer a = answer();
  std::vector<MoveValue> found;
  for (const auto& m : a.moves)
    if (m.name == typed) found.push_back(m);
  if (found.empty())
    for (const auto& m : a.moves)
      if (lower(m.name) == lower(typed)) found.push_back(m);
  if (found.size() != 1) return false;
  const Value now = found.front().value;
  if (options_.values && now.wdl != a.value.wdl)
    say_(fmt::format("that turns a {} into a {}\n", words(a.value), painted(now, words(now))));
  advance(found.front());
  return true;
}

void PlaySession::undo(const std::string&) {
  auto mine = [&](const Ply& ply) { return human_to_move(ply.before); };
  if (resigned_ || std::any_of(history_.begin(), history_.end(), mine)) {
    // A resignation is taken back alone; else back to before your last move.
    while (!resigned_ && !mine(history_.back())) history_.pop_back();
    if (!resigned_) {
      now_ = history_.back().before;
      history_.pop_back();
    }
    resigned_ = announced_ = false;
    show();
  } else {
    say_("you have not moved yet\n");
  }
}

void PlaySession::hint(const std::string&) {
  if (over()) return say_("the game is over\n");
  const Answer a = answer();
  std::string names;
  for (const auto& m : a.moves)
    if (m.value == a.moves.front().value) names += " " + m.name;
  say_(fmt::format("best:{} ({})\n", names, painted(a.value, words(a.value))));
}

void PlaySession::values(const std::string& rest) {
  if (!rest.empty() && rest != "on" && rest != "off") return say_("values on, or values off\n");
  options_.values = rest.empty() ? !options_.values : rest == "on";
  say_(fmt::format("values are {}\n", options_.values ? "on" : "off"));
  if (options_.values && !over()) show_values(answer());
}

void PlaySession::moves(const std::string&) {
  std::string names;
  for (const AnyMove m : game_.moves(now_)) names += " " + game_.move_name(now_, m);
  say_(over() ? "the game is over\n" : "moves:" + names + "\n");
}

void PlaySession::board(const std::string&) {
  show();
  say_(game_.print(now_) + "\n");
}

void PlaySession::resign(const std::string&) {
  if (over()) return say_("the game is over\n");
  resigned_ = true;
}

void PlaySession::swap(const std::string&) {
  if (over()) return say_("the game is over; swap after new\n");
  options_.human_first = !options_.human_first;
  say_(fmt::format("you are now the {} player\n", options_.human_first ? "first" : "second"));
}

void PlaySession::restart(const std::string&) {
  history_.clear();
  now_ = start_;
  resigned_ = announced_ = false;
  say_("a new game\n");
  show();
}

void PlaySession::help(const std::string&) {
  for (const auto& word : vocabulary) say_(fmt::format("  {:8} {}\n", word.name, word.help));
  moves("");
}

} // namespace zermelo
