#include "game/picture.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "catalog/catalog.h"

namespace zermelo {
namespace {

TEST(Picture, EveryPieceAndGroundIsDescribed) {
  int drawn = 0;
  for (const Folder& folder : catalog()) {
    const auto board = parse_json(std::string(folder.board));
    for (const Variant& v : folder.family.variants) {
      const auto entry = folder.family.make(v.name);
      const AnyGame& game = entry->game();
      if (!game.pictured()) continue;
      ++drawn;
      AnyPosition p = game.start();
      for (int ply = 0; ply < 12; ++ply) {
        const Picture picture = game.picture(p);
        for (const auto& cell : picture.cells) {
          EXPECT_TRUE(board.at("grounds").contains(cell.ground)) << folder.family.name << " " << cell.ground;
          for (const auto& piece : cell.pieces) EXPECT_TRUE(board.at("pieces").contains(piece.kind)) << piece.kind;
        }
        for (const auto& held : picture.hands) EXPECT_TRUE(board.at("pieces").contains(held.kind)) << held.kind;
        const auto moves = game.moves(p);
        if (moves.empty()) break;
        p = game.play(p, moves[moves.size() / 2]);
      }
    }
  }
  EXPECT_GT(drawn, 20);
}

// The sentence about which positions there are, with # for its numbers, has its Japanese in board.json.
TEST(Picture, EverySetIsDescribedInJapanese) {
  for (const Folder& folder : catalog()) {
    const auto board = parse_json(std::string(folder.board));
    if (!board.contains("about")) continue; // a game that was just begun speaks no Japanese yet
    const auto sets = board.value("sets", nlohmann::json::object());
    for (const Variant& v : folder.family.variants) {
      std::string key;
      const auto entry = folder.family.make(v.name);
      for (const char c : entry->words.set) {
        const bool digit = c >= '0' && c <= '9';
        if (!digit || !key.ends_with('#')) key += digit ? '#' : c;
      }
      EXPECT_TRUE(sets.contains(key)) << folder.family.name << ": " << key;
    }
  }
}

TEST(Picture, ComposingSaysWhatIsWrong) {
  std::string why;
  const auto tictactoe = open_game("tictactoe");
  Picture two = tictactoe->game().picture(tictactoe->game().start());
  two.cells[0].pieces = {{"cross", 1}};
  EXPECT_FALSE(tictactoe->game().compose(two, true, why));
  EXPECT_EQ(why, "with these pieces on the board it is the other player's turn");
  EXPECT_TRUE(tictactoe->game().compose(two, false, why));
  two.cells[1].pieces = {{"cross", 2}};
  EXPECT_FALSE(tictactoe->game().compose(two, true, why));
  EXPECT_EQ(why, "this player has no such piece");
  two.cells[1].pieces = {{"ring", 2}, {"ring", 2}};
  EXPECT_FALSE(tictactoe->game().compose(two, true, why));
  EXPECT_EQ(why, "a cell holds one piece");

  const auto dobutsu = open_game("dobutsu");
  Picture crowded = dobutsu->game().picture(dobutsu->game().start());
  crowded.hands.push_back({"chick", 1, 1'000'000'000});
  EXPECT_FALSE(dobutsu->game().compose(crowded, true, why));
  EXPECT_EQ(why, "a hand holds at most two pieces of a kind");

  const auto trax = open_game("trax:4x4");
  EXPECT_FALSE(trax->game().compose({{{"A1", "", 0, 0, {{"boat", 0}}}}, {}}, false, why));
  EXPECT_TRUE(trax->game().compose({{{"C3", "", 0, 0, {{"J", 0}}}}, {}}, false, why)) << "the box is found";
}

} // namespace
} // namespace zermelo
