// The optional parts of the contract with a game, in one table: what `zermelo check` lists, and what the compiler refuses where a
// member has the name of a hook but does not fit. game/concepts.h begins with the same list for people; a test compares them.
#pragma once

#include <type_traits>
#include <vector>

#include "game/check/report.h"
#include "game/connection.h"
#include "game/lines.h"
#include "game/picture.h"
#include "index/blocks.h"
#include "index/census.h"
#include "index/cubes.h"
#include "index/diagram.h"
#include "index/layers.h"
#include "index/marks.h"
#include "index/on_device.h"
#include "index/planes.h"
#include "index/sampling.h"

namespace zermelo {

// names_key<G>: whether G has a member `key` of whatever kind, private or not: beside a second one the name is ambiguous.
// clang-format off: it takes a list of words for calls, and indents it anew each time
#define ZERMELO_HOOK_NAMES(N)                                                                                                   \
  N(rank) N(unrank) N(folded) N(settle) N(walker) N(predecessors) N(each_predecessor) N(canonical) N(orbit)                     \
  N(count_children) N(weight) N(deferred) N(key) N(layer) N(expand) N(recorded) N(foresee) N(attempt) N(carried) N(guess)        \
  N(dominated) N(evaluate) N(promise) N(narrow) N(limit) N(remaining) N(finish) N(settled) N(pays) N(lead) N(layer_begin) N(most_score) N(layer_name) N(survey)             \
  N(each_origin) N(solving_seconds_a_slot) N(table_bytes_a_slot) N(picture) N(clicks) N(compose) N(split) N(each_return)        \
  N(blocks) N(cubes) N(cube_orbit) N(planes) N(plane_place) N(marks) N(mark_layers) N(mark_orbit) N(census_size) N(census_rank) N(diagram) N(sampled) N(on_device) N(each_array)                       \
  N(lines) N(suggest) N(connections) N(joining)
// clang-format on
#define ZERMELO_HOOK_NAME(name)                                                                                                  \
  struct Second_##name {                                                                                                         \
    int name;                                                                                                                    \
  };                                                                                                                             \
  template <class G> struct Both_##name : G, Second_##name {};                                                                   \
  template <class G>                                                                                                             \
  concept names_##name = std::is_class_v<G> && !std::is_final_v<G> && !requires { &Both_##name<G>::name; };
ZERMELO_HOOK_NAMES(ZERMELO_HOOK_NAME)
#undef ZERMELO_HOOK_NAME
#undef ZERMELO_HOOK_NAMES

// A device gets the index, or the board of blocks or cubes.
template <class G> constexpr bool goes_to_device() {
  bool found = OnDevice<DeviceIndexOf<G>>;
  if constexpr (Blocked<G>) found = found || OnDevice<typename BlocksOf<G>::Board>;
  if constexpr (Cubed<G>) found = found || OnDevice<CubeBoardOf<G>>;
  if constexpr (Marked<G>) found = found || OnDevice<MarkBoardOf<G>>;
  return found;
}
// A copy to a device passes over an each_array that it cannot call, and its arrays would stay behind.
template <class G> constexpr bool device_does_not_fit() {
  using T = DeviceIndexOf<G>;
  auto move = []<class Element>(const Element*&, u64) {};
  if constexpr (!says_on_device<T>()) {
    return false;
  } else {
    return !std::is_trivially_copyable_v<T> || (names_each_array<T> && !requires(T& t) { t.each_array(move); });
  }
}

