// Games, positions and moves; solving, proving and checking them.
#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "base/json.h"
#include "base/version.h"
#include "catalog/typed.h"
#include "objects.h"
#include "tasks/progress_text.h"
#include "tasks/prove_job.h"
#include "tasks/solve_job.h"
#include "tasks/verify_job.h"
#include "view/svg.h"
#include "view/text.h"

namespace zermelo::python {

py::object to_python(const nlohmann::json& j) { return py::module_::import("json").attr("loads")(json_text(j)); }

GamePointer named_game(const std::string& name) {
  return std::make_shared<PlayedGame>(PlayedGame{std::shared_ptr<Entry>(open_named(name)), nullptr});
}

// Called python:NAME, so that its files are never those of a game of the catalog.
GamePointer game_with_rules(const py::object& object, u64 most_positions) {
  const std::string name = py::hasattr(object, "name") ? object.attr("name").cast<std::string>()
                                                       : object.attr("__class__").attr("__name__").cast<std::string>();
  constexpr std::string_view fit = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-,_";
  if (name.empty() || name.size() > 50 || name.find_first_not_of(fit) != std::string::npos)
    throw Error(Exit::usage,
                fmt::format("'{}' is no name for a game: its files are called so; take letters, digits, - and _ (`name` "
                            "of the rules)",
                            printable(name, 60)));
  if (most_positions == 0 || most_positions > 0xffffffff) throw Error(Exit::usage, "most_positions is from 1 to 4294967295");
  auto rules = make_rules(object, "python:" + name, most_positions);
  std::shared_ptr<Entry> entry = make_entry(Game{rules}, {.set = "positions that can be reached, by the rules in Python"});
  entry->name = "python";
  entry->variant = name;
  return std::make_shared<PlayedGame>(PlayedGame{entry, rules});
}

AnyPosition position_in(const GamePointer& game, const TextOrPosition& p) {
  if (const auto* text = std::get_if<std::string>(&p)) {
    if (game->rules) game->explore();
    return position_of(*game->entry, *text);
  }
  const auto& position = std::get<PlayedPosition>(p);
  if (position.game->entry.get() == game->entry.get()) return position.at;
  return position_of(*game->entry, position.text()); // of another variant or copy: by its text
}

namespace {

constexpr const char* saved = "the work was saved; the same call goes on from there";
constexpr const char* not_saved = "nothing was kept";

std::vector<std::string> names_of_games() {
  std::vector<std::string> names;
  for (const auto& folder : catalog())
    for (const auto& v : folder.family.variants)
      names.push_back(v.name.empty() ? folder.family.name : folder.family.name + ":" + v.name);
  return names;
}

std::vector<PlayedMove> moves_of(const PlayedPosition& p) {
  std::vector<PlayedMove> moves;
  for (const AnyMove m : p.game->any().moves(p.at)) moves.push_back({p.game, p.at, m, p.game->any().move_name(p.at, m)});
  return moves;
}

PlayedPosition play(const PlayedPosition& p, const std::variant<PlayedMove, std::string>& m) {
  const AnyGame& game = p.game->any();
  if (const auto* move = std::get_if<PlayedMove>(&m)) {
    const bool here = move->game == p.game && std::memcmp(&move->before, &p.at, sizeof p.at) == 0;
    return {p.game, game.play(p.at, here ? move->move : move_of(*p.game->entry, p.at, move->name))};
  }
  return {p.game, game.play(p.at, move_of(*p.game->entry, p.at, std::get<std::string>(m)))};
}

py::object svg(const PlayedPosition& p, bool flip, const std::string& caption) {
  if (!p.game->any().pictured()) return py::none();
  const Folder* folder = find_folder(p.game->entry->name);
  return py::str(svg_of(p.game->any().picture(p.at), parse_json(folder == nullptr ? "{}" : folder->board), {flip, caption}));
}

// The same board with the other player to move, where that is a position.
std::optional<PlayedPosition> passed(const PlayedPosition& p) {
  const AnyGame& game = p.game->any();
  if (!game.pictured()) return std::nullopt;
  std::string why;
  const auto other = game.compose(game.picture(p.at), !game.first_to_move(p.at), why);
  if (!other) return std::nullopt;
  return PlayedPosition{p.game, *other};
}

py::object outcome(const PlayedPosition& p) {
  const Wdl over = p.game->any().outcome(p.at);
  return over == Wdl::unknown ? py::object(py::none()) : py::object(py::str(name_of(over)));
}

py::object slot(const PlayedPosition& p) {
  p.game->explore();
  const Slot s = p.game->any().rank(p.at);
  return s == no_slot ? py::object(py::none()) : py::object(py::int_(s));
}

Positions positions_at(const GamePointer& game, const Slots& slots) {
  game->explore();
  Positions found{game, std::vector<AnyPosition>(static_cast<std::size_t>(slots.size()))};
  const u64* const at = slots.data();
  const u64 size = game->any().slots();
  for (std::size_t i = 0; i < found.all.size(); ++i) {
    if (i % 65536 == 0 && PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (at[i] >= size)
      throw py::index_error(fmt::format("slot {} is beyond the {} slots of {}", at[i], size, game->entry->full_name()));
    const auto p = game->any().unrank(at[i]);
    if (!p) throw Error(Exit::position, fmt::format("slot {} of {} holds no position", at[i], game->entry->full_name()));
    found.all[i] = *p;
  }
  return found;
}

Positions read_positions(const GamePointer& game, const std::vector<TextOrPosition>& all) {
  Positions read{game, {}};
  read.all.reserve(all.size());
  for (const auto& p : all) read.all.push_back(position_in(game, p));
  return read;
}

Positions random_positions(const GamePointer& game, u64 count, u64 seed) {
  game->explore();
  const u64 size = game->any().slots();
  if (size == 0) throw Error(Exit::usage, game->entry->full_name() + " has no index of its positions to draw from");
  std::mt19937_64 random(seed);
  Positions drawn{game, {}};
  drawn.all.reserve(count);
  for (u64 tried = 0; drawn.all.size() < count; ++tried) {
    if (tried % 65536 == 0 && PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (const auto p = game->any().unrank(random() % size)) drawn.all.push_back(*p);
  }
  return drawn;
}

Method method_named(const std::string& name) {
  if (name == name_of(Method::automatic)) return Method::automatic;
  for (const Method m : named_methods)
    if (name == name_of(m)) return m;
  throw Error(Exit::usage,
              fmt::format("there is no method '{}': auto, backward, forward, layers, windows, blocks or cubes", printable(name)));
}

// What `zermelo solve` does: an own table that is sound is taken as it is; the end is a check of random positions.
py::object solve(const GamePointer& game, const std::string& tables, bool values, int threads, u64 memory, double time,
                 double checkpoint, const std::string& method, bool restart, bool force, bool verify,
                 const py::object& on_progress, const py::object& on_note) {
  const Entry& entry = *game->entry;
  game->explore(on_progress);
  const TableFiles files = files_of(entry, {tables}, values ? Contents::values : Contents::distances);
  SolveOptions options;
  options.threads = threads;
  options.memory = memory;
  options.time_limit = time;
  options.checkpoint_every = checkpoint;
  options.method = method_named(method);
  options.restart = restart;
  options.program = version();
  std::vector<std::string> notes;
  const Note note = [&](const std::string& sentence) { notes.push_back(sentence); };
  LongCall call(on_progress);
  options.should_stop = [&] { return call.stopped(); };
  options.on_progress = [&](const SolveProgress& p) { call.tell(p.fraction, text_of(p)); };
  Exit code = Exit::done;
  const nlohmann::json told = call.run(
      [&] {
        const bool reused = !force && !restart && sound_table(entry, files, note).has_value();
        if (reused) remove_leftovers(entry, files, note);
        double share = 0;
        if (!reused) share = solve_into(entry, files, options).wall_seconds / 100;
        nlohmann::json j = {{"reused", reused}, {"table", files.table.string()}};
        code = check_solved(
            entry, files, share,
            {.threads = threads, .memory = memory, .sample = verify ? u64{0} : u64{16}, .should_stop = options.should_stop}, j,
            note);
        return j;
      },
      saved);
  if (!on_note.is_none())
    for (const auto& sentence : notes) on_note(sentence);
  if (code != Exit::done) throw Error(code, notes.empty() ? "the table is wrong" : notes.back());
  return to_python(told);
}

py::object plan(const GamePointer& game, bool values, int threads, u64 memory, const std::string& method) {
  game->explore();
  SolveOptions options;
  options.threads = threads;
  options.memory = memory;
  options.method = method_named(method);
  const SolvePlan p = game->entry->plan(options, values ? Contents::values : Contents::distances);
  return to_python({{"slots", p.slots},
                    {"method", name_of(p.method)},
                    {"threads", p.threads},
                    {"stages", p.stages},
                    {"memory", p.memory},
                    {"planned", p.planned},
                    {"disk", p.disk},
                    {"seconds", p.seconds}});
}

py::object prove(const GamePointer& game, const TextOrPosition& position, const std::string& claim,
                 const std::optional<int>& at_least, const std::string& method, const std::string& proof,
                 const std::string& lean_on, const std::string& known, bool history, bool collect, bool restart,
                 const std::string& tables, int threads, u64 memory, double time, u64 nodes, const py::object& on_progress,
                 const py::object& on_note) {
  const Entry& entry = *game->entry;
  const AnyPosition p = position_in(game, position);
  if (!claim.empty() && claim != "win" && claim != "not-loss")
    throw Error(Exit::usage, "a claim is 'win' or 'not-loss', about the side to move; without one the value is looked for");
  if (!method.empty() && method != "df-pn" && method != "alpha-beta" && method != "zones" && method != "connections")
    throw Error(Exit::usage, fmt::format("there is no method '{}': df-pn, alpha-beta, zones or connections", printable(method)));
  LongCall call(on_progress);
  std::vector<std::string> notes;
  ProveRequest request{.claim = claim, .method = method, .lean_on = lean_on, .known = known, .history = history};
  request.at_least = at_least;
  request.options = {.threads = threads,
                     .memory = memory,
                     .time_limit = time,
                     .most_visits = nodes,
                     .collect = collect,
                     .proof = proof,
                     .restart = restart,
                     .on_progress = [&](const ProveProgress& now) { call.tell(-1, text_of(now)); },
                     .should_stop = [&] { return call.stopped(); },
                     .on_note = [&](const std::string& sentence) { notes.push_back(sentence); }};
  const Proved proved = call.run(
      [&] {
        Proved done = run_search(entry, p, std::move(request), {tables});
        if (done.ended()) tidy_up(done);
        return done;
      },
      "the search was saved; the same call goes on from there");
  if (!on_note.is_none())
    for (const auto& sentence : notes) on_note(sentence);
  if (!proved.settled()) {
    if (call.stopped() && PyErr_CheckSignals() != 0) throw py::error_already_set();
    throw Error(Exit::stopped, "stopped before it was decided; the same call goes on");
  }
  return to_python(to_json(entry, p, proved, proof));
}

py::object check(const GamePointer& game, u64 samples, u64 seed) {
  game->explore();
  const std::shared_ptr<Entry> live =
      game->rules ? std::shared_ptr<Entry>(make_entry(Game{game->rules, true}, game->entry->words)) : game->entry;
  LongCall call;
  const CheckReport report = call.run([&] { return live->check({samples, seed}); }, not_saved);
  nlohmann::json j = {{"all_slots", report.all_slots}, {"promises", nlohmann::json::array()}};
  for (const auto& p : report.promises) {
    if (p.broken != 0 && p.name == "the sides alternate" && !game->says_who_moves()) continue; // it was not promised
    j["promises"].push_back({{"promise", p.name},
                             {"tested", p.tested},
                             {"broken", p.broken},
                             {"example", p.broken != 0 ? nlohmann::json(p.example) : nlohmann::json()}});
  }
  j["holds"] = std::all_of(j["promises"].begin(), j["promises"].end(), [](const auto& p) { return p["broken"] == 0; });
  return to_python(j);
}

py::object verify_proof(const std::string& file, const std::string& tables, int threads, u64 memory) {
  LongCall call;
  VerifyOptions options;
  options.threads = threads;
  options.memory = memory;
  options.should_stop = [&] { return call.stopped(); };
  return to_python(call.run([&] { return to_json(check_proof(file, options, {tables}), file); }, not_saved));
}

u64 perft(const GamePointer& game, int depth, const TextOrPosition& position) {
  const AnyPosition p = position_in(game, position);
  LongCall call;
  return call.run([&] { return game->entry->perft(p, depth); }, not_saved);
}

py::object rules_text(const GamePointer& game, const std::string& lang) {
  const Folder* folder = find_folder(game->entry->name);
  if (folder == nullptr) return py::none();
  const std::string_view text = lang == "ja" && !folder->rules_ja.empty() ? folder->rules_ja : folder->rules_en;
  return text.empty() ? py::object(py::none()) : py::object(py::str(text.data(), text.size()));
}

bool same(const PlayedPosition& a, const PlayedPosition& b) {
  return a.game->entry->full_name() == b.game->entry->full_name() && a.text() == b.text();
}

} // namespace

void bind_games(py::module_& m) {
  using py::arg;
  m.attr("__version__") = std::string(version());
  m.def("games", &names_of_games);
  m.def("verify_proof", &verify_proof, arg("file"), arg("tables"), arg("threads"), arg("memory"));

  py::class_<PlayedMove>(m, "Move", R"(A move of one position.

>>> move = zermelo.Game("tictactoe").start().moves[0]
>>> move.name, move.position.text
('a3', 'x../.../...')
)")
      .def_readonly("name", &PlayedMove::name, "The name, as the command line writes it.")
      .def_property_readonly(
          "position", [](const PlayedMove& x) { return PlayedPosition{x.game, x.game->any().play(x.before, x.move)}; },
          "Where it leads.")
      .def("__str__", [](const PlayedMove& x) { return x.name; })
      .def("__repr__", [](const PlayedMove& x) { return "<Move " + x.name + ">"; })
      .def(
          "__eq__",
          [](const PlayedMove& a, const PlayedMove& b) {
            return a.name == b.name && same({a.game, a.before}, {b.game, b.before});
          },
          py::is_operator())
      .def("__hash__", [](const PlayedMove& x) { return py::hash(py::str(x.name)); });

  py::class_<PlayedPosition>(m, "Position", R"(A position of a game. Notebooks show it as a picture, str() draws it.

>>> p = zermelo.Game("tictactoe").position("xo./.../...")
>>> p.to_move, p.over, len(p.moves)
('first', False, 7)
>>> p.play("b2")
<Position tictactoe xo./.x./...>
)")
      .def_property_readonly("text", &PlayedPosition::text, "The position in the game's notation; Game.position() reads it.")
      .def_property_readonly("moves", &moves_of, "All moves; none when the game is over.")
      .def_property_readonly("outcome", &outcome,
                             "'win', 'loss' or 'draw' for the side to move when the game is over, else None.")
      .def_property_readonly(
          "over", [](const PlayedPosition& p) { return p.game->any().outcome(p.at) != Wdl::unknown; },
          "Whether the game is over.")
      .def_property_readonly(
          "to_move",
          [](const PlayedPosition& p) {
            return p.game->says_who_moves() ? py::object(py::str(side_to_move(p.game->any(), p.at))) : py::object(py::none());
          },
          "'first' or 'second'; None where rules in Python do not say it.")
      .def_property_readonly("slot", &slot, "Its number in the index; None where the index has it not.")
      .def("play", &play, arg("move"), "The position after a move, or after the move of that name.")
      .def("passed", &passed, "The same board with the other player to move; None where that is no position. For zugzwang.")
      .def(
          "draw", [](const PlayedPosition& p) { return p.game->any().draw(p.at); }, "The board in a few lines of text.")
      .def("svg", &svg, arg("flip") = false, arg("caption") = "", "The board as a drawing; None where the game has no picture.")
      .def("_repr_svg_", [](const PlayedPosition& p) { return svg(p, false, ""); })
      .def("__str__",
           [](const PlayedPosition& p) {
             std::string board = p.game->any().draw(p.at);
             while (board.ends_with('\n')) board.pop_back(); // print() adds one
             return board;
           })
      .def("__repr__",
           [](const PlayedPosition& p) { return fmt::format("<Position {} {}>", p.game->entry->full_name(), p.text()); })
      .def("__eq__", &same, py::is_operator())
      .def("__hash__", [](const PlayedPosition& p) { return py::hash(py::str(p.text())); });

  py::class_<Positions>(m, "Positions",
                        R"(Many positions of one game, without an object for each: what Table.values() takes a million of at once.

>>> some = zermelo.Game("tictactoe").random_positions(1000)
>>> len(some)
1000
>>> some[0]
<Position tictactoe ...>
)")
      .def("__len__", [](const Positions& p) { return p.all.size(); })
      .def("__getitem__",
           [](const Positions& p, i64 i) {
             if (i < 0) i += static_cast<i64>(p.all.size());
             if (i < 0 || i >= static_cast<i64>(p.all.size())) throw py::index_error("there are fewer positions");
             return PlayedPosition{p.game, p.all[static_cast<std::size_t>(i)]};
           })
      .def("__repr__", [](const Positions& p) {
        return fmt::format("<Positions {}, {} of them>", p.game->entry->full_name(), p.all.size());
      });

  py::class_<PlayedGame, std::shared_ptr<PlayedGame>>(m, "Game")
      .def_static("named", [](const std::string& name) { return std::const_pointer_cast<PlayedGame>(named_game(name)); })
      .def_static("with_rules", [](const py::object& rules,
                                   u64 most) { return std::const_pointer_cast<PlayedGame>(game_with_rules(rules, most)); })
      .def_property_readonly("name", [](const PlayedGame& g) { return g.entry->full_name(); })
      .def_property_readonly("set", [](const PlayedGame& g) { return g.entry->words.set; })
      .def_property_readonly("has_scores", [](const PlayedGame& g) { return g.any().scored(); })
      .def_property_readonly("slots",
                             [](const PlayedGame& g) {
                               g.explore();
                               return g.any().indexed() ? py::object(py::int_(g.any().slots())) : py::object(py::none());
                             })
      .def_property_readonly("rules_seconds", [](const PlayedGame& g) { return g.rules ? g.rules->seconds() : 0.0; })
      .def("rules_text", [](const std::shared_ptr<PlayedGame>& g, const std::string& lang) { return rules_text(g, lang); })
      .def("start", [](const std::shared_ptr<PlayedGame>& g) { return PlayedPosition{g, g->any().start()}; })
      .def("position",
           [](const std::shared_ptr<PlayedGame>& g, const TextOrPosition& p) { return PlayedPosition{g, position_in(g, p)}; })
      .def("positions_at", [](const std::shared_ptr<PlayedGame>& g, const Slots& slots) { return positions_at(g, slots); })
      .def("read_positions",
           [](const std::shared_ptr<PlayedGame>& g, const std::vector<TextOrPosition>& all) { return read_positions(g, all); })
      .def("random_positions", [](const std::shared_ptr<PlayedGame>& g, u64 n, u64 seed) { return random_positions(g, n, seed); })
      .def("solve",
           [](const std::shared_ptr<PlayedGame>& g, const std::string& tables, bool values, int threads, u64 memory, double time,
              double checkpoint, const std::string& method, bool restart, bool force, bool verify, const py::object& on_progress,
              const py::object& on_note) {
             return solve(g, tables, values, threads, memory, time, checkpoint, method, restart, force, verify, on_progress,
                          on_note);
           })
      .def("plan", [](const std::shared_ptr<PlayedGame>& g, bool values, int threads, u64 memory,
                      const std::string& method) { return plan(g, values, threads, memory, method); })
      .def("prove",
           [](const std::shared_ptr<PlayedGame>& g, const TextOrPosition& p, const std::string& claim,
              const std::optional<int>& at_least, const std::string& method, const std::string& proof, const std::string& lean_on,
              const std::string& known, bool history, bool collect, bool restart, const std::string& tables, int threads,
              u64 memory, double time, u64 nodes, const py::object& on_progress, const py::object& on_note) {
             return prove(g, p, claim, at_least, method, proof, lean_on, known, history, collect, restart, tables, threads,
                          memory, time, nodes, on_progress, on_note);
           })
      .def("check", [](const std::shared_ptr<PlayedGame>& g, u64 samples, u64 seed) { return check(g, samples, seed); })
      .def("perft", [](const std::shared_ptr<PlayedGame>& g, int depth, const TextOrPosition& p) { return perft(g, depth, p); });
}

} // namespace zermelo::python
