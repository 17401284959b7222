// Counters on a CUDA device. Included by one generated file for each game that is marked for a device.
//
// The fields of a slot (packed.h, bounded.h, score.h) are in one word, which is changed by compare-and-swap. A device hides the time
// of a cache miss behind thousands of other threads, so the buckets of the CPU (exec/scatter.h) would only cost memory. All decisions
// are the functions that the CPU calls. Updates of one level commute (packed.h says why), so whatever the order of the threads, each
// level finds the same, and the bytes are those of the CPU.
//
// Why one word: a field of its own that is changed by an atomic instruction beside another one would let a thread see the counter of
// one moment with the value of another. Cost: four bytes a slot with bounds where the CPU has three, two where a plain game has one.
//
// Chunks of slots carry a bit for each level at which they have something to do. Where a level can only mark the next few, the bits go
// round in a ring. A kernel that marks reads the bit first: most marks are there already, and a load costs less than an atomic.
#pragma once

#include <algorithm>
#include <cstring>

#include "exec/cuda/chunks.cuh"
#include "exec/cuda/copy.h"
#include "exec/cuda/courier.h"
#include "exec/guarded.h"
#include "solve/counters/bounded_cells.h"
#include "solve/counters/device.h"
#include "solve/counters/score_cells.h"
#include "solve/device.cuh"

namespace zermelo {

// Marks of levels, as a kernel sees them.
struct DeviceMarks {
  u32* chunks = nullptr;  // [chunk][words]
  u32* summary = nullptr; // [words]: of all chunks
  u32 words = 1;

  __device__ void mark(u64 slot, i32 level) const {
    const u32 place = static_cast<u32>(level) % (words * 32), bit = u32{1} << place % 32;
    u32* const of_chunk = chunks + slot / chunk_slots * words + place / 32;
    if ((*of_chunk & bit) == 0) atomicOr(of_chunk, bit);
    if ((summary[place / 32] & bit) == 0) atomicOr(summary + place / 32, bit);
  }
};

// The chunks that have a mark, which is taken away.
struct TakeMark {
  DeviceMarks marks;
  i32 level;
  __device__ bool operator()(u64 chunk) const {
    const u32 place = static_cast<u32>(level) % (marks.words * 32), bit = u32{1} << place % 32;
    u32& word = marks.chunks[chunk * marks.words + place / 32];
    if ((word & bit) == 0) return false;
    word &= ~bit;
    return true;
  }
};

// A stage at work. Each kind of cells adds its words and how they change; put and get say where a slot is in the arrays that the CPU
// has. The functions here are for kinds that do not need them.
struct DeviceStage {
  Slot first = 0;
  u64 slots = 0;
  DeviceMarks marks;
  unsigned long long* told = nullptr; // counter
  u32* too_long = nullptr;            // flag: a value does not fit

  // A window of the codes of finished stages. A first look goes through all of them a window at a time: it begins with one and ends
  // with another, or with the same. What it knows in between is in the word of the slot.
  const u8* codes = nullptr;
  Slot window = 0;
  u64 window_slots = 0;
  bool begins = true, ends = true;
  template <class Code> __device__ const Code* earlier(Slot s) const { // null: in another window
    return s - window < window_slots ? reinterpret_cast<const Code*>(codes) + (s - window) : nullptr;
  }

  static constexpr bool ripens = true, downwards = false;
  using Arrays = CounterDevice::Arrays;
  template <class T> static T& at(const Arrays& arrays, std::size_t array, u64 i) {
    return reinterpret_cast<T*>(arrays[array].data())[i];
  }
  template <class Index> __device__ bool pass(const Index&, u64, i32) const { return false; }
  __device__ void close(u64) const {}
};

// Replaces a word by change(word), again if another thread changed it meanwhile; calls f(before, after) if it changed. `change` may
// run several times, so it must have no effect but its result; f runs once, in the thread whose change was the last.
template <class Word, class Change, class F> __device__ void change_word(Word* at, Change&& change, F&& f) {
  for (Word seen = *at;;) {
    const Word before = seen, now = change(before);
    if (now == before) return;
    seen = atomicCAS(at, before, now);
    if (seen == before) return f(before, now);
  }
}

struct DevicePacked : DeviceStage {
  static constexpr CounterKind kind = CounterKind::packed;
  using Word = unsigned short;
  using Rule = Packed<u16>;
  static constexpr u32 mark_words = 1; // seeds take two plies at most, and a level decides for the next
  static constexpr bool ripens = false;
  Rule rule{};
  Word* words = nullptr;

