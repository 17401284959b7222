// The tables of the index, made once for each size of the board.
#include "quixo/marks_game.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

namespace zermelo::quixo {
namespace {

struct Lists {
  std::vector<u32> images;
  std::vector<BorderPlace> places;
  std::vector<BorderClass> classes[Game::most_border + 1];
  std::vector<BorderClass> all_classes;
  std::vector<u16> low_ranks, low_sets;

  explicit Lists(int side) : images(Game::byte_images), low_ranks(1U << 16) {
    const Board& b = boards().of[side];
    fill_images(side);
    auto image = [&](u32 m, u32 set) {
      u32 out = 0;
      for (u32 byte = 0; byte < 4; ++byte) out |= images[(m * 4 + byte) * 256 + (set >> 8 * byte & 255)];
      return out;
    };
    // Sets are met in the order of their value, so the least of a class comes first.
    places.resize(std::size_t{1} << count_ones(b.border));
    for (u32 gathered = 0; gathered < places.size(); ++gathered) {
      const u32 set = static_cast<u32>(scatter_bits(gathered, b.border));
      BorderClass c{set, 0};
      u8 symmetry = 0;
      for (u8 m = 0; m < 8; ++m) {
        const u32 other = image(m, set);
        if (other == set) c.fixing |= 1U << m;
        if (other < c.first) c.first = other, symmetry = m;
      }
      auto& list = classes[count_ones(set)];
      if (c.first == set) {
        places[gathered] = {static_cast<u16>(list.size()), 0};
        list.push_back(c);
      } else {
        places[gathered] = {places[gather_bits(c.first, b.border)].number, symmetry};
      }
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
    for (u32 m = 0; m < 8; ++m) {
      for (int at = 0; at < n * n; ++at) {
        int row = at / n, column = at % n;
        if ((m & 1) != 0) column = n - 1 - column;
        if ((m & 2) != 0) row = n - 1 - row;
        if ((m & 4) != 0) std::swap(row, column);
        const u32 byte = static_cast<u32>(at) / 8, bit = 1U << at % 8;
        for (u32 value = 0; value < 256; ++value)
          if ((value & bit) != 0) images[(m * 4 + byte) * 256 + value] |= 1U << (n * row + column);
      }
    }
  }
};

const Lists& lists_for(int side) {
  static std::once_flag made[most_side + 1];
  static std::unique_ptr<const Lists> all[most_side + 1];
  const auto i = static_cast<std::size_t>(side);
  std::call_once(made[i], [&] { all[i] = std::make_unique<const Lists>(side); });
  return *all[i];
}

// The groups of all boards, each list made once.
const std::vector<Group>& groups_for(int side, int least, const std::vector<Group>& found) {
  static std::mutex lock;
  static std::unique_ptr<const std::vector<Group>> all[most_side + 1][Game::most_cells + 1];
  const std::scoped_lock guard(lock);
  auto& mine = all[side][least];
  if (!mine) mine = std::make_unique<const std::vector<Group>>(found);
  return *mine;
}

} // namespace

Game::Game(int n, int least_marks) : least(least_marks) {
  side = n;
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
  std::vector<Group> found;
  Slot next = 0;
  for (int marks = board().cells; marks >= least; --marks) {
    for (int i = 0; i <= most_border; ++i)
      first_set[marks][i + 1] = first_set[marks][i] + lists.classes[i].size() * binomial(inner_cells, marks - i);
    const u64 sets = first_set[marks][most_border + 1];
    for (int more = (marks + 1) / 2; more <= marks; ++more) {
      const int fewer = marks - more;
      found.push_back({next, static_cast<u8>(more), static_cast<u8>(fewer)});
      group_first[more][fewer] = next;
      next += sets * binomial(marks, more) * (more == fewer ? 1 : 2);
    }
  }
  group_count = static_cast<u32>(found.size());
  found.push_back({next, 0, 0});
  groups = groups_for(n, least, found).data();
}

// One list for each board and number of marks, made when it is first asked for.
const std::vector<TableLayer>& MarksGame::layers() const {
  static std::mutex lock;
  static std::unique_ptr<const std::vector<TableLayer>> all[most_side + 1][most_cells + 1];
  const std::scoped_lock guard(lock);
  auto& mine = all[side][least];
  if (!mine) {
    std::vector<TableLayer> list;
    for (u32 i = 0; i < group_count; ++i)
      list.push_back({groups[i].first, groups[i + 1].first, groups[i + 1].first,
                      std::to_string(groups[i].more) + "-" + std::to_string(groups[i].fewer)});
    mine = std::make_unique<const std::vector<TableLayer>>(std::move(list));
  }
  return *mine;
}

} // namespace zermelo::quixo
