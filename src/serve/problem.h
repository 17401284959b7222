// What is wrong with a request, as its sender is told (RFC 9457).
#pragma once

#include <stdexcept>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "serve/message.h"

namespace zermelo::serve {

class Problem : public std::runtime_error {
public:
  // `code` names the kind for those who say it in another language; empty: only the sentence says it.
  Problem(int status, const std::string& detail, std::string hint = "", const char* code = "")
      : std::runtime_error(detail), status_(status), hint_(std::move(hint)), code_(code) {}
  const char* code() const { return code_; }
  int status() const { return status_; }
  const std::string& hint() const { return hint_; }

private:
  int status_;
  std::string hint_;
  const char* code_;
};

const char* title_of(int status);
nlohmann::json to_json(const Problem& problem);
Response response_of(const Problem& problem);

// Whatever was thrown, as a problem: to be called while an exception is handled. The path of a file is never told.
Problem current_problem();

} // namespace zermelo::serve
