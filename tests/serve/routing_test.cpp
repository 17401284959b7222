// Answers without sockets: addresses, parameters, grammar, caches, problems.
#include <gtest/gtest.h>

#include "serve/fair_queue.h"
#include "serve/solves.h"
#include "serve/visitors.h"
#include "tests/serve/client.h"
#include "tests/serve/test_site.h"
#include "view/png.h"

namespace zermelo::testing {
namespace {

int status(const std::string& target) { return site().get(target).status; }

TEST(ServeRouting, GamesAreListedWithTheirState) {
  const auto games = site().json("/api/v1/games").at("games");
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0].at("state"), "table");
  EXPECT_EQ(games[0].at("initial").at("value"), "draw");
  EXPECT_EQ(games[1].at("state"), "search");
  EXPECT_TRUE(games[0].at("title").contains("ja"));
  const auto one = site().json("/api/v1/games/tictactoe");
  EXPECT_EQ(one.at("table").at("path"), "tictactoe.zt"); // the name alone
  EXPECT_TRUE(one.at("board").is_object());
}

TEST(ServeRouting, APositionHasItsMovesBestFirst) {
  const auto j = site().json("/api/v1/games/tictactoe/position?p=xx./oo./...");
  EXPECT_EQ(j.at("value"), "win");
  EXPECT_EQ(j.at("plies"), 1);
  EXPECT_EQ(j.at("best"), j.at("moves")[0].at("move"));
  EXPECT_EQ(j.at("moves")[0].at("value"), "win");
  EXPECT_EQ(j.at("to_move"), "first");
  EXPECT_EQ(j.at("over"), false);
  for (const auto& m : j.at("moves")) {
    EXPECT_FALSE(m.at("clicks").empty());
    EXPECT_EQ(status("/api/v1/games/tictactoe/position?p=" + m.at("position").get<std::string>()), 200);
  }
  const auto initial = site().json("/api/v1/games/tictactoe/position");
  EXPECT_EQ(initial, site().json("/api/v1/games/tictactoe/position?p=initial"));
  EXPECT_EQ(initial.at("source"), "table");
  EXPECT_EQ(initial.at("value"), "draw");
  EXPECT_TRUE(initial.at("plies").is_null());
  EXPECT_EQ(initial.at("picture").at("cells").size(), 9U);
}

TEST(ServeRouting, AFinishedGameHasAReason) {
  const auto j = site().json("/api/v1/games/tictactoe/position?p=xxx/oo./...");
  EXPECT_EQ(j.at("over"), true);
  EXPECT_EQ(j.at("source"), "rules");
  EXPECT_EQ(j.at("reason").at("en"), "The game is over: the first player has won.");
  EXPECT_TRUE(j.at("best").is_null());
}

// A game from outside may say nothing of its ends.
TEST(ServeRouting, EveryGameHasWordsForItsEnds) {
  TestSite site({"tictactoe"});
  const auto own = site.json("/api/v1/games/tictactoe").at("board").at("endings");
  for (auto& g : site.site().games) g->board.erase("endings");
  const auto given = site.json("/api/v1/games/tictactoe").at("board").at("endings");
  EXPECT_NE(given, own);
  int drawn = 0, won = 0;
  for (const auto& e : given) {
    EXPECT_FALSE(e.at("en").get<std::string>().empty());
    EXPECT_FALSE(e.at("ja").get<std::string>().empty());
    ++(e.value("drawn", false) ? drawn : won);
  }
  EXPECT_EQ(drawn, 1);
  EXPECT_EQ(won, 1);
}

TEST(ServeRouting, UnknownNeverCarriesABestMove) {
  const auto j = site().json("/api/v1/games/anpanman/position");
  EXPECT_EQ(j.at("value"), "unknown");
  EXPECT_EQ(j.at("source"), "none");
  EXPECT_TRUE(j.at("best").is_null() && j.at("plies").is_null());
  EXPECT_FALSE(j.at("moves").empty());
  EXPECT_EQ(status("/api/v1/games/anpanman/line"), 404);
  EXPECT_EQ(status("/api/v1/games/anpanman/statistics"), 404);
}

