#include "view/board_text.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <sstream>
#include <vector>

#include "base/json.h"
#include "catalog/catalog.h"

namespace zermelo {
namespace {

std::string drawn(const std::string& name, const std::string& position = "", BoardTextOptions options = {}) {
  const auto entry = open_game(name);
  const AnyGame& game = entry->game();
  std::string why;
  const auto p = position.empty() ? game.start() : game.parse(position, why).value();
  options.first = game.first_to_move(p);
  return board_text(game.picture(p), parse_json(find_folder(entry->name)->board), options);
}

std::string without_escapes(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b')
      i = text.find('m', i);
    else
      out += text[i];
  }
  return out;
}

TEST(BoardText, LooksLikeTheGame) {
  EXPECT_EQ(drawn("tictactoe", "x.o/.x./..o"), "  Nought\n"
                                               "  ┌───┬───┬───┐\n"
                                               "3 │ × │   │ ○ │\n"
                                               "  ├───┼───┼───┤\n"
                                               "2 │   │ × │   │\n"
                                               "  ├───┼───┼───┤\n"
                                               "1 │   │   │ ○ │\n"
                                               "  └───┴───┴───┘\n"
                                               "    a   b   c\n"
                                               "  Cross to move\n");
  if (find_folder("gomoku") != nullptr) {
    EXPECT_EQ(drawn("gomoku:5x5,4"), "  White\n"
                                     "5  ┌─┬─┬─┬─┐\n"
                                     "4  ├─┼─┼─┼─┤\n"
                                     "3  ├─┼─┼─┼─┤\n"
                                     "2  ├─┼─┼─┼─┤\n"
                                     "1  └─┴─┴─┴─┘\n"
                                     "   a b c d e\n"
                                     "  Black to move\n");
  }
  if (find_folder("dobutsu") != nullptr) {
    EXPECT_EQ(drawn("dobutsu"), "  Second\n"
                                "  ┌────┬────┬────┐\n"
                                "1 │ ▾G │ ▾L │ ▾E │\n"
                                "  ├────┼────┼────┤\n"
                                "2 │    │ ▾C │    │\n"
                                "  ├────┼────┼────┤\n"
                                "3 │    │ ▴C │    │\n"
                                "  ├────┼────┼────┤\n"
                                "4 │ ▴E │ ▴L │ ▴G │\n"
                                "  └────┴────┴────┘\n"
                                "    A    B    C\n"
                                "  First to move\n");
  }
  if (find_folder("trax") != nullptr) {
    EXPECT_EQ(drawn("trax:3x3", "F7/J.:w"), "  Red\n"
                                            "\n"
                                            "0   ·    ·    ·    ·\n"
                                            "\n"
                                            "        ╭╯    ╰╮\n"
                                            "1   ·  ─╯ ┏━━┓ ╰─  ·\n"
                                            "         ┏┛  ┗┓\n"
                                            "        ┏┛\n"
                                            "2   ·  ━┛ ╭─  ·    ·\n"
                                            "         ╭╯\n"
                                            "\n"
                                            "3   ·    ·    ·    ·\n"
                                            "\n"
                                            "    @    A    B    C\n"
                                            "  White to move\n");
  }
}

// Kana take two columns: the frame stays straight.
TEST(BoardText, SpeaksJapanese) {
  if (find_folder("dobutsu") != nullptr) {
    EXPECT_EQ(drawn("dobutsu", "", {.lang = "ja"}), "  後手\n"
                                                    "  ┌─────┬─────┬─────┐\n"
                                                    "1 │ ▾き │ ▾ラ │ ▾ぞ │\n"
                                                    "  ├─────┼─────┼─────┤\n"
                                                    "2 │     │ ▾ひ │     │\n"
                                                    "  ├─────┼─────┼─────┤\n"
                                                    "3 │     │ ▴ひ │     │\n"
                                                    "  ├─────┼─────┼─────┤\n"
                                                    "4 │ ▴ぞ │ ▴ラ │ ▴き │\n"
                                                    "  └─────┴─────┴─────┘\n"
                                                    "     A     B     C\n"
                                                    "  先手の手番\n");
  }
  for (const Folder& folder : catalog()) {
    const auto entry = open_game(folder.family.name);
    if (!entry->game().pictured()) continue;
    const auto look = parse_json(folder.board);
    const Picture picture = entry->game().picture(entry->game().start());
    // The lines of a frame end in as many columns as in English: in one, but for boards that are no rectangle.
    auto ends = [&](bool colour, std::string_view lang) {
      std::istringstream lines(board_text(picture, look, {.colour = colour, .lang = lang}));
      std::set<std::size_t> widths;
      for (std::string line; std::getline(lines, line);)
        if (const std::string bare = without_escapes(line); bare.ends_with("│") || bare.ends_with("┤") || bare.ends_with("┐"))
          widths.insert(shown_width(line));
      return widths.size();
    };
    for (const bool colour : {false, true}) EXPECT_EQ(ends(colour, "ja"), ends(colour, "en")) << folder.family.name;
  }
}

// Every turn is seen, also without colour: the board differs before and after it.
TEST(BoardText, ShowsEveryTurnOfEveryGame) {
  std::mt19937_64 random(1);
  for (const Folder& folder : catalog()) {
    const auto look = parse_json(folder.board);
    for (const Variant& v : folder.family.variants) {
      const auto entry = folder.family.make(v.name);
      const AnyGame& game = entry->game();
      if (!game.pictured()) continue;
      AnyPosition p = game.start();
      std::string before;
      std::vector<std::vector<Picture::Piece>> pieces_before;
      for (int ply = 0; ply < 40; ++ply) {
        const bool over = game.outcome(p) != Wdl::unknown;
        const BoardTextOptions plain{.first = true, .over = over}; // who is to move must not be all that changes
        const std::string now = board_text(game.picture(p), look, plain);
        std::vector<std::vector<Picture::Piece>> pieces; // a turn of Quixo may leave them as they were
        const Picture picture = game.picture(p);
        for (const auto& cell : picture.cells) pieces.push_back(cell.pieces);
        if (pieces != pieces_before) {
          EXPECT_NE(now, before) << folder.family.name << " " << game.print(p);
        }
        pieces_before = std::move(pieces);
        EXPECT_EQ(now.find('\x1b'), std::string::npos);
        const BoardTextOptions turned{.flip = true, .first = true, .over = over};
        EXPECT_NE(board_text(game.picture(p), look, turned), now) << folder.family.name; // at least the names of the players
        // Colour adds escapes to the same characters; only the shades of cells are not needed then.
        const BoardTextOptions coloured{.colour = true, .first = true, .over = over, .marked = {"a1"}};
        std::string bright = without_escapes(board_text(game.picture(p), look, coloured)), same = now;
        for (std::string* text : {&bright, &same}) {
          for (std::size_t at = 0; (at = text->find("░", at)) != std::string::npos;) text->replace(at, 3, " ");
          std::erase(*text, ' ');
        }
        EXPECT_EQ(bright, same) << folder.family.name;
        before = now;
        const auto moves = game.moves(p);
        if (moves.empty()) break;
        p = game.play(p, moves[random() % moves.size()]);
      }
    }
  }
}

TEST(BoardText, TakesAnyBoardJson) {
  Picture picture;
  picture.cells = {{"a1", "g", 0, 0, {{"k", 1}}}, {"b1", "h", 1, 0, {}}};
  for (const char* text : {"{}", "[]", "null", R"({"pieces": {"k": {"shape": "tile", "paths": [{"d": "M1"}, {"d": 3}, 4]}}})",
                           R"({"pieces": {"k": {"shape": "square", "mark": {"en": "\u001b[31m"}}}, "players": {"first": 7}})"}) {
    const std::string out = board_text(picture, nlohmann::json::parse(text), {});
    EXPECT_FALSE(out.empty()) << text;
    EXPECT_EQ(out.find('\x1b'), std::string::npos) << text;
  }
}

TEST(BoardText, WidthCountsWhatIsSeen) {
  EXPECT_EQ(shown_width("abc"), 3U);
  EXPECT_EQ(shown_width("\x1b[1;38;5;3m○×\x1b[0m"), 2U);
  EXPECT_EQ(shown_width("\x1b[1m▴ラ m（黒）\x1b[0m"), 11U);
  EXPECT_EQ(shown_width("🐥"), 2U);
}

} // namespace
} // namespace zermelo
