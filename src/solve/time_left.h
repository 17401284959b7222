// How long work will still take, by how it went: told only when something is known, and rather too long than too short.
#pragma once

#include <algorithm>
#include <deque>

namespace zermelo {

class TimeLeft {
public:
  // Seconds left when `fraction` of the work is done at `now`; 0 if nothing can be said. The slower of two paces counts: that of
  // the whole, and that of the last third of the time. So a slow end is seen when it comes, and a stop lets the figure grow. What
  // comes `later` is work of another kind: how slow this one has become says nothing about it.
  double after(double now, double fraction, double later = 0) {
    if (marks_.empty()) begun_ = {now, fraction};
    if (marks_.empty() || now - marks_.back().time >= apart_) marks_.push_back({now, fraction});
    if (marks_.size() > most_marks) { // every other one goes, so that there is a mark wherever one is asked for
      for (std::size_t i = 1; i < marks_.size(); ++i) marks_.erase(marks_.begin() + static_cast<std::ptrdiff_t>(i));
      apart_ *= 2;
    }
    const double gone = now - begun_.time, made = fraction - begun_.fraction;
    if (gone < 3 || made < 0.02 || fraction >= 1) return 0;
    const auto recent = std::find_if(marks_.rbegin(), marks_.rend(), [&](const Mark& m) { return m.time <= now - gone / 3; });
    const Mark since = recent == marks_.rend() ? begun_ : *recent;
    const double whole = made / gone, late = (fraction - since.fraction) / (now - since.time);
    if (late <= 0) return 0; // it stands still: nobody knows
    return std::max(0.0, 1 - fraction - later) / std::min(whole, late) + std::min(later, 1 - fraction) / whole;
  }

private:
  struct Mark {
    double time, fraction;
  };
  static constexpr std::size_t most_marks = 256;
  Mark begun_{};
  std::deque<Mark> marks_;
  double apart_ = 0.25; // seconds
};

} // namespace zermelo
