#include "solve/dfpn/value_search.h"

namespace zermelo {
namespace {

Wdl value_by_history(const Attacks& attacks) {
  const Verdict v = attacks.attack(true, WinBy::history);
  return v == Verdict::proven ? Wdl::win : v == Verdict::disproven ? Wdl::loss : Wdl::unknown;
}

} // namespace

// A win is looked for first, then the other's; what neither can force is a draw, or decided by who runs out of positions.
Wdl search_value(const Attacks& attacks, bool history) {
  if (history) return value_by_history(attacks);
  const Verdict mine = attacks.attack(true, WinBy::ranks);
  if (mine != Verdict::disproven) return mine == Verdict::proven ? Wdl::win : Wdl::unknown;
  if (!attacks.draws) return Wdl::loss;
  const Verdict theirs = attacks.attack(false, WinBy::ranks);
  if (theirs != Verdict::disproven) return theirs == Verdict::proven ? Wdl::loss : Wdl::unknown;
  if (attacks.endless) return Wdl::draw;
  for (const bool mover : {true, false})
    if (attacks.attack(mover, WinBy::pairs) == Verdict::proven) return mover ? Wdl::win : Wdl::loss;
  return value_by_history(attacks);
}

// not-loss holds where the other cannot force a win.
Verdict search_claim(const Attacks& attacks, const std::string& claim, bool history) {
  if (!attacks.endless) { // without draws both claims are the same
    const Wdl value = search_value(attacks, history);
    return value == Wdl::win ? Verdict::proven : value == Wdl::loss ? Verdict::disproven : Verdict::unknown;
  }
  const bool win = claim == "win";
  const Verdict v = attacks.attack(win, WinBy::ranks);
  if (win || v == Verdict::unknown) return v;
  return v == Verdict::proven ? Verdict::disproven : Verdict::proven;
}

} // namespace zermelo
