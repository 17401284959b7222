#include "catalog/entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>
#include <span>

#include "base/error.h"
#include "base/file.h"

namespace zermelo {
namespace {

std::string hash_of(const std::string& seen) { return fmt::format("{:016x}", xxh3(std::as_bytes(std::span(seen)))); }

} // namespace

// Random games with all their moves and ends.
std::string Entry::fingerprint() const {
  const AnyGame& g = game();
  std::mt19937_64 random(1);
  std::string seen;
  for (int games = 0; games < 32; ++games) {
    AnyPosition p = g.start();
    for (int ply = 0; ply < 60; ++ply) {
      const Wdl over = g.outcome(p);
      seen += fmt::format("{} {}", g.print(p), static_cast<int>(over));
      if (over != Wdl::unknown) break;
      const std::vector<AnyMove> moves = g.moves(p);
      for (const AnyMove m : moves) seen += " " + g.move_name(p, m);
      p = g.play(p, moves[random() % moves.size()]);
    }
    seen += ';';
  }
  return hash_of(seen);
}

// The fingerprint is one of rules and index: positions spread over the index, with their moves and where these lead. Whatever
// change to a game would make an old table wrong changes it, and nobody has to remember a version number.
TableIdentity Entry::identity() const {
  if (!has_table()) refuse_table();
  const AnyGame& g = game();
  constexpr u64 samples = 1024;
  const u64 size = g.slots();
  std::string seen;
  for (u64 i = 0; i < std::min(samples, size); ++i) {
    const auto p = g.unrank(size <= samples ? i : (size / samples * i + i * i % 97) % size);
    if (!p) {
      seen += "-;";
      continue;
    }
    const Wdl over = g.outcome(*p);
    const Value settled = g.settle(*p);
    seen += fmt::format("{} {}", g.print(*p), static_cast<int>(over));
    if (g.scored()) seen += fmt::format("={}", settled.known() ? settled.score : no_score);
    if (over == Wdl::unknown) {
      const std::vector<AnyMove> moves = g.moves(*p);
      std::set<Slot> open; // of the successors that the rules do not settle
      bool lost = false, drawn = false;
      i32 longest = -1;
      for (const AnyMove m : moves) {
        const AnyPosition q = g.play(*p, m);
        const Value v = g.settle(q);
        if (!v.known()) open.insert(g.rank(q));
        lost = lost || v.wdl == Wdl::loss;
        drawn = drawn || v.wdl == Wdl::draw;
        if (v.wdl == Wdl::win) longest = std::max(longest, v.plies);
      }
      seen += fmt::format(" {}{}{}", lost, drawn, longest);
      for (const Slot s : open) seen += fmt::format(",{}", s);
      if (g.scored())
        for (const AnyMove m : moves) seen += fmt::format("+{}", g.pays(*p, m));
    }
    seen += ';';
  }
  return {full_name(), hash_of(seen), words.set, size};
}

bool Entry::has_table() const {
  return game().indexed() && (repetition() == Repetition::never || repetition() == Repetition::draw);
}

void Entry::refuse_table() const {
  const std::string whole = full_name();
  if (repetition() == Repetition::never || repetition() == Repetition::draw)
    throw Error(Exit::usage,
                whole + " has no index of its positions, so it has no table" +
                    (words.why_no_table.empty() ? "" : ": " + words.why_no_table) +
                    (words.solvable.empty() ? "" : "; solve " + words.solvable + ", or search: zermelo prove " + whole));
  std::string sentence = whole + " has no table: its rule about repeated positions makes values depend on the history of play";
  if (repetition() == Repetition::forbidden) sentence += "; try 'zermelo prove " + whole + "'";
  if (!words.solvable.empty()) sentence += ", or solve " + words.solvable;
  throw Error(Exit::usage, sentence);
}

void Entry::refuse_proof() const {
  if (game().scored())
    throw Error(Exit::usage, full_name() + " has scores, and a proof search by proof numbers knows wins and losses only: " +
                                 (searches_exactly() ? "leave out --method and --claim, or say --at-least" : "solve it"));
  if (repetition() == Repetition::loss)
    throw Error(Exit::usage, full_name() + " cannot be proved: its rule about repeated positions depends on the history of play");
  throw Error(Exit::usage, full_name() + " has neither keys nor an index of its positions, so nothing can be proved about it");
}

void Entry::refuse_exact() const {
  throw Error(Exit::usage, full_name() +
                               " has no exact search: play may go on for ever, or the game does not say which moves come "
                               "first; --method df-pn searches it");
}

} // namespace zermelo
