// Who wins a position of a game of connection: proof-number search, depth first, over virtual connections and must-play regions.
//
// A win has a carrier, the empty cells that it needs: it holds wherever else the other puts stones. So whoever is to move must move
// into the carrier of each win that the other has if he passes, and each reply that fails brings another such carrier. Where no cell
// is in all of them the mover has lost, with all of them together as the carrier of the other's win.
#pragma once

#include <functional>
#include <memory>

#include "solve/connect/carrier_proof.h"

namespace zermelo {

class ConnectionSearch {
public:
  ConnectionSearch(const ConnectionBoard& board, const ConnectionStones& stones, int mover, bool with_proof);

  enum class Result : u8 { unknown, mover_wins, mover_loses };
  Result run(); // again: goes on

  std::function<bool()> should_stop; // asked now and then
  u64 most_bytes = u64{1} << 32;     // of memory, roughly
  bool out_of_memory = false;

  u64 nodes = 0;     // positions whose moves were weighed, again and again
  u64 evaluated = 0; // positions whose connections were looked for
  u64 entries() const { return used_; }
  u64 bytes() const;
  // How much it may take to show that the mover wins at the root, and that he loses.
  std::pair<u32, u32> numbers() const {
    const Entry* e = find(stones_);
    return e == nullptr ? std::pair(1U, 1U) : std::pair(e->phi, e->delta);
  }
  u64 carrier() const { return root_.carrier; } // of the win
  int best() const { return best_; }            // the move that wins, or -1
  Bytes proof(u64& claims) const { return proofs_.write(root_.proof, claims); }
  std::vector<int> line() const; // the moves of one line of the proof, as far as positions were searched

private:
  static constexpr u32 infinite = 1U << 30;
  struct Entry {
    u64 x = 0, o = 0;
    u64 carrier = 0;
    u32 phi = 0, delta = 0; // how much it may take to show that the mover wins, and that he loses
    u32 proof = 0;
    u8 move = none; // that wins, or by which the other does
    u8 there = 0;
    u8 unused[2] = {};
  };
  static constexpr u8 none = 255;
  struct Ply {
    VirtualConnections of[2];
    Steps::Mark mark{};
  };
  struct Stones {
    u64 of[2];
  };

  Entry& entry_of(const Stones& s);
  const Entry* find(const Stones& s) const;
  Ply& ply(std::size_t i);
  void search(std::size_t depth, const Stones& s, int mover, u32 most_phi, u32 most_delta);
  void look(std::size_t depth, const Stones& s, int mover, int cell);
  void lose(std::size_t depth, const Stones& s, int mover, Entry& e);
  bool stopped();

  SmallBoard board_;
  Stones stones_{};
  int mover_;
  bool with_proof_;
  Steps steps_;
  CarrierProofs proofs_;
  std::vector<std::unique_ptr<Ply>> plies_;
  VirtualConnections trial_;
  std::vector<Entry> table_;
  u64 used_ = 0;
  Entry root_;
  int best_ = -1;
  bool stop_ = false;
};

} // namespace zermelo
