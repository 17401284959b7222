// The explorer: games, tables and perfect play in the browser.
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "arguments.h"
#include "base/machine.h"
#include "base/units.h"
#include "command.h"
#include "http/listen.h"
#include "http/server.h"
#include "live_campaigns.h"
#include "live_solves.h"
#include "live_values.h"
#include "serve/problem.h"
#include "serve/router.h"
#include "served_games.h"
#include "solving.h"
#include "stop.h"
#include "table/proof_file.h"
#include "tasks/results.h"
#include "terminal.h"
#include "view/text.h"

extern char** environ; // NOLINT(readability-redundant-declaration)

namespace zermelo {
namespace {

constexpr u64 solved_first = 16'000'000;   // slots: seconds, so that the first visit already works
constexpr double looks_every = 2;          // seconds
constexpr u64 solved_behind = 150'000'000; // slots: about a minute, while the first visitors look at the others

struct ServeArguments {
  std::vector<std::string> games, hosts, proofs, campaigns;
  std::string listen = "127.0.0.1:8080";
  bool open = false, allow_solve = false, no_solve = false;
  double deadline = 10;
  i64 connections = 1024, for_each_address = 64, rate = 50, threads = 0, search_threads = -1;
  u64 search_memory = ValueLimits{}.memory;
};

// Names without a port, as browsers write them.
std::vector<std::string> parse_hosts(const std::vector<std::string>& typed) {
  std::vector<std::string> names;
  for (const auto& text : typed) {
    const auto name = text == "*" ? std::optional(text) : serve::host_name(text);
    if (!name || (text.find(':') != std::string::npos && !text.ends_with(']')))
      throw Error(Exit::usage,
                  fmt::format("'{}' is no host; give one as games.example.org, without a port, or '*' for any", printable(text)));
    names.push_back(*name);
  }
  return names;
}

// The explorer's answers as the transport asks for them.
class Explorer final : public HttpAnswers {
public:
  explicit Explorer(const serve::Site& site) : site_(site) {}
  Found find(const serve::Request& head) const override {
    serve::Routed routed = serve::find_route(head.method, head.target);
    Found found{.body_limit = routed.body_limit(), .slow = routed.is_slow()};
    found.answer = [this, routed = std::move(routed)](const serve::Request& r) { return serve::answer(site_, r, routed); };
    return found;
  }
  u64 most_body() const override { return serve::most_batch_body; }
  serve::Metrics& metrics() const override { return site_.metrics; }

private:
  const serve::Site& site_;
};

// Without a shell; what it prints is not for the terminal.
void open_browser(const std::string& address) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string program = "xdg-open", url = address;
  char* words[] = {program.data(), url.data(), nullptr};
  pid_t child = 0;
  if (::posix_spawnp(&child, words[0], &files, nullptr, words, environ) != 0)
    notef("no browser was found; open {} yourself\n", address);
  posix_spawn_file_actions_destroy(&files);
}

bool can_be_solved(const serve::ServedGame& g, u64 least, u64 most) {
  return g.table() == nullptr && g.solvable && g.slots && *g.slots > least && *g.slots <= most;
}

void solve_small_games(ServedCatalog& catalog, const Common& common) {
  for (const auto& g : catalog.site().games) {
    if (!can_be_solved(*g, 0, solved_first)) continue;
    const Entry& entry = catalog.entry(*g);
    notef("there is no table of {} yet; it takes seconds\n", g->full_name());
    try {
      solve_with_progress(entry, files_of(entry, common), {}, false);
      catalog.load_table(*g);
    } catch (const Error& e) { // another process solves it, or the folder may not be written: it is played without
      if (e.code() == Exit::stopped) throw;
      notef("{} is served without its table: {}\n", g->full_name(), e.what());
    }
  }
}

// Published figures count what can be reached; for small games ours are counted once, beside the table.
void count_reachable(const ServedCatalog& catalog, const Common& common) {
  for (const auto& g : catalog.site().games) {
    if (g->table() == nullptr || g->slots.value_or(solved_first + 1) > solved_first) continue;
    const Entry& entry = catalog.entry(*g);
    const auto figures = published_figures(known_of(entry), entry.variant, nlohmann::json::object());
    const bool wanted =
        std::any_of(figures.begin(), figures.end(), [](const Published& p) { return p.what.starts_with("reachable."); });
    const TableFiles files = files_to_read(entry, common);
    const Table& table = g->table()->blocks();
    if (wanted && remembered_reachable(table, files).is_null())
      remember_reachable(entry.reachable(need_table(entry, common), 0), table, files);
  }
}

// The published games that take a minute, one after the other; and any that was asked for by name.
class Background {
public:
  Background(ServedCatalog& catalog, LiveSolves& solves, const std::vector<std::string>& named) : solves_(solves) {
    for (const auto& g : catalog.site().games)
      if (can_be_solved(*g, solved_first, solved_behind) &&
          (g->variant.empty() || std::find(named.begin(), named.end(), g->full_name()) != named.end()))
        waiting_.push_back(g.get());
  }
  void look() {
    if (waiting_.empty() || solves_.busy()) return;
    const serve::ServedGame* g = waiting_.back();
    waiting_.pop_back();
    try {
      solves_.begin({.game = g});
      notef("solving {} while serving: {} slots\n", g->full_name(), grouped(g->slots.value_or(0)));
    } catch (const serve::Problem& p) {
      notef("{} is not solved: {}\n", g->full_name(), p.what());
    }
  }

private:
  LiveSolves& solves_;
  std::vector<const serve::ServedGame*> waiting_;
};

Exit serve_games(const ServeArguments& o, const Common& common) {
  ServerOptions server_options;
  parse_listen(o.listen, server_options);
  server_options.threads = static_cast<int>(o.threads);
  server_options.deadline = std::max(0.1, o.deadline);
  server_options.limits.connections = static_cast<u64>(o.connections);
  server_options.limits.for_each_address = static_cast<u64>(o.for_each_address);
  server_options.limits.rate = static_cast<double>(o.rate);
  server_options.limits.burst = 4 * static_cast<double>(o.rate);
  serve::Hosts hosts(server_options.address, parse_hosts(o.hosts));
  std::vector<std::filesystem::path> proofs;
  for (const auto& folder : o.proofs) {
    const auto found = proofs_of_folder(folder);
    if (found.empty()) throw Error(Exit::usage, fmt::format("--proofs {}: no proof (*.proof) is there", folder));
    proofs.insert(proofs.end(), found.begin(), found.end());
  }
  catch_stop_signals();
  LiveCampaigns campaigns(o.campaigns, common); // one that cannot be read is said at once
  ServedCatalog catalog(o.games, common);
  if (campaigns.size() > 0) catalog.site().campaigns = &campaigns;
  catalog.site().hosts = std::move(hosts);
  const Explorer explorer(catalog.site());
  HttpServer server(server_options, explorer); // before the work: a port that is taken is said at once
  if (!o.no_solve) {
    solve_small_games(catalog, common);
    count_reachable(catalog, common);
  }
  LiveSolves solves(catalog, common, {});
  if (o.allow_solve) catalog.site().solves = &solves;
  LiveValues values(catalog, {.threads = std::max(0, static_cast<int>(o.search_threads)), .memory = o.search_memory});
  if (o.search_threads != 0) catalog.site().searches = &values;
  if (common.json) {
    out(nlohmann::json{{"address", server.address()}, {"games", catalog.site().games.size()}, {"allow_solve", o.allow_solve}});
  } else {
    outf("{}\n", server.address());
  }
  flush_out();
  notef("serving {} game{}; Ctrl-C ends it\n", catalog.site().games.size(), catalog.site().games.size() == 1 ? "" : "s");
  if (o.open) open_browser(server.address());
  // Beside the answers: it takes seconds.
  const std::jthread reader([&] {
    try {
      catalog.read_proofs(proofs, stop_requested);
    } catch (const std::exception& e) { // the server goes on without them
      notef("proofs are not answered from: {}\n", e.what());
    }
  });
  Background background(catalog, solves, o.games);
  double looked = wall_seconds();
  server.run([&] {
    if (!o.no_solve) background.look();
    if (!solves.busy() && wall_seconds() - looked > looks_every) { // tables that other processes have made
      catalog.refresh();
      looked = wall_seconds();
    }
    return stop_requested();
  });
  solves.end();
  values.end();
  return Exit::done;
}

} // namespace

