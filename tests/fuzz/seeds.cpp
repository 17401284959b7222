// Writes the seed corpora: seeds FOLDER KEPT makes FOLDER/positions, FOLDER/table and so on, for each target; with the corpus KEPT.
#include "catalog/catalog.h"
#include "solve/dfpn/save.h"
#include "solve/pack.h"
#include "tests/faults/solving.h"
#include "tests/fuzz/assemble.h"

using namespace zermelo;

namespace {

void positions(const std::filesystem::path& into) {
  std::mt19937_64 random(1);
  char number = 0;
  for (const auto& folder : catalog()) {
    for (const auto& variant : folder.family.variants) {
      const auto entry = folder.family.make(variant.name);
      const AnyGame& game = entry->game();
      AnyPosition p = game.start();
      for (int ply = 0; ply < 12; ++ply) {
        faults::write_bytes(into / (folder.family.name + "-" + variant.name + "-" + std::to_string(ply)), number + game.print(p));
        const auto moves = game.moves(p);
        if (moves.empty()) break;
        p = game.play(p, moves[random() % moves.size()]);
      }
      ++number;
    }
  }
}

void requests(const std::filesystem::path& into) {
  const std::string game = "/api/v1/games/tictactoe";
  int number = 0;
  for (const std::string& text :
       {'\0' + game + "/position?p=xx./oo./...", '\0' + game + "/line?plies=3", '\0' + game + "/random?value=win&plies=3",
        '\0' + game + "/reply?milliseconds=1", '\0' + game + "/position.png?p=xx./oo./...&flip=1",
        std::string("\0/game/tictactoe?embed=1", 24), '\1' + game + "/positions\n{\"positions\": [\"initial\"]}",
        '\1' + game + "/compose\n{\"cells\": {\"a1\": [{\"kind\": \"x\", \"owner\": \"first\"}]}, \"to_move\": \"second\"}",
        std::string("\1/api/v1/solves\n{\"game\": \"tictactoe\"}"), std::string("\2/api/v1/solves/1")})
    faults::write_bytes(into / std::to_string(number++), text);
}

// What is kept in the repository: inputs that once found something, or that reach far.
void kept(const std::filesystem::path& corpus, const std::filesystem::path& root) {
  for (const auto& folder : std::filesystem::directory_iterator(corpus))
    for (const auto& file : std::filesystem::directory_iterator(folder))
      faults::write_bytes(root / folder.path().filename() / ("kept-" + file.path().filename().string()),
                          faults::bytes_in(file.path()));
}

// A file in each of the forms that assemble.h knows.
void save(const std::filesystem::path& name, const std::string& bytes) {
  faults::write_bytes(name.string() + "-raw", '\0' + bytes);
  faults::write_bytes(name.string() + "-mended", '\1' + bytes);
  faults::write_bytes(name.string() + "-parts", fuzz::parts_of(bytes));
}

void files(const std::filesystem::path& tables, const std::filesystem::path& checkpoints) {
  for (const bool wide : {false, true}) {
    const graph::GraphGame<true, false> game{
        std::make_shared<const graph::Graph>(graph::random_graph(faults::victim_shape(400, wide), 1))};
    for (int stop = 1; stop < 6; ++stop) {
      const faults::Scratch folder;
      int polls = 0;
      try {
        faults::solve_graph(game, folder.path(), {.threads = 1, .should_stop = [&] { return ++polls == stop; }});
      } catch (const Error&) {}
      const std::string name = (wide ? "wide-" : "narrow-") + std::to_string(stop);
      if (const auto bytes = faults::bytes_in(faults::checkpoint_in(folder.path())); !bytes.empty())
        save(checkpoints / name, bytes);
      faults::solve_graph(game, folder.path(), {.threads = 1});
      if (stop != 1) continue;
      faults::solve_graph(game, folder.path(), {.threads = 1}, Contents::values);
      for (const auto contents : {Contents::distances, Contents::values}) {
        const std::string kind = name + (contents == Contents::values ? "-values" : "");
        const auto table = faults::table_in(folder.path(), contents);
        save(tables / kind, faults::bytes_in(table));
        pack_table(Table(table), folder / "packed", {}, {.threads = 1});
        save(tables / (kind + "-packed"), faults::bytes_in(folder / "packed"));
      }
    }
  }
}

void proofs(const std::filesystem::path& into) {
  const faults::Scratch folder;
  const auto entry = open_game("tictactoe");
  for (const bool mover : {true, false}) {
    entry->prove(entry->game().start(), mover, {.threads = 1, .memory = u64{1} << 20, .proof = folder / "p"});
    save(into / (mover ? "mover" : "other"), faults::bytes_in(folder / "p"));
  }
  ProofTable table(u64{1} << 14);
  std::mt19937_64 random(1);
  for (u64 i = 0; i < 100; ++i) table.store({random(), random()}, {static_cast<u32>(i), 7}, 2 + i);
  SavedSearch saved(folder / "s", {"tictactoe", "rules", "position", true});
  saved.save({table.bytes(), 1, 2, 3, 4}, table);
  save(into / "search", faults::bytes_in(folder / "s"));
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::filesystem::path root = argv[1];
  for (const char* name : {"positions", "words", "records", "request", "engine", "table", "checkpoint", "proof"})
    std::filesystem::create_directories(root / name);
  positions(root / "positions");
  requests(root / "request");
  files(root / "table", root / "checkpoint");
  proofs(root / "proof");
  kept(argv[2], root);
}
