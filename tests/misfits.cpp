// Games with a hook that does not fit, one each: tests/misfits compiles this file and wants a sentence for every line that says
// so.
#include "catalog/typed.h"
#include "index/hooks.h"
#include "tictactoe/index.h"

namespace zermelo {
namespace {

using Game = tictactoe::Game;
using Position = tictactoe::Position;
using Move = u8;

#ifdef ZERMELO_MISFITS
template <class G> void use() { require_fitting_hooks<G>(); }
#define MISFIT(name, ...)                                                                                                        \
  struct name : Game {                                                                                                           \
    __VA_ARGS__                                                                                                                  \
  };                                                                                                                             \
  template void use<name>();
MISFIT(A1, u32 rank(const Position&) const;)                                           // misfit: size rank unrank folded
MISFIT(A2, Value settle(const Position&);)                                             // misfit: settle
MISFIT(A3, int walker() const;)                                                        // misfit: walker
MISFIT(A4, int predecessors(const Position&) const;)                                   // misfit: predecessors
MISFIT(A5, template <class Emit> int each_predecessor(const Position&, Emit&&) const;) // misfit: each_predecessor
MISFIT(A6, u64 orbit(const Position&) const;)                                          // misfit: canonical orbit
MISFIT(A7, int count_children(const Position&) const;)                                 // misfit: count_children
MISFIT(A8, u64 weight(Slot) const;)                                                    // misfit: weight
MISFIT(A9, int deferred(const Position&) const;)                                       // misfit: deferred
MISFIT(B1, u64 key(const Position&) const;)                                            // misfit: key
MISFIT(B2, int layer(const Position&) const;)                                          // misfit: layer
MISFIT(B3, Wdl recorded(const Position&) const;)                                       // misfit: expand recorded
MISFIT(B4, template <class Sink> u32 foresee(const Position&, Sink&&) const;)          // misfit: foresee
MISFIT(B5, template <class Sink> void attempt(const Position&, Move, Sink&&) const;)   // misfit: attempt
MISFIT(B6, int guess(const Position&, Replies) const;)                                 // misfit: guess
MISFIT(B7, bool dominated(const Position&) const;)                                     // misfit: dominated
MISFIT(B8, double evaluate(const Position&) const;)                                    // misfit: evaluate
MISFIT(B9, i32 pays(const Position&, Move) const;)                                     // misfit: settled pays lead
MISFIT(C1, template <class Lower> Survey survey(const Position&, Lower&&) const;)      // misfit: survey
MISFIT(C2, template <class Emit> void each_origin(const Position&, Emit&&) const;)     // misfit: each_origin
MISFIT(C3, static constexpr double table_bytes_a_slot = 1;)                            // misfit: solving_seconds_a_slot
MISFIT(C4, std::string picture(const Position&) const;)                                // misfit: picture clicks compose
MISFIT(C5, template <class Emit> u32 split(const Position&, Emit&&) const;)            // misfit: layers split each_return
MISFIT(C6, int blocks() const;)                                                        // misfit: blocks
MISFIT(C7, static constexpr int cube_orbit = 8;)                                       // misfit: cubes cube_orbit
MISFIT(Planes, int planes() const;)                                                    // misfit: planes plane_place
MISFIT(C8, template <class F> void each_array(F&&, int);)                              // misfit: on_device each_array
MISFIT(C9, u64 census_size() const;)                                                   // misfit: census_size census_rank
MISFIT(D1, int diagram() const;)                                                       // misfit: diagram
MISFIT(D2, int sampled;)                                                               // misfit: sampled
MISFIT(D3, int promise(const Position&, Move) const;)                                  // misfit: promise
MISFIT(D4, void narrow(const Position&) const;)                                        // misfit: narrow
MISFIT(D5, double remaining(const Position&) const;)                                   // misfit: remaining
MISFIT(D6, i32 finish(const Position&) const;)                                         // misfit: finish
MISFIT(D7, Slot layer_begin(int) const;)                                               // misfit: layers layer_begin

struct Folded : tictactoe::Rules {
  static constexpr bool folded = true;
  u64 size() const;
  Slot rank(const Position&) const;
  bool unrank(Slot, Position&) const;
};
template void use<Folded>(); // a folded index without symmetries
#elif defined(ZERMELO_MISSING)
struct NotDrawn : Game {
  int draw = 0;
};
[[maybe_unused]] void use() { make_entry(NotDrawn{}, {}); }
#else
[[maybe_unused]] void use() { require_fitting_hooks<Game>(); }
#endif

} // namespace
} // namespace zermelo
