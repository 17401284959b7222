"""Games whose rules are written in Python."""
import pathlib
import sys
import threading

import pytest

import zermelo

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples/rules_in_python"))
from tictactoe import TicTacToe  # noqa: E402


class Nim:
    """Heaps; who takes the last counter wins."""

    name = "nim"

    def __init__(self, *heaps):
        self.heaps = heaps

    def start(self):
        return self.heaps

    def moves(self, heaps):
        return [(i, left) for i, n in enumerate(heaps) for left in range(n)]

    def play(self, heaps, move):
        return heaps[: move[0]] + (move[1],) + heaps[move[0] + 1 :]

    def text(self, heaps):
        return "-".join(map(str, heaps))

    def move_name(self, heaps, move):
        return f"{move[0] + 1}:{move[1]}"


def test_nim(tmp_path):
    game = zermelo.Game(Nim(3, 4, 5))
    table = game.solve(tmp_path)
    assert game.name == "python:nim" and len(table) == 4 * 5 * 6
    for slot in range(len(table)):
        heaps = tuple(map(int, game.positions(range(slot, slot + 1))[0].text.split("-")))
        assert (table[slot].result == "win") == (heaps[0] ^ heaps[1] ^ heaps[2] != 0)
    assert table.verify()["semantic"]["proof"]
    assert game.check(samples=300)["holds"]
    assert game.position("3-4-5") == game.start() and game.start().play("1:0").text == "0-4-5"
    assert game.start()._repr_svg_() is None and str(game.start()) == "3-4-5"
    line = table.line()
    assert len(line["moves"]) == line["plies"]
    with pytest.raises(zermelo.PositionError, match="none of the positions that can be reached"):
        game.position("9-9-9")


def test_the_same_values_as_in_cpp(tmp_path, tictactoe):
    game = zermelo.Game(TicTacToe())
    table = game.solve(tmp_path)
    assert len(table) == 5478  # as the paper game has
    for slot in range(0, len(table), 7):
        board = game.positions(range(slot, slot + 1))[0].text
        assert str(table[slot]) == str(tictactoe.value(board))
    assert game.rules_seconds > 0
    again = zermelo.Game(TicTacToe()).table(tmp_path)  # another object with the same rules
    assert (again[:] == table[:]).all()
    assert zermelo.open_table(table.path, game).value(game.start()).result == "draw"


def test_proofs(tmp_path):
    game = zermelo.Game(Nim(1, 2, 3))
    assert game.prove(tables=tmp_path, threads=2)["value"] == "loss"
    assert zermelo.Game(TicTacToe()).prove(tables=tmp_path)["value"] == "draw"
    proved = zermelo.Game(Nim(2, 2, 1)).prove(claim="win", proof=tmp_path / "p", tables=tmp_path)
    assert proved["result"] == "proven" and proved["proof"]["choices"] > 0


class Circle:
    """Play that may go on for ever: from 0 one may step round, or fall to the end."""

    def start(self):
        return 0

    def moves(self, p):
        return [] if p == "end" else ["on"] if p != 2 else ["on", "stop"]

    def play(self, p, m):
        return "end" if m == "stop" else (p + 1) % 4


def test_endless_play_is_a_draw(tmp_path):
    game = zermelo.Game(Circle())
    table = game.solve(tmp_path)
    assert table.value(game.position("2")).result == "win" and table.value(game.position("1")).result == "loss"
    assert game.check(samples=300)["holds"]


def broken(**functions):
    return zermelo.Game(type("Broken", (Nim,), {"name": "broken", **functions})(2, 2))


def test_rules_that_raise(tmp_path):
    def play(self, heaps, move):
        if heaps == (1, 2):
            raise KeyError("here")
        return Nim.play(self, heaps, move)

    for call in (lambda g: g.solve(tmp_path), lambda g: g.prove(tables=tmp_path), lambda g: g.check(), lambda g: g.perft(4)):
        with pytest.raises(zermelo.RulesError, match=r"play\(\) of the rules of python:broken raised KeyError: 'here'") as e:
            call(broken(play=play))
        assert isinstance(e.value.__cause__, KeyError) and e.value.__cause__.__traceback__ is not None


@pytest.mark.parametrize(
    "functions,sentence",
    [
        ({"outcome": lambda self, p: "won"}, "returned 'won'.*'win', 'loss' or 'draw'"),
        ({"outcome": lambda self, p: 1}, "wrong type"),
        ({"outcome": lambda self, p: None}, "no move at 0-0.*goes on"),
        ({"moves": lambda self, p: None}, "TypeError"),
        ({"start": lambda self: [1, 2]}, "unhashable"),
        ({"text": lambda self, p: 5}, "wrong type"),
    ],
)
def test_rules_that_break_the_contract(functions, sentence, tmp_path):
    with pytest.raises(zermelo.RulesError, match=sentence):
        game = broken(**functions)
        game.solve(tmp_path)
        game.start().text


def test_rules_that_change_their_mind():
    calls = []

    def moves(self, heaps):
        calls.append(1)
        found = Nim.moves(self, heaps)
        return found if len(calls) < 40 else found[:1]

    with pytest.raises(zermelo.RulesError, match="no functions of the position|fewer moves than before"):
        broken(moves=moves).check()


def test_a_broken_promise_is_reported():
    report = broken(text=lambda self, heaps: "always").check(samples=300)
    assert not report["holds"]
    assert any(p["broken"] and p["example"] == "always" for p in report["promises"])
    report = broken(move_name=lambda self, heaps, m: "same").check(samples=300)
    assert not report["holds"]


def test_too_many_positions(tmp_path):
    with pytest.raises(zermelo.ResourcesError, match="more than 50 positions"):
        zermelo.Game(Nim(9, 9, 9), most_positions=50).solve(tmp_path)


def test_other_rules_are_not_taken_for_these(tmp_path):
    zermelo.Game(Nim(3, 3)).solve(tmp_path)
    with pytest.raises(zermelo.TableError, match="other rules"):
        zermelo.Game(Nim(3, 4)).table(tmp_path)
    with pytest.raises(zermelo.UsageError, match="no name for a game"):
        zermelo.Game(type("Bad", (Nim,), {"name": "../x"})(1))


def test_interrupting_the_rules(tmp_path):
    def play(self, heaps, move):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken(play=play).solve(tmp_path)


def test_objects_are_given_back(tmp_path):
    import gc
    import weakref

    rules = Nim(2, 3)
    seen = weakref.ref(rules)
    table = zermelo.Game(rules).solve(tmp_path)
    p = table.game.start()
    del rules, table, p
    gc.collect()
    assert seen() is None


def test_solving_in_threads(tmp_path):
    found = []
    threads = [
        threading.Thread(target=lambda i=i: found.append(zermelo.Game(Nim(i, 3)).prove(tables=tmp_path / str(i), threads=2)["value"]))
        for i in (1, 2, 3)
    ]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert sorted(found) == ["loss", "win", "win"]


def test_threads_share_a_table_of_python_rules(tmp_path):
    table = zermelo.Game(TicTacToe()).solve(tmp_path)
    wrong = []

    def ask():
        for p in table.game.random_positions(100):
            if table.probe(p).value != table.value(p):
                wrong.append(p)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong
