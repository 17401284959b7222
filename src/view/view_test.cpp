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
  EXPECT_EQ(words(win_value), "win");
  EXPECT_EQ(words(loss_value), "loss");
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
  const Published won{"initial", "win in 41", "c", "", {{"value", "win"}, {"plies", 41}}, ""};
  EXPECT_TRUE(won.agrees());
  const Published other{"initial", "win in 41", "c", "", {{"value", "win"}, {"plies", 43}}, ""};
  EXPECT_NE(published_text({other}).find("DIFFERS: ours is win in 43"), std::string::npos);
  EXPECT_EQ(known_perft(known, ""), (std::vector<u64>{1, 2}));
  EXPECT_TRUE(known_perft("not json", "").empty());
}

// A path that leads to nothing is told from a figure that was not asked for.
TEST(View, APathInKnownJsonThatIsWrongIsToldFromAFigureThatIsMissing) {
  const char* known = R"({"published": [
    {"variant": "", "what": "reachable.positions", "value": 7, "source": "a"},
    {"variant": "", "what": "positons", "value": 7, "source": "a"},
    {"variant": "", "what": "mean_moves", "value": 7, "source": "a"}]})";
  const nlohmann::json ours = {{"positions", 6}, {"reachable", {{"mover", {{"positions", 7}}}, {"orbits", 3}}}};
  auto verdicts = [&](const nlohmann::json& of) { return published_text(published_figures(known, "", of)); };
  const std::string text = verdicts(ours);
  EXPECT_NE(text.find("reachable.positions             7  NO SUCH FIGURE; there are mover, orbits  [a]"), std::string::npos)
      << text;
  EXPECT_NE(text.find("positons                        7  NO SUCH FIGURE; there are positions, reachable"), std::string::npos)
      << text;
  EXPECT_NE(text.find("mean_moves                      7  not computed here"), std::string::npos) << text;
  EXPECT_NE(verdicts({{"positions", 6}}).find("reachable.positions             7  not computed here"), std::string::npos);
}

TEST(View, PublishedNumbersAgreeAsFarAsTheyGo) {
  auto agrees = [](const nlohmann::json& printed, const nlohmann::json& ours) {
    return Published{"mean", printed, "", "", ours, ""}.agrees();
  };
  EXPECT_TRUE(agrees(23.4, 23.449));
  EXPECT_TRUE(agrees(23.4, 23.3501));
  EXPECT_FALSE(agrees(23.4, 23.46));
  EXPECT_FALSE(agrees(23, 23.4)); // a whole number is exact
  EXPECT_TRUE(agrees("87928?", 879284));
  EXPECT_FALSE(agrees("87928?", 87928));
  EXPECT_FALSE(agrees("87928?", 879294));
  EXPECT_FALSE(agrees("87928?", 8792840));
}

TEST(View, APublishedDistributionStandsBesideOurs) {
  const char* known = R"({"published_by_plies": [
    {"variant": "", "source": "a", "rows": [[0, null], [1, 70], [2, "2?"], [3, 9], [4, 1]], "notes": {"0": "not printed", "3": "why"}},
    {"variant": "x", "source": "a", "rows": [[1, 1]]}]})";
  Statistics s;
  s.losses_by_plies = {5, 0, 21};
  s.wins_by_plies = {0, 70, 0, 8, 0, 2};
  s.positions = {80, 26, 3};
  const auto figures = published_figures(known, "", to_json(s));
  ASSERT_EQ(figures.size(), 5U);
  EXPECT_FALSE(figures[0].compared());
  EXPECT_TRUE(figures[1].agrees() && figures[2].agrees());
  EXPECT_FALSE(figures[3].agrees() || figures[4].agrees());
  EXPECT_EQ(figures[4].ours, 0); // none is a count
  EXPECT_TRUE(has_distribution(figures));
  EXPECT_EQ(by_plies_beside(s, figures), "    plies              positions       published\n"
                                         "        0  loss                5               -  not printed\n"
                                         "        1  win                70              70  =\n"
                                         "        2  loss               21              2?  =\n"
                                         "        3  win                 8               9  DIFFERS  why\n"
                                         "        4                      0               1  DIFFERS\n"
                                         "        5  win                 2               -\n"
                                         "        -  draw                3\n");
  EXPECT_EQ(published_text(figures), "by_plies                   4 rows  2 DIFFER, see above\n");
  EXPECT_FALSE(has_distribution(published_figures(known, "y", to_json(s))));
  EXPECT_FALSE(published_figures(known, "", nlohmann::json::object())[1].compared());
}

TEST(View, ColumnsAreAsWideAsTheLongestPath) {
  const std::string path = "reachable.until_settled.orbits.positions";
  const std::string text = published_text({{"initial", "draw", "s", "", "draw"}, {path, 5, "s", "", 5}});
  EXPECT_NE(text.find(path + "            5  agrees"), std::string::npos) << text;
  EXPECT_EQ(text.find("agrees"), text.find("agrees", text.find('\n')) - text.find('\n') - 1) << text;
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
