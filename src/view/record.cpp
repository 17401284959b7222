#include "view/record.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace zermelo {
namespace {

bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool digit(char c) { return c >= '0' && c <= '9'; }

bool is_result(std::string_view word) {
  for (const std::string_view r : {"1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "*"})
    if (word == r) return true;
  return false;
}

// "12.", "12..." and what stands right behind: "12.11-15".
std::string_view without_number(std::string_view word) {
  std::size_t digits = 0;
  while (digits < word.size() && digit(word[digits])) ++digits;
  if (digits == 0 || digits == word.size() || word[digits] != '.') return word;
  word.remove_prefix(digits);
  while (word.starts_with('.')) word.remove_prefix(1);
  return word;
}

class Reader {
public:
  Reader(std::string_view text, std::size_t most) : text_(text), left_(most) {}

  std::vector<GameRecord> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (blank(c) || c == ',')
        ++at_;
      else if (c == '{' && text_.find("\"turns\"", at_) != std::string_view::npos && line().ends_with('}'))
        json();
      else if (c == '{')
        skip_to('}');
      else if (c == '(')
        skip_branch();
      else if (c == ';' || c == '%')
        skip_to('\n');
      else if (c == '[')
        tag();
      else
        word();
    }
    close();
    return std::move(records_);
  }

private:
  std::string_view line() const {
    auto l = text_.substr(at_, text_.find('\n', at_) - at_);
    while (!l.empty() && blank(l.back())) l.remove_suffix(1);
    return l;
  }
  void skip_to(char c) {
    const auto end = text_.find(c, at_);
    at_ = end == std::string_view::npos ? text_.size() : end + 1;
  }
  void skip_branch() {
    int depth = 0;
    do {
      if (text_[at_] == '(') ++depth;
      if (text_[at_] == ')') --depth;
    } while (++at_ < text_.size() && depth > 0);
  }
  void close() {
    if (!now_.turns.empty() || !now_.start.empty() || !now_.tags.empty()) records_.push_back(std::move(now_));
    now_ = {};
  }
  // [Event "a name"]
  void tag() {
    if (!now_.turns.empty()) close(); // the headers of the next game
    const auto end = text_.find(']', at_);
    const auto inside = text_.substr(at_ + 1, end == std::string_view::npos ? std::string_view::npos : end - at_ - 1);
    at_ = end == std::string_view::npos ? text_.size() : end + 1;
    const auto open = inside.find('"'), shut = inside.rfind('"');
    if (open == std::string_view::npos || shut <= open) return;
    std::string name(inside.substr(0, open));
    std::erase_if(name, blank);
    std::string value(inside.substr(open + 1, shut - open - 1));
    if (name == "FEN" || name == "Position") {
      while (value.ends_with('.')) value.pop_back();
      now_.start = value;
    }
    if (name == "Game") now_.game = value;
    if (name == "GameType") now_.form = "pdn:" + value.substr(0, value.find(','));
    if (now_.tags.size() < 64) now_.tags.emplace(std::move(name), std::move(value));
  }
  void json() {
    const auto l = line();
    at_ = std::min(text_.size(), at_ + l.size() + 1);
    const auto j = nlohmann::json::parse(l, nullptr, false);
    if (!j.is_object() || !j.contains("turns") || !j["turns"].is_array()) return;
    close();
    auto text = [&](const char* key) {
      return j.contains(key) && j[key].is_string() ? j[key].get<std::string>() : std::string();
    };
    now_.game = text("game");
    now_.start = text("start");
    for (const auto& turn : j["turns"])
      if (turn.is_string()) add(turn.get<std::string>());
    for (const char* key : {"first", "second", "result"})
      if (const auto value = text(key); !value.empty()) now_.tags.emplace(key, value);
    close();
  }
  void word() {
    std::size_t end = at_;
    while (end < text_.size() && !blank(text_[end]) && text_[end] != ',' && text_[end] != '{' && text_[end] != ';' &&
           text_[end] != '(' && text_[end] != ')')
      ++end;
    end = std::max(end, at_ + 1);
    std::string_view w = without_number(text_.substr(at_, end - at_));
    at_ = end;
    if (w.empty() || w == "." || w == ")" || w.starts_with('$')) return;
    // A result ends a game; 1-1 and the like are no moves anywhere.
    if (is_result(w)) {
      now_.tags.emplace("Result", std::string(w));
      if (!now_.turns.empty()) close();
      return;
    }
    if (std::all_of(w.begin(), w.end(), digit) && next_is_dot()) return; // a number, then its point
    add(std::string(w));
  }
  bool next_is_dot() const { return at_ < text_.size() && text_[at_] == '.'; }
  void add(std::string turn) {
    if (left_ == 0) return;
    --left_;
    now_.turns.push_back(std::move(turn));
  }

  std::string_view text_;
  std::size_t at_ = 0, left_;
  GameRecord now_;
  std::vector<GameRecord> records_;
};

// "(;GM[4]SZ[15];B[hh];W[ii])": columns from the left, rows from the top, both in letters.
GameRecord read_sgf(std::string_view text, std::size_t most) {
  GameRecord r;
  int size = 15;
  std::string property;
  for (std::size_t at = 0; at < text.size() && text[at] != ')';) {
    const char c = text[at];
    if (c >= 'A' && c <= 'Z') {
      property.clear();
      while (at < text.size() && text[at] >= 'A' && text[at] <= 'Z') property += text[at++];
      continue;
    }
    if (c != '[') {
      ++at;
      continue;
    }
    const auto end = text.find(']', at);
    if (end == std::string_view::npos) break;
    const std::string value(text.substr(at + 1, end - at - 1));
    at = end + 1;
    if (property == "SZ") std::from_chars(value.data(), value.data() + value.size(), size);
    const bool turn = (property == "B" || property == "W") && value.size() == 2;
    if (turn && value[0] >= 'a' && value[1] >= 'a' && value[1] < 'a' + size && r.turns.size() < most)
      r.turns.push_back(std::string(1, value[0]) + std::to_string(size - (value[1] - 'a')));
    else if (!property.empty() && !turn && r.tags.size() < 64)
      r.tags.emplace(property, value);
  }
  if (!r.turns.empty()) r.form = "sgf:" + std::to_string(size);
  return r;
}

} // namespace

std::vector<GameRecord> read_records(std::string_view text, std::size_t most_turns) {
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (text.starts_with("(;")) return {read_sgf(text, most_turns)};
  return Reader(text, most_turns).run();
}

} // namespace zermelo
