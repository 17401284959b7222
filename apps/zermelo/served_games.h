// The games of the catalog as the explorer serves them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "command.h"
#include "exec/guarded.h"
#include "serve/served_game.h"
#include "serve/solves.h"
#include "tasks/context.h"

namespace zermelo {

class ServedCatalog {
public:
  // Those named, a game without a variant with all its variants; without names, every game. Error(usage) for a name that does not
  // exist.
  ServedCatalog(const std::vector<std::string>& names, const Common& common);

  serve::Site& site() { return site_; }
  const serve::Site& site() const { return site_; }
  const Entry& entry(const serve::ServedGame& game) const { return *opened_.at(game.full_name()).entry; }

  // Opens the game's table, if there is one that is sound enough to be asked; says on stderr what is wrong with one that is not.
  void load_table(const serve::ServedGame& game);
  // Looks whether tables have come since: of games that are served, and of further variants.
  void refresh();
  // What a search has found about a position of the game.
  void learn(const serve::ServedGame& game, const AnyPosition& p, serve::Proved proved);
  // The exact value of a position of a game that is searched exactly; what is found is kept for all who ask. Beside other calls.
  Value search(const serve::ServedGame& game, const AnyPosition& p, const ProveOptions& options);
  // Checks proofs with zones of served games and answers from those that hold; says on stderr what it did. Beside other calls.
  void read_proofs(const std::vector<std::filesystem::path>& files, const std::function<bool()>& should_stop);

private:
  void add(const Family& family, const Variant& variant);
  void add_variants(); // of the games that are served whole: those listed, and those of which there are tables

  static constexpr std::size_t most_found = 1 << 16;
  using Found = std::unordered_map<std::string, Value>; // by game and position
  Guarded<Found> found_;
  void keep(const Entry& entry, serve::ServedGame& served, const AnyPosition& p, Value v);

  std::recursive_mutex loading_; // a solve that has ended brings its table while others are looked for

  const Common& common_;
  serve::Site site_;
  struct Opened {
    std::unique_ptr<Entry> entry;
    serve::ServedGame* served; // in site_
  };
  std::map<std::string, Opened> opened_;                          // by full name
  std::map<std::string, std::filesystem::file_time_type> loaded_; // when the table that is served was written
  std::vector<const Folder*> whole_;                              // games that are served with all their variants
};

} // namespace zermelo
