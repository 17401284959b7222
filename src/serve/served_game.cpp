#include "serve/served_game.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/error.h"

namespace zermelo::serve {

std::string SharedTable::checksum() const { return fmt::format("{:016x}", file().fingerprint()); }

Answer ServedGame::probe(const AnyPosition& p, bool slow, bool searches) const {
  const TablePointer t = table();
  if (t == nullptr) {
    Answer answer = zermelo::probe(*game, nullptr, p);
    add_endings(answer, slow);
    add_proved(answer);
    add_exact(answer, searches);
    return answer;
  }
  auto ask = [&](const Table& one) { return zermelo::probe(*game, &one, p); };
  return slow ? t->slow(ask) : t->quick(ask);
}

void ServedGame::learn(const AnyPosition& p, Proved proved) {
  proved_.with([&](Learned& l) {
    if (l.by_text.size() >= most_proved) l.by_text.clear();
    auto [it, fresh] = l.by_text.try_emplace(game->print(p), proved);
    if (!fresh && it->second.source == std::string_view("proof") && it->second.value.wdl == proved.value.wdl)
      it->second.best = std::move(proved.best); // a proof says more than a search that comes to the same
    else
      it->second = std::move(proved);
    ++l.times;
  });
}

std::optional<Proved> ServedGame::learned_about(const AnyPosition& p) const {
  return proved_.with([&](const Learned& l) -> std::optional<Proved> {
    if (l.by_text.empty()) return std::nullopt;
    const auto it = l.by_text.find(game->print(p));
    return it == l.by_text.end() ? std::nullopt : std::optional(it->second);
  });
}

std::optional<Proved> ServedGame::proved(const AnyPosition& p) const {
  if (auto learned = learned_about(p)) return learned;
  const auto book = book_.with([](const auto& b) { return b; });
  return book == nullptr ? std::nullopt : (*book)(p);
}

void ServedGame::put_book(std::shared_ptr<const Book> book) {
  book_.with([&](auto& b) { b = std::move(book); });
  proved_.with([](Learned& l) { ++l.times; });
}

std::vector<const ServedGame*> ServedGame::endings() const {
  std::vector<const ServedGame*> found;
  if (!bound_by || site_games == nullptr) return found;
  for (const auto& g : *site_games)
    if (g.get() != this && g->name == name && bound_by(g->full_name()) && g->table() != nullptr) found.push_back(g.get());
  return found;
}

std::optional<ServedGame::Ending> ServedGame::ending(const AnyPosition& p, bool slow) const {
  for (const ServedGame* e : endings()) {
    const TablePointer t = e->table();
    if (t == nullptr) continue;
    std::string why;
    const auto there = e->game->parse(game->print(p), why);
    if (!there) continue;
    auto ask = [&](const Table& one) { return value_of(*e->game, &one, *there); };
    Value v = unknown_value;
    try {
      v = slow ? t->slow(ask) : t->quick(ask);
    } catch (const Error&) { // a damaged block: another table may have it
      continue;
    }
    // Where no position may occur twice a table with endless play says who wins, but neither how fast nor what is drawn.
    if (history) v = v.wdl == Wdl::win ? win_value : v.wdl == Wdl::loss ? loss_value : unknown_value;
    if (v.known()) return Ending{e, t, *there, v};
  }
  return std::nullopt;
}

void ServedGame::add_endings(Answer& a, bool slow) const {
  if (!bound_by || a.moves.empty() || endings().empty()) return;
  bool all_known = true;
  for (auto& m : a.moves) {
    if (!m.value.known())
      if (const auto e = ending(m.position, slow)) m.value = value_of_move_to(e->value, game->pays(a.position, m.move));
    all_known = all_known && m.value.known();
  }
  std::stable_sort(a.moves.begin(), a.moves.end(), [](const auto& x, const auto& y) { return better(x.value, y.value); });
  if (a.value.known()) return;
  const Value best = a.moves.front().value;
  if (const auto here = ending(a.position, slow))
    a.value = here->value;
  else if (all_known && !history)
    a.value = best;
  else if (best.wdl == Wdl::win && !best.has_score())
    a.value = win_value; // some other move may be quicker
}

bool ServedGame::lasting() const { return table() != nullptr || !endings().empty(); }

std::string ServedGame::fingerprint() const {
  if (const TablePointer t = table()) return t->checksum();
  u64 sum = 0;
  bool any = false;
  for (const ServedGame* e : endings())
    if (const TablePointer t = e->table()) {
      sum = sum * 31 + t->file().fingerprint();
      any = true;
    }
  return any ? fmt::format("e{:016x}", sum) : "build";
}

// Values without distances, for the position and for its moves. Where the past counts, the value of a position says nothing
// about the move that leads to it: the position before must not come back.
void ServedGame::add_proved(Answer& a) const {
  const auto here = a.value.known() ? std::nullopt : proved(a.position);
  if (here) a.value = here->value;
  for (auto& m : a.moves) {
    if (m.value.known()) continue;
    if (here && here->value.wdl == Wdl::win && m.name == here->best) m.value = here->value;
    if (const auto there = history ? std::nullopt : learned_about(m.position)) m.value = value_of_move_to(there->value);
    if (here && here->value.wdl == Wdl::loss && !m.value.known()) m.value = loss_value; // who has lost loses by every move
  }
  std::stable_sort(a.moves.begin(), a.moves.end(), [](const auto& x, const auto& y) { return better(x.value, y.value); });
}

namespace {

// Whether an exact search would say more: who wins may be known without the distance.
bool is_open(Value v) { return !v.known() || (v.decisive() && !v.has_plies() && !v.has_score()); }

} // namespace

std::vector<AnyPosition> ServedGame::open_moves(const Answer& a) const {
  std::vector<AnyPosition> open;
  if (!exact || table() != nullptr) return open;
  for (const auto& m : a.moves)
    if (is_open(m.value)) open.push_back(m.position);
  return open;
}

// One search that does not end in a moment is enough: others most likely would not, either.
void ServedGame::add_exact(Answer& a, bool searches) const {
  if (!exact || a.moves.empty()) return;
  bool all = true;
  for (auto& m : a.moves) {
    if (!is_open(m.value)) continue;
    Value v = known(m.position);
    if (!v.known() && searches) {
      v = exact(m.position);
      searches = v.known();
    }
    if (v.known()) m.value = value_of_move_to(v, game->pays(a.position, m.move));
    all = all && v.known();
  }
  std::stable_sort(a.moves.begin(), a.moves.end(), [](const auto& x, const auto& y) { return better(x.value, y.value); });
  const Value here = all ? a.moves.front().value : known(a.position);
  if (here.known()) a.value = here;
}

const ServedGame* Site::find(const std::string& full_name) const {
  for (const auto& g : games)
    if (g->full_name() == full_name) return g.get();
  return nullptr;
}

} // namespace zermelo::serve