TEST(ServeRouting, WhatIsNoAddressIsRefusedWithAHint) {
  EXPECT_EQ(status("/api/v1/games/chess/position"), 404);
  EXPECT_EQ(status("/api/v1/nothing"), 404);
  EXPECT_EQ(status("/api/v1/games/tictactoe/"), 404);
  EXPECT_EQ(status("/api/v1/games//position"), 404);
  EXPECT_EQ(status("/api/v1/games/tictactoe/position?q=1"), 400);
  EXPECT_EQ(status("/api/v1/games/tictactoe/position?p=a&p=b"), 400);
  EXPECT_EQ(status("/api/v1/games/tictactoe/position?p=%zz"), 400);
  EXPECT_EQ(status("/api/v1/games/tictactoe/position?p=%2"), 400);
  EXPECT_EQ(status("/api/v1/games/tictactoe/position?p=%00"), 400);
  EXPECT_EQ(status("/api/v1/games/tictactoe/position?p=%C3%A4"), 400);
  EXPECT_EQ(status("/api/v1/games/tictactoe/position?p="), 400);
  EXPECT_EQ(status("/api/v1/games/tictactoe/position?p=" + std::string(1025, 'x')), 400);
  EXPECT_EQ(status("/api/v1/games/tictactoe/position?p=xxx/xxx/xxx"), 422);
  EXPECT_EQ(status("/api/v1/games/tictactoe/line?plies=0"), 400);
  EXPECT_EQ(status("/api/v1/games/tictactoe/line?plies=501"), 400);
  EXPECT_EQ(status("/api/v1/games/tictactoe/line?plies=1x"), 400);
  EXPECT_EQ(status("*"), 400);
  EXPECT_EQ(status("http://other/"), 400);
  const auto r = site().get("/api/v1/games/tictactoe/position?p=xxx/xxx/xxx");
  EXPECT_STREQ(r.type, "application/problem+json");
  const auto problem = parse_json(r.body);
  EXPECT_EQ(problem.at("status"), 422);
  EXPECT_FALSE(problem.at("detail").get<std::string>().empty() || problem.at("hint").get<std::string>().empty());
  EXPECT_EQ(status("/api/v1/games/tictactoe%2Fposition"), 404);
  EXPECT_EQ(status("/api/v1/games/t%69ctactoe/position"), 200);
}

TEST(ServeRouting, MethodsAreChecked) {
  const auto r = site().ask("DELETE", "/api/v1/games");
  EXPECT_EQ(r.status, 405);
  EXPECT_STREQ(r.allow, "GET, HEAD");
  EXPECT_EQ(site().ask("HEAD", "/api/v1/games").status, 200);
  EXPECT_EQ(site().ask("POST", "/").status, 405);
  EXPECT_EQ(site().ask("BREW", "/api/v1/games").status, 405);
}

TEST(ServeRouting, PagesOfOthersCannotMakeABrowserWork) {
  serve::Request r{.method = "POST", .target = "/api/v1/games/tictactoe/positions", .body = R"({"positions": []})"};
  EXPECT_EQ(answer(const_cast<TestSite&>(site()).site(), r).status, 400); // no JSON by its type
  r.content_type = "application/json";
  EXPECT_EQ(answer(const_cast<TestSite&>(site()).site(), r).status, 200);
  r.fetch_site = "cross-site";
  EXPECT_EQ(answer(const_cast<TestSite&>(site()).site(), r).status, 403);
}

