#include "solve/stages.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstring>

#include "base/json.h"
#include "solve/counters/earlier.h"
#include "solve/write.h"

namespace zermelo {
namespace {

constexpr int light = 1; // compression

// f(part of an array, offset within [from, from + size)) for the parts of arrays, one behind the other, that lie there.
template <class F> void each_part(const std::vector<std::span<std::byte>>& arrays, u64 from, u64 size, F&& f) {
  u64 start = 0;
  for (const auto& array : arrays) {
    const u64 first = std::max(from, start), last = std::min(from + size, start + array.size());
    if (first < last) f(array.subspan(first - start, last - first), first - from);
    start += array.size();
  }
}

u64 bytes_of(const std::vector<std::span<std::byte>>& arrays) {
  u64 n = 0;
  for (const auto& array : arrays) n += array.size();
  return n;
}

} // namespace

void refuse_checkpoint(const std::string& sentence) { throw Error(Exit::table, sentence + "; give --restart to begin anew"); }

std::filesystem::path StageFiles::file(std::size_t stage) const { return checkpoint_.string() + fmt::format(".{:03}", stage); }

void StageFiles::refuse(std::size_t stage, const std::string& why) const {
  refuse_checkpoint(stages_[stage].name.empty() ? why : why + ": the layer of " + stages_[stage].name);
}

nlohmann::json StageFiles::header(std::size_t stage) const {
  return {{"kind", "checkpoint"},     {"game", identity_.game},     {"rules", identity_.rules},
          {"slots", identity_.slots}, {"method", name_of(method_)}, {"layer", stage}};
}

// Opens a file of the same game, rules and method and hands it to read(file); false if there is none. Refuses any other, and one
// that lacks what read() asks for.
template <class Read> bool StageFiles::open(const std::filesystem::path& path, Read&& read) const {
  if (!is_there(path)) return false;
  try {
    const BlockReader f(path);
    const auto& h = f.header();
    if (h.at("kind") != "checkpoint" || h.at("game") != identity_.game || h.at("rules") != identity_.rules ||
        h.at("slots") != identity_.slots)
      refuse_checkpoint(path.string() + " is no checkpoint of " + identity_.game + " with these rules");
    const std::string made_by = h.at("method");
    // Files of cubes said "blocks" before the method had a name of its own.
    if (made_by != name_of(method_) && !(method_ == Method::cubes && made_by == "blocks"))
      refuse_checkpoint(path.string() + " was made by --method " + made_by + ": go on with that");
    read(f);
  } catch (const nlohmann::json::exception&) {
    refuse_checkpoint(path.string() + " lacks a part of its header, or is of another version of this program");
  } catch (const Damaged& e) {
    refuse_checkpoint(e.what());
  }
  return true;
}

bool StageFiles::has(std::size_t stage) const {
  return open(file(stage), [&](const BlockReader& f) {
    const u64 slots = stages_[stage].slots, payload = f.payload_bytes();
    if (f.header().at("layer") != stage || (payload != slots && payload != 2 * slots) || f.block_bytes() != block_bytes_)
      refuse(stage, file(stage).string() + " contradicts itself");
  });
}

std::size_t StageFiles::finished() const {
  std::size_t n = 0;
  if (ranks_.first()) {
    while (n < stages_.size() && has(n)) ++n;
    for (std::size_t i = n + 1; i < stages_.size(); ++i)
      if (is_there(file(i))) refuse(n, fmt::format("{} is missing, though {} is there", file(n).string(), file(i).string()));
  }
  return of_first(n);
}

Slot StageFiles::begin_of(std::size_t stage) const {
  Slot begin = 0;
  for (std::size_t i = 0; i < stage; ++i) begin += stages_[i].slots;
  return begin;
}

u64 StageFiles::of_first(u64 n) const { return ranks_.alone() ? n : words_of(ranks_.from_first(bytes_of(std::span(&n, 1))))[0]; }

EachPiece StageFiles::pieces_of(std::size_t stage, u64 word, Strategy& strategy) const {
  const Slot begin = begin_of(stage);
  return [this, begin, slots = stages_[stage].slots, word, &strategy](int rank, u64 block, const OnPiece& f) {
    const u64 first = block * block_bytes_ / word, last = std::min(slots, (block + 1) * block_bytes_ / word);
    strategy.spread().each_part(rank, begin + first, begin + last, [&](Slot s, u64 n) {
      f((s - begin - first) * word, n * word, rank == ranks_.rank() ? strategy.code_of(s) : nullptr);
    });
  };
}

EachPiece StageFiles::pieces_at_work(std::size_t stage, u64 block_bytes, Strategy& strategy) const {
  const auto arrays = strategy.arrays();
  return [this, stage, block_bytes, arrays, word = strategy.window_word(), &strategy](int rank, u64 block, const OnPiece& f) {
    const Share& share = strategy.spread().share(stage);
    const u64 size = share.slots * word; // of an array of all ranks
    for (std::size_t a = 0; a < arrays.size(); ++a) {
      const u64 start = a * size, first = std::max(block * block_bytes, start),
                last = std::min((block + 1) * block_bytes, start + size);
      if (first >= last) continue;
      share.each_part(rank, (first - start) / word, (last - start) / word, [&](u64 s, u64 n) {
        f(start + s * word - block * block_bytes, n * word,
          rank == ranks_.rank() ? arrays[a].data() + share.local(s) * word : nullptr);
      });
    }
  };
}

u64 StageFiles::word(std::size_t stage) const {
  return stages_[stage].slots == 0 ? 1 : BlockReader(file(stage)).payload_bytes() / stages_[stage].slots;
}

BlockReader StageFiles::open_finished(std::size_t stage) const {
  if (!has(stage)) refuse(stage, file(stage).string() + " is missing");
  return BlockReader(file(stage));
}

void StageFiles::save(std::size_t stage, Strategy& strategy, Pool& pool) const {
  const u64 word = strategy.stage_word();
  if (!ranks_.alone()) {
    const u64 all = stages_[stage].slots * word;
    WriteTogether{ranks_, pool, pieces_of(stage, word, strategy),
                  [&](u64 block) { return std::min(block_bytes_, all - block * block_bytes_); },
                  [](const std::vector<u64>&, std::vector<Bytes>&) {}}
        .write(file(stage), json_text(header(stage)), all, block_bytes_, light);
    return;
  }
  write_blocks(file(stage), json_text(header(stage)), stages_[stage].slots * word, block_bytes_, light, pool,
               [&](u64 block, Bytes& raw) { strategy.store(stage, block * block_bytes_ / word, raw); });
}

void StageFiles::recall(std::size_t stage, Strategy& strategy, Pool& pool) const try {
  if (!ranks_.alone()) {
    std::optional<BlockReader> f;
    if (ranks_.first()) f.emplace(file(stage));
    const u64 word = of_first(f ? this->word(stage) : 0);
    strategy.begin_recall(stage, word);
    read_together(ranks_, pool, f ? &*f : nullptr, pieces_of(stage, word, strategy),
                  [&](u64 block, u64 offset, std::span<const std::byte> in) {
                    if (!strategy.recall(stage, (block * block_bytes_ + offset) / word, word, in))
                      refuse(stage, file(stage).string() + " contradicts itself");
                  });
    return strategy.end_recall(stage);
  }
  const BlockReader f(file(stage));
  const u64 word = this->word(stage);
  strategy.begin_recall(stage, word);
  pool.for_ranges(0, f.blocks(), 1, [&](u64 block, u64, int) {
    Bytes raw(f.bytes_of_block(block));
    f.read_block(block, raw);
    // The checksums matched, so some program wrote this; a value that no position can have must not become another.
    if (!strategy.recall(stage, block * block_bytes_ / word, word, raw))
      refuse(stage, file(stage).string() + " contradicts itself");
  });
  strategy.end_recall(stage);
} catch (const Damaged& e) {
  refuse(stage, e.what());
}

void StageFiles::save_at_work(std::size_t stage, Strategy& strategy, Pool& pool) const {
  auto h = header(stage);
  h["state"] = strategy.state().words();
  const auto arrays = strategy.arrays();
  constexpr u64 block_bytes = u64{1} << 20;
  if (!ranks_.alone()) {
    const u64 all = arrays.size() * stages_[stage].slots * strategy.window_word();
    WriteTogether{ranks_, pool, pieces_at_work(stage, block_bytes, strategy),
                  [&](u64 block) { return std::min(block_bytes, all - block * block_bytes); },
                  [](const std::vector<u64>&, std::vector<Bytes>&) {}}
        .write(checkpoint_, json_text(h), all, block_bytes, light);
    return;
  }
  write_blocks(checkpoint_, json_text(h), bytes_of(arrays), block_bytes, light, pool, [&](u64 block, Bytes& raw) {
    each_part(arrays, block * block_bytes, raw.size(),
              [&](std::span<std::byte> part, u64 at) { std::memcpy(raw.data() + at, part.data(), part.size()); });
  });
}

void StageFiles::save_writing(const std::filesystem::path& table, const Writing& so_far) const {
  auto h = header(stages_.size());
  h["state"] = {{"phase", "write"}, {"file", table.filename().string()}, {"table", so_far.header}};
  const auto bytes = std::as_bytes(std::span(so_far.index));
  constexpr u64 block_bytes = u64{1} << 24;
  BlockWriter writer(checkpoint_, json_text(h), bytes.size(), block_bytes);
  for (u64 at = 0; at < bytes.size(); at += block_bytes)
    writer.append(compress_block(bytes.subspan(at, std::min(block_bytes, bytes.size() - at)), light));
  writer.finish();
}

std::optional<StageFiles::Writing> StageFiles::writing(const std::filesystem::path& table) {
  std::optional<Writing> found;
  if (!ranks_.first()) return found;
  open(checkpoint_, [&](const BlockReader& f) {
    if (f.header().at("layer") != stages_.size()) return;
    const auto& state = f.header().at("state");
    if (!ranks_.alone())
      throw Error(Exit::usage,
                  fmt::format("the layers of {} are being put into the table: go on with one process", identity_.game));
    if (state.at("file") != table.filename().string())
      refuse_checkpoint(fmt::format("the layers of {} are being put into {}: finish that", identity_.game,
                                    state.at("file").get<std::string>()));
    Writing w{state.at("table"), std::vector<BlockEntry>(f.payload_bytes() / sizeof(BlockEntry))};
    const auto bytes = std::as_writable_bytes(std::span(w.index));
    for (u64 b = 0; b < f.blocks(); ++b) f.read_block(b, bytes.subspan(b * f.block_bytes(), f.bytes_of_block(b)));
    found = std::move(w);
  });
  return found;
}

void StageFiles::give_back(Slot before) {
  Slot begin = 0;
  for (std::size_t i = 0; i < stages_.size() && begin < before; begin += stages_[i++].slots) {
    const bool whole = begin + stages_[i].slots <= before;
    if (is_gone(i) || stages_[i].slots == 0 || !is_there(file(i))) continue;
    const BlockReader f(file(i));
    const u64 word = f.payload_bytes() / stages_[i].slots, next = (before - begin) * word / block_bytes_;
    zermelo::give_back(file(i), f.offset_of_block(0), whole ? f.file_bytes() : f.offset_of_block(next)); // it may be open
    if (whole) remove_file(file(i));
  }
  gone_ = std::max(gone_, before);
}

bool StageFiles::has_room_for_checkpoint(std::size_t stage, u64 word) const {
  return of_first(ranks_.first() && free_disk(checkpoint_.parent_path()) >= 2 * stages_[stage].slots * word ? 1 : 0) != 0;
}

// The first rank opens the file and tells the others what its header says.
bool StageFiles::resume_together(std::size_t stage, Strategy& strategy, Pool& pool) const {
  auto go_on = [&](const BlockReader* f, const StageState& state) {
    if (const std::string why = strategy.restore(stage, state); !why.empty()) refuse_checkpoint(checkpoint_.string() + " " + why);
    const u64 word = strategy.window_word(), all = strategy.arrays().size() * stages_[stage].slots * word;
    if (f != nullptr && f->payload_bytes() != all) refuse_checkpoint(checkpoint_.string() + " contradicts itself");
    const u64 block_bytes = of_first(f != nullptr ? f->block_bytes() : 0);
    const EachPiece pieces = pieces_at_work(stage, block_bytes, strategy);
    read_together(ranks_, pool, f, pieces, [&](u64 block, u64 offset, std::span<const std::byte> in) {
      pieces(ranks_.rank(), block, [&](u64 at, u64, std::byte* here) {
        if (at == offset) std::memcpy(here, in.data(), in.size());
      });
    });
    strategy.restored();
  };
  auto tell = [&](const std::string& text) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
    const Message m = ranks_.from_first(Message(bytes, bytes + text.size()));
    return std::string(reinterpret_cast<const char*>(m.data()), m.size());
  };
  if (!ranks_.first()) {
    const std::string text = tell("");
    if (text.empty()) return false;
    go_on(nullptr, StageState(nlohmann::json::parse(text)));
    return true;
  }
  bool told = false;
  open(checkpoint_, [&](const BlockReader& f) {
    const u64 of = f.header().at("layer");
    if (of < stage) return; // it was finished and saved since
    if (of > stage) refuse(stage, fmt::format("{} is missing, though {} is there", file(stage).string(), checkpoint_.string()));
    const StageState state(f.header().at("state"));
    tell(state.words().dump());
    told = true;
    go_on(&f, state);
  });
  if (!told) tell("");
  return told;
}

