#include "bound_table.h"

#include "base/machine.h"
#include "verify/values.h"

namespace zermelo {
namespace {

// Where a table leaves a position to its successors, those tell: the best for the mover.
template <class Stored> Wdl value_in(const AnyGame& game, const Table& table, const AnyPosition& p, Stored&& stored) {
  if (const Value settled = game.settle(p); settled.known()) return settled.wdl;
  const Slot slot = game.rank(p);
  if (slot == no_slot) return Wdl::unknown;
  if (table.header().holds_settled || !game.deferred(p)) return stored(slot);
  Wdl best = Wdl::loss;
  for (const AnyMove m : game.moves(p)) {
    const Wdl theirs = value_in(game, table, game.play(p, m), stored);
    if (theirs == Wdl::loss) return Wdl::win;
    if (theirs == Wdl::draw) best = Wdl::draw;
  }
  return best;
}

} // namespace

BoundTable::BoundTable(const Entry& entry, const std::string& name, const Common& common, int threads)
    : bound_(open_named(name)) {
  if (!entry.bound_by(bound_->full_name()))
    throw Error(Exit::usage, entry.words.bound.empty()
                                 ? entry.full_name() + " can lean on no other game"
                                 : entry.full_name() + " can lean on " + entry.words.bound + ", not on " + bound_->full_name());
  table_ = std::make_shared<Table>(need_table(*bound_, common)); // or it says that there is none
  const auto values = std::make_shared<Values>(*table_);
  const bool whole = Values::whole_bytes(*table_) <= available_memory() / 2;
  Pool pool(threads);
  if (whole) values->load(pool); // probes come from everywhere
  const bool anywhere =
      entry.repetition() == Repetition::forbidden; // what the other game settles is a leaf beside its table, too
  values_ = [this, &common, values, whole, anywhere]() -> std::function<Wdl(const AnyPosition&)> {
    const auto own = whole ? table_ : std::make_shared<Table>(need_table(*bound_, common)); // else each thread has its own cache
    return [this, own, values, whole, anywhere](const AnyPosition& p) {
      if (!anywhere && bound_->game().rank(p) == no_slot) return Wdl::unknown;
      return value_in(bound_->game(), *own, p, [&](Slot s) { return (whole ? values->at(s, 0) : own->value(s)).wdl; });
    };
  };
}

void BoundTable::put_into(ProveOptions& options) const {
  options.lean_on = values_;
  if (!options.proof.empty()) options.cites = {citation_of(*table_)};
}

} // namespace zermelo
