#include "exec/thread_ranks.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <random>
#include <thread>

namespace zermelo {
namespace {

using Clock = std::chrono::steady_clock;
constexpr Clock::duration tick = std::chrono::seconds(1); // of the clock that counts

// What the ranks share.
struct Hall {
  Hall(int n, const RankTrouble& t) : size(static_cast<std::size_t>(n)), trouble(t), inbox(size), random(t.order) {}

  struct Mail {
    Clock::time_point due;
    Message message;
  };
  // A meeting: everybody gives a row of messages and takes a column.
  struct Meeting {
    std::vector<std::vector<Message>> given;
    Clock::time_point due;
    std::size_t left = 0; // who has not taken
  };

  Clock::time_point now() const { return trouble.counted ? counted : Clock::now(); }
  Clock::time_point due() const {
    const std::chrono::duration<double> delay(trouble.delay);
    return now() + (trouble.counted ? tick : std::chrono::duration_cast<Clock::duration>(delay));
  }
  bool complete(const Meeting& m) const {
    for (const auto& row : m.given)
      if (row.empty()) return false;
    return now() >= m.due;
  }
  // A rank has nothing to do for a while. Where ticks are counted: before all of them have nothing to do.
  void wait(std::unique_lock<std::mutex>& lock) {
    if (!trouble.counted) {
      changed.wait_for(lock, std::chrono::microseconds(100));
    } else if (++waiting == size) {
      go_on();
    } else {
      changed.wait(lock, [this, before = ticks.all] { return failed || ticks.all != before; });
    }
  }
  void go_on() {
    waiting = 0;
    counted += tick;
    ++ticks.all;
    auto has_come = [this](const auto& box) {
      return std::ranges::any_of(box, [this](const Mail& m) { return m.due == counted; });
    };
    if (std::ranges::any_of(inbox, has_come)) ++ticks.news;
    if (std::ranges::any_of(meetings, [this](const auto& m) { return complete(m.second); })) ++ticks.meetings;
    changed.notify_all();
  }

  std::size_t size;
  RankTrouble trouble;
  Clock::time_point counted;
  RankTicks ticks;
  std::size_t waiting = 0; // until the clock goes on
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::vector<Mail>> inbox;
  std::map<u64, Meeting> meetings; // by their number
  std::map<u64, Meeting> votes;
  std::mt19937_64 random;
  std::optional<Error> failed;
};

struct Died {}; // of a rank that ends without a word

class ThreadRank final : public Ranks {
public:
  ThreadRank(Hall& hall, int rank) : hall_(hall), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return static_cast<int>(hall_.size); }

  std::vector<Message> gather(Message mine) override { return meet(std::vector<Message>(hall_.size, mine)); }
  std::vector<Message> exchange(std::vector<Message> to_each) override { return meet(std::move(to_each)); }

  void send(int to, Message message) override {
    live();
    sent_.messages += 1;
    sent_.bytes += message.size();
    const std::lock_guard lock(hall_.mutex);
    hall_.inbox[static_cast<std::size_t>(to)].push_back({hall_.due(), std::move(message)});
    hall_.changed.notify_all();
  }
  bool receive(Message& message) override {
    const std::lock_guard lock(hall_.mutex);
    check();
    auto& box = hall_.inbox[me()];
    std::vector<std::size_t> here;
    const auto now = hall_.now();
    for (std::size_t i = 0; i < box.size(); ++i)
      if (box[i].due <= now) here.push_back(i);
    if (here.empty()) return false;
    const std::size_t at = here[hall_.trouble.order == 0 ? 0 : hall_.random() % here.size()];
    message = std::move(box[at].message);
    box.erase(box.begin() + static_cast<std::ptrdiff_t>(at));
    return true;
  }

  void begin_vote(std::span<const u64> words) override {
    live();
    const std::lock_guard lock(hall_.mutex);
    check();
    give(hall_.votes, votes_, std::vector<Message>(hall_.size, bytes_of(words)));
  }
  bool end_vote(std::vector<u64>& of_all) override {
    const std::lock_guard lock(hall_.mutex);
    check();
    Hall::Meeting& vote = hall_.votes.at(votes_);
    if (!hall_.complete(vote)) return false;
    of_all.clear();
    for (const Message& m : take(hall_.votes, votes_))
      for (const u64 w : words_of(m)) of_all.push_back(w);
    return true;
  }

  void fail(Exit code, const std::string& sentence) noexcept override {
    const std::lock_guard lock(hall_.mutex);
    if (!hall_.failed) hall_.failed.emplace(code, sentence);
    hall_.changed.notify_all();
  }
  void rest() override {
    const auto start = Clock::now();
    std::unique_lock lock(hall_.mutex);
    hall_.wait(lock);
    sent_.waiting += std::chrono::duration<double>(Clock::now() - start).count();
  }

private:
  std::size_t me() const { return static_cast<std::size_t>(rank_); }

  void live() {
    if (rank_ == hall_.trouble.dies && calls_++ == hall_.trouble.dies_after) throw Died{};
  }
  void check() const {
    if (hall_.failed) throw *hall_.failed;
  }

  void give(std::map<u64, Hall::Meeting>& all, u64 number, std::vector<Message> row) {
    Hall::Meeting& m = all[number];
    if (m.given.empty()) {
      m.given.resize(hall_.size);
      m.left = hall_.size;
    }
    m.given[me()] = std::move(row);
    m.due = hall_.due();
    hall_.changed.notify_all();
  }
  std::vector<Message> take(std::map<u64, Hall::Meeting>& all, u64& number) {
    Hall::Meeting& m = all.at(number);
    std::vector<Message> column;
    column.reserve(m.given.size());
    for (auto& row : m.given) column.push_back(std::move(row[me()]));
    if (--m.left == 0) all.erase(number);
    ++number;
    return column;
  }
  std::vector<Message> meet(std::vector<Message> row) {
    live();
    std::unique_lock lock(hall_.mutex);
    check();
    give(hall_.meetings, meetings_, std::move(row));
    const auto start = Clock::now();
    while (!hall_.complete(hall_.meetings.at(meetings_))) {
      hall_.wait(lock);
      check();
    }
    sent_.waiting += std::chrono::duration<double>(Clock::now() - start).count();
    return take(hall_.meetings, meetings_);
  }

  Hall& hall_;
  int rank_;
  u64 meetings_ = 0, votes_ = 0, calls_ = 0;
};

} // namespace

RankTicks run_as_ranks(int size, const std::function<void(Ranks&)>& f, const RankTrouble& trouble) {
  Hall hall(size, trouble);
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(size));
  for (int r = 0; r < size; ++r)
    threads.emplace_back([&hall, &f, r] {
      ThreadRank rank(hall, r);
      try {
        f(rank);
      } catch (const Died&) { // what a launcher does when it loses a process
        rank.fail(Exit::runtime, "a process was lost");
      } catch (const Error& e) {
        rank.fail(e.code(), e.what());
      } catch (const std::bad_alloc&) {
        rank.fail(Exit::resources, "out of memory");
      } catch (const std::exception& e) {
        rank.fail(Exit::runtime, e.what());
      }
    });
  for (std::thread& t : threads) t.join();
  if (hall.failed) throw *hall.failed;
  return hall.ticks;
}

} // namespace zermelo
