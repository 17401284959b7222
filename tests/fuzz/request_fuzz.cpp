// Requests to the explorer: the first byte chooses a method, what follows up to a line break is the target, the rest the body.
// Whatever is asked, there is an answer, and it is JSON where it says so.
#include <cstdlib>
#include <cstring>

#include "base/json.h"
#include "catalog/catalog.h"
#include "serve/router.h"

using namespace zermelo;

namespace {

struct Served {
  std::vector<std::unique_ptr<Entry>> entries;
  serve::Site site;

  Served() {
    site.version = "fuzz";
    site.assets = {{"/index.html", "text/html; charset=utf-8", "<head></head>", "", "1"}}; // pages have previews in their heads
    for (const auto& folder : catalog()) {
      const Entry& entry = *entries.emplace_back(open_game(folder.family.name));
      auto g = std::make_unique<serve::ServedGame>();
      g->name = entry.name;
      g->game = &entry.game();
      g->board = parse_json(folder.board);
      g->reply = [&entry](const AnyPosition& p, int) { return entry.game().moves(p).front(); };
      g->statistics = []() -> nlohmann::json { throw Error(Exit::table, "none"); };
      site.games.push_back(std::move(g));
    }
  }
};

const Served& served() {
  static const Served all;
  return all;
}

} // namespace

// Opening every game takes a second: not part of the first input.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  served();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto end = std::min(text.find('\n'), text.size());
  serve::Request r;
  r.method = std::vector<std::string>{"GET", "POST", "DELETE", "HEAD", "PUT"}[data[0] % 5];
  r.target = text.substr(0, end);
  r.body = text.substr(std::min(end + 1, text.size()));
  r.content_type = "application/json";
  const serve::Response got = answer(served().site, r);
  const std::string_view type = got.type;
  const bool json = type == "application/json" || type == "application/problem+json";
  if (got.status < 200 || got.status > 599) std::abort();
  if (json && got.status != 304 && parse_json(got.bytes()).is_null()) std::abort();
  if (got.etag.find_first_of("\r\n") != std::string::npos) std::abort();
  return 0;
}
