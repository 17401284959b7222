// Ranks over MPI. Waiting never blocks inside MPI: it tests, looks for an error of another rank, and sleeps a little where
// nothing comes, because ranks may outnumber processors and Open MPI makes no progress on its own. So a message that was announced is
// not waited for either: in shared memory most of it comes when its sender talks to MPI again, between two of its pieces of work.
#include "exec/ranks.h"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <vector>

#include "base/machine.h"
#include "exec/mpi/register.h"

namespace zermelo {
namespace {

constexpr int tag_update = 1, tag_error = 2, tag_part = 3;
constexpr u64 most_part = u64{1} << 28;     // counts are ints in MPI 3
constexpr u64 most_pending = u64{64} << 20; // bytes that are sent and not taken yet

class MpiRanks final : public Ranks {
public:
  MpiRanks() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm_dup(MPI_COMM_WORLD, &updates_); // apart, so that nothing meets the messages of collective calls
    MPI_Comm_dup(MPI_COMM_WORLD, &votes_);
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  std::vector<Message> gather(Message mine) override {
    const u64 n = static_cast<u64>(size_);
    u64 own = mine.size();
    std::vector<u64> sizes(n);
    MPI_Request request{};
    MPI_Iallgather(&own, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD, &request);
    wait(request);
    std::vector<int> counts, starts;
    u64 all = 0;
    for (const u64 s : sizes) {
      counts.push_back(static_cast<int>(s));
      starts.push_back(static_cast<int>(all));
      all += s;
    }
    ensure(all < most_part, "ranks gather little at a time");
    Message flat(all);
    MPI_Iallgatherv(mine.data(), static_cast<int>(own), MPI_BYTE, flat.data(), counts.data(), starts.data(), MPI_BYTE,
                    MPI_COMM_WORLD, &request);
    wait(request);
    std::vector<Message> out;
    out.reserve(n);
    for (u64 r = 0; r < n; ++r) out.emplace_back(flat.begin() + starts[r], flat.begin() + starts[r] + counts[r]);
    return out;
  }

  std::vector<Message> exchange(std::vector<Message> to_each) override {
    const u64 n = static_cast<u64>(size_);
    std::vector<u64> out_sizes(n), in_sizes(n);
    for (u64 r = 0; r < n; ++r) out_sizes[r] = to_each[r].size();
    MPI_Request request{};
    MPI_Ialltoall(out_sizes.data(), 1, MPI_UINT64_T, in_sizes.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD, &request);
    wait(request);
    std::vector<Message> in(n);
    std::vector<MPI_Request> requests;
    for (u64 r = 0; r < n; ++r) {
      if (r == static_cast<u64>(rank_)) {
        in[r] = std::move(to_each[r]);
        continue;
      }
      in[r].resize(in_sizes[r]);
      each_part(in[r], [&](std::byte* at, int bytes) {
        MPI_Irecv(at, bytes, MPI_BYTE, static_cast<int>(r), tag_part, MPI_COMM_WORLD, &requests.emplace_back());
      });
    }
    for (u64 r = 0; r < n; ++r) {
      if (r == static_cast<u64>(rank_)) continue;
      sent_.bytes += to_each[r].size();
      each_part(to_each[r], [&](std::byte* at, int bytes) {
        ++sent_.messages;
        MPI_Isend(at, bytes, MPI_BYTE, static_cast<int>(r), tag_part, MPI_COMM_WORLD, &requests.emplace_back());
      });
    }
    for (MPI_Request& r : requests) wait(r);
    return in;
  }

  void send(int to, Message message) override {
    sent_.messages += 1;
    sent_.bytes += message.size();
    MPI_Request& request = leaving_.add(std::move(message));
    Message& m = leaving_.messages.back();
    MPI_Isend(m.data(), static_cast<int>(m.size()), MPI_BYTE, to, tag_update, updates_, &request);
    while (leaving_.bytes > most_pending) { // whoever waits for room takes in what others send, so that they have room too
      progress();
      if (leaving_.bytes > most_pending) rest();
    }
  }
  bool receive(Message& message) override {
    progress();
    if (inbox_.empty()) return false;
    message = std::move(inbox_.front());
    inbox_.pop_front();
    idle_ = 0;
    return true;
  }

  void begin_vote(std::span<const u64> words) override {
    idle_ = 0;
    vote_.assign(words.begin(), words.end());
    all_votes_.resize(words.size() * static_cast<u64>(size_));
    const int n = static_cast<int>(words.size());
    MPI_Iallgather(vote_.data(), n, MPI_UINT64_T, all_votes_.data(), n, MPI_UINT64_T, votes_, &voting_);
  }
  bool end_vote(std::vector<u64>& of_all) override {
    int done = 0;
    MPI_Test(&voting_, &done, MPI_STATUS_IGNORE);
    if (done == 0) return false;
    of_all = all_votes_;
    return true;
  }

