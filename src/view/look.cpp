#include "view/look.h"

#include <algorithm>
#include <map>

namespace zermelo {
namespace {

using nlohmann::json;

// The light colours of the explorer (apps/web/src/app.css).
const std::map<std::string_view, Ink>& inks() {
  static const std::map<std::string_view, Ink> all = {
      {"warm", {"#fdf1d3", "#955710", "#2b2620"}},  {"cool", {"#dcebf7", "#1f4f7d", "#2b2620"}},
      {"black", {"#35322e", "#14120f", "#f4f1ea"}}, {"dark", {"#35322e", "#14120f", "#f4f1ea"}},
      {"white", {"#fffdf8", "#6e675b", "#2b2620"}}, {"light", {"#fffdf8", "#6e675b", "#2b2620"}},
      {"red", {"#e57366", "#7c1d13", "#2b2620"}},   {"blue", {"#4f84c4", "#173f73", "#2b2620"}},
      {"green", {"#6fa86a", "#24561f", "#2b2620"}}, {"yellow", {"#f0cf5b", "#7d6210", "#2b2620"}},
      {"none", {"#8d8577", "#4c463c", "#2b2620"}}};
  return all;
}
// The numbers are chosen by eye: the nearest ones would be pink.
const std::map<std::string_view, Fill>& fills() {
  static const std::map<std::string_view, Fill> all = {
      {"board", {"#ecdfc4", 223}}, {"board-alt", {"#ddcca8", 180}},  {"dark", {"#b99a6b", 137}},
      {"light", {"#efe4cd", 230}}, {"blue", {"#a9c3d9", 110}},       {"white", {"#f8f6f0", 255}},
      {"none", {"none", -1}},      {"tint-first", {"#f1d9b0", 216}}, {"tint-second", {"#cfdde3", 152}}};
  return all;
}

const char* side_name(int owner) { return owner == 2 ? "second" : "first"; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '@' && c <= 'Z'); } // '@' is TRAX's column before A

} // namespace

const json& member_of(const json& j, std::string_view key) {
  static const json none;
  if (!j.is_object()) return none;
  const auto it = j.find(key);
  return it == j.end() ? none : *it;
}
std::string text_in(const json& j, std::string_view key) {
  const json& v = member_of(j, key);
  return v.is_string() ? v.get<std::string>() : "";
}
bool flag_in(const json& j, std::string_view key) { return member_of(j, key) == json(true); }

Fill fill_of(const json& ground) {
  const auto it = fills().find(text_in(ground, "fill"));
  return it == fills().end() ? fills().at("board") : it->second;
}

std::vector<Ray> rays_of(const json& ground) {
  std::vector<Ray> rays;
  int right = 0, down = 0, far = 0;
  for (const char c : text_in(ground, "lines") + " ") {
    if (c == 'e' || c == 'w') right = c == 'e' ? 1 : -1;
    if (c == 's' || c == 'n') down = c == 's' ? 1 : -1;
    if (is_digit(c)) far = c - '0';
    if (c != ' ') continue;
    if (right != 0 || down != 0) rays.push_back({right * std::max(far, 1), down * std::max(far, 1)});
    right = down = far = 0;
  }
  return rays;
}

std::optional<NameParts> parts_of_name(std::string_view name) {
  const auto middle = std::adjacent_find(name.begin(), name.end(), [](char a, char b) { return is_digit(a) != is_digit(b); });
  if (middle == name.end()) return std::nullopt;
  const auto first = static_cast<std::size_t>(middle - name.begin()) + 1;
  const std::string one(name.substr(0, first)), other(name.substr(first));
  const bool letters_first = !is_digit(one[0]);
  const std::string &letters = letters_first ? one : other, &digits = letters_first ? other : one;
  if (letters.size() > 2 || digits.size() > 2 || !std::all_of(letters.begin(), letters.end(), is_letter) ||
      !std::all_of(digits.begin(), digits.end(), is_digit))
    return std::nullopt;
  return NameParts{one, other};
}

const json& Look::ground(const Picture::Cell& cell) const {
  const json& g = member_of(member_of(board_, "grounds"), cell.ground);
  return g.is_null() ? member_of(member_of(board_, "grounds"), "") : g;
}
const json& Look::piece(std::string_view kind) const { return member_of(member_of(board_, "pieces"), kind); }
bool Look::has_tiles() const {
  const json& all = member_of(board_, "pieces");
  return std::any_of(all.begin(), all.end(), [](const json& piece) { return text_in(piece, "shape") == "tile"; });
}
bool Look::wide(const Picture::Cell& cell) const { return flag_in(ground(cell), "wide"); }

Ink Look::ink(int owner) const {
  if (owner == 0) return inks().at("none");
  const auto it = inks().find(text_in(member_of(member_of(board_, "players"), side_name(owner)), "colour"));
  return it != inks().end() ? it->second : inks().at(owner == 1 ? "warm" : "cool");
}

bool Look::turned(int owner, bool flip) const { return flag_in(board_, "turn_second") && owner != 0 && (owner == 2) != flip; }
std::string Look::words_in(const json& j) const {
  const std::string own = text_in(j, lang_);
  return own.empty() ? text_in(j, "en") : own;
}
std::string Look::player(int owner) const {
  const std::string name = words_in(member_of(member_of(board_, "players"), side_name(owner)));
  if (!name.empty()) return name;
  if (lang_ == "ja") return owner == 2 ? "後手" : "先手";
  return owner == 2 ? "Second" : "First";
}
std::string Look::held() const {
  const std::string name = words_in(member_of(board_, "hand"));
  return !name.empty() ? name : lang_ == "ja" ? "持ち駒" : "in hand";
}
std::string Look::label(const Picture::Cell& cell) const { return words_in(member_of(ground(cell), "label")); }
std::string Look::mark(std::string_view kind, int owner) const {
  const json& mark = member_of(piece(kind), "mark");
  return words_in(member_of(mark, "en").is_string() ? mark : member_of(mark, side_name(owner)));
}
std::string Look::shape(std::string_view kind) const { return text_in(piece(kind), "shape"); }
const json& Look::art(std::string_view kind, int owner) const {
  const json& art = member_of(piece(kind), "art");
  return art.is_object() ? member_of(art, side_name(owner)) : art;
}

} // namespace zermelo
