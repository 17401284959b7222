// The engine for front ends: the dialogue of the published protocol, what the table and a search answer, bad lines.
#include <fmt/format.h>

#include <random>

#include "base/json.h"
#include "catalog/catalog.h"
#include "game/history.h"
#include "run_zermelo.h"
#include "view/sfen.h"
#include "view/turns.h"

namespace zermelo::testing {
namespace {

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

class EngineTest : public CommandLine {
protected:
  // What it answers, without the greeting and without the lines that begin so.
  std::vector<std::string> dialogue(const Words& words, const std::string& input, const std::string& without = "id ") {
    const Ran ran = run(words, input);
    EXPECT_EQ(ran.code, 0) << ran.err;
    auto lines = lines_in(ran.out);
    std::erase_if(lines, [&](const std::string& line) {
      return line.starts_with("id ") || line.starts_with("option ") || line.starts_with(without);
    });
    return lines;
  }
};

using Lines = std::vector<std::string>;

// The example of the published description of UGI, with the first game of its own that has a move f1 replaced by tic-tac-toe.
TEST_F(EngineTest, ThePublishedDialogue) {
  const std::string input =
      "ugi\nsetoption name hash value 512\nisready\nuginewgame\nposition startpos\nquery p1turn\ngo depth 4\n"
      "position startpos moves b2\nquery p1turn\nquery result\nquery gameover\n";
  const Ran ran = run({"engine", "tictactoe"}, input);
  ASSERT_EQ(ran.code, 0) << ran.err;
  Lines lines = lines_in(ran.out);
  ASSERT_GT(lines.size(), 12U);
  EXPECT_TRUE(lines[0].starts_with("id name Zermelo ")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("id author ")) << lines[1];
  EXPECT_NE(std::find(lines.begin(), lines.end(), "option name Hash type spin default 64 min 1 max 65536"), lines.end());
  std::erase_if(lines, [](const std::string& l) { return l.starts_with("id ") || l.starts_with("option "); });
  ASSERT_EQ(lines.size(), 11U) << ran.out;
  EXPECT_EQ((Lines{lines.begin(), lines.begin() + 3}), (Lines{"ugiok", "readyok", "response true"}));
  for (int depth = 1; depth <= 4; ++depth)
    EXPECT_TRUE(lines[static_cast<std::size_t>(2 + depth)].starts_with(fmt::format("info depth {} score cp ", depth)));
  EXPECT_TRUE(lines[7].starts_with("bestmove "));
  EXPECT_EQ((Lines{lines.begin() + 8, lines.end()}), (Lines{"response false", "response none", "response false"}));
}

TEST_F(EngineTest, QuitsAtOnce) {
  EXPECT_EQ(dialogue({"engine", "tictactoe"}, "query p1turn\nquit\nquery p1turn\n"), Lines{"response true"});
  EXPECT_TRUE(dialogue({"engine", "dobutsu", "--memory", "1M"}, "go infinite\nquit\n").back().starts_with("bestmove "));
}

TEST_F(EngineTest, ThreeInARowIsOver) {
  EXPECT_EQ(dialogue({"engine", "tictactoe"},
                     "position startpos moves a1 b1 a2 b2 a3\nquery gameover\nquery result\nquery p1turn\ngo\n"),
            (Lines{"response true", "response p1win", "response false", "info string the game is over", "bestmove (none)"}));
}

// With a table it plays what `probe` calls best, and says the value.
TEST_F(EngineTest, PlaysPerfectlyFromATable) {
  ASSERT_EQ(run({"solve", "anpanman"}).code, 0);
  const auto entry = open_game("anpanman");
  const AnyGame& game = entry->game();
  std::mt19937_64 random(7);
  std::string positions, input;
  Lines texts;
  while (texts.size() < 60) {
    const auto p = game.unrank(random() % game.slots());
    if (!p || game.outcome(*p) != Wdl::unknown) continue;
    texts.push_back(game.print(*p));
    positions += texts.back() + "\n";
    input += "position fen " + texts.back() + "\ngo movetime 1000\n";
  }
  const Lines answers = lines_in(run({"probe", "anpanman", "-", "--json"}, positions).out);
  const Lines said = dialogue({"engine", "anpanman"}, input);
  ASSERT_EQ(said.size(), 2 * texts.size());
  int decided = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto answer = nlohmann::json::parse(answers[i]);
    std::string score = "score cp 0";
    if (answer.at("value") != "draw") {
      const int moves = (answer.at("plies").get<int>() + 1) / 2;
      score = fmt::format("score mate {}{}", answer.at("value") == "win" ? "" : "-", moves);
      ++decided;
    }
    EXPECT_NE(said[2 * i].find(" " + score + " "), std::string::npos) << texts[i] << "\n" << said[2 * i] << "\n" << answers[i];
    bool best = false;
    for (const auto& m : answer.at("moves"))
      if (m.at("value") == answer.at("value") && m.at("plies") == answer.at("plies"))
        best = best || "bestmove " + m.at("move").get<std::string>() == said[2 * i + 1];
    EXPECT_TRUE(best) << texts[i] << "\n" << said[2 * i + 1] << "\n" << answers[i];
  }
  EXPECT_GT(decided, 20);
}

// USI: SFEN, its names of squares, mate in plies, drops and promotions.
TEST_F(EngineTest, SpeaksUsi) {
  const Lines said =
      dialogue({"engine", "dobutsu", "--nodes", "2000"},
               "usi\nsetoption name USI_Ponder value true\nisready\nusinewgame\nposition startpos moves 2c2b 1a2b\n"
               "go nodes 500\nposition sfen 1l1/2C/3/1L1 b GEgec 1\ngo nodes 200000\ngo mate 1000\ngameover draw\n",
               "info depth 1 ");
  ASSERT_GE(said.size(), 5U);
  EXPECT_EQ(said[0], "usiok");
  EXPECT_EQ(said[1], "readyok");
  EXPECT_EQ(said.back(), "checkmate notimplemented");
  bool promotes = false;
  for (const auto& line : said) promotes = promotes || line.find("1b1a+") != std::string::npos;
  std::string why;
  const auto entry = open_game("dobutsu");
  const Sfen sfen(entry->game(), parse_json(find_folder("dobutsu")->board));
  EXPECT_EQ(sfen.print(entry->game().start()), "gle/1c1/1C1/ELG b - 1");
  const auto p = sfen.parse("1l1/2C/3/1L1 b GEgec 1", why);
  ASSERT_TRUE(p) << why;
  Lines names;
  for (const AnyMove m : entry->game().moves(*p)) names.push_back(sfen.move_name(*p, m));
  EXPECT_NE(std::find(names.begin(), names.end(), "1b1a+"), names.end());
  EXPECT_NE(std::find(names.begin(), names.end(), "G*2b"), names.end());
}

TEST_F(EngineTest, UsiIsForGamesThatAreWrittenSo) {
  EXPECT_EQ(
      dialogue({"engine", "trax:4x4"}, "usi\n"),
      (Lines{"info string positions of trax:4x4 are not written as shogi programs write them; ugi speaks of it, usi of anpanman "
             "dobutsu"}));
  EXPECT_EQ(
      dialogue({"engine"}, "usi\nsetoption name UCI_Variant value dobutsu\nposition sfen gle/1c1/1C1/ELG b - 1 moves 2c2b\n"),
      (Lines{"usiok", "info string variant dobutsu files 3 ranks 4 pocket 3 template shogi startpos gle/1c1/1C1/ELG[-] w 0 1"}));
}

// What cannot wait is answered while it thinks; the rest after it.
TEST_F(EngineTest, ThinksUntilItIsStopped) {
  const Lines said = dialogue({"engine", "dobutsu", "--memory", "1M"},
                              "go infinite\nisready\nquery p1turn\nstop\nquery gameover\n", "info depth");
  ASSERT_EQ(said.size(), 4U);
  EXPECT_EQ(said[0], "readyok");
  EXPECT_TRUE(said[1].starts_with("bestmove "));
  EXPECT_EQ((Lines{said[2], said[3]}), (Lines{"response true", "response false"}));
  // The end of the input stops what would never end, and lets finish what does.
  for (const char* input :
       {"go infinite\n", "go infinite\ngo infinite\n", "go depth 3\n", "go p1time 100 p2time 100\n", "go nodes 1000"})
    EXPECT_TRUE(dialogue({"engine", "dobutsu", "--memory", "1M"}, input).back().starts_with("bestmove ")) << input;
}

TEST_F(EngineTest, BadLinesAreAnsweredAndChangeNothing) {
  const std::string far(100'000, 'x');
  const Lines said =
      dialogue({"engine", "tictactoe"}, "positoin startpos\n\nposition\nposition fen nonsense\nposition startpos moves a1 a1\n"
                                        "setoption\nsetoption name Hash value many\nsetoption name Colour value red\n" +
                                            far + "\nsetoption name UCI_Variant value tictacto\nquery\nquery p1turn\n");
  ASSERT_EQ(said.size(), 11U);
  for (std::size_t i = 0; i + 1 < said.size(); ++i) EXPECT_TRUE(said[i].starts_with("info string ")) << said[i];
  EXPECT_NE(said[0].find("did you mean 'position'?"), std::string::npos);
  EXPECT_NE(said[3].find("'a1' is no legal move after 1 plies"), std::string::npos);
  EXPECT_NE(said[7].find("longer than 65536"), std::string::npos);
  EXPECT_NE(said[8].find("did you mean 'tictactoe'?"), std::string::npos);
  EXPECT_EQ(said.back(), "response true");
  expect_error({"engine", "tictacto"}, 2, "did you mean");
}

TEST_F(EngineTest, ADamagedTableIsSaidAndASearchPlays) {
  std::filesystem::create_directories(tables_);
  std::ofstream(tables_ / "tictactoe.zt") << "no table";
  const Lines said = dialogue({"engine", "tictactoe", "--nodes", "100"}, "isready\ngo\n", "info depth");
  ASSERT_EQ(said.size(), 3U);
  EXPECT_TRUE(said[0].starts_with("info string ") && said[0].ends_with("; until then it searches")) << said[0];
  EXPECT_EQ(said[1], "readyok");
  EXPECT_TRUE(said[2].starts_with("bestmove "));
}

// What the protocols rest on, for every game: names of moves without spaces that are found again; SFEN where a game speaks it.
TEST(EngineNotation, EveryGame) {
  int with_sfen = 0;
  for (const auto& folder : catalog()) {
    const std::string& variant = folder.family.variants.front().name;
    const auto entry = open_game(variant.empty() ? folder.family.name : folder.family.name + ":" + variant);
    const AnyGame& game = entry->game();
    const auto board = parse_json(folder.board);
    std::optional<Sfen> sfen;
    if (speaks_sfen(board)) sfen.emplace(game, board);
    with_sfen += sfen ? 1 : 0;
    std::mt19937_64 random(3);
    for (int plays = 0; plays < (sfen ? 40 : 3); ++plays) {
      History history(game, entry->repetition(), game.start());
      for (int ply = 0; ply < 40 && !history.end().over(); ++ply) {
        const auto moves = history.moves();
        const AnyPosition p = history.now();
        std::string why;
        if (sfen) {
          const auto same = sfen->parse(sfen->print(p), why);
          ASSERT_TRUE(same) << game.print(p) << ": " << why;
          EXPECT_EQ(game.print(*same), game.print(p));
        }
        for (const AnyMove m : moves) {
          const std::string name = game.move_name(p, m);
          EXPECT_EQ(name.find_first_of(" \t"), std::string::npos) << name;
          const auto found = find_turn(game, p, moves, name);
          EXPECT_TRUE(found && found->bits == m.bits) << entry->full_name() << " " << game.print(p) << " " << name;
          if (!sfen) continue;
          const auto same = sfen->find(p, moves, sfen->move_name(p, m));
          EXPECT_TRUE(same && same->bits == m.bits) << game.print(p) << " " << sfen->move_name(p, m);
        }
        history.play(moves[random() % moves.size()]);
      }
    }
  }
  EXPECT_GE(with_sfen, 2);
}

TEST(EngineNotation, SfenSaysWhatIsWrong) {
  const auto entry = open_game("dobutsu");
  const Sfen sfen(entry->game(), parse_json(find_folder("dobutsu")->board));
  for (const char* text :
       {"", "gle/1c1/1C1/ELG", "gle/1c1/1C1/ELG x - 1", "gle/1c1/1C1 b - 1", "gle/1c1/1C1/ELG/3 b - 1", "gle/1c1/1C1/ELGG b - 1",
        "gle/1c1/1C1/ELX b - 1", "gle/1c1/1C1/EL+ b - 1", "gle/1c1/1C1/ELG b 9 1", "gle/1c1/1C1/ELG b 2C 1", "4/3/3/3 b - 1",
        "gle/1c1/1C1/ELG b 99999999999999C 1", "9999/1 b - 1", "////// b - 1"}) {
    std::string why;
    EXPECT_FALSE(sfen.parse(text, why)) << text;
    EXPECT_FALSE(why.empty()) << text;
  }
}

} // namespace
} // namespace zermelo::testing
