#include "campaign/scratch.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

namespace zermelo {
namespace {

constexpr std::string_view prefix = "zermelo-campaign-";

int open_folder(const std::filesystem::path& folder) {
  return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// Of this user, and nobody has its lock. Whoever has just made a folder and has not locked it yet finds it gone, and makes another.
void remove_if_left(const std::filesystem::path& folder) {
  const int fd = open_folder(folder);
  if (fd < 0) return;
  struct stat there{};
  std::error_code none;
  if (::fstat(fd, &there) == 0 && there.st_uid == ::geteuid() && ::flock(fd, LOCK_EX | LOCK_NB) == 0)
    std::filesystem::remove_all(folder, none);
  ::close(fd);
}

void remove_leftovers(const std::filesystem::path& root) {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(root, none))
    if (entry.path().filename().string().starts_with(prefix)) remove_if_left(entry.path());
}

} // namespace

Scratch::Scratch() {
  const auto root = std::filesystem::temp_directory_path();
  remove_leftovers(root);
  for (;;) {
    std::string pattern = (root / fmt::format("{}XXXXXX", prefix)).string();
    if (::mkdtemp(pattern.data()) == nullptr) throw Error(Exit::runtime, "cannot make a folder " + pattern);
    folder_ = pattern;
    lock_ = open_folder(folder_);
    if (lock_ >= 0) ::flock(lock_, LOCK_EX);
    if (::access(folder_.c_str(), W_OK) == 0) return;
    if (lock_ >= 0) ::close(lock_);
  }
}

Scratch::~Scratch() {
  std::error_code none;
  std::filesystem::remove_all(folder_, none);
  if (lock_ >= 0) ::close(lock_);
}

std::filesystem::path Scratch::next() {
  return folder_ / (std::to_string(given_.with([](auto& n) { return ++n; })) + ".proof");
}

} // namespace zermelo
