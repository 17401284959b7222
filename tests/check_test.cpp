// For every promise of game/concepts.h a game that breaks it, and the check that notices.
#include "checkers/rules.h"
#include "tests/promises.h"

namespace zermelo::testing {
namespace {

Key key_of(u64 word) {
  KeyMaker maker;
  maker.add(word);
  return maker.key();
}

struct RightKey : TicTacToe {
  Key key(const Position& p) const { return key_of(rank(p)); }
};
struct HalfKey : TicTacToe { // what the other has is forgotten
  Key key(const Position& p) const {
    const Position c = canonical(p);
    return key_of(first_to_move(c) ? c.first : c.second);
  }
};
struct NoSecondKey : TicTacToe {
  Key key(const Position& p) const { return key_of(canonical(p).first); }
};
struct NoCellKey : TicTacToe { // one cell of nine is forgotten
  Key key(const Position& p) const { return key_of((p.first & 0757U) << 9 | (p.second & 0757U)); }
};
struct UnfoldedKey : TicTacToe {
  Key key(const Position& p) const { return key_of(u64{p.first} << 9 | p.second); }
};
struct PlainKey : TicTacToe {
  Key key(const Position& p) const { return {0, rank(p)}; }
};

// A larger board, where short searches tell little and random games seldom meet.
struct NoKingsKey : checkers::Game {
  using Game::Game;
  Key key(const Position& p) const { return key_of(u64{p.own} << 32 | p.other); }
};
TEST(Check, Keys) {
  expect_holds(RightKey{});
  expect_broken(HalfKey{}, "key: positions that share one have one value");
  expect_broken(NoSecondKey{}, "key: positions that share one lead to the same ends and keys");
  expect_broken(NoCellKey{}, "key: positions that share one lead to the same ends and keys");
  expect_broken(NoKingsKey(8, {}), "key: positions that share one lead to the same ends and keys", {.samples = 10'000});
  expect_broken(UnfoldedKey{}, "key: a class of symmetric positions has one");
  expect_broken(PlainKey{}, "key: different ones differ in both halves");
}

// Hints for proof search.
struct Expands : TicTacToe {
  Wdl recorded(const Position& p) const { return outcome(p); }
  template <class Sink> void expand(const Position& p, Sink&& sink) const {
    if (outcome(p) != Wdl::unknown) return;
    MoveListOf<TicTacToe> list;
    moves(p, list);
    for (const auto& m : list)
      if (!sink(m, play(p, m))) return;
  }
  template <class Sink> u32 foresee(const Position& p, Sink&& sink) const {
    u32 others = 0;
    expand(p, [&](Move m, const Position& q) {
      if (recorded(q) != Wdl::unknown) return sink(m, q);
      ++others;
      return true;
    });
    return others;
  }
  template <class Sink> void attempt(const Position& p, Move m, Sink&& sink) const {
    if (outcome(p) == Wdl::unknown && m < 9 && ((p.first | p.second) >> m & 1) == 0) sink(m, play(p, m));
  }
  Guess guess(const Position&, Replies r) const { return {1, r.open}; }
};
struct ForgetsAMove : Expands {
  template <class Sink> void expand(const Position& p, Sink&& sink) const {
    Expands::expand(p, [&](Move m, const Position& q) { return m == 4 || sink(m, q); });
  }
};
struct NeverStops : Expands {
  template <class Sink> void expand(const Position& p, Sink&& sink) const {
    Expands::expand(p, [&](Move m, const Position& q) {
      sink(m, q);
      return true;
    });
  }
};
struct GoesOn : Expands { // after the end
  template <class Sink> void expand(const Position& p, Sink&& sink) const {
    MoveListOf<TicTacToe> list;
    moves(p, list);
    for (const auto& m : list)
      if (!sink(m, play(p, m))) return;
  }
};
struct RecordsWrongly : Expands {
  Wdl recorded(const Position& p) const { return outcome(p) == Wdl::loss ? Wdl::win : outcome(p); }
};
struct RecordsNoDraw : Expands {
  Wdl recorded(const Position& p) const { return outcome(p) == Wdl::draw ? Wdl::unknown : outcome(p); }
};
struct ForeseesTooLittle : Expands {
  template <class Sink> u32 foresee(const Position& p, Sink&&) const {
    MoveListOf<TicTacToe> list;
    moves(p, list);
    return static_cast<u32>(list.size());
  }
};
struct MiscountsOthers : Expands {
  template <class Sink> u32 foresee(const Position& p, Sink&& sink) const { return Expands::foresee(p, sink) + 1; }
};
struct AttemptsAnything : Expands {
  template <class Sink> void attempt(const Position& p, Move m, Sink&& sink) const { sink(m, play(p, m)); }
};
struct GuessesAtRandom : Expands {
  Guess guess(const Position&, Replies) const {
    static u32 asked = 0;
    return {1, ++asked};
  }
};
struct LeavesWinsOut : TicTacToe {
  bool dominated(const Position& p, Move m) const { return outcome(play(p, m)) == Wdl::loss; }
};
struct LeavesAllOut : TicTacToe {
  bool dominated(const Position&, Move) const { return true; }
};
struct RisingLayer : TicTacToe {
  u32 layer(const Position& p) const { return static_cast<u32>(count_ones(u32{p.first} | p.second)); }
};
struct BoldEvaluation : TicTacToe {
  int evaluate(const Position&) const { return most_evaluation; }
};

TEST(Check, HintsForSearches) {
  expect_holds(Expands{});
  expect_broken(ForgetsAMove{}, "expand: the moves in their order with what they lead to");
  expect_broken(NeverStops{}, "expand: stops when it is told to");
  expect_broken(GoesOn{}, "expand: nothing after the end");
  expect_broken(RecordsWrongly{}, "recorded: what it knows is the outcome");
  expect_broken(RecordsNoDraw{}, "recorded: an end that it does not know is a loss for want of a move");
  expect_broken(ForeseesTooLittle{}, "moves that end the game are foreseen");
  expect_broken(MiscountsOthers{}, "no move is foreseen twice or forgotten");
  expect_broken(AttemptsAnything{}, "attempt: a legal move once, nothing else");
  expect_broken(GuessesAtRandom{}, "guess: asked twice it is the same");
  expect_broken(LeavesWinsOut{}, "dominated: a move that is not may be as good");
  expect_broken(LeavesAllOut{}, "some move is not dominated");
  expect_broken(RisingLayer{}, "the layer never rises");
  expect_broken(BoldEvaluation{}, "an evaluation is no win");
}

// The index and what makes it quick.
struct WrongRank : TicTacToe {
  Slot rank(const Position& p) const { return TicTacToe::rank(p) + 1; }
};
struct Unsettled : TicTacToe {
  Value settle(const Position& p) const { return outcome(p) == Wdl::draw ? unknown_value : Value{outcome(p), 0}; }
};
struct SettlesTooMuch : TicTacToe {
  Value settle(const Position& p) const { return outcome(p) != Wdl::unknown ? Value{outcome(p), 0} : win_in(1); }
};
struct ForgetsUnmoves : TicTacToe {
  void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    TicTacToe::predecessors(p, out);
    if (!out.empty()) out.resize(out.size() - 1);
  }
};
struct InventsUnmoves : TicTacToe {
  void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    TicTacToe::predecessors(p, out);
    if (out.size() < max_predecessors) out.push({});
  }
};
struct EmitsTwice : TicTacToe {
  template <class Emit> void each_predecessor(const Position& p, Emit&& emit) const {
    FixedList<Position, max_predecessors> out;
    predecessors(p, out);
    for (const auto& q : out) emit(rank(q));
  }
};
struct EmitsNothing : TicTacToe {
  template <class Emit> void each_predecessor(const Position&, Emit&&) const {}
};
struct Miscounts : TicTacToe {
  Children count_children(const Position&) const { return {}; }
};
struct WeighsOne : TicTacToe {
  int weight(Slot) const { return 1; }
};
struct WalksAstray : TicTacToe {
  struct Walk {
    bool unrank(Slot s, Position& p) const { return TicTacToe{}.unrank(s + 1, p); }
  };
  Walk walker() const { return {}; }
};
struct NotCanonical : TicTacToe {
  Position canonical(const Position& p) const { return p; }
};
struct NoOrbit : TicTacToe {
  int orbit(const Position&) const { return 0; }
};
struct Unfolded : TicTacToe { // every position has a slot of its own
  static constexpr bool folded = false;
  Slot rank(const Position& p) const { return u64{p.first} << 9 | p.second; }
  u64 size() const { return u64{1} << 18; }
  bool unrank(Slot s, Position& p) const {
    p = {static_cast<u16>(s >> 9), static_cast<u16>(s & 0777)};
    return legal(p);
  }
};
struct OrbitOfOne : Unfolded {
  int orbit(const Position&) const { return 1; }
};
struct SpacedText : TicTacToe {
  std::string print(const Position& p) const { return TicTacToe::print(p) + ' '; }
};
struct OneName : TicTacToe {
  std::string move_name(const Position&, Move) const { return "move"; }
};
struct OneClick : TicTacToe {
  std::vector<std::string> clicks(const Position& p, Move) const { return {TicTacToe::picture(p).cells.front().name}; }
};
struct NoEffort : TicTacToe {
  static constexpr double solving_seconds_a_slot = 0, table_bytes_a_slot = 1;
};

struct SettlesWins : TicTacToe { // and leaves predecessors out that it settles
  Value settle(const Position& p) const {
    if (const Wdl over = outcome(p); over != Wdl::unknown) return {over, 0};
    FixedList<Move, max_moves> all;
    moves(p, all);
    for (const Move m : all)
      if (outcome(play(p, m)) == Wdl::loss) return win_in(1);
    return unknown_value;
  }
  void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    FixedList<Position, max_predecessors> all;
    TicTacToe::predecessors(p, all);
    out.clear();
    for (const Position& q : all)
      if (!settle(q).known()) out.push(q);
  }
};
struct SettlesEveryWin : SettlesWins {
  static constexpr bool last_mover_wins = true, settles_wins_in_1 = true;
};
struct SettlesNoWin : TicTacToe {
  static constexpr bool settles_wins_in_1 = true;
};
struct LineLoses : TicTacToe { // for who makes it
  static constexpr bool last_mover_wins = true;
  Wdl outcome(const Position& p) const {
    const Wdl over = TicTacToe::outcome(p);
    return over == Wdl::loss ? Wdl::win : over;
  }
};
struct ForgetsUnsettled : SettlesWins {
  void predecessors(const Position&, FixedList<Position, max_predecessors>& out) const { out.clear(); }
};

TEST(Check, IndexAndShortcuts) {
  expect_holds(TicTacToe{});
  expect_holds(SettlesWins{});
  expect_holds(SettlesEveryWin{});
  expect_broken(SettlesNoWin{}, "settles_wins_in_1: every win in 1 is settled");
  expect_broken(LineLoses{}, "last_mover_wins: nobody loses by his own move");
  expect_broken(ForgetsUnsettled{}, "predecessors undo every move");
  expect_broken(WrongRank{}, "rank(unrank(slot)) = slot");
  expect_broken(Unsettled{}, "a finished position is settled in 0 plies");
  expect_broken(SettlesTooMuch{}, "a position settled before its end is a win in 1");
  expect_broken(ForgetsUnmoves{}, "predecessors undo every move");
  expect_broken(InventsUnmoves{}, "every predecessor has a move to it");
  expect_broken(EmitsTwice{}, "each_predecessor emits a slot once");
  expect_broken(EmitsNothing{}, "each_predecessor emits the slots of predecessors");
  expect_broken(Miscounts{}, "count_children agrees with the moves");
  expect_broken(WeighsOne{}, "the weight of a slot is its orbit");
  expect_broken(WalksAstray{}, "a walker unranks as the game does");
  expect_broken(NotCanonical{}, "unrank(rank(p)) is p or of its class");
  expect_broken(NoOrbit{}, "an orbit has at least one member");
  expect_broken(SpacedText{}, "a text is one line without spaces at its ends");
  expect_broken(OneName{}, "move names are unique");
  expect_broken(OneClick{}, "every move has clicks of its own");
  expect_broken(NoEffort{}, "what a slot takes is more than nothing");
}

// Only an index that is visited whole, with a slot for every position, tells how many a class has.
template <class G> u64 wrong_orbits(const G& game) {
  CheckReport report;
  Promises<G> promises(game, report);
  IndexCheck<G>(game, few, promises).slots(true, [](const Position&) {});
  u64 broken = 0;
  for (const auto& p : report.promises) broken += p.name == "an orbit has as many members as it says" ? p.broken : 0;
  return broken;
}
TEST(Check, Orbits) {
  EXPECT_EQ(wrong_orbits(Unfolded{}), 0U);
  EXPECT_GT(wrong_orbits(OrbitOfOne{}), 0U);
}

} // namespace
} // namespace zermelo::testing