// X(concept, the concept that it needs, its functions, its header, whether G has it, whether G has a member of such a name,
//   the expected signatures, what it brings)
#define ZERMELO_HOOKS(X)                                                                                                         \
  X(Indexed, Nothing, "size rank unrank folded", "game/concepts.h", Indexed<G>,                                                  \
    (names_rank<G> || names_unrank<G> || names_folded<G>),                                                                       \
    "u64 size() const; Slot rank(const Position&) const; bool unrank(Slot, Position&) const; static constexpr bool "             \
    "folded",                                                                                                                    \
    "tables: retrograde analysis, by forward passes if there is nothing else")                                                   \
  X(Settling, Nothing, "settle", "game/concepts.h", Settling<G>, (names_settle<G>), "Value settle(const Position&) const",       \
    "wins in 1 that the rules tell need no slot and are never passed on")                                                        \
  X(Walking, Indexed, "walker", "game/concepts.h", Walking<G>, (names_walker<G>),                                                \
    "an index, and walker() const whose result has bool unrank(Slot, Position&)",                                                \
    "slots in order are unranked from the one before")                                                                           \
  X(Reversible, Indexed, "predecessors", "game/concepts.h", Reversible<G>, (names_predecessors<G>),                              \
    "an index, static constexpr int max_predecessors, void predecessors(const Position&, FixedList<Position, "                   \
    "max_predecessors>&) const",                                                                                                 \
    "each move is looked at once, not once in every pass")                                                                       \
  X(SlotReversible, Reversible, "each_predecessor", "game/concepts.h", SlotReversible<G>, (names_each_predecessor<G>),           \
    "predecessors, and template <class Emit> void each_predecessor(const Position&, Emit&&) const",                              \
    "predecessors need not be ranked and sorted")                                                                                \
  X(Symmetric, Nothing, "canonical orbit", "game/concepts.h", Symmetric<G>, (names_canonical<G> || names_orbit<G>),              \
    "Position canonical(const Position&) const; int orbit(const Position&) const", "symmetric positions are one class")          \
  X(Counting, Indexed, "count_children", "game/concepts.h", Counting<G>, (names_count_children<G>),                              \
    "an index, and Children count_children(const Position&) const", "successors need not be ranked to be counted")               \
  X(Weighing, Indexed, "weight", "game/concepts.h", Weighing<G>, (names_weight<G>), "an index, and int weight(Slot) const",      \
    "statistics do not unrank every slot")                                                                                       \
  X(Deferring, Indexed, "deferred", "game/concepts.h", Deferring<G>, (names_deferred<G>),                                        \
    "an index, and bool deferred(const Position&) const", "a table of values leaves out what a look at the successors tells")    \
  X(Hashed, Nothing, "key", "game/concepts.h", Hashed<G>, (names_key<G>), "Key key(const Position&) const",                      \
    "proof search without an index")                                                                                             \
  X(Layered, Nothing, "layer", "game/concepts.h", Layered<G>, (names_layer<G>), "u32 layer(const Position&) const",              \
    "where no position may occur twice: what came before a lower layer is nothing")                                              \
  X(Expanding, Nothing, "expand recorded", "game/concepts.h", Expanding<G>, (names_expand<G> || names_recorded<G>),              \
    "template <class Sink> void expand(const Position&, Sink&&) const; Wdl recorded(const Position&) const",                     \
    "proof search plays the moves while it lists them")                                                                          \
  X(Foreseeing, Expanding, "foresee", "game/concepts.h", Foreseeing<G>, (names_foresee<G>),                                      \
    "expand and recorded, and template <class Sink> u32 foresee(const Position&, Sink&&) const",                                 \
    "proof search finds moves that end the game without playing all")                                                            \
  X(Attempting, Expanding, "attempt", "game/concepts.h", Attempting<G>, (names_attempt<G>),                                      \
    "expand and recorded, and template <class Sink> void attempt(const Position&, Move, Sink&&) const",                          \
    "proof search tries moves first that lately won")                                                                            \
  X(Carrying, Attempting, "carried", "game/concepts.h", Carrying<G>, (names_carried<G>),                                         \
    "attempt, and Move carried(Move, Move after) const", "proof search leaves out moves that do not stop a threat")              \
  X(Guessing, Nothing, "guess", "game/concepts.h", Guessing<G>, (names_guess<G>),                                                \
    "Guess guess(const Position&, Replies) const, of G::Expanded where the game has that",                                       \
    "proof search begins with better numbers than how many moves there are")                                                     \
  X(Dominating, Nothing, "dominated", "game/concepts.h", Dominating<G>, (names_dominated<G>),                                    \
    "dominated(const Position&) const that returns a function bool(Move), or bool dominated(const Position&, Move) const",       \
    "proof search leaves moves out that another is as good as")                                                                  \
  X(Evaluating, Nothing, "evaluate", "game/concepts.h", Evaluating<G>, (names_evaluate<G>),                                      \
    "int evaluate(const Position&) const", "an opponent that searches knows more than the number of moves")                      \
  X(Promising, Nothing, "promise", "game/concepts.h", Promising<G>, (names_promise<G>),                                          \
    "i32 promise(const Position&, Move, const Position& after) const", "exact search tries the better moves first")              \
  X(Narrowing, Nothing, "narrow", "game/concepts.h", Narrowing<G>, (names_narrow<G>),                                            \
    "Value narrow(const Position&, FixedList<Move, max_moves>&) const",                                                          \
    "exact search leaves out moves that another is as good as, plies included")                                                  \
  X(Limiting, Nothing, "limit", "game/concepts.h", Limiting<G>, (names_limit<G>), "Value limit(const Position&) const",          \
    "exact search ends where a look tells that the mover does not get more")                                                     \
  X(Remaining, Nothing, "remaining", "game/concepts.h", Remaining<G>, (names_remaining<G>),                                      \
    "int remaining(const Position&) const", "exact search keeps small positions out of its table")                               \
  X(Finishing, Remaining, "finish", "game/concepts.h", Finishing<G>, (names_finish<G>),                                          \
    "remaining, static constexpr int finishes, and i32 finish(const Position&, i32 bound) const",                                \
    "exact search leaves the last plies to the game")                                                                            \
  X(Paying, Nothing, "settled pays lead", "game/concepts.h", Paying<G>, (names_settled<G> || names_pays<G> || names_lead<G>),    \
    "std::optional<i32> settled(const Position&) const, i32 pays(const Position&, Move) const, i32 lead(const Position&) const", \
    "scores instead of won, lost and drawn")                                                                                     \
  X(Scored, Paying, "layers layer_begin most_score layer_name", "game/concepts.h", Scored<G>,                                    \
    (names_layer_begin<G> || names_most_score<G> || names_layer_name<G>),                                                        \
    "scores, an index, int layers() const, Slot layer_begin(int) const, i32 most_score(int) const, std::string "                 \
    "layer_name(int) const",                                                                                                     \
    "tables of scores")                                                                                                          \
  X(Surveying, Scored, "survey", "game/concepts.h", Surveying<G>, (names_survey<G>),                                             \
    "scores, and template <class Lower> Survey survey(const Position&, Lower&&) const",                                          \
    "successors of a position with a score need not be ranked")                                                                  \
  X(Originating, Scored, "each_origin", "game/concepts.h", Originating<G>, (names_each_origin<G>),                               \
    "scores, and template <class Emit> void each_origin(const Position&, Emit&&) const",                                         \
    "scores by un-moves instead of windows")                                                                                     \
  X(Effortful, Nothing, "solving_seconds_a_slot table_bytes_a_slot", "game/concepts.h", Effortful<G>,                            \
    (names_solving_seconds_a_slot<G> || names_table_bytes_a_slot<G>),                                                            \
    "static constexpr double solving_seconds_a_slot, table_bytes_a_slot", "plans say what a solve took elsewhere")               \
  X(Pictured, Nothing, "picture clicks compose", "game/picture.h", Pictured<G>,                                                  \
    (names_picture<G> || names_clicks<G> || names_compose<G>),                                                                   \
    "Picture picture(const Position&) const; std::vector<std::string> clicks(const Position&, Move) const; "                     \
    "std::optional<Position> compose(const Picture&, bool, std::string&) const",                                                 \
    "the explorer draws the board and plays by clicks")                                                                          \
  X(Lined, Nothing, "lines stones", "game/lines.h", Lined<G>, (names_lines<G>),                                                  \
    "const LineBoard& lines() const; LineStones stones(const Position&) const",                                                  \
    "proofs of wins by fours and threats, with zones")                                                                           \
  X(Suggesting, Lined, "suggest", "game/lines.h", Suggesting<G>, (names_suggest<G>),                                             \
    "lines, and int suggest(const CellSet&, const CellSet&) const", "proofs with zones begin with a known move")                 \
  X(Connecting, Nothing, "connections joining", "game/connection.h", Connecting<G>, (names_connections<G> || names_joining<G>),  \
    "const ConnectionBoard& connections() const; std::optional<ConnectionStones> joining(const Position&) const",                \
    "proofs by virtual connections, with carriers")                                                                              \
  X(LayeredTable, Indexed, "layers split each_return", "index/layers.h", LayeredTable<G>,                                        \
    (names_split<G> || names_each_return<G>),                                                                                    \
    "an index, const std::vector<TableLayer>& layers() const, template <class Emit> u32 split(const Position&, "                 \
    "Emit&&) const, template <class Emit> void each_return(const Position&, Emit&&) const",                                      \
    "parts of the index are solved one after the other")                                                                         \
  X(Blocked, Indexed, "blocks", "index/blocks.h", Blocked<G>, (names_blocks<G>),                                                 \
    "an index, and blocks() const with shapes(), pieces(), turned(u32) and board()",                                             \
    "all owners over a shape in one vector of bits")                                                                             \
  X(Cubed, Indexed, "cubes cube_orbit", "index/cubes.h", Cubed<G>, (names_cubes<G> || names_cube_orbit<G>),                      \
    "an index, static constexpr int cube_orbit, and cubes() const with layers(), name(std::size_t), symmetric(int, "             \
    "u64) and board()",                                                                                                          \
    "all colourings of a set of squares in one vector")                                                                          \
  X(Planed, Indexed, "planes plane_place", "index/planes.h", Planed<G>, (names_planes<G> || names_plane_place<G>),               \
    "an index, const PlaneBoard& planes() const, PlanePlace plane_place(const Position&) const",                                 \
    "all sets of pieces against one piece in a plane of bits")                                                                   \
  X(Marked, Indexed, "marks mark_layers mark_orbit", "index/marks.h", Marked<G>,                                                 \
    (names_marks<G> || names_mark_layers<G> || names_mark_orbit<G>),                                                             \
    "an index, static constexpr int mark_orbit, std::vector<MarkLayer> mark_layers() const, and marks() const with moves(), "    \
    "from(int), held(int, int), set(int, u64), place(u32) and others",                                                           \
    "all owners of the marks on a set of cells in one vector")                                                                   \
  X(OnDevice, Nothing, "on_device each_array", "index/on_device.h", goes_to_device<G>() && !device_does_not_fit<G>(),            \
    (device_does_not_fit<G>()),                                                                                                  \
    "static constexpr bool on_device of what is trivially copyable, and template <class F> void each_array(F&&) that "           \
    "hands out const T*& and u64",                                                                                               \
    "solves on a CUDA device")                                                                                                   \
  X(Census, Indexed, "census_size census_rank", "index/census.h", Census<G>, (names_census_size<G> || names_census_rank<G>),     \
    "an index, u64 census_size() const, u64 census_rank(const Position&) const",                                                 \
    "reachable positions outside the index are counted")                                                                         \
  X(Diagrammed, Nothing, "diagram", "index/diagram.h", Diagrammed<G>, (names_diagram<G>),                                        \
    "diagram() const with symmetries(), spec(int), items_of, position_of, strata(), tally(u32) and stratum(u64)",                \
    "a second account of the set, held against the index")                                                                       \
  X(Sampled, Nothing, "sampled", "index/sampling.h", Sampled<G>, (names_sampled<G>),                                             \
    "sampled() const with spec(), symmetries() and set()", "estimates of how many positions there are")

