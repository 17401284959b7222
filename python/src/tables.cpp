// Tables: values of slots and of positions, one and many; lines, statistics, checks.
#include <fmt/format.h>

#include <algorithm>

#include "base/machine.h"
#include "base/units.h"
#include "exec/pool.h"
#include "index/look_up.h"
#include "objects.h"
#include "table/wdl2.h"
#include "tasks/progress_text.h"
#include "tasks/results.h"
#include "tasks/verify_job.h"
#include "view/line.h"
#include "view/text.h"

namespace zermelo::python {
namespace {

constexpr u64 piece = 1 << 16; // rows between two looks at the signals
constexpr const char* not_saved = "nothing was kept";

py::dtype row_type(bool scored) {
  py::list names, formats, offsets;
  names.append("value");
  names.append(scored ? "score" : "plies");
  formats.append("i1");
  formats.append("i4");
  offsets.append(offsetof(Row, value));
  offsets.append(offsetof(Row, number));
  return {names, formats, offsets, static_cast<py::ssize_t>(sizeof(Row))};
}

} // namespace

Row row_of(Value v) {
  if (!v.known()) return {};
  return {static_cast<i8>(v.wdl == Wdl::win    ? 1
                          : v.wdl == Wdl::loss ? -1
                                               : 0),
          v.has_score()   ? v.score
          : v.has_plies() ? v.plies
                          : -1};
}

OpenTable::OpenTable(GamePointer game, Table&& table, u64 cache)
    : cache_(cache), game_(std::move(game)), header_(table.header()), path_(table.file().path().string()),
      table_(std::move(table)) {}

Value OpenTable::stored(Slot slot, const Bytes* held) const {
  if (held != nullptr) return zermelo::decode(header_, code_at(*held, slot, header_.encoding));
  return table_.with([&](const Table& t) { return t.value(slot); });
}

Value OpenTable::of(const AnyPosition& p, const Bytes* held) const {
  const Value v = look_up(game_->any(), header_.holds_settled, p, [&](Slot s) { return stored(s, held); });
  if (!v.known()) throw Error(Exit::table, fmt::format("{} has no value for {}; run verify()", path_, game_->any().print(p)));
  return v;
}

// Where a table leaves out what the rules settle, or what the moves tell, they are asked.
Value OpenTable::at(Slot slot, const Bytes* held) const {
  if (header_.holds_settled && !header_.losses_only) return stored(slot, held);
  const auto p = game_->any().unrank(slot);
  return p ? of(*p, held) : unknown_value;
}

// In the order of the slots a block is read once, however small the cache is. NumPy takes over the memory of the rows.
py::array OpenTable::rows(u64 count, const std::function<Slot(u64)>& slot,
                          const std::function<Value(u64, const Bytes*)>& value) const {
  const auto held = decoded_;
  auto made = std::make_unique<std::vector<Row>>(count);
  LongCall call;
  call.run(
      [&] {
        std::vector<std::pair<Slot, u64>> order;
        if (held == nullptr && slot && bytes_for(header_.encoding, slots()) > cache_) {
          order.resize(count);
          for (u64 i = 0; i < count; ++i) order[i] = {slot(i), i};
          std::sort(order.begin(), order.end());
        }
        for (u64 begin = 0; begin < count && !call.stopped(); begin += piece)
          for (u64 n = begin; n < std::min(count, begin + piece); ++n) {
            const u64 i = order.empty() ? n : order[n].second;
            (*made)[i] = row_of(value(i, held.get()));
          }
        return true;
      },
      not_saved);
  Row* const first = made->data();
  const py::capsule owner(made.release(), [](void* p) { delete static_cast<std::vector<Row>*>(p); });
  return {
      row_type(game_->any().scored()), {static_cast<py::ssize_t>(count)}, {static_cast<py::ssize_t>(sizeof(Row))}, first, owner};
}

py::array OpenTable::rows_of(const Positions& positions) const {
  const auto& all = positions.all;
  return rows(
      all.size(), [&](u64 i) { return game_->any().rank(all[i]); }, [&](u64 i, const Bytes* held) { return of(all[i], held); });
}

py::array OpenTable::rows_of(const Slots& asked) const {
  const u64* const all = asked.data();
  const u64 count = static_cast<u64>(asked.size());
  for (u64 i = 0; i < count; ++i)
    if (all[i] >= slots()) throw py::index_error(fmt::format("slot {} is beyond the {} slots of the table", all[i], slots()));
  return rows(count, [&](u64 i) { return all[i]; }, [&](u64 i, const Bytes* held) { return at(all[i], held); });
}

py::array OpenTable::rows_between(u64 first, u64 count, i64 step) const {
  return rows(count, {}, [&](u64 i, const Bytes* held) {
    return at(static_cast<Slot>(static_cast<i64>(first) + static_cast<i64>(i) * step), held);
  });
}

// Every block once, on all threads. Two bits a slot are given a byte each.
void OpenTable::decode() const {
  if (decoded_) return;
  const bool packed = header_.encoding == Encoding::wdl2;
  const u64 needed = packed ? slots() : bytes_for(header_.encoding, slots());
  if (needed > available_memory())
    throw Error(Exit::resources, fmt::format("the codes of {} take {} of memory; {} are free: ask for parts, table[first:last]",
                                             path_, bytes(needed), bytes(available_memory())));
  LongCall call;
  auto made = call.run(
      [&] {
        const Table table(path_, header_.identity, 0); // a reader of its own: this one may be asked meanwhile
        auto all = std::make_shared<Bytes>(packed ? bytes_for(header_.encoding, slots()) : needed);
        const u64 block_bytes = table.file().block_bytes();
        Pool pool;
        pool.for_ranges(0, table.blocks(), 16, [&](u64 begin, u64 end, int) {
          for (u64 b = begin; b < end && !call.stopped(); ++b)
            table.file().read_block(b, std::span(*all).subspan(b * block_bytes, table.file().bytes_of_block(b)));
        });
        return std::shared_ptr<const Bytes>(all);
      },
      not_saved);
  if (!decoded_) decoded_ = std::move(made); // another thread may have been first
}

py::array OpenTable::codes() const {
  decode();
  const auto count = static_cast<py::ssize_t>(slots());
  if (header_.encoding == Encoding::wdl2) {
    py::array_t<u8> unpacked(count);
    u8* const to = unpacked.mutable_data();
    const Bytes& packed = *decoded_;
    {
      const py::gil_scoped_release unlocked;
      for (u64 i = 0; i < slots(); ++i) to[i] = static_cast<u8>(wdl2_code_at(packed, i));
    }
    return unpacked;
  }
  const char* const format = header_.encoding == Encoding::plies16 ? "<u2" : header_.encoding == Encoding::score8 ? "i1" : "u1";
  const auto width = static_cast<py::ssize_t>(bits_per_slot(header_.encoding) / 8);
  // The owner keeps the memory as long as any view of it.
  auto* const kept = new std::shared_ptr<const Bytes>(decoded_);
  const py::capsule owner(kept, [](void* p) { delete static_cast<std::shared_ptr<const Bytes>*>(p); });
  py::array view(py::dtype(format), {count}, {width}, decoded_->data(), owner);
  py::detail::array_proxy(view.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return view;
}

namespace {

TablePointer open_table(const GamePointer& game, const std::string& tables) {
  game->explore();
  return std::make_shared<OpenTable>(game, need_table(*game->entry, {tables}));
}

TablePointer open_file(const std::string& file, std::shared_ptr<PlayedGame> game, u64 cache) {
  if (!game) game = std::make_shared<PlayedGame>(PlayedGame{std::shared_ptr<Entry>(table_in_file(file).entry), nullptr});
  game->explore();
  std::error_code unreadable;
  if (!std::filesystem::exists(file, unreadable)) throw Error(Exit::table, "there is no file " + printable(file, 300));
  return std::make_shared<OpenTable>(game, Table(file, game->entry->identity(), cache), cache);
}

py::object statistics(const OpenTable& t) {
  const Entry& entry = *t.game()->entry;
  return to_python(t.with([&](const Table& table) {
    // The files beside the table, where it lies under its own name.
    const TableFiles files(table.file().path().parent_path(), entry.full_name(), contents_of(table.header()));
    return statistics_of(entry, table, files);
  }));
}

py::object line(const OpenTable& t, const TextOrPosition& p, int plies) {
  const AnyPosition start = position_in(t.game(), p);
  return to_python(
      t.with([&](const Table& table) { return to_json(t.game()->any(), best_line(t.game()->any(), &table, start, plies)); }));
}

py::object verify(const OpenTable& t, u64 sample, u64 seed, int threads, u64 memory, u64 show, const py::object& on_progress) {
  LongCall call(on_progress);
  VerifyOptions options{.threads = threads, .memory = memory, .most_shown = show, .sample = sample, .seed = seed};
  options.should_stop = [&] { return call.stopped(); };
  auto tell = [&](const VerifyProgress& p, const char* what) {
    call.tell(p.all == 0 ? -1 : static_cast<double>(p.done) / static_cast<double>(p.all), text_of(p, what));
  };
  options.on_progress = [&](const VerifyProgress& p) { tell(p, "slots checked"); };
  return to_python(call.run(
      [&] {
        const Table table(t.path(), t.header().identity);
        nlohmann::json j = {{"table", t.path()}};
        const auto damaged = damaged_blocks(table.file(), [&](const VerifyProgress& p) { tell(p, "blocks read"); });
        j["checksum"] = {{"blocks", table.blocks()}, {"damaged", damaged}};
        bool holds = damaged.empty();
        if (holds) {
          const VerifyReport report = t.game()->entry->verify(table, options);
          j["semantic"] = to_json(report);
          holds = report.holds();
        }
        j["holds"] = holds;
        return j;
      },
      not_saved));
}

struct AnswerObject {
  GamePointer game;
  Answer answer;
};

AnswerObject probe_one(const OpenTable& t, const TextOrPosition& p) {
  const AnyPosition at = position_in(t.game(), p);
  return {t.game(), t.with([&](const Table& table) { return probe(t.game()->any(), &table, at); })};
}

py::object plies_of(const Value& v) { return v.has_plies() ? py::object(py::int_(v.plies)) : py::object(py::none()); }
py::object score_of(const Value& v) { return v.has_score() ? py::object(py::int_(v.score)) : py::object(py::none()); }

} // namespace

void bind_tables(py::module_& m) {
  py::class_<ValueObject>(m, "Value", R"(What a position is worth to the side to move.

>>> zermelo.Game("tictactoe").solve(folder).value("xx./oo./...")
<Value win in 1>
)")
      .def_property_readonly(
          "result", [](const ValueObject& v) { return name_of(v.value.wdl); }, "'win', 'loss' or 'draw'.")
      .def_property_readonly(
          "plies", [](const ValueObject& v) { return plies_of(v.value); },
          "To the end; None of draws, and where no distance is known.")
      .def_property_readonly(
          "score", [](const ValueObject& v) { return score_of(v.value); }, "Of a game of scores; else None.")
      .def("__str__", [](const ValueObject& v) { return words(v.value); })
      .def("__repr__", [](const ValueObject& v) { return "<Value " + words(v.value) + ">"; })
      .def(
          "__eq__", [](const ValueObject& a, const ValueObject& b) { return a.value == b.value; }, py::is_operator())
      .def("__hash__", [](const ValueObject& v) {
        return py::hash(py::make_tuple(static_cast<int>(v.value.wdl), v.value.plies, v.value.score));
      });

  py::class_<AnswerObject>(m, "Answer", R"(The value of a position and of each of its moves, best first.

>>> answer = zermelo.Game("tictactoe").solve(folder).probe("xx./oo./...")
>>> answer
<Answer xx./oo./...: win in 1, best c3>
>>> [(str(move), str(value)) for move, value in answer.moves][:2]
[('c3', 'win in 1'), ('c2', 'draw')]
)")
      .def_property_readonly(
          "position", [](const AnswerObject& a) { return PlayedPosition{a.game, a.answer.position}; }, "What was asked about.")
      .def_property_readonly(
          "value", [](const AnswerObject& a) { return ValueObject{a.answer.value}; }, "What it is worth to the side to move.")
      .def_property_readonly(
          "moves",
          [](const AnswerObject& a) {
            std::vector<std::pair<PlayedMove, ValueObject>> moves;
            for (const auto& x : a.answer.moves) moves.push_back({{a.game, a.answer.position, x.move, x.name}, {x.value}});
            return moves;
          },
          "Pairs of a move and its value for the player who makes it, plies counted from before it; best first.")
      .def_property_readonly(
          "best",
          [](const AnswerObject& a) -> std::optional<PlayedMove> {
            const MoveValue* best = a.answer.best();
            if (best == nullptr) return std::nullopt;
            return PlayedMove{a.game, a.answer.position, best->move, best->name};
          },
          "The move that realises the value; None when the game is over.")
      .def(
          "as_dict", [](const AnswerObject& a) { return to_python(to_json(a.game->any(), a.answer)); },
          "What `zermelo probe --json` prints.")
      .def("__repr__", [](const AnswerObject& a) {
        const MoveValue* best = a.answer.best();
        return fmt::format("<Answer {}: {}{}>", a.game->any().print(a.answer.position), words(a.answer.value),
                           best == nullptr ? "" : ", best " + best->name);
      });

  py::class_<OpenTable, TablePointer>(m, "Table")
      .def_static("open",
                  [](const std::shared_ptr<PlayedGame>& game, const std::string& tables) { return open_table(game, tables); })
      .def_static("open_file", &open_file)
      .def_property_readonly("game", [](const OpenTable& t) { return std::const_pointer_cast<PlayedGame>(t.game()); })
      .def_property_readonly("path", &OpenTable::path)
      .def_property_readonly("encoding", [](const OpenTable& t) { return std::string(encoding_name(t.header())); })
      .def_property_readonly("has_distances", [](const OpenTable& t) { return has_distances(t.header().encoding); })
      .def_property_readonly("in_memory", &OpenTable::decoded)
      .def("statistics", &statistics)
      .def("line", &line)
      .def("verify", &verify)
      .def("probe", &probe_one)
      .def("value", [](const OpenTable& t, const TextOrPosition& p) { return ValueObject{t.of(position_in(t.game(), p))}; })
      .def("codes", &OpenTable::codes)
      .def("rows_of_slots", [](const OpenTable& t, const Slots& s) { return t.rows_of(s); })
      .def("rows_of_positions",
           [](const OpenTable& t, const Positions& p) {
             if (p.game->entry.get() == t.game()->entry.get()) return t.rows_of(p);
             if (p.game->entry->full_name() != t.game()->entry->full_name() || p.game->rules)
               throw Error(Exit::usage, fmt::format("these are positions of {}, and the table is of {}",
                                                    p.game->entry->full_name(), t.game()->entry->full_name()));
             return t.rows_of(p);
           })
      .def("rows_between", &OpenTable::rows_between)
      .def("slot",
           [](const OpenTable& t, u64 s) -> std::optional<ValueObject> {
             const Value v = t.at(s);
             if (!v.known()) return std::nullopt;
             return ValueObject{v};
           })
      .def("__len__", &OpenTable::slots);
}

} // namespace zermelo::python
