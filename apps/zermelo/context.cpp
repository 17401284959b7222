#include "context.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "view/text.h"

namespace zermelo {

std::unique_ptr<Entry> open_named(const std::string& full_name) {
  if (full_name.size() > 64) throw Error(Exit::usage, fmt::format("there is no game '{}'", printable(full_name, 40)));
  return open_game(full_name);
}

TableFiles files_of(const Entry& entry, const Common& common, Contents contents) {
  return {tables_folder(common.tables), entry.full_name(), contents};
}

TableFiles files_to_read(const Entry& entry, const Common& common) {
  std::error_code unreadable;
  for (const Contents contents : {Contents::distances, Contents::values})
    if (auto files = files_of(entry, common, contents); std::filesystem::exists(files.table, unreadable)) return files;
  return files_of(entry, common);
}

std::optional<Table> find_table(const Entry& entry, const Common& common) {
  if (!entry.game().indexed()) return std::nullopt;
  const TableFiles files = files_to_read(entry, common);
  std::error_code unreadable;
  if (!std::filesystem::exists(files.table, unreadable)) return std::nullopt;
  return std::make_optional<Table>(files.table, entry.identity());
}

Table need_table(const Entry& entry, const Common& common) {
  auto table = find_table(entry, common);
  if (!table) refuse_missing_table(entry, common);
  return std::move(*table);
}

void refuse_missing_table(const Entry& entry, const Common& common) {
  if (!entry.game().indexed())
    throw Error(Exit::table, entry.full_name() + " has no table: it has no index, or its values depend on the history of play");
  throw Error(Exit::table, fmt::format("there is no table of {} in {}; make it with: zermelo solve {}", entry.full_name(),
                                       files_of(entry, common).table.parent_path().string(), entry.full_name()));
}

AnyPosition position_of(const Entry& entry, const std::string& text) {
  if (text.empty()) return entry.game().start();
  std::string why;
  if (auto p = entry.game().parse(text, why)) return *p;
  throw Error(Exit::position,
              fmt::format("'{}' is not a position of {}: {}", printable(text), entry.full_name(), printable(why, 300)));
}

const char* side_to_move(const AnyGame& game, const AnyPosition& p) { return game.first_to_move(p) ? "first" : "second"; }

std::string_view known_of(const Entry& entry) {
  const Folder* folder = find_folder(entry.name);
  return folder == nullptr ? "{}" : folder->known;
}

nlohmann::json sidecar_of(const TableFiles& files) try {
  auto j = parse_json(read_whole(files.sidecar, u64{1} << 20));
  return j.is_object() ? j : nlohmann::json::object();
} catch (const Error&) {
  return nlohmann::json::object();
}

} // namespace zermelo
