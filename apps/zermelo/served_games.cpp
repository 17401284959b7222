#include "served_games.h"

#include <algorithm>

#include "base/file.h"
#include "base/json.h"
#include "base/machine.h"
#include "base/version.h"
#include "catalog/by_zones.h"
#include "command.h"
#include "http/web_assets.h"
#include "search/opponent.h"
#include "table/proof_file.h"
#include "tasks/opening_book.h"
#include "tasks/results.h"
#include "terminal.h"
#include "view/published.h"

namespace zermelo {
namespace {

constexpr u64 reply_memory = u64{4} << 20;

AnyMove searched_reply(const Entry& entry, const AnyPosition& p, int milliseconds) {
  const SearchOptions options{.seconds = milliseconds / 1000.0, .memory = reply_memory, .seed = 1};
  return entry.opponent(options)->think(std::span(&p, 1)).move;
}

std::string full_name(const Family& family, const Variant& variant) {
  return variant.name.empty() ? family.name : family.name + ":" + variant.name;
}

bool has_table(const std::string& full_name, const Common& common) try {
  return is_there(files_to_read(*open_named(full_name), common).table);
} catch (const Error&) { // a folder that cannot be looked into
  return false;
}

Value value_in(const nlohmann::json& j) {
  const std::string value = j.is_object() && j.contains("value") && j["value"].is_string() ? j["value"].get<std::string>() : "";
  const i32 plies = j.is_object() && j.contains("plies") && j["plies"].is_number_integer() ? j["plies"].get<i32>() : no_plies;
  return value == "win" ? win_in(plies) : value == "loss" ? loss_in(plies) : value == "draw" ? draw_value : unknown_value;
}

// Of the positions that are symmetric to p.
std::string key_of(const Entry& entry, const AnyPosition& p) {
  return entry.full_name() + '\n' + entry.game().print(entry.game().canonical(p));
}

// The value of where a move leads, from the value of the move.
Value value_behind(Value move) {
  const i32 plies = move.has_plies() ? move.plies - 1 : no_plies;
  return move.wdl == Wdl::win ? loss_in(plies) : move.wdl == Wdl::loss ? win_in(plies) : move;
}

// Recorded results, proofs and what is in print answer where there is no table; the strongest comes last.
void learn_what_is_known(const Entry& entry, serve::ServedGame& g) {
  const AnyGame& game = entry.game();
  const auto recorded = recorded_result(entry);
  const auto proved = proved_initial(known_of(entry), entry.variant);
  const auto others = solved_by_others(known_of(entry), entry.variant);
  const Value initial = value_in(g.initial);
  if (others)
    g.solved = {others->how, "print", others->by};
  else if (initial.known())
    g.solved = {"ultra-weakly", "print", ""};
  if (initial.wdl == Wdl::draw && game.scored()) g.learn(game.start(), {scored(0), "published", ""});
  if (initial.known() && !game.scored()) g.learn(game.start(), {initial, recorded ? "recorded" : "published", ""});
  if (recorded) {
    g.solved = {"strongly", "recorded", g.solved.by};
    g.positions = recorded->statistics.positions.positions();
    const auto longest = recorded->statistics.longest_win();
    std::string why;
    for (const auto& text : recorded->findings.longest_positions)
      if (const auto p = game.parse(text, why); p && longest.plies > 0) g.learn(*p, {win_in(longest.plies), "recorded", ""});
    for (const AnyMove m : game.moves(game.start()))
      for (const auto& move : recorded->findings.moves)
        if (move.move == game.move_name(game.start(), m))
          g.learn(game.play(game.start(), m), {value_behind(move.value), "recorded", ""});
  }
  if (proved && proved->wdl != Wdl::unknown) {
    const bool files = !proved->files.empty();
    if (!recorded)
      g.solved = {proved->strongly ? "strongly" : "weakly",
                  files              ? "proof"
                  : proved->strongly ? "recorded"
                                     : "search",
                  g.solved.by};
    Value v = proved->wdl == Wdl::win ? win_value : proved->wdl == Wdl::loss ? loss_value : draw_value;
    if (initial.wdl == v.wdl) v = initial; // with its distance
    g.learn(game.start(), {v, files ? "proof" : proved->strongly ? "recorded" : "search", proved->move});
  }
}

} // namespace

ServedCatalog::ServedCatalog(const std::vector<std::string>& names, const Common& common) : common_(common) {
  site_.version = version();
  site_.assets = web_assets();
  for (const auto& name : names) {
    if (const Folder* folder = find_folder(name); folder != nullptr) {
      if (std::find(whole_.begin(), whole_.end(), folder) == whole_.end()) whole_.push_back(folder);
      continue;
    }
    const auto entry = open_named(name);
    const Family& family = find_folder(entry->name)->family;
    Variant variant{entry->variant, ""}; // it may be one that is not listed
    for (const auto& v : family.variants)
      if (v.name == entry->variant) variant = v;
    if (!opened_.contains(entry->full_name())) add(family, variant);
  }
  // A variant that was named brings the tables of its endings along.
  std::vector<std::pair<const Folder*, Variant>> endings;
  for (const auto& [name, opened] : opened_) {
    const Entry* entry = opened.entry.get();
    if (entry->words.bound.empty()) continue;
    const Folder* folder = find_folder(entry->name);
    for (const auto& variant : variants_of(*folder, common)) {
      const std::string full = full_name(folder->family, variant);
      if (entry->bound_by(full) && has_table(full, common)) endings.emplace_back(folder, variant);
    }
  }
  for (const auto& [folder, variant] : endings)
    if (!opened_.contains(full_name(folder->family, variant))) add(folder->family, variant);
  if (names.empty())
    for (const auto& folder : catalog()) whole_.push_back(&folder);
  add_variants();
}

void ServedCatalog::add_variants() {
  for (const Folder* folder : whole_)
    for (const auto& variant : variants_of(*folder, common_))
      if (!opened_.contains(full_name(folder->family, variant)) && !site_.games.full()) add(folder->family, variant);
}

void ServedCatalog::refresh() {
  const std::lock_guard lock(loading_);
  add_variants();
  for (const auto& g : site_.games) {
    if (!g->game->indexed()) continue;
    std::error_code missing;
    std::filesystem::path table;
    try {
      table = files_to_read(entry(*g), common_).table;
    } catch (const Error&) { // what was loaded is still good
      continue;
    }
    const auto written = std::filesystem::last_write_time(table, missing);
    if (missing || written == loaded_[g->full_name()]) continue;
    load_table(*g);
  }
}

void ServedCatalog::add(const Family& family, const Variant& variant) {
  auto opened = open_named(full_name(family, variant));
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
    g->memory = e.memory;
    g->seconds = e.seconds;
    g->solvable = e.memory <= available_memory();
  } catch (const Error&) { // NOLINT(bugprone-empty-catch): a game that has no table is searched
  }
  g->initial = known_initial(entry);
  g->repetition = entry.repetition();
  g->rules_en = find_folder(entry.name)->rules_en;
  g->rules_ja = find_folder(entry.name)->rules_ja;
  g->site_games = &site_.games;
  if (!entry.words.bound.empty()) g->bound_by = [&entry](const std::string& other) { return entry.bound_by(other); };
  g->provable = !entry.game().scored() && entry.repetition() != Repetition::loss;
  g->history = entry.repetition() == Repetition::forbidden;
  learn_what_is_known(entry, *g);
  g->statistics = [&entry, this] { return statistics_of(entry, common_); };
  g->reply = [&entry](const AnyPosition& p, int milliseconds) { return searched_reply(entry, p, milliseconds); };
  serve::ServedGame* served = g.get();
  if (entry.searches_exactly()) {
    g->known = [this, &entry, book = recorded_book(entry).value_or(OpeningBook{})](const AnyPosition& p) {
      const Value v = book.find(entry.game(), p);
      return v.known() ? v : found_.with([&](const Found& f) {
        const auto it = f.find(key_of(entry, p));
        return it == f.end() ? unknown_value : it->second;
      });
    };
    g->exact = [this, &entry, served](const AnyPosition& p) {
      ProveOptions options{.threads = 1, .memory = u64{4} << 20, .most_visits = 300'000}; // a tenth of a second
      options.line = false;
      const Value v = entry.exact(p, options).value;
      if (v.known()) keep(entry, *served, p, v);
      return v;
    };
  }
  opened_.emplace(entry.full_name(), Opened{std::move(opened), served});
  load_table(site_.games.push_back(std::move(g)));
}

void ServedCatalog::learn(const serve::ServedGame& game, const AnyPosition& p, serve::Proved proved) {
  opened_.at(game.full_name()).served->learn(p, std::move(proved));
}

void ServedCatalog::keep(const Entry& entry, serve::ServedGame& served, const AnyPosition& p, Value v) {
  found_.with([&](Found& f) {
    if (f.size() >= most_found) f.clear();
    f[key_of(entry, p)] = v;
  });
  served.learned_more();
}

Value ServedCatalog::search(const serve::ServedGame& game, const AnyPosition& p, const ProveOptions& options) {
  const Opened* opened = nullptr;
  {
    const std::lock_guard lock(loading_); // further variants may come meanwhile
    opened = &opened_.at(game.full_name());
  }
  const Value v = opened->entry->exact(p, options).value;
  if (v.known()) keep(*opened->entry, *opened->served, p, v);
  return v;
}

void ServedCatalog::read_proofs(const std::vector<std::filesystem::path>& files, const std::function<bool()>& should_stop) {
  std::map<std::string, std::vector<std::filesystem::path>> of_game;
  for (const auto& path : files) try {
      of_game[ProofFile(path).header().game].push_back(path);
    } catch (const Error& e) {
      notef("passed over: {}\n", e.what());
    }
  for (const auto& [name, paths] : of_game) {
    const Opened* opened = nullptr;
    {
      const std::lock_guard lock(loading_); // further variants may come meanwhile
      if (const auto found = opened_.find(name); found != opened_.end()) opened = &found->second;
    }
    if (opened == nullptr || !opened->entry->lined()) continue;
    auto book = std::make_shared<ProofBook>(*opened->entry);
    u64 read = 0;
    VerifyOptions options;
    options.threads = 1;
    options.should_stop = should_stop;
    for (const auto& path : paths) try {
        book->add(path, options);
        ++read;
      } catch (const Error& e) {
        if (should_stop()) return;
        notef("passed over: {}\n", e.what());
      }
    if (book->empty()) continue;
    notef("{} proof{} of {} hold{}: positions inside are answered\n", read, read == 1 ? "" : "s", name, read == 1 ? "s" : "");
    opened->served->put_book(
        std::make_shared<const serve::ServedGame::Book>([book](const AnyPosition& p) -> std::optional<serve::Proved> {
          const auto known = book->find(p);
          if (!known) return std::nullopt;
          return serve::Proved{known->wdl == Wdl::win ? win_value : loss_value, "proof", known->move};
        }));
  }
}

void ServedCatalog::load_table(const serve::ServedGame& game) try {
  const std::lock_guard lock(loading_);
  const Entry& entry = this->entry(game);
  if (!entry.game().indexed()) return;
  const TableFiles files = files_to_read(entry, common_);
  if (!is_there(files.table)) return;
  std::error_code unreadable;
  loaded_[game.full_name()] = std::filesystem::last_write_time(files.table, unreadable);
  auto table = std::make_shared<const serve::SharedTable>(files.table, entry.identity());
  auto longest = kept_longest(table->blocks(), files);
  serve::ServedGame& served = *opened_.at(game.full_name()).served;
  served.longest.with([&](auto& kept) { kept = std::move(longest); });
  served.put_table(std::move(table));
} catch (const Error& e) { // of one table: the others are served
  notef("{} is served without its table: {}\n", game.full_name(), e.what());
}

} // namespace zermelo
