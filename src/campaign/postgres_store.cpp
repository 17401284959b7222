// A campaign in a database of PostgreSQL, for front ends that cannot stay on one machine: postgresql://user@host/database#name. Each
// name is a schema of its own. A session holds an advisory lock while it works; when it is gone, with its machine or not, another may
// take over at once, and finds leases and facts as they were. No transaction is open during a search.
#include "base/error.h"
#include "campaign/records.h"

#ifdef ZERMELO_POSTGRES

#include <fmt/format.h>
#include <libpq-fe.h>

#include <charconv>

namespace zermelo {
namespace {

constexpr const char* tables = R"(
CREATE TABLE campaign (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE nodes (id bigint PRIMARY KEY, key bytea NOT NULL, position text NOT NULL, attacker_moves bool NOT NULL, depth bigint NOT NULL,
  mine bigint NOT NULL, theirs bigint NOT NULL, tries bigint NOT NULL, ruled int NOT NULL, children bytea NOT NULL, sum bigint NOT NULL);
CREATE TABLE facts (place bigserial, key bytea PRIMARY KEY, attacker_wins bool NOT NULL, position text NOT NULL, sha256 text NOT NULL,
  worker text NOT NULL, choices bigint NOT NULL, bytes bigint NOT NULL, at float8 NOT NULL, sum bigint NOT NULL);
CREATE TABLE proofs (key bytea PRIMARY KEY, proof bytea NOT NULL);
CREATE TABLE leases (node bigint PRIMARY KEY, worker text NOT NULL, until float8 NOT NULL) WITH (fillfactor = 70);
CREATE TABLE workers (name text PRIMARY KEY, jobs bigint NOT NULL, facts bigint NOT NULL, visits bigint NOT NULL, refused bigint NOT NULL,
  seconds float8 NOT NULL, seen float8 NOT NULL, why text NOT NULL) WITH (fillfactor = 70);
CREATE TABLE history (place bigserial PRIMARY KEY, at float8 NOT NULL, attacker bigint NOT NULL, defender bigint NOT NULL, nodes bigint NOT NULL,
  facts bigint NOT NULL, visits bigint NOT NULL);
)";

// What came with format 2.
constexpr const char* assumptions_table =
    "CREATE TABLE assumptions (node bigint PRIMARY KEY, attacker_wins bool NOT NULL, score bigint "
    "NOT NULL, at float8 NOT NULL, sum bigint NOT NULL)";

// The answer to a statement, as text.
class Rows {
public:
  explicit Rows(PGresult* result) : result_(result) {}
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  ~Rows() { ::PQclear(result_); }

