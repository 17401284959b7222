"""The examples in the docstrings, also of the compiled classes, and those in the documents."""
import doctest
import inspect
import pathlib

import pytest

import zermelo

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
ROOT = pathlib.Path(__file__).resolve().parents[2]


def docstrings():
    yield "zermelo", zermelo.__doc__
    for name in zermelo.__all__:
        thing = getattr(zermelo, name)
        yield name, thing.__doc__
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if member != "__doc__" and isinstance(getattr(value, "__doc__", None), str):
                    yield f"{name}.{member}", value.__doc__


def run(text, name, names):
    test = doctest.DocTestParser().get_doctest(text, dict(names), name, name, 0)
    said = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)
    return len(test.examples)


@pytest.mark.parametrize("name", [n for n, t in docstrings() if ">>>" in (t or "")])
def test_docstring(name, folder):
    assert run(dict(docstrings())[name], name, {"zermelo": zermelo, "folder": folder}) > 0


@pytest.mark.parametrize("name", [n for n, t in docstrings() if not n.split(".")[-1].startswith("_")])
def test_everything_public_has_a_docstring(name):
    assert dict(docstrings())[name], name


def test_the_guide_runs(folder, monkeypatch):
    monkeypatch.setenv("ZERMELO_TABLES", folder)
    text = (ROOT / "docs/python.md").read_text()
    examples = "\n".join(part.split("```")[0] for part in text.split("```python\n")[1:])
    assert run(examples, "docs/python.md", {}) > 10