// A page whose name was made to lead here (DNS rebinding) asks by that name.
TEST(ServeHosts, OnlyKnownNamesAreAnswered) {
  const serve::Hosts here("127.0.0.1", {"games.example.org"}), everywhere("0.0.0.0", {}), any("::1", {"*"});
  for (const char* own : {"localhost", "LocalHost:8080", "localhost.", "a.localhost:1", "127.0.0.1:8080", "127.9.9.9", "[::1]",
                          "[::1]:8080", "[::ffff:127.0.0.1]:80", "games.example.org", "Games.Example.ORG:443", ""}) {
    EXPECT_TRUE(here.admits(own)) << own;
    EXPECT_TRUE(any.admits(own)) << own;
  }
  for (const char* foreign : {"evil.example",
                              "evil.example:8080",
                              "localhost.evil.example",
                              "127.0.0.1.evil.example",
                              "xlocalhost",
                              "games.example.org.evil.example",
                              "192.168.1.2",
                              "0.0.0.0:8080",
                              "[::2]",
                              "[fe80::1]:80",
                              "[::1",
                              "[::1]x",
                              "[::1]:80:80",
                              "::1",
                              "localhost:80a",
                              "localhost:123456",
                              "local host",
                              "localhost/",
                              "user@localhost",
                              "127.0.0.1\t",
                              "127.1",
                              "2130706433",
                              ".",
                              "..",
                              ":80"}) {
    EXPECT_FALSE(here.admits(foreign)) << foreign;
    EXPECT_TRUE(any.admits(foreign));
  }
  for (const char* address : {"192.168.1.2:8080", "[fe80::1]:80", "localhost"})
    EXPECT_TRUE(everywhere.admits(address)) << address;
  for (const char* name : {"evil.example", "printer.local:8080"}) EXPECT_FALSE(everywhere.admits(name)) << name;

  TestSite with({"tictactoe"});
  with.site().hosts = here;
  for (const char* target : {"/", "/assets/a.js", "/api/v1/games", "/api/v1/games/tictactoe/position"}) {
    serve::Request r{.target = target, .host = "evil.example:8080"};
    const auto refused = answer(with.site(), r);
    EXPECT_EQ(refused.status, 421) << target;
    EXPECT_STREQ(refused.type, "application/problem+json");
    EXPECT_EQ(parse_json(refused.body).at("title"), "Misdirected Request");
    EXPECT_EQ(refused.body.find("evil"), std::string::npos);
    r.host = "127.0.0.1:8080";
    EXPECT_NE(answer(with.site(), r).status, 421) << target;
  }
}

TEST(ServeRouting, ABatchAnswersEachOrSaysWhyNot) {
  const auto r =
      site().ask("POST", "/api/v1/games/tictactoe/positions", R"({"positions": ["initial", "xxx/xxx/xxx", 5, "xx./oo./..."]})");
  ASSERT_EQ(r.status, 200);
  const auto answers = parse_json(r.body).at("answers");
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_EQ(answers[0].at("value"), "draw");
  EXPECT_FALSE(answers[0].contains("picture"));
  EXPECT_EQ(answers[1].at("status"), 422);
  EXPECT_EQ(answers[2].at("status"), 400);
  EXPECT_EQ(answers[3].at("value"), "win");
  auto many = nlohmann::json::array();
  for (int i = 0; i < 257; ++i) many.push_back("initial");
  EXPECT_EQ(site().ask("POST", "/api/v1/games/tictactoe/positions", json_text({{"positions", many}})).status, 400);
  EXPECT_EQ(site().ask("POST", "/api/v1/games/tictactoe/positions", "[").status, 400);
  EXPECT_EQ(site().ask("POST", "/api/v1/games/tictactoe/positions", std::string(5000, '[')).status, 400);
}

TEST(ServeRouting, ALineEndsTheGame) {
  const auto j = site().json("/api/v1/games/tictactoe/line");
  EXPECT_EQ(j.at("steps").size(), 9U);
  EXPECT_EQ(j.at("end"), "over");
  EXPECT_EQ(site().json("/api/v1/games/tictactoe/line?plies=2").at("end"), "limit");
}

TEST(ServeRouting, AnswersAreCachedByTable) {
  const auto first = site().get("/api/v1/games/tictactoe/position");
  EXPECT_FALSE(first.etag.empty());
  serve::Request again;
  again.target = "/api/v1/games/tictactoe/position";
  again.if_none_match = first.etag;
  const auto same = answer(const_cast<TestSite&>(site()).site(), again);
  EXPECT_EQ(same.status, 304);
  EXPECT_TRUE(same.bytes().empty());
  auto status_with = [&](const std::string& tags) {
    again.if_none_match = tags;
    return answer(const_cast<TestSite&>(site()).site(), again).status;
  };
  EXPECT_EQ(status_with("W/" + first.etag), 304); // after a proxy that compresses
  EXPECT_EQ(status_with("\"a\", W/" + first.etag + " ,\"b\""), 304);
  for (const char* other : {"", "*", "\"a\"", "W/", ",,", "W/\"\""}) EXPECT_EQ(status_with(other), 200) << other;
  EXPECT_STREQ(site().get("/api/v1/games/anpanman/position").cache, "no-cache"); // a table may come
  EXPECT_STREQ(site().get("/api/v1/games/tictactoe/random").cache, "no-store");
}

