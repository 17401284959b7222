// A library to be loaded before the C library: sees every operation on files in one folder, counts them, and at the k-th
// kills the process or lets the operation fail. It can also write down what was done, so that a power cut can be replayed.
//
//   ZERMELO_SHIM_FOLDER  operations on files in this folder, and on the folder itself, are seen
//   ZERMELO_SHIM_MODE    record | kill | torn | eio | enospc | short
//   ZERMELO_SHIM_AT      the operation that is hit, counted from 1
//   ZERMELO_SHIM_LOG     where `record` writes (tests/faults/power_cut.h reads it)
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

namespace {

enum class Mode { off, record, kill, torn, eio, enospc, shorten };
enum class Verdict { pass, fail, half };

struct Shim {
  std::string folder;
  Mode mode = Mode::off;
  long at = 0;
  long count = 0;
  int log = -1;
  bool full = false; // the disk, from the hit operation on
  std::mutex hold;
  std::array<std::string, 4096> path_of; // by descriptor

  Shim() {
    auto variable = [](const char* name) { return std::string(std::getenv(name) != nullptr ? std::getenv(name) : ""); };
    folder = variable("ZERMELO_SHIM_FOLDER");
    const std::string wanted = variable("ZERMELO_SHIM_MODE");
    at = std::atol(variable("ZERMELO_SHIM_AT").c_str());
    const char* names[] = {"off", "record", "kill", "torn", "eio", "enospc", "short"};
    for (int i = 0; i < 7; ++i)
      if (wanted == names[i] && !folder.empty()) mode = static_cast<Mode>(i);
    if (mode == Mode::record)
      log = static_cast<int>(
          ::syscall(SYS_openat, AT_FDCWD, variable("ZERMELO_SHIM_LOG").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644));
  }
  bool sees(const char* path) const {
    return mode != Mode::off && path != nullptr && std::strncmp(path, folder.c_str(), folder.size()) == 0;
  }
  bool sees(int fd) const {
    const auto i = static_cast<std::size_t>(fd);
    return mode != Mode::off && fd >= 0 && i < path_of.size() && !path_of[i].empty();
  }
  const std::string& name(int fd) const { return path_of[static_cast<std::size_t>(fd)]; }

  // One record: the letter of the operation, two numbers, a path, and data.
  void note(char what, const std::string& path, std::uint64_t offset, const void* data, std::uint64_t bytes) const {
    if (log < 0) return;
    const std::uint64_t head[] = {static_cast<std::uint64_t>(what), offset, path.size(), bytes};
    std::string record(reinterpret_cast<const char*>(head), sizeof head);
    record += path;
    record.append(static_cast<const char*>(data), bytes);
    if (::syscall(SYS_write, log, record.data(), record.size()) < 0) std::abort();
  }

