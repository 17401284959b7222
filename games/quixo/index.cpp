// The tables of the index, made once for each size of the board.
#include "quixo/index.h"

#include <vector>

namespace zermelo::quixo {
namespace {

struct Lists {
  ByteImages<u32, 4, 8> images;
  std::vector<SetPlace> places;
  std::vector<SetClass> classes[Sets::most_border + 1];
  std::vector<SetClass> all_classes;
  std::vector<u16> inner_ranks, inner_sets;

  explicit Lists(int side)
      : images(side * side, 8, [square = GridSymmetries(side, side)](int m, int cell) { return square.to(m, cell); }) {
    const Board& b = boards().of[side];
    places.resize(std::size_t{1} << count_ones(b.border));
    for (u32 gathered = 0; gathered < places.size(); ++gathered) {
      const u32 set = static_cast<u32>(scatter_bits(gathered, b.border));
      places[gathered] =
          classify(set, 8, images, classes[count_ones(set)], [&](u32 first) { return places[gather_bits(first, b.border)]; });
    }
    for (const auto& list : classes) all_classes.insert(all_classes.end(), list.begin(), list.end());
    const int inner = b.cells - count_ones(b.border);
    inner_ranks.resize(std::size_t{1} << inner);
    u16 next[Sets::most_cells] = {};
    for (u32 set = 0; set < inner_ranks.size(); ++set) inner_ranks[set] = next[count_ones(set)]++;
    for (int size = 0; size <= inner; ++size)
      for (u32 set = 0; set < inner_ranks.size(); ++set)
        if (count_ones(set) == size) inner_sets.push_back(static_cast<u16>(set));
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

Sets::Sets(int n) : side(n) {
  const Lists& lists = lists_for(n);
  border_cells = count_ones(board().border);
  inner_cells = board().cells - border_cells;
  images = &lists.images;
  places = lists.places.data();
  classes = lists.all_classes.data();
  class_count = static_cast<u32>(lists.all_classes.size());
  inner_ranks = lists.inner_ranks.data();
  inner_sets = lists.inner_sets.data();
  for (int i = 0; i <= inner_cells; ++i) first_inner[i + 1] = first_inner[i] + static_cast<u32>(binomial(inner_cells, i));
  for (int i = 0; i <= most_border; ++i) first_class[i + 1] = first_class[i] + static_cast<u32>(lists.classes[i].size());
  for (int marks = 0; marks <= board().cells; ++marks)
    for (int i = 0; i <= most_border; ++i)
      first_set[marks][i + 1] = first_set[marks][i] + lists.classes[i].size() * binomial(inner_cells, marks - i);
}

Game::Game(int n, int least_marks) : sets(n) {
  side = n;
  least = least_marks;
  Slot next = 0;
  for (int marks = board().cells; marks >= least; --marks) {
    groups[group_count++] = {next, marks};
    first_of[marks] = next;
    next += sets.count(marks) << marks;
  }
  groups[group_count] = {next, 0};
}

std::vector<MarkLayer> Game::mark_layers() const {
  std::vector<MarkLayer> all;
  for (u32 i = 0; i < group_count; ++i) all.push_back({groups[i].marks, sets.count(groups[i].marks), groups[i].first});
  return all;
}

} // namespace zermelo::quixo
