// The first look at the slots of a stage. What moves to earlier stages give is read where it lies: in this process, at the rank
// that has it, or in the files of those stages. Questions to other ranks go out in batches, one for each stretch of slots, and
// the answers come back in the same order; questions to files are answered block by block. Meanwhile the asker keeps what it
// knows of the positions that wait.
//
// Each kind says how many slots it looks at in one go (round), and may stop before the last of them.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>

#include "exec/pool.h"
#include "exec/questions.h"
#include "exec/ranks.h"
#include "exec/share.h"
#include "exec/shared.h"
#include "game/concepts.h"
#include "solve/counters/stage_finder.h"

namespace zermelo {

// Where the ranks have the slots of all stages: of each rank one array, stage after stage.
class Spread {
public:
  Spread(const Ranks& ranks, u64 unit) : rank_(ranks.rank()), ranks_(ranks.size()), unit_(unit), before_(size()) {}

  void add(Slot first, u64 slots) {
    first_.push_back(first);
    finder_.add(slots);
    shares_.push_back({rank_, ranks_, unit_, slots});
    for (int r = 0; r < ranks_; ++r) before_.push_back(before_[before_.size() - size()] + shares_.back().own(r));
  }

  struct Place {
    u64 rank, at;
  };
  Place place(Slot s) const {
    const std::size_t stage = finder_(s);
    const Share& share = shares_[stage];
    const Share::Place p = share.place(s - first_[stage]);
    return {p.owner, before_[stage * size() + p.owner] + p.local};
  }
  const Share& share(std::size_t stage) const { return shares_[stage]; }
  u64 own_before(Slot s) const { // of this rank's slots; s is where a stage begins, or the end
    const std::size_t stage = static_cast<std::size_t>(std::lower_bound(first_.begin(), first_.end(), s) - first_.begin());
    return before_[stage * size() + static_cast<std::size_t>(rank_)];
  }
  u64 own() const { return before_[before_.size() - size() + static_cast<std::size_t>(rank_)]; }

  // f(slot, count) for the stretches of [first, last) that a rank has, in order.
  template <class F> void each_part(int rank, Slot first, Slot last, F&& f) const {
    for (std::size_t stage = stage_of(first); stage < shares_.size() && first_[stage] < last; ++stage) {
      const Slot begin = first_[stage];
      const u64 from = std::max(first, begin) - begin, to = std::min(last, begin + shares_[stage].slots) - begin;
      shares_[stage].each_part(rank, from, to, [&](u64 at, u64 n) { f(begin + at, n); });
    }
  }

private:
  std::size_t size() const { return static_cast<std::size_t>(ranks_); }
  std::size_t stage_of(Slot s) const {
    const auto after = std::upper_bound(first_.begin(), first_.end(), s);
    return static_cast<std::size_t>(after - first_.begin()) - 1;
  }

