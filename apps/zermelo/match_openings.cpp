#include "match_openings.h"

#include <fmt/format.h>

#include <charconv>

#include "base/suggest.h"
#include "view/text.h"

namespace zermelo {
namespace {

constexpr int most_plies = 1000, most_tries = 10'000;

[[noreturn]] void refuse(const std::string& word) {
  const std::string kind = word.substr(0, word.find(':'));
  const auto near = kind == "random" || kind == "won" ? std::nullopt : suggest(kind, {"random", "won"});
  throw Error(Exit::usage, fmt::format("'{}' names no openings; {}", printable(word, 40),
                                       near ? fmt::format("did you mean '{}:PLIES'?", *near)
                                            : fmt::format("write random:PLIES or won:PLIES, 1 to {} plies", most_plies)));
}

} // namespace

MatchOpenings::MatchOpenings(const std::string& word, const Oracle* oracle, bool oracle_is_first) {
  if (word.empty()) return;
  const auto colon = word.find(':');
  const std::string kind = word.substr(0, colon), number = colon == std::string::npos ? "" : word.substr(colon + 1);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), plies_);
  if (error != std::errc{} || end != number.data() + number.size() || plies_ < 1 || plies_ > most_plies) refuse(word);
  if (kind == "random") return;
  if (kind != "won") refuse(word);
  if (oracle == nullptr)
    throw Error(Exit::usage, "openings that are won are chosen by the table of a player: let --first or --second be a table");
  oracle_ = oracle;
  oracle_is_first_ = oracle_is_first;
}

bool MatchOpenings::wanted(const History& history) const {
  if (history.end().over()) return false;
  if (oracle_ == nullptr) return true;
  const bool to_move = history.game().first_to_move(history.now()) == oracle_is_first_;
  return oracle_->answer(history).value.wdl == (to_move ? Wdl::win : Wdl::loss);
}

int MatchOpenings::play(History& history, std::mt19937_64& random, std::vector<std::string>& turns) const {
  for (int tries = 0; tries < most_tries; ++tries) {
    while (history.plies() < plies_ && !history.end().over()) {
      const auto moves = history.moves();
      const AnyMove m = moves[random() % moves.size()];
      turns.push_back(history.game().move_name(history.now(), m));
      history.play(m);
    }
    if (plies_ == 0 || (history.plies() == plies_ && wanted(history))) return plies_;
    while (history.plies() > 0) history.take_back();
    turns.clear();
  }
  throw Error(Exit::usage, fmt::format("in {} tries no opening of {} plies was found that is {}", most_tries, plies_,
                                       oracle_ != nullptr ? "won by the table" : "not the end of the game"));
}

} // namespace zermelo
