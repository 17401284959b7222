#include "base/machine.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>

namespace zermelo {
namespace {

// The number after `key` in a file of lines like "MemAvailable:  123 kB"; all ones if there is none.
u64 number_in(const char* file, const std::string& key, u64 unit) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    std::istringstream rest(line.substr(key.size()));
    if (u64 n = 0; rest >> n) return n * unit;
  }
  return ~u64{0};
}

// memory.max holds a number or "max"; the limits of outer groups hold too.
u64 control_group_room() {
  u64 room = ~u64{0};
  std::ifstream in("/proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("0::")) continue;
    for (std::string group = line.substr(3);; group.resize(group.rfind('/'))) {
      const std::string folder = "/sys/fs/cgroup" + group;
      const u64 limit = number_in((folder + "/memory.max").c_str(), "", 1);
      const u64 used = number_in((folder + "/memory.current").c_str(), "", 1);
      if (limit != ~u64{0} && used != ~u64{0}) room = std::min(room, limit > used ? limit - used : 0);
      if (group.empty() || group.rfind('/') == std::string::npos) break;
    }
  }
  return room;
}

} // namespace

double wall_seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

u64 peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<u64>(usage.ru_maxrss) * 1024;
}

u64 resident_memory() {
  const u64 n = number_in("/proc/self/status", "VmRSS:", 1024);
  return n == ~u64{0} ? peak_memory() : n;
}

u64 available_memory() {
  u64 room = std::min(number_in("/proc/meminfo", "MemAvailable:", 1024), control_group_room());
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    const u64 used = number_in("/proc/self/status", "VmSize:", 1024);
    room = std::min<u64>(room, limit.rlim_cur > used ? limit.rlim_cur - used : 0);
  }
  return room;
}

std::string machine_name() {
  std::ifstream in("/proc/cpuinfo");
  std::string model = "unknown processor";
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("model name")) {
      model = line.substr(line.find(':') + 2);
      break;
    }
  }
  return model + ", " + std::to_string(sysconf(_SC_NPROCESSORS_ONLN)) + " cores";
}

} // namespace zermelo
