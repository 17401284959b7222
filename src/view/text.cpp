#include "view/text.h"

#include <cmath>
#include <fmt/format.h>

#include <algorithm>

namespace zermelo {
namespace {

// The bytes of the well-formed UTF-8 character at the start of text; 0 if there is none. C1 controls count as none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t n = byte(0) < 0x80 ? 1 : byte(0) >> 5 == 6 ? 2 : byte(0) >> 4 == 14 ? 3 : byte(0) >> 3 == 30 ? 4 : 0;
  if (n == 0 || n > text.size()) return 0;
  for (std::size_t i = 1; i < n; ++i)
    if (byte(i) >> 6 != 2) return 0;
  if (n == 2 && (byte(0) < 0xc2 || (byte(0) == 0xc2 && byte(1) < 0xa0))) return 0;
  if ((n == 3 && byte(0) == 0xe0 && byte(1) < 0xa0) || (n == 3 && byte(0) == 0xed && byte(1) >= 0xa0)) return 0;
  if (n == 4 && ((byte(0) == 0xf0 && byte(1) < 0x90) || byte(0) > 0xf4 || (byte(0) == 0xf4 && byte(1) >= 0x90))) return 0;
  return n;
}

} // namespace

std::string words(Value v) {
  if (v.has_score() && v.decisive()) return fmt::format("{} by {}", name_of(v.wdl), v.score > 0 ? v.score : -v.score);
  if (!v.has_plies()) return name_of(v.wdl);
  if (v.plies == 0) return v.wdl == Wdl::loss ? "lost" : "won";
  return fmt::format("{} in {}", name_of(v.wdl), v.plies);
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  constexpr std::string_view spaces = " \t\r\n";
  for (std::size_t at = text.find_first_not_of(spaces); at != std::string_view::npos;) {
    const auto end = std::min(text.find_first_of(spaces, at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = text.find_first_not_of(spaces, end);
  }
  return words;
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  for (std::size_t shown = 0; !text.empty(); ++shown) {
    if (shown == limit) return out + fmt::format("... ({} bytes more)", text.size());
    const std::size_t n = utf8_length(text);
    if (n == 0 || (n == 1 && (text[0] < 0x20 || text[0] == 0x7f))) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
      text.remove_prefix(1);
    } else {
      out += text.substr(0, n);
      text.remove_prefix(n);
    }
  }
  return out;
}

std::string bar(u64 value, u64 most, int width, bool unicode) {
  if (value == 0 || most == 0) return "";
  const double share = static_cast<double>(value) / static_cast<double>(most);
  const auto eighths = std::max(1, static_cast<int>(std::lround(share * 8 * width)));
  std::string out;
  if (!unicode) return std::string(static_cast<std::size_t>((eighths + 7) / 8), '#');
  for (int i = 0; i < eighths / 8; ++i) out += "█";
  constexpr const char* parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  return out + parts[eighths % 8];
}

} // namespace zermelo
