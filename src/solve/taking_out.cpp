#include "solve/taking_out.h"

#include <algorithm>

#include "base/error.h"
#include "base/machine.h"
#include "base/units.h"

namespace zermelo {

namespace {
constexpr u64 always = u64{64} << 20; // bytes, however small the table is
}

// Without the half of the table that it may give up, a quarter more than the table is what may be taken.
TakingOut::TakingOut(const ProveOptions& options, u64 table)
    : options_(options), table_(table), most_(table == 0 ? ~u64{0} : std::max(table / 4, always)), start_(wall_seconds()),
      looked_(start_) {}

void TakingOut::now_at(u64 moves, u64 open) {
  store_shared(moves_, moves);
  store_shared(open_, open);
}

void TakingOut::look_around() {
  if (!replace_shared(looking_, u64{0}, u64{1})) return; // another thread is about it
  struct Done {
    u64& word;
    ~Done() { store_shared(word, u64{0}); }
  } const done{looking_};
  if (options_.should_stop && options_.should_stop())
    throw Error(Exit::stopped, "interrupted while the proof was taken out; no proof was written");
  const double now = wall_seconds();
  if (!options_.on_progress || now - looked_ < 0.1) return;
  looked_ = now;
  ProveProgress progress;
  progress.proof = true;
  progress.moves = load_shared(moves_);
  progress.open = load_shared(open_);
  progress.visits = visits();
  progress.seconds = now - start_;
  options_.on_progress(progress);
}

void TakingOut::took(u64 bytes_now) {
  constexpr u64 unnoticed = 8; // a part of the table that may be taken beside it
  if (table_ != 0 && !made_room_ && bytes_now > std::max(table_ / unnoticed, always)) {
    made_room_ = true;
    if (make_room && make_room()) most_ = std::max(table_ / 2, always);
  }
  if (bytes_now > most_)
    throw Error(Exit::resources, "the proof has more positions than " + bytes(table_) +
                                     " hold; give more by --memory (a search of more than a "
                                     "minute was saved, and the same command goes on from there)");
}

} // namespace zermelo