  int size() const { return ::PQntuples(result_); }
  std::string text(int row, int column) const {
    return {::PQgetvalue(result_, row, column), static_cast<std::size_t>(::PQgetlength(result_, row, column))};
  }
  i64 number(int row, int column) const { return std::strtoll(::PQgetvalue(result_, row, column), nullptr, 10); }
  u64 word(int row, int column) const { return static_cast<u64>(number(row, column)); }
  double real(int row, int column) const { return std::strtod(::PQgetvalue(result_, row, column), nullptr); }
  bool yes(int row, int column) const { return *::PQgetvalue(result_, row, column) == 't'; }
  Bytes bytes(int row, int column) const {
    std::size_t n = 0;
    unsigned char* plain = ::PQunescapeBytea(reinterpret_cast<const unsigned char*>(::PQgetvalue(result_, row, column)), &n);
    const auto* first = reinterpret_cast<const std::byte*>(plain);
    Bytes found(first, first + n);
    ::PQfreemem(plain);
    return found;
  }

private:
  PGresult* result_;
};

// What a statement is given, in order.
class Given {
public:
  Given& add(std::string text) {
    texts_.push_back(std::move(text));
    return *this;
  }
  Given& add(i64 n) { return add(std::to_string(n)); }
  Given& add_word(u64 n) { return add(static_cast<i64>(n)); }
  Given& add(bool yes) { return add(std::string(yes ? "t" : "f")); }
  Given& add(double x) { return add(fmt::format("{}", x)); }
  Given& add(std::span<const std::byte> bytes) {
    std::string hex = "\\x";
    constexpr const char* digits = "0123456789abcdef";
    hex.reserve(2 + 2 * bytes.size());
    for (const std::byte b : bytes)
      (hex += digits[std::to_integer<unsigned>(b) / 16]) += digits[std::to_integer<unsigned>(b) % 16];
    return add(std::move(hex));
  }
  const std::vector<std::string>& texts() const { return texts_; }

private:
  std::vector<std::string> texts_;
};

class Session {
public:
  explicit Session(const std::string& name) : name_(name) {
    const auto hash = name.find('#');
    schema_ = hash == std::string::npos ? "campaign" : name.substr(hash + 1);
    if (schema_.empty() || schema_.size() > 40 ||
        schema_.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)
      throw Error(Exit::usage, "after # comes the name of a campaign: small letters, digits and _");
    schema_ = "zermelo_" + schema_;
    connection_ = ::PQconnectdb(name.substr(0, hash).c_str());
    if (::PQstatus(connection_) != CONNECTION_OK) {
      const std::string why = said();
      ::PQfinish(connection_);
      throw Error(Exit::runtime, "the database of " + shown() + " cannot be reached: " + why);
    }
    ::PQsetNoticeProcessor(connection_, [](void*, const char*) {}, nullptr);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() { ::PQfinish(connection_); }

  const std::string& schema() const { return schema_; }
  // Without the password that may be in it.
  std::string shown() const {
    const auto at = name_.find('@'), colon = name_.find(':', name_.find("//") + 2);
    return at == std::string::npos || colon == std::string::npos || colon > at ? name_
                                                                               : name_.substr(0, colon) + name_.substr(at);
  }

  Rows ask(const std::string& sql, const Given& given = {}) const {
    std::vector<const char*> values;
    for (const auto& t : given.texts()) values.push_back(t.c_str());
    PGresult* r = values.empty() ? ::PQexec(connection_, sql.c_str())
                                 : ::PQexecParams(connection_, sql.c_str(), static_cast<int>(values.size()), nullptr,
                                                  values.data(), nullptr, nullptr, 0);
    const auto status = ::PQresultStatus(r);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
      ::PQclear(r);
      if (::PQstatus(connection_) != CONNECTION_OK)
        throw Error(Exit::runtime,
                    "the database of " + shown() + " is gone; what was answered for is kept, and the same command goes on");
      throw Error(Exit::runtime, "the database of " + shown() + ": " + said());
    }
    return Rows(r);
  }

private:
  std::string said() const {
    std::string text = ::PQerrorMessage(connection_);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  }

  std::string name_, schema_;
  PGconn* connection_ = nullptr;
};

class PostgresStore final : public CampaignStore {
public:
  PostgresStore(const std::string& name, bool to_work) : session_(name) {
    if (session_.ask("SELECT 1 FROM pg_namespace WHERE nspname = $1", Given().add(session_.schema())).size() == 0)
      throw Error(Exit::table,
                  "there is no campaign " + session_.shown() + "; begin one with: zermelo campaign new GAME --claim win ADDRESS");
    session_.ask("SET search_path TO " + session_.schema());
    if (to_work && !session_.ask("SELECT pg_try_advisory_lock(hashtext($1))", Given().add(session_.schema())).yes(0, 0))
      throw Busy("another program is working on " + session_.shown());
    const Rows parts = session_.ask("SELECT name, value FROM campaign");
    i64 version = 0;
    for (int i = 0; i < parts.size(); ++i) {
      put_part(identity_, parts.text(i, 0), parts.text(i, 1));
      if (parts.text(i, 0) == "format") version = parts.number(i, 1);
    }
    if (version > store_format)
      throw Error(Exit::table, fmt::format("{} was written by a newer program (format {}; this one knows {})", session_.shown(),
                                           version, store_format));
    if (version == 0 || !is_whole(identity_)) damaged("what it is about");
    has_assumptions_ = version >= 2;
    if (to_work && !has_assumptions_) bring_up_to_date();
  }

