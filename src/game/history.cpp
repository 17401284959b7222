#include "game/history.h"

#include "base/error.h"

namespace zermelo {

History::History(const AnyGame& game, Repetition repetition, const AnyPosition& start) : game_(&game), repetition_(repetition) {
  enter(start);
}

void History::enter(const AnyPosition& p) {
  positions_.push_back(p);
  if (repetition_ != Repetition::never) ++times_[game_->print(p)];
}

void History::take_back() {
  ensure(positions_.size() > 1, "a move was made before it is taken back");
  if (repetition_ != Repetition::never) --times_[game_->print(now())];
  positions_.pop_back();
}

int History::times(const AnyPosition& p) const {
  const auto it = times_.find(game_->print(p));
  return it == times_.end() ? 0 : it->second;
}

bool History::legal(const AnyPosition& after) const { return repetition_ != Repetition::forbidden || times(after) == 0; }

std::vector<AnyMove> History::moves() const {
  if (repetition_ != Repetition::forbidden && end().over()) return {};
  std::vector<AnyMove> out = game_->moves(now());
  if (repetition_ == Repetition::forbidden) std::erase_if(out, [&](AnyMove m) { return !legal(game_->play(now(), m)); });
  return out;
}

// Of a game of scores, where what was got before counts, too.
Wdl History::final_value(Wdl w) const {
  if (!game_->scored()) return w;
  const Value rest = game_->settle(now());
  return zermelo::scored(game_->lead(now()) + (rest.has_score() ? rest.score : 0)).wdl;
}

History::End History::end() const {
  if (const Wdl w = game_->outcome(now()); w != Wdl::unknown) return {Ending::rules, final_value(w)};
  switch (repetition_) {
  case Repetition::never: break;
  case Repetition::forbidden:
    if (moves().empty()) return {Ending::no_turn, Wdl::loss};
    break;
  case Repetition::draw:
  case Repetition::loss: // of whoever has made it
    if (times(now()) > times_before(repetition_))
      return {Ending::repetition, final_value(repetition_ == Repetition::draw ? Wdl::draw : Wdl::win)};
    break;
  }
  return {};
}

} // namespace zermelo
