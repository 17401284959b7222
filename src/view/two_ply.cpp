#include "view/two_ply.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "view/text.h"

namespace zermelo {
namespace {

// A mark as wide as one letter, whatever its bytes.
const char* mark_of(const std::optional<Value>& v, bool unicode) {
  if (!v) return " ";
  switch (v->wdl) {
  case Wdl::win: return unicode ? "○" : "o";
  case Wdl::loss: return unicode ? "×" : "x";
  case Wdl::draw: return "=";
  case Wdl::unknown: break;
  }
  return "?";
}

} // namespace

TwoPly two_ply(const AnyGame& game, const Table& table, const AnyPosition& start) {
  TwoPly result;
  std::vector<Answer> answers;
  std::set<std::string> names;
  auto first = probe(game, &table, start).moves;
  std::sort(first.begin(), first.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  for (const auto& m : first) {
    answers.push_back(probe(game, &table, m.position));
    for (const auto& reply : answers.back().moves) names.insert(reply.name);
  }
  result.columns.assign(names.begin(), names.end());
  for (std::size_t i = 0; i < first.size(); ++i) {
    TwoPly::Row row{first[i], std::vector<std::optional<Value>>(result.columns.size())};
    for (const auto& reply : answers[i].moves) {
      const auto column = std::lower_bound(result.columns.begin(), result.columns.end(), reply.name) - result.columns.begin();
      row.replies[static_cast<std::size_t>(column)] = value_of_move_to(reply.value);
    }
    result.rows.push_back(std::move(row));
  }
  return result;
}

std::string text_of(const TwoPly& table, bool unicode) {
  std::size_t name = 0, cell = 1;
  for (const auto& row : table.rows) name = std::max(name, row.move.name.size());
  for (const auto& column : table.columns) cell = std::max(cell, column.size());
  std::string out = fmt::format("  {:{}}", "", name);
  for (const auto& column : table.columns) out += fmt::format(" {:^{}}", column, cell);
  out += '\n';
  for (const auto& row : table.rows) {
    out += fmt::format("  {:{}}", row.move.name, name);
    for (const auto& reply : row.replies)
      out += fmt::format(" {:{}}{}{:{}}", "", (cell - 1) / 2, mark_of(reply, unicode), "", cell / 2);
    out += "  " + words(row.move.value) + '\n';
  }
  return out;
}

nlohmann::json to_json(const TwoPly& table) {
  auto rows = nlohmann::json::array();
  for (const auto& row : table.rows) {
    auto j = to_json(row.move.value);
    j["move"] = row.move.name;
    j["replies"] = nlohmann::json::array();
    for (std::size_t i = 0; i < row.replies.size(); ++i) {
      const auto& value = row.replies[i];
      if (!value) continue;
      auto reply = to_json(*value);
      reply["move"] = table.columns[i];
      j["replies"].push_back(std::move(reply));
    }
    rows.push_back(std::move(j));
  }
  return rows;
}

} // namespace zermelo
