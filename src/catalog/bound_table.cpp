#include "catalog/bound_table.h"

#include "base/machine.h"
#include "index/look_up.h"
#include "verify/values.h"

namespace zermelo {

BoundTable::BoundTable(const Entry& entry, std::unique_ptr<Entry> bound, std::function<Table()> open, int threads)
    : bound_(std::move(bound)) {
  if (!entry.bound_by(bound_->full_name()))
    throw Error(Exit::usage, entry.words.bound.empty()
                                 ? entry.full_name() + " can lean on no other game"
                                 : entry.full_name() + " can lean on " + entry.words.bound + ", not on " + bound_->full_name());
  table_ = std::make_shared<Table>(open());
  const auto values = std::make_shared<Values>(*table_);
  const bool whole = Values::whole_bytes(*table_) <= available_memory() / 2;
  Pool pool(threads);
  if (whole) values->load(pool); // probes come from everywhere
  const bool anywhere =
      entry.repetition() == Repetition::forbidden; // what the other game settles is a leaf beside its table, too
  values_ = [this, open = std::move(open), values, whole, anywhere]() -> std::function<Wdl(const AnyPosition&)> {
    const auto own = whole ? table_ : std::make_shared<Table>(open()); // else each thread has its own cache
    return [this, own, values, whole, anywhere](const AnyPosition& p) {
      if (!anywhere && bound_->game().rank(p) == no_slot) return Wdl::unknown;
      auto stored = [&](Slot s) { return whole ? values->at(s, 0) : own->value(s); };
      return look_up(bound_->game(), own->header().holds_settled, p, stored).wdl;
    };
  };
}

void BoundTable::put_into(ProveOptions& options) const {
  options.lean_on = values_;
  if (!options.proof.empty()) options.cites = {citation_of(*table_)};
}

} // namespace zermelo