TEST(ServeRouting, RandomPositionsAreAsWished) {
  for (const char* value : {"win", "loss", "draw"})
    for (int i = 0; i < 5; ++i)
      EXPECT_EQ(site().json(std::string("/api/v1/games/tictactoe/random?value=") + value).at("value"), value);
  const auto three = site().json("/api/v1/games/tictactoe/random?value=win&plies=3");
  EXPECT_EQ(three.at("plies"), 3);
  EXPECT_GE(site().json("/api/v1/games/tictactoe/random?at_least=2").at("plies"), 2);
  EXPECT_EQ(status("/api/v1/games/tictactoe/random?value=win&plies=77"), 404);
  EXPECT_EQ(status("/api/v1/games/tictactoe/random?value=best"), 400);
  EXPECT_EQ(status("/api/v1/games/anpanman/random?value=draw"), 404);
}

TEST(ServeRouting, PresetsAreWhatTheySay) {
  const auto list = site().json("/api/v1/games/tictactoe/presets").at("presets");
  std::set<std::string> kinds;
  for (const auto& p : list) {
    kinds.insert(p.at("kind"));
    const auto j = site().json("/api/v1/games/tictactoe/position?p=" + p.at("position").get<std::string>());
    EXPECT_EQ(j.at("value"), p.at("value")) << p;
    EXPECT_EQ(j.at("plies"), p.at("plies")) << p;
  }
  EXPECT_TRUE(kinds.contains("initial") && kinds.contains("perfect") && kinds.contains("longest") && kinds.contains("hard"));
  EXPECT_EQ(site().json("/api/v1/games/tictactoe/presets").at("none"),
            nlohmann::json::array({"zugzwang"})); // nobody can pass in tic-tac-toe: the number of stones says who moves
  EXPECT_EQ(site().json("/api/v1/games/anpanman/presets").at("presets").size(), 1U);
}

TEST(ServeRouting, APositionIsPutTogether) {
  const auto j = site().json("/api/v1/games/tictactoe/position?p=xx./oo./...");
  nlohmann::json body = {{"cells", nlohmann::json::object()}, {"to_move", "first"}};
  for (const auto& c : j.at("picture").at("cells")) body["cells"][c.at("name").get<std::string>()] = c.at("pieces");
  const auto r = site().ask("POST", "/api/v1/games/tictactoe/compose", json_text(body));
  EXPECT_EQ(r.status, 200) << r.body;
  EXPECT_EQ(parse_json(r.body).at("position"), "xx./oo./...");
  body["to_move"] = "second";
  const auto wrong = site().ask("POST", "/api/v1/games/tictactoe/compose", json_text(body));
  EXPECT_EQ(wrong.status, 422);
  EXPECT_NE(parse_json(wrong.body).at("detail"), "");
  for (const char* bad :
       {R"({"cells": 5})", R"({"cells": {"a1": [5]}})", R"({"cells": {"a1": [{"kind": "stone", "owner": "me"}]}})",
        R"({"hands": {"first": [{"kind": "x", "count": 1e9}]}})", R"({"to_move": "none"})"})
    EXPECT_EQ(site().ask("POST", "/api/v1/games/tictactoe/compose", bad).status, 400) << bad;
}

TEST(ServeRouting, TheSearchReplies) {
  const auto j = site().json("/api/v1/games/anpanman/reply?milliseconds=20");
  EXPECT_EQ(j.at("source"), "search");
  EXPECT_EQ(status("/api/v1/games/anpanman/position?p=" + escaped(j.at("position").get<std::string>())), 200);
  EXPECT_EQ(status("/api/v1/games/anpanman/reply?milliseconds=1001"), 400);
  EXPECT_EQ(status("/api/v1/games/tictactoe/reply?p=xxx/oo./..."), 422);
}

TEST(ServeRouting, SolvesNeedPermission) {
  EXPECT_EQ(site().ask("POST", "/api/v1/solves", R"({"game": "tictactoe"})").status, 403);
  EXPECT_EQ(status("/api/v1/solves"), 403);
  EXPECT_EQ(status("/api/v1/solves/1/events"), 403);
}

