// Files that fail with a sentence: every error names the file and the reason. Reads go through pread (a disk error must not
// kill the process, as it would under mmap); a finished file appears under its name whole or not at all.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/types.h"

namespace zermelo {

class File {
public:
  // Only regular files: a FIFO, a folder or a device in the place of one is refused at once.
  static File open_for_reading(const std::filesystem::path& path);
  static File create(const std::filesystem::path& path);          // a new one; what lies there is removed, a link too
  static File open_for_adding(const std::filesystem::path& path); // what is there stays
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File();

  const std::filesystem::path& path() const { return path_; }
  u64 size() const;
  void read_at(u64 offset, std::span<std::byte> into) const; // all of it, or an Error
  void write_at(u64 offset, std::span<const std::byte> from);
  void write_back(u64 offset, u64 bytes); // begins to bring it to the disk, so that sync() waits for less
  void sync();
  void close(); // reports what a late write error reports only here

private:
  File(int descriptor, std::filesystem::path path) : descriptor_(descriptor), path_(std::move(path)) {}
  int descriptor_ = -1;
  std::filesystem::path path_;
};

// Makes a synced temporary file the file of that name: rename, then fsync of the folder.
void publish(const std::filesystem::path& temporary, const std::filesystem::path& final_name);

// Writes a small file in the same careful way.
void write_whole(const std::filesystem::path& path, std::string_view text);
std::string read_whole(const std::filesystem::path& path, u64 at_most);

// Somebody else is at the same work.
class Busy : public Error {
public:
  explicit Busy(const std::string& what) : Error(Exit::runtime, what) {}
};

// Holds a lock on a file until destroyed; throws Busy at once, with a sentence, if another process holds it.
class FolderLock {
public:
  FolderLock(const std::filesystem::path& lock_file, const std::string& what);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

private:
  int descriptor_ = -1;
  std::filesystem::path path_;
};

// Whether there is something of that name; an Error where that cannot be told, as in a folder that may not be entered.
bool is_there(const std::filesystem::path& path);
std::filesystem::path temporary_of(const std::filesystem::path& path); // what is written first; publish() gives it its name

void make_folders(const std::filesystem::path& folder); // with those above it
void remove_file(const std::filesystem::path& path);    // no matter if there is none

u64 free_disk(const std::filesystem::path& folder);

// Gives the disk back the whole pages of a part of a file, whose size stays; what is read there is of no use from then on. A file
// system that cannot do so keeps them.
void give_back(const std::filesystem::path& path, u64 first, u64 last);

} // namespace zermelo
