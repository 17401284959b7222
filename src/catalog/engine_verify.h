// The semantic check of one game's table.
#pragma once

#include "catalog/refuse.h"
#include "verify/proof.h"
#include "verify/semantic.h"

namespace zermelo {

template <Text G> VerifyReport TypedEntry<G>::verify(const Table& table, const VerifyOptions& options) const {
  if constexpr (!Tabled<G>) {
    refuse_table<G>(*this);
  } else {
    return SemanticCheck<G>(game_.typed(), table, options).run();
  }
}

template <Text G> ProofReport TypedEntry<G>::verify(ProofFile& proof, const AnyPosition& p, const VerifyOptions& options) const {
  refuse_unprovable<G>(*this);
  ProofCheck<G> check(game_.typed(), Erased<G>::restore(p), proof, options.memory != 0 ? options.memory : available_memory());
  check.should_stop = options.should_stop;
  check.cited = options.cited;
  return check.run();
}

} // namespace zermelo

#define ZERMELO_INSTANTIATE(G)                                                                                                   \
  template zermelo::VerifyReport zermelo::TypedEntry<G>::verify(const Table&, const VerifyOptions&) const;                       \
  template zermelo::ProofReport zermelo::TypedEntry<G>::verify(zermelo::ProofFile&, const AnyPosition&, const VerifyOptions&)    \
      const;