  std::string name() const override { return session_.shown(); }
  const CampaignIdentity& identity() const override { return identity_; }

  void each_node(const std::function<void(const NodeRecord&)>& f) const override {
    constexpr int piece = 10'000;
    for (i64 next = 0;;) {
      const Rows r = session_.ask(
          "SELECT id, key, position, attacker_moves, depth, mine, theirs, tries, ruled, children, sum FROM nodes WHERE id >= "
          "$1 ORDER BY id LIMIT 10000",
          Given().add(next));
      for (int i = 0; i < r.size(); ++i, ++next) {
        const NodeRecord n{.id = static_cast<u32>(r.number(i, 0)),
                           .key = key_in(r.bytes(i, 1)),
                           .position = r.text(i, 2),
                           .attacker_moves = r.yes(i, 3),
                           .depth = static_cast<u32>(r.number(i, 4)),
                           .numbers = {static_cast<u32>(r.number(i, 5)), static_cast<u32>(r.number(i, 6))},
                           .tries = static_cast<u32>(r.number(i, 7)),
                           .ruled = static_cast<Ruled>(r.number(i, 8)),
                           .children = list_in(r.bytes(i, 9))};
        if (n.id != next || sum_of(n) != r.word(i, 10)) damaged("a position of its tree");
        f(n);
      }
      if (r.size() < piece) return;
    }
  }
  void each_fact(const std::function<void(const FactRecord&)>& f) const override {
    const Rows r =
        session_.ask("SELECT key, attacker_wins, position, sha256, worker, choices, bytes, at, sum FROM facts ORDER BY place");
    for (int i = 0; i < r.size(); ++i) {
      const FactRecord fact{.key = key_in(r.bytes(i, 0)),
                            .attacker_wins = r.yes(i, 1),
                            .position = r.text(i, 2),
                            .sha256 = r.text(i, 3),
                            .worker = r.text(i, 4),
                            .choices = r.word(i, 5),
                            .bytes = r.word(i, 6),
                            .at = r.real(i, 7)};
      if (sum_of(fact) != r.word(i, 8)) damaged("a fact");
      f(fact);
    }
  }
  void each_assumption(const std::function<void(const AssumptionRecord&)>& f) const override {
    if (!has_assumptions_) return;
    const Rows r = session_.ask("SELECT node, attacker_wins, score, at, sum FROM assumptions ORDER BY node");
    for (int i = 0; i < r.size(); ++i) {
      const AssumptionRecord a{static_cast<u32>(r.number(i, 0)), r.yes(i, 1), r.word(i, 2), r.real(i, 3)};
      if (sum_of(a) != r.word(i, 4)) damaged("an assumption");
      f(a);
    }
  }
  void each_lease(const std::function<void(const LeaseRecord&)>& f) const override {
    const Rows r = session_.ask("SELECT node, worker, until FROM leases");
    for (int i = 0; i < r.size(); ++i) f({static_cast<u32>(r.number(i, 0)), r.text(i, 1), r.real(i, 2)});
  }
  void each_worker(const std::function<void(const WorkerRecord&)>& f) const override {
    const Rows r = session_.ask("SELECT name, jobs, facts, visits, refused, seconds, seen, why FROM workers ORDER BY name");
    for (int i = 0; i < r.size(); ++i)
      f({r.text(i, 0), r.word(i, 1), r.word(i, 2), r.word(i, 3), r.word(i, 4), r.real(i, 5), r.real(i, 6), r.text(i, 7)});
  }
  void each_history(const std::function<void(const HistoryRecord&)>& f) const override {
    const Rows r = session_.ask("SELECT at, attacker, defender, nodes, facts, visits FROM history ORDER BY place");
    for (int i = 0; i < r.size(); ++i)
      f({r.real(i, 0), static_cast<u32>(r.number(i, 1)), static_cast<u32>(r.number(i, 2)), r.word(i, 3), r.word(i, 4),
         r.word(i, 5)});
  }
  std::string position_of(u32 node) const override {
    const Rows r = session_.ask("SELECT position FROM nodes WHERE id = $1", Given().add(i64{node}));
    if (r.size() == 0) damaged("a position of its tree");
    return r.text(0, 0);
  }
  Bytes proof_of(const Key& key) const override {
    const Rows r =
        session_.ask("SELECT proof, sha256 FROM proofs JOIN facts USING (key) WHERE key = $1", Given().add(bytes_of(key)));
    if (r.size() == 0) damaged("a proof that is gone");
    Bytes proof = r.bytes(0, 0);
    if (sha256_of(proof) != r.text(0, 1)) damaged("a proof that is not the one that was kept");
    return proof;
  }

