#include "progress.h"

#include <algorithm>

#include "base/machine.h"
#include "base/units.h"
#include "terminal.h"
#include "view/board_text.h"
#include "view/text.h"

namespace zermelo {
namespace {

constexpr double plain_interval = 5; // seconds between plain lines

std::string rate_of(double rate) {
  if (rate >= 1e6) return fmt::format("{:.1f} M/s", rate / 1e6);
  return fmt::format("{:.0f} k/s", rate / 1e3);
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
  if (p.facts)
    return fmt::format("{} of {} facts shown, {} visits, {}", grouped(p.root.theirs), grouped(p.root.mine + p.root.theirs),
                       grouped(p.visits), rate_of(p.rate));
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

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), terminal_(stderr_is_terminal()), shown_(wall_seconds()) {}

void ProgressLine::show(const std::string& text, double fraction) {
  if (quiet_) return;
  if (terminal_) {
    // Cut to the width of the terminal: a wrapped line could not be rewritten.
    const std::size_t columns = stderr_columns() - 1;
    const int width = columns >= 60 ? 20 : 10;
    std::string drawn;
    if (fraction >= 0) {
      furthest_ = std::clamp(fraction, furthest_, 1.0);
      const std::string filled = bar(static_cast<u64>(furthest_ * 1e6), 1'000'000, width, unicode());
      drawn = "[" + filled + std::string(static_cast<std::size_t>(width) - shown_width(filled), ' ') + "] ";
    }
    note("\r\x1b[K" + drawn + text.substr(0, columns - std::min(columns, shown_width(drawn))));
    drawn_ = true;
  } else if (wall_seconds() - shown_ >= plain_interval) {
    shown_ = wall_seconds();
    note(text + "\n");
  }
}

void ProgressLine::clear() {
  if (drawn_) note("\r\x1b[K");
  drawn_ = false;
}

} // namespace zermelo
