// What tests about files share: a folder of their own, seeds that are printed, whole files as bytes.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "base/types.h"

#if defined(__SANITIZE_THREAD__)
#define ZERMELO_THREAD_SANITIZED 1
#else
#define ZERMELO_THREAD_SANITIZED 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ZERMELO_SANITIZED 1
#else
#define ZERMELO_SANITIZED 0
#endif

namespace zermelo::faults {

// ZERMELO_FULL=1 asks for the full counts, as `./dev fuzz` does; else a test takes a second or two.
inline bool full_run() {
  const char* full = std::getenv("ZERMELO_FULL");
  return full != nullptr && std::string(full) != "0";
}
// A full run can be divided among processes: ZERMELO_SHARD=2/8 makes a test do the third eighth of its counts, with a seed of its
// own.
struct Shard {
  u64 number = 0, of = 1;
};
inline Shard shard() {
  Shard s;
  const char* const given = full_run() ? std::getenv("ZERMELO_SHARD") : nullptr;
  if (given == nullptr) return s;
  char* slash = nullptr;
  s.number = std::strtoull(given, &slash, 10);
  s.of = *slash == '/' ? std::strtoull(slash + 1, nullptr, 10) : 0;
  if (s.number >= s.of) throw std::runtime_error("ZERMELO_SHARD is not of the form 2/8");
  return s;
}

// The thread sanitizer makes everything ten times slower: a tenth is enough for it.
inline u64 times(u64 quick, u64 full) {
  if (full_run()) return full / shard().of + (shard().number < full % shard().of ? 1U : 0U);
  return ZERMELO_THREAD_SANITIZED != 0 ? std::max<u64>(3, quick / 10) : quick;
}

// ZERMELO_SECONDS ends the loops of a full run after that time, so that what was tried until then is counted; it is said that
// there would have been more.
inline const auto begin_of_process = std::chrono::steady_clock::now();
inline bool out_of_time() {
  static bool said = false;
  const char* const given = full_run() ? std::getenv("ZERMELO_SECONDS") : nullptr;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_of_process;
  if (given == nullptr || passed.count() < std::strtod(given, nullptr)) return false;
  if (!said) std::cout << "[ cut short ]" << std::endl;
  return said = true;
}

// The seed of a test: ZERMELO_SEED, else a fixed one. Printed, so that a failure can be repeated.
inline u64 seed_of_test() {
  const char* given = std::getenv("ZERMELO_SEED");
  const u64 seed = (given != nullptr ? std::strtoull(given, nullptr, 10) : 20260101) + shard().number;
  std::cout << "[   seed   ] " << seed << (full_run() ? ", full run" : "") << std::endl;
  return seed;
}

// What a test has tried, for the tables that tests/full prints: a row, and where it differs a way of solving.
inline void count(const std::string& row, u64 n, const std::string& way = "all") {
  std::cout << "[  counts  ] " << n << '\t' << way << '\t' << row << std::endl;
}

// A program or library of the build that a test starts; a variable of the same name says where else it lies.
inline std::string built(const char* variable, const char* compiled_in) {
  const char* const given = std::getenv(variable);
  return given != nullptr ? given : compiled_in;
}

// A new folder, removed at the end; in memory where possible, since these tests sync thousands of times.
class Scratch {
public:
  Scratch() {
    const auto root =
        ::access("/dev/shm", W_OK) == 0 ? std::filesystem::path("/dev/shm") : std::filesystem::temp_directory_path();
    std::string name = (root / "zermelo-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
    path_ = name;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

private:
  std::filesystem::path path_;
};

inline std::string bytes_in(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_bytes(const std::filesystem::path& file, std::string_view bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

} // namespace zermelo::faults
