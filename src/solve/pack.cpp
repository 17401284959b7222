#include "solve/pack.h"

#include "base/error.h"
#include "solve/write.h"

namespace zermelo {
namespace {

void take_wins_out(std::span<std::byte> block, Encoding e) {
  const u32 draw = draw_code(e);
  for (u64 i = 0; i < slots_in(e, block.size()); ++i) // bits behind the last slot are 0: no win
    if (decode(e, code_at(block, i, e)).wdl == Wdl::win) put_code(block, i, e, draw);
}

} // namespace

u64 pack_table(const Table& from, const std::filesystem::path& into, std::vector<std::string> longest,
               const PackOptions& options) {
  TableHeader header = from.header();
  if (header.encoding == Encoding::score8)
    throw Error(Exit::usage,
                from.file().path().string() +
                    " is a table of scores and stays as it is: a score does not follow from the losses among its moves");
  header.losses_only = true;
  if (header.findings.longest_positions.empty()) header.findings.longest_positions = std::move(longest);
  const BlockReader& file = from.file();
  BlockWriter writer(into, header_text(header), file.payload_bytes(), file.block_bytes());
  Pool pool(options.threads);
  return write_blocks(
      writer, file.payload_bytes(), file.block_bytes(), packed_level, pool, usual_batch(file.block_bytes(), pool),
      [](u64, u64) {},
      [&](u64 block, Bytes& raw) {
        if (options.should_stop && options.should_stop()) throw Error(Exit::stopped, "interrupted; the table is as it was");
        file.read_block(block, raw);
        take_wins_out(raw, header.encoding);
      },
      [&] {
        if (options.on_progress) options.on_progress(writer.index().size(), file.blocks());
      });
}

} // namespace zermelo
