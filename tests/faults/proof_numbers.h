// The numbers in a proof's payload, and what a forger may make of them.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "table/proof_file.h"

namespace zermelo::faults {

// Moves, and ranks where there are any.
inline std::vector<u64> numbers_in(const std::filesystem::path& file) {
  ProofFile proof(file);
  std::vector<u64> out;
  for (u64 n = 0; proof.next(n);) out.push_back(n);
  EXPECT_TRUE(proof.at_end());
  return out;
}

// One number changed to another below `most`, left out, put in or exchanged, or all from one on left out. May be the same again.
inline std::vector<u64> mutated(std::vector<u64> numbers, u64 most, std::mt19937_64& random) {
  const std::size_t at = random() % numbers.size();
  switch (random() % 5) {
  case 0: numbers[at] = (numbers[at] + 1 + random() % (most - 1)) % most; break;
  case 1: numbers.erase(numbers.begin() + static_cast<std::ptrdiff_t>(at)); break;
  case 2: numbers.insert(numbers.begin() + static_cast<std::ptrdiff_t>(at), random() % 10); break;
  case 3: numbers.resize(at); break;
  default: std::swap(numbers[at], numbers[random() % numbers.size()]); break;
  }
  return numbers;
}

} // namespace zermelo::faults
