// The tables of the index, made once for the whole program.
#include "anpanman/index.h"

namespace zermelo::anpanman {

const Members<2>& leader_pairs() {
  static const MemberTables<2> tables{Product<2>{{12, 12}}, [](const auto& d) { return d[0] + 3 != d[1]; }};
  return tables.members();
}

const Members<4>& placements() {
  static const MemberTables<4> tables{Product<4>{{14, 14, 14, 14}}, [](const auto& d) {
                                        for (std::size_t i = 0; i < 4; ++i)
                                          for (std::size_t j = 0; j < i; ++j)
                                            if (d[i] == d[j] && d[i] != 13) return false;
                                        return true;
                                      }};
  return tables.members();
}

} // namespace zermelo::anpanman
