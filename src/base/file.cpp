#include "base/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace zermelo {
namespace {

[[noreturn]] void fail(const char* doing, const std::filesystem::path& path, int reason) {
  const bool no_room = reason == ENOSPC || reason == EDQUOT || reason == EFBIG; // EFBIG: a limit on the size of files
  const Exit code = no_room ? Exit::resources : Exit::runtime;
  throw Error(code, std::string("cannot ") + doing + " " + path.string() + ": " + std::strerror(reason));
}

// A descriptor, or -1 with errno. Never one of 0 to 2: where the caller has closed these, whatever the program or a library of
// it says would be written into the file.
int open_descriptor(const std::filesystem::path& path, int flags) {
  int fd = -1;
  do fd = ::open(path.c_str(), flags | O_CLOEXEC, 0644);
  while (fd < 0 && errno == EINTR);
  if (fd < 0 || fd > STDERR_FILENO) return fd;
  const int higher = ::fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), reason = errno;
  ::close(fd);
  errno = reason;
  return higher;
}

int open_or_fail(const std::filesystem::path& path, int flags, const char* doing) {
  const int fd = open_descriptor(path, flags);
  if (fd < 0) fail(doing, path, errno);
  return fd;
}

// Without O_NONBLOCK a FIFO in the place of a file would be waited for until somebody writes into it. On a regular file it
// changes nothing.
int open_regular(const std::filesystem::path& path, int flags, const char* doing) {
  const int fd = open_or_fail(path, flags | O_NONBLOCK, doing);
  struct stat s{};
  if (const bool regular = ::fstat(fd, &s) == 0 && S_ISREG(s.st_mode); regular) return fd;
  ::close(fd);
  throw Error(Exit::table, path.string() + (S_ISDIR(s.st_mode) ? " is a folder, not a file" : " is not a regular file"));
}

// What a run that was killed has left there, or a link that somebody else has put there, is removed, never written through.
int create_anew(const std::filesystem::path& path) {
  const int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW;
  if (const int fd = open_descriptor(path, flags); fd >= 0) return fd;
  if (errno != EEXIST) fail("create", path, errno);
  std::error_code unknown;
  if (std::filesystem::symlink_status(path, unknown).type() == std::filesystem::file_type::directory)
    fail("create", path, EISDIR);
  remove_file(path);
  return open_or_fail(path, flags, "create");
}

} // namespace

File File::open_for_reading(const std::filesystem::path& path) { return {open_regular(path, O_RDONLY, "open"), path}; }
File File::create(const std::filesystem::path& path) { return {create_anew(path), path}; }
File File::open_for_adding(const std::filesystem::path& path) { return {open_regular(path, O_RDWR | O_CREAT, "create"), path}; }

File::File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::move(other.path_)) {}
File& File::operator=(File&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(path_, other.path_);
  return *this;
}
File::~File() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

u64 File::size() const {
  struct stat s{};
  if (::fstat(descriptor_, &s) != 0) fail("look at", path_, errno);
  return static_cast<u64>(s.st_size);
}

void File::read_at(u64 offset, std::span<std::byte> into) const {
  while (!into.empty()) {
    const ssize_t n = ::pread(descriptor_, into.data(), into.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("read", path_, errno);
    if (n == 0) throw Error(Exit::table, path_.string() + " ends too early: it was cut off");
    offset += static_cast<u64>(n);
    into = into.subspan(static_cast<std::size_t>(n));
  }
}

void File::write_at(u64 offset, std::span<const std::byte> from) {
  while (!from.empty()) {
    const ssize_t n = ::pwrite(descriptor_, from.data(), from.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("write", path_, errno);
    if (n == 0) fail("write", path_, ENOSPC);
    offset += static_cast<u64>(n);
    from = from.subspan(static_cast<std::size_t>(n));
  }
}

void File::write_back(u64 offset, u64 bytes) {
  ::sync_file_range(descriptor_, static_cast<off_t>(offset), static_cast<off_t>(bytes), SYNC_FILE_RANGE_WRITE); // only advice
}

void File::sync() {
  if (::fsync(descriptor_) != 0) fail("sync", path_, errno);
}

void File::close() {
  if (const int fd = std::exchange(descriptor_, -1); fd >= 0 && ::close(fd) != 0 && errno != EINTR) fail("close", path_, errno);
}

void publish(const std::filesystem::path& temporary, const std::filesystem::path& final_name) {
  if (::rename(temporary.c_str(), final_name.c_str()) != 0) fail("rename to", final_name, errno);
  const auto folder = final_name.has_parent_path() ? final_name.parent_path() : std::filesystem::path(".");
  const int fd = open_or_fail(folder, O_RDONLY | O_DIRECTORY, "open");
  const int failed = ::fsync(fd) != 0 ? errno : 0;
  ::close(fd);
  if (failed != 0) fail("sync", folder, failed);
}

void write_whole(const std::filesystem::path& path, std::string_view text) {
  const auto temporary = temporary_of(path);
  File file = File::create(temporary);
  file.write_at(0, std::as_bytes(std::span(text)));
  file.sync();
  file.close();
  publish(temporary, path);
}

std::string read_whole(const std::filesystem::path& path, u64 at_most) {
  const File file = File::open_for_reading(path);
  const u64 size = file.size();
  if (size > at_most) throw Error(Exit::runtime, path.string() + " is too large");
  std::string text(size, '\0');
  file.read_at(0, std::as_writable_bytes(std::span(text)));
  return text;
}

FolderLock::FolderLock(const std::filesystem::path& lock_file, const std::string& what) : path_(lock_file) {
  for (;;) {
    descriptor_ = open_regular(lock_file, O_RDWR | O_CREAT | O_NOFOLLOW, "create");
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) break;
    // Another process may have removed the file between the two calls: what is locked then is nobody's.
    struct stat locked{}, there{};
    if (::fstat(descriptor_, &locked) == 0 && ::stat(lock_file.c_str(), &there) == 0 && locked.st_ino == there.st_ino &&
        locked.st_dev == there.st_dev)
      return;
    ::close(std::exchange(descriptor_, -1));
  }
  const int reason = errno;
  ::close(std::exchange(descriptor_, -1));
  if (reason == EWOULDBLOCK) throw Busy("another process is " + what + " (" + lock_file.string() + " is locked)");
  fail("lock", lock_file, reason);
}

// The lock file stays, unless who has the lock removes it.
FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool is_there(const std::filesystem::path& path) {
  std::error_code failed;
  const bool there = std::filesystem::exists(path, failed);
  if (failed) fail("look at", path, failed.value());
  return there;
}

std::filesystem::path temporary_of(const std::filesystem::path& path) { return path.string() + ".tmp"; }

void make_folders(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) fail("create", folder, failed.value());
}

void remove_file(const std::filesystem::path& path) {
  std::error_code failed;
  std::filesystem::remove(path, failed);
  if (failed) fail("remove", path, failed.value());
}

void give_back(const std::filesystem::path& path, u64 first, u64 last) {
  constexpr u64 page = 4096;
  first = (first + page - 1) / page * page;
  last = last / page * page;
  if (first >= last) return;
  const int fd = open_regular(path, O_RDWR, "open");
  ::fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(first), static_cast<off_t>(last - first));
  ::close(fd);
}

u64 free_disk(const std::filesystem::path& folder) {
  std::error_code ignored;
  const auto space = std::filesystem::space(folder, ignored);
  return ignored ? ~u64{0} : space.available;
}

} // namespace zermelo
