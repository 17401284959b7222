// The folder of a new game, to begin with: examples/games/newgame under another name.
#include <algorithm>
#include <filesystem>

#include "arguments.h"
#include "base/file.h"
#include "catalog/catalog.h"
#include "command.h"
#include "new_game_files.h"
#include "terminal.h"
#include "view/text.h"

namespace zermelo {
namespace {

struct NewArguments {
  std::string name, folder;
};

// A game's name is a C++ namespace and a word of the command line.
void check_name(const std::string& name) {
  auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  auto may_stand = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  if (name.size() < 2 || name.size() > 31 || !is_letter(name[0]) || !std::all_of(name.begin(), name.end(), may_stand))
    throw Error(Exit::usage,
                fmt::format("'{}' cannot be the name of a game: use 2 to 31 small letters and digits, a letter first",
                            printable(name, 40)));
  static const std::vector<std::string> taken = {
      "alignas",  "alignof", "and",      "asm",     "auto",     "base",      "bool",     "break",     "case",     "catch",
      "char",     "class",   "compl",    "concept", "const",    "continue",  "default",  "delete",    "do",       "double",
      "else",     "enum",    "explicit", "export",  "extern",   "false",     "faults",   "float",     "for",      "friend",
      "goto",     "if",      "inline",   "int",     "long",     "mutable",   "main",     "namespace", "new",      "noexcept",
      "not",      "nullptr", "operator", "or",      "private",  "protected", "public",   "register",  "requires", "return",
      "short",    "signed",  "sizeof",   "static",  "std",      "struct",    "switch",   "template",  "this",     "throw",
      "true",     "try",     "typedef",  "typeid",  "typename", "union",     "unsigned", "using",     "virtual",  "void",
      "volatile", "while",   "xor",      "testing", "zermelo"};
  if (std::find(taken.begin(), taken.end(), name) != taken.end())
    throw Error(Exit::usage, fmt::format("'{}' is a word of C++ or of this program; choose another name", name));
  if (find_folder(name) != nullptr) throw Error(Exit::usage, fmt::format("there is a game '{}' already", name));
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

Exit make_new(const NewArguments& o, const Common& common) {
  check_name(o.name);
  const auto folder = std::filesystem::path(o.folder) / o.name;
  if (std::filesystem::exists(folder))
    throw Error(Exit::usage, fmt::format("{} exists already; nothing was changed", folder.string()));
  if (!std::filesystem::is_directory(o.folder))
    throw Error(Exit::usage, fmt::format("there is no folder {}; make it first, or name another", printable(o.folder, 200)));
  std::string title = o.name;
  title[0] = static_cast<char>(title[0] - 'a' + 'A');
  std::filesystem::create_directory(folder);
  std::vector<std::string> names;
  try {
    for (const auto& [name, text] : new_game_files()) {
      write_whole(folder / name, replaced(replaced(std::string(text), "newgame", o.name), "New game", title));
      names.emplace_back(name);
    }
  } catch (...) { // half a game would stand in the way of the next try
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    throw;
  }
  if (common.json) {
    out(nlohmann::json{{"game", o.name}, {"folder", folder.string()}, {"files", names}});
    return Exit::done;
  }
  outf("{} is a game now: three in a row, to be changed into yours.\n\n", folder.string());
  outf("  rules.h       positions, moves, who has won\n  text.cpp      how positions and moves are written and drawn\n"
       "  index.h       a number for every position, to solve it\n  game.cpp      its name and variants\n"
       "  board.json    how the explorer draws it\n  rules.en.md   the rules, for people\n\n");
  const auto parent = std::filesystem::canonical(o.folder);
  if (parent.filename() == "games" && std::filesystem::exists(parent.parent_path() / "dev")) {
    outf("In the repository:\n  ./dev only {0} check {0}\n  ./dev only {0} solve {0}\n  ./dev only {0} serve {0} --open\n\n",
         o.name);
  } else {
    outf("In a checkout of Zermelo:\n"
         "  ./dev only {1} --games {0} check {1}\n  ./dev only {1} --games {0} solve {1}\n\n",
         parent.string(), o.name);
  }
  outf("docs/adding-a-game.md goes on from here.\n");
  return Exit::done;
}

} // namespace

const Command new_command = {"new", "begin a game of your own: a small complete one to change",
                             "zermelo new mygame games\n  zermelo new mygame ~/games",
                             [](Arguments& a, const Common& common) -> std::function<Exit()> {
                               auto o = std::make_shared<NewArguments>();
                               a.word("NAME", o->name, "small letters and digits", true);
                               a.word("FOLDER", o->folder, "where the folder NAME is made", true);
                               return [o, &common] { return make_new(*o, common); };
                             }};

} // namespace zermelo
