// The game, position and table that a command line names.
#pragma once

#include <memory>
#include <optional>

#include <nlohmann/json.hpp>

#include "catalog/catalog.h"
#include "command.h"
#include "table/folder.h"
#include "table/table.h"
#include "view/probe.h"

namespace zermelo {

std::unique_ptr<Entry> open_named(const std::string& full_name); // open_game for text of any kind
TableFiles files_of(const Entry& entry, const Common& common, Contents contents = Contents::distances);

// The files of the table that commands read: the one with distances if it is there, else the one with values only.
TableFiles files_to_read(const Entry& entry, const Common& common);

// The game's table; none if there is none; an Error if it is damaged or of other rules.
std::optional<Table> find_table(const Entry& entry, const Common& common);
Table need_table(const Entry& entry, const Common& common);
[[noreturn]] void refuse_missing_table(const Entry& entry, const Common& common);

// The position in the game's notation ("" is the initial one); Error(position) with the parser's reason.
AnyPosition position_of(const Entry& entry, const std::string& text);

const char* side_to_move(const AnyGame& game, const AnyPosition& p); // "first" or "second"
std::string_view known_of(const Entry& entry);                       // known.json

// Every variant of a game that is worth listing, and those whose tables lie in the folder, whatever their variant.
std::vector<Variant> variants_of(const Folder& folder, const Common& common);

// A table of endings that holds some positions of the game, with the same values (Words::bound).
struct EndingTable {
  std::unique_ptr<Entry> entry;
  Table table;
};
std::vector<EndingTable> ending_tables(const Entry& entry, const Common& common);

// probe() with the game's own table, else with its tables of endings; `from` is told whose it was.
class Prober {
public:
  Prober(const Entry& entry, const Common& common);
  Answer answer(const AnyPosition& p) const;
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
