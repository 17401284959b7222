#include "view/opening_tree.h"

#include <algorithm>
#include <map>

namespace zermelo {
namespace {

class Builder {
public:
  Builder(const AnyGame& game, const Table& table, std::size_t most) : game_(game), table_(table), most_(most) {}

  OpeningTree run(const AnyPosition& start, int plies) {
    Answer answer = probe(game_, &table_, start);
    tree_.nodes.push_back({start, answer.value, 0, {}, 0, {}});
    found_.emplace(key(start), 0);
    std::size_t begin = 0;
    while (tree_.plies < plies && begin < tree_.nodes.size()) {
      const std::size_t end = tree_.nodes.size();
      for (std::size_t i = begin; i < end; ++i)
        if (!lay_out(i)) return cut_to(begin, end);
      begin = end;
      ++tree_.plies;
    }
    return std::move(tree_);
  }

private:
  // Where an index numbers positions up to symmetry, symmetric ones have the same number.
  std::string key(const AnyPosition& p) const {
    const Slot slot = game_.scored() ? no_slot : game_.rank(p); // an index of scores leaves out what was captured
    return (game_.first_to_move(p) ? "1" : "2") + (slot == no_slot ? game_.print(p) : std::to_string(slot));
  }

  bool lay_out(std::size_t from) {
    const AnyPosition at = tree_.nodes[from].position;
    for (auto& m : probe(game_, &table_, at).moves) {
      const auto [it, fresh] = found_.try_emplace(key(m.position), tree_.nodes.size());
      const std::size_t to = it->second;
      if (fresh) {
        if (tree_.nodes.size() == most_) return false;
        auto way = tree_.nodes[from].way;
        way.push_back(m.name);
        tree_.nodes.push_back(
            {m.position, value_of(game_, &table_, m.position), tree_.nodes[from].ply + 1, std::move(way), 0, {}});
      }
      ++tree_.nodes[to].ways;
      auto& turns = tree_.nodes[from].turns;
      const auto same = std::find_if(turns.begin(), turns.end(), [&](const auto& t) { return t.to == to; });
      if (same == turns.end())
        turns.push_back({{std::move(m.name)}, m.value, to});
      else
        same->names.push_back(std::move(m.name));
    }
    return true;
  }

  // Half a ply tells nothing: what hangs on it is taken away.
  OpeningTree cut_to(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (const auto& turn : tree_.nodes[i].turns)
        if (turn.to < end) tree_.nodes[turn.to].ways -= turn.names.size();
      tree_.nodes[i].turns.clear();
    }
    tree_.nodes.erase(tree_.nodes.begin() + static_cast<std::ptrdiff_t>(end), tree_.nodes.end());
    return std::move(tree_);
  }

  const AnyGame& game_;
  const Table& table_;
  std::size_t most_;
  OpeningTree tree_;
  std::map<std::string, std::size_t> found_;
};

} // namespace

OpeningTree opening_tree(const AnyGame& game, const Table& table, const AnyPosition& start, int plies, std::size_t most_nodes) {
  return Builder(game, table, std::max<std::size_t>(1, most_nodes)).run(start, plies);
}

nlohmann::json to_json(const AnyGame& game, const OpeningTree& tree) {
  auto nodes = nlohmann::json::array();
  for (const auto& n : tree.nodes) {
    auto turns = nlohmann::json::array();
    for (const auto& t : n.turns) {
      auto j = to_json(t.value);
      j.emplace("score", nullptr);
      j["moves"] = t.names;
      j["to"] = t.to;
      turns.push_back(std::move(j));
    }
    auto j = to_json(n.value);
    j.emplace("score", nullptr);
    j["position"] = game.print(n.position);
    j["ply"] = n.ply;
    j["way"] = n.way;
    j["ways"] = n.ways;
    j["turns"] = std::move(turns);
    nodes.push_back(std::move(j));
  }
  return {{"plies", tree.plies}, {"nodes", std::move(nodes)}};
}

} // namespace zermelo
