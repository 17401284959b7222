// Games as people write them down, looked at again: turns, records, what was given away; and drawings of positions.
#include "view/replay.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "tests/solved.h"
#include "view/png.h"
#include "view/record.h"
#include "view/sights.h"
#include "view/svg.h"
#include "view/turns.h"

namespace zermelo {
namespace {

std::string found(const AnyGame& game, const AnyPosition& p, std::string_view written) {
  const auto legal = game.moves(p);
  const auto m = find_turn(game, p, legal, written);
  return m ? game.move_name(p, *m) : "";
}

AnyPosition position(const AnyGame& game, const std::string& text) {
  std::string why;
  const auto p = game.parse(text, why);
  EXPECT_TRUE(p) << text << ": " << why;
  return p.value_or(game.start());
}

TEST(Turns, AreFoundAsPeopleWriteThem) {
  const auto entry = open_game("anpanman");
  const AnyGame& g = entry->game();
  for (const char* text : {"A5-A4", "a5-a4", "A5A4", "a5 a4", "A5-A4!", "a5a4?!"})
    EXPECT_EQ(found(g, g.start(), text), "A5-A4") << text;
  for (const char* text : {"", "?", "A5-A3", "A4-A5", "hello", "A5"}) EXPECT_EQ(found(g, g.start(), text), "") << text;
}

// PDN names every square on the way, or the first and the last.
TEST(Turns, LongJumpsMayNameEverySquare) {
  const auto entry = open_game("checkers");
  const AnyGame& g = entry->game();
  const auto p = position(g, "B:W15,23:B11"); // 11 jumps over 15 and 23
  for (const char* text : {"11x27", "11x18x27", "11-18-27", "11x27!"}) EXPECT_EQ(found(g, p, text), found(g, p, "11x27")) << text;
  const auto two = position(g, "W:WK6,K32:B10,19,18");
  std::vector<std::string> names;
  for (const AnyMove m : g.moves(two)) names.push_back(g.move_name(two, m));
  for (const auto& name : names) EXPECT_EQ(found(g, two, name), name);
}

TEST(Records, PdnWithEverythingItMayHave) {
  const auto all = read_records(
      "[Event \"A \\\"cup\\\"\"]\n[White \"w\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 {a comment (with 9-14)} 2. 8-11 (2. 9-14 "
      "22-17) 22-17 $1\n"
      "3.11-16 ; the rest of the line 4. 9-13\n24x15x6?! 1-0\n\n[Event \"next\"]\n[FEN \"W:W32:B1.\"]\n1. 32-28 1/2-1/2\n");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].turns, (std::vector<std::string>{"11-15", "23-19", "8-11", "22-17", "11-16", "24x15x6?!"}));
  EXPECT_EQ(all[0].form, "pdn:21");
  if (find_folder("checkers") != nullptr) {
    EXPECT_EQ(game_of_records("pdn:21"), "checkers");
  }
  if (find_folder("gomoku") != nullptr) {
    EXPECT_EQ(game_of_records("sgf:15"), "gomoku");
  }
  EXPECT_EQ(game_of_records("pdn:20"), "");
  EXPECT_EQ(game_of_records(""), "");
  EXPECT_EQ(all[0].tags.at("White"), "w");
  EXPECT_EQ(all[1].start, "W:W32:B1");
  EXPECT_EQ(all[1].turns, (std::vector<std::string>{"32-28"}));
}

