#include "boards.h"

#include "base/json.h"
#include "catalog/catalog.h"
#include "terminal.h"
#include "view/board_text.h"

namespace zermelo {

std::string drawing_of(const Entry& entry, const AnyPosition& p, const BoardView& view) {
  const AnyGame& game = entry.game();
  const Folder* folder = find_folder(entry.name);
  if (!stdout_is_terminal() || !unicode() || !game.pictured() || folder == nullptr || folder->board.empty()) return game.draw(p);
  return board_text(game.picture(p), parse_json(folder->board),
                    {.flip = view.flip,
                     .colour = stdout_wants_colour(),
                     .first = game.first_to_move(p),
                     .over = game.outcome(p) != Wdl::unknown,
                     .marked = view.marked,
                     .lang = language_of(view.lang)});
}

} // namespace zermelo
