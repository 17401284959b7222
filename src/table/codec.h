// How a value is written in a table.
//
//   plies8    one byte a slot: 0-253 plies, odd = win and even = loss; 254 = the slot holds no position; 255 = draw
//   plies16   two bytes, little-endian: 2 x plies + 1 for a win, 2 x plies for a loss; 65534 = no position; 65535 = draw
//
// One byte is enough where every game ends with a loss for the side to move (so that the parity of the plies tells who
// wins) and no game lasts longer than 253 plies.
#pragma once

#include <optional>
#include <string_view>

#include "base/types.h"
#include "base/value.h"

namespace zermelo {

enum class Encoding : u8 { plies8, plies16 };

constexpr std::string_view name_of(Encoding e) { return e == Encoding::plies8 ? "plies8" : "plies16"; }
constexpr std::optional<Encoding> encoding_named(std::string_view name) {
  if (name == "plies8") return Encoding::plies8;
  if (name == "plies16") return Encoding::plies16;
  return std::nullopt;
}
constexpr u64 bytes_per_slot(Encoding e) { return e == Encoding::plies8 ? 1 : 2; }

constexpr u32 no_position_code(Encoding e) { return e == Encoding::plies8 ? 254 : 65534; }
constexpr u32 draw_code(Encoding e) { return e == Encoding::plies8 ? 255 : 65535; }

constexpr u32 encode(Encoding e, Value v) {
  if (v.wdl == Wdl::draw) return draw_code(e);
  const u32 plies = static_cast<u32>(v.plies);
  return e == Encoding::plies8 ? plies : 2 * plies + (v.wdl == Wdl::win ? 1 : 0);
}

// Unknown for a slot without a position.
constexpr Value decode(Encoding e, u32 code) {
  if (code == draw_code(e)) return draw_value;
  if (code == no_position_code(e)) return unknown_value;
  const i32 plies = static_cast<i32>(e == Encoding::plies8 ? code : code / 2);
  return {code % 2 == 1 ? Wdl::win : Wdl::loss, plies};
}

} // namespace zermelo
