#include "served.h"

#include "base/json.h"
#include "base/machine.h"
#include "http/web_assets.h"
#include "results.h"
#include "search/opponent.h"
#include "terminal.h"
#include "view/published.h"

namespace zermelo {
namespace {

constexpr u64 reply_memory = u64{4} << 20;

AnyMove searched_reply(const Entry& entry, const AnyPosition& p, int milliseconds) {
  const SearchOptions options{.seconds = milliseconds / 1000.0, .memory = reply_memory, .seed = 1};
  return entry.opponent(options)->think(std::span(&p, 1)).move;
}

} // namespace

ServedCatalog::ServedCatalog(const std::vector<std::string>& names, const Common& common) : common_(common) {
  site_.version = ZERMELO_VERSION;
  site_.assets = web_assets();
  for (const auto& name : names) {
    const auto entry = open_named(name);
    const Family& family = find_folder(entry->name)->family;
    Variant variant{entry->variant, ""}; // it may be one that is not listed
    for (const auto& v : family.variants)
      if (v.name == entry->variant) variant = v;
    if (!entries_.contains(entry->full_name())) add(family, variant);
  }
  if (names.empty())
    for (const auto& folder : catalog())
      for (const auto& variant : folder.family.variants) add(folder.family, variant);
}

void ServedCatalog::add(const Family& family, const Variant& variant) {
  auto opened = open_named(variant.name.empty() ? family.name : family.name + ":" + variant.name);
  const Entry& entry = *opened;
  auto g = std::make_unique<serve::ServedGame>();
  g->name = entry.name;
  g->variant = entry.variant;
  g->title = family.title;
  g->summary = variant.summary;
  g->set = entry.words.set;
  g->game = &entry.game();
  if (auto board = parse_json(find_folder(entry.name)->board); board.is_object()) g->board = std::move(board);
  try {
    const SolvePlan e = entry.plan({}, Contents::distances);
    g->slots = e.slots;
    g->solvable = e.memory <= available_memory();
  } catch (const Error&) { // NOLINT(bugprone-empty-catch): a game that has no table is searched
  }
  g->initial = known_initial(entry);
  g->provable = !entry.game().scored() && entry.repetition() != Repetition::loss;
  g->history = entry.repetition() == Repetition::forbidden;
  if (const auto proved = proved_initial(known_of(entry), entry.variant); proved && proved->wdl != Wdl::unknown)
    g->learn(entry.game().start(), {proved->wdl, proved->files.empty() ? "search" : "proof", ""});
  g->statistics = [&entry, this] { return statistics_of(entry, common_); };
  g->reply = [&entry](const AnyPosition& p, int milliseconds) { return searched_reply(entry, p, milliseconds); };
  const auto& game = *site_.games.emplace_back(std::move(g));
  entries_.emplace(entry.full_name(), std::move(opened));
  load_table(game);
}

void ServedCatalog::learn(const serve::ServedGame& game, const AnyPosition& p, serve::Proved proved) {
  for (const auto& g : site_.games)
    if (g.get() == &game) return g->learn(p, std::move(proved));
}

void ServedCatalog::load_table(const serve::ServedGame& game) try {
  const Entry& entry = this->entry(game);
  if (!entry.game().indexed()) return;
  const TableFiles files = files_to_read(entry, common_);
  std::error_code unreadable;
  if (!std::filesystem::exists(files.table, unreadable)) return;
  auto table = std::make_shared<const serve::SharedTable>(files.table, entry.identity());
  for (const auto& g : site_.games)
    if (g.get() == &game) return g->put_table(std::move(table));
} catch (const Error& e) {
  if (e.code() != Exit::table) throw;
  notef("{} is served without its table: {}\n", game.full_name(), e.what());
}

} // namespace zermelo