TEST(Records, OtherNotations) {
  EXPECT_EQ(read_records("@0/ A0/,B1\\ C1+").at(0).turns, (std::vector<std::string>{"@0/", "A0/", "B1\\", "C1+"}));
  const auto match = read_records(
      "{\"game\":\"tictactoe\",\"start\":\".../.../...\",\"turns\":[\"a1\",\"b2\"],\"result\":\"draw\"}\n{\"turns\":[\"c3\"]}\n");
  ASSERT_EQ(match.size(), 2U);
  EXPECT_EQ(match[0].game, "tictactoe");
  EXPECT_EQ(match[1].turns, (std::vector<std::string>{"c3"}));
  const auto sgf = read_records("(;GM[4]SZ[15]PB[one];B[hh];W[ii];B[ao])");
  ASSERT_EQ(sgf.size(), 1U);
  EXPECT_EQ(sgf[0].turns, (std::vector<std::string>{"h8", "i7", "a1"}));
  EXPECT_EQ(sgf[0].form, "sgf:15");
  for (const char* odd : {"", "[", "{", "(", "(;", "(;B[", "1.", "{\"turns\": 5}", "[x", ")", "((((", "\xff\x00", "$", "..."})
    for (const auto& r : read_records(odd)) EXPECT_LE(r.turns.size(), 2U) << odd;
  EXPECT_EQ(read_records(std::string(10'000, 'a') + " b c d", 2).at(0).turns.size(), 2U);
}

TEST(Replays, SayWhatWasGivenAway) {
  const Solved solved("tictactoe");
  const AnyGame& g = solved.entry->game();
  auto ask = [&](const AnyPosition& p) { return probe(g, &solved.table, p); };
  const std::vector<std::string> turns = {"b2", "a2", "a1", "c3", "b1", "b3"}; // a2 loses, c3 is forced, b1 wins twice over
  const Replay r = replay(g, solved.entry->repetition(), g.start(), turns, ask);
  ASSERT_EQ(r.turns.size(), 6U);
  EXPECT_FALSE(r.stopped);
  EXPECT_EQ(r.turns[0].slip(), Slip::none);
  EXPECT_EQ(r.turns[1].slip(), Slip::mistake);
  EXPECT_EQ(r.turns[1].best->value.wdl, Wdl::draw);
  const auto j = to_json(g, r);
  EXPECT_EQ(j.at("steps").at(1).at("slip"), "mistake");
  EXPECT_EQ(j.at("end").at("why"), "unfinished");
  const Replay bad = replay(g, solved.entry->repetition(), g.start(), std::vector<std::string>{"b2", "b2"}, ask);
  ASSERT_TRUE(bad.stopped);
  EXPECT_EQ(bad.stopped->ply, 2);
  EXPECT_EQ(bad.turns.size(), 1U);
  const Replay won =
      replay(g, solved.entry->repetition(), g.start(), std::vector<std::string>{"a1", "a2", "b1", "b2", "c1", "c2"}, ask);
  EXPECT_EQ(won.why, Ending::rules);
  EXPECT_EQ(won.winner, 1);
  ASSERT_TRUE(won.stopped);
  EXPECT_EQ(won.stopped->why, "the game was over before");
}

// A record that goes on after a draw by repetition is told so; its next turn is not called illegal.
TEST(Replays, EndByRepetition) {
  const auto entry = open_game("anpanman");
  const AnyGame& g = entry->game();
  // After B5-A4 B1-A2 play goes round with four turns.
  std::vector<std::string> round = {"B5-A4", "B1-A2"};
  for (int i = 0; i < 4; ++i)
    for (const char* t : {"A4-B4", "A2-B2", "B4-A4", "B2-A2"}) round.emplace_back(t);
  const Replay again =
      replay(g, entry->repetition(), g.start(), round, [&](const AnyPosition& p) { return probe(g, nullptr, p); });
  ASSERT_TRUE(again.stopped) << again.turns.size();
  EXPECT_EQ(again.why, Ending::repetition);
  EXPECT_EQ(again.winner, 0);
  EXPECT_NE(again.stopped->why.find("third time"), std::string::npos);
  EXPECT_EQ(again.turns.size(), 10U);
}

TEST(Sights, TheLongestWinsAreFoundWithoutChance) {
  const Solved solved("anpanman");
  const auto longest = longest_wins(solved.entry->game(), solved.table);
  EXPECT_EQ(longest.size(), 32U); // as `stats` counts them
  for (const auto& text : longest)
    EXPECT_EQ(value_of(solved.entry->game(), &solved.table, position(solved.entry->game(), text)), win_in(29));
  EXPECT_EQ(longest, longest_wins(solved.entry->game(), solved.table));
}

TEST(Svg, DrawsEveryGameAndEscapesEverything) {
  for (const auto& folder : catalog()) {
    const auto entry = open_game(folder.family.name);
    if (!entry->game().pictured()) continue;
    for (const bool flip : {false, true}) {
      const std::string svg =
          svg_of(entry->game().picture(entry->game().start()), parse_json(folder.board), {.flip = flip, .caption = "<&\">"});
      EXPECT_TRUE(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n")) << folder.family.name;
      EXPECT_NE(svg.find("&lt;&amp;&quot;&gt;"), std::string::npos);
    }
    // What the list of games shows is a position of the game.
    const auto example = parse_json(folder.board).value("example", "");
    std::string why;
    if (!example.empty()) {
      EXPECT_TRUE(entry->game().parse(example, why)) << folder.family.name << ": " << why;
    }
  }
  Picture picture;
  picture.cells.push_back({"a", "g", 0, 0, {{"k", 1}}});
  const auto look = nlohmann::json::parse(
      R"look({"pieces": {"k": {"shape": "\"/><script>", "mark": {"en": "<b>"}, "paths": [{"d": "M0 0\"/><x", "stroke": "red\""}],
    "art": [{"d": "\"<", "fill": "url(#x)"}]}}, "grounds": {"g": {"fill": "\"><x"}}, "players": {"first": {"colour": "\"><y"}}})look");
  const std::string svg = svg_of(picture, look, {});
  for (const char* bad : {"<script", "<x", "<y", "<b>", "url("}) EXPECT_EQ(svg.find(bad), std::string::npos) << bad;
}

// The browser's test compares pixels with those of the SVG.
TEST(Png, DrawsEveryGameAndTakesAnyPath) {
  if (!has_png()) GTEST_SKIP() << "built without libagg-dev and libpng-dev";
  const std::string head("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x04\xb0\0\0\x02\x76", 24), end("IEND\xae\x42\x60\x82");
  for (const auto& folder : catalog()) {
    const auto entry = open_game(folder.family.name);
    if (!entry->game().pictured()) continue;
    const auto look = parse_json(folder.board);
    const AnyPosition start = entry->game().start(), next = entry->game().play(start, entry->game().moves(start).front());
    const std::string before = png_of(entry->game().picture(start), look, {}),
                      after = png_of(entry->game().picture(next), look, {});
    EXPECT_TRUE(before.starts_with(head) && before.ends_with(end)) << folder.family.name;
    EXPECT_NE(before, after) << folder.family.name;
    EXPECT_EQ(before, png_of(entry->game().picture(start), look, {})) << folder.family.name;
  }
  Picture picture;
  picture.cells.push_back({"a", "g", 0, 0, {{"k", 1}}});
  for (const char* d :
       {"", "M", "M1", "Z", "zzz", "5 5", "L5 5", "M0 0Q", "M0 0T50 50T", "M0 0A1 1 0 0150 50", "M0 0A0 0 0 2 1 5 5",
        "M-99999999999 9999999999L0 0", "m5 5l.5.5-.5-.5zm1 1h5v5z", "M0 0C1 2 3 4 5", "M0 0S1 2 3 4s1 2 3 4"}) {
    const nlohmann::json look = {{"pieces", {{"k", {{"mark", {{"en", "\u3042K"}}}, {"paths", {{{"d", d}}}}}}}}};
    EXPECT_TRUE(png_of(picture, look, {}).starts_with(head)) << d;
  }
}

} // namespace
} // namespace zermelo