// misfit_Hashed<G>: G has a member of such a name, but not what the engines ask for.
#define ZERMELO_MISFIT(name, needs, functions, header, found, named, expected, brings)                                           \
  template <class G> constexpr bool misfit_##name = !(found) && (named);
ZERMELO_HOOKS(ZERMELO_MISFIT)
#undef ZERMELO_MISFIT
template <class G> constexpr bool misfit_Nothing = false;

// One sentence for each hook that does not fit; what needs another that does not fit either says nothing.
template <class G> constexpr void require_fitting_hooks() {
#define ZERMELO_FITS(name, needs, functions, header, found, named, expected, brings)                                             \
  static_assert(!misfit_##name<G> || misfit_##needs<G>,                                                                          \
                "the hook " functions " does not fit concept " #name " in " header "; expected: " expected);
  ZERMELO_HOOKS(ZERMELO_FITS)
#undef ZERMELO_FITS
  // Positions are hashed and moves are ordered as bytes, and a byte between two members may be anything.
  static_assert(std::has_unique_object_representations_v<PositionOf<G>> && std::has_unique_object_representations_v<MoveOf<G>>,
                "equal positions and moves must have equal bytes; expected: members that leave no gap, e.g. a u32 beside u32s");
  if constexpr (Indexed<G>)
    static_assert(!G::folded || Symmetric<G> || misfit_Symmetric<G>,
                  "folded = true says that a slot is a class of symmetric positions; expected: "
                  "canonical and orbit of concept Symmetric in game/concepts.h");
}

// All of them, found or not.
template <class G> std::vector<HookReport> hooks_of() {
#define ZERMELO_REPORT(name, needs, functions, header, found, named, expected, brings) {#name, functions, header, brings, found},
  return {ZERMELO_HOOKS(ZERMELO_REPORT)};
#undef ZERMELO_REPORT
}

} // namespace zermelo
