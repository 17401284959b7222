// The tables of the index, made once for each size of the board.
#include "quixo/marks_game.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "index/symmetry.h"

namespace zermelo::quixo {
namespace {

struct Lists {
  std::vector<u32> images;
  std::vector<SetPlace> places;
  std::vector<SetClass> classes[Game::most_border + 1];
  std::vector<SetClass> all_classes;
  std::vector<u16> low_ranks, low_sets;

  explicit Lists(int side) : images(Game::byte_images), low_ranks(1U << 16) {
    const Board& b = boards().of[side];
    fill_images(side);
    auto image = [&](u32 m, u32 set) {
      u32 out = 0;
      for (u32 byte = 0; byte < 4; ++byte) out |= images[(m * 4 + byte) * 256 + (set >> 8 * byte & 255)];
      return out;
    };
    places.resize(std::size_t{1} << count_ones(b.border));
    for (u32 gathered = 0; gathered < places.size(); ++gathered) {
      const u32 set = static_cast<u32>(scatter_bits(gathered, b.border));
      places[gathered] =
          classify(set, 8, image, classes[count_ones(set)], [&](u32 first) { return places[gather_bits(first, b.border)]; });
    }
    for (const auto& list : classes) all_classes.insert(all_classes.end(), list.begin(), list.end());
    u16 next[17] = {};
    for (u32 set = 0; set < low_ranks.size(); ++set) low_ranks[set] = next[count_ones(set)]++;
    for (int size = 0; size <= 16; ++size)
      for (u32 set = 0; set < low_ranks.size(); ++set)
        if (count_ones(set) == size) low_sets.push_back(static_cast<u16>(set));
  }

private:
  void fill_images(int n) {
    const GridSymmetries square(n, n);
    for (int m = 0; m < square.size(); ++m)
      for (u32 byte = 0; byte < 4; ++byte)
        for (u32 value = 0; value < 256; ++value)
          images[(static_cast<u32>(m) * 4 + byte) * 256 + value] = static_cast<u32>(square.image(m, u64{value} << 8 * byte));
  }
};

template <int side> const Lists& lists_of() {
  static const Lists one(side);
  return one;
}
const Lists& lists_for(int side) {
  static_assert(most_side == 5);
  return side == 2 ? lists_of<2>() : side == 3 ? lists_of<3>() : side == 4 ? lists_of<4>() : lists_of<5>();
}

} // namespace

Game::Game(int n, int least_marks) {
  side = n;
  least = least_marks;
  const Lists& lists = lists_for(n);
  border_cells = count_ones(board().border);
  inner_cells = board().cells - border_cells;
  images = lists.images.data();
  places = lists.places.data();
  classes = lists.all_classes.data();
  class_count = static_cast<u32>(lists.all_classes.size());
  low_ranks = lists.low_ranks.data();
  low_sets = lists.low_sets.data();
  for (int i = 0; i <= 16; ++i) first_low[i + 1] = first_low[i] + static_cast<u32>(binomial(16, i));
  for (int i = 0; i <= most_border; ++i) first_class[i + 1] = first_class[i] + static_cast<u32>(lists.classes[i].size());
  Slot next = 0;
  for (int marks = board().cells; marks >= least; --marks) {
    for (int i = 0; i <= most_border; ++i)
      first_set[marks][i + 1] = first_set[marks][i] + lists.classes[i].size() * binomial(inner_cells, marks - i);
    const u64 sets = first_set[marks][most_border + 1];
    for (int more = (marks + 1) / 2; more <= marks; ++more) {
      const int fewer = marks - more;
      groups[group_count++] = {next, more, fewer};
      group_first[more][fewer] = next;
      next += sets * binomial(marks, more) * (more == fewer ? 1 : 2);
    }
  }
  groups[group_count] = {next, 0, 0};
}

// One list for each board and number of marks, all made when one is first asked for: a game is plain data and holds none.
const std::vector<TableLayer>& MarksGame::layers() const {
  using Lists = std::array<std::vector<TableLayer>, most_cells + 1>;
  static const auto all = [] {
    std::array<Lists, most_side + 1> made;
    for (int n = least_side; n <= most_side; ++n) {
      for (int marks = 0; marks <= n * n; ++marks) {
        const Game g(n, marks);
        for (u32 i = 0; i < g.group_count; ++i)
          made[static_cast<std::size_t>(n)][static_cast<std::size_t>(marks)].push_back(
              {g.groups[i].first, g.groups[i + 1].first, g.groups[i + 1].first,
               std::to_string(g.groups[i].more) + "-" + std::to_string(g.groups[i].fewer)});
      }
    }
    return made;
  }();
  return all[static_cast<std::size_t>(side)][static_cast<std::size_t>(least)];
}

} // namespace zermelo::quixo
