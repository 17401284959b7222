// How a value is written in a table.
//
//   plies8    one byte a slot: 0-253 plies, odd = win and even = loss; 254 = the slot holds no position; 255 = draw
//   plies16   two bytes, little-endian: 2 x plies + 1 for a win, 2 x plies for a loss; 65534 = no position; 65535 = draw
//   score8    one signed byte: the score of a game of scores; -128 = no position
//   wdl2      two bits, four slots a byte from the low bits up: 0 = draw, 1 = win, 2 = loss, 3 = no position; no distances
//   loss8, loss16, loss2   the same as plies8, plies16 and wdl2 without wins: they have the code of a draw
//
// One byte is enough where every game ends with a loss for the side to move (so that the parity of the plies tells who
// wins) and no game lasts longer than 253 plies. table/wdl2.h packs two bits.
#pragma once

#include <optional>
#include <string_view>

#include "base/types.h"
#include "base/value.h"

namespace zermelo {

enum class Encoding : u8 { plies8, plies16, wdl2, score8 };

inline constexpr u32 most_plies8 = 253; // that one byte holds

// How a table is written. One of losses alone is packed: a win has the code of a draw, as the moves tell it, and how quick it is.
struct Form {
  Encoding encoding;
  bool losses_only = false;
  friend constexpr bool operator==(const Form&, const Form&) = default;
};
struct NamedForm {
  std::string_view name; // in the header of a file
  Form form;
};
inline constexpr NamedForm forms[] = {{"plies8", {Encoding::plies8}},      {"plies16", {Encoding::plies16}},
                                      {"wdl2", {Encoding::wdl2}},          {"score8", {Encoding::score8}},
                                      {"loss8", {Encoding::plies8, true}}, {"loss16", {Encoding::plies16, true}},
                                      {"loss2", {Encoding::wdl2, true}}};

// Empty of scores: they have no losses alone.
constexpr std::string_view name_of(Form f) {
  for (const auto& known : forms)
    if (known.form == f) return known.name;
  return {};
}
constexpr std::optional<Form> form_named(std::string_view name) {
  for (const auto& known : forms)
    if (known.name == name) return known.form;
  return std::nullopt;
}
ZERMELO_HD constexpr bool has_distances(Encoding e) { return e == Encoding::plies8 || e == Encoding::plies16; }
ZERMELO_HD constexpr u64 bits_per_slot(Encoding e) { return e == Encoding::plies16 ? 16 : e == Encoding::wdl2 ? 2 : 8; }

// Slots of a block. Blocks of two bits hold 720,720 slots, 180,180 bytes: divisible by every number up to 15 and by the
// colourings of a NOCCA shape on any board (252 on 5x6), so that slots which a solver works on together are never cut.
constexpr u64 block_slots(Encoding e) { return e == Encoding::wdl2 ? 720'720 : u64{1} << 16; }

// Bytes that hold so many slots; the largest number of slots is far below what could overflow.
constexpr u64 bytes_for(Encoding e, u64 slots) {
  return e == Encoding::wdl2 ? slots / 4 + (slots % 4 != 0 ? 1 : 0) : slots * (bits_per_slot(e) / 8);
}
constexpr u64 slots_in(Encoding e, u64 bytes) {
  return e == Encoding::wdl2 ? bytes * 4 : e == Encoding::plies16 ? bytes / 2 : bytes;
}

ZERMELO_HD constexpr u32 no_position_code(Encoding e) {
  return e == Encoding::plies8 ? 254 : e == Encoding::plies16 ? 65534 : e == Encoding::wdl2 ? 3 : 128;
}
ZERMELO_HD constexpr u32 draw_code(Encoding e) { return e == Encoding::plies8 ? 255 : e == Encoding::plies16 ? 65535 : 0; }

ZERMELO_HD constexpr u32 encode(Encoding e, Value v) {
  if (e == Encoding::score8) return static_cast<u8>(v.score);
  if (v.wdl == Wdl::draw) return draw_code(e);
  if (e == Encoding::wdl2) return v.wdl == Wdl::win ? 1 : 2;
  const u32 plies = static_cast<u32>(v.plies);
  return e == Encoding::plies8 ? plies : 2 * plies + (v.wdl == Wdl::win ? 1 : 0);
}

// Unknown for a slot without a position.
ZERMELO_HD constexpr Value decode(Encoding e, u32 code) {
  if (code == no_position_code(e)) return {};
  if (e == Encoding::score8) return scored(static_cast<i8>(static_cast<u8>(code)));
  if (code == draw_code(e)) return {Wdl::draw, 0};
  if (e == Encoding::wdl2) return {code == 1 ? Wdl::win : Wdl::loss, no_plies};
  const i32 plies = static_cast<i32>(e == Encoding::plies8 ? code : code / 2);
  return {code % 2 == 1 ? Wdl::win : Wdl::loss, plies};
}

} // namespace zermelo
