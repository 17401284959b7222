// The classes of the points of one player, made once for all games.
#include "shinpei/index.h"

#include <vector>

namespace zermelo::shinpei {
namespace {

struct Lists {
  std::vector<SetPlace> places[each + 1];
  std::vector<SetClass> classes[each + 1];

  Lists() {
    for (int n = 0; n <= each; ++n) {
      const Combinations sets(points, n);
      auto& all = places[n];
      all.resize(sets.size());
      for (u64 r = 0; r < sets.size(); ++r) {
        const u32 set = static_cast<u32>(sets.unrank(r));
        all[r] = classify(set, 8, images(), classes[n], [&](u32 first) { return all[sets.rank(first)]; });
      }
    }
  }
};

} // namespace

Game::Game(bool one_by_one, bool anywhere) {
  static const Lists lists;
  chain = one_by_one ? 1 : 0;
  free = anywhere ? 1 : 0;
  for (int n = 0; n <= each; ++n)
    by_pieces[n] = {lists.places[n].data(), lists.classes[n].data(), static_cast<u32>(lists.places[n].size()),
                    static_cast<u32>(lists.classes[n].size())};
  for (int n = 0; n <= 2 * each; ++n) {
    const int own = n / 2;
    stride[n] = binomial(points - own, n - own);
    first[n + 1] = first[n] + by_pieces[own].count * stride[n];
  }
}

} // namespace zermelo::shinpei
