"""The stubs say what is there: every class and function, with every member."""
import ast
import pathlib

import zermelo
from zermelo import _core

STUB = pathlib.Path(zermelo.__file__).parent / "_core.pyi"


def stubbed():
    names = {}
    for node in ast.parse(STUB.read_text()).body:
        if isinstance(node, ast.ClassDef):
            names[node.name] = {n.name for n in node.body if isinstance(n, ast.FunctionDef)}
        elif isinstance(node, ast.FunctionDef):
            names[node.name] = set()
        elif isinstance(node, ast.Assign):
            names[node.targets[0].id] = set()
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = set()
    return names


def members(thing):
    return {n for n in vars(thing) if not n.startswith("_") or n in ("__len__", "__getitem__", "_repr_svg_")}


def test_every_name_has_a_stub_and_every_stub_a_name():
    there = {n for n in vars(_core) if not n.startswith("__")} | {"__version__", "OnProgress", "OnNote"}
    assert there == set(stubbed())


def test_every_member_has_a_stub_and_every_stub_a_member():
    for name, stub in stubbed().items():
        thing = getattr(_core, name, None)
        if isinstance(thing, type) and not issubclass(thing, BaseException):
            wanted = {n for n in stub if not n.startswith("__") or n in ("__len__", "__getitem__")}
            assert members(thing) == wanted, name
