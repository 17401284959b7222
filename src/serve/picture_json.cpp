#include "serve/picture_json.h"

#include "game/picture.h"
#include "serve/problem.h"
#include "view/text.h"

namespace zermelo::serve {
namespace {

using nlohmann::json;

constexpr std::size_t most_cells = 1024, most_pieces = 64, most_name = 32;
constexpr const char* owners[] = {"none", "first", "second"};

const char* owner_name(int owner) { return owners[owner >= 0 && owner <= 2 ? owner : 0]; }

const json& member(const json& object, const char* key, const json& otherwise) {
  const auto it = object.find(key);
  return it == object.end() ? otherwise : *it;
}

std::string name_in(const json& j) {
  if (!j.is_string() || j.get_ref<const std::string&>().size() > most_name) throw Problem(400, "a name is a short string");
  return j.get<std::string>();
}

int owner_in(const json& j) {
  for (int owner = 0; owner < 3; ++owner)
    if (j == owners[owner]) return owner;
  throw Problem(400, "an owner is first, second or none");
}

Picture::Cell cell_in(const std::string& name, const json& pieces) {
  if (name.size() > most_name || !pieces.is_array() || pieces.size() > most_pieces)
    throw Problem(400, "a cell has a short name and a list of pieces");
  Picture::Cell cell;
  cell.name = name;
  for (const auto& piece : pieces) {
    if (!piece.is_object()) throw Problem(400, "a piece is an object with kind and owner");
    cell.pieces.push_back({name_in(member(piece, "kind", nullptr)), owner_in(member(piece, "owner", "none"))});
  }
  return cell;
}

void add_hand(Picture& picture, const json& hand, int owner) {
  if (!hand.is_array() || hand.size() > most_pieces) throw Problem(400, "a hand is a list of kinds and counts");
  for (const auto& held : hand) {
    if (!held.is_object()) throw Problem(400, "a piece in hand is an object with kind and count");
    const json count = member(held, "count", 1);
    if (!count.is_number_integer() || count < 0 || count > 64) throw Problem(400, "a count is a small whole number");
    if (count > 0) picture.hands.push_back({name_in(member(held, "kind", nullptr)), owner, count.get<int>()});
  }
}

} // namespace

bool is_pictured(const AnyGame& game) { return game.pictured(); }

json picture_json(const AnyGame& game, const AnyPosition& p) {
  if (!game.pictured()) return nullptr;
  const Picture picture = game.picture(p);
  json cells = json::array(), hands = {{"first", json::array()}, {"second", json::array()}};
  for (const auto& c : picture.cells) {
    json pieces = json::array();
    for (const auto& piece : c.pieces) pieces.push_back({{"kind", piece.kind}, {"owner", owner_name(piece.owner)}});
    cells.push_back({{"name", c.name}, {"x", c.x}, {"y", c.y}, {"ground", c.ground}, {"pieces", std::move(pieces)}});
  }
  for (const auto& h : picture.hands)
    if (h.owner == 1 || h.owner == 2) hands[owner_name(h.owner)].push_back({{"kind", h.kind}, {"count", h.count}});
  return {{"cells", std::move(cells)}, {"hands", std::move(hands)}};
}

std::string moved_piece(const AnyGame& game, const AnyPosition& p, AnyMove m) {
  if (!game.pictured()) return "";
  const auto clicks = game.clicks(p, m);
  if (clicks.empty()) return "";
  if (constexpr std::string_view hand = "hand:"; clicks.front().starts_with(hand)) return clicks.front().substr(hand.size());
  const Picture picture = game.picture(p);
  const Picture::Cell* from = picture.find(clicks.front());
  return from == nullptr || from->pieces.empty() ? "" : from->pieces.back().kind;
}

json clicks_json(const AnyGame& game, const AnyPosition& p, AnyMove m) {
  return game.pictured() ? json(game.clicks(p, m)) : json::array();
}

AnyPosition composed(const AnyGame& game, const json& body) {
  if (!game.pictured())
    throw Problem(422, "positions of this game cannot be put together", "Write the position in the game's notation.");
  Picture picture;
  const json cells = member(body, "cells", json::object()), hands = member(body, "hands", json::object());
  if (!cells.is_object() || cells.size() > most_cells || !hands.is_object())
    throw Problem(400, "'cells' and 'hands' are objects");
  for (const auto& [name, pieces] : cells.items()) picture.cells.push_back(cell_in(name, pieces));
  for (const int owner : {1, 2}) add_hand(picture, member(hands, owners[owner], json::array()), owner);
  const int to_move = owner_in(member(body, "to_move", "first"));
  if (to_move == 0) throw Problem(400, "'to_move' is first or second");
  std::string why;
  if (auto p = game.compose(picture, to_move == 1, why)) return *p;
  throw Problem(422, printable(why, 300), "Put the pieces differently, or let the other player move.", "not_a_position");
}

} // namespace zermelo::serve
