// What a pass finds over some colourings of one set, written once for a thread and for a warp of a device. A stretch offers
//
//   any_left()     whether it has colourings without an answer
//   keep(link)     drops those that may go by the link to what the other has not won
//   add(link)      answers those that may go by the link to what the other has lost
//
// and links tell what is new where they lead: bit 0 wins, bit 1 losses.
#pragma once

#include "index/marks.h"

namespace zermelo {

struct FreshLink {
  MarkLink link;
  u8 news = 0;
};

enum : u8 { news_of_wins = 1, news_of_losses = 2 };

// Where every move leads to what the other has won.
template <class Links, class Stretch> ZERMELO_HD void find_losses(const Links& links, int count, Stretch& open) {
  for (int i = 0; i < count && open.any_left(); ++i) open.keep(links[i].link);
}
// Where a move leads to what the other has lost: only what is new can tell anything.
template <class Links, class Stretch> ZERMELO_HD void find_wins(const Links& links, int count, Stretch& open) {
  for (int i = 0; i < count && open.any_left(); ++i)
    if ((links[i].news & news_of_losses) != 0) open.add(links[i].link);
}

} // namespace zermelo
