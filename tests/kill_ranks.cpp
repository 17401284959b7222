// One of several processes that solve a game together and lose one of them in a given phase: process `rank` kills itself by SIGKILL
// when it asks the others for something in that phase. tests/mpi runs it. usage: mpirun -n N kill_ranks GAME FOLDER PHASE RANK
//
// What it does when tells the phase: which call this is, and which files are being written.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

#include "base/file.h"
#include "catalog/catalog.h"
#include "exec/mpi/register.h"
#include "exec/ranks.h"
#include "solve/job.h"

namespace zermelo {
namespace {

class Doomed final : public Ranks {
public:
  Doomed(Ranks& ranks, TableFiles files, std::string phase, int dies)
      : ranks_(ranks), files_(std::move(files)), phase_(std::move(phase)), dies_(dies) {}

  int rank() const override { return ranks_.rank(); }
  int size() const override { return ranks_.size(); }
  std::vector<Message> gather(Message mine) override {
    die_in(phase_of_files());
    return ranks_.gather(std::move(mine));
  }
  std::vector<Message> exchange(std::vector<Message> to_each) override {
    const std::string files = phase_of_files();
    die_in(files.empty() ? "look" : files); // questions and their answers, unless a file is written
    return ranks_.exchange(std::move(to_each));
  }
  void send(int to, Message message) override {
    die_in("levels");
    ranks_.send(to, std::move(message));
  }
  bool receive(Message& message) override { return ranks_.receive(message); }
  void begin_vote(std::span<const u64> words) override { ranks_.begin_vote(words); }
  bool end_vote(std::vector<u64>& of_all) override { return ranks_.end_vote(of_all); }
  void fail(Exit code, const std::string& sentence) noexcept override { ranks_.fail(code, sentence); }
  void rest() override { ranks_.rest(); }

private:
  // All processes see the same folder.
  std::string phase_of_files() const {
    if (is_there(files_.table)) return "tidy";
    if (is_there(temporary_of(files_.table))) return "table";
    if (is_there(temporary_of(files_.checkpoint))) return "checkpoint";
    for (int stage = 0; stage < 100; ++stage) {
      char number[8];
      std::snprintf(number, sizeof number, ".%03d", stage);
      if (is_there(temporary_of(files_.checkpoint.string() + number))) return "stage";
    }
    return "";
  }
  void die_in(const std::string& phase) {
    if (phase != phase_ || ranks_.rank() != dies_) return;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    std::cout << "killed in " << phase << " at " << std::chrono::duration_cast<std::chrono::milliseconds>(now).count()
              << std::endl;
    ::kill(::getpid(), SIGKILL);
  }

  Ranks& ranks_;
  TableFiles files_;
  std::string phase_;
  int dies_;
};

} // namespace
} // namespace zermelo

int main(int argc, char** argv) {
  using namespace zermelo;
  if (argc != 5) return static_cast<int>(Exit::usage);
  register_mpi();
  const TableFiles files(argv[2], argv[1]);
  Doomed ranks(*RanksMaker::join(), files, argv[3], std::stoi(argv[4]));
  SolveOptions options;
  options.threads = 1;
  if (std::string_view(argv[3]) == "checkpoint") options.checkpoint_every = 1e-9; // at every chance
  options.ranks = &ranks;
  try {
    open_game(argv[1])->solve(files, options);
  } catch (const Error& e) {
    std::cerr << e.what() << "\n";
    return static_cast<int>(e.code());
  }
  RanksMaker::leave();
  return 0;
}
