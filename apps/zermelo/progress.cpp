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

} // namespace

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