  int rank_, ranks_;
  u64 unit_;
  std::vector<Slot> first_;
  StageFinder finder_;
  std::vector<Share> shares_;
  std::vector<u64> before_; // [stage][rank]: slots of the stages before
};

// All codes are here: looks at a stretch of this rank's slots. False where a value does not fit.
template <class Word> struct EarlierHere {
  const Word* codes = nullptr;
  u64 asked = 0;
  static u64 round(int threads) { return (u64{1} << 20) * static_cast<u64>(threads); }
  void seeded() {}
  u64 questions() const { return asked; }
  template <class G, class Cells> bool seed(const G& g, Cells& cells, u64 first, u64& last, const Share& share, Pool& pool) {
    u8 too_long = 0;
    pool.for_ranges(first, last, std::min<u64>(Cells::chunk, u64{1} << 14), [&](u64 begin, u64 end, int) {
      Walker<G> walker(g);
      u64 n = 0;
      const auto ask = [this, &n](auto& look, Slot s, i32 with) {
        look.add(codes[s], with);
        ++n;
      };
      for (u64 i = begin; i < end; ++i)
        if (!cells.put(i, cells.look(g, walker, cells.begin + share.global(i), ask))) return store_shared(too_long, u8{1});
      add_shared(asked, n);
    });
    return too_long == 0;
  }
};

// Each rank has its own: `codes` is this one's array. All ranks call seed() together.
template <class Word, class Cells> class EarlierAsked {
public:
  EarlierAsked(Ranks& ranks, const Spread& spread, const Word* codes) : ranks_(ranks), spread_(spread), codes_(codes) {}

  static u64 round(int threads) { return (u64{1} << 18) * static_cast<u64>(threads); } // of each rank's slots
  void seeded() {}
  u64 questions() const { return asked_; }
  template <class G> bool seed(const G& g, Cells& cells, u64 first, u64& last, const Share& share, Pool& pool) {
    const u64 count = first < last ? (last - first + stretch - 1) / stretch : 0;
    stretches_.resize(count, Stretch(static_cast<u64>(ranks_.size())));
    u8 too_long = 0;
    pool.for_ranges(0, count, 1, [&](u64 k, u64, int) {
      const u64 from = first + k * stretch;
      if (!ask(g, cells, first, from, std::min(last, from + stretch), share, stretches_[k])) store_shared(too_long, u8{1});
    });
    for (const Stretch& s : stretches_) asked_ += s.cookies.size();
    answer();
    pool.for_ranges(0, count, 1, [&](u64 k, u64, int) {
      std::vector<u64> next = stretches_[k].first_answer;
      const Cookie* cookie = stretches_[k].cookies.data();
      for (auto& [i, asked, look] : stretches_[k].waiting) {
        for (u32 n = 0; n < asked; ++n, ++cookie)
          look.add(reinterpret_cast<const Word*>(answers_[cookie->rank].data())[next[cookie->rank]++], cookie->with);
        if (!cells.put(first + i, look)) store_shared(too_long, u8{1});
      }
    });
    return too_long == 0;
  }

private:
  static constexpr u64 stretch = u64{1} << 14;

  struct Cookie {
    u16 rank;
    std::int16_t with;
  };
  struct Waiting {
    u32 i, asked; // i: from the first of the round on
    typename Cells::Look look;
  };
  struct Stretch {
    explicit Stretch(u64 ranks) : asked(ranks), first_answer(ranks) {}
    std::vector<std::vector<u32>> asked; // [rank]: places in its array
    std::vector<u64> first_answer;       // [rank]
    std::vector<Cookie> cookies;         // of all questions, in order
    std::vector<Waiting> waiting;
  };

  // Looks at a stretch. As in take_back: everything that it calls is to become one function.
  template <class G>
  [[gnu::flatten]] bool ask(const G& g, Cells& cells, u64 first, u64 from, u64 to, const Share& share, Stretch& here) const {
    here.cookies.clear();
    here.waiting.clear();
    Walker<G> walker(g);
    bool fits = true;
    for (u64 i = from; i < to; ++i) {
      const u64 before = here.cookies.size();
      const auto found = cells.look(g, walker, cells.begin + share.global(i), [&](auto&, Slot s, i32 with) {
        // This rank asks itself as well: no processor could foresee whom it is to ask.
        const Spread::Place p = spread_.place(s);
        here.asked[p.rank].push_back(static_cast<u32>(p.at));
        here.cookies.push_back({static_cast<u16>(p.rank), static_cast<std::int16_t>(with)});
      });
      if (const u64 asked = here.cookies.size() - before; asked != 0) {
        here.waiting.push_back({static_cast<u32>(i - first), static_cast<u32>(asked), found});
      } else {
        fits = cells.put(i, found) && fits;
      }
    }
    return fits;
  }

  // Fills answers_, of each rank in the order of the questions.
  void answer() {
    const std::size_t ranks = static_cast<std::size_t>(ranks_.size());
    std::vector<Message> questions(ranks);
    for (std::size_t r = 0; r < ranks; ++r) {
      u64 n = 0;
      for (Stretch& s : stretches_) {
        s.first_answer[r] = n;
        n += s.asked[r].size();
      }
      questions[r].resize(n * sizeof(u32));
      n = 0;
      for (Stretch& s : stretches_) {
        if (!s.asked[r].empty())
          std::memcpy(questions[r].data() + n * sizeof(u32), s.asked[r].data(), s.asked[r].size() * sizeof(u32));
        n += s.asked[r].size();
        s.asked[r].clear();
      }
    }
    std::vector<Message> replies(ranks);
    const std::vector<Message> asked = ranks_.exchange(std::move(questions));
    for (std::size_t r = 0; r < ranks; ++r) {
      const u64 n = asked[r].size() / sizeof(u32);
      const auto* const at = reinterpret_cast<const u32*>(asked[r].data());
      replies[r].resize(n * sizeof(Word));
      auto* const out = reinterpret_cast<Word*>(replies[r].data());
      for (u64 i = 0; i < n; ++i) out[i] = codes_[at[i]];
    }
    answers_ = ranks_.exchange(std::move(replies));
  }

  Ranks& ranks_;
  const Spread& spread_;
  const Word* codes_;
  std::vector<Stretch> stretches_; // kept from round to round: to ask for fresh memory each time costs as much as the questions
  std::vector<Message> answers_;
  u64 asked_ = 0;
};

// The codes of earlier stages lie in files: `files` says where a code is and reads blocks, `memory` is for everything that waits.
// A round looks at as many slots as there is room for their questions; then each block that they are about is read once.
template <class Word, class Cells, class Files> class EarlierOnDisk {
public:
  EarlierOnDisk(const Files& files, int threads, int max_moves, u64 memory)
      : files_(files), each_(chunks_of(files.blocks(), max_moves)),
        questions_(std::make_unique<Asked>(files.blocks(), threads, memory)) {}

  static u64 least_memory(u64 blocks, int threads, int max_moves) {
    return Asked::least_memory(blocks, threads, chunks_of(blocks, max_moves));
  }
  // What waits takes about so many bytes a slot; more memory than for all of them would stay unused.
  static constexpr u64 bytes_a_slot = sizeof(typename Cells::Look) + 16;
  static u64 blocks_at_once(int threads) { return Asked::blocks_at_once(threads); }

  static u64 round(int threads) { return std::min(u64{1} << 31, (u64{1} << 26) * static_cast<u64>(threads)); }
  void seeded() { questions_.reset(); }
  u64 questions() const { return count_; }

  template <class G> bool seed(const G& g, Cells& cells, u64 first, u64& last, const Share& share, Pool& pool) {
    Asked& asked = *questions_;
    asked.clear();
    u8 too_long = 0;
    u64 next = first;
    const u64 end = last;
    pool.for_ranges(0, static_cast<u64>(pool.threads()), 1, [&](u64, u64, int worker) {
      Walker<G> walker(g);
      u64 n = 0;
      while (asked.has_room(each_)) {
        const u64 begin = take_shared(next, stretch);
        for (u64 i = begin; i < std::min(end, begin + stretch); ++i) {
          const u32 entry = asked.next(worker);
          bool waits = false;
          const auto found = cells.look(g, walker, cells.begin + share.global(i), [&](auto&, Slot s, i32 with) {
            const auto [block, offset] = files_.place(s);
            asked.ask(worker, entry, block, offset, with);
            waits = true;
            ++n;
          });
          if (waits) {
            asked.wait(worker, {static_cast<u32>(i - first), found});
          } else if (!cells.put(i, found)) {
            store_shared(too_long, u8{1});
          }
        }
        if (begin >= end) break;
      }
      add_shared(count_, n);
    });
    last = std::min(end, next);
    asked.template answer<std::vector<std::byte>>(
        pool, [&](u64 block, auto& bytes) { files_.read_block(block, sizeof(Word), bytes); },
        [](Waiting& w, const auto& bytes, u32 offset, i32 with) {
          w.look.add(reinterpret_cast<const Word*>(bytes.data())[offset], with);
        });
    asked.each_entry(pool, [&](const Waiting& w) {
      if (!cells.put(first + w.i, w.look)) store_shared(too_long, u8{1});
    });
    return too_long == 0;
  }

private:
  static constexpr u64 stretch = 4096;

  struct Waiting {
    u32 i; // from the first slot of the round
    typename Cells::Look look;
  };
  using Asked = Questions<Waiting>;

  static u64 chunks_of(u64 blocks, int max_moves) {
    return Asked::chunks_for(blocks, stretch * static_cast<u64>(max_moves), stretch);
  }

  const Files& files_;
  u64 each_;      // chunks that a stretch takes at most
  u64 count_ = 0; // of questions
  std::unique_ptr<Asked> questions_;
};

} // namespace zermelo
