// The objects that Python holds.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exec/guarded.h"
#include "long_call.h"
#include "rules.h"
#include "tasks/context.h"

namespace zermelo::python {

py::object to_python(const nlohmann::json& j);

// A game of the catalog, or one whose rules are a Python object.
struct PlayedGame {
  std::shared_ptr<Entry> entry;
  std::shared_ptr<Rules> rules; // null for a game of the catalog

  const AnyGame& any() const { return entry->game(); }
  bool says_who_moves() const { return !rules || py::hasattr(rules->object(), "first_to_move"); }
  void explore(const py::object& on_progress = py::none()) const { // before anything that needs the index
    if (rules) rules->explore(on_progress);
  }
};
using GamePointer = std::shared_ptr<const PlayedGame>;
GamePointer named_game(const std::string& name);
GamePointer game_with_rules(const py::object& rules, u64 most_positions);

struct PlayedMove {
  GamePointer game;
  AnyPosition before;
  AnyMove move;
  std::string name;
};

struct PlayedPosition {
  GamePointer game;
  AnyPosition at;
  std::string text() const { return game->any().print(at); }
};
using TextOrPosition = std::variant<PlayedPosition, std::string>;
AnyPosition position_in(const GamePointer& game, const TextOrPosition& p);

// Many positions, 112 bytes each, without an object for each.
struct Positions {
  GamePointer game;
  std::vector<AnyPosition> all;
};
using Slots = py::array_t<u64, py::array::c_style | py::array::forcecast>;

struct ValueObject {
  Value value;
};

// One row of a bulk answer, as NumPy sees it without copying.
struct Row {
  i8 value = no_position; // 1 win, 0 draw, -1 loss
  i32 number = -1;        // plies, or the score where the game has scores
  static constexpr i8 no_position = -2;
};
Row row_of(Value v);

// A table on disk, and its codes in memory once somebody has asked for all of them.
class OpenTable : public std::enable_shared_from_this<OpenTable> {
public:
  static constexpr u64 usual_cache = u64{64} << 20; // bytes of decoded blocks, as Table keeps them unless told otherwise
  OpenTable(GamePointer game, Table&& table, u64 cache = usual_cache);

  const GamePointer& game() const { return game_; }
  const TableHeader& header() const { return header_; }
  const std::string& path() const { return path_; }
  u64 slots() const { return header_.identity.slots; }

  // Under Python's lock, which is let go: whoever has the table may need it for rules in Python.
  template <class F> auto with(F&& f) const {
    const py::gil_scoped_release unlocked;
    return table_.with(f);
  }
  Value at(Slot slot) const {
    const auto held = decoded_;
    const py::gil_scoped_release unlocked;
    return at(slot, held.get());
  }
  Value of(const AnyPosition& p) const {
    const auto held = decoded_;
    const py::gil_scoped_release unlocked;
    return of(p, held.get());
  }
  py::array rows_of(const Positions& positions) const;
  py::array rows_of(const Slots& slots) const;
  py::array rows_between(u64 first, u64 count, i64 step) const;
  py::array codes() const; // of all slots: a view of the memory that this object holds
  bool decoded() const { return decoded_ != nullptr; }

private:
  void decode() const;
  // Without Python's lock; `held` are the decoded codes, or null.
  Value stored(Slot slot, const Bytes* held) const;
  Value at(Slot slot, const Bytes* held) const; // unknown: no position
  Value of(const AnyPosition& p, const Bytes* held) const;
  py::array rows(u64 count, const std::function<Slot(u64)>& slot, const std::function<Value(u64, const Bytes*)>& value) const;

  u64 cache_;
  GamePointer game_;
  TableHeader header_;
  std::string path_;
  Guarded<Table> table_;
  mutable std::shared_ptr<const Bytes> decoded_; // set once; read and set under Python's lock
};
using TablePointer = std::shared_ptr<OpenTable>;

void bind_games(py::module_& m);  // games.cpp
void bind_tables(py::module_& m); // tables.cpp
void bind_errors(py::module_& m); // errors.cpp

} // namespace zermelo::python