class OneSolve : public serve::Solves {
public:
  std::string begin(const serve::SolveOrder&) override { return "1-a"; }
  Stopped stop(const std::string& id, const std::string& address, bool local) override {
    return id != "1-a" ? Stopped::unknown : local || address == "mine" ? Stopped::yes : Stopped::forbidden;
  }
  nlohmann::json list() const override {
    return {{{"id", "1-a"}, {"game", "anpanman"}, {"kind", "prove"}, {"state", "running"}, {"progress", {{"pn", 3}}}}};
  }
  std::optional<serve::EventPiece> events(const std::string& id, u64 from) override {
    if (id != "1-a") return std::nullopt;
    return serve::EventPiece{from == 0 ? "event: progress\ndata: {}\n\n" : "", 1, false};
  }
};

TEST(ServeRouting, ARunningSolveIsListedAndFollowed) {
  OneSolve solves;
  TestSite with({}, {"anpanman"});
  with.site().solves = &solves;
  const auto list = with.json("/api/v1/solves").at("solves");
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].at("state"), "running");
  EXPECT_EQ(list[0].at("progress").at("pn"), 3);
  const auto r = with.get("/api/v1/solves/1-a/events");
  ASSERT_TRUE(r.events);
  EXPECT_NE(r.events(0).text, ""); // how it stands, for who comes late
  EXPECT_EQ(r.events(1).text, "");
  EXPECT_EQ(with.get("/api/v1/solves/2-a/events").status, 404);
  auto stop = [&](const std::string& address, bool local) {
    serve::Request request;
    request.method = "DELETE";
    request.target = "/api/v1/solves/1-a";
    request.address = address;
    request.local = local;
    return answer(with.site(), request).status;
  };
  EXPECT_EQ(stop("other", false), 403); // who has not begun it
  EXPECT_EQ(stop("mine", false), 200);
  EXPECT_EQ(stop("other", true), 200); // from this machine
  EXPECT_EQ(with.ask("PUT", "/api/v1/solves").status, 405);
  EXPECT_EQ(with.ask("DELETE", "/api/v1/solves/").status, 404);
}

TEST(ServeRouting, WhatASearchHasFoundIsTold) {
  TestSite with({}, {"anpanman"});
  serve::ServedGame& g = **with.site().games.begin();
  const std::string target = "/api/v1/games/anpanman/position";
  const auto before = with.get(target);
  const auto unknown = parse_json(before.body);
  EXPECT_EQ(unknown.at("source"), "none");
  g.learn(g.game->start(), {draw_value, "proof", ""});
  const auto after = with.get(target);
  EXPECT_NE(after.etag, before.etag); // or a browser would keep the old answer
  const auto draw = parse_json(after.body);
  EXPECT_EQ(draw.at("value"), "draw");
  EXPECT_EQ(draw.at("source"), "proof");
  EXPECT_TRUE(draw.at("best").is_null()); // the value is known, no move that keeps it is
  for (const auto& m : draw.at("moves")) EXPECT_EQ(m.at("value"), "unknown");

  g.learn(g.game->start(), {draw_value, "search", ""}); // a proof says more
  EXPECT_EQ(with.json(target).at("source"), "proof");

  const std::string best = unknown.at("moves").back().at("move");
  g.learn(g.game->start(), {win_value, "search", best}); // not so, but a test may say it
  const auto win = with.json(target);
  EXPECT_EQ(win.at("best"), best);
  EXPECT_EQ(win.at("source"), "search");
  EXPECT_TRUE(win.at("plies").is_null());
  EXPECT_EQ(win.at("moves")[0].at("move"), best);
  EXPECT_EQ(win.at("moves")[1].at("value"), "unknown");

  // What is known about a position counts for the move that leads there, unless the past counts too.
  std::string why;
  const auto next = *g.game->parse(unknown.at("moves")[0].at("position").get<std::string>(), why);
  g.learn(next, {win_value, "search", ""});
  EXPECT_EQ(with.json(target).at("moves").back().at("value"), "loss");
  g.history = true;
  EXPECT_EQ(with.json(target).at("moves").back().at("value"), "unknown");
}

// Proofs that are read while pages are open: the position of a page is looked up in them, its moves are not.
TEST(ServeRouting, ProofsAnswerOnceTheyAreRead) {
  TestSite with({}, {"anpanman"});
  serve::ServedGame& g = **with.site().games.begin();
  const std::string target = "/api/v1/games/anpanman/position";
  const auto before = with.get(target);
  int asked = 0;
  const auto say = [&](serve::Proved proved) {
    asked = 0;
    g.put_book(std::make_shared<const serve::ServedGame::Book>([&asked, proved](const AnyPosition&) {
      ++asked;
      return std::optional(proved);
    }));
  };
  const std::string best = parse_json(before.body).at("moves").back().at("move");
  say({win_value, "proof", best});
  const auto after = with.get(target);
  EXPECT_NE(after.etag, before.etag);
  const auto win = parse_json(after.body);
  EXPECT_EQ(win.at("value"), "win");
  EXPECT_EQ(win.at("source"), "proof");
  EXPECT_EQ(win.at("best"), best);
  EXPECT_EQ(win.at("moves")[1].at("value"), "unknown");
  EXPECT_LE(asked, 2);
  say({loss_value, "proof", ""});
  const auto loss = with.json(target);
  EXPECT_EQ(loss.at("value"), "loss");
  for (const auto& m : loss.at("moves")) EXPECT_EQ(m.at("value"), "loss"); // whoever has lost loses by every move
}

TEST(ServeRouting, TheTreeOfOpeningsHasEachPositionOnce) {
  const auto tree = site().json("/api/v1/games/tictactoe/tree?plies=2");
  EXPECT_EQ(tree.at("plies"), 2);
  // Corner, edge, centre; then 5, 5 and 2 replies, up to symmetry.
  const auto& nodes = tree.at("nodes");
  ASSERT_EQ(nodes.size(), 1U + 3U + 12U);
  EXPECT_EQ(nodes[0].at("turns").size(), 3U);
  std::size_t moves = 0;
  for (const auto& turn : nodes[0].at("turns")) {
    moves += turn.at("moves").size();
    EXPECT_EQ(turn.at("value"), "draw");
    const auto& to = nodes.at(turn.at("to").get<std::size_t>());
    EXPECT_EQ(to.at("ways"), turn.at("moves").size());
    EXPECT_EQ(to.at("way"), nlohmann::json::array({turn.at("moves").at(0)}));
    EXPECT_EQ(to.at("value"), "draw");
  }
  EXPECT_EQ(moves, 9U);
  // Deeper, many ways lead to one position, and each is there once.
  const auto deep = site().json("/api/v1/games/tictactoe/tree?plies=4");
  std::set<std::string> seen;
  std::size_t merged = 0;
  for (const auto& node : deep.at("nodes")) {
    EXPECT_TRUE(seen.insert(node.at("position")).second);
    std::size_t ways = 0;
    for (const auto& other : deep.at("nodes"))
      for (const auto& turn : other.at("turns"))
        if (turn.at("to") == &node - &deep.at("nodes")[0]) ++ways;
    merged += ways > 1 ? 1 : 0;
  }
  EXPECT_GT(merged, 10U);
  EXPECT_EQ(site().get("/api/v1/games/anpanman/tree").status, 404);
}

// Where players name the piece that moves, moves have it.
TEST(ServeRouting, MovesNameThePieceWherePlayersDo) {
  const auto position = site().json("/api/v1/games/anpanman/position"); // not in the loop, which would not keep it
  for (const auto& move : position.at("moves")) {
    const std::string from = move.at("clicks").at(0);
    EXPECT_EQ(move.at("piece"), from == "B5" ? "leader" : from == "A5" ? "runner" : "walker") << move;
  }
  EXPECT_FALSE(site().json("/api/v1/games/tictactoe/position").at("moves").at(0).contains("piece"));
}

TEST(ServeRouting, PositionsAreCountedNotSlots) {
  const auto j = site().json("/api/v1/games/tictactoe");
  EXPECT_EQ(j.at("positions"), 5478);
  EXPECT_NE(j.at("positions"), j.at("slots"));
  EXPECT_EQ(j.at("solved").at("evidence"), "table");
  EXPECT_EQ(j.at("repetition"), "never");
  EXPECT_EQ(site().json("/api/v1/games/anpanman").at("repetition"), "draw");
}

TEST(ServeRouting, ExamplesAreTheSameEachTime) {
  TestSite with({"anpanman"});
  const auto first = with.json("/api/v1/games/anpanman/presets");
  int longest = 0;
  for (const auto& p : first.at("presets"))
    if (p.at("kind") == "longest") {
      EXPECT_EQ(p.at("plies"), 29);
      ++longest;
    }
  EXPECT_GE(longest, 2);
  EXPECT_EQ(first, with.json("/api/v1/games/anpanman/presets"));
  TestSite other({"anpanman"}); // another server finds the same
  EXPECT_EQ(first, other.json("/api/v1/games/anpanman/presets"));
}

TEST(ServeRouting, AGameIsReplayedInOneRequest) {
  auto replay = [&](const std::string& body) { return site().ask("POST", "/api/v1/games/tictactoe/replay", body); };
  const auto j = parse_json(replay(R"({"moves": ["b2", "a2", "a1"]})").bytes());
  ASSERT_EQ(j.at("steps").size(), 3U);
  EXPECT_EQ(j.at("position"), ".../.../...");
  EXPECT_EQ(j.at("steps")[1].at("slip"), "mistake");
  EXPECT_EQ(j.at("stopped"), nullptr);
  const auto text = parse_json(replay(R"({"text": "1. b2 A2 {a comment} 2. a1 *"})").bytes());
  EXPECT_EQ(text.at("steps"), j.at("steps"));
  const auto from = parse_json(replay(R"({"from": "xx./oo./...", "moves": ["c3"]})").bytes());
  EXPECT_EQ(from.at("end").at("winner"), "first");
  EXPECT_EQ(parse_json(replay(R"({"moves": ["b2", "b2"]})").bytes()).at("stopped").at("ply"), 2);
  for (const char* bad : {R"({"moves": 5})", R"({"moves": [5]})", R"({"text": 5})", R"({"from": 5})", "[]", "{"})
    EXPECT_EQ(replay(bad).status, 400) << bad;
  for (const char* none : {R"({"text": ""})", R"({"from": "x", "moves": []})"}) EXPECT_NE(replay(none).status, 200) << none;
  nlohmann::json many = {{"moves", std::vector<std::string>(1001, "a1")}};
  EXPECT_EQ(replay(json_text(many)).status, 400);
}

TEST(ServeRouting, APositionIsDrawn) {
  const std::string drawing = "/api/v1/games/tictactoe/position.";
  const auto r = site().get(drawing + "svg?p=x.o/.x./..o&flip=1");
  EXPECT_EQ(r.status, 200);
  EXPECT_STREQ(r.type, "image/svg+xml");
  EXPECT_TRUE(r.bytes().starts_with("<svg"));
  std::vector<std::string> kinds = {"svg"};
  if (has_png()) {
    kinds.emplace_back("png");
    const auto pixels = site().get(drawing + "png?p=x.o/.x./..o");
    EXPECT_STREQ(pixels.type, "image/png");
    EXPECT_TRUE(pixels.bytes().starts_with("\x89PNG\r\n"));
    EXPECT_NE(pixels.bytes(), site().get(drawing + "png?p=x.o/.x./..o&flip=1").bytes());
    EXPECT_FALSE(pixels.etag.empty());
    serve::Request again;
    again.target = drawing + "png?p=x.o/.x./..o";
    again.if_none_match = pixels.etag;
    EXPECT_EQ(answer(site().site(), again).status, 304);
    EXPECT_TRUE(serve::find_route("GET", again.target).is_slow()); // it takes a turn in the queue
  } else {
    EXPECT_EQ(status(drawing + "png"), 404);
  }
  for (const auto& kind : kinds) {
    EXPECT_EQ(status(drawing + kind + "?p=nonsense"), 422);
    EXPECT_EQ(status(drawing + kind + "?flip=2"), 400);
    EXPECT_EQ(status(drawing + kind + "?width=9"), 400);
  }
  EXPECT_NE(site().json("/api/v1/games/tictactoe/rules").at("rules").at("en").get<std::string>().find("Three marks"),
            std::string::npos);
}

