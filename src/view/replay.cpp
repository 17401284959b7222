#include "view/replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "view/text.h"
#include "view/turns.h"

namespace zermelo {
namespace {

int points_of(Wdl w) { return w == Wdl::win ? 2 : w == Wdl::draw ? 1 : 0; }

// The player that a value of the side to move is good for.
int winner_of(bool first_moves, Wdl w) {
  return w == Wdl::win ? (first_moves ? 1 : 2) : w == Wdl::loss ? (first_moves ? 2 : 1) : 0;
}

std::string sentence_of(const History::End& end) {
  switch (end.why) {
  case Ending::repetition: return "the game ended before: a position occurred for the third time";
  case Ending::no_turn: return "the game ended before: every move would repeat a position";
  default: return "the game was over before";
  }
}

nlohmann::json worth(Value v) {
  auto j = to_json(v);
  j.emplace("score", nullptr);
  return j;
}

nlohmann::json step_json(const AnyGame& game, const std::string& name, const AnyPosition& after, Value v) {
  auto j = move_json(game, name, after, v);
  j.emplace("score", nullptr);
  return j;
}

} // namespace

Slip ReplayedTurn::slip() const {
  if (!best || !value.known() || !best->value.known()) return Slip::none;
  const int lost = points_of(best->value.wdl) - points_of(value.wdl);
  if (lost >= 2) return Slip::blunder;
  const bool less = value.has_score() && best->value.has_score() && value.score < best->value.score;
  return lost == 1 || less ? Slip::mistake : Slip::none;
}

Replay replay(const AnyGame& game, Repetition repetition, const AnyPosition& start, std::span<const std::string> turns,
              const Ask& ask) {
  Replay r{start, ask(start).value, {}, Ending::none, 0, {}};
  History history(game, repetition, start);
  for (const std::string& written : turns) {
    const int ply = history.plies() + 1;
    if (const auto end = history.end(); end.over()) {
      r.stopped = {ply, written, sentence_of(end)};
      break;
    }
    const auto legal = history.moves();
    const auto move = find_turn(game, history.now(), legal, written);
    if (!move) {
      const auto every = game.moves(history.now());
      const bool repeats = every.size() > legal.size() && find_turn(game, history.now(), every, written);
      r.stopped = {ply, written,
                   repeats ? "this move would repeat a position, which the rules forbid" : "this is no legal move here"};
      break;
    }
    ReplayedTurn t{game.move_name(history.now(), *move), game.play(history.now(), *move), unknown_value, {}};
    const Answer before = ask(history.now());
    for (const auto& m : before.moves)
      if (m.name == t.turn) t.value = m.value;
    // What the history forbids is no better move.
    const auto best = std::find_if(before.moves.begin(), before.moves.end(),
                                   [&](const MoveValue& m) { return m.value.known() && history.legal(m.position); });
    if (best != before.moves.end()) t.best = *best;
    history.play(*move);
    r.turns.push_back(std::move(t));
  }
  const auto end = history.end();
  r.why = end.why;
  r.winner = winner_of(game.first_to_move(history.now()), end.wdl);
  return r;
}

nlohmann::json to_json(const AnyGame& game, const Replay& r) {
  auto j = worth(r.value);
  j["position"] = game.print(r.start);
  j["steps"] = nlohmann::json::array();
  for (const auto& t : r.turns) {
    auto& step = j["steps"].emplace_back(step_json(game, t.turn, t.position, t.value));
    step["best"] = t.best ? step_json(game, t.best->name, t.best->position, t.best->value) : nlohmann::json();
    step["slip"] = name_of(t.slip());
  }
  j["end"] = {{"why", name_of(r.why)},
              {"winner", r.winner == 1   ? nlohmann::json("first")
                         : r.winner == 2 ? nlohmann::json("second")
                                         : nlohmann::json()}};
  j["stopped"] = !r.stopped
                     ? nlohmann::json()
                     : nlohmann::json{{"ply", r.stopped->ply}, {"move", printable(r.stopped->turn, 60)}, {"why", r.stopped->why}};
  return j;
}

} // namespace zermelo
