// Numbers as people read them.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>

#include "base/types.h"

namespace zermelo {

// 1234567 -> "1,234,567"
inline std::string grouped(u64 n) {
  std::string digits = std::to_string(n);
  for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3) digits.insert(static_cast<std::size_t>(i), 1, ',');
  return digits;
}

// 1536 -> "1.5 KiB"
inline std::string bytes(u64 n) {
  if (n < 1024) return fmt::format("{} bytes", n);
  double x = static_cast<double>(n);
  const char* unit = "";
  for (const char* next : {"KiB", "MiB", "GiB", "TiB", "PiB"}) {
    if (x < 1024) break;
    x /= 1024;
    unit = next;
  }
  return fmt::format("{:.{}f} {}", x, x < 10 ? 1 : 0, unit);
}

// 75.3 -> "1 min 15 s"
inline std::string duration(double seconds) {
  if (seconds < 1) return fmt::format("{:.0f} ms", seconds * 1000);
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const auto s = static_cast<u64>(seconds);
  if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
  if (s < u64{48} * 3600) return fmt::format("{} h {} min", s / 3600, s / 60 % 60);
  return fmt::format("{} days", s / 86400);
}

// "512M", "2G", "1.5GiB", "1000000" -> bytes; binary multiples
inline std::optional<u64> parse_bytes(std::string_view text) {
  std::size_t end = 0;
  double x = 0;
  try {
    x = std::stod(std::string(text), &end);
  } catch (const std::exception&) {
    return std::nullopt;
  }
  std::string_view unit = text.substr(end);
  if (unit.ends_with("iB")) unit.remove_suffix(2);
  if (unit.ends_with('B') && unit.size() > 1) unit.remove_suffix(1);
  u64 factor = 1;
  if (unit == "K" || unit == "k")
    factor = u64{1} << 10;
  else if (unit == "M")
    factor = u64{1} << 20;
  else if (unit == "G")
    factor = u64{1} << 30;
  else if (unit == "T")
    factor = u64{1} << 40;
  else if (!unit.empty() && unit != "B")
    return std::nullopt;
  const double n = x * static_cast<double>(factor);
  if (!(n >= 1 && n <= 1e18)) return std::nullopt; // less than a byte is nothing that anybody means
  return static_cast<u64>(n);
}

} // namespace zermelo
