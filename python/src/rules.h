// The Python object with the rules of a game, and what was written down of it.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "rules_game.h"

namespace zermelo::python {

namespace py = pybind11;

// An exception that the rules raised, kept until it reaches Python again: the engines know only its sentence.
struct RulesFailure {
  std::string sentence;
  py::object exception; // none where the rules broke the contract without raising
};
RulesFailure& last_failure(); // under Python's lock

// All functions but the quick ones take Python's lock themselves.
class Rules {
public:
  Rules(py::object object, std::string name, u64 most_positions);

  const std::string& name() const { return name_; }
  const py::object& object() const { return object_; }

  // Goes through all positions that can be reached from the start, and from positions() where the object has it.
  // Tells `on_progress` now and then how many there are.
  void explore(const py::object& on_progress = py::none());
  bool explored() const { return explored_; }
  double seconds() const { return seconds_; }
  u64 size() const { return written_; }

  u32 start();
  u32 number_of(const py::object& position);
  py::object position(u32 number) const;

  // Quick, without Python's lock: what was written down.
  bool written(u32 number) const { return number < written_; }
  Wdl written_outcome(u32 number) const { return static_cast<Wdl>(outcomes_[number]); }
  u32 written_moves(u32 number) const { return static_cast<u32>(begins_[number + 1] - begins_[number]); }
  u32 written_child(u32 number, u32 place) const { return children_[begins_[number] + place]; }

  Wdl outcome(u32 number, bool again);
  u32 count_moves(u32 number, bool again);
  u32 child(u32 number, u32 place, bool again);

  std::string print(u32 number);
  std::optional<u32> parse(std::string_view text, std::string& why);
  std::string move_name(u32 number, u32 place);
  std::string draw(u32 number);
  bool first_to_move(u32 number);

private:
  struct Node {
    bool known = false;
    Wdl outcome = Wdl::unknown;
    std::vector<u32> children;
    friend bool operator==(const Node&, const Node&) = default;
  };
  Node ask(u32 number);         // the object, now
  const Node& node(u32 number); // as it was when it was first asked
  void compare(u32 number);     // throws where the object says something else than before
  py::list moves_of(u32 number);
  template <class F> auto guarded(const char* function, F&& f);
  [[noreturn]] void fail(const std::string& sentence, py::object exception = py::none());

  py::object object_;
  std::string name_;
  u64 most_;
  std::vector<py::object> positions_;
  py::dict numbers_; // of positions
  py::dict texts_;   // text -> number, of positions that were written down, where the object has no parse()
  std::vector<Node> nodes_;
  bool explored_ = false;
  double seconds_ = 0;
  u64 written_ = 0;
  std::vector<u8> outcomes_;
  std::vector<u64> begins_;
  std::vector<u32> children_;
};

// The last owner may be any thread.
std::shared_ptr<Rules> make_rules(py::object object, std::string name, u64 most_positions);

} // namespace zermelo::python
