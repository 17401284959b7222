// A campaign in one file: SQLite with a log of writes ahead (WAL), on a disk of this machine. A transaction is there whole or not at all,
// whenever the program or the machine stops.
#include "base/error.h"
#include "base/file.h"
#include "campaign/records.h"
#include "campaign/sqlite.h"

namespace zermelo {
namespace {

constexpr i64 application = 0x5a436d70; // "ZCmp", in the head of the file

constexpr const char* tables = R"(
CREATE TABLE campaign (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE nodes (id INTEGER PRIMARY KEY, key BLOB NOT NULL, position TEXT NOT NULL, attacker_moves INTEGER NOT NULL, depth INTEGER NOT NULL,
  mine INTEGER NOT NULL, theirs INTEGER NOT NULL, tries INTEGER NOT NULL, ruled INTEGER NOT NULL, children BLOB NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE facts (key BLOB PRIMARY KEY, attacker_wins INTEGER NOT NULL, position TEXT NOT NULL, sha256 TEXT NOT NULL, worker TEXT NOT NULL,
  choices INTEGER NOT NULL, bytes INTEGER NOT NULL, at REAL NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE proofs (key BLOB PRIMARY KEY, proof BLOB NOT NULL);
CREATE TABLE leases (node INTEGER PRIMARY KEY, worker TEXT NOT NULL, until REAL NOT NULL);
CREATE TABLE workers (name TEXT PRIMARY KEY, jobs INTEGER NOT NULL, facts INTEGER NOT NULL, visits INTEGER NOT NULL, refused INTEGER NOT NULL,
  seconds REAL NOT NULL, seen REAL NOT NULL, why TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE history (at REAL NOT NULL, attacker INTEGER NOT NULL, defender INTEGER NOT NULL, nodes INTEGER NOT NULL, facts INTEGER NOT NULL,
  visits INTEGER NOT NULL);
)";

// What came with format 2.
constexpr const char* assumptions_table = "CREATE TABLE assumptions (node INTEGER PRIMARY KEY, attacker_wins INTEGER NOT NULL, "
                                          "score INTEGER NOT NULL, at REAL NOT NULL, sum INTEGER NOT NULL)";

// Only a file of one's own: anything else in its place is said at once.
std::filesystem::path checked(const std::string& name) {
  std::error_code error;
  const auto status = std::filesystem::status(name, error);
  if (status.type() == std::filesystem::file_type::not_found)
    throw Error(Exit::table, "there is no campaign " + name + "; begin one with: zermelo campaign new GAME --claim win " + name);
  if (error) throw Error(Exit::runtime, "cannot open " + name + ": " + error.message());
  if (!std::filesystem::is_regular_file(status)) throw Error(Exit::table, name + " is no file, so no campaign");
  return name;
}

class SqliteStore final : public CampaignStore {
public:
  SqliteStore(const std::string& name, bool to_work)
      : file_(checked(name), to_work ? Database::Use::write : Database::Use::read) {
    if (to_work) lock_.emplace(name + ".lock", "working on " + name);
    read_identity();
    if (to_work) {
      bring_up_to_date();
      file_.run("PRAGMA journal_mode = WAL");
      file_.run("PRAGMA wal_autocheckpoint = 4000");
    }
  }

  std::string name() const override { return file_.path().string(); }
  const CampaignIdentity& identity() const override { return identity_; }

  void each_node(const std::function<void(const NodeRecord&)>& f) const override {
    Statement s(file_, "SELECT id, key, position, attacker_moves, depth, mine, theirs, tries, ruled, children, sum FROM nodes "
                       "ORDER BY id");
    for (u32 next = 0; s.step(); ++next) {
      NodeRecord n{.id = static_cast<u32>(s.number(0)),
                   .key = key_in(s.bytes(1)),
                   .position = s.text(2),
                   .attacker_moves = s.number(3) != 0,
                   .depth = static_cast<u32>(s.number(4)),
                   .numbers = {static_cast<u32>(s.number(5)), static_cast<u32>(s.number(6))},
                   .tries = static_cast<u32>(s.number(7)),
                   .ruled = static_cast<Ruled>(s.number(8))};
      n.children = list_in(s.bytes(9));
      if (n.id != next || sum_of(n) != s.word(10)) damaged("a position of its tree");
      f(n);
    }
  }

  void each_fact(const std::function<void(const FactRecord&)>& f) const override {
    Statement s(file_, "SELECT key, attacker_wins, position, sha256, worker, choices, bytes, at, sum FROM facts ORDER BY rowid");
    while (s.step()) {
      const FactRecord fact{.key = key_in(s.bytes(0)),
                            .attacker_wins = s.number(1) != 0,
                            .position = s.text(2),
                            .sha256 = s.text(3),
                            .worker = s.text(4),
                            .choices = s.word(5),
                            .bytes = s.word(6),
                            .at = s.real(7)};
      if (sum_of(fact) != s.word(8)) damaged("a fact");
      f(fact);
    }
  }

  void each_assumption(const std::function<void(const AssumptionRecord&)>& f) const override {
    if (!has_assumptions()) return;
    Statement s(file_, "SELECT node, attacker_wins, score, at, sum FROM assumptions ORDER BY node");
    while (s.step()) {
      const AssumptionRecord a{static_cast<u32>(s.number(0)), s.number(1) != 0, s.word(2), s.real(3)};
      if (sum_of(a) != s.word(4)) damaged("an assumption");
      f(a);
    }
  }

  void each_lease(const std::function<void(const LeaseRecord&)>& f) const override {
    Statement s(file_, "SELECT node, worker, until FROM leases");
    while (s.step()) f({static_cast<u32>(s.number(0)), s.text(1), s.real(2)});
  }
  void each_worker(const std::function<void(const WorkerRecord&)>& f) const override {
    Statement s(file_, "SELECT name, jobs, facts, visits, refused, seconds, seen, why FROM workers ORDER BY name");
    while (s.step()) f({s.text(0), s.word(1), s.word(2), s.word(3), s.word(4), s.real(5), s.real(6), s.text(7)});
  }
  void each_history(const std::function<void(const HistoryRecord&)>& f) const override {
    Statement s(file_, "SELECT at, attacker, defender, nodes, facts, visits FROM history ORDER BY rowid");
    while (s.step())
      f({s.real(0), static_cast<u32>(s.number(1)), static_cast<u32>(s.number(2)), s.word(3), s.word(4), s.word(5)});
  }

  std::string position_of(u32 node) const override {
    position_.reset();
    position_.add(i64{node});
    if (!position_.step()) damaged("a position of its tree");
    std::string text = position_.text(0);
    position_.reset();
    return text;
  }

  Bytes proof_of(const Key& key) const override {
    Statement s(file_, "SELECT proof, sha256 FROM proofs JOIN facts USING (key) WHERE key = ?");
    s.add(bytes_of(key));
    if (!s.step()) damaged("a proof that is gone");
    const auto found = s.bytes(0);
    if (sha256_of(found) != s.text(1)) damaged("a proof that is not the one that was kept");
    return {found.begin(), found.end()};
  }

  void write(const StoreChange& c) override {
    file_.run(c.lasting ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    file_.run("BEGIN IMMEDIATE");
    try {
      for (const NodeRecord& n : c.nodes) put(n);
      if (c.fact) put(*c.fact, c.proof);
      put_assumptions(c);
      for (const LeaseRecord& l : c.leases) lease_.add(i64{l.node}).add(l.worker).add(l.until).apply();
      for (const u32 node : c.returned) return_.add(i64{node}).apply();
      for (const WorkerRecord& w : c.workers)
        worker_.add(w.name)
            .add_word(w.jobs)
            .add_word(w.facts)
            .add_word(w.visits)
            .add_word(w.refused)
            .add(w.seconds)
            .add(w.seen)
            .add(w.why)
            .apply();
      for (const HistoryRecord& h : c.history)
        history_.add(h.at)
            .add(i64{h.attacker})
            .add(i64{h.defender})
            .add_word(h.nodes)
            .add_word(h.facts)
            .add_word(h.visits)
            .apply();
      file_.run("COMMIT");
    } catch (...) {
      try {
        file_.run("ROLLBACK");
      } catch (const Error&) { // NOLINT(bugprone-empty-catch): what failed first is told
      }
      throw;
    }
  }

  bool paused() const override { return file_.number("SELECT value = '1' FROM campaign WHERE name = 'paused'") != 0; }
  void pause(bool on) override {
    file_.run(on ? "INSERT OR REPLACE INTO campaign VALUES ('paused', '1')" : "DELETE FROM campaign WHERE name = 'paused'");
  }

  static void create(const std::string& name, const CampaignIdentity& id) {
    if (is_there(name)) throw Error(Exit::usage, name + " is there already: give the new campaign another name");
    const FolderLock lock(name + ".lock", "working on " + name);
    // Made under another name: a campaign is there whole or not at all.
    const std::filesystem::path begun = temporary_of(name);
    remove_file(begun);
    remove_file(begun.string() + "-journal");
    // Of a campaign of that name that was killed, and whose file somebody has removed: SQLite would read them as the new one's.
    for (const char* ending : {"-wal", "-shm"}) remove_file(name + ending);
    {
      const Database file(begun, Database::Use::create);
      file.run("PRAGMA synchronous = FULL");
      file.run("BEGIN");
      file.run(tables);
      file.run(assumptions_table);
      file.run(("PRAGMA application_id = " + std::to_string(application)).c_str());
      file.run(("PRAGMA user_version = " + std::to_string(store_format)).c_str());
      Statement put(file, "INSERT INTO campaign VALUES (?, ?)");
      for (const auto& [part, value] : parts_of(id)) put.add(part).add(value).apply();
      file.run("COMMIT");
    }
    publish(begun, name);
  }

private:
  [[noreturn]] void damaged(const std::string& what) const {
    throw Damaged(name() + " is damaged: " + what + " is not what was written; restore a copy");
  }

  void check() const {
    const i64 kind = file_.number("PRAGMA application_id"), version = file_.number("PRAGMA user_version");
    if (kind != application) throw Error(Exit::table, name() + " is a database, but not of a campaign");
    if (version > store_format)
      throw Error(Exit::table, name() + " was written by a newer program (format " + std::to_string(version) +
                                   "; this one knows " + std::to_string(store_format) + ")");
    Statement s(file_, "PRAGMA quick_check(1)");
    if (!s.step() || s.text(0) != "ok") file_.damaged(s.text(0));
  }

  void read_identity() {
    Statement s(file_, "SELECT name, value FROM campaign");
    while (s.step()) put_part(identity_, s.text(0), s.text(1));
    if (!is_whole(identity_)) damaged("what it is about");
  }

  // One of a program before this one is read as it is; whoever works on it adds what is new.
  bool has_assumptions() const { return file_.number("PRAGMA user_version") >= 2; }
  void bring_up_to_date() const {
    if (has_assumptions()) return;
    file_.run("BEGIN IMMEDIATE");
    file_.run(assumptions_table);
    file_.run(("PRAGMA user_version = " + std::to_string(store_format)).c_str());
    file_.run("COMMIT");
  }
  void put_assumptions(const StoreChange& c) {
    if (c.assumptions.empty() && c.withdrawn.empty() && !c.threshold) return;
    Statement put(file_, "INSERT OR REPLACE INTO assumptions VALUES (?, ?, ?, ?, ?)");
    for (const AssumptionRecord& a : c.assumptions)
      put.add(i64{a.node}).add(i64{a.attacker_wins}).add_word(a.score).add(a.at).add_word(sum_of(a)).apply();
    Statement withdraw(file_, "DELETE FROM assumptions WHERE node = ?");
    for (const u32 node : c.withdrawn) withdraw.add(i64{node}).apply();
    if (!c.threshold) return;
    Statement(file_, "INSERT OR REPLACE INTO campaign VALUES ('threshold', ?)").add(std::to_string(*c.threshold)).apply();
    identity_.threshold = *c.threshold;
  }

  void put(const NodeRecord& n) {
    node_.add(i64{n.id}).add(bytes_of(n.key)).add(n.position).add(i64{n.attacker_moves}).add(i64{n.depth});
    node_.add(i64{n.numbers.mine}).add(i64{n.numbers.theirs}).add(i64{n.tries}).add(static_cast<i64>(n.ruled));
    node_.add(bytes_of(n.children)).add_word(sum_of(n)).apply();
  }
  void put(const FactRecord& f, const Bytes& proof) {
    fact_.add(bytes_of(f.key)).add(i64{f.attacker_wins}).add(f.position).add(f.sha256).add(f.worker);
    fact_.add_word(f.choices).add_word(f.bytes).add(f.at).add_word(sum_of(f)).apply();
    proof_.add(bytes_of(f.key)).add(std::span<const std::byte>(proof)).apply();
  }

  Database file_;
  std::optional<FolderLock> lock_;
  CampaignIdentity identity_;
  // After the check: a file that is no campaign has no such tables.
  struct Checked {
    explicit Checked(const SqliteStore& store) { store.check(); }
  } checked_{*this};
  mutable Statement position_{file_, "SELECT position FROM nodes WHERE id = ?"};
  Statement node_{file_, "INSERT OR REPLACE INTO nodes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"};
  Statement fact_{file_, "INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"};
  Statement proof_{file_, "INSERT OR REPLACE INTO proofs VALUES (?, ?)"};
  Statement lease_{file_, "INSERT OR REPLACE INTO leases VALUES (?, ?, ?)"};
  Statement return_{file_, "DELETE FROM leases WHERE node = ?"};
  Statement worker_{file_, "INSERT OR REPLACE INTO workers VALUES (?, ?, ?, ?, ?, ?, ?, ?)"};
  Statement history_{file_, "INSERT INTO history VALUES (?, ?, ?, ?, ?, ?)"};
};

} // namespace

std::unique_ptr<CampaignStore> open_sqlite(const std::string& name, bool to_work) {
  return std::make_unique<SqliteStore>(name, to_work);
}
void create_sqlite(const std::string& name, const CampaignIdentity& identity) { SqliteStore::create(name, identity); }

} // namespace zermelo
