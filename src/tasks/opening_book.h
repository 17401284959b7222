// A book of openings: the exact values of the positions of a game's first plies, where no table holds them. One JSON object, as the
// recorded results are; games/<name>/results/*.book are compiled in.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "catalog/entry.h"
#include "solve/dfpn/options.h"

namespace zermelo {

struct OpeningBook {
  std::string game, variant;
  std::map<std::string, Value> values; // by the text of the position; of symmetric ones the canonical one is there
  std::string source;                  // the file
  nlohmann::json provenance;           // machine, program, command, seconds; null if nobody wrote it down

  Value find(const AnyGame& of, const AnyPosition& p) const; // unknown where it is not in the book
};

std::string text_of(const OpeningBook& book);

// Refuses, with a sentence that begins with `source`, what is no book of the game, has a position that is none, or contradicts itself:
// a position whose successors are all known is worth what the best of them is.
OpeningBook book_from_text(const Entry& entry, std::string_view text, const std::string& source);

// The one in games/<name>/results; none if nobody recorded this variant.
std::optional<OpeningBook> recorded_book(const Entry& entry);

struct BookRequest {
  int plies = 1;              // all positions up to here, as far as the time goes
  std::filesystem::path file; // goes on with what is there, and is written after every value
  ProveOptions search;        // of each position; its time limit is that of the whole
  nlohmann::json provenance;  // besides the times
  struct Found {
    int ply = 0;
    std::string position;
    Value value;
    u64 visits = 0;
    double cpu_seconds = 0;
  };
  std::function<void(const Found&)> on_value;
};

struct BookMade {
  OpeningBook book;
  u64 open = 0; // positions of these plies whose value was not found in time
};
// The next plies from p on. Only of games that are searched exactly.
BookMade make_book(const Entry& entry, const AnyPosition& p, const BookRequest& request);

} // namespace zermelo
