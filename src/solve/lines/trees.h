// Trees of proofs with zones as they are written (docs/proof-format.md), read again; and proofs under a symmetry of the board.
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "solve/lines/proofs.h"

namespace zermelo {

// Reads a tree of the position at hand, which is the same again afterwards. What it says is not checked, but for what would lead
// out of the bytes or off the board.
class TreeReader {
public:
  TreeReader(LineState& state, ZoneProofs& proofs, std::span<const std::byte> tree) : s_(state), proofs_(proofs), bytes_(tree) {}

  ProofId read(int k) {
    const ProofId root = read_attack(k);
    ensure(at_ == bytes_.size(), "a tree of a fact has moves that nobody asks for");
    return root;
  }

private:
  u8 next() {
    ensure(at_ < bytes_.size(), "a tree of a fact ends too early");
    return std::to_integer<u8>(bytes_[at_++]);
  }
  ProofId cited() {
    u32 number = 0;
    for (unsigned shift = 0;; shift += 7) {
      const u8 byte = next();
      number |= static_cast<u32>(byte & 127) << shift;
      if (byte < 128) break;
    }
    ensure(number < kept_.size(), "a tree of a fact cites what it has not kept");
    return kept_[number];
  }
  ProofId read_attack(int k) {
    if (const int cell = s_.completing_cell(); cell >= 0) return proofs_.line(cell);
    const u8 byte = next();
    if (byte == 255) return cited();
    const bool keeps = byte == 254;
    const int cell = keeps ? next() : byte;
    ensure(cell < s_.tables().cells() && s_.is_empty(cell), "a tree of a fact moves to no empty cell");
    s_.put<line_attacker>(cell);
    const ProofId pass = read_attack(k + 1);
    std::vector<ProofId> answers;
    const CellSet zone = proofs_[pass].zone;
    zone.each([&](int reply) {
      s_.put<line_defender>(reply);
      answers.push_back(read_attack(k));
      s_.take<line_defender>(reply);
    });
    const ProofId found = proofs_.move(s_, k, cell, pass, answers);
    s_.take<line_attacker>(cell);
    if (keeps) kept_.push_back(found);
    return found;
  }

  LineState& s_;
  ZoneProofs& proofs_;
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  std::vector<ProofId> kept_;
};

// A proof under a symmetry of the board, put `into` others, which may be those that it is one of: a model, not a proof.
class ProofImage {
public:
  ProofImage(const ZoneProofs& from, ProofId of, std::span<const u8> to, ZoneProofs& into)
      : from_(from), to_(to), into_(into), made_(image_of(of)) {}
  ProofId made() const { return made_; }

private:
  ProofId image_of(ProofId of) {
    const ZoneProofs::Node n = from_[of]; // a copy: `into` may grow
    if (n.completes) return into_.line(to_[n.cell]);
    if (const auto found = done_.find(of); found != done_.end()) return found->second;
    std::vector<std::pair<u8, ProofId>> answers;
    u32 i = 0;
    const CellSet replies = from_[n.pass].zone;
    replies.each([&](int reply) {
      const ProofId answer = image_of(from_.answers(of)[i++]);
      answers.emplace_back(to_[static_cast<std::size_t>(reply)], answer);
    });
    std::sort(answers.begin(), answers.end());
    CellSet zone;
    n.zone.each([&](int cell) { zone.add(to_[static_cast<std::size_t>(cell)]); });
    const ProofId pass = image_of(n.pass);
    return done_[of] = into_.model(zone, to_[n.cell], pass, answers);
  }

  const ZoneProofs& from_;
  std::span<const u8> to_;
  ZoneProofs& into_;
  std::unordered_map<ProofId, ProofId> done_;
  ProofId made_;
};

} // namespace zermelo
