// The loader of tables, with inputs that reach behind the checksums (assemble.h). A file is opened and read, or refused with
// Exit::table; nothing else may happen.
#include "table/table.h"
#include "tests/fuzz/assemble.h"
#include "tests/fuzz/memory_file.h"

using namespace zermelo;

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  if (size == 0) return 0;
  const fuzz::MemoryFile file(fuzz::file_from(data, size));
  try {
    const Table table(file.path(), u64{1} << 20);
    std::vector<u32> codes;
    for (u64 b = 0; b < table.blocks(); ++b) table.read_codes(b, codes);
    for (Slot s = 0; s < table.slots(); s += 1 + table.slots() / 7) static_cast<void>(table.value(s));
    static_cast<void>(header_text(table.header()));
  } catch (const Error& e) {
    if (e.code() != Exit::table) std::abort();
  }
  return 0;
}
