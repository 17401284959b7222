// The tables on this machine: list, locate, pack, remove.
#include <sys/stat.h>

#include <algorithm>
#include <ctime>

#include "arguments.h"
#include "base/file.h"
#include "base/units.h"
#include "command.h"
#include "packing.h"
#include "terminal.h"
#include "view/text.h"

namespace zermelo {
namespace {

struct TablesArguments {
  std::string action = "list", game;
  i64 threads = 0;
  bool yes = false;
};

std::string date_of(const std::filesystem::path& file) {
  struct stat s{};
  if (::stat(file.c_str(), &s) != 0) return "";
  std::tm utc{};
  ::gmtime_r(&s.st_mtime, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &utc);
  return text;
}

// A file that cannot be read is listed too, with the reason: it takes room, and may be what the user looks for.
nlohmann::json row_of(const std::filesystem::path& file) {
  std::error_code unreadable;
  const auto size = std::filesystem::file_size(file, unreadable);
  nlohmann::json row = {
      {"table", file.string()}, {"bytes", unreadable ? nlohmann::json() : nlohmann::json(size)}, {"date", date_of(file)}};
  row["game"] = row["value"] = row["plies"] = row["positions"] = row["encoding"] = row["problem"] = nullptr;
  try {
    const Table table(file);
    const auto& header = table.header();
    row["game"] = header.identity.game;
    row.update(to_json(header.statistics.initial));
    row["positions"] = header.statistics.positions.positions();
    row["encoding"] = encoding_name(header);
  } catch (const Error& e) {
    row["problem"] = e.what();
  }
  return row;
}

Exit list(const std::filesystem::path& folder, bool json) {
  auto rows = nlohmann::json::array();
  for (const auto& file : tables_in(folder)) rows.push_back(row_of(file));
  if (json) {
    out(nlohmann::json{{"folder", folder.string()}, {"tables", rows}});
    return Exit::done;
  }
  if (rows.empty()) notef("no tables in {}\n", folder.string());
  for (const auto& row : rows) {
    const auto size = row["bytes"].is_null() ? std::string("-") : bytes(row["bytes"].get<u64>());
    if (row["problem"].is_null()) {
      outf("{:20} {:>10}  {}  {:>15} positions  {:7}  {}\n", row["game"].get<std::string>(), size, row["date"].get<std::string>(),
           grouped(row["positions"].get<u64>()), row["encoding"].get<std::string>(), row["table"].get<std::string>());
    } else {
      outf("{:20} {:>10}  {}  {}\n", "(unreadable)", size, row["date"].get<std::string>(),
           printable(row["problem"].get<std::string>(), 300));
    }
  }
  return Exit::done;
}

Exit print_path(const std::filesystem::path& path, bool json) {
  if (json) {
    out(nlohmann::json{{"path", path.string()}, {"exists", std::filesystem::exists(path)}});
  } else {
    outf("{}\n", path.string());
  }
  return Exit::done;
}

// Both tables of a game. The lock file stays, as base/file.h explains.
Exit remove(const TableFiles& files, const TableFiles& values, const std::string& game, const TablesArguments& o, bool json) {
  std::vector<std::filesystem::path> found;
  for (const auto& file : {files.table, files.sidecar, values.table, values.sidecar})
    if (is_there(file)) found.push_back(file);
  for (const auto& list : {files.checkpoints(), files.unfinished(), values.unfinished()})
    for (const auto& file : list)
      if (std::find(found.begin(), found.end(), file) == found.end()) found.push_back(file);
  if (found.empty())
    throw Error(Exit::table, fmt::format("there is no table of {} in {}", game, files.table.parent_path().string()));
  if (!o.yes) {
    if (!stdin_is_terminal()) throw Error(Exit::usage, "removing a table needs a yes: add --yes");
    for (const auto& file : found) notef("  {}\n", file.string());
    if (!confirm("remove these files?")) throw Error(Exit::usage, "nothing was removed");
  }
  const FolderLock lock(files.lock, "solving " + game + " in the same folder");
  auto removed = nlohmann::json::array();
  for (const auto& file : found) {
    remove_file(file);
    removed.push_back(file.string());
    if (!json) outf("removed {}\n", file.string());
  }
  if (json) out(nlohmann::json{{"removed", removed}});
  return Exit::done;
}

// Both tables of a game, whichever are there.
Exit pack(const Entry& entry, const std::vector<TableFiles>& both, const TablesArguments& o, const Common& common) {
  auto rows = nlohmann::json::array();
  for (const auto& files : both) {
    if (!is_there(files.table)) continue;
    const Packed p = pack_with_progress(entry, files, static_cast<int>(o.threads));
    rows.push_back({{"table", files.table.string()},
                    {"before", p.before},
                    {"after", p.after},
                    {"encoding", p.encoding},
                    {"already", p.already}});
    if (!common.json) outf("{}\n", text_of(p, files));
  }
  if (rows.empty()) refuse_missing_table(entry, common);
  if (common.json) out(nlohmann::json{{"packed", rows}});
  return Exit::done;
}

Exit tables(const TablesArguments& o, const Common& common) {
  const auto folder = tables_folder(common.tables);
  if (o.action == "list") return list(folder, common.json);
  if (o.action == "path")
    return print_path(o.game.empty() ? folder : files_to_read(*open_named(o.game), common).table, common.json);
  if (o.game.empty()) throw Error(Exit::usage, fmt::format("which table? zermelo tables {} GAME", o.action));
  const auto entry = open_named(o.game);
  const TableFiles files = files_of(*entry, common), values = files_of(*entry, common, Contents::values);
  if (o.action == "pack") return pack(*entry, {files, values}, o, common);
  return remove(files, values, entry->full_name(), o, common.json);
}

} // namespace

const Command tables_command = {
    "tables", "list, locate, pack or remove tables",
    "zermelo tables\n  zermelo tables path tictactoe\n  zermelo tables pack tictactoe\n  zermelo tables remove tictactoe --yes",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<TablesArguments>();
      a.choice("ACTION", o->action, {"list", "path", "pack", "remove"},
               "what to do (default: list); pack replaces a table by one of about half the size that answers the same: it holds "
               "losses alone, as wins follow from their moves");
      a.word("GAME", o->game, "GAME[:VARIANT], for path, pack and remove");
      a.number("--threads", o->threads, 0, 4096, "how many threads pack (default: all); the bytes are the same");
      a.flag("--yes", o->yes, "remove without asking");
      return [o, &common] { return tables(*o, common); };
    }};

} // namespace zermelo
