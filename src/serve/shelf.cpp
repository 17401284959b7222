#include "serve/shelf.h"

#include <algorithm>
#include <fmt/format.h>

namespace zermelo::serve {

std::string SharedTable::checksum() const { return fmt::format("{:016x}", file().fingerprint()); }

Answer ServedGame::probe(const AnyPosition& p, bool slow) const {
  const TablePointer t = table();
  if (t == nullptr) {
    Answer answer = zermelo::probe(*game, nullptr, p);
    add_proved(answer);
    return answer;
  }
  auto ask = [&](const Table& one) { return zermelo::probe(*game, &one, p); };
  return slow ? t->slow(ask) : t->quick(ask);
}

void ServedGame::learn(const AnyPosition& p, Proved proved) {
  proved_.with([&](Learned& l) {
    if (l.by_text.size() >= most_proved) l.by_text.clear();
    auto [it, fresh] = l.by_text.try_emplace(game->print(p), proved);
    if (!fresh && it->second.source == std::string_view("proof") && it->second.wdl == proved.wdl)
      it->second.best = std::move(proved.best); // a proof says more than a search that comes to the same
    else
      it->second = std::move(proved);
    ++l.times;
  });
}

std::optional<Proved> ServedGame::proved(const AnyPosition& p) const {
  return proved_.with([&](const Learned& l) -> std::optional<Proved> {
    if (l.by_text.empty()) return std::nullopt;
    const auto it = l.by_text.find(game->print(p));
    return it == l.by_text.end() ? std::nullopt : std::optional(it->second);
  });
}

// Values without distances, for the position and for its moves. Where the past counts, the value of a position says nothing
// about the move that leads to it: the position before must not come back.
void ServedGame::add_proved(Answer& a) const {
  auto value = [](Wdl wdl) { return wdl == Wdl::win ? win_value : wdl == Wdl::loss ? loss_value : draw_value; };
  const auto here = a.value.known() ? std::nullopt : proved(a.position);
  if (here) a.value = value(here->wdl);
  for (auto& m : a.moves) {
    if (m.value.known()) continue;
    if (here && here->wdl == Wdl::win && m.name == here->best) m.value = win_value;
    if (const auto there = history ? std::nullopt : proved(m.position)) m.value = value_of_move_to(value(there->wdl));
  }
  std::stable_sort(a.moves.begin(), a.moves.end(), [](const auto& x, const auto& y) { return better(x.value, y.value); });
}

const ServedGame* Site::find(const std::string& full_name) const {
  for (const auto& g : games)
    if (g->full_name() == full_name) return g.get();
  return nullptr;
}

} // namespace zermelo::serve