  void fail(Exit code, const std::string& sentence) noexcept override {
    if (failed_) return;
    failed_ = true;
    static Message m; // must outlive the sends, which nobody waits for
    m.resize(1 + sentence.size());
    m[0] = static_cast<std::byte>(code);
    std::memcpy(m.data() + 1, sentence.data(), sentence.size());
    for (int r = 0; r < size_; ++r) {
      MPI_Request request{};
      if (r != rank_) MPI_Isend(m.data(), static_cast<int>(m.size()), MPI_BYTE, r, tag_error, updates_, &request);
    }
    for (int i = 0; i < 100; ++i) { // on its way before this process ends
      int flag = 0;
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, updates_, &flag, MPI_STATUS_IGNORE);
      ::usleep(2000);
    }
  }

  void rest() override {
    const double start = wall_seconds();
    look_for_error();
    if (idle_++ == 0) idle_since_ = start;
    // The longer nothing came, the longer it sleeps: each look costs microseconds of CPU time. What comes waits a third longer at
    // most.
    if (idle_ > 8) ::usleep(static_cast<unsigned>(std::clamp((start - idle_since_) * 1e6 / 3, 20.0, 1000.0)));
    sent_.waiting += wall_seconds() - start;
  }

private:
  // Messages that are on their way.
  struct OnTheWay {
    std::vector<Message> messages;
    std::vector<MPI_Request> requests;
    std::vector<int> through;
    u64 bytes = 0;

    MPI_Request& add(Message m) {
      bytes += m.size();
      messages.push_back(std::move(m));
      return requests.emplace_back();
    }
    // Takes out those that are through, in order: f(message).
    template <class F> void take(F&& f) {
      if (requests.empty()) return;
      int n = 0;
      through.resize(requests.size());
      MPI_Testsome(static_cast<int>(requests.size()), requests.data(), &n, through.data(), MPI_STATUSES_IGNORE);
      if (n == 0) return;
      std::size_t kept = 0;
      for (std::size_t i = 0; i < requests.size(); ++i) {
        if (requests[i] == MPI_REQUEST_NULL) {
          bytes -= messages[i].size();
          f(std::move(messages[i]));
        } else {
          if (kept != i) messages[kept] = std::move(messages[i]);
          requests[kept++] = requests[i];
        }
      }
      messages.resize(kept);
      requests.resize(kept);
    }
  };

  template <class F> static void each_part(Message& m, F&& f) {
    for (u64 at = 0; at < m.size(); at += most_part) f(m.data() + at, static_cast<int>(std::min(most_part, m.size() - at)));
  }

  void wait(MPI_Request& request) {
    idle_ = 0;
    for (int done = 0;;) {
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      if (done != 0) return;
      rest();
    }
  }

  void look_for_error() {
    int flag = 0;
    MPI_Status status{};
    MPI_Iprobe(MPI_ANY_SOURCE, tag_error, updates_, &flag, &status);
    if (flag == 0 || failed_) return;
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    Message m(static_cast<std::size_t>(bytes));
    MPI_Recv(m.data(), bytes, MPI_BYTE, status.MPI_SOURCE, tag_error, updates_, MPI_STATUS_IGNORE);
    failed_ = true; // nobody has to be told again
    throw Error(static_cast<Exit>(m[0]), std::string(reinterpret_cast<const char*>(m.data() + 1), m.size() - 1));
  }

  void progress() {
    leaving_.take([](const Message&) {});
    for (int flag = 1; flag != 0 && inbox_.size() + coming_.messages.size() < 256;) {
      MPI_Status status{};
      MPI_Iprobe(MPI_ANY_SOURCE, tag_update, updates_, &flag, &status);
      if (flag == 0) break;
      int bytes = 0;
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      MPI_Request& request = coming_.add(Message(static_cast<std::size_t>(bytes)));
      MPI_Irecv(coming_.messages.back().data(), bytes, MPI_BYTE, status.MPI_SOURCE, tag_update, updates_, &request);
    }
    coming_.take([this](Message m) { inbox_.push_back(std::move(m)); });
  }

  int rank_ = 0, size_ = 1;
  MPI_Comm updates_{}, votes_{};
  OnTheWay leaving_, coming_;
  std::deque<Message> inbox_;
  std::vector<u64> vote_, all_votes_;
  MPI_Request voting_{};
  bool failed_ = false;
  int idle_ = 0; // looks since something came
  double idle_since_ = 0;
};

Ranks* join() {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  static MpiRanks ranks;
  return &ranks;
}

void leave() {
  int there = 0;
  MPI_Initialized(&there);
  if (there != 0) MPI_Finalize();
}

} // namespace

void register_mpi() {
  RanksMaker::join = join;
  RanksMaker::leave = leave;
}

} // namespace zermelo
