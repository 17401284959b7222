// One pass over a layer on a device: a block takes a set, a warp 1,024 of its colourings at a time, a lane one of every 32. A lane
// keeps 32 colourings as the bits of a word: bit k is that of word k of the stretch. What a link says of a colouring is one bit of
// another vector; places within the stretch are changed one after the other in Gray's order, so that the next bit is one exclusive or
// away.
//
// Late passes find little, and a look at all that is open costs as much as before. Then moves are taken back from what the pass before
// has found: from what is lost to wins, and from what is won to candidates for a loss, which are looked at one by one.
#pragma once

#include "exec/cuda/runtime.h"
#include "solve/marks/search.h"

namespace zermelo {

inline constexpr int mark_threads = 256;

template <class Board> struct MarkDevicePass {
  const Board* board;
  int marks, plies;
  u32 sets;
  u64 stride, after_stride; // words of 32 bits of a vector
  const u32 *won, *lost, *after_won, *after_lost;
  u32 *fresh_won, *fresh_lost;
  const u32 *changed, *after_news; // by set: what is new, bits as in search.h
  u32* fresh;
  u32 parts; // that a set is taken in, by as many blocks
};

// The stretch of a warp.
template <class Board> class MarkWarp {
public:
  __device__ MarkWarp(const MarkDevicePass<Board>& pass, u64 set, u32 stretch)
      : pass_(pass), lane_(threadIdx.x % 32), stretch_(stretch) {
    const u32 words = static_cast<u32>(pass.marks <= 5 ? 1 : u64{1} << (pass.marks - 5));
    const u64 at = set * pass.stride + u64{32} * stretch + lane_;
    u32 word = 32 * stretch + lane_ < words ? ~(pass.won[at] | pass.lost[at]) : 0;
    if (pass.marks < 5) word &= (1U << (1 << pass.marks)) - 1;
    open = spread(word);
    left = open;
  }

  __device__ bool any_left() const { return __any_sync(~0U, left != 0) != 0; }
  __device__ void keep(const MarkLink& link) {
    const u32 want = left & owned(link);
    left &= ~(want & ~read(link.later ? pass_.after_won : pass_.won, link, want));
  }
  __device__ void add(const MarkLink& link) {
    const u32 want = left & owned(link);
    left &= ~(want & read(link.later ? pass_.after_lost : pass_.lost, link, want));
  }

  // The colouring that bit k stands for.
  __device__ u32 colouring(int k) const { return stretch_ << 10 | static_cast<u32>(k) << 5 | lane_; }

  // Bits of lanes to words, and back: lane k has word k.
  __device__ static u32 gathered(u32 bits) {
    u32 out = 0;
    for (u32 k = 0; k < 32; ++k) {
      const u32 word = __ballot_sync(~0U, (bits >> k & 1) != 0);
      if (threadIdx.x % 32 == k) out = word;
    }
    return out;
  }
  __device__ static u32 spread(u32 word) {
    u32 out = 0;
    for (u32 k = 0; k < 32; ++k) out |= (__shfl_sync(~0U, word, static_cast<int>(k)) >> (threadIdx.x % 32) & 1) << k;
    return out;
  }
  // Words that are not empty are written; whether there is any.
  __device__ bool write(u32* plane, u64 set, u32 bits) const {
    const u32 word = gathered(bits);
    if (word != 0) plane[set * pass_.stride + u64{32} * stretch_ + lane_] = word;
    return __any_sync(~0U, word != 0) != 0;
  }

  u32 open, left;

private:
  // The colourings in which a mark is the mover's: its bit is clear.
  __device__ u32 owned(const MarkLink& link) const {
    const int at = link.own;
    if (at < 0) return ~0U;
    if (at < 5) return (lane_ >> at & 1) == 0 ? ~0U : 0;
    if (at >= 10) return (stretch_ >> (at - 10) & 1) == 0 ? ~0U : 0;
    constexpr u32 clear[5] = {0x55555555, 0x33333333, 0x0F0F0F0F, 0x00FF00FF, 0x0000FFFF};
    return clear[at - 5];
  }

  __device__ u32 read(const u32* plane, const MarkLink& link, u32 want) const {
    u32 wanted = want; // by any lane
    for (int step = 16; step > 0; step /= 2) wanted |= __shfl_xor_sync(~0U, wanted, step);
    if (wanted == 0) return 0;
    plane += link.number * (link.later ? pass_.after_stride : pass_.stride);
    u32 at = static_cast<u32>((u64{1} << (pass_.marks + (link.later ? 1 : 0))) - 1);
    for (int i = 0; i < 5 && i < pass_.marks; ++i) at ^= (lane_ >> i & 1) << link.to[i];
    for (u32 rest = stretch_; rest != 0; rest &= rest - 1) at ^= 1U << link.to[10 + lowest_bit(rest)];
    u32 places[5] = {};
#pragma unroll
    for (int i = 0; i < 5; ++i) places[i] = 5 + i < pass_.marks ? 1U << link.to[5 + i] : 0;
    u32 bits = 0;
    int k = 0;
#pragma unroll
    for (int n = 0; n < 32; ++n) {
      if ((wanted >> k & 1) != 0 && (want >> k & 1) != 0) bits |= (plane[at >> 5] >> (at & 31) & 1) << k;
      if (n == 31) break;
      const int place = n % 2 == 0 ? 0 : n % 4 == 1 ? 1 : n % 8 == 3 ? 2 : n % 16 == 7 ? 3 : 4; // Gray's order
      k ^= 1 << place;
      at ^= places[place];
    }
    return bits;
  }

  const MarkDevicePass<Board>& pass_;
  u32 lane_, stretch_;
};

// What is over, by the rules.
template <class Board> __device__ u8 mark_over(const MarkDevicePass<Board>& pass, u32 cells, u64 set, u32 stretch) {
  MarkWarp<Board> warp(pass, set, stretch);
  u32 wins = 0, losses = 0;
  for (int k = 0; k < 32; ++k) {
    if ((warp.open >> k & 1) == 0) continue;
    const u32 other = marks_of_colouring(*pass.board, cells, warp.colouring(k));
    const Wdl who = pass.board->over(cells & ~other, other);
    wins |= (who == Wdl::win ? 1U : 0U) << k;
    losses |= (who == Wdl::loss ? 1U : 0U) << k;
  }
  const bool any_win = warp.write(pass.fresh_won, set, wins), any_loss = warp.write(pass.fresh_lost, set, losses);
  return static_cast<u8>((any_win ? news_of_wins : 0) | (any_loss ? news_of_losses : 0));
}

template <class Board>
__device__ u8 mark_find(const MarkDevicePass<Board>& pass, const FreshLink* links, int count, u8 news, u64 set, u32 stretch) {
  MarkWarp<Board> warp(pass, set, stretch);
  if (!warp.any_left()) return 0;
  u32 found = 0;
  if ((news & news_of_wins) != 0) {
    find_losses(links, count, warp);
    if (warp.write(pass.fresh_lost, set, warp.left)) found |= news_of_losses;
  }
  if ((news & news_of_losses) != 0) {
    warp.left = warp.open;
    find_wins(links, count, warp);
    if (warp.write(pass.fresh_won, set, warp.open & ~warp.left)) found |= news_of_wins;
  }
  return static_cast<u8>(found);
}

// Some threads of a block find the links of a set; `count` of different ones are left, and what is new where they lead.
template <class Board> struct MarkLinks {
  FreshLink all[most_mark_moves], links[most_mark_moves];
  u32 cells, news;
  int count;
  enum : u8 { without_images = 1, with_images = 2 }; // where a move that is taken back leads: instead of news

  // By all threads of a block. ~0 cells: another set stands for it.
  __device__ void begin(const Board& board, int marks, u32 set) {
    __syncthreads(); // the last one is done with what is shared
    if (threadIdx.x == 0) {
      cells = board.set(marks, set);
      if (board.place(cells).number != set) cells = ~0U;
      news = 0;
      count = 0;
    }
    __syncthreads();
  }
  __device__ void find(const MarkDevicePass<Board>& pass) {
    const Board& board = *pass.board;
    if (static_cast<int>(threadIdx.x) < board.moves()) {
      FreshLink& mine = all[threadIdx.x];
      find_link(board, cells, static_cast<int>(threadIdx.x), mine.link);
      mine.news = static_cast<u8>(mine.link.later ? pass.after_news[mine.link.number] : pass.changed[mine.link.number]);
      if (mine.news != 0) atomicOr(&news, static_cast<u32>(mine.news));
    }
    __syncthreads();
    if (threadIdx.x == 0)
      for (int m = 0; m < board.moves(); ++m)
        if (count == 0 || !all[m].link.same(links[count - 1].link, pass.marks)) links[count++] = all[m];
    __syncthreads();
  }
  // Of moves taken back, to sets with as many marks or with one less.
  __device__ void find_back(const Board& board, bool blank) {
    if (static_cast<int>(threadIdx.x) < board.moves()) {
      FreshLink& mine = all[threadIdx.x];
      const bool there = find_back_link(board, cells, static_cast<int>(threadIdx.x), blank, mine.link);
      const int marks = count_ones(cells) - (blank ? 1 : 0);
      mine.news = static_cast<u8>(!there                                                ? 0
                                  : board.symmetric(board.set(marks, mine.link.number)) ? with_images
                                                                                        : without_images);
    }
    __syncthreads();
    if (threadIdx.x == 0)
      for (int m = 0; m < board.moves(); ++m)
        if (all[m].news != 0) links[count++] = all[m];
    __syncthreads();
  }
};

template <class Board> __global__ void __launch_bounds__(mark_threads) mark_pass(MarkDevicePass<Board> pass) {
  __shared__ MarkLinks<Board> of;
  for (u64 job = blockIdx.x; job < u64{pass.sets} * pass.parts; job += gridDim.x) {
    const u32 set = static_cast<u32>(job / pass.parts), part = static_cast<u32>(job % pass.parts);
    of.begin(*pass.board, pass.marks, set);
    if (of.cells == ~0U) continue;
    if (pass.plies > 0) of.find(pass);
    if (pass.plies > 0 && of.news == 0) continue;
    const u32 stretches = pass.marks <= 10 ? 1 : 1U << (pass.marks - 10), warps = mark_threads / 32;
    u8 mine = 0;
    for (u32 s = part * warps + threadIdx.x / 32; s < stretches; s += pass.parts * warps)
      mine |= pass.plies == 0 ? mark_over(pass, of.cells, set, s)
                              : mark_find(pass, of.links, of.count, static_cast<u8>(of.news), set, s);
    if (mine != 0 && threadIdx.x % 32 == 0) atomicOr(&pass.fresh[set], static_cast<u32>(mine));
  }
}

// What the pass before has found, of this layer or of the one with a mark more; there as the plies of what is decided.
struct MarkNews {
  u32 sets;
  int marks, level;
  u64 stride;
  const u32 *won, *lost; // of this layer: found by that pass; of the other: won at all
  const u16* plies;      // null: of this layer
  const u32* flags;

