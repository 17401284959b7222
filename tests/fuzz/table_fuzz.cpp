// The loader of tables. The first byte chooses whether the checksums are made right first, so that what lies behind them is
// reached as well. A file is opened and read, or refused with Exit::table; nothing else may happen.
#include "table/table.h"
#include "tests/faults/damage.h"
#include "tests/fuzz/memory_file.h"

using namespace zermelo;

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  if (size == 0) return 0;
  std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 4 != 0) faults::mend_checksums(bytes);
  const fuzz::MemoryFile file(bytes);
  try {
    const Table table(file.path(), u64{1} << 20);
    std::vector<u32> codes;
    for (u64 b = 0; b < table.blocks(); ++b) table.read_codes(b, codes);
    for (Slot s = 0; s < table.slots(); s += 1 + table.slots() / 7) static_cast<void>(table.value(s));
    static_cast<void>(to_json(table.header()));
  } catch (const Error& e) {
    if (e.code() != Exit::table) std::abort();
  }
  return 0;
}
