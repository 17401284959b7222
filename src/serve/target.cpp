#include "serve/target.h"

#include "serve/problem.h"

namespace zermelo::serve {
namespace {

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string decoded(std::string_view text, bool plus_is_space) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      const int high = i + 2 < text.size() ? digit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? digit(text[i + 2]) : -1;
      if (high < 0 || low < 0) throw Problem(400, "the address has a broken percent escape");
      c = static_cast<char>(high * 16 + low);
      i += 2;
    } else if (c == '+' && plus_is_space) {
      c = ' ';
    }
    if (c < 0x20 || c > 0x7e)
      throw Problem(400, "the address has a character that is not printable ASCII", "Positions are written in plain ASCII.");
    out += c;
  }
  return out;
}

} // namespace

Target parse_target(std::string_view target) {
  if (target.empty() || target.front() != '/' || target.find('#') != std::string_view::npos)
    throw Problem(400, "the address does not begin with a slash, or has a fragment");
  Target parsed;
  const auto mark = target.find('?');
  std::string_view path = target.substr(1, mark == std::string_view::npos ? mark : mark - 1);
  while (!path.empty()) {
    const auto slash = path.find('/');
    parsed.path.push_back(decoded(path.substr(0, slash), false));
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
    if (path.empty()) parsed.path.emplace_back(); // "/a/" is not "/a"
  }
  std::string_view query = mark == std::string_view::npos ? "" : target.substr(mark + 1);
  while (!query.empty()) {
    const auto end = query.find('&');
    const std::string_view pair = query.substr(0, end);
    query = end == std::string_view::npos ? "" : query.substr(end + 1);
    if (pair.empty()) continue;
    const auto equals = pair.find('=');
    const std::string value = equals == std::string_view::npos ? "" : decoded(pair.substr(equals + 1), true);
    if (!parsed.query.emplace(decoded(pair.substr(0, equals), true), value).second) throw Problem(400, "a parameter comes twice");
    if (parsed.query.size() > most_query_keys) throw Problem(400, "there are too many parameters");
  }
  return parsed;
}

} // namespace zermelo::serve