  bool fits(i32 level) const { return rule.fits(level); }
  static void put(const Arrays& arrays, u64 i, Word w) { at<u16>(arrays, 0, i) = w; }
  static Word get(const Arrays& arrays, u64 i) { return at<u16>(arrays, 0, i); }

  template <class Index> __device__ void seed(const Index& g, u64 i) const {
    PositionOf<Index> p;
    u32 word = Rule::empty;
    if (g.unrank(first + i, p)) word = seed_packed(g, p, rule);
    if (word == Rule::too_long) *too_long = 1;
    words[i] = static_cast<Word>(word);
    mark(i, 0, 0);
  }
  __device__ void mark(u64 i, i32 level, u64 from) const {
    const Word w = words[i];
    if (rule.is_decided(w) && Rule::plies(w) >= level + (i < from ? 1 : 0)) marks.mark(i, Rule::plies(w));
  }
  __device__ void ripen(u64, i32) const {}
  __device__ bool take(u64 i, i32 level) const { return rule.is_due(words[i], level); }
  __device__ bool lost(u64 i) const { return !Rule::is_win(words[i]); }
  template <class Index, class Tell>
  __device__ void undo(const Index& g, const PositionOf<Index>& p, i32 level, Tell&& tell) const {
    if constexpr (Reversible<Index>) undo_moves(g, p, level, tell);
  }
  __device__ void tell(u64 i, bool is_lost, i32 level) const {
    change_word(
        words + i, [&](Word w) { return rule.told(w, is_lost, level); },
        [&](Word, Word now) {
          if (rule.is_decided(now)) marks.mark(i, level + 1);
        });
  }
  template <class Index> __device__ bool pass(const Index& g, u64 i, i32 plies) const {
    if (!rule.is_open(words[i])) return false;
    PositionOf<Index> p;
    g.unrank(first + i, p);
    const Value v = decide_forward(g, p, rule, plies, [&](Slot s) { return u16{reinterpret_cast<volatile Word*>(words)[s]}; });
    if (v.known()) words[i] = static_cast<Word>(rule.decided(v));
    return v.known();
  }
  // Into codes of two bytes, in place; what one byte does not hold raises the flag. Then codes of one byte can be had.
  using Code = u8;
  __device__ void close(u64 i) const {
    const u16 code = rule.code(words[i]);
    words[i] = code;
    const Value v = decode(Encoding::plies16, code);
    if (v.decisive() && (v.plies > static_cast<i32>(most_plies8) || (v.wdl == Wdl::win) != (v.plies % 2 == 1))) *too_long = 1;
  }
  __device__ Code code(u64 i) const {
    const Value v = decode(Encoding::plies16, words[i]);
    return static_cast<Code>(v.known() ? encode(Encoding::plies8, v) : no_position_code(Encoding::plies8));
  }
};

template <class Narrow> struct DeviceBounded : DeviceStage {
  static constexpr CounterKind kind = sizeof(Narrow) == 1 ? CounterKind::bounded : CounterKind::wide_bounded;
  using Word = std::conditional_t<sizeof(Narrow) == 1, unsigned int, unsigned long long>;
  using Rule = Bounded<Narrow>;
  static constexpr u32 mark_words = (Rule::most_plies + 32) / 32;
  static constexpr u32 bits = 8 * sizeof(Narrow), mask = (u32{1} << bits) - 1;
  Word* words = nullptr; // value | open << bits | bound << 2 * bits

  ZERMELO_HD static Word word(u32 value, u32 open, u32 bound) {
    return Word{value} | Word{open} << bits | Word{bound} << 2 * bits;
  }
  struct View {
    Word w;
    ZERMELO_HD u32 value() const { return static_cast<u32>(w) & mask; }
    ZERMELO_HD u32 open() const { return static_cast<u32>(w >> bits) & mask; }
    ZERMELO_HD u32 bound() const { return static_cast<u32>(w >> 2 * bits) & mask; }
  };

  bool fits(i32 level) const { return Rule::fits(level); }
  static void put(const Arrays& arrays, u64 i, Word w) {
    const u32 fields[] = {View{w}.value(), View{w}.open(), View{w}.bound()};
    for (std::size_t n = 0; n < 3; ++n) at<Narrow>(arrays, n, i) = static_cast<Narrow>(fields[n]);
  }
  static Word get(const Arrays& arrays, u64 i) {
    return word(at<Narrow>(arrays, 0, i), at<Narrow>(arrays, 1, i), at<Narrow>(arrays, 2, i));
  }

  // While windows are to come: the quickest win and the longest loss so far, and in the bits that no other word has, that it waits
  // for them and whether there is a draw.
  static constexpr u32 waits = 3 * bits, draws = waits + 1;
  ZERMELO_HD static Word waiting(const Outlook& o) {
    return word(o.wins() ? static_cast<u32>(o.win) : 0, static_cast<u32>(o.loss), 0) | Word{1} << waits | Word{o.drawn} << draws;
  }
  ZERMELO_HD static Outlook so_far(Word w) {
    const View v{w};
    return {v.value() != 0 ? static_cast<i32>(v.value()) : Outlook::none, static_cast<i32>(v.open()), (w >> draws & 1) != 0, 0};
  }

  template <class Index> __device__ void seed(const Index& g, u64 i) const {
    BoundedLook<Narrow> look;
    if (!begins) {
      if ((words[i] >> waits & 1) == 0) return; // the rules said all
      look.outlook = so_far(words[i]);
    }
    PositionOf<Index> p;
    look.held = g.unrank(first + i, p);
    if (look.held)
      look_bounded(g, p, look, [this](auto& l, Slot e, i32) {
        if (const Narrow* const code = earlier<Narrow>(e)) l.add(*code, 0);
      });
    if (!ends && look.held && !look.settled.known()) {
      words[i] = waiting(look.outlook);
      return;
    }
    const auto s = look.seed();
    if (!s.fits()) *too_long = 1;
    words[i] = word(s.value & mask, s.open & mask, s.bound & mask);
    if (const i32 level = s.level(); s.fits() && level >= 0) marks.mark(i, level);
  }
  __device__ void mark(u64 i, i32 level, u64 from) const {
    const View v{words[i]};
    const i32 least = level + (i < from ? 1 : 0);
    if (Rule::is_decided(v.value()) && Rule::plies(v.value()) >= least) marks.mark(i, Rule::plies(v.value()));
    if (v.value() == Rule::undecided && Rule::is_win(v.bound()) && Rule::plies(v.bound()) >= least)
      marks.mark(i, Rule::plies(v.bound()));
  }
  __device__ void ripen(u64 i, i32 level) const {
    const View v{words[i]};
    if (v.value() == Rule::undecided && Rule::bound_is_due(v.bound(), level)) words[i] = word(v.bound(), v.open(), v.bound());
  }
  __device__ bool take(u64 i, i32 level) const {
    const u32 value = View{words[i]}.value();
    return Rule::is_decided(value) && Rule::plies(value) == level;
  }
  __device__ bool lost(u64 i) const { return !Rule::is_win(View{words[i]}.value()); }
  template <class Index, class Tell> __device__ void undo(const Index& g, const PositionOf<Index>& p, i32, Tell&& tell) const {
    g.each_return(p, [&](Slot s) { tell(s - first); });
  }
  __device__ void tell(u64 i, bool is_lost, i32 level) const {
    change_word(
        words + i,
        [&](Word w) {
          const View v{w};
          const auto effect = Rule::told(v, is_lost);
          if (effect == Rule::Effect::nothing) return w;
          const u32 open = v.open() - (is_lost ? 0 : 1);
          const u32 value = effect == Rule::Effect::count ? v.value() : Rule::decision(is_lost, level, v.bound());
          if (value == Rule::too_long) *too_long = 1;
          return value == Rule::too_long ? w : word(value, open, v.bound());
        },
        [&](Word, Word now) {
          if (const u32 value = View{now}.value(); value != Rule::undecided) marks.mark(i, Rule::plies(value));
        });
  }
  using Code = Narrow;
  __device__ Code code(u64 i) const { return static_cast<Code>(View{words[i]}.value()); }
};

struct DeviceScores : DeviceStage {
  static constexpr CounterKind kind = CounterKind::scores;
  using Word = unsigned short;
  static constexpr u32 mark_words = 4;
  static constexpr bool downwards = true;
  Word* words = nullptr; // score | state << 8

