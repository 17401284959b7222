#include "solve/stage_state.h"

#include <nlohmann/json.hpp>

namespace zermelo {

StageState::StageState() : words_(std::make_unique<nlohmann::json>(nlohmann::json::object())) {}
StageState::StageState(nlohmann::json words) : words_(std::make_unique<nlohmann::json>(std::move(words))) {}
StageState::StageState(const StageState& from) : words_(std::make_unique<nlohmann::json>(from.words())) {}
StageState::StageState(StageState&& from) noexcept = default;
StageState::~StageState() = default;

template <class T> StageState& StageState::set(const char* name, const T& value) {
  (*words_)[name] = value;
  return *this;
}
template <class T> T StageState::get(const char* name) const { return words_->at(name).get<T>(); }
template <class T> T StageState::get_or(const char* name, T missing) const {
  return words_->contains(name) ? get<T>(name) : missing;
}

#define ZERMELO_KIND(T)                                                                                                          \
  template StageState& StageState::set(const char*, const T&);                                                                   \
  template T StageState::get(const char*) const;                                                                                 \
  template T StageState::get_or(const char*, T) const;
ZERMELO_KIND(u64)
ZERMELO_KIND(i64)
ZERMELO_KIND(bool)
ZERMELO_KIND(std::string)
ZERMELO_KIND(std::vector<u64>)
ZERMELO_KIND(std::vector<i32>)
#undef ZERMELO_KIND

} // namespace zermelo
