// The edge to the terminal: data goes to stdout, everything else to stderr.
#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

#include "base/value.h"

namespace zermelo {

// The reader of our output has gone; the program ends quietly.
struct PipeClosed {};

// Writes to stdout. A full disk is an Error, a closed pipe a PipeClosed.
void out(std::string_view text);
void out(const nlohmann::json& object); // one line
void flush_out();

// Writes to stderr; failing to is no reason to stop working.
void note(std::string_view text);
inline void note_line(const std::string& sentence) { note(sentence + "\n"); }

template <class... T> void outf(fmt::format_string<T...> format, T&&... args) {
  out(std::string_view(fmt::format(format, std::forward<T>(args)...)));
}
template <class... T> void notef(fmt::format_string<T...> format, T&&... args) {
  note(fmt::format(format, std::forward<T>(args)...));
}

// The next line of stdin, without its end; false where there is none. A line longer than anything that is asked for is an Error,
// said before the rest of it is read: memory stays bounded, and nobody waits for the end of /dev/zero.
bool read_line(std::string& line);
// Whether a line, or the end of the input, comes within that time; what has come of a line is kept for read_line.
bool line_waits(int milliseconds);

bool stdin_is_terminal();
bool stdout_is_terminal();
bool stderr_is_terminal();
std::size_t terminal_columns(); // of stdout; 80 where nobody knows
std::size_t stderr_columns();
bool unicode(); // the locale's character set is UTF-8
// What was asked for by --lang; otherwise the locale's language, where it is one of those that games are described in.
std::string_view language_of(std::string_view asked);
bool stdout_wants_colour(); // it is a terminal that has colours, and NO_COLOR does not speak against them

// Green for a win, red for a loss, yellow for a draw, where stdout wants colour.
std::string painted(Value v, std::string_view text);
std::string bold(std::string_view text);

// Asks on stderr; true only for a yes.
bool confirm(const std::string& question);

} // namespace zermelo
