#include "play_session.h"

#include <algorithm>

#include "base/suggest.h"
#include "boards.h"
#include "terminal.h"
#include "view/text.h"
#include "view/turns.h"

namespace zermelo {
namespace {

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

PlaySession::PlaySession(const Entry& entry, const Seat& opponent, const AnyPosition& start, const PlayOptions& options,
                         std::function<void(const std::string&)> say)
    : entry_(entry), game_(entry.game()), oracle_(opponent.oracle()), name_(oracle_ != nullptr    ? "table"
                                                                            : opponent.searches() ? "search"
                                                                                                  : "random player"),
      opponent_(opponent.player(options.search)), history_(game_, entry.repetition(), start), options_(options),
      say_(std::move(say)), random_(options.search.seed) {}

std::vector<std::string> PlaySession::offers() const {
  std::vector<std::string> all;
  if (!over())
    for (const AnyMove m : history_.moves()) all.push_back(game_.move_name(history_.now(), m));
  for (const auto& word : vocabulary) all.emplace_back(word.name);
  return all;
}

void PlaySession::run(const ReadLine& read) {
  say_(fmt::format("{}: you are the {} player. Type a move, or help.\n", bold(entry_.full_name()),
                   options_.human_first ? "first" : "second"));
  if (oracle_ != nullptr && !oracle_->table().has_distances() && !game_.scored())
    say_("The table knows who wins, but not how fast: it keeps its wins and may take long over them.\n");
  show();
  while (!quit_) {
    if (over()) {
      announce_end();
    } else if (!human_to_move()) {
      opponent_moves();
      continue;
    }
    std::string line;
    if (!read(over() ? "new, undo or quit> " : fmt::format("{} player, your move> ", side_to_move(game_, history_.now())),
              line)) {
      say_("\n");
      return;
    }
    if (options_.echo) say_(printable(line) + "\n");
    obey(trimmed(line));
  }
}

Wdl PlaySession::result() const {
  if (resigned_) return Wdl::loss;
  const Wdl w = history_.end().wdl;
  if (w == Wdl::unknown || w == Wdl::draw || human_to_move()) return w;
  return w == Wdl::win ? Wdl::loss : Wdl::win;
}

nlohmann::json PlaySession::record() const {
  return {{"game", entry_.name},
          {"variant", entry_.variant},
          {"side", options_.human_first ? "first" : "second"},
          {"against", name_},
          {"strength", options_.strength},
          {"seed", options_.search.seed},
          {"moves", turns_},
          {"position", game_.print(history_.now())},
          {"resigned", resigned_},
          {"result", over() ? nlohmann::json(name_of(result())) : nlohmann::json()}};
}

void PlaySession::show() {
  say_("\n" + drawing_of(entry_, history_.now(), {.flip = !options_.human_first, .marked = last_, .lang = options_.lang}));
  if (options_.values && !over() && human_to_move()) show_values(answer());
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
  const std::string text = resigned_        ? fmt::format("You resign: the {} wins.", name_)
                           : r == Wdl::win  ? "You win!"
                           : r == Wdl::loss ? fmt::format("The {} wins.", name_)
                                            : "A draw.";
  const Ending why = resigned_ ? Ending::none : history_.end().why;
  const char* because = why == Ending::repetition ? " This position has come up before."
                        : why == Ending::no_turn  ? " Every move leads to a position of this game."
                                                  : "";
  say_(fmt::format("{}{} ({} moves)\n", bold(painted({r, 0}, text)), because, turns_.size()));
}

void PlaySession::opponent_moves() {
  const auto legal = history_.moves();
  const bool best = static_cast<int>(random_() % 100) < options_.strength;
  const AnyMove move = best ? opponent_->choose(history_) : legal[random_() % legal.size()];
  say_(fmt::format("the {} plays {}\n", name_, bold(game_.move_name(history_.now(), move))));
  advance(move);
}

// The cells that a player of the explorer would click.
std::vector<std::string> PlaySession::clicked(AnyMove move) const {
  return game_.pictured() ? game_.clicks(history_.now(), move) : std::vector<std::string>{};
}

void PlaySession::advance(AnyMove move) {
  turns_.push_back(game_.move_name(history_.now(), move));
  last_ = clicked(move);
  history_.play(move);
  if (over() || human_to_move()) show(); // else the opponent's reply shows it
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
    for (const AnyMove m : history_.moves()) names.push_back(game_.move_name(history_.now(), m));
  const auto near = suggest(line, names);
  say_(fmt::format("'{}' is {}; {}\n", printable(line, 40),
                   over() ? "no command, and the game is over" : "no legal move and no command",
                   near ? "did you mean '" + *near + "'?" : "try moves or help"));
}

// Neither capitals nor separators matter, unless they tell two moves apart.
bool PlaySession::try_move(const std::string& typed) {
  const auto legal = history_.moves();
  const auto move = find_turn(game_, history_.now(), legal, typed);
  if (!move) return false;
  const Answer a = answer();
  Value now = unknown_value;
  for (const auto& m : a.moves)
    if (m.name == game_.move_name(history_.now(), *move)) now = m.value;
  if (options_.values && now.known() && a.value.known() && (now.wdl != a.value.wdl || now.score != a.value.score))
    say_(fmt::format("that turns a {} into a {}\n", words(a.value), painted(now, words(now))));
  advance(*move);
  return true;
}

void PlaySession::take_back() {
  history_.take_back();
  turns_.pop_back();
  last_.clear();
}

void PlaySession::undo(const std::string&) {
  const auto& all = history_.positions();
  auto mine = [&](const AnyPosition& before) { return human_to_move(before); };
  if (resigned_ || std::any_of(all.begin(), all.end() - 1, mine)) {
    // A resignation is taken back alone; else back to before your last move.
    if (!resigned_) {
      do take_back();
      while (!human_to_move());
    }
    resigned_ = announced_ = false;
    show();
  } else {
    say_("you have not moved yet\n");
  }
}

void PlaySession::hint(const std::string&) {
  if (over()) return say_("the game is over\n");
  if (oracle_ == nullptr)
    return say_(fmt::format("the {} would play {}\n", name_, game_.move_name(history_.now(), opponent_->choose(history_))));
  const Answer a = answer();
  std::string names;
  for (const auto& m : a.moves)
    if (m.value == a.moves.front().value) names += " " + m.name;
  say_(fmt::format("best:{} ({})\n", names, painted(a.moves.front().value, words(a.moves.front().value))));
}

void PlaySession::values(const std::string& rest) {
  if (!rest.empty() && rest != "on" && rest != "off") return say_("values on, or values off\n");
  options_.values = rest.empty() ? !options_.values : rest == "on";
  say_(fmt::format("values are {}\n", options_.values ? "on" : "off"));
  if (options_.values && oracle_ == nullptr) say_("there is no table here, so only what ends the game at once has a value\n");
  if (options_.values && !over()) show_values(answer());
}

void PlaySession::moves(const std::string&) {
  std::string names;
  for (const AnyMove m : history_.moves()) names += " " + game_.move_name(history_.now(), m);
  say_(over() ? "the game is over\n" : "moves:" + names + "\n");
}

void PlaySession::board(const std::string&) {
  show();
  say_(game_.print(history_.now()) + "\n");
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
  while (history_.plies() > 0) take_back();
  resigned_ = announced_ = false;
  say_("a new game\n");
  show();
}

void PlaySession::help(const std::string&) {
  for (const auto& word : vocabulary) say_(fmt::format("  {:8} {}\n", word.name, word.help));
  moves("");
}

} // namespace zermelo
