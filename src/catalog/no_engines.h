// A game without its engines: it can be read, drawn and played. The fuzz targets need no more of most games, and the engines are
// most of what there is to compile.
#pragma once

#include "catalog/sample.h"
#include "catalog/typed.h"
#include "index/figures.h"
#include "search/opponent.h"
#include "solve/dfpn/options.h"
#include "verify/proof.h"
#include "verify/reachable.h"
#include "verify/report.h"

namespace zermelo {

[[noreturn]] inline void refuse_engine(const Entry& entry) {
  throw Error(Exit::usage, entry.full_name() + " was compiled without its engines");
}

template <Text G> Key TypedEntry<G>::key(const AnyPosition&) const { refuse_engine(*this); }
template <Text G> u64 TypedEntry<G>::perft(const AnyPosition&, int) const { refuse_engine(*this); }
template <Text G> CheckReport TypedEntry<G>::check(const CheckOptions&) const { refuse_engine(*this); }
template <Text G> IndexReport TypedEntry<G>::index(u64) const { refuse_engine(*this); }
template <Text G> SampleReport TypedEntry<G>::sample(const AnyPosition&, const SampleOptions&) const { refuse_engine(*this); }
template <Text G> SolvePlan TypedEntry<G>::plan(const SolveOptions&, Contents) const { refuse_engine(*this); }
template <Text G> SolveResult TypedEntry<G>::solve(const TableFiles&, const SolveOptions&) const { refuse_engine(*this); }
template <Text G> VerifyReport TypedEntry<G>::verify(const Table&, const VerifyOptions&) const { refuse_engine(*this); }
template <Text G> ProofReport TypedEntry<G>::verify(ProofFile&, const AnyPosition&, const VerifyOptions&) const {
  refuse_engine(*this);
}
template <Text G> ProveResult TypedEntry<G>::prove(const AnyPosition&, bool, const ProveOptions&) const { refuse_engine(*this); }
template <Text G> ProveResult TypedEntry<G>::compose(const AnyPosition&, const KnownProof&, const ProveOptions&) const {
  refuse_engine(*this);
}
template <Text G> ProveResult TypedEntry<G>::exact(const AnyPosition&, const ProveOptions&) const { refuse_engine(*this); }
template <Text G> std::unique_ptr<Opponent> TypedEntry<G>::opponent(const SearchOptions&) const { refuse_engine(*this); }
template <Text G> ReachReport TypedEntry<G>::reachable(const Table&, int) const { refuse_engine(*this); }

} // namespace zermelo
