// The game, position and table that somebody names: by a command line, the C interface or Python.
#pragma once

#include <memory>
#include <optional>

#include <nlohmann/json.hpp>

#include "catalog/catalog.h"
#include "table/folder.h"
#include "table/table.h"
#include "view/probe.h"

namespace zermelo {

// Where tables are looked for.
struct TablePlace {
  std::string tables; // the folder; empty for the default
};

std::unique_ptr<Entry> open_named(const std::string& full_name); // open_game for text of any kind

// The table in a file, which names its game itself; Error(table) if it is damaged, or of a game or rules that are not here.
struct NamedTable {
  std::unique_ptr<Entry> entry;
  Table table;
};
NamedTable table_in_file(const std::filesystem::path& file);
bool names_a_game(const std::string& text); // one that this program has, whatever the variant

TableFiles files_of(const Entry& entry, const TablePlace& place, Contents contents = Contents::distances);

// The files of the table that commands read: the one with distances if it is there, else the one with values only.
TableFiles files_to_read(const Entry& entry, const TablePlace& place);

// The game's table; none if there is none; an Error if it is damaged or of other rules.
std::optional<Table> find_table(const Entry& entry, const TablePlace& place);
Table need_table(const Entry& entry, const TablePlace& place);
[[noreturn]] void refuse_missing_table(const Entry& entry, const TablePlace& place);

// The position in the game's notation ("" is the initial one); Error(position) with the parser's reason.
AnyPosition position_of(const Entry& entry, const std::string& text);

// The move that is meant (view/turns.h); Error(position) with a sentence that lists some.
AnyMove move_of(const Entry& entry, const AnyPosition& p, const std::string& written);

const char* side_to_move(const AnyGame& game, const AnyPosition& p); // "first" or "second"
std::string_view known_of(const Entry& entry);                       // known.json

// Every variant of a game that is worth listing, and those whose tables lie in the folder, whatever their variant.
std::vector<Variant> variants_of(const Folder& folder, const TablePlace& place);

// A table of endings that holds some positions of the game, with the same values (Words::bound).
struct EndingTable {
  std::unique_ptr<Entry> entry;
  Table table;
};
std::vector<EndingTable> ending_tables(const Entry& entry, const TablePlace& place);

// probe() with the game's own table, else with its tables of endings. The entry must outlive it.
class Prober {
public:
  Prober(const Entry& entry, const TablePlace& place);
  Prober(const Entry& entry, Table&& table);
  Answer answer(const AnyPosition& p) const;
  Value value(const AnyPosition& p) const; // answer(p).value, from the table alone where that is enough
  bool knows_anything() const { return table_.has_value() || !endings_.empty(); }
  const std::optional<Table>& table() const { return table_; }

private:
  struct Found {
    const EndingTable* ending;
    Value value;
  };
  std::optional<Found> in_endings(const AnyPosition& p) const;

  const Entry& entry_;
  std::optional<Table> table_;
  std::vector<EndingTable> endings_;
};

} // namespace zermelo
