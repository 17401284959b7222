// Why an engine cannot do something to a game, in a sentence.
#pragma once

#include "base/error.h"
#include "catalog/typed.h"

namespace zermelo {

// A value that depends on the history of play is not one of a position, so a table cannot hold it.
template <class G>
concept Tabled = Indexed<G> && (G::repetition == Repetition::never || G::repetition == Repetition::draw);

template <class G> [[noreturn]] void refuse_table(const Entry& entry) {
  const std::string name = entry.full_name();
  if (G::repetition == Repetition::never || G::repetition == Repetition::draw)
    throw Error(
        Exit::usage,
        name + " has no index of its positions, so it has no table" +
            (entry.words.why_no_table.empty() ? "" : ": " + entry.words.why_no_table) +
            (entry.words.solvable.empty() ? "" : "; solve " + entry.words.solvable + ", or search: zermelo prove " + name));
  std::string sentence = name + " has no table: its rule about repeated positions makes values depend on the history of play";
  if (G::repetition == Repetition::forbidden) sentence += "; try 'zermelo prove " + name + "'";
  if (!entry.words.solvable.empty()) sentence += ", or solve " + entry.words.solvable;
  throw Error(Exit::usage, sentence);
}

// A win that comes nearer ply by ply never repeats a position, so it holds where that is forbidden as well.
template <class G> void refuse_unprovable(const Entry& entry) {
  if constexpr (Scored<G>)
    throw Error(Exit::usage, entry.full_name() + " has scores, and a proof search knows wins and losses only: solve it");
  if (G::repetition == Repetition::loss)
    throw Error(Exit::usage,
                entry.full_name() + " cannot be proved: its rule about repeated positions depends on the history of play");
}

} // namespace zermelo
