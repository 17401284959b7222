// A game in the terminal against the table, or against the search.
#pragma once

#include <functional>
#include <iosfwd>
#include <random>

#include "players.h"

namespace zermelo {

struct PlayOptions {
  bool human_first = true;
  int strength = 100;   // in percent: how often the opponent plays its best; otherwise it plays any move
  SearchOptions search; // and the seed
  bool values = false;  // show what each move is worth
  std::string lang;     // of boards, as --lang has it
  bool echo = false;    // repeat what is typed: the input is no terminal
};

class PlaySession {
public:
  PlaySession(const Entry& entry, const Seat& opponent, const AnyPosition& start, const PlayOptions& options,
              std::function<void(const std::string&)> say);

  // Until quit or the end of the input. `read` shows the prompt, unless it is told that somebody else has.
  using ReadLine = std::function<bool(const std::string& prompt, std::string& line)>;
  void run(const ReadLine& read);
  std::vector<std::string> offers() const; // what may be typed now: moves and commands
  nlohmann::json record() const;

private:
  struct Word { // a word that can be typed instead of a move
    const char* name;
    const char* help;
    void (PlaySession::*act)(const std::string& rest);
  };
  static const std::vector<Word> vocabulary;

  bool over() const { return resigned_ || history_.end().over(); }
  bool human_to_move(const AnyPosition& p) const { return game_.first_to_move(p) == options_.human_first; }
  bool human_to_move() const { return human_to_move(history_.now()); }
  Answer answer() const { return oracle_ != nullptr ? oracle_->answer(history_) : answer_by_rules(history_); }
  Wdl result() const; // for the human; unknown while the game goes on

  void show();
  void show_values(const Answer& answer);
  void announce_end();
  void opponent_moves();
  void advance(AnyMove move);
  std::vector<std::string> clicked(AnyMove move) const;
  void take_back();
  void obey(const std::string& line);
  bool try_move(const std::string& typed);

  void undo(const std::string&);
  void hint(const std::string&);
  void values(const std::string& rest);
  void moves(const std::string&);
  void board(const std::string&);
  void resign(const std::string&);
  void swap(const std::string&);
  void restart(const std::string&);
  void help(const std::string&);
  void quit(const std::string&) { quit_ = true; }

  const Entry& entry_;
  const AnyGame& game_;
  const Oracle* oracle_; // null: nothing is known beyond the rules
  std::string name_;     // of the opponent
  std::unique_ptr<Player> opponent_;
  History history_;
  PlayOptions options_;
  std::function<void(const std::string&)> say_;
  std::mt19937_64 random_;
  std::vector<std::string> turns_;
  std::vector<std::string> last_; // cells of the last turn
  bool resigned_ = false;
  bool announced_ = false; // the end of this game
  bool quit_ = false;
};

} // namespace zermelo
