// The steps of a check of a table that know nothing of the game: which slots, in which order, by which ranks and threads; what
// they found together; whether the statistics agree. SemanticCheck (semantic.h) says what is right for a slot.
#pragma once

#include <string>
#include <vector>

#include "exec/ranks.h"
#include "verify/report.h"
#include "verify/values.h"

namespace zermelo {

class TableCheck {
public:
  // By all ranks together, with the same report; what ends one of them ends all.
  VerifyReport run();

protected:
  // What a game adds to it.
  struct Kind {
    bool folded, scored;
    u64 most_asked;  // values that the check of a slot asks for at most
    u64 bytes;       // of memory beside the table, to check all of it
    bool in_batches; // a slot asks for a bounded number of values
  };
  TableCheck(const Table& table, const VerifyOptions& options, const Kind& kind);
  ~TableCheck() = default;

  // Slots to look at: a stretch, or those of a list from one number on.
  struct Slots {
    Slot first = 0;
    const Slot* list = nullptr;
    Slot operator[](u64 i) const { return list != nullptr ? list[i] : first + i; }
  };
  virtual void check(const Slots& slots, u64 first, u64 last, int worker) = 0;
  virtual void ask(const Slots& slots, u64 first, u64 last, int worker) = 0; // for what check will ask for
  virtual bool holds(Slot s) const = 0;                                      // a position whose value the table has
  virtual std::string text(Slot s) const = 0;                                // empty if the slot holds none
  virtual Value value_of_start() = 0;
  virtual void before(bool /*whole*/, u64 /*allowed*/) {} // all slots or a slice are checked
  virtual void after(VerifyReport&) {}                    // all were checked, and nothing was wrong

  struct Part {
    u64 wrong = 0;
    std::vector<VerifyReport::Offence> first;
    StatisticsBuilder counted;
  };
  Part& part(int worker) { return parts_[static_cast<std::size_t>(worker)]; }
  void offend(Part& part, VerifyReport::Offence offence) const;
  void stop_if_asked() const;
  void check_all(u64 count, const Slots& slots);

  const Table& table_;
  VerifyOptions options_;
  Ranks& ranks_;
  Pool pool_;
  Values values_;

private:
  VerifyReport check_slots();
  void agree(bool whole);
  std::vector<Slot> sampled() const;
  void shorten(std::vector<VerifyReport::Offence>& list) const;
  void collect(VerifyReport& report);
  std::vector<Part> parts_of_all();
  bool agree(const Statistics& counted, const Statistics& header) const;

  Kind kind_;
  std::vector<Part> parts_; // by thread
};

} // namespace zermelo
