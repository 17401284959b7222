// The passes over one layer. Pass 0 finds what is over; pass d what is decided in exactly d plies: losses, where every move leads to
// what the other has won in fewer, and wins, by a move to what he has lost in d - 1. What a pass finds is kept apart until it ends, so
// passes are exact on any number of threads. The layer with one mark more is finished. With distances it is seen as it stood a ply
// before; without, all of it at once, and a pass is a round.
#pragma once

#include <optional>
#include <utility>

#include "index/mark_vector.h"
#include "solve/marks/layer.h"
#include "solve/marks/search.h"
#include "solve/strategy.h"

namespace zermelo {

// The bits of those of up to 64 numbers that are equal to one.
inline u64 equal_numbers(const u16* at, int count, u16 wanted) {
  u64 out = 0;
  for (int i = 0; i < count; ++i) out |= u64{at[i] == wanted} << i;
  return out;
}

// A finished layer as the passes over the next one see it.
class MarkReplay {
public:
  explicit MarkReplay(const MarkValues& values)
      : values_(values), won_(values.distances ? values.all_words() : 0), lost_(values.distances ? values.all_words() : 0),
        news_(values.layer.sets) {}

  const u64* won(u64 set) const { return (values_.distances ? won_ : values_.won).data() + set * values_.words(); }
  const u64* lost(u64 set) const { return (values_.distances ? lost_ : values_.lost).data() + set * values_.words(); }
  u8 news(u64 set) const { return news_[set]; }
  int longest() const { return values_.longest; }

  // What is decided in so many plies is there from now on.
  void add(int plies, Pool& pool) {
    const u8 all = !values_.distances && plies == 0 ? news_of_wins | news_of_losses : 0;
    pool.for_ranges(0, values_.layer.sets, 64, [&](u64 first, u64 last, int) {
      for (u64 set = first; set < last; ++set)
        news_[set] = !values_.distances ? all : plies <= values_.last[set] ? add_to(set, plies) : 0;
    });
  }

  static u64 bytes_for(const MarkLayer& l, bool distances) {
    return l.sets * (1 + (distances ? 2 * mark_words(l.marks) * sizeof(u64) : 0));
  }

private:
  u8 add_to(u64 set, int plies) {
    const int marks = values_.layer.marks, count = marks >= 6 ? 64 : 1 << marks;
    const u16* const at = values_.plies() + (set << marks);
    u64 wins = 0, losses = 0;
    for (u64 i = 0; i < values_.words(); ++i) {
      const u64 word = set * values_.words() + i, now = equal_numbers(at + 64 * i, count, static_cast<u16>(plies));
      won_[word] |= now & values_.won[word];
      lost_[word] |= now & values_.lost[word];
      wins |= now & values_.won[word];
      losses |= now & values_.lost[word];
    }
    return static_cast<u8>((wins != 0 ? news_of_wins : 0) | (losses != 0 ? news_of_losses : 0));
  }

