#include "rules.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/machine.h"
#include "base/units.h"
#include "view/text.h"

namespace zermelo::python {

RulesFailure& last_failure() {
  static auto* const failure = new RulesFailure; // never destroyed: Python is gone before the statics are
  return *failure;
}

std::shared_ptr<Rules> make_rules(py::object object, std::string name, u64 most_positions) {
  return {new Rules(std::move(object), std::move(name), most_positions), [](Rules* rules) {
            const py::gil_scoped_acquire lock;
            delete rules;
          }};
}

Rules::Rules(py::object object, std::string name, u64 most_positions)
    : object_(std::move(object)), name_(std::move(name)), most_(most_positions) {
  for (const char* needed : {"start", "moves", "play"})
    if (!py::hasattr(object_, needed) || PyCallable_Check(object_.attr(needed).ptr()) == 0)
      throw Error(Exit::usage,
                  fmt::format("a game needs the functions start(), moves(position) and play(position, move); {} has no {}()",
                              std::string(py::str(py::type::of(object_).attr("__name__"))), needed));
}

void Rules::fail(const std::string& sentence, py::object exception) {
  last_failure() = {sentence, std::move(exception)};
  throw Error(Exit::runtime, sentence);
}

// Calls the object. What it raises is kept and becomes an error of the engines; Ctrl-C stays what it is.
template <class F> auto Rules::guarded(const char* function, F&& f) {
  try {
    return f();
  } catch (py::error_already_set& e) {
    if (!e.matches(PyExc_Exception)) throw;
    if (e.trace()) e.value().attr("__traceback__") = e.trace(); // where in the rules it was
    const std::string what = std::string(py::str(e.value()));
    fail(fmt::format("{}() of the rules of {} raised {}{}", function, name_, std::string(py::str(e.type().attr("__name__"))),
                     what.empty() ? "" : ": " + printable(what, 300)),
         e.value());
  } catch (const py::cast_error& e) {
    fail(fmt::format("{}() of the rules of {} returned something of the wrong type", function, name_));
  }
}

u32 Rules::number_of(const py::object& position) {
  return guarded("hash", [&] {
    PyObject* const known = PyDict_GetItemWithError(numbers_.ptr(), position.ptr());
    if (known != nullptr) return static_cast<u32>(PyLong_AsUnsignedLong(known));
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    if (positions_.size() >= most_)
      throw Error(
          Exit::resources,
          fmt::format(
              "{} has more than {} positions; most_positions= allows more, and rules in C++ take far less memory and time", name_,
              grouped(most_)));
    const u32 number = static_cast<u32>(positions_.size());
    numbers_[position] = py::int_(number);
    positions_.push_back(position);
    nodes_.emplace_back();
    return number;
  });
}

py::object Rules::position(u32 number) const { return positions_.at(number); }

u32 Rules::start() {
  const py::gil_scoped_acquire lock;
  return number_of(guarded("start", [&] { return py::object(object_.attr("start")()); }));
}

py::list Rules::moves_of(u32 number) {
  return guarded("moves", [&] { return py::list(object_.attr("moves")(positions_[number])); });
}

Rules::Node Rules::ask(u32 number) {
  Node node{true, Wdl::unknown, {}};
  const py::object p = positions_[number];
  const bool has_outcome = py::hasattr(object_, "outcome");
  if (has_outcome) {
    const py::object said = guarded("outcome", [&] { return py::object(object_.attr("outcome")(p)); });
    if (!said.is_none()) {
      const std::string word = guarded("outcome", [&] { return said.cast<std::string>(); });
      node.outcome = word == "win" ? Wdl::win : word == "loss" ? Wdl::loss : word == "draw" ? Wdl::draw : Wdl::unknown;
      if (node.outcome == Wdl::unknown)
        fail(fmt::format(
            "outcome() of the rules of {} returned '{}' at {}; it is None while the game goes on, and 'win', 'loss' or "
            "'draw' for the side to move when it is over",
            name_, printable(word, 40), print(number)));
      return node;
    }
  }
  const py::list moves = moves_of(number);
  if (moves.empty()) {
    if (has_outcome)
      fail(fmt::format("moves() of the rules of {} has no move at {}, where outcome() says that the game goes on", name_,
                       print(number)));
    node.outcome = Wdl::loss; // who cannot move has lost, where nothing else is said
    return node;
  }
  if (moves.size() > static_cast<std::size_t>(Game::max_moves))
    fail(fmt::format("{} has {} moves at {}; there may be {}", name_, moves.size(), print(number), Game::max_moves));
  for (const auto m : moves)
    node.children.push_back(number_of(guarded("play", [&] { return py::object(object_.attr("play")(p, m)); })));
  return node;
}

const Rules::Node& Rules::node(u32 number) {
  if (!nodes_.at(number).known) {
    Node now = ask(number); // Python may have run other threads meanwhile, which have grown the list
    nodes_[number] = std::move(now);
  }
  return nodes_[number];
}

void Rules::compare(u32 number) {
  Node before;
  if (written(number)) {
    before = {true, written_outcome(number), {}};
    for (u32 i = 0; i < written_moves(number); ++i) before.children.push_back(written_child(number, i));
  } else {
    before = node(number);
  }
  if (ask(number) != before)
    fail(fmt::format("the rules of {} are no functions of the position: at {} they say something else than before", name_,
                     print(number)));
}

Wdl Rules::outcome(u32 number, bool again) {
  const py::gil_scoped_acquire lock;
  if (again) compare(number);
  return written(number) ? written_outcome(number) : node(number).outcome;
}

u32 Rules::count_moves(u32 number, bool again) {
  const py::gil_scoped_acquire lock;
  if (again) compare(number);
  return written(number) ? written_moves(number) : static_cast<u32>(node(number).children.size());
}

u32 Rules::child(u32 number, u32 place, bool again) {
  const py::gil_scoped_acquire lock;
  if (again) compare(number);
  return written(number) ? written_child(number, place) : node(number).children.at(place);
}

void Rules::explore(const py::object& on_progress) {
  const py::gil_scoped_acquire lock;
  if (explored_) return;
  const double begun = wall_seconds();
  start();
  if (py::hasattr(object_, "positions"))
    for (const auto p : guarded("positions", [&] { return py::list(object_.attr("positions")()); }))
      number_of(py::reinterpret_borrow<py::object>(p));
  std::vector<u8> outcomes;
  std::vector<u64> begins{0};
  std::vector<u32> children;
  for (u32 number = 0; number < positions_.size(); ++number) {
    if (number % 1024 == 0 && PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (number % 4096 == 4095 && !on_progress.is_none())
      on_progress(-1.0,
                  fmt::format("going through the rules, {} of {} positions so far", grouped(number), grouped(positions_.size())));
    const Node& n = node(number);
    outcomes.push_back(static_cast<u8>(n.outcome));
    children.insert(children.end(), n.children.begin(), n.children.end());
    begins.push_back(children.size());
  }
  if (!py::hasattr(object_, "parse"))
    for (u32 number = 0; number < positions_.size(); ++number)
      if (const py::str text(print(number)); !texts_.contains(text)) texts_[text] = py::int_(number);
  outcomes_ = std::move(outcomes);
  begins_ = std::move(begins);
  children_ = std::move(children);
  nodes_.assign(nodes_.size(), {});
  nodes_.shrink_to_fit();
  written_ = outcomes_.size();
  explored_ = true;
  seconds_ = wall_seconds() - begun;
}

std::string Rules::print(u32 number) {
  const py::gil_scoped_acquire lock;
  const py::object p = positions_.at(number);
  return guarded("text", [&] {
    return (py::hasattr(object_, "text") ? py::object(object_.attr("text")(p)) : py::object(py::str(p))).cast<std::string>();
  });
}

std::optional<u32> Rules::parse(std::string_view text, std::string& why) {
  const py::gil_scoped_acquire lock;
  const py::str wanted(text.data(), text.size());
  if (py::hasattr(object_, "parse")) {
    try {
      const py::object p = object_.attr("parse")(wanted);
      if (!p.is_none()) return number_of(p);
      why = "parse() of its rules returned None";
    } catch (py::error_already_set& e) { // which is how the object says no
      if (!e.matches(PyExc_Exception)) throw;
      why = py::str(e.value());
    }
    return std::nullopt;
  }
  explore();
  if (texts_.contains(wanted)) return texts_[wanted].cast<u32>();
  why = "it is none of the positions that can be reached; parse(text) in its rules would read others";
  return std::nullopt;
}

std::string Rules::move_name(u32 number, u32 place) {
  const py::gil_scoped_acquire lock;
  const py::list moves = moves_of(number);
  if (place >= moves.size())
    fail(fmt::format("moves() of the rules of {} has fewer moves than before at {}", name_, print(number)));
  return guarded("move_name", [&] {
    return (py::hasattr(object_, "move_name") ? py::object(object_.attr("move_name")(positions_[number], moves[place]))
                                              : py::object(py::str(moves[place])))
        .cast<std::string>();
  });
}

std::string Rules::draw(u32 number) {
  const py::gil_scoped_acquire lock;
  if (!py::hasattr(object_, "draw")) return print(number) + "\n";
  return guarded("draw", [&] { return object_.attr("draw")(positions_.at(number)).cast<std::string>(); });
}

bool Rules::first_to_move(u32 number) {
  const py::gil_scoped_acquire lock;
  if (!py::hasattr(object_, "first_to_move")) return true;
  return guarded("first_to_move", [&] { return object_.attr("first_to_move")(positions_.at(number)).cast<bool>(); });
}

// What the engines call.
Position Game::start() const { return {rules->start()}; }
Wdl Game::outcome(const Position& p) const {
  return !live && rules->written(p.number) ? rules->written_outcome(p.number) : rules->outcome(p.number, live);
}
void Game::moves(const Position& p, FixedList<Move, max_moves>& out) const {
  const u32 n = !live && rules->written(p.number) ? rules->written_moves(p.number) : rules->count_moves(p.number, live);
  out.clear();
  for (u32 i = 0; i < n; ++i) out.push({i});
}
Position Game::play(const Position& p, Move m) const {
  return {!live && rules->written(p.number) ? rules->written_child(p.number, m.place) : rules->child(p.number, m.place, live)};
}
std::string Game::print(const Position& p) const { return rules->print(p.number); }
std::optional<Position> Game::parse(std::string_view text, std::string& why) const {
  if (const auto number = rules->parse(text, why)) return Position{*number};
  return std::nullopt;
}
std::string Game::move_name(const Position& p, Move m) const { return rules->move_name(p.number, m.place); }
std::string Game::draw(const Position& p) const { return rules->draw(p.number); }
bool Game::first_to_move(const Position& p) const { return rules->first_to_move(p.number); }
u64 Game::size() const { return rules->size(); }
Slot Game::rank(const Position& p) const { return p.number < rules->size() ? p.number : no_slot; }
bool Game::unrank(Slot s, Position& p) const {
  p.number = static_cast<u32>(s);
  return true;
}

} // namespace zermelo::python
