// Proofs with zones while they are found: each claim that was shown, once, with its zone and what it rests on. Nothing is changed
// after it was made, so that whatever a search forgets, a proof stays whole.
#pragma once

#include <unordered_map>

#include "solve/lines/state.h"
#include "table/block_file.h"

namespace zermelo {

using ProofId = u32;
inline constexpr ProofId no_proof = 0;

class ZoneProofs {
public:
  struct Node {
    CellSet zone;
    u32 first = 0; // of its answers among all
    u16 answers = 0;
    u8 cell = 0;
    bool completes = false; // the cell completes a line; else the pass and one answer for each cell of its zone follow
    ProofId pass = no_proof;
  };

  ZoneProofs() { clear(); }
  void clear() {
    nodes_.assign(1, {});
    answers_.clear();
    lines_.clear();
  }

  // The attacker completes a line. There are only as many as cells.
  ProofId line(int cell) {
    ProofId& id = lines_[cell];
    if (id != no_proof) return id;
    Node n;
    n.zone.add(cell);
    n.cell = static_cast<u8>(cell);
    n.completes = true;
    return id = add(n);
  }

  // The attacker puts a stone on `cell`, which stands there in `after`; `pass` shows that it wins with one more hidden stone,
  // `answers` are proofs against each reply in the zone of `pass`.
  ProofId move(const LineState& after, int k, int cell, ProofId pass, std::span<const ProofId> answers) {
    Node n;
    n.cell = static_cast<u8>(cell);
    n.pass = pass;
    n.first = static_cast<u32>(answers_.size());
    n.answers = static_cast<u16>(answers.size());
    n.zone = nodes_[pass].zone;
    std::size_t i = 0;
    nodes_[pass].zone.each([&](int reply) {
      CellSet of_answer = nodes_[answers[i++]].zone;
      of_answer.remove(reply);
      n.zone |= of_answer;
    });
    after.keep_free(k, n.zone);
    n.zone.add(cell);
    answers_.insert(answers_.end(), answers.begin(), answers.end());
    return add(n);
  }

  // What only looks like a proof, for others to be made like it.
  ProofId model(const CellSet& zone, int cell, ProofId pass, std::span<const std::pair<u8, ProofId>> answers) {
    Node n;
    n.cell = static_cast<u8>(cell);
    n.pass = pass;
    n.first = static_cast<u32>(answers_.size());
    n.answers = static_cast<u16>(answers.size());
    n.zone = zone;
    for (const auto& [reply, answer] : answers) answers_.push_back(answer);
    return add(n);
  }

  // The same with another of the attacker's stones as the last one.
  ProofId with_cell(ProofId id, int cell) {
    Node n = nodes_[id];
    if (n.cell == cell) return id;
    n.zone.remove(n.cell);
    n.zone.add(cell);
    n.cell = static_cast<u8>(cell);
    return add(n);
  }

  const Node& operator[](ProofId id) const { return nodes_[id]; }
  std::span<const ProofId> answers(ProofId id) const { return std::span(answers_).subspan(nodes_[id].first, nodes_[id].answers); }
  // What a proof has against a reply, or none.
  ProofId answer(ProofId id, int reply) const {
    const Node& n = nodes_[id];
    if (n.completes) return no_proof;
    const CellSet& zone = nodes_[n.pass].zone;
    return zone.has(reply) ? answers_[n.first + static_cast<u32>(zone.before(reply))] : no_proof;
  }
  std::size_t size() const { return nodes_.size(); }
  u64 bytes() const { return nodes_.capacity() * sizeof(Node) + answers_.capacity() * sizeof(ProofId); }

  // The tree as a checker reads it. What occurs more than once is kept where it is first met, and cited by its number.
  Bytes tree(ProofId root) const {
    std::unordered_map<ProofId, u32> met;
    count(root, met);
    Bytes out;
    u32 kept = 0;
    write(root, met, kept, out);
    return out;
  }

private:
  static constexpr u8 keep = 254, cite = 255;
  static constexpr u32 written = u32{1} << 31; // and the number

  ProofId add(const Node& n) {
    nodes_.push_back(n);
    return static_cast<ProofId>(nodes_.size() - 1);
  }
  void count(ProofId id, std::unordered_map<ProofId, u32>& met) const {
    const Node& n = nodes_[id];
    if (n.completes || met[id]++ > 0) return;
    count(n.pass, met);
    for (u32 i = 0; i < n.answers; ++i) count(answers_[n.first + i], met);
  }
  void write(ProofId id, std::unordered_map<ProofId, u32>& met, u32& kept, Bytes& out) const {
    const Node& n = nodes_[id];
    if (n.completes) return;
    const u32 times = met.at(id);
    if ((times & written) != 0) {
      out.push_back(std::byte{cite});
      u32 number = times & ~written;
      for (; number >= 128; number >>= 7) out.push_back(static_cast<std::byte>(number | 128));
      return out.push_back(static_cast<std::byte>(number));
    }
    if (times > 1) out.push_back(std::byte{keep});
    out.push_back(static_cast<std::byte>(n.cell));
    write(n.pass, met, kept, out);
    for (u32 i = 0; i < n.answers; ++i) write(answers_[n.first + i], met, kept, out);
    if (times > 1) met.at(id) = written | kept++; // it cannot be met within its own tree, since stones are only added
  }

  std::vector<Node> nodes_;
  std::vector<ProofId> answers_;
  std::unordered_map<int, ProofId> lines_;
};

} // namespace zermelo
