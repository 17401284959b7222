// Sets of strings described by a small automaton, and their numbering without gaps.
//
// A position is read as a string of contents, item by item (usually cell by cell). A specification says, on a small
// state, which content may come next; two prefixes that reach the same state have the same continuations, so the number
// of continuations is counted once per (item, state). The rank of a string is then the sum, over its items, of the number
// of strings that agree before the item and have a smaller content there: one table look-up per item.
// This is the counting of paths in a decision diagram (a frontier-based ZDD), laid out as a flat table.
//
//   struct Spec {
//     using State = …;                                       // totally ordered, small
//     int items() const;                                     // length of the string
//     int contents() const;                                  // contents are 0 .. contents()-1
//     State start() const;
//     std::optional<State> step(int item, State, int content) const;   // nothing: not allowed
//     u64 leaves(State) const;                               // ways to complete after the last item (0: reject)
//   };
//
// If content 0 never changes the state (an empty cell), it adds nothing to the rank and may be skipped: skips_zero().
// Symmetric strings are folded by the specification itself: order the items so that mirror images follow each other and
// keep "still symmetric" in the state (games/nocca/shapes.h shows it).
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/types.h"

namespace zermelo {

template <class Offset = u64> class Frontier {
public:
  struct Step {
    Offset before; // strings with the same prefix and a smaller content here
    u32 next;      // state after it, dead if not allowed
  };
  static constexpr u32 dead = ~u32{0};

  // A walk along one string; copyable, so that common prefixes are ranked once.
  struct Cursor {
    u64 rank = 0;
    u32 state = 0;
    bool alive() const { return state != dead; }
  };

  Frontier() = default;

  template <class Spec> explicit Frontier(const Spec& spec) : items_(spec.items()), contents_(spec.contents()) {
    using State = typename Spec::State;
    std::map<State, u32> id;
    std::vector<State> states;
    auto number = [&](const State& s) {
      auto [it, fresh] = id.emplace(s, static_cast<u32>(states.size()));
      if (fresh) states.push_back(s);
      return it->second;
    };
    // Forward: which states occur before which item.
    std::vector<std::vector<u32>> layer(static_cast<std::size_t>(items_) + 1);
    layer[0].push_back(number(spec.start()));
    for (int i = 0; i < items_; ++i) {
      std::vector<bool> seen;
      for (u32 s : layer[at(i)]) {
        for (int c = 0; c < contents_; ++c) {
          if (auto t = spec.step(i, State(states[s]), c)) {
            const u32 n = number(*t);
            if (n >= seen.size()) seen.resize(n + 1, false);
            if (!seen[n]) layer[at(i) + 1].push_back(n);
            seen[n] = true;
          }
        }
      }
    }
    states_ = static_cast<u32>(states.size());
    leaves_.assign(states_, 0);
    for (u32 s : layer[at(items_)]) leaves_[s] = spec.leaves(states[s]);
    // Backward: count completions, then lay them out as prefix sums over the contents.
    steps_.assign(at(items_) * states_ * at(contents_), Step{0, dead});
    std::vector<u64> after = leaves_;
    for (int i = items_; i-- > 0;) {
      std::vector<u64> here(states_, 0);
      for (u32 s : layer[at(i)]) {
        for (int c = 0; c < contents_; ++c) {
          const auto t = spec.step(i, State(states[s]), c);
          const u32 n = t ? id.at(*t) : dead;
          if (n == dead || after[n] == 0) continue;
          ensure(static_cast<u64>(static_cast<Offset>(here[s])) == here[s], "a frontier index needs wider offsets");
          steps_[cell(i, s, c)] = {static_cast<Offset>(here[s]), n};
          here[s] += after[n];
          if (c == 0 && n != s) skips_zero_ = false;
          if (c == 0 && i + 1 < items_ && n == s && after[n] == 0) skips_zero_ = false;
        }
        if (steps_[cell(i, s, 0)].next == dead) skips_zero_ = false;
      }
      after = std::move(here);
    }
    size_ = after[0];
  }

  u64 size() const { return size_; }
  int items() const { return items_; }
  u32 states() const { return states_; }
  bool skips_zero() const { return skips_zero_; }
  u64 leaves(u32 state) const { return leaves_[state]; }

  Cursor root() const { return {}; }

  // Takes one more item; the cursor dies where the specification forbids the content.
  Cursor advance(Cursor c, int item, int content) const {
    const Step& s = steps_[cell(item, c.state, content)];
    return {c.rank + s.before, s.next};
  }

  // Finds the string of the given rank: fills contents[0 .. items()-1], returns the final cursor whose rank is that of the
  // string's first completion; the caller's leaf index is rank - result.rank.
  template <class Contents> Cursor unrank(u64 rank, Contents& contents) const {
    Cursor c;
    for (int i = 0; i < items_; ++i) {
      const u64 rest = rank - c.rank;
      const Step* row = &steps_[cell(i, c.state, 0)];
      int best = -1;
      for (int k = 0; k < contents_; ++k)
        if (row[k].next != dead && row[k].before <= rest) best = k;
      contents[at(i)] = static_cast<std::remove_reference_t<decltype(contents[0])>>(best);
      c = {c.rank + row[best].before, row[best].next};
    }
    return c;
  }

private:
  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }
  std::size_t cell(int item, u32 state, int content) const { return (at(item) * states_ + state) * at(contents_) + at(content); }

  int items_ = 0;
  int contents_ = 0;
  u32 states_ = 0;
  u64 size_ = 0;
  bool skips_zero_ = true;
  std::vector<Step> steps_; // [item][state][content]
  std::vector<u64> leaves_;
};

} // namespace zermelo
