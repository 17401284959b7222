// Errors of the library as exceptions of Python's, with the same sentences.
#include "base/error.h"
#include "objects.h"

namespace zermelo::python {
namespace {

struct Kinds {
  PyObject *any, *usage, *mismatch, *stopped, *table, *position, *resources, *rules;
};
Kinds kinds{};

PyObject* kind_of(Exit code) {
  switch (code) {
  case Exit::usage: return kinds.usage;
  case Exit::mismatch: return kinds.mismatch;
  case Exit::stopped: return kinds.stopped;
  case Exit::table: return kinds.table;
  case Exit::position: return kinds.position;
  case Exit::resources: return kinds.resources;
  default: return kinds.any;
  }
}

void raise(const Error& e) {
  RulesFailure& failure = last_failure();
  if (failure.sentence.empty() || failure.sentence != e.what()) {
    PyErr_SetString(kind_of(e.code()), e.what());
    return;
  }
  const RulesFailure told = std::exchange(failure, {});
  const py::object raised = py::reinterpret_borrow<py::object>(kinds.rules)(told.sentence);
  if (told.exception && !told.exception.is_none()) raised.attr("__cause__") = told.exception; // the traceback of the rules
  PyErr_SetObject(kinds.rules, raised.ptr());
}

} // namespace

void bind_errors(py::module_& m) {
  auto make = [&](const char* name, const char* words, const py::object& bases) {
    PyObject* const made = PyErr_NewExceptionWithDoc((std::string("zermelo.") + name).c_str(), words, bases.ptr(), nullptr);
    if (made == nullptr) throw py::error_already_set();
    m.attr(name) = py::reinterpret_borrow<py::object>(made);
    return made;
  };
  const py::object runtime = py::reinterpret_borrow<py::object>(PyExc_RuntimeError);
  const py::object value = py::reinterpret_borrow<py::object>(PyExc_ValueError);
  kinds.any = make("Error", "Whatever Zermelo refuses or fails at, in a sentence.", runtime);
  const py::object any = m.attr("Error");
  kinds.usage = make("UsageError", "There is no such game, variant or option.", py::make_tuple(any, value));
  kinds.position = make("PositionError", "The text is no position, or no move, of the game.", py::make_tuple(any, value));
  kinds.table = make("TableError", "The table is missing, damaged, or of another game or other rules.", any);
  kinds.mismatch = make("MismatchError", "A check has found a wrong value.", any);
  kinds.stopped = make("StoppedError", "Stopped at a limit; the same call goes on from there.", any);
  kinds.resources = make("ResourcesError", "There is not enough memory or disk.", any);
  kinds.rules =
      make("RulesError", "Rules written in Python raised an exception, which is the cause, or broke the contract.", any);
  py::register_exception_translator([](std::exception_ptr p) {
    try {
      if (p) std::rethrow_exception(p);
    } catch (const Error& e) {
      raise(e);
    }
  });
}

} // namespace zermelo::python

PYBIND11_MODULE(_core, m) {
  m.doc() = "The compiled part of zermelo.";
  zermelo::python::bind_errors(m);
  zermelo::python::bind_games(m);
  zermelo::python::bind_tables(m);
}
