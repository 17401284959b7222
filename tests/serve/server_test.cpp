// The program as it runs: HTTP, limits, shutdown, live solves, damaged tables.
#include <sys/resource.h>

#include "catalog/catalog.h"
#include "tests/serve/explorer.h"

#include "tests/faults/damage.h"

namespace zermelo::testing {
namespace {

class ServeProgram : public Explorer {};

const std::string position = "/api/v1/games/tictactoe/position";

TEST_F(ServeProgram, AnswersOverOneConnection) {
  serve({"tictactoe"});
  Client client(port_);
  for (int i = 0; i < 3; ++i) {
    const Reply r = client.get(position);
    ASSERT_EQ(r.status, 200);
    EXPECT_EQ(r.json().at("value"), "draw");
    EXPECT_TRUE(r.has("Connection: keep-alive") && r.has("ETag: \"") && r.has("X-Content-Type-Options: nosniff"));
    EXPECT_TRUE(r.has("Content-Security-Policy: ") && r.has("Referrer-Policy: no-referrer"));
  }
  // Two at once, one without a body, one that ends it.
  const std::string one = "GET " + position + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  ASSERT_TRUE(client.send(one + one));
  EXPECT_EQ(client.read().status, 200);
  EXPECT_EQ(client.read().status, 200);
  ASSERT_TRUE(client.send("HEAD " + position + " HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  const Reply head = client.read(false);
  EXPECT_EQ(head.status, 200);
  EXPECT_FALSE(head.has("Content-Length: 0\r\n"));
  const Reply last = client.get(position, "Connection: close\r\n");
  EXPECT_TRUE(last.has("Connection: close"));
  EXPECT_FALSE(client.receive(2));
  EXPECT_EQ(get("/api/v1/health").json().at("status"), "ok");
  EXPECT_NE(get("/api/v1/metrics").body.find("zermelo_responses_total{status=\"2xx\"}"), std::string::npos);
  EXPECT_EQ(post("/api/v1/games/tictactoe/positions", R"({"positions": ["initial", "x"]})").json().at("answers").size(), 2U);
  EXPECT_EQ(get("/").status, 200);
  EXPECT_NE(get("/api/v1/errata").body.find("# Published numbers that do not hold"), std::string::npos);
  const std::string tag = get(position).head;
  const auto at = tag.find("ETag: ") + 6;
  EXPECT_EQ(get(position, "If-None-Match: " + tag.substr(at, tag.find("\r\n", at) - at) + "\r\n").status, 304);
  EXPECT_EQ(get("/api/v1/games/tictactoe/statistics").json().at("table").at("path"), "tictactoe.zt");
}

TEST_F(ServeProgram, LimitsAreSaid) {
  serve({"tictactoe"});
  EXPECT_EQ(get("/", "X: " + std::string(9000, 'a') + "\r\n").status, 431);
  EXPECT_EQ(get("/" + std::string(9000, 'a')).status, 431);
  EXPECT_EQ(post("/api/v1/games/tictactoe/compose", std::string(4097, ' ')).status, 413);
  EXPECT_EQ(post("/api/v1/games/tictactoe/positions", std::string(65537, ' ')).status, 413);
  EXPECT_EQ(post("/api/v1/games/tictactoe/positions", std::string(60000, ' ')).status, 400); // no JSON, but read
  EXPECT_EQ(Client(port_).ask("nonsense\r\n\r\n").status, 400);
  EXPECT_EQ(Client(port_).ask("POST /api/v1/solves HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n").status, 400);
  EXPECT_EQ(Client(port_).ask("POST /api/v1/solves HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n").status, 413);
}

// A body whose end is not known by its length must not be taken for the next request.
TEST_F(ServeProgram, WhatFollowsATransferEncodingIsNotARequest) {
  serve({"tictactoe"});
  for (const char* coding : {"chunked", "gzip", "xchunked", "chunked, identity", "identity", ""}) {
    Client client(port_);
    client.send("POST /api/v1/solves HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: " + std::string(coding) +
                "\r\n\r\nGET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const Reply first = client.read();
    EXPECT_EQ(first.status, 400) << coding;
    EXPECT_TRUE(first.has("Connection: close")) << coding;
    EXPECT_EQ(client.read().status, 0) << coding;
  }
}

long counter(const std::string& metrics, const std::string& name) {
  const auto at = metrics.find("\n" + name + " ");
  return at == std::string::npos ? -1 : std::atol(metrics.c_str() + at + name.size() + 2);
}

const std::string slow_target = "/api/v1/games/anpanman/reply?milliseconds=1000";
const in_addr_t elsewhere = htonl(INADDR_LOOPBACK + 1); // another address of this machine

// Others take their turn beside one client that asks for much; nobody waits for all of it.
TEST_F(ServeProgram, OneAddressDoesNotStarveTheSlowAnswersOfOthers) {
  serve({"tictactoe", "anpanman"});
  std::vector<Client> greedy;
  for (int i = 0; i < 32; ++i) {
    greedy.emplace_back(port_);
    greedy.back().send("GET " + slow_target + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  // Until the queue has what it takes of one address: the rest is refused.
  for (int i = 0; i < 500 && counter(get("/api/v1/metrics").body, "zermelo_refused_total") < 8; ++i) ::usleep(10'000);
  Client other(port_, htonl(INADDR_LOOPBACK), elsewhere);
  EXPECT_EQ(other.get("/api/v1/games/tictactoe/line").status, 200);
  int answered = 0;
  for (auto& client : greedy) {
    pollfd p{client.descriptor(), POLLIN, 0};
    if (::poll(&p, 1, 0) > 0 && client.read().status == 200) ++answered;
  }
  EXPECT_LT(answered, 16); // before it was its turn most of them had not had theirs
}

// Work for clients that have left is not done.
TEST_F(ServeProgram, WhoHasGoneIsNotWorkedFor) {
  serve({"anpanman"});
  for (int i = 0; i < 20; ++i) {
    Client gone(port_);
    gone.send("GET " + slow_target + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  EXPECT_EQ(Client(port_, htonl(INADDR_LOOPBACK), elsewhere).get("/api/v1/games/anpanman/line").status, 200);
  for (int i = 0; i < 1000 && counter(get("/api/v1/metrics").body, "zermelo_dropped_total") < 10; ++i) ::usleep(10'000);
  EXPECT_GE(counter(get("/api/v1/metrics").body, "zermelo_dropped_total"), 10);
}

// Who waits in the queue is told before the deadline, not after it.
TEST_F(ServeProgram, TheDeadlineHoldsInTheQueue) {
  serve({"anpanman"}, {"--deadline", "1"});
  std::vector<Client> waiting;
  for (int i = 0; i < 24; ++i) {
    waiting.emplace_back(port_);
    waiting.back().send("GET " + slow_target + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  int late = 0;
  for (auto& client : waiting) {
    const Reply r = client.read();
    EXPECT_TRUE(r.status == 200 || r.status == 503) << r.status;
    late += r.status == 503 && r.body.find("waited too long") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(late, 0);
}

// One bad table, a folder that another process works in, or one that cannot be written: the others are served.
TEST_F(ServeProgram, OneBadTableDoesNotKeepTheOthersFromBeingServed) {
  ASSERT_EQ(run({"solve", "tictactoe", "--quiet"}).code, 0);
  std::filesystem::create_directories(tables_ / "anpanman.zt"); // cannot be read as a file
  begin({"tictactoe", "anpanman", "--no-solve"});
  EXPECT_EQ(get(position).json().at("source"), "table");
  EXPECT_EQ(get("/api/v1/games/anpanman/position").status, 200);
  stop();
  EXPECT_NE(contents(folder_ / "err").find("anpanman is served without its table"), std::string::npos)
      << contents(folder_ / "err");
  begin({"tictactoe", "anpanman"}); // it would be solved at the start, and cannot be
  EXPECT_EQ(get(position).json().at("source"), "table");
  stop();
  EXPECT_NE(contents(folder_ / "err").find("serving 2 games"), std::string::npos);
}

TEST_F(ServeProgram, OneGameIsOneGame) {
  serve({"tictactoe"});
  stop();
  EXPECT_NE(contents(folder_ / "err").find("serving 1 game;"), std::string::npos) << contents(folder_ / "err");
}

// Tables that another process makes are seen, of games that are listed and of variants that nobody has named.
TEST_F(ServeProgram, TablesThatComeAreNoticed) {
  if (find_folder("checkers") == nullptr) GTEST_SKIP() << "checkers is not compiled in";
  begin({"--no-solve"});
  EXPECT_EQ(get("/api/v1/games/tictactoe").json().at("state"), "solvable");
  EXPECT_EQ(get("/api/v1/games/checkers:endings-2").status, 404);
  EXPECT_EQ(get("/api/v1/games/checkers/position?p=B:WK32:BK1").json().at("value"), "unknown");
  for (const char* game : {"tictactoe", "checkers:endings-2"}) {
    const std::string out = contents(folder_ / "out"), err = contents(folder_ / "err");
    const pid_t child = ::fork(); // the files of the server stay as they are
    if (child == 0) {
      ::close(1);
      ::close(2);
      ::setenv("ZERMELO_TABLES", tables_.c_str(), 1);
      ::execl(ZERMELO_BINARY, ZERMELO_BINARY, "solve", game, "--quiet", nullptr);
      ::_exit(127);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
  }
  // A game that is asked for is found at once; its table when the folder is looked at next.
  for (const char* game : {"tictactoe", "checkers:endings-2"})
    EXPECT_TRUE(eventually([&] {
      const Reply r = get(std::string("/api/v1/games/") + game);
      return r.status == 200 && r.json().at("state") == "table";
    })) << game;
  const auto known = get("/api/v1/games/checkers/position?p=B:WK32:BK1").json();
  EXPECT_NE(known.at("value"), "unknown");
  EXPECT_EQ(known.at("source"), "endings");
  const auto games = run({"games", "--json"}).json();
  bool listed = false;
  for (const auto& g : games.at("games")) listed = listed || (g.at("game") == "checkers" && g.at("variant") == "endings-2");
  EXPECT_TRUE(listed);
}

TEST_F(ServeProgram, AGameThatIsNamedBringsItsEndings) {
  if (find_folder("checkers") == nullptr) GTEST_SKIP() << "checkers is not compiled in";
  ASSERT_EQ(run({"solve", "checkers:endings-2", "--quiet"}).code, 0);
  begin({"checkers", "--no-solve"});
  EXPECT_EQ(get("/api/v1/games/checkers/position?p=B:WK32:BK1").json().at("source"), "endings");
  EXPECT_EQ(get("/api/v1/games/tictactoe").status, 404); // nothing else
}

// List, board and statistics say the same.
TEST_F(ServeProgram, WhatIsKnownIsSaidEverywhere) {
  begin({"--no-solve"});
  const auto games = get("/api/v1/games").json().at("games");
  int known = 0;
  for (const auto& g : games) {
    if (!g.at("initial").is_object() || g.at("initial").at("value").is_null()) continue;
    const auto p = get("/api/v1/games/" + g.at("name").get<std::string>() + "/position").json();
    EXPECT_EQ(p.at("value"), g.at("initial").at("value")) << g.at("name");
    if (!g.at("initial").at("plies").is_null()) {
      EXPECT_EQ(p.at("plies"), g.at("initial").at("plies")) << g.at("name");
    }
    EXPECT_NE(p.at("source"), "none") << g.at("name");
    EXPECT_NE(g.at("solved").at("how"), "no") << g.at("name");
    ++known;
  }
  EXPECT_GE(known, 3);
  if (find_folder("yonmoque") != nullptr) {
    const auto p = get("/api/v1/games/yonmoque/position").json();
    EXPECT_EQ(p.at("value"), "win");
    EXPECT_FALSE(p.at("best").is_null()); // the proof has the move
  }
  if (find_folder("nocca") == nullptr) return;
  const auto longest = get("/api/v1/games/nocca/statistics").json().at("longest_positions");
  ASSERT_FALSE(longest.empty());
  for (const auto& text : longest) {
    const auto p = get("/api/v1/games/nocca/position?p=" + escaped(text.get<std::string>())).json();
    EXPECT_EQ(p.at("value"), "win");
    EXPECT_EQ(p.at("plies"), 69);
    EXPECT_EQ(p.at("source"), "recorded");
  }
}

// Where no search ends in a moment, values come one by one while somebody asks, and are known to all from then on.
TEST_F(ServeProgram, ValuesAreSearchedInTheBackground) {
  if (find_folder("connect4") == nullptr) GTEST_SKIP() << "connect4 is not compiled in";
  begin({"connect4:6x5", "connect4:7x6", "--no-solve", "--search-memory", "64M", "--search-threads", "2"});
  const std::string game = "/api/v1/games/connect4:6x5";
  auto known = [](const nlohmann::json& j) {
    return std::count_if(j.at("moves").begin(), j.at("moves").end(), [](const auto& m) { return m.at("value") != "unknown"; });
  };
  EXPECT_EQ(get(game + "/position").json().at("searchable"), true);
  EXPECT_EQ(get(game + "/values").json().at("searching"), true);
  // Somebody else looks at something that takes far longer, and is in no book: it does not keep the others from their values.
  EXPECT_EQ(get("/api/v1/games/connect4/values?p=44321").json().at("searching"), true);
  long seen = 0;
  nlohmann::json values;
  EXPECT_TRUE(eventually([&] {
    values = get(game + "/values").json();
    EXPECT_GE(known(values), seen) << "what was known is not known any more";
    seen = known(values);
    return values.at("searching") == false;
  }));
  EXPECT_EQ(seen, 6);
  EXPECT_EQ(values.at("value"), "draw");
  std::map<std::string, nlohmann::json> of;
  for (const auto& m : values.at("moves")) of[m.at("move")] = {m.at("value"), m.at("plies")};
  EXPECT_TRUE(of.at("a") == of.at("f") && of.at("b") == of.at("e") && of.at("c") == of.at("d")); // mirror images
  const auto after = get(game + "/position").json();
  EXPECT_EQ(after.at("searchable"), false);
  EXPECT_EQ(after.at("value"), "draw");
  for (const auto& m : after.at("moves")) EXPECT_EQ(of.at(m.at("move")), (nlohmann::json{m.at("value"), m.at("plies")}));
  EXPECT_EQ(stop().code, 0); // while the other is still searched
}

TEST_F(ServeProgram, AnswersToItsOwnNames) {
  serve({"tictactoe"}, {"--host", "games.example.org", "--host", "[::2]"});
  auto asked_as = [&](const std::string& host) { return Client(port_).ask("GET " + position + " HTTP/1.1\r\n" + host + "\r\n"); };
  for (const char* own : {"Host: localhost\r\n", "Host: 127.0.0.1:1\r\n", "Host: games.example.org\r\n", "Host: [::2]\r\n", ""})
    EXPECT_EQ(asked_as(own).status, 200) << own;
  const Reply refused = asked_as("Host: rebound.example\r\n");
  EXPECT_EQ(refused.status, 421);
  EXPECT_TRUE(refused.has("HTTP/1.1 421 Misdirected Request\r\n"));
  EXPECT_EQ(asked_as("Host: localhost\r\nHost: rebound.example\r\n").status, 400);
  stop();
  for (const char* bad : {"a b", "games.example.org:443", "http://a", ""})
    expect_error({"serve", "tictactoe", "--host", bad}, 2, "is no host");
}

TEST_F(ServeProgram, EndsWhenAskedTo) {
  serve({"tictactoe"});
  Client idle(port_);
  ASSERT_EQ(idle.get(position).status, 200);
  Client thinking(port_);
  ASSERT_TRUE(thinking.send("GET /api/v1/games/tictactoe/reply?milliseconds=700 HTTP/1.1\r\n\r\n"));
  // What is asked for later is answered: so the server has that request by now.
  for (int i = 0; i < 5; ++i) ASSERT_EQ(idle.get(position).status, 200);
  ::kill(server_, SIGTERM);
  EXPECT_EQ(thinking.read().status, 200); // what is in flight is finished
  const Ran ran = finish(std::exchange(server_, 0));
  EXPECT_EQ(ran.code, 0) << ran.err;
}

TEST_F(ServeProgram, SaysWhatIsWrongAtTheStart) {
  serve({"tictactoe"});
  const std::string taken = "127.0.0.1:" + std::to_string(port_);
  const pid_t first = std::exchange(server_, 0);
  expect_error({"serve", "tictactoe", "--listen", taken}, 1, "is in use");
  expect_error({"serve", "--listen", "nowhere:1"}, 2, "is no address");
  expect_error({"serve", "--listen", "127.0.0.1:70000"}, 2, "is no address");
  expect_error({"serve", "--listen", "127.0.0.1"}, 2, "is no address");
  expect_error({"serve", "--proofs", "/nowhere"}, 2, "cannot look into /nowhere");
  expect_error({"serve", "--proofs", tables_.string()}, 2, "no proof (*.proof) is there");
  expect_error({"serve", "tictacto"}, 2, "did you mean 'tictactoe'?");
  server_ = first;
  EXPECT_EQ(get("/api/v1/health").status, 200);
}

TEST_F(ServeProgram, SolvesSmallGamesAtTheStart) {
  serve({}, {});
  EXPECT_EQ(get("/api/v1/games/tictactoe").json().at("state"), "solvable");
  stop();
  begin({"tictactoe"});
  EXPECT_EQ(get("/api/v1/games/tictactoe").json().at("state"), "table");
}

// Who asks for a game gets its variants as well, and the tables of those; who asks for a variant gets that one.
TEST_F(ServeProgram, AGameIsServedWithItsVariants) {
  if (find_folder("quixo") == nullptr) GTEST_SKIP() << "this game is not compiled in";
  for (const char* solved : {"quixo:2", "quixo:3-6"}) ASSERT_EQ(run({"solve", solved, "--quiet"}).code, 0); // one is not listed
  auto states = [&] {
    std::map<std::string, std::string> all;
    const auto games = get("/api/v1/games").json().at("games");
    for (const auto& g : games) all[g.at("name")] = g.at("state");
    return all;
  };
  begin({"quixo", "quixo", "quixo:2", "--no-solve"});
  auto served = states();
  EXPECT_EQ(served.at("quixo"), "search");
  EXPECT_EQ(served.at("quixo:2"), "table");
  EXPECT_EQ(served.at("quixo:3"), "solvable");
  EXPECT_EQ(served.at("quixo:3-6"), "table");
  EXPECT_FALSE(served.contains("tictactoe"));
  stop();
  begin({"quixo:2", "--no-solve"});
  EXPECT_EQ(states().size(), 1U);
}

// What docs/explorer.md shows is what the server says.
TEST_F(ServeProgram, TheExamplesOfTheDocument) {
  serve({"tictactoe"});
  const std::string text = contents(std::filesystem::path(ZERMELO_SOURCE) / "docs/explorer.md"), site = "http://127.0.0.1:8080";
  int tried = 0;
  const std::string command = "$ curl -s '" + site;
  for (std::size_t i = text.find(command); i != std::string::npos; i = text.find(command, i + 1)) {
    const std::size_t begin = i + command.size(), end = text.find('\'', begin), answer = text.find('\n', end) + 1;
    const Reply r = get(text.substr(begin, end - begin));
    EXPECT_EQ(r.body, text.substr(answer, text.find('\n', answer) + 1 - answer));
    ++tried;
  }
  EXPECT_EQ(tried, 2);
  const auto moves = get(position + "?p=xx./oo./...").json().at("moves");
  EXPECT_NE(text.find("\n" + moves[0].dump() + "\n"), std::string::npos);
}

// Everything up to the end of a stream of events.
std::string events_of(Client& client, const std::string& id) {
  client.send("GET /api/v1/solves/" + id + "/events HTTP/1.1\r\n\r\n");
  while (client.receive(20)) {}
  return client.buffer();
}

TEST_F(ServeProgram, WhatAProofSearchFindsIsTold) {
  serve({}, {"--allow-solve"});
  EXPECT_EQ(get("/api/v1/solves").json().at("solves").size(), 0U);
  EXPECT_EQ(get(position).json().at("source"), "published");
  EXPECT_EQ(get(position + "?p=xo./.../...").json().at("source"), "none");
  const auto begun = post("/api/v1/solves", R"({"game": "tictactoe", "kind": "prove", "position": "xo./.../..."})");
  ASSERT_EQ(begun.status, 201) << begun.body;
  Client client(port_);
  const std::string events = events_of(client, begun.json().at("id"));
  EXPECT_NE(events.find("\"value\":\"win\""), std::string::npos) << events;
  const auto found = get(position + "?p=xo./.../...").json();
  EXPECT_EQ(found.at("value"), "win");
  EXPECT_EQ(found.at("source"), "search");
  EXPECT_EQ(found.at("best"), found.at("moves")[0].at("move"));
  EXPECT_EQ(get(position + "?p=x.o/.../...").json().at("value"), "unknown");
  const auto list = get("/api/v1/solves").json().at("solves");
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].at("state"), "done");
  EXPECT_EQ(list[0].at("progress").at("value"), "win");
  ASSERT_EQ(run({"solve", "tictactoe", "--quiet"}).code, 0); // the table says that this move wins
  bool wins = false;
  const auto table = run({"probe", "tictactoe", "xo./.../...", "--json"}).json();
  for (const auto& m : table.at("moves")) wins = wins || (m.at("move") == found.at("best") && m.at("value") == "win");
  EXPECT_TRUE(wins);
}

// While a front end works on it, and after it has ended.
TEST_F(ServeProgram, ShowsCampaigns) {
  const std::string store = (folder_ / "store").string();
  ASSERT_EQ(run({"campaign", "new", "tictactoe", "--claim", "not-loss", "--visits", "8", store}).code, 0);
  expect_error({"serve", "--no-solve", "--listen", "127.0.0.1:0", "--campaign", store + "s"}, 5, "there is no campaign");
  begin({"tictactoe", "--no-solve", "--campaign", store});
  EXPECT_EQ(get("/api/v1/health").json().at("campaigns"), 1);
  const auto before = get("/api/v1/campaigns").json().at("campaigns").at(0);
  EXPECT_EQ(before.at("result"), "unknown");
  EXPECT_EQ(before.at("store"), "store"); // its name alone
  EXPECT_TRUE(before.at("eta").is_null());
  EXPECT_EQ(std::system((std::string(ZERMELO_BINARY) + " campaign run " + store + // NOLINT(cert-env33-c)
                         " --threads 1 --memory 4M --quiet >/dev/null 2>&1")
                            .c_str()),
            0);
  nlohmann::json after;
  EXPECT_TRUE(eventually([&] {
    after = get("/api/v1/campaigns").json().at("campaigns").at(0);
    return after.at("result") == "proven";
  })) << after;
  EXPECT_GT(after.at("facts"), 0);
  EXPECT_FALSE(after.at("proved").empty());
  EXPECT_TRUE(after.at("trouble").is_null());
  std::filesystem::remove(store); // what was read is shown on, with a sentence
  EXPECT_TRUE(eventually([&] {
    after = get("/api/v1/campaigns").json().at("campaigns").at(0);
    return after.at("trouble").is_string();
  })) << after;
  EXPECT_EQ(after.at("result"), "proven");
}

TEST_F(ServeProgram, SolvesWhileOthersWatch) {
  serve({}, {"--allow-solve"});
  EXPECT_EQ(get("/api/v1/health").json().at("solves"), true);
  const auto begun = post("/api/v1/solves", R"({"game": "tictactoe", "kind": "solve"})");
  ASSERT_EQ(begun.status, 201) << begun.body;
  Client client(port_);
  const std::string events = events_of(client, begun.json().at("id"));
  EXPECT_NE(events.find("text/event-stream"), std::string::npos);
  EXPECT_NE(events.find("event: done\ndata: {"), std::string::npos) << events;
  EXPECT_EQ(get("/api/v1/games/tictactoe").json().at("state"), "table");
  EXPECT_EQ(get(position).json().at("source"), "table");
  const auto proof = post("/api/v1/solves", R"({"game": "tictactoe", "kind": "prove", "claim": "win"})");
  ASSERT_EQ(proof.status, 201) << proof.body;
  Client watcher(port_);
  const std::string seen = events_of(watcher, proof.json().at("id"));
  EXPECT_NE(seen.find("\"result\":\"disproven\""), std::string::npos) << seen;
  EXPECT_EQ(get("/api/v1/solves/none/events").status, 404);
  EXPECT_EQ(post("/api/v1/solves", R"({"game": "tictactoe", "kind": "guess"})").status, 400);
}

TEST_F(ServeProgram, ASolveCanBeStoppedAndWhoWatchesMayGo) {
  if (find_folder("trax") == nullptr) GTEST_SKIP() << "every search of the games compiled in is over too soon";
  serve({}, {"--allow-solve"});
  const auto begun = post("/api/v1/solves", R"({"game": "trax:7x7", "kind": "prove"})");
  ASSERT_EQ(begun.status, 201) << begun.body;
  const std::string id = begun.json().at("id");
  {
    Client gone(port_);
    gone.send("GET /api/v1/solves/" + id + "/events HTTP/1.1\r\n\r\n");
    for (int i = 0; i < 50 && gone.buffer().find("event: progress") == std::string::npos; ++i) gone.receive(5);
  }
  // Who comes back finds it, and sees at once how it stands.
  const auto list = get("/api/v1/solves").json().at("solves");
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].at("id"), id);
  EXPECT_EQ(list[0].at("game"), "trax:7x7");
  EXPECT_EQ(list[0].at("kind"), "prove");
  EXPECT_EQ(list[0].at("state"), "running");
  EXPECT_TRUE(list[0].at("progress").contains("trace"));
  Client again(port_);
  again.send("GET /api/v1/solves/" + id + "/events HTTP/1.1\r\n\r\n");
  for (int i = 0; i < 3 && again.buffer().find("event: progress") == std::string::npos; ++i) again.receive(2);
  EXPECT_NE(again.buffer().find("\"attacker\":\"mover\""), std::string::npos) << again.buffer();
  EXPECT_EQ(post("/api/v1/solves", R"({"game": "tictactoe"})").status, 503); // one at a time
  EXPECT_EQ(Client(port_).ask("DELETE /api/v1/solves/" + id + " HTTP/1.1\r\n\r\n").status, 200);
  Client client(port_);
  const std::string events = events_of(client, id);
  EXPECT_NE(events.find("\"stopped\":true"), std::string::npos) << events;
  EXPECT_EQ(post("/api/v1/solves", R"({"game": "tictactoe"})").status, 201);
}

// A solve for which no thread can be made is refused; it does not keep the next one out.
TEST_F(ServeProgram, ASolveThatCannotBeginIsForgotten) {
  if (ZERMELO_SANITIZED != 0) GTEST_SKIP() << "a sanitizer needs the room that is taken away";
  begin({"tictactoe", "--no-solve", "--allow-solve"});
  EXPECT_EQ(get("/api/v1/health").status, 200);
  const std::string status = contents("/proc/" + std::to_string(server_) + "/status");
  const rlim_t size = static_cast<rlim_t>(std::atol(status.c_str() + status.find("VmSize:") + 7)) * 1024;
  rlimit before{};
  ASSERT_EQ(::prlimit(server_, RLIMIT_AS, nullptr, &before), 0);
  const rlimit tight{size + (1 << 20), before.rlim_max};
  ASSERT_EQ(::prlimit(server_, RLIMIT_AS, &tight, nullptr), 0);
  const Reply refused = post("/api/v1/solves", R"({"game": "tictactoe", "kind": "prove"})");
  ASSERT_EQ(::prlimit(server_, RLIMIT_AS, &before, nullptr), 0);
  EXPECT_EQ(refused.status, 503) << refused.body;
  EXPECT_EQ(refused.body.find("another solve"), std::string::npos) << refused.body;
  EXPECT_EQ(post("/api/v1/solves", R"({"game": "tictactoe", "kind": "prove"})").status, 201);
}

// What a page is told to look up in the log is there.
TEST_F(ServeProgram, TheLogSaysWhyASolveFailed) {
  std::filesystem::create_directories(tables_ / "tictactoe.zt" / "in the way");
  begin({"tictactoe", "--no-solve", "--allow-solve"});
  const auto begun = post("/api/v1/solves", R"({"game": "tictactoe"})");
  ASSERT_EQ(begun.status, 201) << begun.body;
  Client client(port_);
  const std::string events = events_of(client, begun.json().at("id"));
  EXPECT_NE(events.find("event: failed"), std::string::npos) << events;
  EXPECT_EQ(events.find(tables_.string()), std::string::npos); // no path is told to a page
  EXPECT_NE(contents(folder_ / "err").find("tictactoe is not solved: "), std::string::npos) << contents(folder_ / "err");
}

// A block that is hit answers with an error, every other one as before.
TEST_F(ServeProgram, ADamagedBlockAloneFails) {
  serve({"anpanman"});
  std::vector<std::string> positions;
  for (int i = 0; i < 40; ++i) positions.push_back(get("/api/v1/games/anpanman/random").json().at("position"));
  const auto before =
      post("/api/v1/games/anpanman/positions", nlohmann::json{{"positions", positions}}.dump()).json().at("answers");
  stop();
  const auto path = tables_ / "anpanman.zt";
  std::string file = contents(path);
  const faults::Layout layout(file);
  for (std::size_t i = 0; i < layout.blocks.size(); i += 4) file[layout.blocks[i].offset + layout.blocks[i].bytes / 2] ^= 1;
  std::ofstream(path, std::ios::binary) << file;
  begin({"anpanman", "--no-solve"});
  int failed = 0;
  const auto after =
      post("/api/v1/games/anpanman/positions", nlohmann::json{{"positions", positions}}.dump()).json().at("answers");
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Reply r = get("/api/v1/games/anpanman/position?p=" + escaped(positions[i]));
    EXPECT_TRUE(r.status == 200 || r.status == 500);
    failed += r.status == 500 ? 1 : 0;
    if (r.status == 500) {
      EXPECT_EQ(after[i].at("status"), 500);
      EXPECT_EQ(r.body.find(folder_.string()), std::string::npos); // no path is told
    } else {
      EXPECT_EQ(after[i], before[i]);
      EXPECT_EQ(r.json().at("value"), before[i].at("value"));
    }
  }
  EXPECT_GT(failed, 0);
  EXPECT_LT(failed, 40);
}

} // namespace
} // namespace zermelo::testing
