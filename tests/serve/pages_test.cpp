// The app's pages: which addresses have one, what their heads say, what whoever goes astray sees.
#include <gtest/gtest.h>

#include "tests/serve/test_site.h"
#include "view/png.h"

namespace zermelo::testing {
namespace {

TEST(ServePages, PagesComeFromAFixedMap) {
  TestSite with({"tictactoe"});
  with.site().assets = {{"/index.html", "text/html; charset=utf-8", "<!doctype html>", "", "1234"},
                        {"/assets/a-1.js", "text/javascript; charset=utf-8", "let a;", "packed", "5678"}};
  for (const char* page : {"/", "/game/tictactoe?p=1", "/game/nocca%3A3x3", "/stats/tictactoe", "/solve"}) {
    const auto r = with.get(page);
    EXPECT_EQ(r.status, 200) << page;
    EXPECT_EQ(r.bytes(), "<!doctype html>") << page;
    ASSERT_NE(r.policy, nullptr);
    EXPECT_NE(std::string(r.policy).find("frame-ancestors 'none'"), std::string::npos);
    EXPECT_EQ(std::string(r.policy).find("unsafe"), std::string::npos);
  }
  EXPECT_NE(std::string(with.get("/game/tictactoe?embed=1").policy).find("frame-ancestors *"), std::string::npos);
  EXPECT_NE(std::string(with.get("/assets/a-1.js").cache).find("immutable"), std::string::npos);
  serve::Request r;
  r.target = "/assets/a-1.js";
  r.gzip = true;
  EXPECT_EQ(answer(with.site(), r).bytes(), "packed");
  r.if_none_match = answer(with.site(), r).etag;
  EXPECT_EQ(answer(with.site(), r).status, 304);
  // A list of what people try.
  for (const char* bad : {"/../etc/passwd",
                          "/assets/../../etc/passwd",
                          "/%2e%2e/etc/passwd",
                          "/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
                          "/..%5c..%5cwindows",
                          "/assets/..;/x",
                          "//etc/passwd",
                          "/assets//a-1.js",
                          "/assets/a-1.js/",
                          "/assets/",
                          "/index.html%00.js",
                          "/game/../index.html",
                          "/game/a/b",
                          "/game/",
                          "/stats",
                          "/.git/config",
                          "/assets/a-1.js.gz",
                          "/proc/self/environ",
                          "/file:///etc/passwd",
                          "/%252e%252e/etc/passwd"}) {
    const auto got = with.get(bad);
    EXPECT_TRUE(got.status == 404 || got.status == 400) << bad << " " << got.status;
  }
}

// Programs that show links find title, sentence and picture in the head of a game's page, and nothing that a client made up.
TEST(ServePages, APageSaysWhatItShows) {
  TestSite with({"tictactoe"}, {"anpanman"});
  with.site().assets = {{"/index.html", "text/html; charset=utf-8", "<head><title>Zermelo</title></head><body>", "packed", "1"}};
  auto page = [&](const std::string& target, const std::string& host) {
    serve::Request r;
    r.target = target;
    r.host = host;
    r.gzip = true;
    return std::string(answer(with.site(), r).bytes());
  };
  auto has = [](const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; };
  const std::string won = page("/game/tictactoe?p=xx./oo./...&flip=1", "games.example.org");
  EXPECT_TRUE(has(won, "content=\"Tic-tac-toe · Zermelo\"")) << won;
  EXPECT_TRUE(has(won, "content=\"Cross wins, in 1 ply.\"")) << won;
  EXPECT_TRUE(has(page("/game/tictactoe", "localhost"), "and a draw.\"")); // what the game says about itself
  const std::string picture = has_png() ? "position.png?p=" : "position.svg?p=";
  EXPECT_TRUE(has(won, "https://games.example.org/api/v1/games/tictactoe/" + picture + "xx.%2Foo.%2F...&amp;flip=1")) << won;
  EXPECT_EQ(has(won, "og:image:width"), has_png());
  EXPECT_TRUE(won.ends_with("</head><body>")) << won;
  EXPECT_TRUE(has(page("/rules/anpanman", "127.0.0.1:8080"), "\"http://127.0.0.1:8080/api/v1/games/anpanman/" + picture));
  for (const char* odd : {"a\"><b", "<script>", "a b", "x/y"}) EXPECT_FALSE(has(page("/game/tictactoe", odd), "og:image")) << odd;
  EXPECT_TRUE(has(page("/game/tictactoe?p=%3Cscript%3E", "localhost"), "p=...%2F...%2F..."));
  EXPECT_FALSE(has(page("/game/tictactoe?p=%3Cscript%3E", "localhost"), "<script"));
  EXPECT_EQ(page("/", "localhost"), "packed");
  EXPECT_EQ(page("/api", "localhost"), "packed"); // a page of the app; what is below it is the interface
  EXPECT_EQ(with.get("/api/v1").status, 404);
}

// A person who goes astray sees the app, which says so; a program gets a problem, and a missing file is one for all.
TEST(ServePages, AnUnknownPageIsAPage) {
  TestSite with({"tictactoe"});
  with.site().assets = {{"/index.html", "text/html; charset=utf-8", "<html>", "", "1"}};
  serve::Request r;
  r.html = true;
  auto ask = [&](const char* target) {
    r.target = target;
    return answer(with.site(), r);
  };
  for (const char* astray : {"/nowhere", "/games", "/game/a/b", "/stats"}) {
    const auto got = ask(astray);
    EXPECT_EQ(got.status, 404) << astray;
    EXPECT_STREQ(got.type, "text/html; charset=utf-8") << astray;
    EXPECT_EQ(got.bytes(), "<html>");
    EXPECT_STREQ(got.cache, "no-store");
  }
  EXPECT_STREQ(ask("/assets/none.js").type, "application/problem+json");
  for (const char* page : {"/", "/about", "/solve", "/rules/tictactoe", "/game/tictactoe"})
    EXPECT_EQ(ask(page).status, 200) << page;
  r.html = false;
  EXPECT_STREQ(ask("/nowhere").type, "application/problem+json");
}

} // namespace
} // namespace zermelo::testing
