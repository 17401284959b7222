// What a game tells the engines: a few pure functions on a small value type.
//
// A game is a struct `Game` in namespace zermelo::<folder>; board sizes and rule switches are its data members, tables
// it needs are shared and constant, so that a copy is cheap and every thread may use it. The concept is split so that each engine
// asks only for what it uses, and the compiler names what is missing.
//
// REQUIRED of every game:
//   Rules           start outcome moves play repetition max_moves
//   Text            print parse move_name draw first_to_move
//
// OPTIONAL. The table in index/hooks.h is the one list: `zermelo check GAME` prints it, with those that the game has, and a test
// holds the lines here against it. A function of one of these names that does not fit is refused by the compiler in one sentence.
//
//   concept         functions                        what it brings
//   Indexed         size rank unrank folded          tables: retrograde analysis, by forward passes if there is nothing else
//   Settling        settle                           wins in 1 that the rules tell need no slot and are never passed on
//   Walking         walker                           slots in order are unranked from the one before
//   Reversible      predecessors                     each move is looked at once, not once in every pass
//   SlotReversible  each_predecessor                 predecessors need not be ranked and sorted
//   Symmetric       canonical orbit                  symmetric positions are one class
//   Counting        count_children                   successors need not be ranked to be counted
//   Weighing        weight                           statistics do not unrank every slot
//   Deferring       deferred                         a table of values leaves out what a look at the successors tells
//   Hashed          key                              proof search without an index
//   Layered         layer                            where no position may occur twice: what came before a lower layer is nothing
//   Expanding       expand recorded                  proof search plays the moves while it lists them
//   Foreseeing      foresee                          proof search finds moves that end the game without playing all
//   Attempting      attempt                          proof search tries moves first that lately won
//   Carrying        carried                          proof search leaves out moves that do not stop a threat
//   Guessing        guess                            proof search begins with better numbers than how many moves there are
//   Dominating      dominated                        proof search leaves moves out that another is as good as
//   Evaluating      evaluate                         an opponent that searches knows more than the number of moves
//   Promising       promise                          exact search tries the better moves first
//   Narrowing       narrow                           exact search leaves out moves that another is as good as, plies included
//   Limiting        limit                            exact search ends where a look tells that the mover does not get more
//   Remaining       remaining                        exact search keeps small positions out of its table
//   Finishing       finish                           exact search leaves the last plies to the game
//   Paying          settled pays lead                scores instead of won, lost and drawn
//   Scored          layers layer_begin most_score layer_name    tables of scores
//   Surveying       survey                           successors of a position with a score need not be ranked
//   Originating     each_origin                      scores by un-moves instead of windows
//   Effortful       solving_seconds_a_slot table_bytes_a_slot    plans say what a solve took elsewhere
//   Pictured        picture clicks compose           the explorer draws the board and plays by clicks       (game/picture.h)
//   Lined           lines stones                     proofs of wins by fours and threats, with zones        (game/lines.h)
//   Suggesting      suggest                          proofs with zones begin with a known move              (game/lines.h)
//   Connecting      connections joining              proofs by virtual connections, with carriers         (game/connection.h)
//   LayeredTable    layers split each_return         parts of the index are solved one after the other      (index/layers.h)
//   Blocked         blocks                           all owners over a shape in one vector of bits          (index/blocks.h)
//   Cubed           cubes cube_orbit                 all colourings of a set of squares in one vector       (index/cubes.h)
//   Planed          planes plane_place               all sets of pieces against one piece in a plane of bits (index/planes.h)
//   Marked          marks mark_layers mark_orbit     all owners of the marks on a set of cells in one vector (index/marks.h)
//   OnDevice        on_device each_array             solves on a CUDA device                                (index/on_device.h)
//   Census          census_size census_rank          reachable positions outside the index are counted      (index/census.h)
//   Diagrammed      diagram                          a second account of the set, held against the index    (index/diagram.h)
//   Sampled         sampled                          estimates of how many positions there are              (index/sampling.h)
//
// `zermelo check GAME` tests every promise written here and there.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/fixed_list.h"
#include "base/key.h"
#include "base/types.h"
#include "base/value.h"

