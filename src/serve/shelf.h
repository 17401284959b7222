// The games that are served, and their tables, for several threads at once.
#pragma once

#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exec/guarded.h"
#include "game/any.h"
#include "serve/hosts.h"
#include "serve/metrics.h"
#include "table/table.h"
#include "view/probe.h"

namespace zermelo::serve {

// A table that several threads ask. Quick questions do not wait behind long ones: each kind has a cache of its own. Both are
// small, since the number of tables multiplies them; a question reads few blocks, and a block is quickly read.
class SharedTable {
public:
  static constexpr u64 cache_bytes = u64{2} << 20;
  SharedTable(const std::filesystem::path& path, const TableIdentity& identity)
      : fixed_(path, identity, 1), quick_(path, identity, cache_bytes), slow_(path, identity, cache_bytes) {}

  const TableHeader& header() const { return fixed_.header(); }
  const BlockReader& file() const { return fixed_.file(); }
  const Table& blocks() const { return fixed_; } // for read_codes() only, which any thread may call
  std::string checksum() const;

  template <class F> auto quick(F&& f) const { return quick_.with(std::forward<F>(f)); }
  template <class F> auto slow(F&& f) const { return slow_.with(std::forward<F>(f)); }

private:
  Table fixed_;
  Guarded<Table> quick_, slow_;
};

using TablePointer = std::shared_ptr<const SharedTable>;

// What a search or a proof says about one position, where no table does.
struct Proved {
  Wdl wdl = Wdl::unknown;
  const char* source = "search"; // or "proof": it was checked by the rules
  std::string best;              // a move that wins, where one is named
};

// One game and variant. What needs a solver or a search is filled in by the program.
class ServedGame {
public:
  std::string name, variant, title, summary, set;
  nlohmann::json board = nlohmann::json::object(); // how it is drawn
  const AnyGame* game = nullptr;
  std::optional<u64> slots;
  bool solvable = false;  // a table can be made here
  bool provable = true;   // a proof search can be asked about it
  bool history = false;   // what a position is worth depends on what was played before: no position may occur twice
  nlohmann::json initial; // {"value", "plies"} as recorded or published, for want of a table; null if nobody knows
  std::function<nlohmann::json()> statistics; // the object of `stats --json`; throws Error(table) if there is none
  std::function<AnyMove(const AnyPosition& p, int milliseconds)> reply; // of a search

  std::string full_name() const { return variant.empty() ? name : name + ":" + variant; }
  TablePointer table() const {
    return table_.with([](const TablePointer& t) { return t; });
  }
  void put_table(TablePointer table) {
    table_.with([&](TablePointer& t) { t = std::move(table); });
  }

  // As if play began at p.
  Answer probe(const AnyPosition& p, bool slow = false) const;

  static constexpr std::size_t most_proved = 4096;
  void learn(const AnyPosition& p, Proved proved);
  std::optional<Proved> proved(const AnyPosition& p) const;
  u64 learned() const { // how often: answers change with it
    return proved_.with([](const Learned& l) { return l.times; });
  }

private:
  struct Learned {
    std::map<std::string, Proved> by_text;
    u64 times = 0;
  };
  void add_proved(Answer& answer) const;

  Guarded<Learned> proved_;
  Guarded<TablePointer> table_;
};

class Solves; // serve/solves.h

// A file of the web app.
struct Asset {
  std::string_view path; // "/assets/index-1a2b3c.js"
  const char* type;
  std::string_view bytes;
  std::string_view gzipped; // empty: not worth it
  std::string_view hash;
};

// Everything that requests are about.
struct Site {
  std::string version;
  std::vector<std::unique_ptr<ServedGame>> games;
  std::vector<Asset> assets;
  Hosts hosts;              // by which names it may be asked for
  Solves* solves = nullptr; // null: not allowed
  mutable Metrics metrics;

  const ServedGame* find(const std::string& full_name) const;
};

} // namespace zermelo::serve
