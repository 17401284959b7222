#include "solve/stages.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstring>

#include "base/json.h"
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

bool is_there(const std::filesystem::path& path) {
  std::error_code none;
  return std::filesystem::exists(path, none);
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
  if (std::error_code missing; !std::filesystem::exists(path, missing) && !missing) return false;
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
  while (n < stages_.size() && has(n)) ++n;
  for (std::size_t i = n + 1; i < stages_.size(); ++i)
    if (is_there(file(i))) refuse(n, fmt::format("{} is missing, though {} is there", file(n).string(), file(i).string()));
  return n;
}

u64 StageFiles::word(std::size_t stage) const {
  return stages_[stage].slots == 0 ? 1 : BlockReader(file(stage)).payload_bytes() / stages_[stage].slots;
}

void StageFiles::save(std::size_t stage, const Strategy& strategy, Pool& pool) const {
  const u64 word = strategy.stage_word();
  write_blocks(file(stage), json_text(header(stage)), stages_[stage].slots * word, block_bytes_, light, pool,
               [&](u64 block, Bytes& raw) { strategy.store(stage, block * block_bytes_ / word, raw); });
}

void StageFiles::recall(std::size_t stage, Strategy& strategy, Pool& pool) const try {
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
  h["state"] = strategy.state();
  const auto arrays = strategy.arrays();
  constexpr u64 block_bytes = u64{1} << 20;
  write_blocks(checkpoint_, json_text(h), bytes_of(arrays), block_bytes, light, pool, [&](u64 block, Bytes& raw) {
    each_part(arrays, block * block_bytes, raw.size(),
              [&](std::span<std::byte> part, u64 at) { std::memcpy(raw.data() + at, part.data(), part.size()); });
  });
}

bool StageFiles::resume(std::size_t stage, Strategy& strategy, Pool& pool) const {
  bool taken = false;
  open(checkpoint_, [&](const BlockReader& f) {
    const u64 of = f.header().at("layer");
    if (of < stage) return; // it was finished and saved since
    if (of > stage) refuse(stage, fmt::format("{} is missing, though {} is there", file(stage).string(), checkpoint_.string()));
    if (const std::string why = strategy.restore(stage, f.header().at("state")); !why.empty())
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

void StageFiles::remove_at_work() const { remove_file(checkpoint_); }

void StageFiles::remove() const {
  remove_at_work();
  for (std::size_t i = 0; i < stages_.size(); ++i) remove_file(file(i));
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
