#include "yonmoque/occupancies.h"

#include <array>

#include "index/combinations.h"

namespace zermelo::yonmoque {

Occupancies::Occupancies(int most)
    : images_(Images::shared()), ranks_(CubeBoard::low), lines_(std::begin(all_lines.line), std::end(all_lines.line)) {
  constexpr int low_bits = CubeBoard::low_bits;
  std::array<u32, low_bits + 1> seen{};
  for (u32 set = 0; set < CubeBoard::low; ++set) ranks_[set] = seen[static_cast<std::size_t>(count_ones(set))]++;
  u32 before = 0;
  for (int n = 0; n <= most; ++n) {
    for (u32 upper = 0; upper < CubeBoard::high; ++upper) {
      firsts_.push_back(before);
      before += static_cast<u32>(binomial(low_bits, n - count_ones(upper)));
    }
  }
  places_.resize(before);
  board_.ranks = ranks_.data();
  board_.firsts = firsts_.data();
  board_.places = places_.data();
  u32 at = 0;
  for (int n = 0; n <= most; ++n) {
    const auto first = board_.first_set[n] = static_cast<u32>(sets_.size());
    u64 set = (u64{1} << n) - 1;
    for (u64 left = binomial(squares, n); left > 0; --left) {
      u32 least = static_cast<u32>(set);
      u32 symmetry = 0, kept = 0;
      for (u32 m = 0; m < Images::symmetries; ++m) {
        const u32 image = images_(m, static_cast<u32>(set));
        kept += image == set;
        if (image >= least) continue;
        least = image;
        symmetry = m;
      }
      if (least == set) sets_.push_back(least);
      const u32 number = least == set ? static_cast<u32>(sets_.size() - 1) - first : place(least).number();
      places_[at++] = number << 4 | (kept > 1 ? 8U : 0U) | symmetry;
      const u64 lowest = set & (0 - set), carried = set + lowest; // the next larger one of as many squares
      set = set == 0 ? 1 : carried | ((set ^ carried) >> 2) / lowest;
    }
  }
  for (int n = most + 1; n < CubeBoard::most_pieces + 2; ++n) board_.first_set[n] = static_cast<u32>(sets_.size());
  for (u32 m = 0; m < Images::symmetries; ++m)
    for (int s = 0; s < squares; ++s) image_words_.push_back(images_(m, u32{1} << s));
  for (int s = 0; s < squares; ++s)
    for (std::size_t n = 0; n < lines_.size(); ++n)
      if ((lines_[n] >> s & 1) != 0) board_.through[s] |= u64{1} << n;
  board_.sets = sets_.data();
  board_.images = image_words_.data();
  board_.lines = lines_.data();
  const std::vector<u32>* const arrays[] = {&ranks_, &firsts_, &places_, &sets_, &image_words_, &lines_};
  for (int i = 0; i < 6; ++i) board_.sizes[i] = arrays[i]->size();
}

namespace {

template <int Each> const Occupancies& shared() {
  static const Occupancies built(2 * Each);
  return built;
}

} // namespace

const Occupancies& Occupancies::of(int pieces_each) {
  switch (pieces_each) {
  case 1: return shared<1>();
  case 2: return shared<2>();
  case 3: return shared<3>();
  case 4: return shared<4>();
  case 5: return shared<5>();
  default: return shared<6>();
  }
}

u64 Occupancies::count(int pieces) {
  u64 kept = 0;
  for (std::size_t m = 0; m < Images::symmetries; ++m) {
    std::vector<u64> ways(static_cast<std::size_t>(pieces) + 1); // to choose so many squares
    ways[0] = 1;
    u32 seen = 0;
    for (u32 first = 1; first < yonmoque::board; first <<= 1) {
      if ((seen & first) != 0) continue;
      std::size_t length = 0;
      for (u32 at = first; (seen & at) == 0; at = Images::shared()(m, at), ++length) seen |= at;
      for (std::size_t k = ways.size(); k-- > length;) ways[k] += ways[k - length];
    }
    kept += ways.back();
  }
  return kept / Images::symmetries;
}

} // namespace zermelo::yonmoque
