// The positions after four placements that are draws with endless play, decided under the rule that no position may occur twice,
// by the plainest search there is: every turn, the set of positions since the last placement, and the table of yonmoque:free only
// for what is won or lost there. It shares nothing with the proof search, which must come to the same.
//
//   yonmoque_draws_bench TABLE [--nodes 100000000] [--same exact|images|boards]
//
// --same: which positions are the same one; images of each other, or with either side to move, are readings that the rule does
// not have, to see what would follow from them.
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "base/units.h"
#include "table/table.h"
#include "yonmoque/free_game.h"
#include "yonmoque_placements.h"

namespace zermelo::yonmoque {
namespace {

class Plain {
public:
  Plain(const FreeGame& g, const Table& table, u64 most, const std::string& same)
      : g_(g), table_(table), most_(most), same_(same) {}

  // Whether who is to move wins. `before` has the positions since the last placement, p not among them.
  bool wins(const Position& p, std::set<Position>& before) {
    if (++nodes > most_) throw std::runtime_error("too many positions");
    const bool fresh = before.empty();
    if (fresh)
      if (const auto it = known_.find(p); it != known_.end()) return it->second;
    before.insert(reading(p));
    bool won = false;
    MoveListOf<FreeGame> moves;
    g_.moves(p, moves);
    for (const auto& m : moves) {
      if (won) break;
      const Position q = g_.play(p, m);
      if (before.count(reading(q)) != 0) continue; // not allowed
      const Wdl there = q.end() != Position::none ? g_.outcome(q) : table_.value(g_.rank(q)).wdl;
      if (there == Wdl::win) continue;
      if (there == Wdl::loss) {
        won = true;
      } else if (m.from == Move::hand) {
        std::set<Position> none;
        won = !wins(q, none);
      } else {
        won = !wins(q, before);
      }
    }
    before.erase(reading(p));
    if (fresh) known_.emplace(p, won);
    return won; // without a turn that is allowed: lost
  }

  u64 nodes = 0;

private:
  Position reading(Position p) const {
    if (same_ == "images") return g_.canonical(p);
    if (same_ == "boards") p.white &= ~Position::white_moves;
    return p;
  }

  const FreeGame& g_;
  const Table& table_;
  u64 most_;
  const std::string& same_;
  std::map<Position, bool> known_; // right after a placement
};

void decide_all(const std::string& file, u64 most, const std::string& same) {
  const FreeGame g(Rules::most_pieces);
  const Table table(file);
  const auto classes = classes_after_placements(g, 4);
  Tally all, drawn;
  for (const Position& p : classes) {
    Wdl value = table.value(g.rank(p)).wdl;
    if (value == Wdl::draw) {
      Plain plain(g, table, most, same);
      std::set<Position> none;
      try {
        value = plain.wins(p, none) ? Wdl::win : Wdl::loss;
      } catch (const std::runtime_error&) {
        fmt::print("{}  not decided\n", g.print(p));
        continue;
      }
      drawn.add(value, 1);
      fmt::print("{}  {:4}  {} positions looked at\n", g.print(p), name_of(value), grouped(plain.nodes));
    }
    all.add(value, 1);
  }
  fmt::print(
      "{} positions after four placements: Blue wins {}, White wins {}; of those that are draws with endless play {} and {}\n",
      grouped(classes.size()), grouped(all.wins), grouped(all.losses), drawn.wins, drawn.losses);
}

} // namespace
} // namespace zermelo::yonmoque

int main(int argc, char** argv) {
  zermelo::u64 most = 100'000'000;
  std::string table, same = "exact";
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--nodes") == 0 && i + 1 < argc) {
      most = std::strtoull(argv[++i], nullptr, 10);
    } else if (std::strcmp(argv[i], "--same") == 0 && i + 1 < argc) {
      same = argv[++i];
    } else if (argv[i][0] != '-') {
      table = argv[i];
    }
  }
  if (table.empty()) { // ./dev bench runs every program; this one needs a table
    fmt::print("yonmoque_draws_bench TABLE [--nodes N] [--same exact|images|boards]\n");
    return 0;
  }
  zermelo::yonmoque::decide_all(table, most, same);
}