  Verdict step(bool writes, bool needs_room) {
    const std::lock_guard lock(hold);
    if (full) return needs_room ? Verdict::fail : Verdict::pass;
    if (++count != at) return Verdict::pass;
    switch (mode) {
    case Mode::kill: ::kill(::getpid(), SIGKILL); return Verdict::fail;
    case Mode::torn: return writes ? Verdict::half : (::kill(::getpid(), SIGKILL), Verdict::fail);
    case Mode::eio: return Verdict::fail;
    case Mode::enospc: full = true; return writes ? Verdict::half : needs_room ? Verdict::fail : Verdict::pass;
    case Mode::shorten: return writes ? Verdict::half : Verdict::pass;
    default: return Verdict::pass;
    }
  }
  int reason() const { return mode == Mode::enospc ? ENOSPC : EIO; }
};

Shim& shim() {
  static Shim& it = *new Shim; // never destroyed: files are closed late
  return it;
}

template <class F> F next(const char* name) { return reinterpret_cast<F>(::dlsym(RTLD_NEXT, name)); }

int do_open(const char* symbol, const char* path, int flags, mode_t mode) {
  Shim& s = shim();
  const bool seen = s.sees(path);
  if (seen && s.step(false, (flags & O_CREAT) != 0) == Verdict::fail) return errno = s.reason(), -1;
  const int fd = next<int (*)(const char*, int, ...)>(symbol)(path, flags, mode);
  if (seen && fd >= 0 && static_cast<std::size_t>(fd) < s.path_of.size()) {
    s.path_of[static_cast<std::size_t>(fd)] = path;
    s.note((flags & O_CREAT) == 0 ? 'O' : (flags & O_TRUNC) != 0 ? 'T' : 'C', path, 0, "", 0);
  }
  return fd;
}

ssize_t do_write(int fd, const void* data, size_t n, off_t offset) {
  Shim& s = shim();
  auto real = next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
  if (!s.sees(fd)) return real(fd, data, n, offset);
  const Verdict v = s.step(true, true);
  if (v == Verdict::fail) return errno = s.reason(), -1;
  if (v == Verdict::half && n > 1) n /= 2;
  const ssize_t done = real(fd, data, n, offset);
  if (v == Verdict::half && s.mode == Mode::torn) ::kill(::getpid(), SIGKILL);
  if (done > 0) s.note('W', s.name(fd), static_cast<std::uint64_t>(offset), data, static_cast<std::uint64_t>(done));
  return done;
}

ssize_t do_read(int fd, void* data, size_t n, off_t offset) {
  Shim& s = shim();
  if (s.sees(fd)) {
    if (s.step(false, false) == Verdict::fail) return errno = s.reason(), -1;
    s.note('P', s.name(fd), 0, "", 0);
  }
  return next<ssize_t (*)(int, void*, size_t, off_t)>("pread")(fd, data, n, offset);
}

mode_t mode_from(int flags, va_list list) { return (flags & O_CREAT) != 0 ? static_cast<mode_t>(va_arg(list, int)) : 0; }

} // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = mode_from(flags, list);
  va_end(list);
  return do_open("open", path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = mode_from(flags, list);
  va_end(list);
  return do_open("open64", path, flags, mode);
}
ssize_t pwrite(int fd, const void* data, size_t n, off_t offset) { return do_write(fd, data, n, offset); }
ssize_t pwrite64(int fd, const void* data, size_t n, off_t offset) { return do_write(fd, data, n, offset); }
ssize_t pread(int fd, void* data, size_t n, off_t offset) { return do_read(fd, data, n, offset); }
ssize_t pread64(int fd, void* data, size_t n, off_t offset) { return do_read(fd, data, n, offset); }

int fsync(int fd) {
  Shim& s = shim();
  if (s.sees(fd)) {
    if (s.step(false, true) == Verdict::fail) return errno = s.reason(), -1;
    s.note('S', s.name(fd), 0, "", 0);
  }
  return next<int (*)(int)>("fsync")(fd);
}

// A failing close has still given the descriptor back.
int close(int fd) {
  Shim& s = shim();
  bool fails = false;
  if (s.sees(fd)) {
    fails = s.step(false, true) == Verdict::fail;
    s.note('X', s.name(fd), 0, "", 0);
    s.path_of[static_cast<std::size_t>(fd)].clear();
  }
  const int result = next<int (*)(int)>("close")(fd);
  return fails ? (errno = s.reason(), -1) : result;
}

int rename(const char* from, const char* to) {
  Shim& s = shim();
  if (s.sees(to)) {
    if (s.step(false, true) == Verdict::fail) return errno = s.reason(), -1;
    s.note('R', from, 0, to, std::strlen(to));
  }
  return next<int (*)(const char*, const char*)>("rename")(from, to);
}

int remove(const char* path) {
  Shim& s = shim();
  if (s.sees(path)) {
    if (s.step(false, false) == Verdict::fail) return errno = s.reason(), -1;
    s.note('D', path, 0, "", 0);
  }
  return next<int (*)(const char*)>("remove")(path);
}

} // extern "C"
