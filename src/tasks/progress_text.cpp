#include "tasks/progress_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/units.h"

namespace zermelo {
namespace {

std::string rate_of(double rate) {
  if (rate >= 1e6) return fmt::format("{:.1f} M/s", rate / 1e6);
  return fmt::format("{:.0f} k/s", rate / 1e3);
}

// What an exact search asks: "-4", "a win in 41".
std::string bound_text(Value v) {
  if (v.has_score()) return std::abs(v.score) >= 1000 ? "anything" : fmt::format("{:+}", v.score);
  if (v.wdl == Wdl::draw) return "a draw";
  const bool win = v.wdl == Wdl::win;
  return v.plies > 1000 ? win ? "a win" : "a loss" : fmt::format("{} in {}", win ? "a win" : "a loss", v.plies);
}

} // namespace

// The first figure never falls: it is of the whole work.
std::string text_of(const SolveProgress& p) {
  using Phase = SolveProgress::Phase;
  std::string text = fmt::format("{:.1f} %", 100 * p.fraction);
  if (p.eta > 0) text += fmt::format(", about {} left", duration(p.eta));
  if (p.layers > 1 && p.phase != Phase::write) text += fmt::format(", layer {} of {}", p.layer + 1, p.layers);
  switch (p.phase) {
  case Phase::seed: text += ", first look"; break;
  case Phase::scores: text += fmt::format(", scores of {}", p.plies); break;
  case Phase::write: text += ", counting and writing the table"; break;
  default: text += fmt::format(", distance {}", p.plies); break;
  }
  if (p.rate > 0 && p.phase != Phase::write) text += ", " + rate_of(p.rate);
  return text + ", " + bytes(p.memory);
}

// No time left is shown: nobody knows it.
std::string text_of(const ProveProgress& p) {
  if (p.proof)
    return fmt::format("taking the proof out: {} moves, {} positions wait, {} visits for what was forgotten, {}",
                       grouped(p.moves), grouped(p.open), grouped(p.visits), duration(p.seconds));
  if (p.facts)
    return fmt::format("{} of {} facts shown, {} visits, {}", grouped(p.root.theirs), grouped(p.root.mine + p.root.theirs),
                       grouped(p.visits), rate_of(p.rate));
  if (p.asked.known())
    return fmt::format("is it {} or better? between {} and {}, {} positions, {}, table {:.0f} % full", bound_text(p.asked),
                       bound_text(p.least), bound_text(p.most), grouped(p.visits), rate_of(p.rate), 100 * p.fill);
  auto number = [](u32 n) { return n >= Numbers::infinite ? "inf" : std::to_string(n); };
  std::string text = fmt::format("proof number {}, disproof number {}, {} visits, {}, table {:.0f} % full", number(p.root.mine),
                                 number(p.root.theirs), grouped(p.visits), rate_of(p.rate), 100 * p.fill);
  if (p.collections > 0) text += fmt::format(", {} collection{}", p.collections, p.collections == 1 ? "" : "s");
  return text;
}

std::string text_of(const VerifyProgress& p, const std::string& what) {
  std::string text =
      fmt::format("{:.1f} % of {} {}, {}", 100.0 * static_cast<double>(p.done) / static_cast<double>(std::max<u64>(1, p.all)),
                  grouped(p.all), what, rate_of(p.rate));
  if (p.rate > 0) text += fmt::format(", {} left", duration(static_cast<double>(p.all - p.done) / p.rate));
  return text;
}

} // namespace zermelo
