#include "solve/time_left.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace zermelo {
namespace {

struct Told {
  double time, left;
};
// What is told every tenth of a second while work goes as `fraction` says, for so many seconds.
std::vector<Told> told(double seconds, const std::function<double(double)>& fraction) {
  TimeLeft left;
  std::vector<Told> out;
  for (double t = 0; t < seconds; t += 0.1)
    if (const double eta = left.after(t, fraction(t)); eta > 0) out.push_back({t, eta});
  return out;
}

TEST(TimeLeft, OfEvenWorkIsExact) {
  const auto all = told(100, [](double t) { return t / 100; });
  ASSERT_GT(all.size(), 900U);
  EXPECT_LE(all.front().time, 3.2);
  for (const auto& [time, left] : all) EXPECT_NEAR(left, 100 - time, 1) << time;
}

TEST(TimeLeft, OfAResumedSolveCountsOnlyWhatThisRunDid) {
  const auto all = told(50, [](double t) { return 0.5 + t / 100; });
  for (const auto& [time, left] : all) EXPECT_NEAR(left, 50 - time, 1) << time;
}

// Nine tenths in ten seconds, the rest in three minutes: soon after the turn nobody is told that it is nearly done.
TEST(TimeLeft, OfASlowEndIsNotTwoSeconds) {
  const auto all = told(190, [](double t) { return t < 10 ? 0.09 * t : 0.9 + 0.1 * (t - 10) / 180; });
  for (const auto& [time, left] : all)
    if (time > 20 && time < 130) {
      EXPECT_GT(left, (190 - time) / 4) << time;
    }
}

// Half of the work in ten seconds, a slow fifth of it for a hundred, then the rest as quickly as the first: the slow part is not
// taken for the pace of the rest.
TEST(TimeLeft, OfOtherWorkIsCountedByThePaceOfTheWhole) {
  TimeLeft left;
  double told = 0;
  for (double t = 0; t < 100; t += 0.1) told = left.after(t, t < 10 ? 0.05 * t : 0.5 + 0.2 * (t - 10) / 100, 0.3);
  EXPECT_GT(told, 30);
  EXPECT_LT(told, 60); // by one pace for all it would be 160
}

TEST(TimeLeft, IsNotToldWhereNothingGoesOn) {
  for (const auto& [time, left] : told(120, [](double t) { return std::min(0.95, t / 10); })) EXPECT_LT(time, 16) << left;
}

TEST(TimeLeft, IsNotToldOfABeginningNorAtTheEnd) {
  TimeLeft left;
  EXPECT_EQ(left.after(0, 0), 0);
  EXPECT_EQ(left.after(1, 0.5), 0);
  EXPECT_EQ(left.after(5, 1), 0);
}

} // namespace
} // namespace zermelo
