// The engines for the second game type of this folder; those of Game are instantiated by the build.
#include "catalog/engine_index.h"
#include "trax/plain.h"

ZERMELO_INSTANTIATE(zermelo::trax::PlainGame)
#undef ZERMELO_INSTANTIATE

#include "catalog/engine_prove.h"
ZERMELO_INSTANTIATE(zermelo::trax::PlainGame)
#undef ZERMELO_INSTANTIATE

#include "catalog/engine_reach.h"
ZERMELO_INSTANTIATE(zermelo::trax::PlainGame)
#undef ZERMELO_INSTANTIATE

#include "catalog/engine_rules.h"
ZERMELO_INSTANTIATE(zermelo::trax::PlainGame)
#undef ZERMELO_INSTANTIATE

#include "catalog/engine_solve.h"
ZERMELO_INSTANTIATE(zermelo::trax::PlainGame)
#undef ZERMELO_INSTANTIATE

#include "catalog/engine_verify.h"
ZERMELO_INSTANTIATE(zermelo::trax::PlainGame)
