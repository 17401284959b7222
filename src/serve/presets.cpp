// Positions that the server chooses: by value and distance, and those worth a look. All within bounded work: a number of blocks
// of the table, then a number of random games.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <random>

#include "base/error.h"
#include "game/picture.h"
#include "serve/endpoints.h"
#include "view/sights.h"

namespace zermelo::serve {
namespace {

constexpr int most_blocks = 24, most_games = 32, most_plies = 80, most_tried = 200, most_passes = 2000;
constexpr std::size_t most_longest = 12; // of the longest wins

struct Wish {
  Wdl wdl = Wdl::unknown; // unknown: any
  int least = 0, most = 1'000'000;

  bool any_value() const { return wdl == Wdl::unknown; }
  bool distance() const { return least > 0 || most < 1'000'000; }
  bool fits(Value v) const {
    if (!v.known() || (!any_value() && v.wdl != wdl)) return false;
    return !distance() || (v.has_plies() && v.plies >= least && v.plies <= most);
  }
  // For packed tables, which have no wins. A loss leads to a win of one ply less, by its best move; a slot without one may be
  // any win or draw.
  bool in_moves_of(Value v) const {
    return wdl != Wdl::draw && wdl != Wdl::loss && distance() && Wish{Wdl::loss, least + 1, most + 1}.fits(v);
  }
  bool may_be_saved() const { return wdl != Wdl::loss && !distance(); }
};

// Looks at positions until f says that one is wanted.
class Picker {
public:
  Picker(const ServedGame& g, TablePointer table, int most = most_tried)
      : g_(g), table_(std::move(table)), random_(std::random_device{}()), most_(most) {}
  // The same positions for the same table each time.
  Picker& always() {
    random_.seed(table_ == nullptr ? 1 : table_->file().fingerprint());
    return *this;
  }

  template <class F> std::optional<Answer> find(const Wish& wish, F&& wanted) {
    for (const auto& text : longest())
      if (auto a = look(text, wish, wanted)) return a;
    if (auto a = find_in_blocks(wish, wanted)) return a;
    return find_in_games(wish, wanted);
  }

private:
  // What the solver remembers is rare, and would hardly be found by chance.
  std::vector<std::string> longest() const {
    if (table_ == nullptr) return {};
    auto kept = g_.longest.with([](const auto& all) { return all; });
    return kept.empty() ? table_->header().findings.longest_positions : kept;
  }

  template <class F> std::optional<Answer> look(const std::string& text, const Wish& wish, F& wanted) {
    const auto& s = table_->header().statistics;
    if (!wish.distance() || wish.least > s.longest_win().plies || wish.most < s.longest_win().plies) return std::nullopt;
    std::string why;
    const auto p = g_.game->parse(text, why);
    return p ? take(*p, wish, wanted) : std::nullopt;
  }

  template <class F> std::optional<Answer> take(const AnyPosition& p, const Wish& wish, F& wanted) {
    if (g_.game->outcome(p) != Wdl::unknown || tried_++ > most_) return std::nullopt;
    try {
      Answer a = g_.probe(p, true);
      if (wish.fits(a.value) && wanted(a)) return a;
    } catch (const Error&) { // NOLINT(bugprone-empty-catch): a damaged block; there are others
    }
    return std::nullopt;
  }

  std::optional<AnyPosition> after_best_move(const AnyPosition& p) const try {
    const Answer a = g_.probe(p, true);
    return a.best() == nullptr ? std::nullopt : std::optional(a.best()->position);
  } catch (const Error&) { // a damaged block; there are others
    return std::nullopt;
  }

  template <class F> std::optional<Answer> find_in_blocks(const Wish& wish, F& wanted) {
    if (table_ == nullptr) return std::nullopt;
    const Table& table = table_->blocks();
    const bool by_code = table.has_distances() || !wish.distance();
    std::vector<u32> codes;
    for (int i = 0; i < most_blocks && by_code && tried_ < most_; ++i) {
      const u64 block = random_() % table.blocks();
      try {
        table.read_codes(block, codes);
      } catch (const Error&) {
        continue;
      }
      const u64 first = random_() % codes.size();
      int tried_here = 0;
      for (u64 k = 0; k < codes.size() && tried_here < most_ / most_blocks; ++k) {
        const u64 at = (first + k) % codes.size();
        const Value v = decode(table.header(), codes[at]);
        const bool in_moves = wish.in_moves_of(v) && table.header().losses_only;
        if (!wish.fits(v) && !in_moves && !(left_to_moves(v) && wish.may_be_saved())) continue;
        auto p = g_.game->unrank(block * table.slots_per_block() + at);
        if (p && in_moves) p = after_best_move(*p);
        if (!p) continue;
        ++tried_here;
        if (auto a = take(*p, wish, wanted)) return a;
      }
    }
    return std::nullopt;
  }

