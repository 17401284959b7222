// A game for a front end that speaks UGI (any game) or USI (the shogi-like ones): lines in, lines out. docs/engine.md shows a dialogue.
//
// There is one thread: a search looks now and then whether a line has come, obeys those that cannot wait (stop, quit, isready) and
// keeps the others until it has answered.
#pragma once

#include <deque>
#include <functional>
#include <span>

#include "players.h"
#include "view/sfen.h"

namespace zermelo {

class EngineSession {
public:
  struct Settings {
    std::string game;             // empty: the first that the protocol can speak of
    std::string player = "best";  // the table if there is one, else a search; or a player by name
    SearchOptions search;         // memory, seed, and the limits where a front end sets none
    std::string version = "none"; // of the program
  };
  struct Lines {
    std::function<bool(std::string& line)> next; // waits for one; false at the end of the input
    std::function<bool(bool patiently)> waits;   // whether one has come, or the end; patiently: gives it some time
  };
  EngineSession(Settings settings, const Common& common, Lines lines, std::function<void(const std::string&)> say);

  void run(); // until quit or the end of the input

private:
  using Words = std::span<const std::string>;
  struct Word {
    const char* name;
    void (EngineSession::*act)(Words words); // the first of them is the name
  };
  static const std::vector<Word> vocabulary;

  struct Limits {
    double seconds = 0;
    u64 nodes = 0;
    int depth = 0;
    bool endless = false; // until it is told to stop
    bool any() const { return seconds > 0 || nodes > 0 || depth > 0; }
  };
  struct Clock {
    i64 left = -1, more = 0; // milliseconds, and what each move adds
  };

  bool read(std::string& line);
  bool take(std::string& line);
  void obey(const std::string& line);
  bool attend(bool patiently); // to lines that come while it thinks; true: it is to stop
  void tell(const std::string& sentence) { say_("info string " + sentence); }

  void greet(Words words);
  void ready(Words words);
  void set(Words words);
  void begin(Words words);
  void place(Words words);
  void go(Words words);
  void query(Words words);
  void pass(Words /*words*/) {} // what needs no answer
  void quit(Words /*words*/) { quit_ = true; }

  std::vector<std::string> games() const; // that the protocol can speak of
  void choose_game(const std::string& name);
  void describe(const nlohmann::json& board);
  void open(); // the game, when it is first needed
  const AnyGame& game() const { return entry_->game(); }
  std::optional<AnyPosition> parse(const std::string& text, std::string& why) const;
  std::optional<AnyMove> find(const History& history, const std::string& name) const;
  std::string name_of_move(const AnyPosition& p, AnyMove m) const;

  Limits limits_of(Words words);
  const Seat* seat(); // null: it searches
  AnyMove by_seat(const Seat& seat);
  AnyMove by_search(const Limits& limits);
  void report(const Thought& thought);
  std::string score_of(Value v, i32 guess) const;
  std::string line_after(const Seat& seat, AnyMove move) const;

  Settings settings_;
  const Common& common_;
  Lines lines_;
  std::function<void(const std::string&)> say_;
  std::deque<std::string> kept_; // lines that came while it thought
  bool usi_ = false, quit_ = false, ended_ = false, stop_ = false, endless_ = false;

  std::unique_ptr<Entry> entry_;
  std::unique_ptr<Sfen> sfen_; // in USI
  std::unique_ptr<History> history_;
  std::optional<Seat> seat_;
  bool seat_known_ = false; // whether there is a table has been looked up
  std::unique_ptr<Player> player_;
  std::unique_ptr<Opponent> opponent_;
};

} // namespace zermelo