namespace zermelo {

// What a repeated position means. Retrograde analysis needs `draw` or `never`; a rule that depends on the history of
// play (`forbidden`, `loss`) can only be searched.
enum class Repetition : u8 { never, draw, forbidden, loss };

template <class G> using PositionOf = typename G::Position;
template <class G> using MoveOf = typename G::Move;
template <class G> using MoveListOf = FixedList<MoveOf<G>, G::max_moves>;

// start()        the initial position
// outcome(p)     unknown while the game goes on; when it is over, what that means for the side to move
// moves(p, out)  all legal moves of a position that is not over; at least one; no duplicates
// play(p, m)     the position after a legal move, the other side to move
template <class G>
concept Rules =
    std::is_trivially_copyable_v<PositionOf<G>> && std::is_trivially_copyable_v<MoveOf<G>> &&
    std::equality_comparable<PositionOf<G>> && std::equality_comparable<MoveOf<G>> && sizeof(MoveOf<G>) <= sizeof(u64) &&
    requires(const G& g, const PositionOf<G>& p, const MoveOf<G>& m, MoveListOf<G>& out) {
      { G::repetition } -> std::convertible_to<Repetition>;
      { G::max_moves } -> std::convertible_to<int>;
      { g.start() } -> std::same_as<PositionOf<G>>;
      { g.outcome(p) } -> std::same_as<Wdl>;
      { g.moves(p, out) } -> std::same_as<void>;
      { g.play(p, m) } -> std::same_as<PositionOf<G>>;
    };

// print(p)           one line without spaces at the ends; parse(print(p)) == p
// parse(text, why)   nothing, and the reason in `why`, for whatever is not a legal position
// move_name(p, m)    unique among the moves of p
// draw(p)            the board in a few lines, for people
// first_to_move(p)   which player is to move, for people: the value itself is always the mover's
template <class G>
concept Text =
    Rules<G> && requires(const G& g, const PositionOf<G>& p, const MoveOf<G>& m, std::string_view text, std::string& why) {
      { g.print(p) } -> std::same_as<std::string>;
      { g.parse(text, why) } -> std::same_as<std::optional<PositionOf<G>>>;
      { g.move_name(p, m) } -> std::same_as<std::string>;
      { g.draw(p) } -> std::same_as<std::string>;
      { g.first_to_move(p) } -> std::same_as<bool>;
    };

// A set of positions numbered 0 .. size()-1. The set is closed: a successor of a member that is itself no member is
// settled by the rules.
//   rank(p)       the slot of p (of its class, where the index folds symmetric positions together), or no_slot
//   unrank(s, p)  a position of that slot; false where the slot holds none; rank(unrank(s)) == s
//   folded        whether a slot stands for a whole class of symmetric positions (then Symmetric is required)
template <class G>
concept Indexed = Rules<G> && requires(const G& g, const PositionOf<G>& p, PositionOf<G>& q, Slot s) {
  { G::folded } -> std::convertible_to<bool>;
  { g.size() } -> std::same_as<u64>;
  { g.rank(p) } -> std::same_as<Slot>;
  { g.unrank(s, q) } -> std::same_as<bool>;
};

// walker()            an object of one thread that remembers the last slot
// walker.unrank(s, p) the same as unrank(s, p), but quicker when the slots asked for mostly rise
template <class G>
concept Walking = Indexed<G> && requires(const G& g, PositionOf<G>& p, Slot s) {
  { g.walker().unrank(s, p) } -> std::same_as<bool>;
};

// settle(p)  the exact value where the rules tell it without search: finished positions (0 plies) and, if the game
//            likes, wins in 1; unknown otherwise. Positions outside the index must be settled.
template <class G>
concept Settling = Rules<G> && requires(const G& g, const PositionOf<G>& p) {
  { g.settle(p) } -> std::same_as<Value>;
};

// predecessors(p, out)  for p not settled: positions q of the index, not finished, with play(q, m) in the class of p for
//                       some legal m; at least one of each class; duplicates and positions outside the index are allowed. A q that
//                       is settled (a win in 1) may be left out: it has its value from its first look, and takes no other
template <class G>
concept Reversible =
    Indexed<G> && requires(const G& g, const PositionOf<G>& p, FixedList<PositionOf<G>, G::max_predecessors>& out) {
      { g.predecessors(p, out) } -> std::same_as<void>;
    };

// each_predecessor(p, emit)  emit(slot) for the slot of every predecessor of p, each slot once, in any order; p is in the
//                            index and not settled; slots of settled positions may be left out here, too
template <class G>
concept SlotReversible = Reversible<G> && requires(const G& g, const PositionOf<G>& p, void (*emit)(Slot)) {
  { g.each_predecessor(p, emit) } -> std::same_as<void>;
};

// canonical(p)  one position per class of symmetric positions, the same for all of the class; symmetric positions have
//               the same value
// orbit(p)      how many positions the class of p has
template <class G>
concept Symmetric = Rules<G> && requires(const G& g, const PositionOf<G>& p) {
  { g.canonical(p) } -> std::same_as<PositionOf<G>>;
  { g.orbit(p) } -> std::same_as<int>;
};

// What the successors of a position that is not settled come to, as far as the rules alone can tell. Successors that are
// settled are accounted for here, whether the index holds them or not: retrograde analysis never visits them.
struct Children {
  int open = 0;       // distinct slots among the successors that are not settled
  bool lost = false;  // a successor is settled as lost (0 plies): this position is a win in 1
  bool drawn = false; // a successor is settled as a draw: this position cannot be a loss
  int longest = -1;   // the longest win, in plies, among the successors settled as won by their mover
  friend constexpr bool operator==(const Children&, const Children&) = default;
};

// count_children(p)  the same as looking at every successor (game/children.h), but quicker; p is in the index and not settled
template <class G>
concept Counting = Indexed<G> && requires(const G& g, const PositionOf<G>& p) {
  { g.count_children(p) } -> std::same_as<Children>;
};

// weight(s)  how many positions the class of the position in slot s has (0 for a slot without one): orbit(unrank(s)), quicker
template <class G>
concept Weighing = Indexed<G> && requires(const G& g, Slot s) {
  { g.weight(s) } -> std::same_as<int>;
};

// deferred(p)  whether a table of values may leave p out because a look at its successors tells it; p is not over. Moves from
//              such positions alone never lead round in a circle (captures, for example), so the look ends
template <class G>
concept Deferring = Indexed<G> && requires(const G& g, const PositionOf<G>& p) {
  { g.deferred(p) } -> std::same_as<bool>;
};

// key(p)  positions with one key have one future for the side to move: the same ends and the same keys a move later. Those of one
//         class (Symmetric) have one key; a game may know of more. Different keys differ in both halves: hashes, not numbers
template <class G>
concept Hashed = Rules<G> && requires(const G& g, const PositionOf<G>& p) {
  { g.key(p) } -> std::same_as<Key>;
};

// layer(p)  how much of what is never undone is still to be done, like pieces in hand: it never rises in the course of play.
//           Where it falls no earlier position can come back.
template <class G>
concept Layered = Rules<G> && requires(const G& g, const PositionOf<G>& p) {
  { g.layer(p) } -> std::same_as<u32>;
};

// For games in which to know whether a move is legal means to play it.
// expand(p, sink)  sink(m, q) for every legal move m of p in the order of moves(), q = play(p, m); nothing if the game is over;
//                  stops when sink says false
// recorded(p)      outcome(p) as far as it can be told without looking for moves; if it is unknown and p has no move, the
//                  side to move has lost
template <class G>
concept Expanding = Rules<G> && requires(const G& g, const PositionOf<G>& p, bool (*sink)(MoveOf<G>, const PositionOf<G>&)) {
  g.expand(p, sink);
  { g.recorded(p) } -> std::same_as<Wdl>;
};

// foresee(p, sink)  sink(m, q) for every legal move m of p after which recorded(q) is known, and any others, until it says false;
//                   how many moves there are beside those
template <class G>
concept Foreseeing = Expanding<G> && requires(const G& g, const PositionOf<G>& p, bool (*sink)(MoveOf<G>, const PositionOf<G>&)) {
  { g.foresee(p, sink) } -> std::same_as<u32>;
};

// What expand hands out: positions, or something that holds more, G::Expanded, from which to go on is quicker.
template <class G> struct ExpandedType {
  using type = PositionOf<G>;
};
template <class G>
  requires requires { typename G::Expanded; }
struct ExpandedType<G> {
  using type = typename G::Expanded;
};
template <class G> using ExpandedOf = typename ExpandedType<G>::type;

// What a first look at the moves of a position found.
struct Replies {
  u32 open = 0;    // moves after which the game goes on
  u32 failing = 0; // moves that lose at once, or give away what the mover wants
};
struct Guess {
  u32 mine = 1, theirs = 1; // how much it may take to show that the mover gets what it wants, and that it does not
};
// guess(p, replies)  the first numbers of a proof search, of a position that no move ends as its mover wants; nothing but time
//                    depends on them
template <class G>
concept Guessing = Rules<G> && requires(const G& g, const ExpandedOf<G>& p, Replies replies) {
  { g.guess(p, replies) } -> std::same_as<Guess>;
};

// dominated(p)     a function over the moves of p: dominated(p)(m) says whether some other move of p that is not dominated is known
//                  to be at least as good for its mover as m, so that a proof search need not weigh m; never true of all moves of
//                  p. A proof answers these moves, too: nobody has to believe it.
// dominated(p, m)  the same of one move, for a game that works nothing out for all of them
template <class G>
concept DominatingAtOnce = Rules<G> && requires(const G& g, const PositionOf<G>& p, const MoveOf<G>& m) {
  { g.dominated(p)(m) } -> std::same_as<bool>;
};
template <class G>
concept Dominating = DominatingAtOnce<G> || (Rules<G> && requires(const G& g, const PositionOf<G>& p, const MoveOf<G>& m) {
                       { g.dominated(p, m) } -> std::same_as<bool>;
                     });
template <Dominating G> auto dominated(const G& g, const PositionOf<G>& p) {
  if constexpr (DominatingAtOnce<G>) {
    return g.dominated(p);
  } else {
    return [&g, &p](const MoveOf<G>& m) { return g.dominated(p, m); };
  }
}

// attempt(p, m, sink)  sink(m, q) if m is a legal move of p, nothing else; m may be any move of any position
template <class G>
concept Attempting = Expanding<G> && requires(const G& g, const PositionOf<G>& p, const MoveOf<G>& m,
                                              bool (*sink)(MoveOf<G>, const PositionOf<G>&)) { g.attempt(p, m, sink); };

// carried(m, after)  what a move m is called after another one, `after`; nothing but time depends on it. What wins at once after a move
//                    that does nothing against it is a threat: a proof search tries it after the other moves, too
template <class G>
concept Carrying = Attempting<G> && requires(const G& g, const MoveOf<G>& m) {
  { g.carried(m, m) } -> std::same_as<MoveOf<G>>;
};

// evaluate(p)  how good a position that is not over looks for the side to move: 0 as good as a draw; less than most_evaluation
//              either way. Nothing but the strength of an opponent depends on it.
inline constexpr int most_evaluation = 100'000;
template <class G>
concept Evaluating = Rules<G> && requires(const G& g, const PositionOf<G>& p) {
  { g.evaluate(p) } -> std::same_as<int>;
};

// The next five are for the exact search (solve/exact), in games that cannot go on for ever.
// promise(p, m, q)  how good a legal move m from p to q looks; the largest is tried first. Nothing but time depends on it.
template <class G>
concept Promising = Rules<G> && requires(const G& g, const PositionOf<G>& p, const MoveOf<G>& m) {
  { g.promise(p, m, p) } -> std::same_as<i32>;
};

// narrow(p, out)  the value of p where a look tells it; else unknown, and legal moves of p, at least one, of which none leads to a
//                 settled position: for each that is left out, one of these is at least as good for its mover, by the value and by
//                 the plies. p is not settled
template <class G>
concept Narrowing = Rules<G> && requires(const G& g, const PositionOf<G>& p, MoveListOf<G>& out) {
  { g.narrow(p, out) } -> std::same_as<Value>;
};

// limit(p)  a value that p is not better than for its mover, plies included, where a look tells one; else unknown. p is not settled
template <class G>
concept Limiting = Rules<G> && requires(const G& g, const PositionOf<G>& p) {
  { g.limit(p) } -> std::same_as<Value>;
};

// remaining(p)  about how many plies are left, passes aside. Nothing but time depends on it.
template <class G>
concept Remaining = Rules<G> && requires(const G& g, const PositionOf<G>& p) {
  { g.remaining(p) } -> std::same_as<int>;
};

// Games that end, whose moves are listed: what an exact search needs.
template <class G>
concept ListedToTheEnd = Rules<G> && G::repetition == Repetition::never && !Expanding<G>;

// finish(p, bound)  for positions with remaining(p) <= finishes: a score r >= bound says that p is worth r or more, any other that it
//                   is worth r or less; as the exact search finds it, but quicker
template <class G>
concept Finishing = Remaining<G> && requires(const G& g, const PositionOf<G>& p) {
  { G::finishes } -> std::convertible_to<int>;
  { g.finish(p, i32{}) } -> std::same_as<i32>;
};

// Games of scores: a position is worth an integer to its mover, who will get so much more than the other from here on.
// value(move) = pays - score(successor); endless play is worth 0.
//   settled(p)      the score of a position that is over; nothing of any other
//   pays(p, m)      what a legal move pays its mover
//   lead(p)         how much more the mover has got than the other before p, for people: it does not matter for the score
template <class G>
concept Paying = Rules<G> && requires(const G& g, const PositionOf<G>& p, const MoveOf<G>& m) {
  { g.settled(p) } -> std::same_as<std::optional<i32>>;
  { g.pays(p, m) } -> std::same_as<i32>;
  { g.lead(p) } -> std::same_as<i32>;
};

// Games that an exact search is compiled for: it can take them to the end, and has something to go by.
template <class G>
concept SearchedExactly = ListedToTheEnd<G> && (Promising<G> || Paying<G>);

// A table of scores: the slots are cut into layers. A move that stays in its layer pays nothing; any other leads to a lower one,
// whatever it pays. So layers are solved in order.
//   layers()        how many; layer_begin(i) is the first slot of layer i, layer_begin(layers()) = size()
//   most_score(i)   at most 127; no score in layer i is further from 0
//   layer_name(i)   in words
// Unlike in other games a position may be neither in the index nor settled, if all its successors are in the index: it cannot
// occur after a move, and is answered one ply deeper.
template <class G>
concept Scored = Indexed<G> && Paying<G> && requires(const G& g, int layer) {
  { g.layers() } -> std::same_as<int>;
  { g.layer_begin(layer) } -> std::same_as<Slot>;
  { g.most_score(layer) } -> std::same_as<i32>;
  { g.layer_name(layer) } -> std::same_as<std::string>;
};

// What the moves of a position that is not settled come to, as far as lower layers and the rules tell.
struct Survey {
  static constexpr i32 none = -1000;
  i32 best = none; // of the moves that lead to a settled position, or to a lower layer
  int open = 0;    // all others
  friend constexpr bool operator==(const Survey&, const Survey&) = default;
};

// survey(p, lower)  the same as looking at every successor (game/scored.h), but quicker: lower(slot, pays) for every move to a lower
//                   layer, with what it pays; what it returns knows nothing of these moves
template <class G>
concept Surveying = Scored<G> && requires(const G& g, const PositionOf<G>& p, void (*lower)(Slot, i32)) {
  { g.survey(p, lower) } -> std::same_as<Survey>;
};

// each_origin(p, emit)  emit(slot) once for every move to p from a position of the index in the same layer; p is not settled
template <class G>
concept Originating = Scored<G> && requires(const G& g, const PositionOf<G>& p, void (*emit)(Slot)) {
  { g.each_origin(p, emit) } -> std::same_as<void>;
};

// What a solve of the game took elsewhere, for those who ask for more than there is room for.
template <class G>
concept Effortful = requires {
  { G::solving_seconds_a_slot } -> std::convertible_to<double>; // of CPU time
  { G::table_bytes_a_slot } -> std::convertible_to<double>;
};

// Unranks slots that mostly rise, as quickly as the game can.
template <Indexed G> class Walker {
public:
  explicit Walker(const G& g) : game_(g), walk_(start(g)) {}
  bool unrank(Slot s, PositionOf<G>& p) {
    if constexpr (Walking<G>) {
      return walk_.unrank(s, p);
    } else {
      return game_.unrank(s, p);
    }
  }

private:
  static auto start(const G& g) {
    if constexpr (Walking<G>) {
      return g.walker();
    } else {
      return false;
    }
  }
  const G& game_;
  decltype(start(std::declval<const G&>())) walk_;
};

// Whether one can claim of a position that a player wins: not in a game of scores, nor where a repetition loses, so that the value
// depends on what was played before.
template <class G>
concept Claimable = Rules<G> && !Paying<G> && G::repetition != Repetition::loss;

// The value of p by the rules alone, unknown where they do not tell.
template <Rules G> ZERMELO_HD Value settle(const G& g, const PositionOf<G>& p) {
  if constexpr (Paying<G>) {
    const std::optional<i32> score = g.settled(p);
    return score ? scored(*score) : unknown_value;
  } else if constexpr (Settling<G>) {
    return g.settle(p);
  } else {
    return {g.outcome(p), 0};
  }
}

template <Rules G> bool deferred([[maybe_unused]] const G& g, [[maybe_unused]] const PositionOf<G>& p) {
  if constexpr (Deferring<G>) {
    return g.deferred(p);
  } else {
    return false;
  }
}

template <Rules G> PositionOf<G> canonical(const G& g, const PositionOf<G>& p) {
  if constexpr (Symmetric<G>) {
    return g.canonical(p);
  } else {
    return p;
  }
}

// Whether a move from p to q can never be undone.
template <Rules G> bool irreversible(const G& g, const PositionOf<G>& p, const PositionOf<G>& q) {
  if constexpr (Layered<G>) {
    return g.layer(q) < g.layer(p);
  } else {
    return false;
  }
}

template <Rules G> int orbit(const G& g, const PositionOf<G>& p) {
  if constexpr (Symmetric<G>) {
    return g.orbit(p);
  } else {
    return 1;
  }
}

} // namespace zermelo
