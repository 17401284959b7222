// A check of a table as its caller sees it: which slots, within which limits, what came out.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/key.h"
#include "base/value.h"
#include "game/any.h"
#include "table/block_file.h"

namespace zermelo {

class Ranks;

struct VerifyProgress {
  u64 done = 0; // slots checked, or blocks
  u64 all = 0;
  double rate = 0; // a second
};

// A move that a proof names, as it was found to be right: from which position, and where it leads, by their keys.
struct NamedMove {
  Key at, next;
  u64 rank = 0; // where positions can return and the attacker wins
};

struct VerifyOptions {
  int threads = 0;
  u64 memory = 0;          // bytes; 0: what the machine can give
  u64 most_shown = 10;     // offending positions to report
  bool in_batches = false; // also where memory holds the table

  // Parts of a table, which need not fit into memory: values are read through caches.
  u64 slice = 0, slices = 0; // the slice-th, from 1, of so many equal parts of the slots; 0: all slots
  u64 sample = 0;            // so many random positions whose value the table holds; 0: all slots
  u64 seed = 1;              // of the sample

  // The processes that check all slots together, each a part of them; null: this one alone. All must see the file.
  Ranks* ranks = nullptr;

  // Of a proof: what the tables that it cites say of a position; unknown where none of them holds it (verify/cited.h).
  std::function<Wdl(const AnyPosition&)> cited;

  std::function<void(const NamedMove&)> on_move; // of a proof that names moves

  std::function<void(const VerifyProgress&)> on_progress;
  std::function<bool()> should_stop;
};

struct VerifyReport {
  struct Offence {
    Slot slot;
    std::string position; // empty if the slot holds none
    Value found;
    Value expected;
    bool filler = false; // the rules settle the position: its slot should only repeat the one before
    bool circle = false; // the score agrees with its successors, but leans on itself
  };
  u64 slots = 0;         // checked
  Slot first_slot = 0;   // of a slice or of all
  bool whole = true;     // all slots, so the statistics were compared too
  bool distances = true; // else the values can only be consistent
  bool scores = false;   // in place of distances; where all slots were checked, none leans on a circle
  u64 wrong = 0;
  std::vector<Offence> first;   // by slot
  bool statistics_agree = true; // those in the header with those of the values
  bool holds() const { return wrong == 0 && statistics_agree; }
  bool proves() const { return holds() && whole && (distances || scores); }
};

// Reads every block and checks its checksum; returns the numbers of the damaged ones.
std::vector<u64> damaged_blocks(const BlockReader& file, const std::function<void(const VerifyProgress&)>& on_progress = {});
// Some of them.
std::vector<u64> damaged_blocks(const BlockReader& file, u64 first, u64 last,
                                const std::function<void(const VerifyProgress&)>& on_progress = {});

struct ProofReport {
  u64 choices = 0;   // moves that the proof named
  u64 positions = 0; // looked at
  u64 lookups = 0;   // that a cited table answered
  int deepest = 0;   // stones of the attacker on the longest line of play, in proofs with zones; 0: not known
  bool holds = false;
  std::string why; // not, and where
};

} // namespace zermelo
