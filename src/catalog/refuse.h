// Why an engine cannot solve a game, in a sentence.
#pragma once

#include "base/error.h"
#include "catalog/typed.h"

namespace zermelo {

[[noreturn]] inline void refuse_unindexed(const Entry& entry) {
  throw Error(Exit::usage, entry.full_name() + " has no index of its positions, so it has no table");
}

template <class G> void refuse_history(const Entry& entry, const std::string& what = "solved by retrograde analysis") {
  if (G::repetition == Repetition::forbidden || G::repetition == Repetition::loss)
    throw Error(Exit::usage,
                entry.full_name() + " cannot be " + what + ": its rule about repeated positions depends on the history of play");
}

} // namespace zermelo
