import collections.abc
import gc
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import zermelo

from test_games import program


def test_sequence(tictactoe):
    assert isinstance(tictactoe, collections.abc.Sequence)
    assert len(tictactoe) == 19683 and tictactoe[-1] == tictactoe[19682]
    with pytest.raises(IndexError):
        tictactoe[19683]
    whole = tictactoe[:]
    assert whole.shape == (19683,)
    for slot, value in zip(range(0, 19683, 97), list(tictactoe)[::97]):
        row = whole[slot]
        if value is None:
            assert row["value"] == -2
        else:
            assert {"win": 1, "draw": 0, "loss": -1}[value.result] == row["value"]
            assert row["plies"] == (-1 if value.plies is None else value.plies)
    assert (tictactoe[5:100:7] == whole[5:100:7]).all() and (tictactoe[100:5:-7] == whole[100:5:-7]).all()
    assert len(tictactoe[7:7]) == 0


def test_codes_are_a_view(folder):
    table = zermelo.Game("tictactoe").solve(folder)
    assert not table.in_memory
    codes, again = table.codes(), table.codes()
    assert table.in_memory and codes.dtype == np.uint8 and len(codes) == len(table)
    assert np.shares_memory(codes, again) and not codes.flags.owndata and not codes.flags.writeable
    with pytest.raises(ValueError):
        codes[0] = 1
    rows = table[:]
    assert ((codes == 255) == (rows["value"] == 0)).all()
    won = (codes % 2 == 1) & (codes < 254)
    assert (won == (rows["value"] == 1)).all() and (codes[won] == rows["plies"][won]).all()
    first = codes[0]
    del table, again
    gc.collect()
    assert codes[0] == first  # the view keeps the memory


def test_bulk_is_what_single_probes_say(tictactoe):
    game = tictactoe.game
    some = game.random_positions(500)
    rows = tictactoe.values(some)
    for p, row in zip(some, rows):
        value = tictactoe.value(p)
        assert (row["value"], row["plies"]) == ({"win": 1, "draw": 0, "loss": -1}[value.result], -1 if value.plies is None else value.plies)
    slots = np.array([p.slot for p in some])
    assert (tictactoe.values(slots) == rows).all()
    assert (tictactoe.values([p.text for p in some]) == rows).all()
    tictactoe.codes()
    assert (tictactoe.values(some) == rows).all()  # from memory now
    with pytest.raises(IndexError):
        tictactoe.values(np.array([19683]))
    with pytest.raises(IndexError):
        tictactoe.values(np.array([-1]))
    with pytest.raises(TypeError):
        tictactoe.values(np.array([0.5]))
    with pytest.raises(zermelo.UsageError, match="positions of nocca:2x3"):
        tictactoe.values(zermelo.Game("nocca:2x3").random_positions(3))


@pytest.mark.parametrize("name,values", [("tictactoe", False), ("awari:4", False), ("nocca:3x3", False), ("nocca:3x3", True), ("checkers:4x4", True)])
def test_the_same_as_the_program(name, values, tmp_path):
    game = zermelo.Game(name)
    table = game.solve(tmp_path, values=values)
    texts = [p.text for p in game.random_positions(40)]
    asked = subprocess.run([os.environ["ZERMELO"], "probe", name, "-", "--json", "--tables", tmp_path], input="\n".join(texts) + "\n",
                           capture_output=True, text=True, check=True)
    for text, line in zip(texts, asked.stdout.splitlines()):
        answer = table.probe(text)
        assert answer.as_dict() == json.loads(line)
        assert [str(m) for m, _ in answer.moves] == [m["move"] for m in json.loads(line)["moves"]]
    statistics = program("stats", name, "--tables", str(tmp_path))
    assert table.statistics == statistics
    assert table.has_distances == (not values and not game.has_scores)
    report = table.verify()
    assert report["holds"] and report["semantic"]["wrong"] == 0
    if not values or game.has_scores:
        line = table.line()
        assert line == program("line", name, "--tables", str(tmp_path))


def test_scores(tmp_path):
    table = zermelo.Game("awari:4").solve(tmp_path)
    rows = table[:]
    assert rows.dtype.names == ("value", "score") and (np.sign(rows["score"]) == rows["value"])[rows["value"] > -2].all()
    assert table.codes().dtype == np.int8 and table.game.has_scores
    value = table[0]
    assert value.score is not None and value.plies is None


def test_values_alone(tmp_path):
    table = zermelo.Game("nocca:3x3").solve(tmp_path, values=True)
    full = zermelo.Game("nocca:3x3").solve(tmp_path)
    assert table.encoding == "wdl2" and full.encoding == "plies8"
    assert (table[:]["value"] == full[:]["value"]).all()
    assert table.codes().dtype == np.uint8 and int(table.codes().max()) <= 3