  const MarkValues& values_;
  Pages won_, lost_;
  std::vector<u8> news_;
};

// Where a layer at work stands; a pass that was cut off goes on with the next set, since it reads what it does not write.
struct MarkProgress {
  int plies = 0;
  u64 set = 0;
};

template <class Board> class MarkPasses {
public:
  MarkPasses(const Board& board, MarkValues& here, MarkWork& work, MarkProgress& at, const MarkValues* after, Pool& pool)
      : board_(board), here_(here), work_(work), at_(at), pool_(pool) {
    if (after != nullptr) after_.emplace(*after);
  }

  // To the end, from where it stands; false where a game lasts longer than a layer can say.
  bool run(const Pause& pause) {
    for (int n = 0; n + 1 < at_.plies; ++n) replay(n);
    for (;;) {
      if (at_.plies > MarkValues::most_plies) return false;
      if (at_.plies > 0) replay(at_.plies - 1);
      each_set(pause);
      const bool found = merge();
      if (found) here_.longest = at_.plies;
      if (at_.plies > 0 && !found && (!after_ || at_.plies > after_->longest())) return true;
      ++at_.plies;
      rest(pause);
    }
  }

private:
  // Colourings of one set, all of them.
  class Stretch {
  public:
    Stretch(MarkPasses& passes) : p_(passes), reader_(passes.here_.layer.marks), left(passes.here_.words()) {}
    bool any_left() const { return any_; }
    void begin(const std::vector<u64>& open) {
      left = open;
      any_ = true;
    }
    void keep(const MarkLink& link) {
      read(link, p_.after_ && link.later ? p_.after_->won(link.number) : p_.here_.won.data() + link.number * p_.here_.words(),
           [](u64 won, u64 own) { return won | ~own; });
    }
    void add(const MarkLink& link) {
      read(link, p_.after_ && link.later ? p_.after_->lost(link.number) : p_.here_.lost.data() + link.number * p_.here_.words(),
           [](u64 lost, u64 own) { return ~(lost & own); });
    }

  private:
    template <class Kept> void read(const MarkLink& link, const u64* v, Kept&& kept) {
      const u64 within = link.own < 0 || link.own >= 6 ? ~u64{0} : ~without_place[static_cast<std::size_t>(link.own)];
      const u64 among = link.own >= 6 ? u64{1} << (link.own - 6) : 0; // the place of the mark among words
      u64 any = 0;
      reader_.read(v, link, [&](u64 word, const u64* bits, u64 n) {
        u64* const to = left.data() + word;
        if (among < n && among != 0) {
          for (u64 i = 0; i < n; ++i) any |= to[i] &= kept(bits[i], ((word + i) & among) != 0 ? ~u64{0} : 0);
        } else {
          const u64 own = among == 0 || (word & among) != 0 ? within : 0;
          for (u64 i = 0; i < n; ++i) any |= to[i] &= kept(bits[i], own);
        }
      });
      any_ = any != 0;
    }

    MarkPasses& p_;
    MarkReader reader_;
    bool any_ = false;

  public:
    std::vector<u64> left;
  };

  void replay(int plies) {
    if (after_) after_->add(plies, pool_);
  }

  void each_set(const Pause& pause) {
    const MarkLayer& layer = here_.layer;
    // So much between pauses, and for a thread at a time, that neither costs anything.
    const u64 grain = std::max<u64>(1, (u64{1} << 14) >> layer.marks), stretch = std::max<u64>(1, (u64{1} << 30) >> layer.marks);
    while (at_.set < layer.sets) {
      const u64 first = at_.set, last = std::min(layer.sets, first + stretch);
      pool_.for_ranges(first, last, grain, [&](u64 begin, u64 end, int) {
        Stretch stretch_of(*this);
        std::vector<u64> open(here_.words());
        for (u64 set = begin; set < end; ++set) visit(set, stretch_of, open);
      });
      at_.set = last;
      worked_ += (last - first) << layer.marks;
      if (last < layer.sets) rest(pause);
    }
    at_.set = 0;
  }

  void visit(u64 number, Stretch& stretch, std::vector<u64>& open) {
    const int marks = here_.layer.marks;
    const u32 set = board_.set(marks, number);
    if (board_.place(set).number != number) return; // another one stands for it
    if (at_.plies == 0) return find_over(number, set);
    FreshLink links[most_mark_moves];
    u8 news = 0;
    const int count = find_links(set, links, news);
    if (news == 0) return;
    const u64 words = here_.words(), at = number * words, all = cube_mask(marks);
    turn_round(marks, [&](u64 w) { return ~(here_.won[at + w] | here_.lost[at + w]) & all; }, open.data());
    if (std::all_of(open.begin(), open.end(), [](u64 w) { return w == 0; })) return;
    auto note = [&](Pages& plane, u8 what, auto&& word) {
      turn_round(marks, word, plane.data() + at);
      if (std::any_of(plane.data() + at, plane.data() + at + words, [](u64 w) { return w != 0; })) work_.fresh[number] |= what;
    };
    if ((news & news_of_wins) != 0) {
      stretch.begin(open);
      find_losses(links, count, stretch);
      note(work_.lost, news_of_losses, [&](u64 w) { return stretch.left[w]; });
    }
    if ((news & news_of_losses) != 0) {
      stretch.begin(open);
      find_wins(links, count, stretch);
      note(work_.won, news_of_wins, [&](u64 w) { return open[w] & ~stretch.left[w]; });
    }
  }

  int find_links(u32 set, FreshLink* links, u8& news) const {
    int count = 0;
    for (int m = 0; m < board_.moves(); ++m) {
      MarkLink& link = links[count].link;
      find_link(board_, set, m, link);
      if (count > 0 && link.same(links[count - 1].link, here_.layer.marks)) continue;
      links[count].news = link.later ? after_->news(link.number) : work_.changed[link.number];
      news |= links[count++].news;
    }
    return count;
  }

  void find_over(u64 number, u32 set) {
    const u64 at = number * here_.words();
    for (u64 c = 0; c < u64{1} << here_.layer.marks; ++c) {
      const u32 other = marks_of_colouring(board_, set, static_cast<u32>(c));
      const Wdl who = board_.over(set & ~other, other);
      if (who == Wdl::unknown) continue;
      (who == Wdl::win ? work_.won : work_.lost)[at + c / 64] |= u64{1} << (c % 64);
      work_.fresh[number] |= who == Wdl::win ? news_of_wins : news_of_losses;
    }
  }

  // What the pass has found is found; whether that is anything.
  bool merge() {
    const u64 words = here_.words();
    const int marks = here_.layer.marks;
    std::vector<u8> any(static_cast<std::size_t>(pool_.threads()));
    pool_.for_ranges(0, here_.layer.sets, std::max<u64>(1, (u64{1} << 16) >> marks), [&](u64 first, u64 last, int worker) {
      for (u64 set = first; set < last; ++set) {
        work_.changed[set] = std::exchange(work_.fresh[set], u8{0});
        if (work_.changed[set] == 0) continue;
        any[static_cast<std::size_t>(worker)] = 1;
        if (here_.distances) here_.last[set] = static_cast<u16>(at_.plies);
        for (u64 w = 0; w < words; ++w) {
          const u64 at = set * words + w, won = std::exchange(work_.won[at], 0), lost = std::exchange(work_.lost[at], 0);
          here_.won[at] |= won;
          here_.lost[at] |= lost;
          if (here_.distances) {
            for (u64 bits = won | lost; bits != 0; bits &= bits - 1)
              here_.plies()[(set << marks) + 64 * w + static_cast<u64>(lowest_bit(bits))] = static_cast<u16>(at_.plies);
          } else if (at_.plies == 0) {
            here_.over[at] = won | lost;
          }
        }
      }
    });
    return std::any_of(any.begin(), any.end(), [](u8 a) { return a != 0; });
  }

  void rest(const Pause& pause) {
    pause({SolveProgress::Phase::passes, at_.plies, here_.layer.slots(), 0, std::exchange(worked_, 0)});
  }

  const Board& board_;
  MarkValues& here_;
  MarkWork& work_;
  MarkProgress& at_;
  std::optional<MarkReplay> after_;
  Pool& pool_;
  u64 worked_ = 0; // slots since the last pause
};

} // namespace zermelo
