// The table of hooks: what a game has is found, and the list for people says the same.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "tests/promises.h"

namespace zermelo::testing {
namespace {

// What a game has is found, and each hook says what it brings.
TEST(Hooks, AreListed) {
  const auto hooks = hooks_of<TicTacToe>();
  auto found = [&](std::string_view name) {
    for (const auto& h : hooks)
      if (h.name == name) return h.found;
    ADD_FAILURE() << name << " is not listed";
    return false;
  };
  for (const char* name : {"Indexed", "Reversible", "Symmetric", "Dominating", "Diagrammed", "Pictured", "OnDevice"})
    EXPECT_TRUE(found(name)) << name;
  for (const char* name : {"Hashed", "LayeredTable", "Blocked", "Cubed", "Scored", "Census", "Deferring"})
    EXPECT_FALSE(found(name)) << name;
  for (const auto& h : hooks) {
    EXPECT_FALSE(h.brings.empty()) << h.name;
    EXPECT_FALSE(h.functions.empty()) << h.name;
  }
}

// The list for people at the head of concepts.h is the table in hooks.h: names, functions, headers, and no line more.
TEST(Hooks, ConceptsBeginWithTheTableOfHooks) {
  std::ifstream in(std::filesystem::path(ZERMELO_SOURCE) / "src/game/concepts.h");
  std::map<std::string, std::string> lines;
  bool optional = false;
  for (std::string line; std::getline(in, line) && line.starts_with("//");) {
    optional = optional || line.starts_with("//   concept ");
    if (!optional || !line.starts_with("//   ") || line.starts_with("//   concept ")) continue;
    std::istringstream words(line.substr(5));
    std::string name;
    words >> name;
    lines[name] = line;
  }
  const auto hooks = hooks_of<TicTacToe>();
  EXPECT_EQ(lines.size(), hooks.size());
  for (const auto& h : hooks) {
    const std::string line = lines[std::string(h.name)];
    EXPECT_NE(line.find(" " + std::string(h.functions) + " "), std::string::npos) << h.name << ": " << line;
    EXPECT_NE(line.find("  " + std::string(h.brings)), std::string::npos) << h.name << ": " << line;
    EXPECT_TRUE(h.header == "game/concepts.h" || line.find("(" + std::string(h.header) + ")") != std::string::npos) << line;
    std::ifstream header(std::string(ZERMELO_SOURCE) + "/src/" + std::string(h.header));
    const std::string text{std::istreambuf_iterator<char>(header), {}};
    EXPECT_NE(text.find("concept " + std::string(h.name) + " ="), std::string::npos) << h.name << " is not in " << h.header;
  }
}

} // namespace
} // namespace zermelo::testing
