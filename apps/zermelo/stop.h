// Ctrl-C and SIGTERM ask long work to save itself and stop; the second one ends the program at once.
#pragma once

namespace zermelo {

// `heard`: how many of them are asked politely; the next one ends the program.
void catch_stop_signals(int heard = 1);
bool stop_requested();
int stop_requests(); // how many have come

} // namespace zermelo
