// Campaigns by hand, without threads or sockets: verdicts, leases, answers that lie, stores that are not sound.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "base/file.h"
#include "campaign/campaign.h"
#include "campaign/export.h"
#include "campaign/messages.h"
#include "campaign/parts.h"
#include "campaign/sqlite.h"
#include "solve/dfpn/table.h"
#include "tasks/prove_job.h"
#include "tasks/verify_job.h"

namespace zermelo {
namespace {

class Campaigns : public ::testing::Test {
protected:
  Campaigns() {
    std::string pattern = (std::filesystem::temp_directory_path() / "zermelo-test-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    place_.tables = (folder_ / "tables").string();
    store_ = (folder_ / "store").string();
  }
  ~Campaigns() override { std::filesystem::remove_all(folder_); }

  void begin(const std::string& game, const std::string& claim, u64 visits, const std::string& position = "", u64 threshold = 0) {
    const auto entry = open_named(game);
    begin_campaign(store_, *entry, position_of(*entry, position), claim, "", visits, threshold);
  }
  std::unique_ptr<Campaign> open(bool to_work = true) {
    auto c = std::make_unique<Campaign>(open_store(store_, to_work), place_, to_work);
    c->clock = [this] { return now_; };
    return c;
  }
  JobAnswer search(const Campaign& c, const Job& job) { return c.game().search(job, table_, {}); }
  // One job from its claim to its answer; false if there is none.
  bool step(Campaign& c) {
    const auto job = c.claim("a", last_, 60);
    if (!job) return false;
    last_ = job->node;
    std::string why;
    EXPECT_TRUE(c.take(search(c, *job), "a", why)) << why;
    return true;
  }
  // To the end, opened anew each time: what is kept is all there is.
  Verdict to_the_end() {
    for (int i = 0; i < 5000; ++i) {
      const auto c = open();
      for (int k = 0; k < 7; ++k)
        if (!step(*c)) return c->verdict();
    }
    return Verdict::unknown;
  }
  // What is known, without who has found it.
  static nlohmann::json known(const Campaign& c) {
    const nlohmann::json s = c.status();
    return {s["tree"], s["facts"], s["numbers"], s["line"], s["result"]};
  }
  void expect_refused(const std::string& sentence) {
    try {
      open(false)->status();
      ADD_FAILURE() << "opened: " << sentence;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::table) << e.what();
      EXPECT_NE(std::string(e.what()).find(sentence), std::string::npos) << e.what();
    }
  }
  void poke(u64 offset, std::span<const char> bytes) {
    std::fstream file(store_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(offset));
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

  std::filesystem::path folder_;
  TablePlace place_;
  std::string store_;
  double now_ = 1000;
  std::optional<u32> last_;
  std::shared_ptr<ProofTable> table_ = std::make_shared<ProofTable>(u64{1} << 20);
};

TEST_F(Campaigns, VerdictsAreThoseOfOneSearch) {
  const struct {
    const char *game, *position;
    u64 visits;
  } all[] = {{"tictactoe", "", 64},
             {"trax:3x3", "", 64},
             {"trax:4x4", "", 64},
             {"checkers:4x4", "", 64},
             {"checkers:6x6", "B:WK13,17:BK1,K2,K5", 64},
             {"checkers:6x6", "W:WK10,K18:B1,4", 64}};
  for (const auto& [game, position, visits] : all)
    for (const char* claim : {"win", "not-loss"}) {
      SCOPED_TRACE(std::string(game) + " " + position + " " + claim);
      std::filesystem::remove(store_);
      table_ = std::make_shared<ProofTable>(u64{1} << 20); // of another attacker
      last_.reset();
      begin(game, claim, visits, position);
      const Verdict found = to_the_end();
      const auto entry = open_named(game);
      const AnyPosition p = position_of(*entry, position);
      ProveRequest request{.claim = claim, .method = "df-pn"};
      request.options.threads = 1;
      EXPECT_EQ(found, run_search(*entry, p, request, place_).verdict);
      // The one proof of it all is checked by the rules alone.
      const auto file = folder_ / "all.proof";
      const Exported e = export_proof(*open(false), file, {});
      EXPECT_GT(e.facts, 0U);
      const CheckedProof checked = check_proof(file, {}, place_);
      EXPECT_TRUE(checked.report.holds) << checked.report.why;
      EXPECT_EQ(checked.header.position, entry->game().print(p));
      EXPECT_EQ(checked.header.attacker_wins == checked.header.mover_attacks, (found == Verdict::proven));
    }
}

TEST_F(Campaigns, ALeaseRunsOutAndALateAnswerIsUsed) {
  begin("trax:4x4", "win", 64);
  const auto c = open();
  const auto slow = c->claim("slow", std::nullopt, 60);
  ASSERT_TRUE(slow);
  EXPECT_FALSE(c->claim("other", std::nullopt, 60)); // there is one leaf, and somebody has it
  now_ += 50;
  EXPECT_TRUE(c->beat(slow->node, "slow", 60));
  EXPECT_FALSE(c->beat(slow->node, "other", 60));
  now_ += 50;
  EXPECT_FALSE(c->claim("other", std::nullopt, 60)); // it was heard of
  now_ += 20;
  const auto again = c->claim("other", std::nullopt, 60);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->node, slow->node);
  EXPECT_FALSE(c->beat(slow->node, "slow", 60));
  std::string why;
  EXPECT_TRUE(c->take(search(*c, *slow), "slow", why)) << why;
  const auto tree = c->status()["tree"];
  EXPECT_GT(tree["positions"], 1);                               // its moves are there now
  EXPECT_TRUE(c->take(search(*c, *again), "other", why)) << why; // says nothing new, and does no harm
  EXPECT_EQ(c->status()["tree"]["positions"], tree["positions"]);
}

// A front end that is gone knows who has which job when it comes back.
TEST_F(Campaigns, LeasesOutliveTheFrontEnd) {
  begin("trax:4x4", "win", 64);
  now_ = unix_seconds();
  const auto job = open()->claim("far", std::nullopt, 60);
  ASSERT_TRUE(job);
  const auto c = open();
  EXPECT_FALSE(c->claim("other", std::nullopt, 60));
  EXPECT_TRUE(c->beat(job->node, "far", 60));
  std::string why;
  EXPECT_TRUE(c->take(search(*c, *job), "far", why)) << why;
  EXPECT_TRUE(c->claim("other", std::nullopt, 60));
}

// Jobs of this program's own threads end with it.
TEST_F(Campaigns, JobsOfThreadsEndWithThem) {
  begin("trax:4x4", "win", 64);
  ASSERT_TRUE(open()->claim("thread 1", std::nullopt, 0));
  EXPECT_TRUE(open()->claim("thread 1", std::nullopt, 0));
}

TEST_F(Campaigns, LiesChangeNothingAndAreNamed) {
  begin("trax:4x4", "win", 100'000);
  const auto c = open();
  const auto job = c->claim("liar", std::nullopt, 60);
  ASSERT_TRUE(job);
  const JobAnswer honest = search(*c, *job);
  ASSERT_EQ(honest.verdict, Verdict::disproven);
  const nlohmann::json before = known(*c);
  u64 lies = 0;
  auto expect_refused = [&](JobAnswer lie, const std::string& what) {
    std::string why;
    EXPECT_FALSE(c->take(std::move(lie), "liar", why)) << what;
    EXPECT_FALSE(why.empty()) << what;
    EXPECT_EQ(known(*c), before) << what;
    const nlohmann::json worker = c->status()["workers"][0];
    EXPECT_EQ(worker["name"], "liar");
    EXPECT_EQ(worker["refused"], ++lies);
    EXPECT_EQ(worker["why"], why);
  };
  JobAnswer lie = honest;
  lie.verdict = Verdict::proven;
  expect_refused(lie, "the opposite");
  lie = honest;
  lie.proof.clear();
  expect_refused(lie, "no proof");
  lie.proof.assign(1000, std::byte{7});
  expect_refused(lie, "garbage");
  lie = honest;
  lie.node = 12345;
  expect_refused(lie, "a job that was never given");
  for (std::size_t part = 1; part < 4; ++part) {
    lie = honest;
    lie.proof.resize(lie.proof.size() * part / 4);
    expect_refused(lie, "half an answer");
  }
  std::mt19937_64 random(1); // seed
  for (int i = 0; i < 200; ++i) {
    lie = honest;
    lie.proof[random() % lie.proof.size()] ^= std::byte{static_cast<unsigned char>(1U << random() % 8)};
    expect_refused(lie, "a forged proof");
  }
  // Proofs that hold, of something else.
  auto proof_of = [&](const std::string& game, const std::string& position, const std::string& claim) {
    const auto entry = open_named(game);
    ProveRequest request{.claim = claim, .method = "df-pn"};
    request.options.proof = folder_ / "other.proof";
    run_search(*entry, position_of(*entry, position), request, place_);
    const File file = File::open_for_reading(folder_ / "other.proof");
    Bytes bytes(file.size());
    file.read_at(0, bytes);
    return bytes;
  };
  lie = honest;
  lie.proof = proof_of("tictactoe", "", "win");
  expect_refused(lie, "another game");
  lie.proof = proof_of("trax:3x3", "", "win");
  expect_refused(lie, "another variant");
  lie.proof = proof_of("trax:4x4", "@0/ A2/", "win");
  expect_refused(lie, "another position");
  lie.proof = proof_of("trax:4x4", "", "not-loss");
  expect_refused(lie, "another attacker");
  // A proof whose moves were exchanged, written as a proof is.
  {
    std::ofstream(folder_ / "moved.proof", std::ios::binary)
        .write(reinterpret_cast<const char*>(honest.proof.data()), static_cast<std::streamsize>(honest.proof.size()));
    const ProofFile sound(folder_ / "moved.proof");
    ProofHeader h = sound.header();
    Bytes moves = sound.all();
    h.digest.clear();
    for (int i = 0; i < 50; ++i) {
      Bytes other = moves;
      std::byte& move = other[random() % other.size()];
      move = move == std::byte{0} ? std::byte{63} : std::byte{99};
      write_proof(folder_ / "forged.proof", h, other);
      const File file = File::open_for_reading(folder_ / "forged.proof");
      lie = honest;
      lie.proof.resize(file.size());
      file.read_at(0, lie.proof);
      expect_refused(lie, "moves that do not exist");
    }
  }
  // And the job is still to be had.
  std::string why;
  EXPECT_TRUE(c->take(honest, "other", why)) << why;
  EXPECT_EQ(c->verdict(), Verdict::disproven);
}

TEST_F(Campaigns, AProofThatSomebodyMadeIsTakenOver) {
  begin("trax:4x4", "not-loss", 64);
  const auto c = open();
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(step(*c));
  const auto entry = open_named("trax:4x4");
  ProveRequest request{.claim = "not-loss", .method = "df-pn"};
  request.options.proof = folder_ / "whole.proof";
  run_search(*entry, entry->game().start(), request, place_);
  const File file = File::open_for_reading(folder_ / "whole.proof");
  Bytes bytes(file.size());
  file.read_at(0, bytes);
  const auto done = c->import(bytes, "import");
  EXPECT_TRUE(done.in_tree && done.fresh);
  EXPECT_EQ(c->verdict(), Verdict::proven);
  EXPECT_FALSE(c->import(bytes, "import").fresh);
  bytes[bytes.size() / 2] ^= std::byte{1};
  EXPECT_THROW(c->import(bytes, "import"), Error);
}

// Somebody else goes on from the files of a campaign that is not decided: with the same numbers, and without what nothing leans on.
TEST_F(Campaigns, PartsAreHandedOn) {
  begin("trax:4x4", "not-loss", 16);
  const auto numbers = [](const Campaign& c) { return c.status()["numbers"]; };
  std::vector<std::string> facts[2];
  u64 splits[2] = {};
  nlohmann::json before;
  u64 jobs = 0;
  for (int round = 0; round < 2; ++round) {
    const auto parts = folder_ / ("parts" + std::to_string(round));
    {
      const auto c = open();
      if (round == 0) {
        while (c->status()["facts"] < 5) ASSERT_TRUE(step(*c));
        jobs = c->status()["jobs"];
        before = numbers(*c);
      } else {
        const auto from = folder_ / "parts0";
        for (const auto& file : proofs_of_parts(from)) {
          const File proof = File::open_for_reading(file);
          Bytes bytes(proof.size());
          proof.read_at(0, bytes);
          EXPECT_TRUE(c->import(std::move(bytes), "import").fresh);
        }
        EXPECT_GT(take_splits(*c, from), 0U);
        EXPECT_EQ(take_splits(*c, from), 0U); // they are there
        EXPECT_EQ(numbers(*c), before);
      }
      const PartsWritten written = write_parts(*c, parts);
      EXPECT_GT(written.facts, 0U);
      EXPECT_EQ(written.facts, proofs_of_parts(parts).size());
      splits[round] = written.splits;
    }
    for (const auto& file : proofs_of_parts(parts)) facts[round].push_back(file.filename()); // named by what they say
    if (round == 0) {
      std::filesystem::remove(store_);
      begin("trax:4x4", "not-loss", 16);
    }
  }
  EXPECT_EQ(facts[0], facts[1]);
  EXPECT_EQ(splits[0], splits[1]);
  EXPECT_GT(jobs, 5U);
  EXPECT_EQ(to_the_end(), Verdict::proven);
}

TEST_F(Campaigns, SplitsOfSomethingElseAreRefused) {
  begin("trax:4x4", "win", 64);
  const auto c = open();
  const std::string rules = c->game().identity().rules;
  for (const auto& [text, why] :
       {std::pair<std::string, const char*>{"", "does not say"},
        {"[1,2]", "does not say"},
        {R"({"game":"tictactoe","rules":"x","splits":[]})", "another game"},
        {R"({"game":"trax:4x4","rules":")" + rules + R"(","splits":[{"position":7}]})", "does not say"},
        {R"({"game":"trax:4x4","rules":")" + rules + R"(","splits":[{"position":"?","attacker_moves":true,"numbers":[]}]})",
         "no position"}}) {
    std::ofstream(folder_ / "splits.json") << text;
    try {
      take_splits(*c, folder_);
      ADD_FAILURE() << text;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::mismatch);
      EXPECT_NE(std::string(e.what()).find(why), std::string::npos) << e.what();
    }
  }
}

// First what an evaluation is sure of counts, then less and less, at last nothing: only then is it a proof.
TEST_F(Campaigns, AssumptionsAreKeptApartAndGo) {
  for (const char* claim : {"win", "not-loss"}) {
    SCOPED_TRACE(claim);
    std::filesystem::remove(store_);
    table_ = std::make_shared<ProofTable>(u64{1} << 20);
    last_.reset();
    const std::string position = "W:WK10,K18:B1,4"; // two kings against two men: 130 for White
    begin("checkers:6x6", claim, 16, position, 60);
    EXPECT_EQ(to_the_end(), Verdict::unknown);
    const auto file = folder_ / "all.proof";
    {
      const auto c = open();
      const auto s = c->status();
      ASSERT_TRUE(c->over()) << s;
      EXPECT_GT(s["assumptions"], 0);
      EXPECT_EQ(s["threshold"], 60);
      EXPECT_EQ(s["result"], "unknown");
      EXPECT_NE(s["if_assumed"], "unknown");
      EXPECT_GE(s["tree"]["assumed"], s["assumptions"]);
      EXPECT_THROW(export_proof(*c, file, {}), Error);
      EXPECT_THROW(c->raise(60), Error); // no higher
      const auto raised = c->raise(135);
      EXPECT_EQ(raised.opened + raised.left, s["assumptions"]);
      EXPECT_EQ(c->status()["assumptions"], raised.left);
    }
    to_the_end();
    {
      const auto copy = (folder_ / (std::string("copy-") + claim)).string();
      copy_store(store_, copy);
      const auto s = open(false)->status(), t = Campaign(open_store(copy, false), place_, false).status();
      EXPECT_EQ(s["assumptions"], t["assumptions"]);
      EXPECT_EQ(s["threshold"], t["threshold"]);
    }
    open()->raise(0);
    EXPECT_THROW(open()->raise(0), Error); // nothing is left to raise
    EXPECT_EQ(open()->status()["threshold"], nlohmann::json());
    const Verdict found = to_the_end();
    const auto entry = open_named("checkers:6x6");
    ProveRequest request{.claim = claim, .method = "df-pn"};
    EXPECT_EQ(found, run_search(*entry, position_of(*entry, position), request, place_).verdict);
    export_proof(*open(false), file, {});
    const CheckedProof checked = check_proof(file, {}, place_);
    EXPECT_TRUE(checked.report.holds) << checked.report.why;
  }
}

// An assumption that a proof is against goes, with all that leant on it.
TEST_F(Campaigns, AFactIsStrongerThanAnAssumption) {
  begin("checkers:6x6", "win", 1, "W:WK10,K18:B1,4", 1'000'000);
  const auto c = open();
  ASSERT_TRUE(step(*c)); // the root is split
  const auto job = c->claim("a", std::nullopt, 60);
  ASSERT_TRUE(job);
  ASSERT_NE(job->node, 0U);
  Job alone = *job;
  alone.threshold = 0;
  alone.visits = 1'000'000;
  const JobAnswer proved = search(*c, alone);
  ASSERT_NE(proved.verdict, Verdict::unknown);
  const bool mover_gets_it = (proved.verdict == Verdict::proven) == job->attacker_moves;
  std::string why;
  ASSERT_TRUE(c->take({.node = job->node, .visits = 1, .score = mover_gets_it ? -5'000'000 : 5'000'000}, "a", why));
  EXPECT_EQ(c->status()["assumptions"], 1);
  EXPECT_EQ(c->status()["facts"], 0);
  ASSERT_TRUE(c->take({.node = 0, .visits = 1, .score = 5'000'000}, "a", why)); // never the root itself
  EXPECT_EQ(c->status()["assumptions"], 1);
  const auto before = c->status()["tree"];
  ASSERT_TRUE(c->take(proved, "b", why)) << why; // as one whose lease ran out
  const auto s = c->status();
  EXPECT_EQ(s["assumptions"], 0);
  EXPECT_EQ(s["facts"], 1);
  EXPECT_GT(s["tree"]["proven"].get<u64>() + s["tree"]["disproven"].get<u64>(), 0U);
  EXPECT_EQ(s["tree"]["assumed"], 0);
  EXPECT_EQ(known(*open(false)), known(*c)); // the store says the same
  EXPECT_EQ(before["positions"], s["tree"]["positions"]);
}

TEST_F(Campaigns, WhereNothingIsEvaluatedNothingIsAssumed) {
  EXPECT_THROW(begin("trax:4x4", "win", 64, "", 100), Error);
  begin("trax:4x4", "win", 64);
  const auto c = open();
  EXPECT_THROW(c->raise(10), Error);
  const auto job = c->claim("liar", std::nullopt, 60);
  std::string why;
  c->take({.node = job->node, .visits = 1, .score = 1'000'000'000}, "liar", why);
  EXPECT_EQ(c->status()["assumptions"], 0);
  EXPECT_EQ(c->verdict(), Verdict::unknown);
}

// A store of the program before this one is read as it is, and brought up to date by whoever works on it.
TEST_F(Campaigns, AStoreOfTheFormatBefore) {
  begin("trax:4x4", "win", 64);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(step(*open()));
  const auto before = known(*open(false));
  {
    const Database file(store_, Database::Use::write);
    file.run("DROP TABLE assumptions");
    file.run("DELETE FROM campaign WHERE name = 'threshold'");
    file.run("PRAGMA user_version = 1");
  }
  EXPECT_EQ(known(*open(false)), before);
  EXPECT_EQ(Database(store_, Database::Use::read).number("PRAGMA user_version"), 1);
  EXPECT_EQ(known(*open()), before);
  EXPECT_EQ(Database(store_, Database::Use::read).number("PRAGMA user_version"), 2);
  EXPECT_EQ(to_the_end(), Verdict::disproven);
}

TEST_F(Campaigns, StoresThatAreNotSoundAreRefused) {
  begin("trax:4x4", "win", 64);
  {
    const auto c = open();
    for (int i = 0; i < 20 && step(*c);) ++i;
    EXPECT_THROW(open(), Busy); // one front end
    EXPECT_GT(open(false)->status()["facts"], 0);
  }
  const auto good = folder_ / "good";
  std::filesystem::copy_file(store_, good);
  auto restore = [&] { std::filesystem::copy_file(good, store_, std::filesystem::copy_options::overwrite_existing); };
  const char newer[] = {0, 0, 0, 9}, foreign[] = {0, 0, 0, 1};
  poke(60, newer); // user_version, as SQLite keeps it
  expect_refused("newer program");
  restore();
  poke(68, foreign); // application_id
  expect_refused("not of a campaign");
  restore();
  std::filesystem::resize_file(store_, 4096);
  expect_refused("");
  std::filesystem::resize_file(store_, 0);
  expect_refused("");
  std::ofstream(store_) << std::string(10'000, 'x');
  expect_refused("");
  std::filesystem::remove(store_);
  expect_refused("there is no campaign");
  std::filesystem::create_directory(store_);
  expect_refused("is no file");
  std::filesystem::remove(store_);

  // Bits that flip: refused, or nothing that is known has changed.
  restore();
  const nlohmann::json before = known(*open(false));
  const u64 size = std::filesystem::file_size(store_);
  std::mt19937_64 random(2); // seed
  int refused_times = 0;
  for (int i = 0; i < 150; ++i) {
    restore();
    const u64 at = random() % size;
    std::ifstream in(store_, std::ios::binary);
    in.seekg(static_cast<std::streamoff>(at));
    const char flipped[] = {static_cast<char>(in.get() ^ (1 << random() % 8))};
    poke(at, flipped);
    try {
      EXPECT_EQ(known(*open(false)), before) << "byte " << at;
    } catch (const Error& e) {
      ++refused_times;
      EXPECT_TRUE(e.code() == Exit::table || e.code() == Exit::runtime) << e.what();
    }
  }
  EXPECT_GT(refused_times, 5); // others are in room that is free, or in a proof, which is compared when it is used
}

TEST_F(Campaigns, OtherRulesAreRefused) {
  const auto entry = open_named("tictactoe");
  create_store(store_, {"tictactoe", "0123456789abcdef", entry->game().print(entry->game().start()), "win", "", 100});
  expect_refused("other rules");
  std::filesystem::remove(store_);
  create_store(store_, {"chess", "0123456789abcdef", "", "win", "", 100});
  expect_refused("does not have");
  std::filesystem::remove(store_);
  EXPECT_THROW(begin("awari:8", "win", 100), Error);                  // scores
  EXPECT_THROW(begin("yonmoque", "win", 100), Error);                 // depends on the history
  EXPECT_THROW(begin("tictactoe", "win", 100, "xxx/oo./..."), Error); // over
}

TEST_F(Campaigns, MessagesAreReadAsTheyWereWritten) {
  const Job job{7, "W:WK10", false, 1234, 60};
  const Job read = job_in(text_of(job));
  EXPECT_EQ(std::tie(read.node, read.position, read.attacker_moves, read.visits, read.threshold),
            std::tie(job.node, job.position, job.attacker_moves, job.visits, job.threshold));
  JobAnswer a{.node = 3, .verdict = Verdict::proven, .visits = 9, .seconds = 1.5};
  a.replies = {{{~u64{0}, 5}, {3, 4}}};
  a.proof = {std::byte{1}, std::byte{'\n'}, std::byte{0}};
  const std::string text = text_of(a, "one");
  const NamedAnswer n = answer_in(text);
  EXPECT_EQ(n.worker, "one");
  EXPECT_FALSE(n.answer.score);
  EXPECT_EQ(answer_in(text_of({.node = 3, .score = -250}, "one")).answer.score, -250);
  EXPECT_EQ(n.answer.proof, a.proof);
  EXPECT_EQ(n.answer.replies.front().key, a.replies.front().key);
  for (std::size_t cut = 0; cut < text.size(); ++cut) EXPECT_THROW(answer_in(text.substr(0, cut)), Error) << cut;
  for (const char* bad : {"", "{}", "[]", "{\n", "{\"worker\":1}\n", "null\n"}) EXPECT_THROW(answer_in(bad), Error) << bad;
}

} // namespace
} // namespace zermelo
