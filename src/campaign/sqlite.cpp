#include "campaign/sqlite.h"

#include <sqlite3.h>

#include "base/error.h"

namespace zermelo {

Database::Database(const std::filesystem::path& file, Use use) : path_(file) {
  const int flags = use == Use::create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE;
  const int code = ::sqlite3_open_v2(file.c_str(), &handle_, flags | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_FULLMUTEX, nullptr);
  if (code != SQLITE_OK) {
    const int why = handle_ == nullptr ? SQLITE_NOMEM : code;
    try {
      fail(why);
    } catch (...) {
      ::sqlite3_close(handle_);
      throw;
    }
  }
  ::sqlite3_busy_timeout(handle_, 10'000);
  ::sqlite3_extended_result_codes(handle_, 1);
}

Database::~Database() { ::sqlite3_close(handle_); }

void Database::fail(int code) const {
  const std::string name = path_.string();
  const std::string said = handle_ != nullptr ? ::sqlite3_errmsg(handle_) : "out of memory";
  switch (code & 255) {
  case SQLITE_NOTADB: throw Damaged(name + " is no campaign, or its beginning is damaged");
  case SQLITE_CORRUPT: throw Damaged(name + " is damaged (" + said + "); restore a copy");
  case SQLITE_FULL: throw Error(Exit::resources, "the disk of " + name + " is full; nothing that was kept is lost");
  case SQLITE_NOMEM: throw Error(Exit::resources, "out of memory");
  case SQLITE_BUSY:
  case SQLITE_LOCKED: throw Busy(name + " is being written by another program; try again");
  case SQLITE_CANTOPEN:
  case SQLITE_PERM:
  case SQLITE_READONLY: throw Error(Exit::runtime, "cannot open or write " + name + " (" + said + ")");
  default: throw Error(Exit::runtime, name + ": " + said);
  }
}

void Database::run(const char* sql) const {
  if (const int code = ::sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr); code != SQLITE_OK) fail(code);
}

i64 Database::number(const char* sql) const {
  Statement s(*this, sql);
  return s.step() ? s.number(0) : 0;
}

Statement::Statement(const Database& database, const char* sql) : database_(database) {
  if (const int code = ::sqlite3_prepare_v2(database.get(), sql, -1, &handle_, nullptr); code != SQLITE_OK) database.fail(code);
}
Statement::~Statement() { ::sqlite3_finalize(handle_); }

Statement& Statement::add(i64 value) {
  ::sqlite3_bind_int64(handle_, ++bound_, value);
  return *this;
}
Statement& Statement::add(double value) {
  ::sqlite3_bind_double(handle_, ++bound_, value);
  return *this;
}
Statement& Statement::add(std::string_view text) {
  ::sqlite3_bind_text64(handle_, ++bound_, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}
Statement& Statement::add(std::span<const std::byte> bytes) {
  ::sqlite3_bind_blob64(handle_, ++bound_, bytes.data() == nullptr ? "" : static_cast<const void*>(bytes.data()), bytes.size(),
                        SQLITE_TRANSIENT);
  return *this;
}

bool Statement::step() {
  const int code = ::sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  ::sqlite3_reset(handle_);
  database_.fail(code);
}
void Statement::apply() {
  step();
  reset();
}
void Statement::reset() {
  ::sqlite3_reset(handle_);
  ::sqlite3_clear_bindings(handle_);
  bound_ = 0;
}

i64 Statement::number(int column) const { return ::sqlite3_column_int64(handle_, column); }
double Statement::real(int column) const { return ::sqlite3_column_double(handle_, column); }
std::string Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(::sqlite3_column_text(handle_, column));
  return text == nullptr ? "" : std::string(text, static_cast<std::size_t>(::sqlite3_column_bytes(handle_, column)));
}
std::span<const std::byte> Statement::bytes(int column) const {
  const auto* data = static_cast<const std::byte*>(::sqlite3_column_blob(handle_, column));
  return {data, data == nullptr ? 0 : static_cast<std::size_t>(::sqlite3_column_bytes(handle_, column))};
}

} // namespace zermelo
