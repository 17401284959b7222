// The guided first run: solve a game, look at what came out.
#include <sstream>

#include "arguments.h"
#include "base/machine.h"
#include "base/units.h"
#include "boards.h"
#include "command.h"
#include "solving.h"
#include "tasks/results.h"
#include "terminal.h"
#include "view/board_text.h"
#include "view/line.h"
#include "view/report.h"
#include "view/text.h"
#include "view/two_ply.h"

namespace zermelo {
namespace {

struct DemoArguments {
  std::string game = "anpanman";
  i64 threads = 0;
  u64 memory = 0;
};

Table solved(const Entry& entry, const DemoArguments& o, const Common& common) {
  const TableFiles files = files_of(entry, common); // with distances: a demonstration shows them
  if (auto table = sound_table(entry, files, note_line)) return std::move(*table);
  SolveOptions options;
  options.threads = static_cast<int>(o.threads);
  options.memory = o.memory;
  solve_with_progress(entry, files, options, false);
  return need_table(entry, common);
}

std::string verdict(const std::string& game, Value v) {
  if (v.wdl == Wdl::draw) return fmt::format("If nobody errs, {} is a {}.", game, painted(v, "draw"));
  const bool first = v.wdl == Wdl::win;
  return fmt::format("If nobody errs, the {} player wins {} in {} plies.", painted(v, first ? "first" : "second"), game, v.plies);
}

// A position of a best line whose moves do not all come to the same: there the values tell something.
struct Interesting {
  Answer answer;
  std::vector<std::string> moves; // that lead to it
};

Interesting find_interesting(const AnyGame& game, const Table& table) {
  auto differs = [](const Answer& a) { return !a.moves.empty() && a.moves.front().value.wdl != a.moves.back().value.wdl; };
  Interesting it{probe(game, &table, game.start()), {}};
  if (differs(it.answer)) return it;
  std::vector<std::string> moves;
  for (const auto& step : best_line(game, &table, game.start(), 40).steps) {
    moves.push_back(step.move);
    Answer answer = probe(game, &table, step.position);
    if (differs(answer)) return {std::move(answer), std::move(moves)};
  }
  return it;
}

void print_position(const Entry& entry, const Interesting& it) {
  const Answer& a = it.answer;
  outf("\n{}\n", bold(it.moves.empty() ? "The initial position, and what each move is worth"
                                       : fmt::format("After {}, what each move is worth", fmt::join(it.moves, " "))));
  std::vector<std::string> right;
  right.reserve(a.moves.size());
  for (const auto& m : a.moves) right.push_back(fmt::format("{:8} {}", m.name, painted(m.value, words(m.value))));
  std::vector<std::string> left;
  std::istringstream drawing(drawing_of(entry, a.position));
  for (std::string line; std::getline(drawing, line);) left.push_back(line);
  std::size_t width = 0;
  for (const auto& line : left) width = std::max(width, shown_width(line) + 4);
  // Board on the left, values on the right, for as many lines as the longer of the two has.
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const std::string board = i < left.size() ? left[i] : "";
    outf("  {}\n", i < right.size() ? board + std::string(width - shown_width(board), ' ') + right[i] : board);
  }
}

Exit demo(const DemoArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
  const AnyGame& game = entry->game();
  const Table table = solved(*entry, o, common);
  const Statistics& s = table.header().statistics;
  const TableFiles files = files_of(*entry, common);
  auto j = summary_of(result_of(*entry, table, files), &files);
  const TwoPly opening = two_ply(game, table, game.start());
  const Interesting it = find_interesting(game, table);
  if (common.json) {
    j["two_ply"] = to_json(opening);
    j["example"] = to_json(game, it.answer);
    out(j);
    return Exit::done;
  }
  const std::string name = entry->full_name();
  outf("{}\n\n", bold(verdict(name, s.initial)));
  out(std::string_view(totals_text(entry->words.set, s)));
  outf("\n{}\n", bold("First moves against replies"));
  out(std::string_view(text_of(opening, unicode())));
  outf("  {} the first player wins, {} the second player wins, = draw\n", unicode() ? "○" : "o", unicode() ? "×" : "x");
  outf("\n{}\n", bold("How long it takes to win or lose"));
  out(std::string_view(by_plies_text(s, {.unicode = unicode(), .bar_width = 40, .most_rows = 32})));
  print_position(*entry, it);
  outf("\nThe table lies in {} ({}).\n", j.at("table").get<std::string>(), bytes(table.file().file_bytes()));
  if (j.at("seconds").is_number())
    outf("It was computed in {} ({} of CPU time).\n", duration(j.at("seconds")), duration(j.at("cpu_seconds")));
  outf("\nGo on with\n");
  for (const auto& [command, help] :
       {std::pair("verify " + name, "check every value against its successors"),
        std::pair("serve " + name + " --open", "see it in the browser: every move with its value, a perfect opponent"),
        std::pair("play " + name, "play against the table"), std::pair("line " + name, "a best line"),
        std::pair(std::string("games"), "all games")})
    outf("  zermelo {:{}}  {}\n", command, name.size() + 13, help);
  return Exit::done;
}

} // namespace

const Command demo_command = {"demo", "the guided first run: solve a game and look at it", "zermelo demo",
                              [](Arguments& a, const Common& common) -> std::function<Exit()> {
                                auto o = std::make_shared<DemoArguments>();
                                a.word("GAME", o->game, "another game to show (default: " + o->game + ")");
                                a.number("--threads", o->threads, 0, 4096, "how many threads (default: all)");
                                a.memory("--memory", o->memory, "refuse to take more memory than this, as 512M or 2G");
                                return [o, &common] { return demo(*o, common); };
                              }};

} // namespace zermelo
