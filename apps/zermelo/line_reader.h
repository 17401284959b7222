// Lines that a person types: edited, remembered and completed where the input is a terminal, read as they come otherwise.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace zermelo {

class LineReader {
public:
  // `words` are what the tab key may complete to now.
  explicit LineReader(std::function<std::vector<std::string>()> words);
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;
  ~LineReader();

  bool edits() const { return edits_; } // it prints the prompt itself
  // False at the end of the input.
  bool read(const std::string& prompt, std::string& line);

private:
  std::function<std::vector<std::string>()> words_;
  bool edits_ = false;
};

} // namespace zermelo
