// The index of one game in figures.
#pragma once

#include "catalog/typed.h"
#include "index/figures.h"

namespace zermelo {

template <Text G> IndexReport TypedEntry<G>::index(u64 count_up_to) const { return index_figures(game_.typed(), count_up_to); }

} // namespace zermelo

#define ZERMELO_ENGINE_INDEX(G) template zermelo::IndexReport zermelo::TypedEntry<G>::index(u64) const;
