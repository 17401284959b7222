#include "players.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/suggest.h"
#include "command.h"
#include "view/score_step.h"
#include "view/text.h"

namespace zermelo {
namespace {

// Keeps what the game's history allows, with the moves of the game that is played.
void keep_legal(Answer& answer, const History& history) {
  std::map<std::string, AnyMove> legal;
  for (const AnyMove m : history.moves()) legal.emplace(history.game().move_name(history.now(), m), m);
  std::erase_if(answer.moves, [&](const MoveValue& m) { return !legal.contains(m.name); });
  ensure(answer.moves.size() == legal.size(), "variants of a game have the same moves");
  for (auto& m : answer.moves) m.move = legal.at(m.name);
}

class RandomPlayer final : public Player {
public:
  explicit RandomPlayer(u64 seed) : random_(seed) {}
  AnyMove choose(const History& history) override {
    const auto moves = history.moves();
    return moves[random_() % moves.size()];
  }

private:
  std::mt19937_64 random_;
};

class SearchPlayer final : public Player {
public:
  explicit SearchPlayer(std::unique_ptr<Opponent> opponent) : opponent_(std::move(opponent)) {}
  AnyMove choose(const History& history) override { return opponent_->think(history.positions()).move; }

private:
  std::unique_ptr<Opponent> opponent_;
};

// Best by value and distance; among such the move that leaves the other the smallest share of replies that keep what he has,
// since that is more ways to err; then by lot.
class TablePlayer final : public Player {
public:
  TablePlayer(const Oracle& oracle, u64 seed) : oracle_(oracle), random_(seed) {}

  AnyMove choose(const History& history) override {
    const Answer answer = oracle_.answer(history);
    if (const auto nearest = oracle_.nearest(answer)) return *nearest;
    // A win of unknown distance is kept by every winning move; going back where play has been would not come nearer to it.
    const bool blind = answer.moves.front().value == win_value;
    std::vector<AnyMove> candidates;
    double least = 3;
    for (const auto& m : answer.moves) {
      if (m.value != answer.moves.front().value) break;
      double share = share_kept(oracle_.answer_after(m));
      if (blind && history.times(history.game().play(history.now(), m.move)) > 0) share += 1;
      if (share < least) candidates.clear();
      least = std::min(least, share);
      if (share == least) candidates.push_back(m.move);
    }
    return candidates[random_() % candidates.size()];
  }

private:
  static double share_kept(const Answer& answer) {
    const auto& replies = answer.moves;
    if (replies.empty()) return 0;
    const auto keeping =
        std::count_if(replies.begin(), replies.end(), [&](const auto& r) { return r.value.wdl == replies.front().value.wdl; });
    return static_cast<double>(keeping) / static_cast<double>(replies.size());
  }

  const Oracle& oracle_;
  std::mt19937_64 random_;
};

} // namespace

Oracle::Oracle(const Entry& played, std::unique_ptr<Entry> owner, Table table)
    : played_(&played), owner_(std::move(owner)), table_(std::move(table)) {
  std::string why;
  const bool same = owner_->name == played.name && owner_->game().parse(played.game().print(played.game().start()), why);
  if (!same)
    throw Error(Exit::usage,
                fmt::format("the table of {} cannot play {}: their positions differ", owner_->full_name(), played.full_name()));
}

Answer Oracle::answer(const History& history) const {
  AnyPosition p = history.now();
  if (owner_) {
    std::string why;
    const auto same = owner_->game().parse(history.game().print(p), why);
    p = same.value_or(p);
    ensure(same.has_value(), "variants of a game have the same positions");
  }
  Answer answer = probe(game(), &table_, p);
  keep_legal(answer, history);
  return answer;
}

std::optional<AnyMove> Oracle::nearest(const Answer& answer) const {
  const auto step = nearest_step(game(), table_, answer);
  return step ? std::optional(answer.moves[*step].move) : std::nullopt;
}

Answer answer_by_rules(const History& history) {
  Answer answer = probe(history.game(), nullptr, history.now());
  keep_legal(answer, history);
  return answer;
}

Seat::Seat(const std::string& word, const Entry& entry, const Common& common) : entry_(&entry), word_(word) {
  if (word == "search" || word == "random") return;
  if (word == "table") {
    oracle_.emplace(entry, need_table(entry, common));
  } else if (word.starts_with("table:")) {
    auto owner = open_named(word.substr(word.find(':') + 1));
    Table table = need_table(*owner, common);
    oracle_.emplace(entry, std::move(owner), std::move(table));
  } else {
    const auto near = suggest(word, {"table", "search", "random"});
    throw Error(Exit::usage, fmt::format("there is no player '{}'; {}", printable(word, 40),
                                         near ? "did you mean '" + *near + "'?" : "there are table, table:GAME, search, random"));
  }
}

std::unique_ptr<Player> Seat::player(const SearchOptions& options) const {
  if (oracle_) return std::make_unique<TablePlayer>(*oracle_, options.seed);
  if (searches()) return std::make_unique<SearchPlayer>(entry_->opponent(options));
  return std::make_unique<RandomPlayer>(options.seed);
}

} // namespace zermelo
