// The notation of games on graphs: a position is the number of its node.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "base/types.h"

namespace zermelo::graph {

template <class Position> std::optional<Position> read_node(std::string_view text, u64 nodes, std::string& why) {
  Position p;
  const auto error = std::from_chars(text.data(), text.data() + text.size(), p.node).ec;
  if (error == std::errc() && p.node < nodes && std::to_string(p.node) == text) return p;
  why = "expected the number of a node";
  return std::nullopt;
}

} // namespace zermelo::graph
