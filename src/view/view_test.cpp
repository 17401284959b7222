#include <gtest/gtest.h>

#include "catalog/catalog.h"
#include "view/line.h"
#include "view/published.h"
#include "view/report.h"
#include "view/text.h"

namespace zermelo {
namespace {

TEST(View, ForeignTextIsMadeSafe) {
  EXPECT_EQ(printable("plain × text"), "plain × text");
  EXPECT_EQ(printable("\x1b[31m\n\x7f"), "\\x1b[31m\\x0a\\x7f");
  EXPECT_EQ(printable("\xff\xc0\x80\xc2\x9b"), "\\xff\\xc0\\x80\\xc2\\x9b"); // overlong, and a C1 control
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");                   // a surrogate
  EXPECT_EQ(printable(std::string(100, 'a'), 3), "aaa... (97 bytes more)");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
}

TEST(View, ValuesInWords) {
  EXPECT_EQ(words(win_in(3)), "win in 3");
  EXPECT_EQ(words(loss_in(0)), "lost");
  EXPECT_EQ(words(draw_value), "draw");
}

TEST(View, Bars) {
  EXPECT_EQ(bar(0, 10, 4, false), "");
  EXPECT_EQ(bar(10, 10, 4, false), "####");
  EXPECT_EQ(bar(1, 1'000'000, 4, false), "#");
  EXPECT_EQ(bar(5, 10, 1, true), "▌");
}

TEST(View, PublishedFiguresAreCompared) {
  const char* known = R"({"perft": {"": [1, 2]}, "published": [
    {"variant": "", "what": "positions", "value": 5, "source": "a"},
    {"variant": "", "what": "initial", "value": "draw", "source": "a"},
    {"variant": "", "what": "initial", "value": {"value": "win"}, "source": "a"},
    {"variant": "", "what": "reachable.mover.wins", "value": 7, "source": "b", "note": "n"},
    {"variant": "x", "what": "positions", "value": 5, "source": "a"}]})";
  const nlohmann::json ours = {{"positions", 6}, {"initial", {{"value", "draw"}, {"plies", nullptr}}}};
  const auto figures = published_figures(known, "", ours);
  ASSERT_EQ(figures.size(), 4U);
  EXPECT_FALSE(figures[0].agrees());
  EXPECT_TRUE(figures[1].agrees());
  EXPECT_FALSE(figures[2].agrees());
  EXPECT_FALSE(figures[3].compared());
  EXPECT_NE(published_text(figures).find("DIFFERS: ours is 6"), std::string::npos);
  const Published won{"initial", "win in 41", "c", "", {{"value", "win"}, {"plies", 41}}};
  EXPECT_TRUE(won.agrees());
  const Published other{"initial", "win in 41", "c", "", {{"value", "win"}, {"plies", 43}}};
  EXPECT_NE(published_text({other}).find("DIFFERS: ours is win in 43"), std::string::npos);
  EXPECT_EQ(known_perft(known, ""), (std::vector<u64>{1, 2}));
  EXPECT_TRUE(known_perft("not json", "").empty());
}

TEST(View, RulesAnswerWithoutATable) {
  const auto entry = open_game("tictactoe");
  const AnyGame& game = entry->game();
  std::string why;
  const Answer unknown = probe(game, nullptr, game.start());
  EXPECT_FALSE(unknown.value.known());
  EXPECT_EQ(unknown.best(), nullptr);
  const Answer win = probe(game, nullptr, *game.parse("xx./oo./...", why));
  EXPECT_EQ(win.value, win_in(1));
  ASSERT_NE(win.best(), nullptr);
  EXPECT_EQ(win.best()->name, "c3");
  EXPECT_EQ(best_line(game, nullptr, win.position).steps.size(), 1U);
}

TEST(View, LongDistributionsAreJoined) {
  Statistics s;
  s.wins_by_plies.assign(200, 1);
  const std::string text = by_plies_text(s, {.unicode = false, .bar_width = 10, .most_rows = 20});
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 22);
  EXPECT_NE(text.find("0-9"), std::string::npos) << text;
}

} // namespace
} // namespace zermelo
