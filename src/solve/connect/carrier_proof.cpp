#include "solve/connect/carrier_proof.h"

#include "game/connection.h"
#include "table/proof_file.h"

namespace zermelo {
namespace {

void put_number(Bytes& out, u64 n) {
  for (; n >= 128; n >>= 7) out.push_back(static_cast<std::byte>(n % 128 + 128));
  out.push_back(static_cast<std::byte>(n));
}

// The steps that one needs, in order, as a program.
class Program {
public:
  explicit Program(const Steps& steps) : steps_(steps) {}
  Bytes of(u32 step) {
    emit(step);
    Bytes out;
    put_number(out, count_);
    out.insert(out.end(), code_.begin(), code_.end());
    return out;
  }

private:
  u32 emit(u32 i) {
    if (const auto it = place_.find(i); it != place_.end()) return it->second;
    const Steps::Step s = steps_[i];
    std::vector<u32> parts;
    if (s.kind == Steps::both) parts = {emit(s.first), emit(s.second)};
    if (s.kind == Steps::either)
      for (u32 k = 0; k < s.second; ++k) parts.push_back(emit(steps_.part(s.first + k)));
    if (s.kind == Steps::touch) {
      put(carrier_bytes::touch), put(s.a), put(s.b);
    } else if (s.kind == Steps::both) {
      put(carrier_bytes::both), put(s.a);
    } else {
      put(carrier_bytes::either);
      put_number(code_, parts.size());
    }
    for (const u32 part : parts) put_number(code_, count_ - part); // the last ones are the likeliest
    return place_[i] = count_++;
  }
  void put(int byte) { code_.push_back(static_cast<std::byte>(byte)); }

  const Steps& steps_;
  std::unordered_map<u32, u32> place_;
  Bytes code_;
  u32 count_ = 0;
};

} // namespace

u32 CarrierProofs::add_joined() {
  parts_.push_back({});
  return static_cast<u32>(parts_.size() - 1);
}
u32 CarrierProofs::add_connection(const Steps& steps, u32 step) {
  const Bytes code = Program(steps).of(step);
  parts_.push_back({programs_.size(), static_cast<u32>(code.size()), connection});
  programs_.insert(programs_.end(), code.begin(), code.end());
  return static_cast<u32>(parts_.size() - 1);
}
u32 CarrierProofs::add_move(int cell, u32 then) {
  parts_.push_back({then, static_cast<u32>(cell), move});
  return static_cast<u32>(parts_.size() - 1);
}
u32 CarrierProofs::add_threats(const std::vector<u32>& of) {
  parts_.push_back({lists_.size(), static_cast<u32>(of.size()), threats});
  lists_.insert(lists_.end(), of.begin(), of.end());
  return static_cast<u32>(parts_.size() - 1);
}

Bytes CarrierProofs::write(u32 root, u64& claims) const {
  std::unordered_map<u32, u32> uses, kept; // how often a part is asked for; the numbers of those that are kept
  auto count = [&](auto&& self, u32 at) -> void {
    if (++uses[at] > 1) return;
    const Part& p = parts_[at];
    if (p.kind == move) self(self, static_cast<u32>(p.first));
    if (p.kind == threats)
      for (u32 i = 0; i < p.size; ++i) self(self, lists_[p.first + i]);
  };
  count(count, root);
  Bytes out;
  auto put = [&](int byte) { out.push_back(static_cast<std::byte>(byte)); };
  auto emit = [&](auto&& self, u32 at) -> void {
    const Part& p = parts_[at];
    if (p.kind == joined) return; // the checker sees it
    if (const auto it = kept.find(at); it != kept.end()) {
      put(carrier_bytes::kept);
      put_number(out, it->second);
      return;
    }
    ++claims;
    const bool keep = uses[at] > 1;
    if (keep) put(carrier_bytes::keep);
    if (p.kind == connection) {
      put(carrier_bytes::connection);
      const auto begin = programs_.begin() + static_cast<std::ptrdiff_t>(p.first);
      out.insert(out.end(), begin, begin + static_cast<std::ptrdiff_t>(p.size));
    } else if (p.kind == move) {
      put(static_cast<int>(p.size));
      self(self, static_cast<u32>(p.first));
    } else {
      put(static_cast<int>(p.size));
      for (u32 i = 0; i < p.size; ++i) self(self, lists_[p.first + i]);
    }
    if (keep) kept.emplace(at, static_cast<u32>(kept.size()));
  };
  emit(emit, root);
  return out;
}

} // namespace zermelo