const Command serve_command = {
    "serve", "the explorer: games, tables and perfect play in the browser",
    "zermelo serve --open\n  zermelo serve anpanman dobutsu --listen 127.0.0.1:0 --allow-solve",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<ServeArguments>();
      a.words("GAME[:VARIANT]", o->games,
              "the games to serve, GAME with all its variants, GAME:VARIANT alone (default: all games)");
      a.text("--listen", o->listen, "ADDR:PORT", "where to listen (default 127.0.0.1:8080; port 0: any free one)");
      a.texts("--host", o->hosts, "NAME",
              "answer to this name too, as behind a proxy; may be given again ('*': to any; default: the loopback names, and "
              "addresses if it listens on one that is not loopback)");
      a.texts("--proofs", o->proofs, "DIR",
              "answer from the proofs with zones in this folder too (games of lines); may be given again");
      a.texts("--campaign", o->campaigns, "STORE",
              "show this campaign (see 'zermelo campaign'), read only, also while a front end works on it; may be given again");
      a.flag("--open", o->open, "open the page in a browser");
      a.flag("--allow-solve", o->allow_solve, "let pages start solves and proof searches, one at a time, within limits");
      a.flag("--no-solve", o->no_solve, "solve nothing at start: serve the tables that are there");
      a.number("--connections", o->connections, 1, 100'000, "connections at once (default 1024)");
      a.number("--per-address", o->for_each_address, 1, 100'000,
               "connections from one address, but for this machine's own (default 64)");
      a.number("--rate", o->rate, 0, 1'000'000,
               "requests a second from one address, but for this machine's own (default 50; 0: no limit)");
      a.seconds("--deadline", o->deadline,
                "seconds for a whole request, from its first byte to the last of its answer (default 10)");
      a.number("--threads", o->threads, 0, 4096, "how many threads answer (default: all)");
      a.number(
          "--search-threads", o->search_threads, 0, 4096,
          "how many threads look for exact values of the positions that pages show, in games that have no table and are searched "
          "exactly (default: all but one; 0: none)");
      a.memory("--search-memory", o->search_memory, "for these searches together (default 512M)");
      return [o, &common] { return serve_games(*o, common); };
    }};

} // namespace zermelo
