// Campaigns: proofs too large for one search, kept in a store, made of jobs.
#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>

#include "arguments.h"
#include "base/file.h"
#include "base/machine.h"
#include "base/units.h"
#include "campaign/campaign.h"
#include "campaign/export.h"
#include "campaign/page.h"
#include "campaign/parts.h"
#include "campaign_server.h"
#include "command.h"
#include "crew.h"
#include "progress.h"
#include "remote_front.h"
#include "stop.h"
#include "terminal.h"
#include "view/text.h"

namespace zermelo {
namespace {

struct CampaignArguments {
  static constexpr i64 every_thread = -1;
  std::string action, claim, lean_on, method, listen, token_file, html;
  std::vector<std::string> words;
  i64 threads = every_thread, visits = 200'000, threshold = 0;
  u64 memory = 0;
  double time = 0, lease = 120;
  bool quiet = false, facts = false;
};

std::unique_ptr<Campaign> opened(const std::string& store, const Common& common, bool to_work) {
  return std::make_unique<Campaign>(open_store(store, to_work), common, to_work);
}

std::string number_text(const nlohmann::json& n) { return n.is_null() ? "-" : grouped(n.get<u64>()); }

std::string progress_of(const nlohmann::json& s) {
  return fmt::format("{} for, {} against; {} positions, {} facts, {} jobs, {} visits", number_text(s["numbers"]["for"]),
                     number_text(s["numbers"]["against"]), grouped(s["tree"]["positions"].get<u64>()),
                     grouped(s["facts"].get<u64>()), grouped(s["jobs"].get<u64>()), grouped(s["visits"].get<u64>()));
}

constexpr std::size_t most_listed = 20;

// Those heard of last, and all whose answers were refused.
void print_workers(const nlohmann::json& all) {
  std::vector<nlohmann::json> workers(all.begin(), all.end());
  std::stable_sort(workers.begin(), workers.end(), [](const auto& a, const auto& b) {
    const bool x = a["refused"] > 0, y = b["refused"] > 0;
    return x != y ? x : a["seen_seconds_ago"] < b["seen_seconds_ago"];
  });
  for (std::size_t i = 0; i < std::min(most_listed, workers.size()); ++i) {
    const auto& w = workers[i];
    outf("worker     {}: {} jobs, {} facts, {} visits, heard of {} ago\n", w["name"].get<std::string>(),
         grouped(w["jobs"].get<u64>()), grouped(w["facts"].get<u64>()), grouped(w["visits"].get<u64>()),
         duration(w["seen_seconds_ago"].get<double>()));
    if (w["refused"].get<u64>() > 0)
      outf("           {} of its answers were refused; the last because {}\n", grouped(w["refused"].get<u64>()),
           w["why"].get<std::string>());
  }
  if (workers.size() > most_listed) outf("           and {} more; --json has them all\n", grouped(workers.size() - most_listed));
}

void print(const nlohmann::json& s) {
  const std::string variant = s["variant"];
  outf("{}{}  {}: {}\n", s["game"].get<std::string>(), variant.empty() ? "" : ":" + variant, s["position"].get<std::string>(),
       bold(s["claim"].get<std::string>() + (s["result"] == "unknown" ? " is open" : " " + s["result"].get<std::string>())));
  const auto& tree = s["tree"];
  outf("tree       {} positions: {} open leaves, {} where the claim holds, {} where it does not\n",
       grouped(tree["positions"].get<u64>()), grouped(tree["open_leaves"].get<u64>()), grouped(tree["proven"].get<u64>()),
       grouped(tree["disproven"].get<u64>()));
  outf("facts      {} checked proofs, {}{}\n", grouped(s["facts"].get<u64>()), bytes(s["fact_bytes"].get<u64>()),
       s["assumptions"] == 0 ? "; nothing is assumed" : "");
  if (s["assumptions"] != 0)
    outf("assumed    {} leaf positions, by an evaluation of at least {}, and with them {} positions; so far the claim {}\n",
         grouped(s["assumptions"].get<u64>()), grouped(s["threshold"].get<u64>()), grouped(tree["assumed"].get<u64>()),
         s["if_assumed"] == "unknown" ? "is open with them, too" : "is " + s["if_assumed"].get<std::string>() + " if they hold");
  if (s.contains("numbers") && s["if_assumed"] == "unknown")
    outf("numbers    {} for the claim, {} against it; they fall and rise, and do not tell when it will end\n",
         number_text(s["numbers"]["for"]), number_text(s["numbers"]["against"]));
  std::string line;
  for (const auto& m : s["line"]) line += (line.empty() ? "" : " ") + m["move"].get<std::string>();
  if (!line.empty()) outf("line       {}\n", line);
  outf("work       {} jobs of up to {} visits, {} visits, {} of searching\n", grouped(s["jobs"].get<u64>()),
       grouped(s["visits_of_a_job"].get<u64>()), grouped(s["visits"].get<u64>()), duration(s["seconds"].get<double>()));
  print_workers(s["workers"]);
  const auto& jobs = s["out"];
  for (std::size_t i = 0; i < std::min(most_listed, jobs.size()); ++i)
    outf("out        {} has {}\n", jobs[i]["worker"].get<std::string>(), jobs[i]["position"].get<std::string>());
  if (jobs.size() > most_listed) outf("           and {} more\n", grouped(jobs.size() - most_listed));
  if (s["paused"].get<bool>()) outf("paused     'zermelo campaign run {}' goes on\n", s["store"].get<std::string>());
}

const std::string& word(const CampaignArguments& o, std::size_t i, const char* what) {
  if (i >= o.words.size()) throw Error(Exit::usage, fmt::format("{} is missing; 'zermelo campaign --help' has examples", what));
  return o.words[i];
}
void no_more_words(const CampaignArguments& o, std::size_t n) {
  if (o.words.size() > n) throw Error(Exit::usage, fmt::format("'{}' is not understood", printable(o.words[n])));
}

Exit begin(const CampaignArguments& o, const Common& common) {
  no_more_words(o, 3);
  const auto entry = open_named(word(o, 0, "the game"));
  word(o, 1, "the store");
  const AnyPosition p = position_of(*entry, o.words.size() == 3 ? o.words[1] : "");
  const std::string& store = o.words.back();
  if (o.claim.empty()) throw Error(Exit::usage, "what is to be shown? add --claim win or --claim not-loss");
  begin_campaign(store, *entry, p, o.claim, o.lean_on, static_cast<u64>(o.visits), static_cast<u64>(o.threshold));
  const auto campaign = opened(store, common, true); // also tries what it leans on
  if (common.json)
    out(campaign->status());
  else
    outf("{}: {} of {}; 'zermelo campaign run {}' begins\n", store, o.claim, campaign->game().identity().game, store);
  return Exit::done;
}

Exit end_of(const Campaign& campaign, const Common& common, bool paused) {
  const nlohmann::json s = campaign.status();
  if (common.json)
    out(s);
  else
    print(s);
  if (campaign.verdict() != Verdict::unknown) return Exit::done;
  if (campaign.over()) {
    notef("zermelo: shown only as far as what is assumed holds; 'zermelo campaign raise {} T' or 'infinity' opens it again\n",
          campaign.name());
    return Exit::stopped;
  }
  notef("zermelo: {}; the same command goes on\n", paused ? "paused" : "stopped before it was decided");
  return Exit::stopped;
}

std::unique_ptr<CampaignServer> door_of(const CampaignArguments& o, Campaign& campaign, const Common& common,
                                        std::function<void(const std::string&)> on_note) {
  if (o.listen.empty()) return nullptr;
  if (o.token_file.empty())
    throw Error(Exit::usage, "--listen needs --token-file FILE, which workers are given too; it is made if it is not there");
  bool made = false;
  const std::string token = read_or_make_token(o.token_file, made);
  auto door = std::make_unique<CampaignServer>(campaign, o.listen, token, std::clamp(o.lease, 1.0, 86'400.0), stop_requested,
                                               std::move(on_note));
  if (made) notef("{} was made; give it to your workers, and to nobody else\n", o.token_file);
  if (common.json)
    out(nlohmann::json{{"address", door->address()}});
  else
    outf("{}\n", door->address());
  flush_out();
  notef("on other machines: zermelo work {} --token-file {}\n", door->address(), o.token_file);
  return door;
}

// Without threads of its own: the work is done elsewhere.
void wait_for_others(const Campaign& campaign, double seconds, const std::function<void()>& on_turn) {
  const double start = wall_seconds();
  while (!campaign.over() && !campaign.paused() && !stop_requested() && (seconds <= 0 || wall_seconds() - start < seconds)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    on_turn();
  }
}

// Workers elsewhere hear that it is over: those at work by their next heartbeat, those that wait when they ask again.
void say_farewell(const Campaign& campaign) {
  constexpr double at_work = 4 * most_between_beats, asking = 3; // seconds
  const double start = wall_seconds();
  while (campaign.given() > 0 && wall_seconds() - start < at_work && stop_requests() == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  for (const double then = wall_seconds(); wall_seconds() - then < asking && stop_requests() == 0;)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

Exit run(const CampaignArguments& o, const Common& common) {
  const std::string& store = word(o, 0, "the store");
  no_more_words(o, 1);
  if (o.threads == 0 && o.listen.empty()) throw Error(Exit::usage, "--threads 0 goes with --listen: else nobody would work");
  catch_stop_signals(2);
  open_store(store, true)->pause(false);
  const auto campaign = opened(store, common, true);
  ProgressLine line(o.quiet);
  std::mutex saying;
  auto say = [&](const std::string& sentence) {
    const std::lock_guard alone(saying);
    line.clear();
    note("zermelo: " + sentence + "\n");
  };
  double shown = wall_seconds();
  auto on_turn = [&] {
    if (o.quiet || wall_seconds() - shown < 1) return;
    shown = wall_seconds();
    const std::string text = progress_of(campaign->status());
    const std::lock_guard alone(saying);
    line.show(text);
  };
  {
    const auto door = door_of(o, *campaign, common, say);
    LocalFrontEnd front(*campaign);
    if (o.threads == 0)
      wait_for_others(*campaign, o.time, on_turn);
    else
      work_as_crew(front, campaign->game(),
                   {.threads = static_cast<int>(std::max<i64>(0, o.threads)),
                    .memory = o.memory,
                    .method = o.method,
                    .seconds = o.time,
                    .name = "thread ",
                    .stops = stop_requests,
                    .on_note = say,
                    .on_turn = on_turn});
    if (door && campaign->over()) say_farewell(*campaign);
  }
  line.clear();
  return end_of(*campaign, common, campaign->paused());
}

Exit status(const CampaignArguments& o, const Common& common) {
  no_more_words(o, 1);
  const auto campaign = opened(word(o, 0, "the store"), common, false);
  if (!o.html.empty()) write_whole(o.html, page_of(*campaign));
  const nlohmann::json s = campaign->status();
  if (common.json)
    out(s);
  else
    print(s);
  return Exit::done;
}

Exit raise(const CampaignArguments& o, const Common& common) {
  const std::string &store = word(o, 0, "the store"), &to = word(o, 1, "the threshold, a number or infinity");
  no_more_words(o, 2);
  const bool digits = !to.empty() && to.size() <= 12 && to.find_first_not_of("0123456789") == std::string::npos;
  const u64 threshold = digits ? std::stoull(to) : 0;
  if (to != "infinity" && threshold == 0)
    throw Error(Exit::usage, fmt::format("'{}' is no threshold: give a number, or infinity", printable(to)));
  const auto campaign = opened(store, common, true);
  const Campaign::Raised done = campaign->raise(threshold);
  if (common.json)
    out(nlohmann::json{{"store", store},
                       {"threshold", threshold == 0 ? nlohmann::json() : nlohmann::json(threshold)},
                       {"opened", done.opened},
                       {"assumptions", done.left}});
  else
    outf("{}: {} leaves are open again, {} are still assumed; 'zermelo campaign run {}' goes on\n", store, grouped(done.opened),
         grouped(done.left), store);
  return Exit::done;
}

Exit pause(const CampaignArguments& o, const Common& common) {
  no_more_words(o, 1);
  const auto store = open_store(word(o, 0, "the store"), false);
  store->pause(true);
  if (common.json)
    out(nlohmann::json{{"store", store->name()}, {"paused", true}});
  else
    outf("{} is paused: who runs it finishes the jobs at hand\n", store->name());
  return Exit::done;
}

Exit write_facts_of(const CampaignArguments& o, const Common& common) {
  const std::string &store = word(o, 0, "the store"), &folder = word(o, 1, "the folder");
  no_more_words(o, 2);
  const auto campaign = opened(store, common, false);
  const PartsWritten done = write_parts(*campaign, folder);
  if (common.json)
    out(nlohmann::json{{"folder", folder}, {"facts", done.facts}, {"bytes", done.bytes}, {"splits", done.splits}});
  else
    outf("{}: {} facts, {}, and how {} positions were split; 'zermelo campaign import STORE {}' takes them over\n", folder,
         grouped(done.facts), bytes(done.bytes), grouped(done.splits), folder);
  return Exit::done;
}

Exit write_proof_of(const CampaignArguments& o, const Common& common) {
  if (o.facts) return write_facts_of(o, common);
  const std::string &store = word(o, 0, "the store"), &file = word(o, 1, "the file");
  no_more_words(o, 2);
  catch_stop_signals();
  const auto campaign = opened(store, common, false);
  const double cpu = cpu_seconds();
  const Exported e = export_proof(*campaign, file, {.memory = o.memory, .should_stop = stop_requested, .on_note = note_line});
  if (common.json)
    out(nlohmann::json{{"proof", file},
                       {"claim", campaign->game().identity().claim},
                       {"result", name_of(campaign->verdict())},
                       {"facts", e.facts},
                       {"inner", e.inner},
                       {"choices", e.choices},
                       {"bytes", e.bytes},
                       {"seconds", e.seconds},
                       {"cpu_seconds", cpu_seconds() - cpu}});
  else
    outf("proof      {}: {} {}, {} moves, {}, of {} facts and {} positions above them, in {} ({} CPU)\n           "
         "'zermelo verify {}' checks it\n",
         file, campaign->game().identity().claim, name_of(campaign->verdict()), grouped(e.choices), bytes(e.bytes),
         grouped(e.facts), grouped(e.inner), duration(e.seconds), duration(cpu_seconds() - cpu), file);
  return Exit::done;
}

Exit take_proofs(const CampaignArguments& o, const Common& common) {
  const std::string& store = word(o, 0, "the store");
  word(o, 1, "the file of the proof");
  const auto campaign = opened(store, common, true);
  auto rows = nlohmann::json::array();
  std::vector<std::string> files;
  u64 splits = 0;
  for (std::size_t i = 1; i < o.words.size(); ++i) {
    if (!std::filesystem::is_directory(o.words[i])) {
      files.push_back(o.words[i]);
      continue;
    }
    for (const auto& file : proofs_of_parts(o.words[i])) files.push_back(file.string());
  }
  for (const std::string& file : files) {
    Campaign::Imported done;
    try {
      const File proof = File::open_for_reading(file);
      Bytes read(proof.size());
      proof.read_at(0, read);
      done = campaign->import(std::move(read), "import");
    } catch (const Error& e) {
      throw Error(e.code() == Exit::mismatch ? Exit::mismatch : e.code(), fmt::format("{} was not taken: {}", file, e.what()));
    }
    rows.push_back({{"proof", file},
                    {"position", done.fact.position},
                    {"attacker_wins", done.fact.attacker_wins},
                    {"choices", done.fact.choices},
                    {"in_tree", done.in_tree},
                    {"new", done.fresh}});
    if (!common.json)
      outf("fact       {}: {}{}\n", done.fact.position,
           done.fact.attacker_wins ? "the attacker wins" : "the attacker cannot force a win",
           !done.fresh    ? "; it was known"
           : done.in_tree ? ""
                          : "; the tree does not have it yet, and will use it once it comes there");
  }
  for (std::size_t i = 1; i < o.words.size(); ++i) // after the facts: what these settle needs no split
    if (std::filesystem::is_directory(o.words[i])) splits += take_splits(*campaign, o.words[i]);
  if (common.json)
    out(nlohmann::json{{"store", store}, {"facts", rows}, {"splits", splits}, {"result", name_of(campaign->verdict())}});
  else if (splits > 0)
    outf("tree       {} positions were split as the folder says\n", grouped(splits));
  return Exit::done;
}

Exit copy(const CampaignArguments& o, const Common& common) {
  const std::string &from = word(o, 0, "the store"), &to = word(o, 1, "the new store");
  no_more_words(o, 2);
  copy_store(from, to);
  const nlohmann::json s = opened(to, common, false)->status();
  if (common.json)
    out(s);
  else
    outf("{} is a copy of {}: {} positions, {} facts\n", to, from, grouped(s["tree"]["positions"].get<u64>()),
         grouped(s["facts"].get<u64>()));
  return Exit::done;
}

Exit campaign(const CampaignArguments& o, const Common& common) {
  if (o.action == "new") return begin(o, common);
  if (o.action == "run") return run(o, common);
  if (o.action == "status") return status(o, common);
  if (o.action == "raise") return raise(o, common);
  if (o.action == "pause") return pause(o, common);
  if (o.action == "export") return write_proof_of(o, common);
  if (o.action == "copy") return copy(o, common);
  return take_proofs(o, common);
}

} // namespace

const Command campaign_command = {
    "campaign", "a proof too large for one search: kept in a store, made of jobs that come and go",
    "zermelo campaign new trax:5x5 --claim not-loss trax5.campaign\n"
    "  zermelo campaign run trax5.campaign\n"
    "  zermelo campaign status trax5.campaign\n"
    "  zermelo campaign export trax5.campaign trax5.proof\n"
    "  zermelo campaign import trax5.campaign part.proof\n"
    "  zermelo campaign run trax5.campaign --listen 0.0.0.0:8090 --token-file token\n"
    "  zermelo campaign copy trax5.campaign postgresql://user@host/database#trax5",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<CampaignArguments>();
      a.choice("ACTION", o->action, {"new", "run", "status", "raise", "pause", "export", "import", "copy"},
               "new begins one; run works on it until it is decided (Ctrl-C, and the same command goes on); status tells how far "
               "it is; raise opens again what was assumed below another threshold; "
               "pause stops who runs it; export writes one proof of it all, which 'zermelo verify' checks; import takes over "
               "proofs that "
               "somebody else made; copy moves it to another store",
               true);
      a.words("WORDS", o->words,
              "new: GAME [POSITION] STORE; run, status, pause: STORE; raise: STORE T|infinity; export: STORE FILE; import: STORE "
              "FILE|DIR...; copy: STORE "
              "STORE (a store is a file, or postgresql://user@host/database#name)");
      a.choice("--claim", o->claim, {"win", "not-loss"}, "new: what to show about the side to move");
      a.text("--lean-on", o->lean_on, "GAME",
             "new: take values from the table of another game that this one names; the proof cites it");
      a.number("--visits", o->visits, 1, i64{1} << 40, "new: what a job may visit before its position is split (default 200000)");
      a.number("--threshold", o->threshold, 1, i64{1} << 40,
               "new: first assume what an evaluation of at least so much is sure of (see 'raise'); such leaves prove nothing");
      a.number("--threads", o->threads, 0, 4096, "run: how many threads search (default: all; with --listen also 0)");
      a.memory("--memory", o->memory,
               "run: for the table of positions, which the threads share (default: 256M, or half of what is free)");
      a.choice("--method", o->method, {"df-pn", "alpha-beta"},
               "run: what searches a job (default: alpha-beta in games that it searches exactly, as Connect Four, else df-pn)");
      a.seconds("--time", o->time, "run: take no new job after this time");
      a.text("--listen", o->listen, "ADDR:PORT", "run: let workers on other machines join in (port 0: any free one)");
      a.text("--token-file", o->token_file, "FILE", "run: the token that workers must have; made if it is not there");
      a.seconds("--lease", o->lease, "run: a worker that is not heard of for this long loses its job to others (default 120)");
      a.text("--html", o->html, "FILE",
             "status: also write a page with the numbers over time, the tree and what was proved on boards");
      a.flag("--facts", o->facts,
             "export: write what was found so far into a folder, STORE DIR, for whoever goes on: facts, each a proof, and how "
             "the tree was split");
      a.flag("--quiet", o->quiet, "run: no progress");
      return [o, &common] { return campaign(*o, common); };
    }};

} // namespace zermelo
