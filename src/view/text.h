// Values and foreign text as people read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/value.h"

namespace zermelo {

// "win in 41", "win" where the distance is not known, "draw", "lost" for a game that is over
std::string words(Value v);

// Text that came from outside, fit for a terminal: control characters and broken UTF-8 escaped, cut after `limit` characters.
std::string printable(std::string_view text, std::size_t limit = 80);

std::string lower(std::string_view text);                    // Latin capitals made small
std::vector<std::string> split_words(std::string_view text); // what stands between spaces, tabs and line ends

// A bar of at most `width` cells for value/most, at least a sliver for anything above zero.
std::string bar(u64 value, u64 most, int width, bool unicode);

} // namespace zermelo