def test_missing_damaged_and_foreign_tables(tmp_path):
    game = zermelo.Game("nocca:2x3")
    with pytest.raises(zermelo.TableError, match="make it with: zermelo solve nocca:2x3"):
        game.table(tmp_path)
    with pytest.raises(zermelo.TableError, match="there is no file"):
        zermelo.open_table(tmp_path / "none.zt")
    table = game.solve(tmp_path)
    other = tmp_path / "nocca-3x3.zt"
    shutil.copy(table.path, other)
    with pytest.raises(zermelo.TableError, match="is the table of nocca:2x3, not of nocca:3x3"):
        zermelo.Game("nocca:3x3").table(tmp_path)
    whole = bytearray(open(table.path, "rb").read())
    for at in (10, 100, len(whole) - 10):  # prologue, header, index
        broken = bytearray(whole)
        broken[at] ^= 1
        other.write_bytes(broken)
        with pytest.raises(zermelo.TableError):
            zermelo.open_table(other)
    other.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(zermelo.TableError):
        zermelo.open_table(other)
    # One byte of a block: it opens, and whoever reads the block is told.
    with open(table.path, "r+b") as f:
        data = f.read()
        at = 64 + int.from_bytes(data[12:16], "little") + 20
        f.seek(at)
        f.write(bytes([data[at] ^ 1]))
    damaged = game.table(tmp_path)
    for read in (lambda: damaged[0], lambda: damaged[:], lambda: damaged.codes(), lambda: damaged.probe(), lambda: damaged.value("initial")):
        with pytest.raises(zermelo.TableError, match="damaged|checksum"):
            read()
    assert damaged.verify()["holds"] is False
    with pytest.warns(UserWarning, match="of no use"):
        assert game.solve(tmp_path)[0] is not None  # replaced


def test_no_table_can_be():
    with pytest.raises(zermelo.UsageError, match="has no index"):
        zermelo.Game("trax").solve()
    with pytest.raises(zermelo.ResourcesError):
        zermelo.Game("nocca").solve(memory=1 << 20)


def test_progress_and_plan(tmp_path):
    told = []
    game = zermelo.Game("nocca:3x5")
    plan = game.plan()
    assert plan["slots"] == game.slots and plan["memory"] > 0
    game.solve(tmp_path, progress=lambda fraction, text: told.append((fraction, text)))
    fractions = [f for f, _ in told]
    assert fractions == sorted(fractions) and all(0 <= f <= 1 for f in fractions)
    with pytest.raises(RuntimeError, match="mine"):  # what a progress function raises stops the solve
        zermelo.Game("nocca:4x4").solve(tmp_path, threads=1, method="forward", progress=raising)


def raising(fraction, text):
    raise RuntimeError("mine")


def test_a_solve_that_is_stopped_goes_on(tmp_path):
    game = zermelo.Game("nocca:3x5")
    stops = 0
    while True:
        try:
            table = game.solve(tmp_path, time=0.05, threads=1)
            break
        except zermelo.StoppedError as e:
            assert "resume" in str(e) or "same" in str(e) or "goes on" in str(e), e
            stops += 1
    assert table.verify(sample=500)["holds"]


INTERRUPTED = """
import sys, zermelo
print("begin", flush=True)
try:
    zermelo.Game("nocca:4x4").solve(sys.argv[1], threads=1, method="forward", progress=lambda f, t: print("working", flush=True))
except KeyboardInterrupt as e:
    print("interrupted", *e.__notes__, flush=True)
"""


def test_ctrl_c(tmp_path):
    work = subprocess.Popen([sys.executable, "-c", INTERRUPTED, tmp_path], stdout=subprocess.PIPE, text=True)
    lines = []
    for line in work.stdout:
        lines.append(line.strip())
        if line.strip() == "working" and lines.count("working") == 1:
            work.send_signal(signal.SIGINT)
    assert work.wait() == 0
    assert lines[-1] == "interrupted the work was saved; the same call goes on from there", lines
    assert [f for f in os.listdir(tmp_path) if "checkpoint" in f]


def test_other_threads_of_python_run_meanwhile(tmp_path):
    begun, enough = threading.Event(), threading.Event()
    ended = []

    def look(fraction, text):
        begun.set()
        if enough.is_set():
            raise RuntimeError("enough")

    def solve():
        try:
            zermelo.Game("nocca:4x4").solve(tmp_path, threads=1, method="forward", progress=look)
        except RuntimeError as e:
            ended.append(str(e))

    beside = threading.Thread(target=solve)
    beside.start()
    begun.wait()  # this thread runs while the other solves, or it would never say so
    enough.set()
    beside.join()
    assert ended == ["enough"]


def test_threads_share_a_table(tictactoe):
    some = tictactoe.game.random_positions(2000)
    expected = tictactoe.values(some)
    found = []
    threads = [threading.Thread(target=lambda: found.append((tictactoe.values(some) == expected).all())) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert found == [True] * 4


def test_a_cache_that_is_too_small(tmp_path):
    table = zermelo.Game("nocca:3x5").solve(tmp_path)
    small = zermelo.open_table(table.path, cache=0)
    some = table.game.random_positions(20_000)
    assert (small.values(some) == table.values(some)).all()
    slots = np.random.default_rng(1).integers(0, len(table), 20_000)
    assert (small.values(slots) == table.values(slots)).all() and (small[1000:5:-3] == table[1000:5:-3]).all()


def test_what_is_not_asked_right(tictactoe):
    game = tictactoe.game
    for wrong in (lambda: tictactoe.probe(5), lambda: tictactoe.value(None), lambda: game.positions([5]), lambda: game.prove(7)):
        with pytest.raises(TypeError, match="a position is a zermelo.Position or its text"):
            wrong()
    for wrong in (lambda: tictactoe["a"], lambda: game.solve(threads="two"), lambda: game.perft(1.5)):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(zermelo.UsageError, match="threads is 0 or more, not -1"):
        game.solve(threads=-1)
    with pytest.raises(zermelo.UsageError, match="there is no method 'magic'"):
        game.solve(method="magic")
