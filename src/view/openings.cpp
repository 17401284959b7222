#include "view/openings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "base/units.h"
#include "view/text.h"

namespace zermelo {
namespace {

// Better for the player who moves at the start.
int rank_of(Wdl w) { return w == Wdl::win ? 2 : w == Wdl::draw ? 1 : 0; }

class Layout {
public:
  Layout(const AnyGame& game, const Table& table, const AnyPosition& start, int plies, const AllowsTurn& allows)
      : game_(game), table_(table), first_moves_(game.first_to_move(start)), plies_(plies), allows_(allows),
        known_(static_cast<std::size_t>(plies) + 1) {}

  Openings run(const AnyPosition& start) {
    Openings o;
    o.plies = plies_;
    if (value(start, 0) == Wdl::unknown) throw Error(Exit::usage, "no move of that kind can be made here");
    std::set<Slot> seen;
    for (const auto& [name, q] : turns(start))
      if (seen.insert(game_.rank(q)).second) o.first.push_back({name, value(q, 1)});
    std::vector<std::string> path;
    add_rows(start, path, o);
    for (const auto& [slot, leaf] : leaves_) {
      o.classes.add(leaf.wdl, 1);
      o.of_kind[2 - rank_of(leaf.wdl)].push_back(leaf.position);
    }
    return o;
  }

private:
  std::vector<std::pair<std::string, AnyPosition>> turns(const AnyPosition& p) const {
    std::vector<std::pair<std::string, AnyPosition>> out;
    for (const AnyMove m : game_.moves(p)) {
      std::string name = game_.move_name(p, m);
      if (allows_(name)) out.emplace_back(std::move(name), game_.play(p, m));
    }
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return out;
  }
  bool mine(const AnyPosition& p) const { return game_.first_to_move(p) == first_moves_; }

  // For the player who moves at the start; unknown if a move is wanted and none is allowed.
  Wdl value(const AnyPosition& p, int depth) {
    const Slot slot = game_.rank(p);
    auto& known = known_[static_cast<std::size_t>(depth)];
    if (slot != no_slot)
      if (const auto it = known.find(slot); it != known.end()) return it->second;
    const bool over = game_.outcome(p) != Wdl::unknown;
    Wdl best = Wdl::unknown;
    if (over || depth == plies_) {
      const Wdl for_mover = value_of(game_, &table_, p).wdl;
      best = mine(p) || for_mover == Wdl::draw ? for_mover : for_mover == Wdl::win ? Wdl::loss : Wdl::win;
      if (depth == plies_ && slot != no_slot) leaves_.emplace(slot, Leaf{p, best});
    } else {
      for (const auto& turn : turns(p)) {
        const Wdl w = value(turn.second, depth + 1);
        if (w == Wdl::unknown) continue;
        if (best == Wdl::unknown || (mine(p) ? rank_of(w) > rank_of(best) : rank_of(w) < rank_of(best))) best = w;
      }
    }
    if (slot != no_slot) known.emplace(slot, best);
    return best;
  }

  // One row for each class of positions before the last two moves, by the way that comes first.
  void add_rows(const AnyPosition& p, std::vector<std::string>& path, Openings& o) {
    const int depth = static_cast<int>(path.size());
    if (depth == std::max(0, plies_ - 2)) {
      Openings::Row row{path, value(p, depth), {}, {}};
      for (const auto& [name, q] : turns(p)) {
        if (depth + 1 > plies_) continue;
        const Wdl after = value(q, depth + 1);
        if (after == Wdl::win) row.winning.push_back(name);
        if (after == row.wdl) row.keeping.push_back(name);
      }
      o.rows.push_back(std::move(row));
      return;
    }
    std::set<Slot> seen; // of this position; another way to a class has its own row
    for (const auto& [name, q] : turns(p)) {
      if (!seen.insert(game_.rank(q)).second) continue;
      path.push_back(name);
      add_rows(q, path, o);
      path.pop_back();
    }
  }

  struct Leaf {
    AnyPosition position;
    Wdl wdl;
  };
  const AnyGame& game_;
  const Table& table_;
  bool first_moves_;
  int plies_;
  const AllowsTurn& allows_;
  std::vector<std::map<Slot, Wdl>> known_; // [depth]
  std::map<Slot, Leaf> leaves_;
};

std::string joined(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, " ")); }

} // namespace

Openings openings(const AnyGame& game, const Table& table, const AnyPosition& start, int plies, const AllowsTurn& allows) {
  return Layout(game, table, start, plies, allows).run(start);
}

std::string text_of(const Openings& o) {
  std::string out =
      fmt::format("after {} plies  {} positions up to symmetry: {} won by who moves first, {} lost, {} drawn\n", o.plies,
                  grouped(o.classes.positions()), grouped(o.classes.wins), grouped(o.classes.losses), grouped(o.classes.draws));
  out += "first moves    ";
  for (const auto& t : o.first) out += fmt::format(" {} {}", t.name, name_of(t.wdl));
  out += "\n\nmoves, what they are worth for who moves first, and the next moves that keep it\n";
  for (const auto& row : o.rows)
    out += fmt::format("  {:20} {:5} {}\n", row.turns.empty() ? "(before the first)" : joined(row.turns), name_of(row.wdl),
                       row.keeping.empty() ? "(no move that is allowed)" : joined(row.keeping));
  return out;
}

nlohmann::json to_json(const Openings& o) {
  auto first = nlohmann::json::array(), rows = nlohmann::json::array();
  for (const auto& t : o.first) first.push_back({{"turn", t.name}, {"value", name_of(t.wdl)}});
  for (const auto& r : o.rows)
    rows.push_back({{"turns", r.turns}, {"value", name_of(r.wdl)}, {"winning", r.winning}, {"keeping", r.keeping}});
  return {{"plies", o.plies},
          {"classes", {{"wins", o.classes.wins}, {"losses", o.classes.losses}, {"draws", o.classes.draws}}},
          {"first", first},
          {"rows", rows}};
}

} // namespace zermelo
