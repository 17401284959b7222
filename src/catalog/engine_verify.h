// The semantic check of one game's table.
#pragma once

#include "catalog/refuse.h"
#include "verify/semantic.h"

namespace zermelo {

template <Text G> VerifyReport TypedEntry<G>::verify(const Table& table, const VerifyOptions& options) const {
  if constexpr (!Indexed<G>) {
    refuse_unindexed(*this);
  } else {
    return SemanticCheck<G>(game_.typed(), table, options).run();
  }
}

} // namespace zermelo

#define ZERMELO_INSTANTIATE(G)                                                                                                   \
  template zermelo::VerifyReport zermelo::TypedEntry<G>::verify(const Table&, const VerifyOptions&) const;
