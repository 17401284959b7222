// How often news must go from one process to another while Awari is solved, whatever the processes are like. In each round every
// owner of slots does all that follows from what it knows; what it tells other owners is known to them in the next round. No fewer
// rounds can do in this order of levels, so a message's delay costs a solve at least so many times.
//
//   ranks_rounds_bench [STONES] [PROCESSES] [SLOTS THAT ARE DEALT TOGETHER]
//
// It shares the rules, the index and the rule of a score with the solver, none of its loops.
#include <fmt/format.h>

#include <cstdlib>
#include <vector>

#include "awari/index.h"
#include "solve/counters/steps.h"

namespace {

using namespace zermelo;
using awari::Game;

struct Layer {
  struct News {
    u64 slot;
    bool lost;
  };

  const Game& g;
  Slot begin;
  u64 owners, unit;
  std::vector<Score> scores;
  std::vector<std::vector<u64>> pending; // [owner]
  std::vector<std::vector<News>> mail = std::vector<std::vector<News>>(owners), later = mail;
  u64 updates = 0, crossing = 0;

  u64 owner(u64 slot) const { return slot / unit % owners; }

  void take(u64 owner, const News& news, i32 distance) {
    Score& s = scores[news.slot];
    if (s.state >= Score::pending) return;
    s = s.told(news.lost, distance);
    if (s.state == Score::pending) pending[owner].push_back(news.slot);
  }

  // Whether anything was told to another owner.
  bool work(u64 owner_here, i32 distance) {
    bool crossed = false;
    for (const News& news : mail[owner_here]) take(owner_here, news, distance);
    mail[owner_here].clear();
    while (!pending[owner_here].empty()) {
      const u64 slot = pending[owner_here].back();
      pending[owner_here].pop_back();
      scores[slot].state = Score::decided;
      PositionOf<Game> p;
      g.unrank(begin + slot, p);
      g.each_origin(p, [&](Slot s) {
        const News news{s - begin, scores[slot].score < 0};
        ++updates;
        if (owner(news.slot) == owner_here) return take(owner_here, news, distance);
        ++crossing;
        later[owner(news.slot)].push_back(news);
        crossed = true;
      });
    }
    return crossed;
  }

  u64 rounds_of(i32 distance) {
    for (u64 i = 0; i < scores.size(); ++i)
      if (scores[i].due() == distance) {
        scores[i].state = Score::pending;
        pending[owner(i)].push_back(i);
      }
    for (u64 rounds = 0;; ++rounds) {
      bool crossed = false;
      for (u64 o = 0; o < owners; ++o) crossed = work(o, distance) || crossed;
      if (!crossed) return rounds;
      mail.swap(later);
    }
  }
};

} // namespace

int main(int argc, char** argv) {
  auto given = [&](int i, u64 otherwise) { return argc > i ? std::strtoull(argv[i], nullptr, 10) : otherwise; };
  const Game g(6, static_cast<int>(given(1, 17)));
  std::vector<i8> codes(g.size());
  u64 all = 0;
  for (int layer = 0; layer < g.layers(); ++layer) {
    const Slot begin = g.layer_begin(layer), end = g.layer_begin(layer + 1);
    Layer here{.g = g, .begin = begin, .owners = given(2, 2), .unit = given(3, 4096), .scores = {}, .pending = {}};
    here.pending.resize(here.owners);
    for (Slot s = begin; s < end; ++s) {
      PositionOf<Game> p;
      ScoreLook look;
      if (g.unrank(s, p)) look_score(g, p, begin, look, [&](auto& l, Slot to, i32 pays) { l.add(codes[to], pays); });
      here.scores.push_back(look.seed());
    }
    u64 rounds = 0;
    for (i32 distance = g.most_score(layer); distance > 0; --distance) rounds += here.rounds_of(distance);
    for (Slot s = begin; s < end; ++s) codes[s] = static_cast<i8>(here.scores[s - begin].final());
    all += rounds;
    fmt::print("layer {}: {} slots, {} rounds; {} of {} updates cross\n", layer, end - begin, rounds, here.crossing,
               here.updates);
  }
  fmt::print("all layers: {} rounds\n", all);
}
