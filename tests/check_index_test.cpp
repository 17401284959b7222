// For every promise about an index, and about what is made for large ones, a game that breaks it, and the check that notices.
#include "awari/index.h"
#include "gomoku/rules.h"
#include "musashi/index.h"
#include "nocca/index.h"
#include "quixo/index.h"
#include "tests/promises.h"
#include "tests/stairs_game.h"
#include "yonmoque/free_game.h"

namespace zermelo::testing {
namespace {

TEST(CheckIndex, Layers) {
  expect_holds(StairsGame<Flaw::none>{});
  expect_broken_index(UnsettledStairs<Flaw::none>{},
                      "layers: a finished position is lost for want of a move, or settle tells it");
  expect_broken_index(StairsGame<Flaw::forgotten_exit>{}, "split: emits every successor in an earlier layer, and no other");
  expect_broken_index(StairsGame<Flaw::miscounted>{}, "split: counts the different successors in the layer");
  expect_broken_index(StairsGame<Flaw::forgotten_return>{}, "each_return: forgets no move within the layer");
  expect_broken_index(StairsGame<Flaw::doubled_return>{}, "each_return: emits a slot once");
  expect_broken_index(StairsGame<Flaw::foreign_return>{}, "each_return: emits positions of the layer");
  expect_broken_index(StairsGame<Flaw::invented_return>{},
                      "each_return: emits nothing that has a move that stays, but none to here");
  expect_broken_index(StairsGame<Flaw::gap>{}, "layers: one after the other they are the whole index");
  expect_broken_index(StairsGame<Flaw::upside_down>{}, "layers: successors are in the index, in this layer or an earlier one");
  expect_broken_index(StairsGame<Flaw::hole>{}, "layers: nothing leads to an empty slot");
  expect_broken(StairsGame<Flaw::endless_deferral>{}, "deferred: moves from such positions alone lead round in no circle");
}

// A board of lines that is not the one that the rules speak of.
struct Lines : gomoku::Game {
  Lines() : gomoku::Game({5, 5, 4, false}), told(gomoku::Game::lines()) {}
  LineBoard told;
  const LineBoard& lines() const { return told; }
};
struct ForgetsAWindow : Lines {
  ForgetsAWindow() { told.windows.pop_back(); }
};
struct BendsAWindow : Lines {
  BendsAWindow() { told.windows[0].cells[0] = 24; }
};
struct OtherLength : Lines {
  OtherLength() { told = gomoku::Game({5, 5, 3, false}).lines(); }
};
struct ExchangesStones : Lines {
  LineStones stones(const gomoku::Position& p) const {
    const LineStones s = Lines::stones(p);
    return {s.other, s.mover};
  }
};

TEST(CheckIndex, Lines) {
  expect_holds(Lines{});
  expect_broken_index(ForgetsAWindow{}, "lines: a symmetry takes windows to windows");
  expect_broken_index(BendsAWindow{}, "lines: a symmetry takes windows to windows");
  expect_broken_index(OtherLength{}, "lines: who completes a window wins, and a full board is drawn");
  expect_broken_index(ExchangesStones{}, "stones: a move adds one stone of the mover");
}

// Finished positions have no slot, but can be counted.
struct Counts : TicTacToe {
  Slot rank(const Position& p) const { return outcome(p) != Wdl::unknown ? no_slot : TicTacToe::rank(p); }
  bool unrank(Slot s, Position& p) const { return TicTacToe::unrank(s, p) && outcome(p) == Wdl::unknown; }
  u64 census_size() const { return size(); }
  u64 census_rank(const Position& p) const { return TicTacToe::rank(p); }
};
struct CountsTooFar : Counts {
  u64 census_size() const { return 100; }
};
struct CountsTogether : Counts {
  u64 census_rank(const Position&) const { return 0; }
};
struct CountsApart : Counts {
  u64 census_rank(const Position& p) const { return (u64{p.first} * 31 + p.second) % size(); }
};

struct Strings {
  struct Spec {
    using State = int;
    bool any;
    int items() const { return 3; }
    int contents() const { return 2; }
    State start() const { return 0; }
    std::optional<State> step(int, const State& s, int content) const { return s + content; }
    bool accepts(const State&) const { return any; }
  };
  bool any = true;
  Spec spec() const { return {any}; }
  int symmetries() const { return 8; }
  std::string set() const { return any ? "all" : "none"; }
};
struct Samples : TicTacToe {
  Strings sampled() const { return {}; }
};
struct SamplesNothing : TicTacToe {
  Strings sampled() const { return {false}; }
};
struct DrawsNothing : TicTacToe {
  struct Empty : tictactoe::Diagram {
    Position position_of(const ItemSet&) const { return {}; }
  };
  Empty diagram() const { return {}; }
};

TEST(CheckIndex, AccountsOfTheSet) {
  CheckReport right; // of the census alone: the diagram is one of all positions
  check_census(Counts{}, few, right);
  EXPECT_EQ(right.promises.size(), 3U);
  EXPECT_TRUE(right.holds());
  expect_broken_index(CountsTooFar{}, "census_rank: below census_size, or none");
  expect_broken_index(CountsTogether{}, "census_rank: different classes have different numbers");
  expect_broken_index(CountsApart{}, "census_rank: a class of symmetric positions has one number");
  expect_holds(Samples{});
  expect_broken_index(SamplesNothing{}, "sampled: the specification allows strings");
  expect_broken_index(DrawsNothing{}, "the diagram ranks what it unranks");
}

// Numbers by a table that is elsewhere on a device.
struct Pointing : TicTacToe {
  static const std::vector<Slot>& table() {
    static const std::vector<Slot> all = [] {
      std::vector<Slot> list(TicTacToe{}.size());
      for (Slot s = 0; s < list.size(); ++s) list[s] = s;
      return list;
    }();
    return all;
  }
  const Slot* numbers = table().data();
  Slot rank(const Position& p) const { return numbers[TicTacToe::rank(p)]; }
  bool unrank(Slot s, Position& p) const { return TicTacToe::unrank(numbers[s], p); }
  template <class F> void each_array(F&& f) { f(numbers, table().size()); }
};
struct NamesNothing : Pointing {
  template <class F> void each_array(F&&) {}
};
struct KnowsItsPlace : Pointing { // another answer where its array is another one
  Slot rank(const Position& p) const { return Pointing::rank(p) ^ (numbers == table().data() ? 0 : 1); }
};
struct Inner {
  const Slot* numbers = nullptr;
};
struct PointsFurther : TicTacToe { // an array whose elements point elsewhere
  static const Inner& inner() {
    static const Inner one{Pointing::table().data()};
    return one;
  }
  const Inner* to = &inner();
  Slot rank(const Position& p) const { return to->numbers[TicTacToe::rank(p)]; }
  template <class F> void each_array(F&& f) { f(to, u64{1}); }
};

TEST(CheckIndex, Devices) {
  expect_holds(Pointing{});
  expect_broken_index(NamesNothing{}, "on_device: each_array names every array that it points to");
  expect_broken_index(PointsFurther{}, "on_device: each_array names every array that it points to");
  expect_broken_index(KnowsItsPlace{}, "on_device: a copy with its arrays elsewhere says the same");
}

struct ForgetfulBoard : yonmoque::CubeBoard {
  explicit ForgetfulBoard(const yonmoque::CubeBoard& b) : CubeBoard(b) {}
  u32 targets(int player, u32 from, u32 set) const {
    const u32 all = CubeBoard::targets(player, from, set);
    return all & (all - 1);
  }
};
struct FlipsNothing : yonmoque::CubeBoard {
  explicit FlipsNothing(const yonmoque::CubeBoard& b) : CubeBoard(b) {}
  void describe(u32 set, yonmoque::ClassOfSet place, CubeMove& m) const {
    CubeBoard::describe(set, place, m);
    m.runs = 0;
  }
};
template <class Board> struct WrongCubes {
  const yonmoque::Cubes& right;
  const std::vector<CubeLayer>& layers() const { return right.layers(); }
  std::string name(std::size_t layer) const { return right.name(layer); }
  bool symmetric(int pieces, u64 block) const { return right.symmetric(pieces, block); }
  Board board() const { return Board(right.board()); }
};
template <class Board> struct WrongYonmoque : yonmoque::FreeGame {
  using FreeGame::FreeGame;
  WrongCubes<Board> cubes() const { return {FreeGame::cubes()}; }
};
struct SmallOrbit : yonmoque::FreeGame {
  using FreeGame::FreeGame;
  static constexpr int cube_orbit = 4;
};

TEST(CheckIndex, Cubes) {
  expect_holds(yonmoque::FreeGame(3));
  expect_broken_index(WrongYonmoque<ForgetfulBoard>(2), "cubes: they lead where the moves lead");
  expect_broken_index(WrongYonmoque<FlipsNothing>(3), "cubes: they lead where the moves lead");
  expect_broken_index(SmallOrbit(2), "cubes: cube_orbit is the size of a class");
}

// Musashi with other planes than it has.
template <class Change> struct WrongMusashi : musashi::Game {
  WrongMusashi() : Game(9), wrong(Game::planes()) { Change{}(wrong); }
  const PlaneBoard& planes() const { return wrong; }
  PlaneBoard wrong;
};
struct ForgetExchange {
  void operator()(PlaneBoard& b) const { --b.exchange_count[4]; }
};
struct TakeNothing {
  void operator()(PlaneBoard& b) const {
    for (auto& steps : b.steps)
      for (auto& s : steps) std::fill(std::begin(s.taken), std::end(s.taken), PlaneBoard::Pair{});
  }
};
struct ForgetImage {
  void operator()(PlaneBoard& b) const {
    for (u8& n : b.image_count) n = n > 0 ? n - 1 : 0;
  }
};
struct DoubleSymmetries {
  void operator()(PlaneBoard& b) const { b.symmetries *= 2; }
};
struct OtherFirst {
  void operator()(PlaneBoard& b) const { b.first[0] = 8; }
};
struct OneClassLess {
  void operator()(PlaneBoard& b) const { --b.classes; }
};
struct NowhereToGo {
  void operator()(PlaneBoard& b) const { std::fill(std::begin(b.step_count), std::end(b.step_count), u8{0}); }
};

TEST(CheckIndex, Planes) {
  expect_holds(musashi::Game(9));
  expect_broken_index(WrongMusashi<ForgetExchange>(), "planes: their steps lead where the moves lead");
  expect_broken_index(WrongMusashi<TakeNothing>(), "planes: their steps lead where the moves lead");
  expect_broken_index(WrongMusashi<ForgetImage>(), "planes: the least of the images of a number is a position's");
  expect_broken_index(WrongMusashi<DoubleSymmetries>(), "planes: images tell the size of a class");
  expect_broken_index(WrongMusashi<OtherFirst>(), "planes: a slot is the number of a set in the plane of its class");
  expect_broken_index(WrongMusashi<OneClassLess>(), "planes: the index has two for each class");
  expect_broken_index(WrongMusashi<NowhereToGo>(), "planes: the second player without a step has lost, the first has not won");
}

// Quixo whose marks are other than it has.
template <class Board> struct WrongQuixo : quixo::Game {
  explicit WrongQuixo(int side) : Game(side), wrong{Game::marks()} {}
  const Board& marks() const { return wrong; }
  Board wrong;
};
struct MovesNothing : quixo::Sets {
  int held(int move, int cell) const { return (board().pushes[move].to >> cell & 1) != 0 ? from(move) : cell; }
};
struct NobodyWins : quixo::Sets {
  static Wdl over(u32, u32) { return Wdl::unknown; }
};
struct CountsTwice : quixo::Sets {
  MarkPlace place(u32 set) const {
    const MarkPlace right = Sets::place(set);
    return {right.number ^ 1, right.first, right.second};
  }
};
struct LargeMarkOrbit : quixo::Game {
  using Game::Game;
  static constexpr int mark_orbit = 32;
};
struct OneLayerLess : quixo::Game {
  using Game::Game;
  std::vector<MarkLayer> mark_layers() const {
    auto all = Game::mark_layers();
    all.pop_back();
    return all;
  }
};

TEST(CheckIndex, Marks) {
  expect_holds(quixo::Game(3));
  expect_broken_index(WrongQuixo<MovesNothing>(3), "marks: their links lead where the moves lead");
  expect_broken_index(WrongQuixo<NobodyWins>(3), "marks: who has won is as the rules say");
  expect_broken_index(
      WrongQuixo<CountsTwice>(3),
      "marks: only a set that has its number holds positions, and each of its colourings is one or stands for another");
  expect_broken_index(LargeMarkOrbit(4), "marks: mark_orbit is the size of a class");
  expect_broken_index(OneLayerLess(3), "marks: layers are sets x colourings, a mark less from one to the next, all cells first");
}

struct NeverTurned : nocca::Blocks {
  explicit NeverTurned(const nocca::Blocks& b) : Blocks(b) {}
  BlockTurn turned(u32 shape) const {
    BlockTurn t = Blocks::turned(shape);
    std::swap(t.place[0], t.place[1]);
    return t;
  }
};
struct WrongNocca : nocca::Game {
  using Game::Game;
  NeverTurned wrong{Game::blocks()};
  const NeverTurned& blocks() const { return wrong; }
};

TEST(CheckIndex, Blocks) { expect_broken_index(WrongNocca(3, 3), "blocks lead where the moves lead"); }

struct PaysTooMuch : awari::Game {
  using Game::Game;
  i32 pays(const Position& p, const Move& m) const { return Game::pays(p, m) + 1; }
};
struct SurveysTooLittle : awari::Game {
  using Game::Game;
  template <class Lower> Survey survey(const Position& p, Lower&& lower) const {
    Survey found = Game::survey(p, lower);
    found.open = 0;
    return found;
  }
};
struct ForgetsOrigins : awari::Game {
  using Game::Game;
  template <class Emit> void each_origin(const Position& p, Emit&& emit) const {
    bool first = true;
    Game::each_origin(p, [&](Slot s) {
      if (!first) emit(s);
      first = false;
    });
  }
};
struct OneLayerName : awari::Game {
  using Game::Game;
  std::string layer_name(int) const { return "layer"; }
};

TEST(CheckIndex, Scores) {
  expect_holds(awari::Game(3, 9));
  expect_broken_index(PaysTooMuch(3, 9), "a move leads to no higher layer and pays nothing within its own");
  expect_broken_index(SurveysTooLittle(3, 9), "a survey agrees with the moves");
  expect_broken_index(ForgetsOrigins(3, 9), "origins are emitted once for every move");
  expect_broken_index(OneLayerName(3, 9), "layers have names of their own");
}

} // namespace
} // namespace zermelo::testing
