#include "solve/blocks/checkpoint.h"

#include <cstring>

#include "base/json.h"

namespace zermelo {
namespace {

u64 bytes_of(std::span<const Pages* const> planes) {
  u64 bytes = 0;
  for (const Pages* plane : planes) bytes += plane->size() * sizeof(u64);
  return bytes;
}

// Calls f(plane's bytes, offset in the block, length) for the parts of planes that lie in [from, from + size).
template <class Planes, class F> void each_part(const Planes& planes, u64 from, u64 size, F&& f) {
  u64 start = 0;
  for (auto* plane : planes) {
    const u64 length = plane->size() * sizeof(u64), first = std::max(from, start), last = std::min(from + size, start + length);
    if (first < last) f(*plane, first - start, first - from, last - first);
    start += length;
  }
}

} // namespace

std::optional<BlockCheckpoint> block_checkpoint(const std::filesystem::path& path, const TableIdentity& identity) {
  return open_checkpoint(path, identity, Method::blocks, [&](const BlockReader& file) {
    const auto& h = file.header();
    BlockCheckpoint c;
    c.plies = h.at("plies");
    c.cursor = h.at("cursor");
    c.found = h.at("found");
    h.at("counts").get_to(c.counts);
    c.census = {h.at("positions"), h.at("quiet"), h.at("quiet_moves")};
    c.latest_plies = h.at("latest_plies");
    h.at("latest").get_to(c.latest);
    h.at("watched").get_to(c.watched);
    c.distances = h.at("distances");
    if (c.plies < 0 || c.counts.size() != static_cast<std::size_t>(c.plies))
      refuse_checkpoint(path.string() + " contradicts itself");
    return c;
  });
}

void save_planes(const std::filesystem::path& path, const TableIdentity& identity, const BlockCheckpoint& c,
                 std::span<const Pages* const> planes, Pool& pool) {
  auto header = checkpoint_header(identity, Method::blocks);
  header.update({{"plies", c.plies},
                 {"cursor", c.cursor},
                 {"found", c.found},
                 {"counts", c.counts},
                 {"positions", c.census.positions},
                 {"quiet", c.census.quiet},
                 {"quiet_moves", c.census.quiet_moves},
                 {"latest_plies", c.latest_plies},
                 {"latest", c.latest},
                 {"watched", c.watched},
                 {"distances", c.distances}});
  write_blocks(path, json_text(header), bytes_of(planes), checkpoint_block_bytes, 1, pool, [&](u64 block, Bytes& raw) {
    each_part(planes, block * checkpoint_block_bytes, raw.size(), [&](const Pages& plane, u64 at, u64 to, u64 length) {
      std::memcpy(raw.data() + to, reinterpret_cast<const std::byte*>(plane.data()) + at, length);
    });
  });
}

void load_planes(const std::filesystem::path& path, std::span<Pages* const> planes, Pool& pool) try {
  const BlockReader file(path);
  if (file.payload_bytes() != bytes_of(std::vector<const Pages*>(planes.begin(), planes.end())))
    refuse_checkpoint(path.string() + " contradicts itself");
  pool.for_ranges(0, file.blocks(), 1, [&](u64 block, u64, int) {
    Bytes raw(file.bytes_of_block(block));
    file.read_block(block, raw);
    each_part(planes, block * file.block_bytes(), raw.size(), [&](Pages& plane, u64 at, u64 to, u64 length) {
      std::memcpy(reinterpret_cast<std::byte*>(plane.data()) + at, raw.data() + to, length);
    });
  });
} catch (const Damaged& e) {
  refuse_checkpoint(e.what());
}

} // namespace zermelo
