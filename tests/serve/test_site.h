// A site of solved games without sockets.
#pragma once

#include "base/json.h"
#include "search/opponent.h"
#include "serve/router.h"
#include "tests/solved.h"

namespace zermelo::testing {

class TestSite {
public:
  explicit TestSite(const std::vector<std::string>& games, const std::vector<std::string>& unsolved = {}) {
    site_.version = "test";
    for (const auto& name : games) add(name, true);
    for (const auto& name : unsolved) add(name, false);
  }
  serve::Site& site() { return site_; }
  const serve::Site& site() const { return site_; }
  const AnyGame& game(int i = 0) const { return entries_[static_cast<std::size_t>(i)]->game(); }
  std::filesystem::path table(const std::string& name) const { return TableFiles(scratch_.path(), name).table; }

  serve::Response ask(const std::string& method, const std::string& target, const std::string& body = "") const {
    serve::Request r;
    r.method = method;
    r.target = target;
    r.body = body;
    if (method == "POST") r.content_type = "application/json";
    return answer(site_, r);
  }
  serve::Response get(const std::string& target) const { return ask("GET", target); }
  nlohmann::json json(const std::string& target) const { return parse_json(get(target).bytes()); }

private:
  void add(const std::string& name, bool solve) {
    const Entry& entry = *entries_.emplace_back(open_game(name));
    auto g = std::make_unique<serve::ServedGame>();
    g->name = entry.name;
    g->variant = entry.variant;
    g->title = find_folder(entry.name)->family.title;
    g->set = entry.words.set;
    g->game = &entry.game();
    g->board = parse_json(find_folder(entry.name)->board);
    g->repetition = entry.repetition();
    g->rules_en = find_folder(entry.name)->rules_en;
    g->site_games = &site_.games;
    if (!entry.words.bound.empty()) g->bound_by = [&entry](const std::string& other) { return entry.bound_by(other); };
    g->reply = [&entry](const AnyPosition& p, int milliseconds) {
      return entry.opponent({.seconds = milliseconds / 1000.0, .memory = 1 << 20})->think(std::span(&p, 1)).move;
    };
    g->statistics = [&entry, g = g.get()]() -> nlohmann::json {
      if (g->table() == nullptr) throw Error(Exit::table, "none");
      return to_json(g->table()->header().statistics);
    };
    if (solve) {
      const TableFiles files(scratch_.path(), entry.full_name());
      entry.solve(files, {});
      g->slots = entry.game().slots();
      g->put_table(std::make_shared<const serve::SharedTable>(files.table, entry.identity()));
    }
    site_.games.push_back(std::move(g));
  }

  faults::Scratch scratch_;
  std::vector<std::unique_ptr<Entry>> entries_;
  serve::Site site_;
};

// What most tests ask.
inline const TestSite& site() {
  static TestSite one({"tictactoe"}, {"anpanman"});
  return one;
}

} // namespace zermelo::testing