bool StageFiles::resume(std::size_t stage, Strategy& strategy, Pool& pool) const {
  if (!ranks_.alone()) return resume_together(stage, strategy, pool);
  bool taken = false;
  open(checkpoint_, [&](const BlockReader& f) {
    const u64 of = f.header().at("layer");
    if (of < stage) return; // it was finished and saved since
    if (of > stage) refuse(stage, fmt::format("{} is missing, though {} is there", file(stage).string(), checkpoint_.string()));
    if (const std::string why = strategy.restore(stage, StageState(f.header().at("state"))); !why.empty())
      refuse_checkpoint(checkpoint_.string() + " " + why);
    const auto arrays = strategy.arrays();
    if (f.payload_bytes() != bytes_of(arrays)) refuse_checkpoint(checkpoint_.string() + " contradicts itself");
    pool.for_ranges(0, f.blocks(), 1, [&](u64 block, u64, int) {
      Bytes raw(f.bytes_of_block(block));
      f.read_block(block, raw);
      each_part(arrays, block * f.block_bytes(), raw.size(),
                [&](std::span<std::byte> part, u64 at) { std::memcpy(part.data(), raw.data() + at, part.size()); });
    });
    strategy.restored();
    taken = true;
  });
  return taken;
}

void StageFiles::remove_at_work() const {
  if (ranks_.first()) remove_file(checkpoint_);
}

// From the last to the first: whoever is killed on the way leaves the files of a solve that goes on. Where the first are gone, the
// checkpoint that says so is the last.
void StageFiles::remove() const {
  if (!ranks_.first()) return;
  if (gone_ == 0) remove_at_work();
  for (std::size_t i = stages_.size(); i-- > 0;) remove_file(file(i));
  remove_at_work();
}

void StageFiles::remove_unfinished() const {
  if (!ranks_.first()) return;
  remove_file(temporary_of(checkpoint_));
  for (std::size_t i = 0; i < stages_.size(); ++i) remove_file(temporary_of(file(i)));
}

u64 StageFiles::bytes() const {
  auto size = [](const std::filesystem::path& path) {
    std::error_code none;
    const auto n = std::filesystem::file_size(path, none);
    return none ? u64{0} : u64{n};
  };
  u64 n = size(checkpoint_);
  for (std::size_t i = 0; i < stages_.size(); ++i) n += size(file(i));
  return n;
}

} // namespace zermelo
