#include "catalog/by_zones.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "catalog/by_blocking.h"
#include "catalog/catalog.h"
#include "solve/dfpn/save.h"
#include "solve/lines/prove_lines.h"
#include "solve/lines/suggestions.h"
#include "table/proof_file.h"
#include "verify/zones.h"

namespace zermelo {
namespace {

// f(the check, the bytes) of a file with a proof, if it holds; not `whole`: if its top does.
template <class F>
void with_checked(const Entry& entry, const LinedGame& g, const std::filesystem::path& path, const VerifyOptions& options,
                  bool whole, F&& f) {
  const ProofFile proof(path);
  const ProofHeader& h = proof.header();
  if (h.game != entry.full_name() || h.rules != entry.fingerprint() || !h.zones || !h.attacker_wins || !proof.as_written())
    throw Error(Exit::table, path.string() + " is no sound proof with zones of a win in " + entry.full_name());
  std::string why;
  const auto root = entry.game().parse(h.position, why);
  if (!root) throw Error(Exit::table, path.string() + " is about no position of " + entry.full_name() + ": " + why);
  const LineStones stones = g.stones(*root);
  const Bytes bytes = proof.all();
  ZoneCheck<> check(g.board, h.mover_attacks ? stones.mover : stones.other, h.mover_attacks ? stones.other : stones.mover,
                    h.mover_attacks, bytes, options);
  if (const ZoneReport report = whole ? check.run() : check.outline(); !report.holds)
    throw Error(Exit::mismatch, path.string() + " does not hold: " + report.why);
  f(check, bytes);
}

// The facts of proofs with zones. Each proof is checked first, as `verify` does it; not `whole`: its trees are not.
LineFacts facts_of(const Entry& entry, const LinedGame& g, const std::vector<std::filesystem::path>& proofs,
                   const ProveOptions& options, bool whole) {
  LineFacts facts;
  VerifyOptions checking;
  checking.threads = options.threads;
  checking.should_stop = options.should_stop;
  for (const auto& path : proofs)
    with_checked(entry, g, path, checking, whole, [&](const ZoneCheck<>& check, const Bytes& bytes) {
      for (const auto& t : check.trees()) {
        const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(t.begin);
        facts.trees.emplace(LineFact{t.attacker, t.defender, t.hidden},
                            LineTree{t.zone, Bytes(first, first + static_cast<std::ptrdiff_t>(t.size))});
      }
      for (const auto& m : check.moves()) facts.moves[{m.attacker, m.defender, 0}].push_back(m.cell);
    });
  return facts;
}

// Whether what is shown on one board may be tried on another: they differ in what a line is at most.
bool same_cells(const LineBoard& a, const LineBoard& b) {
  return a.cells == b.cells && a.length == b.length && a.symmetries == b.symmetries &&
         std::ranges::equal(a.windows, b.windows, [](const auto& v, const auto& w) { return v.cells == w.cells; });
}

// What a proof of another game says, and the game: the board is its.
struct OtherProof {
  std::unique_ptr<Entry> entry;
  ShownElsewhere shown;
};
OtherProof other_proof(const LinedGame& g, const std::vector<std::filesystem::path>& proofs, const ProveOptions& options) {
  if (proofs.empty()) return {};
  OtherProof other{open_game(ProofFile(proofs.front()).header().game), {}};
  const auto lined = other.entry->lined();
  if (!lined || !same_cells(lined->board, g.board))
    throw Error(Exit::usage,
                fmt::format("{} is about {}, which has other cells or lines: suggest a proof of a game with the same board",
                            proofs.front().string(), other.entry->full_name()));
  other.shown = {&lined->board, facts_of(*other.entry, *lined, proofs, options, false), zone_checker(lined->board)};
  return other;
}

// How a win of the mover begins: all of a line of play where one tree shows it, else the first move. `bytes`: the proof.
std::vector<std::string> line_of_zones(const AnyGame& game, const LinedGame& g, AnyPosition at, const Bytes& bytes) {
  std::vector<std::string> line;
  auto play = [&](auto&& wanted) {
    for (const AnyMove m : game.moves(at)) {
      const AnyPosition next = game.play(at, m);
      if (!wanted(next)) continue;
      line.push_back(game.move_name(at, m));
      at = next;
      return;
    }
  };
  if (bytes.empty()) { // a line is completed at once
    play([&](const AnyPosition& next) { return game.outcome(next) == Wdl::loss; });
    return line;
  }
  const LineBoard& board = g.board;
  const LineStones root = g.stones(at);
  // The proof is about the least of the images of the stones.
  std::vector<u8> home(static_cast<std::size_t>(board.cells)); // from there to here
  std::array<CellSet, 2> least;
  for (std::size_t s = 0; s < board.symmetries.size(); ++s) {
    std::array<CellSet, 2> image;
    const auto& to = board.symmetries[s];
    root.mover.each([&](int cell) { image[0].add(to[static_cast<std::size_t>(cell)]); });
    root.other.each([&](int cell) { image[1].add(to[static_cast<std::size_t>(cell)]); });
    if (s != 0 && !(image < least)) continue;
    least = image;
    for (std::size_t cell = 0; cell < to.size(); ++cell) home[to[cell]] = static_cast<u8>(cell);
  }
  std::vector<u8> cells;
  if (const u8 first = std::to_integer<u8>(bytes[0]); first != zone_bytes::tree) {
    cells = {first};
  } else {
    std::size_t begin = 1; // after the tree's number of bytes
    while (begin < bytes.size() && (std::to_integer<u8>(bytes[begin]) & 128U) != 0) ++begin;
    ZoneTree<> tree(board, least[0], least[1], std::span(bytes).subspan(begin + 1));
    if (tree.check(0)) cells = tree.longest_line();
  }
  for (const u8 cell : cells) {
    CellSet stones = g.stones(at).mover;
    stones.add(home[cell]);
    play([&](const AnyPosition& next) { return g.stones(next).other == stones; });
  }
  return line;
}

// The verdict is unknown where no win is found.
ProveResult win_by_zones(const Entry& entry, const LinedGame& g, const AnyPosition& root, bool mover_attacks,
                         const ProveOptions& options) {
  LineClaim claim;
  claim.board = &g.board;
  claim.check = zone_checker(g.board);
  claim.known = facts_of(entry, g, options.known, options, true);
  const LineStones stones = g.stones(root);
  claim.attacker = mover_attacks ? stones.mover : stones.other;
  claim.defender = mover_attacks ? stones.other : stones.mover;
  claim.attacker_moves = mover_attacks;
  claim.patient = mover_attacks || options.zones == ByZones::only;
  const SearchIdentity identity{entry.full_name(), entry.fingerprint(), entry.game().print(root), mover_attacks, options.by};
  claim.identity = identity.game + " " + identity.rules;
  claim.suggest = g.suggest;
  const bool mover_began = (stones.mover.count() + stones.other.count()) % 2 == 0;
  std::vector<std::filesystem::path> proofs;
  for (const auto& path : options.suggest) {
    if (is_proof(path))
      proofs.push_back(path);
    else
      claim.suggested.merge(read_suggestions(path, g.board, mover_began == mover_attacks));
  }
  OtherProof other = other_proof(g, proofs, options);
  claim.elsewhere = std::move(other.shown);
  std::filesystem::path facts;
  if (!options.saves.empty()) facts = search_file(options.saves, identity).replace_extension(".facts");
  LineProver prover(std::move(claim), options, facts);
  ProveResult result = prover.run();
  if (result.verdict != Verdict::proven) return result;
  const Bytes bytes = prover.certificate();
  if (mover_attacks) result.line = line_of_zones(entry.game(), g, root, bytes);
  if (options.proof.empty()) return result;
  result.proof_choices = bytes.size();
  ProofHeader header{
      entry.full_name(), entry.fingerprint(), entry.game().print(root), mover_attacks, true, bytes.size(), {}, false, {}};
  header.zones = true;
  result.proof_bytes = write_proof(options.proof, header, bytes);
  return result;
}

} // namespace

ProveResult ZonesResult::sum(ProveResult result, const ProveResult& before) {
  result.visits += before.visits;
  result.evaluated += before.evaluated;
  result.wall_seconds += before.wall_seconds;
  result.cpu_seconds += before.cpu_seconds;
  return result;
}

ZonesResult prove_by_zones(const Entry& entry, const LinedGame& g, const AnyPosition& root, bool mover_attacks,
                           const ProveOptions& options) {
  // A short search for a blockade first: where there is one, the search for a win may take for ever.
  constexpr u64 short_search = 30'000;
  ZonesResult out{.rest = options};
  ProveOptions& rest = out.rest;
  bool spent = false;
  auto spend = [&](u64 visits, double seconds) {
    spent = (rest.time_limit > 0 && seconds >= rest.time_limit) || (rest.most_visits > 0 && visits >= rest.most_visits) ||
            (options.should_stop && options.should_stop());
    if (rest.time_limit > 0) rest.time_limit -= seconds;
    if (rest.most_visits > 0) rest.most_visits -= std::min(rest.most_visits, visits);
  };
  auto block = [&](u64 most_visits, bool restart) {
    ProveOptions its = rest;
    its.restart = restart;
    BlockingResult found = prove_by_blocking(entry, g, root, mover_attacks, its, most_visits);
    spend(found.visits, found.seconds);
    return found;
  };
  BlockingResult blockade =
      block(rest.most_visits > 0 ? std::min(rest.most_visits, short_search) : short_search, options.restart);
  out.cut = spent;
  out.result = blockade.result;
  if (out.result.verdict != Verdict::unknown || spent) return out;
  ProveResult win = win_by_zones(entry, g, root, mover_attacks, rest);
  spend(win.visits, win.wall_seconds);
  if (win.verdict != Verdict::unknown) {
    if (!blockade.result.saved.empty()) remove_file(blockade.result.saved);
    out.result = ZonesResult::sum(std::move(win), blockade.result);
    return out;
  }
  if (!blockade.hopeless && !spent) {
    const ProveResult before = blockade.result;
    blockade = block(rest.most_visits, false);
    if (!blockade.result.resumed) blockade.result = ZonesResult::sum(std::move(blockade.result), before); // it began anew
  }
  out.cut = spent;
  if (blockade.result.verdict != Verdict::unknown) {
    if (!win.saved.empty()) remove_file(win.saved);
    out.result = ZonesResult::sum(std::move(blockade.result), win);
    return out;
  }
  const bool goes_on = out.cut || options.zones != ByZones::only; // else no search is left that could use it
  for (auto* file : {&blockade.result.saved, &win.saved}) {
    if (file->empty()) continue;
    if (goes_on) {
      out.saved.push_back(*file);
    } else {
      remove_file(*file);
      file->clear();
    }
  }
  out.result = ZonesResult::sum(std::move(win), blockade.result); // what is open there is told
  if (!out.saved.empty()) out.result.saved = out.saved.front();
  return out;
}

ProofBook::ProofBook(const Entry& entry) : entry_(entry), g_(entry.lined().value()), book_(g_.board) {}

void ProofBook::add(const std::filesystem::path& proof, const VerifyOptions& options) {
  with_checked(entry_, g_, proof, options, true, [&](const ZoneCheck<>& check, const Bytes& bytes) { book_.add(check, bytes); });
}

std::optional<ProofBook::Known> ProofBook::find(const AnyPosition& p) const {
  const AnyGame& game = entry_.game();
  if (game.outcome(p) != Wdl::unknown) return std::nullopt;
  const LineStones stones = g_.stones(p);
  if (const auto cell = book_.next_move(stones.mover, stones.other)) {
    CellSet after = stones.mover;
    after.add(*cell);
    for (const AnyMove m : game.moves(p))
      if (g_.stones(game.play(p, m)).other == after) return Known{Wdl::win, game.move_name(p, m)};
  }
  if (book_.is_won(stones.other, stones.mover)) return Known{Wdl::loss, ""};
  return std::nullopt;
}

} // namespace zermelo
