// Erases the types of one game: AnyGame over the concepts.
#pragma once

#include <cstring>

#include "base/error.h"
#include "game/any.h"
#include "game/concepts.h"

namespace zermelo {

template <Text G> class Erased final : public AnyGame {
public:
  using Position = PositionOf<G>;
  using Move = MoveOf<G>;
  static_assert(sizeof(Position) <= sizeof(AnyPosition));

  explicit Erased(const G& game) : game_(game) {}
  const G& typed() const { return game_; }

  static AnyPosition erase(const Position& p) {
    AnyPosition a;
    std::memcpy(a.bytes.data(), &p, sizeof p);
    return a;
  }
  static Position restore(const AnyPosition& a) {
    Position p;
    std::memcpy(static_cast<void*>(&p), a.bytes.data(), sizeof p);
    return p;
  }

  AnyPosition start() const override { return erase(game_.start()); }
  Wdl outcome(const AnyPosition& p) const override { return game_.outcome(restore(p)); }
  Value settle(const AnyPosition& p) const override { return zermelo::settle(game_, restore(p)); }

  std::vector<AnyMove> moves(const AnyPosition& a) const override {
    const Position p = restore(a);
    if (game_.outcome(p) != Wdl::unknown) return {};
    MoveListOf<G> list;
    game_.moves(p, list);
    std::vector<AnyMove> out;
    out.reserve(static_cast<std::size_t>(list.size()));
    for (const Move& m : list) {
      AnyMove any;
      std::memcpy(&any.bits, &m, sizeof m);
      out.push_back(any);
    }
    return out;
  }
  AnyPosition play(const AnyPosition& p, AnyMove m) const override { return erase(game_.play(restore(p), restore(m))); }

  AnyPosition canonical(const AnyPosition& p) const override { return erase(zermelo::canonical(game_, restore(p))); }

  std::string print(const AnyPosition& p) const override { return game_.print(restore(p)); }
  std::optional<AnyPosition> parse(std::string_view text, std::string& why) const override {
    if (text == "initial") return start();
    if (auto p = game_.parse(text, why)) return erase(*p);
    return std::nullopt;
  }
  std::string move_name(const AnyPosition& p, AnyMove m) const override { return game_.move_name(restore(p), restore(m)); }
  std::string draw(const AnyPosition& p) const override { return game_.draw(restore(p)); }
  bool first_to_move(const AnyPosition& p) const override { return game_.first_to_move(restore(p)); }

  bool pictured() const override { return Pictured<G>; }
  Picture picture(const AnyPosition& p) const override {
    if constexpr (Pictured<G>) return game_.picture(restore(p));
    return {};
  }
  std::vector<std::string> clicks(const AnyPosition& p, AnyMove m) const override {
    if constexpr (Pictured<G>) return game_.clicks(restore(p), restore(m));
    return {};
  }
  std::optional<AnyPosition> compose(const Picture& picture, bool first_to_move, std::string& why) const override {
    if constexpr (Pictured<G>) {
      if (auto p = game_.compose(picture, first_to_move, why)) return erase(*p);
    }
    return std::nullopt;
  }

  bool scored() const override { return Paying<G>; }
  i32 pays([[maybe_unused]] const AnyPosition& p, [[maybe_unused]] AnyMove m) const override {
    if constexpr (Paying<G>) return game_.pays(restore(p), restore(m));
    return 0;
  }
  i32 lead([[maybe_unused]] const AnyPosition& p) const override {
    if constexpr (Paying<G>) return game_.lead(restore(p));
    return 0;
  }

  bool indexed() const override { return Indexed<G>; }
  bool folded() const override {
    if constexpr (Indexed<G>) return G::folded;
    return false;
  }
  u64 slots() const override {
    if constexpr (Indexed<G>) return game_.size();
    return 0;
  }
  Slot rank(const AnyPosition& p) const override {
    if constexpr (Indexed<G>) return game_.rank(restore(p));
    return no_slot;
  }
  bool deferred(const AnyPosition& p) const override { return zermelo::deferred(game_, restore(p)); }
  std::optional<AnyPosition> unrank(Slot s) const override {
    if constexpr (Indexed<G>) {
      Position p;
      if (s < game_.size() && game_.unrank(s, p)) return erase(p);
    }
    return std::nullopt;
  }

private:
  static Move restore(AnyMove a) {
    Move m;
    std::memcpy(static_cast<void*>(&m), &a.bits, sizeof m);
    return m;
  }

  G game_;
};

} // namespace zermelo
