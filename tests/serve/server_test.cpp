// The program as it runs: HTTP, limits, shutdown, live solves, damaged tables.
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
  ::usleep(200'000);
  const double began = seconds_now();
  ::kill(server_, SIGTERM);
  EXPECT_EQ(thinking.read().status, 200); // what is in flight is finished
  const Ran ran = finish(std::exchange(server_, 0));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_LT(seconds_now() - began, 4);
}

TEST_F(ServeProgram, SaysWhatIsWrongAtTheStart) {
  serve({"tictactoe"});
  const std::string taken = "127.0.0.1:" + std::to_string(port_);
  const pid_t first = std::exchange(server_, 0);
  expect_error({"serve", "tictactoe", "--listen", taken}, 1, "is in use");
  expect_error({"serve", "--listen", "nowhere:1"}, 2, "is no address");
  expect_error({"serve", "--listen", "127.0.0.1:70000"}, 2, "is no address");
  expect_error({"serve", "--listen", "127.0.0.1"}, 2, "is no address");
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
  EXPECT_EQ(get(position).json().at("source"), "none");
  const auto begun = post("/api/v1/solves", R"({"game": "tictactoe", "kind": "prove", "position": "xo./.../..."})");
  ASSERT_EQ(begun.status, 201) << begun.body;
  Client client(port_);
  const std::string events = events_of(client, begun.json().at("id"));
  EXPECT_NE(events.find("\"value\":\"win\""), std::string::npos) << events;
  const auto found = get(position + "?p=xo./.../...").json();
  EXPECT_EQ(found.at("value"), "win");
  EXPECT_EQ(found.at("source"), "search");
  EXPECT_EQ(found.at("best"), found.at("moves")[0].at("move"));
  EXPECT_EQ(get(position).json().at("value"), "unknown");
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
  for (std::size_t i = 0; i < layout.blocks.size(); i += 8) file[layout.blocks[i].offset + layout.blocks[i].bytes / 2] ^= 1;
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
