// The opponent that searches, for one game.
#pragma once

#include "catalog/typed.h"
#include "search/alpha_beta.h"

namespace zermelo {

template <Text G> std::unique_ptr<Opponent> TypedEntry<G>::opponent(const SearchOptions& options) const {
  return std::make_unique<AlphaBeta<G>>(game_.typed(), options);
}

} // namespace zermelo

#define ZERMELO_ENGINE_SEARCH(G)                                                                                                 \
  template std::unique_ptr<zermelo::Opponent> zermelo::TypedEntry<G>::opponent(const SearchOptions&) const;
