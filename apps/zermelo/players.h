// Who can play a game: a table, a search, chance.
#pragma once

#include <random>

#include "command.h"
#include "game/history.h"
#include "search/opponent.h"
#include "tasks/context.h"
#include "view/probe.h"

namespace zermelo {

class Player {
public:
  virtual ~Player() = default;
  virtual AnyMove choose(const History& history) = 0; // a legal move; the game is not over
};

// A table, and the game that it is asked about: its own, or a variant of the same folder that writes positions alike.
class Oracle {
public:
  Oracle(const Entry& played, Table table) : played_(&played), table_(std::move(table)) {}
  Oracle(const Entry& played, std::unique_ptr<Entry> owner, Table table); // Error(usage) if the two do not fit

  const Table& table() const { return table_; }
  Answer answer(const History& history) const;                // legal moves only; positions in them are of the table's game
  std::optional<AnyMove> nearest(const Answer& answer) const; // of a game of scores, where it is won
  Answer answer_after(const MoveValue& move) const { return probe(game(), &table_, move.position); }

private:
  const AnyGame& game() const { return owner_ ? owner_->game() : played_->game(); }

  const Entry* played_;
  std::unique_ptr<Entry> owner_; // null: the game that is played
  Table table_;
};

// What the rules alone tell of the legal moves.
Answer answer_by_rules(const History& history);

// A player by the word that names it: table, table:GAME, search, random. Makes one for each game.
class Seat {
public:
  Seat(const std::string& word, const Entry& entry, const Common& common);
  Seat(const Entry& entry, Table table) : entry_(&entry), word_("table"), oracle_(std::in_place, entry, std::move(table)) {}

  const std::string& word() const { return word_; }
  const Oracle* oracle() const { return oracle_ ? &*oracle_ : nullptr; }
  bool searches() const { return word_ == "search"; }
  std::unique_ptr<Player> player(const SearchOptions& options) const; // the seed is among the options

private:
  const Entry* entry_;
  std::string word_;
  std::optional<Oracle> oracle_;
};

} // namespace zermelo
