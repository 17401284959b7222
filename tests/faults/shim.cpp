// A library to be loaded before the C library: sees every operation on files in one folder, counts them, and at the k-th
// kills the process or lets the operation fail. It can also write down what was done, so that a power cut can be replayed.
//
//   ZERMELO_SHIM_FOLDER  operations on files in this folder, and on the folder itself, are seen
//   ZERMELO_SHIM_MODE    record | kill | torn | eio | enospc | short, of operations; alloc, of allocations of a page or more; small, of
//                        all allocations; sites: none of them fails; threads
//   ZERMELO_SHIM_AT      the operation or allocation that is hit, counted from 1; how many threads there may be at once
//   ZERMELO_SHIM_LOG     where `record` writes (tests/faults/power_cut.h reads it), and `sites` from which calls each allocation came
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string>
#include <utility>

namespace {

enum class Mode { off, record, kill, torn, eio, enospc, shorten, alloc, small, sites, threads };
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
    const char* names[] = {"off", "record", "kill", "torn", "eio", "enospc", "short", "alloc", "small", "sites", "threads"};
    for (int i = 0; i < 11; ++i)
      if (wanted == names[i] && !folder.empty()) mode = static_cast<Mode>(i);
    if (mode == Mode::record || mode == Mode::sites)
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
    if (mode != Mode::record) return;
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

// What this library allocates for itself never fails: it is called by C, through which nothing can be thrown.
thread_local bool inside = false;
struct Inside {
  bool before = std::exchange(inside, true);
  ~Inside() { inside = before; }
};

int do_open(const char* symbol, const char* path, int flags, mode_t mode) {
  Shim& s = shim();
  const bool seen = s.sees(path);
  if (seen && s.step(false, (flags & O_CREAT) != 0) == Verdict::fail) return errno = s.reason(), -1;
  const int fd = next<int (*)(const char*, int, ...)>(symbol)(path, flags, mode);
  if (seen && fd >= 0 && static_cast<std::size_t>(fd) < s.path_of.size()) {
    const Inside own;
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

int do_sync(const char* symbol, int fd) {
  Shim& s = shim();
  if (s.sees(fd)) {
    if (s.step(false, true) == Verdict::fail) return errno = s.reason(), -1;
    s.note('S', s.name(fd), 0, "", 0);
  }
  return next<int (*)(int)>(symbol)(fd);
}

int do_truncate(int fd, off_t length) {
  Shim& s = shim();
  if (s.sees(fd)) {
    if (s.step(false, true) == Verdict::fail) return errno = s.reason(), -1;
    s.note('T', s.name(fd), static_cast<std::uint64_t>(length), "", 0);
  }
  return next<int (*)(int, off_t)>("ftruncate")(fd, length);
}

int do_remove(const char* symbol, const char* path) {
  Shim& s = shim();
  if (s.sees(path)) {
    if (s.step(false, false) == Verdict::fail) return errno = s.reason(), -1;
    s.note('D', path, 0, "", 0);
  }
  return next<int (*)(const char*)>(symbol)(path);
}

// Allocations by C++ and pages of the system, counted from zermelo_shim_arm() on: those of a page or more, or all. One of them fails.
std::atomic<long> armed{0}, allocations{0};
std::atomic<std::size_t> least{0};

// The calls that an allocation comes from, as one number: the twelve innermost, since what calls itself would never come twice from
// the same. The first two are of this library.
void note_site() {
  const Inside own; // to look may allocate
  std::array<void*, 14> calls{};
  const int n = ::backtrace(calls.data(), static_cast<int>(calls.size()));
  std::uint64_t site = 14695981039346656037U;
  for (int i = 2; i < n; ++i)
    site = (site ^ reinterpret_cast<std::uintptr_t>(calls[static_cast<std::size_t>(i)])) * 1099511628211U;
  if (::syscall(SYS_write, shim().log, &site, sizeof site) < 0) std::abort();
}

bool allocation_fails(std::size_t n) {
  if (armed.load(std::memory_order_relaxed) == 0 || n < least || inside) return false;
  if (shim().mode == Mode::sites) return note_site(), false;
  return ++allocations == armed;
}

// Threads that live at once, as a limit of the system counts them.
std::atomic<long> alive{0};
struct Started {
  void* (*run)(void*);
  void* argument;
};
void* run_counted(void* p) {
  const Started s = *static_cast<Started*>(p);
  delete static_cast<Started*>(p);
  void* const result = s.run(s.argument);
  --alive;
  return result;
}

mode_t mode_from(int flags, va_list list) { return (flags & O_CREAT) != 0 ? static_cast<mode_t>(va_arg(list, int)) : 0; }

} // namespace

// The operators of C++ are replaced for the whole program.
namespace {
void* checked(void* p) {
  if (p == nullptr) {
    if (const std::new_handler handler = std::get_new_handler()) handler(); // which throws
    throw std::bad_alloc();
  }
  return p;
}
} // namespace
void* operator new(std::size_t n) { return checked(allocation_fails(n) ? nullptr : std::malloc(n != 0 ? n : 1)); }
void* operator new(std::size_t n, std::align_val_t align) {
  const auto a = static_cast<std::size_t>(align);
  return checked(allocation_fails(n) ? nullptr : std::aligned_alloc(a, (n + a - 1) / a * a));
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

extern "C" {

void zermelo_shim_arm() {
  least = shim().mode == Mode::alloc ? 4096 : 0;
  if (shim().mode == Mode::alloc || shim().mode == Mode::small || shim().mode == Mode::sites) armed = shim().at;
}

void* mmap(void* where, size_t n, int protection, int flags, int fd, off_t offset) {
  if ((flags & MAP_ANONYMOUS) != 0 && allocation_fails(n)) return errno = ENOMEM, MAP_FAILED;
  return next<void* (*)(void*, size_t, int, int, int, off_t)>("mmap")(where, n, protection, flags, fd, offset);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  auto real = next<int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  if (shim().mode != Mode::threads) return real(thread, attributes, run, argument);
  if (++alive > shim().at) return --alive, EAGAIN;
  const int failed = real(thread, attributes, run_counted, new Started{run, argument});
  if (failed != 0) --alive;
  return failed;
}

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

int fsync(int fd) { return do_sync("fsync", fd); }
int fdatasync(int fd) { return do_sync("fdatasync", fd); }
int ftruncate(int fd, off_t length) { return do_truncate(fd, length); }
int ftruncate64(int fd, off_t length) { return do_truncate(fd, length); }

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

int remove(const char* path) { return do_remove("remove", path); }
int unlink(const char* path) { return do_remove("unlink", path); }

} // extern "C"
