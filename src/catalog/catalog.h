// The list of games. Its source is generated: every folder under games/ (and under -DZERMELO_GAMES) that has a game.cpp.
#pragma once

#include "catalog/family.h"

namespace zermelo {

// A file of results/: what a solve printed somewhere, for those who do not have its table (table/result.h), or a book of openings
// (tasks/opening_book.h).
struct RecordedResult {
  std::string_view file; // its name
  std::string_view text;
};

struct Folder {
  Family family;
  std::string_view known; // known.json: node counts, published values and their sources
  std::vector<RecordedResult> results, books;
  std::string_view board;              // board.json: how pieces and squares are drawn, and names in other languages
  std::string_view rules_en, rules_ja; // rules.en.md, rules.ja.md: for people; empty where nobody has written them
};

const std::vector<Folder>& catalog();

const Folder* find_folder(std::string_view name);

// The game whose board.json names this form of records (GameRecord::form) among its "records"; empty if none does.
std::string game_of_records(std::string_view form);

// "game" or "game:variant"; throws Error(usage) with a suggestion for what does not exist.
std::unique_ptr<Entry> open_game(std::string_view full_name);

} // namespace zermelo
