// The values of a table for several threads: all of them in memory; read block by block through a cache for each thread; or asked
// for in batches, where all slots are to be checked and memory holds only a part of them: what a piece of work asks for is found
// out by doing it once without answers, then every block of the table is read once for all questions of a batch, then it is done.
#pragma once

#include <algorithm>
#include <memory>
#include <span>

#include "base/units.h"
#include "exec/pages.h"
#include "exec/pool.h"
#include "exec/questions.h"
#include "exec/shared.h"
#include "table/table.h"

namespace zermelo {

// Where the slots before the k-th of N equal parts end; without overflow.
constexpr u64 part_border(u64 all, u64 n, u64 k) { return all / n * k + std::min(all % n, k); }

class Values {
public:
  explicit Values(const Table& table)
      : table_(table), encoding_(table.header().encoding), losses_only_(table.header().losses_only) {}

  // A packed table is unpacked beside itself.
  static u64 whole_bytes(const Table& table) {
    return table.file().payload_bytes() * (table.header().losses_only ? 2 : 1) + (u64{1} << 24);
  }

  // As it lies in the file, decompressed: two bits a slot where the table has two bits.
  void load(Pool& pool);

  // Within so many bytes together; each thread opens the file for itself.
  void open(const Pool& pool, u64 memory);

  // In batches, within so many bytes together; a slot asks for at most so many values.
  void ask(const Pool& pool, u64 memory, u64 most_asked);
  static u64 asking_bytes(const Table& table, int threads, u64 most_asked);
  bool in_batches() const { return questions_ != nullptr; }
  // What is done now only finds out what is asked for: at() answers at random, nothing may be concluded.
  bool asking() const { return mode_ == Mode::asking; }

  // f(first, last, worker) for pieces of [begin, end), at most `grain`. In batches f is called twice for each piece, of at most
  // `piece` slots, and must ask for the same values both times; between(done) is called after each batch.
  void each(Pool& pool, u64 begin, u64 end, u64 grain, FunctionRef<void(u64, u64, int)> f, FunctionRef<void(u64)> between) const;
  static constexpr u64 piece = 256; // slots

  // A packed table that was loaded gets its wins: put() from several threads, each slot once, while at() still answers as the file
  // has it; from take_over() on it answers with them.
  void begin_unpacking();
  void put(Slot s, Value win) {
    if (encoding_ == Encoding::wdl2)
      set_shared_bit(unpacked_->data(), 2 * s); // from a draw to a win; neighbours share the word
    else
      put_code(std::as_writable_bytes(std::span(unpacked_->data(), unpacked_->size())), s, encoding_, encode(encoding_, win));
  }
  void take_over();

  // Of the slot that is checked, or of its neighbour: those come in order, and are not asked for.
  Value own(Slot s, int worker) const {
    return all_.empty() ? readers_[static_cast<std::size_t>(worker)]->value(s) : decoded(code_at(all_, s, encoding_));
  }
  Value at(Slot s, int worker) const {
    if (mode_ == Mode::reading) return own(s, worker);
    if (mode_ == Mode::answering) {
      u64& n = work_[static_cast<std::size_t>(worker)].answered;
      return decoded(questions_->entry(worker, n++));
    }
    const u64 per_group = group_blocks(table_) * table_.slots_per_block();
    questions_->ask(worker, questions_->next(worker), s / per_group, s % per_group, 0);
    questions_->wait(worker, 0);
    return has_distances(encoding_) || encoding_ == Encoding::wdl2 ? draw_value : scored(0);
  }

  // The bytes from a slot on, if all are in memory and each slot is one byte.
  const std::byte* bytewise(Slot s) const { return !all_.empty() && encoding_ == Encoding::plies8 ? all_.data() + s : nullptr; }

  // Said ahead of reading from so many slots.
  void expect(Slot first, u64 count) const {
    if (all_.empty()) return;
    const u64 bits = bits_per_slot(encoding_);
    for (u64 at = first * bits / 8; at < (first + count) * bits / 8; at += 64) __builtin_prefetch(all_.data() + at);
  }

private:
  Value decoded(u32 code) const { return losses_only_ ? decode(table_.header(), code) : decode(encoding_, code); }
  using Asked = Questions<u16>; // a code

  // Questions name a slot among those of some blocks.
  static u64 group_blocks(const Table& table);
  static u64 groups(const Table& table);
  static u64 fixed_bytes(const Table& table, int threads);
  void answer(Pool& pool) const;

  const Table& table_;
  Encoding encoding_;
  bool losses_only_;
  enum class Mode : u8 { reading, asking, answering };
  mutable Mode mode_ = Mode::reading;
  std::unique_ptr<Asked> questions_;
  u64 chunks_ = 0; // that the questions of a piece take at most
  struct alignas(64) Work {
    std::vector<u64> pieces; // of a batch
    u64 answered = 0;        // questions
  };
  mutable std::vector<Work> work_; // by thread
  std::unique_ptr<Pages> pages_;   // reads go anywhere: large pages spare the way through the page tables
  std::span<std::byte> all_;
  std::unique_ptr<Pages> unpacked_;
  std::vector<std::unique_ptr<Table>> readers_; // by thread
};

} // namespace zermelo
