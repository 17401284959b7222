// What follows from the rules and the index alone: node counts and the contract check.
#pragma once

#include "catalog/typed.h"
#include "game/expand.h"
#include "game/perft.h"
#include "index/check.h"

namespace zermelo {

template <Text G> Key TypedEntry<G>::key(const AnyPosition& p) const { return exact_key(game_.typed(), Erased<G>::restore(p)); }

template <Text G> u64 TypedEntry<G>::perft(const AnyPosition& p, int depth) const {
  return zermelo::perft(game_.typed(), Erased<G>::restore(p), depth);
}

template <Text G> CheckReport TypedEntry<G>::check(const CheckOptions& options) const {
  return check_game(game_.typed(), options);
}

} // namespace zermelo

#define ZERMELO_ENGINE_RULES(G)                                                                                                  \
  template zermelo::Key zermelo::TypedEntry<G>::key(const AnyPosition&) const;                                                   \
  template zermelo::u64 zermelo::TypedEntry<G>::perft(const AnyPosition&, int) const;                                            \
  template zermelo::CheckReport zermelo::TypedEntry<G>::check(const CheckOptions&) const;
