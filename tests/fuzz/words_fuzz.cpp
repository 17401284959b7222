// Words of a command line: the first byte chooses the parser, the rest is the text. Names of games and variants are taken or
// refused with Exit::usage (or Exit::resources, where a board is too large for its index), and a name that is taken is the name
// of the same game again; amounts with units lie within bounds.
#include <cstdlib>

#include "base/units.h"
#include "catalog/catalog.h"

using namespace zermelo;

namespace {

void open_named(const std::string& name) {
  try {
    const auto entry = open_game(name);
    if (open_game(entry->full_name())->full_name() != entry->full_name()) std::abort();
  } catch (const Error& e) {
    if (e.code() != Exit::usage && e.code() != Exit::resources) std::abort();
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto& games = catalog();
  switch (data[0] % 3) {
  case 0:
    if (const auto n = parse_bytes(text); n && (*n < 1 || *n > u64{1'000'000'000'000'000'000})) std::abort();
    break;
  case 1: open_named(text); break;
  default: // of a game that there is
    open_named(games[data[0] / 3 % games.size()].family.name + ":" + text);
  }
  return 0;
}
