// SQLite with errors as sentences.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "base/types.h"
#include "table/block_file.h"

struct sqlite3;
struct sqlite3_stmt;

namespace zermelo {

class Database {
public:
  enum class Use : u8 { read, write, create };
  Database(const std::filesystem::path& file, Use use);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  void run(const char* sql) const;
  i64 number(const char* sql) const; // the first of the first row, 0 if there is none
  const std::filesystem::path& path() const { return path_; }
  [[noreturn]] void fail(int code) const;
  [[noreturn]] void damaged(const std::string& what) const; // or not to be read
  sqlite3* get() const { return handle_; }

private:
  int system_error() const; // why the system failed an operation on the file or its log, as errno says it; 0: nobody knows
  [[noreturn]] void fail(int code, const std::string& said, int reason) const;

  std::filesystem::path path_;
  sqlite3* handle_ = nullptr;
};

// A statement that is made once and run again and again: bind in order, then step.
class Statement {
public:
  Statement(const Database& database, const char* sql);
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement();

  Statement& add(i64 value);
  Statement& add(double value);
  Statement& add(std::string_view text);
  Statement& add(std::span<const std::byte> bytes);
  Statement& add_word(u64 value) { return add(static_cast<i64>(value)); }

  bool step();  // whether there is a row
  void apply(); // without rows, and made ready for the next
  void reset();

  i64 number(int column) const;
  u64 word(int column) const { return static_cast<u64>(number(column)); }
  double real(int column) const;
  std::string text(int column) const;
  std::span<const std::byte> bytes(int column) const; // until the next step

private:
  const Database& database_;
  sqlite3_stmt* handle_ = nullptr;
  int bound_ = 0;
};

} // namespace zermelo
