// The promises of a game that is drawn.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "game/check/report.h"
#include "game/picture.h"

namespace zermelo {

// Whoever clicks what is drawn can play every move, and nothing else. p is not over.
template <Pictured G> void check_picture(const G& g, const PositionOf<G>& p, const MoveListOf<G>& moves, Promises<G>& promises) {
  const Picture picture = g.picture(p);
  std::set<std::string> names;
  for (const auto& cell : picture.cells) names.insert(cell.name);
  promises.expect("cells have names of their own", names.size() == picture.cells.size(), p);
  std::set<std::vector<std::string>> sequences;
  const int mover = g.first_to_move(p) ? 1 : 2;
  for (const auto& m : moves) {
    const auto clicks = g.clicks(p, m);
    sequences.insert(clicks);
    for (const auto& click : clicks)
      promises.expect("clicks are on what is there",
                      names.contains(click) || click.starts_with("piece:") ||
                          (click.starts_with("hand:") && picture.held(click.substr(5), mover) > 0),
                      p);
  }
  promises.expect("every move has clicks of its own", sequences.size() == static_cast<std::size_t>(moves.size()), p);
  std::string why;
  const auto back = g.compose(picture, g.first_to_move(p), why);
  promises.expect("compose(picture(p)) = p", back && *back == p, p);
}

} // namespace zermelo
