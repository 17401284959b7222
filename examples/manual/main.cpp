// The code of the manual (src/zermelo.h), line by line: tests/package compiles and runs it, and a test compares the two.
#include <zermelo.h>

#include <iostream>
#include <span>

int main(int argc, char** argv) try {
  const std::string folder = argc > 1 ? argv[1] : ".";

  const auto entry = zermelo::open_game("nim:1-2-3");
  const zermelo::AnyGame& game = entry->game();

  zermelo::AnyPosition p = game.start();
  for (const zermelo::AnyMove m : game.moves(p))
    std::cout << game.move_name(p, m) << " leads to " << game.print(game.play(p, m)) << "\n";
  std::string why;
  if (!game.parse("nonsense", why)) std::cout << why << "\n";

  const zermelo::TableFiles files(folder, entry->full_name());
  zermelo::SolveOptions options;
  options.threads = 1;
  options.on_progress = [](const zermelo::SolveProgress& now) { std::cerr << now.fraction << "\n"; };
  const zermelo::SolvePlan plan = entry->plan(options, files.contents);
  const zermelo::SolveResult solved = entry->solve(files, options);
  std::cout << plan.slots << " slots, " << solved.statistics.positions.positions() << " positions\n";

  const zermelo::Table table(files.table, entry->identity());
  const zermelo::Answer answer = zermelo::probe(game, &table, p); // the value of p and of each move, best first
  const zermelo::Line line = zermelo::best_line(game, &table, p); // as many plies as the value says
  std::cout << answer.moves.size() << " moves, a line of " << line.steps.size() << "\n";

  const zermelo::Value v = answer.value;
  std::cout << name_of(v.wdl) << (v.has_plies() ? " in " + std::to_string(v.plies) : "") << "\n";

  const zermelo::VerifyReport report = entry->verify(table, {});
  if (!report.proves()) std::cout << report.wrong << " wrong values\n";

  const bool mover_attacks = true;
  const zermelo::ProveResult proved = entry->prove(p, mover_attacks, {.threads = 1, .memory = 16 << 20});
  if (proved.verdict == zermelo::Verdict::disproven) std::cout << "the side to move cannot force a win\n";

  const auto opponent = entry->opponent({.nodes = 10'000});
  const zermelo::Thought thought = opponent->think(std::span(&p, 1));
  std::cout << game.move_name(p, thought.move) << "\n";
} catch (const zermelo::Error& e) {
  std::cerr << e.what() << "\n";
  return static_cast<int>(e.code());
}
