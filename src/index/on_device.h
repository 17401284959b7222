// What a game gives to a device, and how it says that it may: plain data with all rules and index functions marked ZERMELO_HD,
//
//   static constexpr bool on_device = true;
//
// Arrays that it points to are named by each_array(f), not const: f(pointer, how many) for each, which may leave another pointer
// there. Whatever is not named stays where it is, out of a device's reach.
#pragma once

#include <type_traits>

#include "game/concepts.h"

namespace zermelo {

// Its index if that is an object of its own, else itself.
template <class G> struct DeviceIndex {
  using type = G;
  static const G& of(const G& g) { return g; } // NOLINT(bugprone-return-const-ref-from-parameter): the game outlives it
};
template <class G>
  requires requires(const G& g) { g.index(); }
struct DeviceIndex<G> {
  using type = std::remove_cvref_t<decltype(std::declval<const G&>().index())>;
  static const type& of(const G& g) { return g.index(); }
};
template <class G> using DeviceIndexOf = typename DeviceIndex<G>::type;

template <class T> constexpr bool says_on_device() {
  if constexpr (requires { T::on_device; }) {
    return T::on_device;
  } else {
    return false;
  }
}
template <class T>
concept OnDevice = says_on_device<T>() && std::is_trivially_copyable_v<T>;

} // namespace zermelo
