#include "solve/dfpn/options.h"

#include <algorithm>

#include "base/error.h"
#include "base/machine.h"
#include "base/units.h"

namespace zermelo {

u64 memory_of_search(u64 asked) {
  constexpr u64 least = 4096, unasked = u64{256} << 20; // too small a table costs little, a huge one seconds for its pages
  const u64 free = available_memory(), wanted = asked != 0 ? asked : std::min(free / 2, unasked);
  if (wanted > free)
    throw Error(Exit::resources, "a table of " + bytes(wanted) + " was asked for; " + bytes(free) + " are free on this machine");
  if (wanted < least) throw Error(Exit::resources, "a table of " + bytes(wanted) + " is too small for any search");
  return wanted;
}

} // namespace zermelo
