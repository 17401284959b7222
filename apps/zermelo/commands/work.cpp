// A worker of a campaign on another machine.
#include <unistd.h>

#include "arguments.h"
#include "base/units.h"
#include "command.h"
#include "crew.h"
#include "remote_front.h"
#include "stop.h"
#include "terminal.h"
#include "view/text.h"

namespace zermelo {
namespace {

struct WorkArguments {
  std::string address, token_file, name, method;
  i64 threads = 0;
  u64 memory = 0;
  double time = 0, patience = 600;
};

std::string own_name() {
  char host[64] = "worker";
  if (::gethostname(host, sizeof host - 1) != 0) return "worker";
  return fmt::format("{}-{}", host, ::getpid());
}

Exit work(const WorkArguments& o, const Common& common) {
  if (o.token_file.empty()) throw Error(Exit::usage, "--token-file is missing: the file that 'campaign run --listen' was given");
  const HttpAddress address = parse_address(o.address);
  const std::string token = read_token(o.token_file);
  catch_stop_signals(2);
  auto say = [](const std::string& sentence) { note("zermelo: " + sentence + "\n"); };
  RemoteFrontEnd front(address, token, o.patience, stop_requested, say);
  const CampaignGame game(front.identity(), common);
  const std::string name = o.name.empty() ? own_name() : o.name;
  notef("{} works on {} of {}; Ctrl-C finishes the jobs at hand, a second one leaves them\n", printable(name),
        front.identity().claim, front.identity().game);
  const bool over = work_as_crew(front, game,
                                 {.threads = static_cast<int>(o.threads),
                                  .memory = o.memory,
                                  .method = o.method,
                                  .seconds = o.time,
                                  .name = name + "/",
                                  .stops = stop_requests,
                                  .on_note = say});
  if (common.json) out(nlohmann::json{{"worker", name}, {"game", front.identity().game}, {"over", over}});
  if (!over) note("zermelo: stopped before the campaign was decided; the same command goes on\n");
  return over ? Exit::done : Exit::stopped;
}

} // namespace

const Command work_command = {
    "work", "search for a campaign that another machine runs",
    "zermelo work http://192.168.0.7:8090 --token-file token\n  zermelo work front:8090 --token-file token --threads 4 --memory "
    "4G",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<WorkArguments>();
      a.word("ADDRESS", o->address, "of the front end, as 'campaign run --listen' prints it", true);
      a.text("--token-file", o->token_file, "FILE", "holds the token of the front end");
      a.number("--threads", o->threads, 0, 4096, "how many threads search (default: all)");
      a.memory("--memory", o->memory,
               "for the table of positions, which the threads share (default: 256M, or half of what is free)");
      a.choice("--method", o->method, {"df-pn", "alpha-beta"},
               "what searches a job (default: alpha-beta in games that it searches exactly, as Connect Four, else df-pn)");
      a.text("--name", o->name, "NAME", "what the front end calls this worker (default: the machine and a number)");
      a.seconds("--time", o->time, "take no new job after this time, as before the end of a job of Slurm");
      a.seconds("--patience", o->patience, "how long to wait for a front end that does not answer (default 600)");
      return [o, &common] { return work(*o, common); };
    }};

} // namespace zermelo