  __device__ u32 wins(u64 set, u64 word) const {
    return plies == nullptr ? won[set * stride + word] : now(set, word) & won[set * stride + word];
  }
  __device__ u32 losses(u64 set, u64 word) const {
    return plies == nullptr ? lost[set * stride + word] : now(set, word) & ~won[set * stride + word];
  }

private:
  __device__ u32 now(u64 set, u64 word) const {
    u32 out = 0;
    const u32 n = marks >= 5 ? 32 : 1U << marks;
    for (u32 i = 0; i < n; ++i) out |= (plies[(set << marks) + 32 * word + i] == level ? 1U : 0U) << i;
    return out;
  }
};

// A win, or a candidate for a loss.
template <class Board> __device__ void mark_note(const MarkDevicePass<Board>& pass, u64 set, u32 at, bool win) {
  const u32 bit = 1U << (at & 31), flag = win ? news_of_wins : news_of_losses;
  const u64 word = set * pass.stride + (at >> 5);
  if (((pass.won[word] | pass.lost[word]) & bit) != 0) return;
  atomicOr((win ? pass.fresh_won : pass.fresh_lost) + word, bit);
  if ((pass.fresh[set] & flag) == 0) atomicOr(&pass.fresh[set], flag);
}

// Takes moves back from what is new: wins, and candidates for losses.
template <class Board> __global__ void __launch_bounds__(mark_threads) mark_take_back(MarkDevicePass<Board> pass, MarkNews news) {
  __shared__ MarkLinks<Board> of;
  const u64 words = news.marks <= 5 ? 1 : u64{1} << (news.marks - 5);
  const u32 full = static_cast<u32>((u64{1} << news.marks) - 1);
  for (u64 job = blockIdx.x; job < u64{news.sets} * pass.parts; job += gridDim.x) {
    const u32 set = static_cast<u32>(job / pass.parts), part = static_cast<u32>(job % pass.parts);
    if (news.flags[set] == 0) continue;
    of.begin(*pass.board, news.marks, set);
    of.find_back(*pass.board, news.marks != pass.marks);
    for (u64 w = u64{part} * mark_threads + threadIdx.x; w < words; w += u64{pass.parts} * mark_threads) {
      const u32 wins = news.wins(set, w), losses = news.losses(set, w);
      for (u32 rest = wins | losses; rest != 0; rest &= rest - 1) {
        const u32 others = static_cast<u32>(w << 5) | static_cast<u32>(lowest_bit(rest)); // whose are the next mover's
        const bool lost = (losses & rest & (0 - rest)) != 0;
        for (int i = 0; i < of.count; ++i) {
          const MarkLink& back = of.links[i].link;
          if ((others >> back.own & 1) == 0) continue;
          const u32 at = back.there(full ^ others);
          mark_note(pass, back.number, at, lost);
          if (of.links[i].news != MarkLinks<Board>::with_images) continue;
          // Colourings that are images of each other all have their bits, and only one of them was met.
          const u32 cells = pass.board->set(pass.marks, back.number), marks = marks_of_colouring(*pass.board, cells, at);
          pass.board->each_fixing(cells, [&](int symmetry) {
            mark_note(pass, back.number, colouring_of_marks(*pass.board, cells, pass.board->image(symmetry, marks)), lost);
          });
        }
      }
    }
  }
}

// Candidates for a loss, one by one: those with a move to what is not won are none.
template <class Board> __global__ void __launch_bounds__(mark_threads) mark_look(MarkDevicePass<Board> pass) {
  __shared__ MarkLinks<Board> of;
  const u64 words = pass.marks <= 5 ? 1 : u64{1} << (pass.marks - 5);
  const u32 full = static_cast<u32>((u64{1} << pass.marks) - 1);
  for (u64 job = blockIdx.x; job < u64{pass.sets} * pass.parts; job += gridDim.x) {
    const u32 set = static_cast<u32>(job / pass.parts), part = static_cast<u32>(job % pass.parts);
    if ((pass.fresh[set] & news_of_losses) == 0) continue;
    of.begin(*pass.board, pass.marks, set);
    of.find(pass);
    for (u64 w = u64{part} * mark_threads + threadIdx.x; w < words; w += u64{pass.parts} * mark_threads) {
      const u32 candidates = pass.fresh_lost[set * pass.stride + w];
      u32 lost = candidates;
      for (u32 rest = candidates; rest != 0; rest &= rest - 1) {
        const u32 own = full ^ (static_cast<u32>(w << 5) | static_cast<u32>(lowest_bit(rest)));
        for (int i = 0; i < of.count; ++i) {
          const MarkLink& link = of.links[i].link;
          if (link.own >= 0 && (own >> link.own & 1) == 0) continue;
          const u32 at = link.there(own);
          const u32* const won =
              link.later ? pass.after_won + link.number * pass.after_stride : pass.won + link.number * pass.stride;
          if ((won[at >> 5] >> (at & 31) & 1) != 0) continue;
          lost &= ~(rest & (0 - rest));
          break;
        }
      }
      if (lost != candidates) pass.fresh_lost[set * pass.stride + w] = lost;
    }
  }
}

// What the pass has found is found. `plies` null: without distances; then `over` takes what pass 0 found.
static __global__ void mark_merge(u32 sets, u32 parts, int marks, u64 stride, u32* won, u32* lost, const u32* fresh_won,
                                  const u32* fresh_lost, const u32* fresh, u32* changed, u16* plies, u16* last, int pass,
                                  u32* over, unsigned long long* found) {
  for (u64 job = blockIdx.x; job < u64{sets} * parts; job += gridDim.x) {
    const u32 set = static_cast<u32>(job / parts), part = static_cast<u32>(job % parts), warps = mark_threads / 32;
    if (fresh[set] == 0) continue;
    u32 count = 0, any = 0;
    for (u64 w = part * warps + threadIdx.x / 32; w < stride; w += u64{parts} * warps) {
      const u64 at = set * stride + w;
      const u32 wins = fresh_won[at], losses = fresh_lost[at], lane = threadIdx.x % 32;
      if ((wins | losses) == 0) continue;
      any |= (wins != 0 ? news_of_wins : 0) | (losses != 0 ? news_of_losses : 0);
      count += static_cast<u32>(count_ones(wins | losses));
      if (lane == 0) {
        won[at] |= wins;
        lost[at] |= losses;
        if (over != nullptr && pass == 0) over[at] = wins | losses;
      }
      if (plies != nullptr && ((wins | losses) >> lane & 1) != 0)
        plies[(u64{set} << marks) + 32 * w + lane] = static_cast<u16>(pass);
    }
    if (any == 0 || threadIdx.x % 32 != 0) continue;
    atomicOr(&changed[set], any);
    atomicAdd(found, static_cast<unsigned long long>(count));
    if (plies != nullptr) last[set] = static_cast<u16>(pass);
  }
}

// A finished layer as it stood after so many plies.
static __global__ void mark_replay(u32 sets, u32 parts, int marks, u64 stride, const u16* plies, const u16* last, const u32* won,
                                   u32* seen_won, u32* seen_lost, u32* news, int level, unsigned long long* found) {
  const u64 words = marks <= 5 ? 1 : u64{1} << (marks - 5);
  for (u64 job = blockIdx.x; job < u64{sets} * parts; job += gridDim.x) {
    const u32 set = static_cast<u32>(job / parts), part = static_cast<u32>(job % parts), warps = mark_threads / 32;
    if (level > last[set]) continue;
    u32 mine = 0, count = 0;
    for (u64 w = part * warps + threadIdx.x / 32; w < words; w += u64{parts} * warps) {
      const u32 lane = threadIdx.x % 32;
      const bool there = marks >= 5 || lane < 1U << marks;
      const u32 now = __ballot_sync(~0U, there && plies[(u64{set} << marks) + 32 * w + lane] == level);
      if (now == 0) continue;
      const u64 at = set * stride + w;
      const u32 wins = now & won[at], losses = now & ~won[at];
      mine |= (wins != 0 ? news_of_wins : 0) | (losses != 0 ? news_of_losses : 0);
      count += static_cast<u32>(count_ones(now));
      if (lane == 0) {
        seen_won[at] |= wins;
        seen_lost[at] |= losses;
      }
    }
    if (mine == 0 || threadIdx.x % 32 != 0) continue;
    atomicOr(&news[set], mine);
    atomicAdd(found, static_cast<unsigned long long>(count));
  }
}

} // namespace zermelo
