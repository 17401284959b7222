// The games that are served, and their tables, for several threads at once.
#pragma once

#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exec/growing_list.h"
#include "exec/guarded.h"
#include "game/any.h"
#include "game/concepts.h"
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
  Value value;
  const char* source = "search"; // "proof": it was checked by the rules; "recorded", "published": somebody had a table
  std::string best;              // a move that wins, where one is named
};

// How far a game is solved, by whom, and what there is to show for it.
struct Solved {
  std::string how = "no";        // strongly, weakly, ultra-weakly, no
  std::string evidence = "none"; // proof, search, recorded, print, none; a table that is here is seen to be
  std::string by;
};

// One game and variant. What needs a solver or a search is filled in by the program.
class ServedGame {
public:
  std::string name, variant, title, summary, set;
  nlohmann::json board = nlohmann::json::object(); // how it is drawn
  const AnyGame* game = nullptr;
  std::optional<u64> slots;
  bool solvable = false; // a table can be made here
  bool provable = true;  // a proof search can be asked about it
  Repetition repetition = Repetition::never;
  std::optional<u64> positions;  // as recorded, for want of a table
  std::optional<u64> memory;     // bytes that a solve takes
  std::optional<double> seconds; // and about how long
  Solved solved;
  std::string rules_en, rules_ja;            // in Markdown
  Guarded<std::vector<std::string>> longest; // positions of the longest win, as kept beside the table
  // Games whose tables hold some positions of this one, with the same values: those of the served games that it names.
  std::function<bool(const std::string& full_name)> bound_by;
  const class GameList* site_games = nullptr;
  std::vector<const ServedGame*> endings() const; // those that have a table
  bool history = false;   // what a position is worth depends on what was played before: no position may occur twice
  nlohmann::json initial; // {"value", "plies"} as recorded or published, for want of a table; null if nobody knows
  std::function<nlohmann::json()> statistics; // the object of `stats --json`; throws Error(table) if there is none
  std::function<AnyMove(const AnyPosition& p, int milliseconds)> reply; // of a search
  // Of a game that is searched exactly, else empty: by a search, where it comes to its end in a moment; by a book, or a search that
  // was made before. Unknown where neither says it.
  std::function<Value(const AnyPosition& p)> exact, known;

  std::string full_name() const { return variant.empty() ? name : name + ":" + variant; }
  TablePointer table() const {
    return table_.with([](const TablePointer& t) { return t; });
  }
  void put_table(TablePointer table) {
    table_.with([&](TablePointer& t) { t = std::move(table); });
  }

  // As if play began at p. `searches`: also by a search that ends in a moment, where the game has one.
  Answer probe(const AnyPosition& p, bool slow = false, bool searches = true) const;
  // Where the moves lead of whose value an exact search would say more.
  std::vector<AnyPosition> open_moves(const Answer& answer) const;

  // What a table of endings says about p: none where no such table holds it.
  struct Ending {
    const ServedGame* game = nullptr;
    TablePointer table;
    AnyPosition position; // as that game has it
    Value value;
  };
  std::optional<Ending> ending(const AnyPosition& p, bool slow = false) const;
  // Whether an answer may be kept as long as the tables are the same; and their names.
  bool lasting() const;
  std::string fingerprint() const;

  // Examples are found once for each table.
  template <class F> nlohmann::json examples(F&& find) const {
    const std::string now = fingerprint();
    auto kept = examples_.with([&](const Examples& e) { return e.of == now ? e.found : nlohmann::json(); });
    if (!kept.is_null()) return kept;
    auto found = find();
    examples_.with([&](Examples& e) { e = {now, found}; });
    return found;
  }

  // What proofs that were read say about a position. They may come while others ask.
  using Book = std::function<std::optional<Proved>(const AnyPosition&)>;
  void put_book(std::shared_ptr<const Book> book);

  static constexpr std::size_t most_proved = 4096;
  void learn(const AnyPosition& p, Proved proved);
  std::optional<Proved> proved(const AnyPosition& p) const;
  void learned_more() { // what `known` says has changed
    proved_.with([](Learned& l) { ++l.times; });
  }
  u64 learned() const { // how often: answers change with it
    return proved_.with([](const Learned& l) { return l.times; });
  }

private:
  struct Learned {
    std::map<std::string, Proved> by_text;
    u64 times = 0;
  };
  std::optional<Proved> learned_about(const AnyPosition& p) const;
  void add_proved(Answer& answer) const;
  void add_exact(Answer& answer, bool searches) const;
  void add_endings(Answer& answer, bool slow) const;
  struct Examples {
    std::string of;
    nlohmann::json found;
  };
  Guarded<Examples> examples_;

  Guarded<Learned> proved_;
  Guarded<std::shared_ptr<const Book>> book_;
  Guarded<TablePointer> table_;
};

class Campaigns; // serve/campaigns.h
class Searches;  // serve/searches.h
class Solves;    // serve/solves.h

// A file of the web app.
struct Asset {
  std::string_view path; // "/assets/index-1a2b3c.js"
  const char* type;
  std::string_view bytes;
  std::string_view gzipped; // empty: not worth it
  std::string_view hash;
};

// Games are added while others read.
class GameList : public GrowingList<ServedGame> {
public:
  GameList() : GrowingList(1024) {}
};

// Everything that requests are about.
struct Site {
  std::string version;
  GameList games;
  std::vector<Asset> assets;
  Hosts hosts;                    // by which names it may be asked for
  Solves* solves = nullptr;       // null: not allowed
  Searches* searches = nullptr;   // null: no values are searched in the background
  Campaigns* campaigns = nullptr; // null: none is shown
  mutable Metrics metrics;

  const ServedGame* find(const std::string& full_name) const;
};

} // namespace zermelo::serve