  ZERMELO_HD static Word word(const Score& s) { return static_cast<Word>(static_cast<u8>(s.score) | s.state << 8); }
  ZERMELO_HD static Score of(Word w) { return {static_cast<i8>(w & 0xFF), static_cast<u32>(w >> 8)}; }

  bool fits(i32) const { return true; }
  static void put(const Arrays& arrays, u64 i, Word w) {
    at<i8>(arrays, 0, i) = static_cast<i8>(of(w).score);
    at<u8>(arrays, 1, i) = static_cast<u8>(of(w).state);
  }
  static Word get(const Arrays& arrays, u64 i) { return word({at<i8>(arrays, 0, i), at<u8>(arrays, 1, i)}); }

  // Between windows a word has the best score so far.
  template <class Index> __device__ void seed(const Index& g, u64 i) const {
    const Score before = begins ? Score{} : of(words[i]);
    if (!begins && before.state == Score::decided) return; // the rules said all
    typename Index::Position p;
    ScoreLook look;
    if (g.unrank(first + i, p))
      look_score(g, p, first, look, [this](auto& l, Slot e, i32 pays) {
        if (const i8* const score = earlier<i8>(e)) l.add(*score, pays);
      });
    Score s = look.seed();
    if (!begins && before.score > s.score) s.score = before.score;
    words[i] = word(s);
    if (ends && s.due() != 0) marks.mark(i, s.due());
  }
  __device__ void mark(u64 i, i32 distance, u64) const {
    const Score s = of(words[i]);
    if (s.state == Score::pending) marks.mark(i, distance);
    if (s.due() != 0) marks.mark(i, s.due());
  }
  __device__ void ripen(u64 i, i32 distance) const {
    if (const Score s = of(words[i]); s.due() == distance) words[i] = word({s.score, Score::pending});
  }
  __device__ bool take(u64 i, i32) const {
    const Score s = of(words[i]);
    if (s.state != Score::pending) return false;
    words[i] = word({s.score, Score::decided});
    return true;
  }
  __device__ bool lost(u64 i) const { return of(words[i]).score < 0; }
  template <class Index, class Tell>
  __device__ void undo(const Index& g, const typename Index::Position& p, i32, Tell&& tell) const {
    g.each_origin(p, [&](Slot s) { tell(s - first); });
  }
  __device__ void tell(u64 i, bool is_lost, i32 distance) const {
    change_word(
        words + i, [&](Word w) { return word(of(w).told(is_lost, distance)); },
        [&](Word, Word now) {
          const Score s = of(now);
          if (s.state == Score::pending) marks.mark(i, distance);
          if (s.state == 0 && s.due() != 0) marks.mark(i, s.due());
        });
  }
  using Code = i8;
  __device__ Code code(u64 i) const { return static_cast<Code>(of(words[i]).final()); }
};

// What is done to every slot of a stage.
enum class Step : u8 { seed, mark, pass, close };
template <Step step, class Index, class Kind>
__global__ void __launch_bounds__(chunk_threads) stage_step(Index g, Kind stage, i32 level, u64 from) {
  unsigned long long found = 0;
  each_slot(stage.slots, [&](u64 i) {
    if constexpr (step == Step::seed) stage.seed(g, i);
    if constexpr (step == Step::mark) stage.mark(i, level, from);
    if constexpr (step == Step::pass) found += stage.pass(g, i, level) ? 1ULL : 0ULL;
    if constexpr (step == Step::close) stage.close(i);
  });
  if (found != 0) atomicAdd(stage.told, found);
}
// The codes of some slots of a stage that is finished.
template <class Kind>
__global__ void __launch_bounds__(chunk_threads) stage_codes(Kind stage, u64 from, u64 count, typename Kind::Code* out) {
  each_slot(count, [&](u64 i) { out[i] = stage.code(from + i); });
}
template <class Kind>
__global__ void __launch_bounds__(chunk_threads) stage_ripen(Kind stage, i32 level, const u32* chunks, u32 count) {
  for (u32 c = blockIdx.x; c < count; c += gridDim.x)
    for (u64 i = u64{chunks[c]} * chunk_slots + threadIdx.x; i < min(stage.slots, (u64{chunks[c]} + 1) * chunk_slots);
         i += blockDim.x)
      stage.ripen(i, level);
}
// Positions that are decided at this level tell those that have a move to them. With plies, a word that this kernel decides is of a
// later level, so no thread takes it for one of this level, whenever it reads it. With scores it may be of this level: it is pending,
// which `told` never changes, and its chunk is marked; so it is taken now or when the kernel runs again, which it does until no chunk of
// the level is marked.
template <class Index, class Kind>
__global__ void __launch_bounds__(chunk_threads) stage_tell(Index g, Kind stage, i32 level, const u32* chunks, u32 count) {
  for (u32 c = blockIdx.x; c < count; c += gridDim.x) {
    const u32 told = each_taken(
        chunks[c], stage.slots, [&](u64 i) { return stage.take(i, level); },
        [&](u64 i) {
          typename Index::Position p;
          g.unrank(stage.first + i, p);
          const bool lost = stage.lost(i);
          stage.undo(g, p, level, [&](Slot s) { stage.tell(s, lost, level); });
        });
    if (threadIdx.x == 0 && told != 0) atomicAdd(stage.told, static_cast<unsigned long long>(told));
  }
}
template <class Index> constexpr u64 predecessor_lists() {
  if constexpr (requires { Index::max_predecessors; })
    return u64{Index::max_predecessors} * (sizeof(typename Index::Position) + sizeof(Slot));
  return 0;
}

template <class Index, class Kind> class CudaCounters final : public CounterDevice, CudaSolver {
  static constexpr bool packed = Kind::kind == CounterKind::packed;
  // Of a thread. A move may recurse, as a jump goes on from where it landed: then the compiler does not know what a thread needs,
  // and whoever takes more writes into nothing. So there is room for the lists of a position; more than 32 KiB would take much of
  // a device for games that do not recurse.
  static constexpr u64 lists = u64{Index::max_moves} * (sizeof(typename Index::Move) + sizeof(Slot)) + predecessor_lists<Index>();
  static constexpr u64 stack = std::min<u64>(4096 + lists, 32768);
  static constexpr u64 piece = u64{1} << 26; // slots that come from the host, or go there, in one go
  using Code = typename Kind::Code;
  static_assert(sizeof(Code) == code_bytes_on_device(Kind::kind));

public:
  CudaCounters(const Index& index, typename CounterDevices<Index>::Size size)
      : CudaSolver(size.slots, "positions", bytes_on_device(Kind::kind, size.window, size.largest)), index_(index),
        window_(size.window), codes_(std::min(piece, size.largest)), words_(size.largest),
        marks_(chunks_in(size.largest) * Kind::mark_words), summary_(Kind::mark_words + 1), told_(1),
        list_(size.largest, info_.processors) {
    give_cuda_stack(stack);
    stage_.marks = {marks_.data(), summary_.data(), Kind::mark_words};
    stage_.codes = reinterpret_cast<const u8*>(window_.data());
    stage_.told = told_.data();
    stage_.too_long = summary_.data() + Kind::mark_words;
    stage_.words = words_.data();
    if constexpr (packed) stage_.rule = {Packed<u16>::limit_for(Index::max_moves + 1)};
  }

  void begin(Slot first, u64 slots, i32 most_score) override {
    most_ = most_score;
    stage_.first = first;
    stage_.slots = slots;
    marks_.clear();
    summary_.clear();
  }

  bool seed(const Codes& earlier) override {
    const u64 size = std::max<u64>(1, window_.size()), windows = std::max<u64>(1, (stage_.first + size - 1) / size);
    const u64 here = held_first_ / size; // comes first
    for (u64 n = 0; n < windows; ++n) {
      const Slot first = (here + n) % windows * size;
      hold(first, std::min(stage_.first, first + size), earlier);
      stage_.begins = n == 0;
      stage_.ends = n + 1 == windows;
      timed([&] { each<Step::seed>("look at a stage"); });
    }
    return !flagged();
  }

  i32 first_level() const override { return Kind::downwards ? most_ : 0; }
  i32 after(i32 level) const override { return Kind::downwards ? level - 1 : level + 1; }
  i32 next_level(i32 from) override {
    u32 summary[Kind::mark_words];
    summary_.to_host(summary, Kind::mark_words);
    constexpr i32 places = 32 * Kind::mark_words;
    for (i32 n = 0, level = from; n < places && level >= (Kind::downwards ? 1 : 0); ++n, level = after(level))
      if (const u32 place = static_cast<u32>(level % places); (summary[place / 32] >> place % 32 & 1) != 0) return level;
    return -1;
  }
  bool fits(i32 level) const override { return stage_.fits(level) && !flagged(); }

  u64 tell(i32 level) override {
    told_.clear();
    timed([&] {
      for (bool first = true; list_.collect(chunks_in(stage_.slots), TakeMark{stage_.marks, level}) != 0; first = false) {
        const u32 n = list_.size(), grid = list_.grid(n);
        if (first && Kind::ripens) {
          ZERMELO_LAUNCH(stage_ripen, grid, chunk_threads, 0, stage_, level, list_.data(), n);
          check_launch("find what is due");
        }
        ZERMELO_LAUNCH(stage_tell, grid, chunk_threads, 0, index_.get(), stage_, level, list_.data(), n);
        check_launch("undo moves");
      }
      forget(level);
    });
    return told_.template read<u64>(0);
  }

  u64 pass(i32 plies) override {
    told_.clear();
    timed([&] { each<Step::pass>("do a pass", plies); });
    return told_.template read<u64>(0);
  }

  void close() override {
    timed([&] {
      if constexpr (packed) {
        each<Step::close>("keep a stage");
        narrow_ = !flagged();
      }
      // The codes stay here if the window has room behind those before them.
      if (held_last_ != stage_.first || stage_.first + stage_.slots > held_first_ + window_.size()) return;
      put_codes(0, stage_.slots, window_.data() + (held_last_ - held_first_));
      held_last_ += stage_.slots;
    });
  }
  u64 code_bytes() const override { return packed && !narrow_ ? 2 : sizeof(Code); }
  void fetch(u64 first, std::span<std::byte> codes) const override {
    if (packed && !narrow_)
      return words_.to_host(reinterpret_cast<typename Kind::Word*>(codes.data()), codes.size() / sizeof(typename Kind::Word),
                            first);
    codes_.with([&](CudaBuffer<Code>& part) {
      for (u64 at = 0, all = codes.size() / sizeof(Code); at < all; at += piece) {
        const u64 n = std::min(piece, all - at);
        put_codes(first + at, n, part.data());
        part.to_host(reinterpret_cast<Code*>(codes.data()) + at, n);
      }
    });
  }

  void fetch_all(std::span<std::byte> codes, Pool& pool) const override {
    codes_.with([&](CudaBuffer<Code>& part) {
      courier_.bring(codes.data(), codes.size(), pool, [&](u64 at, u64 n) -> const void* {
        if (packed && !narrow_) return reinterpret_cast<const std::byte*>(words_.data()) + at;
        put_codes(at / sizeof(Code), n / sizeof(Code), part.data()); // not before the last piece is on the host: in one stream
        return part.data();
      });
    });
  }

  void save(const Arrays& arrays, Pool& pool) const override {
    each_part(pool, [&](u64 first, u64 n, typename Kind::Word* words) {
      words_.to_host(words, n, first);
      for (u64 i = 0; i < n; ++i) Kind::put(arrays, first + i, words[i]);
    });
  }
  void restore(const Arrays& arrays, i32 level, u64 from, Pool& pool) override {
    each_part(pool, [&](u64 first, u64 n, typename Kind::Word* words) {
      for (u64 i = 0; i < n; ++i) words[i] = Kind::get(arrays, first + i);
      words_.from_host(words, n, first);
    });
    each<Step::mark>("mark what is due", level, from);
  }

  DeviceReport report() const override { return {.name = info_.name, .seconds = seconds_}; }

private:
  template <Step step> void each(const char* what, i32 level = 0, u64 from = 0) {
    ZERMELO_LAUNCH((stage_step<step, Index, Kind>), list_.grid(stage_.slots / chunk_threads + 1), chunk_threads, 0, index_.get(),
                   stage_, level, from);
    check_launch(what);
  }
  bool flagged() const { return summary_.template read<u32>(Kind::mark_words) != 0; }
  // A level is done: its mark says nothing more.
  void forget(i32 level) {
    const u32 place = static_cast<u32>(level) % (32 * Kind::mark_words);
    u32 word = summary_.template read<u32>(place / 32);
    word &= ~(u32{1} << place % 32);
    summary_.from_host(&word, 1, place / 32);
  }

  // Brings codes of finished stages here, but for those that are here.
  void hold(Slot first, Slot last, const Codes& earlier) {
    if (first != held_first_) held_first_ = held_last_ = first;
    for (std::vector<std::byte> read; held_last_ < last;) {
      const u64 n = std::min<u64>(piece, last - held_last_);
      const std::byte* const codes = earlier(held_last_, held_last_ + n, read);
      window_.from_host(reinterpret_cast<const Code*>(codes), n, held_last_ - held_first_);
      held_last_ += n;
    }
    stage_.window = first;
    stage_.window_slots = last - first;
  }
  void put_codes(u64 from, u64 n, Code* out) const {
    ZERMELO_LAUNCH(stage_codes, list_.grid(n / chunk_threads + 1), chunk_threads, 0, stage_, from, n, out);
    check_launch("keep a stage");
  }

  // f(first, count, words) for the words of the stage, on all threads.
  template <class F> void each_part(Pool& pool, F&& f) const {
    pool.for_ranges(0, stage_.slots, u64{1} << 22, [&](u64 first, u64 last, int) {
      std::vector<typename Kind::Word> words(last - first);
      f(first, last - first, words.data());
    });
  }

  CudaCopy<Index> index_;
  CudaBuffer<Code> window_;
  Guarded<CudaBuffer<Code>> codes_; // on their way to the host
  mutable CudaCourier courier_;
  CudaBuffer<typename Kind::Word> words_;
  CudaBuffer<u32> marks_, summary_;
  CudaBuffer<unsigned long long> told_;
  ChunkList list_;
  Kind stage_{};
  i32 most_ = 0;
  bool narrow_ = false;
  Slot held_first_ = 0, held_last_ = 0; // of the window
};

// Registers what a game's index can do on a device.
template <class Index, class Kind> void register_counters_of() {
  CounterDevices<Index>::make[static_cast<std::size_t>(Kind::kind)] =
      [](const Index& index, typename CounterDevices<Index>::Size size) -> std::unique_ptr<CounterDevice> {
    return std::make_unique<CudaCounters<Index, Kind>>(index, size);
  };
}
template <class G> void register_counters() {
  using Index = DeviceIndexOf<G>;
  if constexpr (OnDevice<Index>) {
    if constexpr (Originating<G>) {
      register_counters_of<Index, DeviceScores>();
    } else if constexpr (!Scored<G>) {
      if constexpr (LayeredTable<G>) {
        register_counters_of<Index, DeviceBounded<u8>>();
        register_counters_of<Index, DeviceBounded<u16>>();
      }
      if constexpr (Indexed<Index>) register_counters_of<Index, DevicePacked>();
    }
  }
}

} // namespace zermelo
