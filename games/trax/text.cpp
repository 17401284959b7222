#include "trax/text.h"

#include "trax/plain_game.h"
#include "trax/rules.h"

namespace zermelo::trax {

namespace {

std::nullopt_t refuse(std::string& why, const std::string& reason) {
  why = reason;
  return std::nullopt;
}

Tile tile_of_letter(char letter) {
  for (const Tile tile : all_tiles)
    if (letter_of(tile) == letter) return tile;
  return no_tile;
}

// The box and its tiles, as written.
std::optional<Grid> read_rows(const PlainRules& rules, std::string_view text, std::string& why) {
  Grid grid;
  int row = 0, column = 0;
  for (const char c : text) {
    if (c == '/') {
      if (column == 0 || (row > 0 && column != grid.width)) return refuse(why, "all rows have the same length");
      if (++row == rules.limit) return refuse(why, "there are at most " + std::to_string(rules.limit) + " rows");
      grid.width = column;
      column = 0;
      continue;
    }
    const Tile tile = tile_of_letter(c);
    if (tile == no_tile && c != '.') return refuse(why, "a cell is '.' or one of I H L J F 7, which show the white line");
    if (column == rules.limit) return refuse(why, "there are at most " + std::to_string(rules.limit) + " columns");
    grid.tiles[row][column++] = tile;
  }
  if (column == 0 || (row > 0 && column != grid.width)) return refuse(why, "all rows have the same length");
  grid.width = column;
  grid.height = row + 1;
  return grid;
}

bool box_is_tight(const Grid& grid) {
  bool rows[2] = {}, columns[2] = {};
  for (int r = 0; r < grid.height; ++r)
    for (int c = 0; c < grid.width; ++c) {
      if (grid.at(r, c) == no_tile) continue;
      rows[0] |= r == 0, rows[1] |= r == grid.height - 1;
      columns[0] |= c == 0, columns[1] |= c == grid.width - 1;
    }
  return rows[0] && rows[1] && columns[0] && columns[1];
}

bool is_connected(const Grid& grid) {
  bool seen[Grid::capacity][Grid::capacity] = {};
  int found = 0;
  for (bool more = true; more;) {
    more = false;
    for (int r = 0; r < grid.height; ++r)
      for (int c = 0; c < grid.width; ++c) {
        const bool beside = (r > 0 && seen[r - 1][c]) || (c > 0 && seen[r][c - 1]) || (r + 1 < grid.height && seen[r + 1][c]) ||
                            (c + 1 < grid.width && seen[r][c + 1]);
        if (grid.at(r, c) == no_tile || seen[r][c] || (found > 0 && !beside)) continue;
        seen[r][c] = more = true;
        ++found;
      }
  }
  return found == grid.count();
}

std::optional<Grid> parse_position(const PlainRules& rules, std::string_view text, std::string& why) {
  if (text == ".:w") return Grid{};
  const std::string_view side = text.substr(text.find(':'));
  if (side != ":w" && side != ":r") return refuse(why, "expected ':w' or ':r' for the side to move at the end, like J:r");
  text.remove_suffix(2);
  auto grid = read_rows(rules, text, why);
  if (!grid) return std::nullopt;
  grid->red_to_move = side == ":r";
  if (!box_is_tight(*grid)) return refuse(why, "the first and the last row and column hold a tile each");
  for (int r = 0; r < grid->height; ++r)
    for (int c = 0; c < grid->width; ++c)
      if (grid->at(r, c) != no_tile && !entering(*grid, r, c).admits(grid->at(r, c)))
        return refuse(why, "the colours of tiles side by side do not match");
  if (!is_connected(*grid)) return refuse(why, "the tiles hang together");
  const int tiles = grid->count();
  if (Grid forced = *grid; !play_forced(forced) || forced.count() != tiles)
    return refuse(why, "two edges of one colour enter an empty cell, which would have been filled");
  if (tiles <= 2 && grid->red_to_move != (tiles == 1))
    return refuse(why, "White begins: Red is to move after one tile, White after two");
  grid->over = rules.judge(*grid);
  return grid;
}

struct Turn {
  int row = 0, column = 0;
  char sign = 0;
};

std::optional<Turn> read_turn(std::string_view text) {
  if (text.size() < 3 || text.size() > 4 || text[0] < '@' || text[0] > 'Z') return std::nullopt;
  Turn turn{0, text[0] - 'A', text.back()};
  if (turn.sign != '+' && turn.sign != '/' && turn.sign != '\\') return std::nullopt;
  for (const char c : text.substr(1, text.size() - 2)) {
    if (c < '0' || c > '9') return std::nullopt;
    turn.row = 10 * turn.row + (c - '0');
  }
  --turn.row;
  return turn;
}

// Of the two tiles of a sign the one that fits; either if none does.
Tile tile_for(const Grid& grid, const Turn& turn) {
  Tile tile = no_tile;
  for (const Tile t : all_tiles)
    if (sign_of(t) == turn.sign && (tile == no_tile || entering(grid, turn.row, turn.column).admits(t))) tile = t;
  for (const Tile t : first_tiles)
    if (grid.width == 0 && sign_of(t) == turn.sign) tile = t;
  return tile;
}

std::optional<Grid> parse_record(const PlainRules& rules, std::string_view text, std::string& why) {
  constexpr std::string_view between = " ,";
  Grid grid;
  int number = 0;
  for (std::size_t at = text.find_first_not_of(between); at != std::string_view::npos; at = text.find_first_not_of(between, at)) {
    const std::string_view word = text.substr(at, text.find_first_of(between, at) - at);
    at += word.size();
    const std::string name = "move " + std::to_string(++number) + ", '" + std::string(word.substr(0, 16)) + "': ";
    const auto turn = read_turn(word);
    if (!turn) return refuse(why, name + "expected a column, a row and one of + / \\, like @0/ or B1+");
    const Refusal refused = rules.play(grid, turn->row, turn->column, tile_for(grid, *turn));
    if (refused != Refusal::none) return refuse(why, name + sentence_of(refused));
  }
  if (number == 0) return refuse(why, "expected rows of tiles and the side to move, like J:r, or moves, like @0/ B1+");
  return grid;
}

Position position_of(const Grid& grid) {
  auto p = frame_of<Position>(grid);
  for (int r = 0; r < grid.height; ++r)
    for (int c = 0; c < grid.width; ++c)
      for (int d = 0; d < 3; ++d) p.white[d] |= (grid.at(r, c) >> d & u64{1}) << (8 * r + c);
  return p;
}

// The colour of the edge between a cell and the next one in a direction, in lines of one width.
const char* edge(const Grid& grid, int row, int column, int direction, const char* white, const char* red, const char* none) {
  const Entering e = entering(grid, row, column);
  const Tile tile = grid.at(row, column);
  const bool is_white = tile != no_tile ? (tile >> direction & 1) != 0 : (e.white >> direction & 1) != 0;
  const bool is_red = tile != no_tile ? !is_white : (e.red >> direction & 1) != 0;
  return is_white ? white : is_red ? red : none;
}

const char* centre(Tile tile) {
  if (tile == no_tile) return " ";
  return tile == 0b0101 ? "╫" : tile == 0b1010 ? "╪" : sign_of(tile) == '/' ? "/" : "\\";
}

} // namespace

Grid grid_of(const Position& p) {
  Grid grid = empty_grid(p);
  for (int r = 0; r < grid.height; ++r)
    for (int c = 0; c < grid.width; ++c) grid.tiles[r][c] = p.tile(8 * r + c);
  return grid;
}

std::string name_of(Move m) { return static_cast<char>('@' + m.column) + std::to_string(m.row) + sign_of(m.tile); }

std::string print_grid(const Grid& grid) {
  std::string text = grid.width == 0 ? "." : "";
  for (int r = 0; r < grid.height; ++r) {
    if (r > 0) text += '/';
    for (int c = 0; c < grid.width; ++c) text += letter_of(grid.at(r, c));
  }
  return text + (grid.red_to_move ? ":r" : ":w");
}

std::optional<Grid> parse_grid(const PlainRules& rules, std::string_view text, std::string& why) {
  return text.find(':') != std::string_view::npos ? parse_position(rules, text, why) : parse_record(rules, text, why);
}

// Lines that join the middles of the cells, white ones double; a row of cells takes two lines, with the edges between them.
std::string draw_grid(const Grid& grid) {
  std::string out;
  auto end_line = [&out] {
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  };
  if (grid.width > 0) {
    out += "   ";
    for (int c = 0; c < grid.width; ++c) ((out += "  ") += static_cast<char>('A' + c)) += ' ';
    end_line();
  }
  for (int r = 0; r <= grid.height && grid.width > 0; ++r) {
    out += "   ";
    for (int c = 0; c < grid.width; ++c) ((out += "  ") += edge(grid, r, c, north, "║", "│", " ")) += ' ';
    end_line();
    if (r == grid.height) break;
    ((out += r < 9 ? " " : "") += std::to_string(r + 1)) += ' ';
    for (int c = 0; c < grid.width; ++c) {
      (out += edge(grid, r, c, west, "══", "──", "  ")) += centre(grid.at(r, c));
      out += edge(grid, r, c, east, "═", "─", " ");
    }
    out += edge(grid, r, grid.width, west, "═", "─", " ");
    end_line();
  }
  return out + (grid.red_to_move ? "Red (─) to move, White is ═\n" : "White (═) to move, Red is ─\n");
}

std::string Game::print(const Position& p) const { return print_grid(grid_of(p)); }
std::string Game::draw(const Position& p) const { return draw_grid(grid_of(p)); }
std::string Game::move_name(const Position&, Move m) const { return name_of(m); }
std::optional<Position> Game::parse(std::string_view text, std::string& why) const {
  const auto grid = parse_grid(PlainRules::of_size(side), text, why);
  return grid ? std::optional(position_of(*grid)) : std::nullopt;
}

std::string PlainGame::print(const Position& p) const { return print_grid(unpacked(p)); }
std::string PlainGame::draw(const Position& p) const { return draw_grid(unpacked(p)); }
std::string PlainGame::move_name(const Position&, Move m) const { return name_of(m); }
std::optional<PlainPosition> PlainGame::parse(std::string_view text, std::string& why) const {
  const auto grid = parse_grid(rules, text, why);
  return grid ? std::optional(packed(*grid)) : std::nullopt;
}

} // namespace zermelo::trax
