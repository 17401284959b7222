#include "serve/shelf.h"

#include <fmt/format.h>

namespace zermelo::serve {

std::string SharedTable::checksum() const { return fmt::format("{:016x}", file().fingerprint()); }

Answer ServedGame::probe(const AnyPosition& p, bool slow) const {
  const TablePointer t = table();
  if (t == nullptr) return zermelo::probe(*game, nullptr, p);
  auto ask = [&](const Table& one) { return zermelo::probe(*game, &one, p); };
  return slow ? t->slow(ask) : t->quick(ask);
}

const ServedGame* Site::find(const std::string& full_name) const {
  for (const auto& g : games)
    if (g->full_name() == full_name) return g.get();
  return nullptr;
}

} // namespace zermelo::serve
