// What a checkpoint says of a stage in words, beside its arrays. It is kept as JSON; the library for that is a large template,
// which no strategy need read.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/types.h"

namespace zermelo {

class StageState {
public:
  StageState();
  explicit StageState(nlohmann::json words);
  StageState(const StageState& from);
  StageState(StageState&& from) noexcept;
  ~StageState();

  // T: u64, i64, bool, std::string, std::vector<u64>, std::vector<i32>.
  template <class T> StageState& set(const char* name, const T& value);
  // What is missing or of another kind throws, as all JSON here does; the reader of the checkpoint makes a sentence of it.
  template <class T> T get(const char* name) const;
  template <class T> T get_or(const char* name, T missing) const; // what files of an older version do not say

  const nlohmann::json& words() const { return *words_; }

private:
  std::unique_ptr<nlohmann::json> words_;
};

} // namespace zermelo
