// The tree of a campaign: how numbers go up, which leaf is next, and that circles do no harm.
#include <gtest/gtest.h>

#include <set>

#include "campaign/tree.h"

namespace zermelo {
namespace {

Key key(u64 n) { return {mix_bits(n), n}; }

// A root with three moves, the first with two of its own.
struct Small {
  CampaignTree tree;
  explicit Small(bool returns) : tree(returns) {
    tree.add(key(0), true, 0, {1, 1});
    for (u64 i = 1; i <= 3; ++i) tree.add(key(i), false, 1, {1, 1});
    tree.expand(0, {1, 2, 3});
    tree.add(key(4), true, 2, {2, 5});
    tree.add(key(5), true, 2, {1, 7});
    tree.expand(1, {4, 5});
    tree.refresh(1);
    tree.refresh(0);
  }
};

bool nobody(u32) { return false; }

TEST(CampaignTree, NumbersGoUp) {
  Small s(false);
  EXPECT_EQ(s.tree[1].numbers, (Numbers{5, 3}));  // the least of what is against the moves; the largest for them, and one more
  EXPECT_EQ(s.tree[0].numbers, (Numbers{1, 7}));  // the largest of 5, 1, 1, and two more
  s.tree.settle(2, true, CampaignTree::By::fact); // a move that fails
  EXPECT_EQ(s.tree[0].numbers, (Numbers{1, 6}));
  s.tree.settle(3, false, CampaignTree::By::fact);
  EXPECT_EQ(s.tree[0].numbers, granted);
  EXPECT_TRUE(s.tree[0].attacker_wins());
  EXPECT_EQ(s.tree[0].by, CampaignTree::By::moves);
  EXPECT_GT(s.tree[0].order, s.tree[3].order);
}

TEST(CampaignTree, WorkersSpreadAndNoLeafIsGivenTwice) {
  Small s(false);
  std::set<u32> given;
  for (int i = 0; i < 4; ++i) {
    const auto way = s.tree.next([&](u32 leaf) { return given.contains(leaf); }, std::nullopt);
    ASSERT_TRUE(way);
    EXPECT_EQ(way->front(), 0U);
    EXPECT_TRUE(given.insert(way->back()).second);
    s.tree.enter(*way);
  }
  EXPECT_EQ(given, (std::set<u32>{2, 3, 4, 5}));
  EXPECT_FALSE(s.tree.next([&](u32 leaf) { return given.contains(leaf); }, std::nullopt));
}

TEST(CampaignTree, AWorkerStaysNearItsLastLeaf) {
  Small s(false);
  EXPECT_EQ(s.tree.next(nobody, std::nullopt)->back(), 2U);
  EXPECT_EQ(s.tree.next(nobody, 3U)->back(), 3U);
  EXPECT_NE(s.tree.next(nobody, 4U)->back(), 4U); // three times as much to show: not as near as that
}

// Play that returns: an edge back to the root never makes numbers chase each other, and no way down passes a position twice.
TEST(CampaignTree, CirclesAreHarmless) {
  CampaignTree tree(true);
  tree.add(key(0), true, 0, {1, 1});
  tree.add(key(1), false, 1, {1, 1});
  tree.expand(0, {1});
  tree.expand(1, {0});
  tree.refresh_all();
  EXPECT_FALSE(tree[0].numbers.settled());
  EXPECT_FALSE(tree.next(nobody, std::nullopt)); // nothing is left to look at but what returns
  EXPECT_EQ(tree.best(), (CampaignTree::Way{0, 1}));
  tree.settle(1, true, CampaignTree::By::fact); // a longer search shows that the defender goes round for ever
  EXPECT_EQ(tree[0].numbers, refused);
}

} // namespace
} // namespace zermelo
