// A model of what a disk may hold after a power cut, given the operations that a program did. Only what POSIX promises is
// taken for sure: the data of a file after its fsync, the names in a folder after the fsync of the folder. Of the rest any
// write may be there, lost, or there in part with zeros behind; names change in order, but an end of that order may be lost.
#pragma once

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <stdexcept>

#include "tests/faults/scratch.h"

namespace zermelo::faults {

// As the shim notes it: T create, and cut to a length, C create, O open, P read, W write, S sync, X close, R rename, D remove.
struct Operation {
  char what = 0;
  u64 offset = 0;
  std::string path;
  std::string data; // of a write; the new path of a rename
};

inline std::vector<Operation> read_log(const std::filesystem::path& log) {
  const std::string bytes = bytes_in(log);
  std::vector<Operation> all;
  for (std::size_t at = 0; at < bytes.size();) {
    u64 head[4];
    std::memcpy(head, bytes.data() + at, sizeof head);
    at += sizeof head;
    all.push_back({static_cast<char>(head[0]), head[1], bytes.substr(at, head[2]), bytes.substr(at + head[2], head[3])});
    at += head[2] + head[3];
  }
  return all;
}

class PowerCut {
public:
  PowerCut(std::filesystem::path folder, bool syncs_work) : folder_(std::move(folder)), syncs_work_(syncs_work) {}

  void apply(const Operation& op) {
    switch (op.what) {
    case 'T': create(op.path).pending.push_back({true, op.offset, ""}); break;
    case 'C': create(op.path); break;
    case 'W': files_[now_.at(op.path)].pending.push_back({false, op.offset, op.data}); break;
    case 'S': sync(op.path); break;
    case 'R': change({op.path, op.data}); break;
    case 'D': change({op.path, ""}); break;
    default: break;
    }
  }

  // Writes one folder that may be found after a cut at this moment.
  void leave(const std::filesystem::path& into, std::mt19937_64& random) const {
    std::filesystem::remove_all(into);
    std::filesystem::create_directory(into);
    auto names = sure_;
    const u64 kept = random() % (changes_.size() + 1);
    for (u64 i = 0; i < kept; ++i) rename_in(names, changes_[i]);
    for (const auto& [name, file] : names)
      write_bytes(into / std::filesystem::path(name).filename(), left_of(files_[file], random));
  }

private:
  struct Write {
    bool truncates;
    u64 offset;
    std::string data;
  };
  struct File {
    std::string sure;
    std::vector<Write> pending;
  };
  struct Change { // a new name for a file; no `to`: removed; `file` set: made
    std::string from, to;
    std::size_t file = ~std::size_t{0};
  };
  using Names = std::map<std::string, std::size_t>;

  static void put(std::string& content, const Write& w, u64 bytes) {
    if (w.truncates) content.resize(w.offset, '\0');
    if (content.size() < w.offset + w.data.size()) content.resize(w.offset + w.data.size(), '\0');
    content.replace(w.offset, bytes, w.data, 0, bytes);
  }
  static std::string left_of(const File& file, std::mt19937_64& random) {
    std::string content = file.sure;
    const u64 mood = random() % 4; // nothing, everything, or any mixture
    for (const auto& w : file.pending) {
      const u64 fate = mood == 0 ? 0 : mood == 1 ? 1 : random() % 3;
      if (fate != 0) put(content, w, fate == 1 || w.data.empty() ? w.data.size() : random() % w.data.size());
    }
    return content;
  }
  static void rename_in(Names& names, const Change& c) {
    if (c.file != ~std::size_t{0}) {
      names[c.from] = c.file;
    } else if (const auto it = names.find(c.from); it != names.end()) {
      if (!c.to.empty()) names[c.to] = it->second;
      names.erase(c.from);
    }
  }
  void change(Change c) {
    rename_in(now_, c);
    changes_.push_back(std::move(c));
  }
  File& create(const std::string& path) {
    if (!now_.contains(path)) {
      files_.emplace_back();
      change({path, "", files_.size() - 1});
    }
    return files_[now_.at(path)];
  }
  void sync(const std::string& path) {
    if (std::filesystem::path(path) == folder_) { // without working syncs names still reach the disk some time
      sure_ = now_;
      changes_.clear();
    } else if (syncs_work_) {
      File& file = files_[now_.at(path)];
      for (const auto& w : file.pending) put(file.sure, w, w.data.size());
      file.pending.clear();
    }
  }

  std::filesystem::path folder_;
  bool syncs_work_;
  std::vector<File> files_;
  Names sure_, now_; // names on disk for sure; names as the program sees them
  std::vector<Change> changes_;
};

} // namespace zermelo::faults
