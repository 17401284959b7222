#include "shinpei/index.h"

namespace zermelo::shinpei {

Game::Game(bool one_by_one, bool anywhere) {
  static const SizedSetLists<points, each> lists(points, each, 8, images()); // for all games
  sets = lists.all();
  chain = one_by_one ? 1 : 0;
  free = anywhere ? 1 : 0;
  for (int n = 0; n <= 2 * each; ++n) {
    const int own = n / 2;
    stride[n] = binomial(points - own, n - own);
    first[n + 1] = first[n] + sets.count_classes(own) * stride[n];
  }
}

} // namespace zermelo::shinpei
