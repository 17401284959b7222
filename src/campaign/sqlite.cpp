#include "campaign/sqlite.h"

#include <sqlite3.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace zermelo {
namespace {

bool is_full(int reason) {
  return reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
} // EFBIG: a limit on the size of files

} // namespace

Database::Database(const std::filesystem::path& file, Use use) : path_(file) {
  const int flags = use == Use::create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE;
  errno = 0;
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

// SQLite takes a page that the disk fails to read for a damaged one, and tells of a full disk only where it writes pages: the files know
// why the system failed, or errno does, if it was 0 before the call.
int Database::system_error() const {
  const int last = errno;
  if (is_full(last) || handle_ == nullptr) return last;
  for (const int which : {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER}) {
    sqlite3_file* file = nullptr;
    int reason = 0;
    if (::sqlite3_file_control(handle_, "main", which, static_cast<void*>(&file)) == SQLITE_OK && file != nullptr &&
        file->pMethods != nullptr && file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &reason) == SQLITE_OK &&
        reason != 0)
      return reason;
  }
  return ::sqlite3_system_errno(handle_);
}

void Database::fail(int code) const {
  const int reason = system_error();
  fail(code, handle_ != nullptr ? ::sqlite3_errmsg(handle_) : "out of memory", reason);
}
void Database::damaged(const std::string& what) const { fail(SQLITE_CORRUPT, what, system_error()); }

void Database::fail(int code, const std::string& said, int reason) const {
  const std::string name = path_.string();
  const int kind = code == SQLITE_IOERR_NOMEM ? SQLITE_NOMEM : code & 255;
  if (kind == SQLITE_FULL || ((kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN) && is_full(reason)))
    throw Error(Exit::resources, "the disk of " + name + " is full; nothing that was kept is lost");
  if (kind == SQLITE_IOERR || ((kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB) && reason != 0))
    throw Error(Exit::runtime, "cannot read or write " + name + ": " + std::strerror(reason != 0 ? reason : EIO) +
                                   "; nothing that was kept is lost");
  switch (kind) {
  case SQLITE_NOTADB: throw Damaged(name + " is no campaign, or its beginning is damaged");
  case SQLITE_CORRUPT: throw Damaged(name + " is damaged (" + said + "); restore a copy");
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
  errno = 0;
  if (const int code = ::sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr); code != SQLITE_OK) fail(code);
}

i64 Database::number(const char* sql) const {
  Statement s(*this, sql);
  return s.step() ? s.number(0) : 0;
}

Statement::Statement(const Database& database, const char* sql) : database_(database) {
  errno = 0;
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
  errno = 0;
  const int code = ::sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  const int reason = errno;
  ::sqlite3_reset(handle_);
  errno = reason;
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