  void write(const StoreChange& c) override {
    session_.ask("BEGIN");
    try {
      if (!c.lasting) session_.ask("SET LOCAL synchronous_commit TO off");
      for (const NodeRecord& n : c.nodes) put(n);
      if (c.fact) put(*c.fact, c.proof);
      put_assumptions(c);
      for (const LeaseRecord& l : c.leases)
        session_.ask("INSERT INTO leases VALUES ($1, $2, $3) ON CONFLICT (node) DO UPDATE SET worker = excluded.worker, until = "
                     "excluded.until",
                     Given().add(i64{l.node}).add(l.worker).add(l.until));
      for (const u32 node : c.returned) session_.ask("DELETE FROM leases WHERE node = $1", Given().add(i64{node}));
      for (const WorkerRecord& w : c.workers)
        session_.ask("INSERT INTO workers VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (name) DO UPDATE SET jobs = "
                     "excluded.jobs, facts = "
                     "excluded.facts, visits = excluded.visits, refused = excluded.refused, seconds = excluded.seconds, seen = "
                     "excluded.seen, why = "
                     "excluded.why",
                     Given()
                         .add(w.name)
                         .add_word(w.jobs)
                         .add_word(w.facts)
                         .add_word(w.visits)
                         .add_word(w.refused)
                         .add(w.seconds)
                         .add(w.seen)
                         .add(w.why));
      for (const HistoryRecord& h : c.history)
        session_.ask(
            "INSERT INTO history (at, attacker, defender, nodes, facts, visits) VALUES ($1, $2, $3, $4, $5, $6)",
            Given().add(h.at).add(i64{h.attacker}).add(i64{h.defender}).add_word(h.nodes).add_word(h.facts).add_word(h.visits));
      session_.ask("COMMIT");
    } catch (...) {
      try {
        session_.ask("ROLLBACK");
      } catch (const Error&) { // NOLINT(bugprone-empty-catch): what failed first is told
      }
      throw;
    }
  }

  bool paused() const override { return session_.ask("SELECT 1 FROM campaign WHERE name = 'paused'").size() > 0; }
  void pause(bool on) override {
    session_.ask(on ? "INSERT INTO campaign VALUES ('paused', '1') ON CONFLICT DO NOTHING"
                    : "DELETE FROM campaign WHERE name = 'paused'");
  }

