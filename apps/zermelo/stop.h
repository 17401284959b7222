// Ctrl-C and SIGTERM ask long work to save itself and stop; the second one ends the program at once.
#pragma once

namespace zermelo {

void catch_stop_signals();
bool stop_requested();

} // namespace zermelo