// What a game without a table knows by the tables of its endings.
TEST(ServeRouting, EndingsAnswerForTheWholeGame) {
  if (find_folder("checkers") == nullptr || find_folder("awari") == nullptr) GTEST_SKIP() << "these games are not compiled in";
  TestSite with({"checkers:endings-3", "awari:6"}, {"checkers", "awari", "checkers:6x6"});
  EXPECT_EQ(with.json("/api/v1/games/checkers").at("endings"), nlohmann::json::array({"checkers:endings-3"}));
  EXPECT_TRUE(with.json("/api/v1/games/checkers:6x6").at("endings").empty());
  const std::string p = "B:WK32:BK1,K2";
  const auto there = with.json("/api/v1/games/checkers:endings-3/position?p=" + p),
             here = with.json("/api/v1/games/checkers/position?p=" + p);
  EXPECT_EQ(here.at("value"), "win");
  EXPECT_EQ(here.at("plies"), there.at("plies"));
  EXPECT_EQ(here.at("source"), "endings");
  EXPECT_EQ(here.at("table"), "checkers:endings-3");
  EXPECT_EQ(here.at("moves"), there.at("moves"));
  EXPECT_EQ(with.json("/api/v1/games/checkers/line?p=" + p).at("steps"),
            with.json("/api/v1/games/checkers:endings-3/line?p=" + p).at("steps"));
  EXPECT_EQ(with.json("/api/v1/games/checkers/position").at("source"), "none"); // twelve pieces each are in no table
  // One more piece than the table has: a jump leads into it.
  const auto jump = with.json("/api/v1/games/checkers/position?p=" + escaped("B:W14,K32:BK10,K1"));
  EXPECT_EQ(jump.at("source"), "endings");
  EXPECT_EQ(jump.at("value"), jump.at("moves")[0].at("value"));
  const std::string stones = escaped("0,0,1,0,1,0,0,2,0,0,1,1/second/+5");
  EXPECT_EQ(with.json("/api/v1/games/awari/position?p=" + stones).at("score"),
            with.json("/api/v1/games/awari:6/position?p=" + stones).at("score"));
  EXPECT_EQ(with.json("/api/v1/games/awari/position?p=" + stones).at("source"), "endings");
}

TEST(ServeQueue, AddressesTakeTurns) {
  serve::FairQueue<int> q;
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(q.push("greedy", i, 8, 4));
  EXPECT_FALSE(q.push("greedy", 9, 8, 4)); // its share
  EXPECT_TRUE(q.push("other", 10, 8, 4));
  EXPECT_TRUE(q.push("third", 20, 8, 4));
  std::vector<int> order;
  while (auto next = q.pop()) order.push_back(next->second);
  EXPECT_EQ(order, (std::vector<int>{0, 10, 20, 1, 2, 3}));
  EXPECT_EQ(q.busy(), 6U); // at work
  for (const char* who : {"greedy", "greedy", "greedy", "greedy", "other", "third"}) q.done(who);
  EXPECT_EQ(q.busy(), 0U);
  for (int i = 0; i < 8; ++i) EXPECT_TRUE(q.push(std::to_string(i), i, 8, 4));
  EXPECT_FALSE(q.push("late", 9, 8, 4)); // of all
}

TEST(ServeVisitors, CapsAndRates) {
  serve::VisitorLimits limits;
  limits.connections = 3;
  limits.for_each_address = 2;
  limits.rate = 10;
  limits.burst = 5;
  serve::Visitors v(limits);
  EXPECT_TRUE(v.enter("a", false, 0) && v.enter("a", false, 0));
  EXPECT_FALSE(v.enter("a", false, 0));
  EXPECT_TRUE(v.enter("proxy", true, 0)); // this machine's own have only the cap of all
  EXPECT_FALSE(v.enter("b", false, 0));
  v.leave("a", false);
  EXPECT_TRUE(v.enter("b", false, 0));
  int asked = 0;
  while (asked < 100 && v.ask("a", false, 1)) ++asked;
  EXPECT_EQ(asked, 5);
  EXPECT_TRUE(v.ask("a", false, 1.2));
  EXPECT_TRUE(v.ask("b", false, 1) && v.ask("proxy", true, 1));
  serve::Visitors many(serve::VisitorLimits{}); // memory stays bounded, and comes back
  for (int i = 0; i < 20'000; ++i) many.ask(std::to_string(i), false, 1);
  EXPECT_FALSE(many.ask("new", false, 1));
  EXPECT_TRUE(many.ask("new", false, 100));
}

} // namespace
} // namespace zermelo::testing