  static void create(const std::string& name, const CampaignIdentity& id) {
    const Session session(name);
    if (session.ask("SELECT 1 FROM pg_namespace WHERE nspname = $1", Given().add(session.schema())).size() > 0)
      throw Error(Exit::usage, session.shown() + " is there already: give the new campaign another name after #");
    session.ask("BEGIN"); // it is there whole or not at all: a session that ends takes back what it has begun
    session.ask("CREATE SCHEMA " + session.schema());
    session.ask("SET LOCAL search_path TO " + session.schema());
    session.ask(tables);
    session.ask(assumptions_table);
    auto parts = parts_of(id);
    parts.emplace_back("format", std::to_string(store_format));
    for (const auto& [part, value] : parts) session.ask("INSERT INTO campaign VALUES ($1, $2)", Given().add(part).add(value));
    session.ask("COMMIT");
  }

private:
  [[noreturn]] void damaged(const std::string& what) const {
    throw Damaged(name() + " is damaged: " + what + " is not what was written; restore a copy");
  }
  // One of a program before this one is read as it is; whoever works on it adds what is new.
  void bring_up_to_date() {
    session_.ask("BEGIN");
    session_.ask(assumptions_table);
    session_.ask("UPDATE campaign SET value = $1 WHERE name = 'format'", Given().add(i64{store_format}));
    session_.ask("COMMIT");
    has_assumptions_ = true;
  }
  void put_assumptions(const StoreChange& c) {
    for (const AssumptionRecord& a : c.assumptions)
      session_.ask("INSERT INTO assumptions VALUES ($1, $2, $3, $4, $5) ON CONFLICT (node) DO UPDATE SET attacker_wins = "
                   "excluded.attacker_wins, score = excluded.score, at = excluded.at, sum = excluded.sum",
                   Given().add(i64{a.node}).add(a.attacker_wins).add_word(a.score).add(a.at).add_word(sum_of(a)));
    for (const u32 node : c.withdrawn) session_.ask("DELETE FROM assumptions WHERE node = $1", Given().add(i64{node}));
    if (!c.threshold) return;
    session_.ask("INSERT INTO campaign VALUES ('threshold', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                 Given().add(std::to_string(*c.threshold)));
    identity_.threshold = *c.threshold;
  }

  void put(const NodeRecord& n) {
    session_.ask(
        "INSERT INTO nodes VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO UPDATE SET mine = "
        "excluded.mine, theirs = "
        "excluded.theirs, tries = excluded.tries, ruled = excluded.ruled, children = excluded.children, sum = excluded.sum",
        Given()
            .add(i64{n.id})
            .add(bytes_of(n.key))
            .add(n.position)
            .add(n.attacker_moves)
            .add(i64{n.depth})
            .add(i64{n.numbers.mine})
            .add(i64{n.numbers.theirs})
            .add(i64{n.tries})
            .add(static_cast<i64>(n.ruled))
            .add(bytes_of(n.children))
            .add_word(sum_of(n)));
  }
  void put(const FactRecord& f, const Bytes& proof) {
    session_.ask("INSERT INTO facts (key, attacker_wins, position, sha256, worker, choices, bytes, at, sum) VALUES ($1, $2, $3, "
                 "$4, $5, $6, $7, $8, $9)",
                 Given()
                     .add(bytes_of(f.key))
                     .add(f.attacker_wins)
                     .add(f.position)
                     .add(f.sha256)
                     .add(f.worker)
                     .add_word(f.choices)
                     .add_word(f.bytes)
                     .add(f.at)
                     .add_word(sum_of(f)));
    session_.ask("INSERT INTO proofs VALUES ($1, $2)", Given().add(bytes_of(f.key)).add(std::span<const std::byte>(proof)));
  }

  Session session_;
  CampaignIdentity identity_;
  bool has_assumptions_ = true;
};

} // namespace

std::unique_ptr<CampaignStore> open_postgres(const std::string& name, bool to_work) {
  return std::make_unique<PostgresStore>(name, to_work);
}
void create_postgres(const std::string& name, const CampaignIdentity& identity) { PostgresStore::create(name, identity); }

} // namespace zermelo

#else

namespace zermelo {
namespace {

[[noreturn]] void refuse() {
  throw Error(Exit::usage,
              "this program was built without PostgreSQL: install libpq-dev and build it again, or give the store as a file");
}

} // namespace

std::unique_ptr<CampaignStore> open_postgres(const std::string&, bool) { refuse(); }
void create_postgres(const std::string&, const CampaignIdentity&) { refuse(); }

} // namespace zermelo

#endif
