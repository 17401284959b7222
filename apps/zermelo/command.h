// A command of the program: its words for the help, what it takes, what it does. One file each, listed in main.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "tasks/context.h"

namespace zermelo {

class Arguments;

// What every command takes.
struct Common : TablePlace {
  bool json = false;
};

struct Command {
  const char* name;
  const char* summary;
  const char* example;
  // Declares the arguments and returns what is to be done once they are read. `common` outlives it.
  std::function<Exit()> (*prepare)(Arguments& arguments, const Common& common);
};

extern const Command games_command, demo_command, tables_command, show_command, moves_command, perft_command, check_command,
    index_command, estimate_command, solve_command, prove_command, campaign_command, work_command, probe_command, line_command,
    stats_command, verify_command, openings_command, play_command, match_command, engine_command, annotate_command, rules_command,
    serve_command, bench_command, completion_command, man_command, new_command;

const std::vector<const Command*>& all_commands();         // main.cpp
void declare_common(Arguments& arguments, Common& common); // --json and --tables

} // namespace zermelo
