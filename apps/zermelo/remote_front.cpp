#include "remote_front.h"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <random>
#include <thread>

#include "base/file.h"
#include "base/json.h"
#include "base/machine.h"
#include "base/units.h"
#include "campaign/messages.h"

namespace zermelo {
namespace {

constexpr std::size_t least_token = 16, most_token = 512;
constexpr double quick = 30, slow = 600; // seconds for an answer: of a few words, of a proof that is to be checked

std::string json_of(const std::string& worker, u32 node) { return json_text({{"worker", worker}, {"node", node}}); }

} // namespace

std::string read_token(const std::string& file) {
  std::string token = read_whole(file, most_token);
  while (!token.empty() && std::isspace(static_cast<unsigned char>(token.back())) != 0) token.pop_back();
  if (token.size() < least_token || token.find_first_of(" \t\r\n") != std::string::npos)
    throw Error(Exit::usage, file + " holds no token: one word of at least 16 characters");
  return token;
}

std::string read_or_make_token(const std::string& file, bool& made) {
  made = !is_there(file);
  if (made) {
    std::random_device random; // the system's
    std::string token;
    for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", random());
    const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) throw Error(Exit::runtime, "cannot write " + file);
    const std::string line = token + "\n";
    const bool written = ::write(fd, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    if (::close(fd) != 0 || !written) throw Error(Exit::runtime, "cannot write " + file);
  }
  return read_token(file);
}

RemoteFrontEnd::RemoteFrontEnd(const HttpAddress& address, std::string token, double patience, std::function<bool()> should_stop,
                               std::function<void(const std::string&)> on_note)
    : address_(address), token_(std::move(token)), patience_(patience), should_stop_(std::move(should_stop)),
      on_note_(std::move(on_note)) {
  const nlohmann::json j = say("GET", "", "", true);
  identity_ = identity_in(json_text(j));
  lease_ = std::clamp(j.value("lease_seconds", 60.0), 1.0, 86'400.0);
}

// A front end that does not answer may come back: it is asked again, with pauses that grow.
nlohmann::json RemoteFrontEnd::say(const std::string& method, const std::string& what, const std::string& body, bool patient) {
  const double start = wall_seconds();
  const std::string where = address_.host + ":" + std::to_string(address_.port);
  bool told = false;
  for (double pause = 0.2;; pause = std::min(10.0, pause * 2)) {
    std::string why;
    try {
      const HttpReply r = ask(address_, {.method = method,
                                         .target = "/campaign/v1" + what,
                                         .token = token_,
                                         .body = body,
                                         .deadline = what == "/answer" ? slow : quick});
      nlohmann::json j = parse_json(r.body);
      if ((r.status == 200 || r.status == 422) && j.is_object()) return j;
      if (r.status == 401) throw Error(Exit::usage, "the front end at " + where + " has another token");
      if (r.status != 429 && r.status < 500)
        throw Error(Exit::runtime,
                    fmt::format("{} answers {}: {}", where, r.status, j.is_object() ? j.value("detail", "") : "no campaign"));
      why = fmt::format("it answers {}", r.status);
    } catch (const Unreachable& e) {
      why = e.what();
    }
    if (!patient || wall_seconds() - start + pause > patience_)
      throw Error(Exit::runtime, fmt::format("the front end at {} cannot be asked ({})", where, why));
    if (!told && on_note_)
      on_note_(fmt::format("the front end at {} cannot be asked ({}); waiting up to {}", where, why, duration(patience_)));
    told = true;
    for (double waited = 0; waited < pause; waited += 0.05) {
      if (should_stop_ && should_stop_()) throw Error(Exit::stopped, "stopped while the front end could not be asked");
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
}

FrontEnd::Claimed RemoteFrontEnd::claim(const std::string& worker, std::optional<u32> near) {
  nlohmann::json words = {{"worker", worker}};
  if (near) words["near"] = *near;
  const nlohmann::json j = say("POST", "/claim", json_text(words), true);
  if (j.value("over", false)) return {.over = true};
  if (j.contains("job")) return {.job = job_in(json_text(j["job"]))};
  return {.wait = std::clamp(j.value("wait", 1.0), 0.1, 60.0)};
}

bool RemoteFrontEnd::beat(u32 node, const std::string& worker) {
  try {
    return say("POST", "/beat", json_of(worker, node), false).value("go_on", true);
  } catch (const Error& e) {
    if (e.code() != Exit::runtime) throw;
    return true; // it may come back, and a late answer is used
  }
}

bool RemoteFrontEnd::take(const JobAnswer& answer, const std::string& worker, std::string& why) {
  const nlohmann::json j = say("POST", "/answer", text_of(answer, worker), true);
  if (j.value("taken", false)) return true;
  why = j.contains("why") && j["why"].is_string() ? j["why"].get<std::string>() : "the front end does not say why";
  return false;
}

void RemoteFrontEnd::give_back(u32 node, const std::string& worker) {
  try {
    say("POST", "/back", json_of(worker, node), false);
  } catch (const Error&) { // NOLINT(bugprone-empty-catch): its lease runs out
  }
}

} // namespace zermelo