  // For what a table leaves to the rules, and for games without one.
  template <class F> std::optional<Answer> find_in_games(const Wish& wish, F& wanted) {
    tried_ = 0;
    for (int i = 0; i < most_games; ++i) {
      AnyPosition p = g_.game->start();
      for (int ply = 0; ply < most_plies; ++ply) {
        const auto moves = g_.game->moves(p);
        if (moves.empty() || tried_ > most_) break;
        p = g_.game->play(p, moves[random_() % moves.size()]);
        if (auto a = take(p, wish, wanted)) return a;
      }
    }
    return std::nullopt;
  }

  const ServedGame& g_;
  TablePointer table_;
  std::mt19937_64 random_;
  int most_, tried_ = 0; // positions to look at
};

// Only one of many moves keeps what the mover has, and it does not win at once.
bool is_hard(const Answer& a) {
  if (a.moves.size() < 4 || a.value.wdl == Wdl::loss || a.value == win_in(1)) return false;
  return a.moves[0].value.wdl == a.value.wdl && a.moves[1].value.wdl != a.value.wdl;
}

int worth(Wdl w) { return w == Wdl::win ? 2 : w == Wdl::draw ? 1 : 0; }

// Whoever moves would rather not: with the same board and the other to move, the mover would stand better. Only where such a
// position exists.
bool is_zugzwang(const ServedGame& g, const Answer& a) {
  if (a.value.wdl == Wdl::win || !a.value.known()) return false;
  std::string why;
  const auto passed = g.game->compose(g.game->picture(a.position), !g.game->first_to_move(a.position), why);
  if (!passed || g.game->outcome(*passed) != Wdl::unknown) return false;
  const Value after = g.probe(*passed, true).value;
  return after.known() && worth(value_of_move_to(after).wdl) > worth(a.value.wdl);
}

// They are rare, and only the lost and the drawn can be one.
std::optional<Answer> find_zugzwang(const ServedGame& g, const TablePointer& table) {
  if (!g.game->pictured()) return std::nullopt;
  for (const Wdl wdl : {Wdl::loss, Wdl::draw}) {
    Picker picker(g, table, most_passes);
    if (auto a = picker.always().find({.wdl = wdl}, [&](const Answer& one) { return is_zugzwang(g, one); })) return a;
  }
  return std::nullopt;
}

bool any(const Answer&) { return true; }

nlohmann::json preset(const ServedGame& g, const char* kind, const Answer& a) {
  auto j = zermelo::to_json(a.value);
  j["kind"] = kind;
  j["position"] = g.game->print(a.position);
  return j;
}

Wish wish_of(const Call& call) {
  Wish w;
  if (const std::string* value = call.find("value")) {
    for (const Wdl wdl : {Wdl::win, Wdl::loss, Wdl::draw})
      if (*value == name_of(wdl)) w.wdl = wdl;
    if (w.any_value()) throw Problem(400, "'value' is win, loss or draw");
  }
  const int plies = call.number("plies", 1, 10'000, 0);
  w.least = std::max(plies, call.number("at_least", 1, 10'000, 0));
  if (plies > 0) w.most = plies;
  return w;
}

} // namespace

Response get_random(const Call& call) {
  const ServedGame& g = *call.game;
  const Wish wish = wish_of(call);
  if (const auto a = Picker(g, g.table()).find(wish, any)) return json_response(position_json(g, *a, true));
  if (g.table() == nullptr)
    throw Problem(404, "there is no table of " + g.full_name() + " here", "zermelo solve " + g.full_name());
  throw Problem(404, "no such position was found", "It may be rare: ask again, or for another value or distance.", "none_found");
}

namespace {

nlohmann::json find_presets(const ServedGame& g) {
  const TablePointer table = g.table();
  auto list = nlohmann::json::array(), none = nlohmann::json::array();
  auto put = [&](const char* kind, const std::optional<Answer>& a) {
    if (a)
      list.push_back(preset(g, kind, *a));
    else
      none.push_back(kind);
  };
  const Answer initial = g.probe(g.game->start(), true);
  put("initial", initial);
  if (table != nullptr) {
    put("perfect", initial);
    const int plies = table->header().statistics.longest_win().plies;
    if (plies > 0) { // scores have no distances
      auto kept = g.longest.with([](const auto& all) { return all; });
      if (kept.empty()) kept = longest_wins(*g.game, table->blocks());
      for (std::size_t i = 0; i < std::min<std::size_t>(kept.size(), most_longest); ++i)
        put("longest", g.probe(position_in(g, kept[i]), true));
      if (kept.empty()) put("longest", Picker(g, table).always().find({Wdl::win, plies, plies}, any));
    }
    put("zugzwang", find_zugzwang(g, table));
    put("hard", Picker(g, table).always().find({}, is_hard));
  }
  return {{"presets", list}, {"none", none}};
}

} // namespace

Response get_presets(const Call& call) {
  return json_response(call.game->examples([&] { return find_presets(*call.game); }));
}

} // namespace zermelo::serve
