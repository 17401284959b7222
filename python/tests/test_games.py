import json
import os
import subprocess

import pytest

import zermelo


def program(*arguments):
    """What the program prints, where the tests know it."""
    done = subprocess.run([os.environ["ZERMELO"], *arguments, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_play():
    p = zermelo.Game("tictactoe").start()
    for move in ("b2", "a1", "b1", "b3"):
        p = p.play(move)
    assert p.to_move == "first" and not p.over and p.outcome is None
    assert p == zermelo.Game("tictactoe").position(p.text) and hash(p) == hash(zermelo.Game("tictactoe").position(p.text))
    assert p != p.play("a2")
    assert p.moves[0].position == p.play(p.moves[0]) == p.play(str(p.moves[0]))
    assert p.play("A2") == p.play("a2")  # as people write it
    with pytest.raises(zermelo.PositionError, match="'b2' is no move in"):
        p.play("b2")


def test_the_end_of_a_game():
    p = zermelo.Game("tictactoe").position("xxx/oo./...")
    assert p.over and p.outcome == "loss" and p.moves == []
    with pytest.raises(zermelo.PositionError, match="the game is over"):
        p.play("a1")


def test_drawings():
    p = zermelo.Game("tictactoe").start()
    assert p._repr_svg_().startswith("<svg") and "turned" in p.svg(caption="turned") and str(p) + "\n" == p.draw()
    assert p.slot is not None


def test_every_game_can_be_begun():
    for name in zermelo.games():
        game = zermelo.Game(name)
        p = game.start()
        assert p.moves and p.text and game.position("initial") == p and game.set


def test_what_is_no_game():
    with pytest.raises(zermelo.UsageError, match="did you mean 'dobutsu'"):
        zermelo.Game("dobutsi")
    with pytest.raises(ValueError):  # a usage error is one
        zermelo.Game("nocca:9z")
    with pytest.raises(zermelo.UsageError, match="pass an object of it"):
        zermelo.Game(type("Rules", (), {}))
    with pytest.raises(zermelo.UsageError, match=r"has no start\(\)"):
        zermelo.Game(object())


def test_positions_in_bulk():
    game = zermelo.Game("tictactoe")
    some = game.positions(["initial", "xx./oo./..."])
    assert len(some) == 2 and some[-1].text == "xx./oo./..." and [p.text for p in some][0] == ".../.../..."
    with pytest.raises(IndexError):
        some[2]
    with pytest.raises(zermelo.PositionError):
        game.positions(["initial", "bad"])
    assert [p.text for p in game.random_positions(5, seed=3)] == [p.text for p in game.random_positions(5, seed=3)]


def test_passed():
    game = zermelo.Game("nocca:3x3")
    p = game.start()
    q = p.passed()
    assert q.to_move != p.to_move and q.passed() == p
    assert zermelo.Game("tictactoe").start().passed() is None  # who is to move follows from the board


def test_proofs(folder):
    game = zermelo.Game("trax:3x3")
    value = game.prove(tables=folder)
    assert value["value"] == program("prove", "trax:3x3", "--tables", folder)["value"]
    file = folder + "/not_loss.proof"
    claimed = game.prove(claim="not-loss", proof=file, tables=folder, progress=False)
    assert claimed["result"] in ("proven", "disproven") and claimed["proof"]["bytes"] == os.path.getsize(file)
    report = zermelo.verify_proof(file)
    assert report["holds"] and report["game"] == "trax"
    with open(file, "r+b") as f:
        f.seek(200)
        f.write(b"?")
    with pytest.raises(zermelo.TableError):
        zermelo.verify_proof(file)
    with pytest.raises(zermelo.UsageError, match="--claim win"):
        game.prove(proof=file, tables=folder)
    with pytest.raises(zermelo.UsageError, match="a claim is"):
        game.prove(claim="draw", tables=folder)


def test_scores(folder):
    game = zermelo.Game("othello:4x4")
    assert game.prove(tables=folder)["score"] == -8
    for bound, result in ((-8, "proven"), (-7, "disproven")):
        file = folder + "/bound.proof"
        assert game.prove(at_least=bound, proof=file, tables=folder)["result"] == result
        assert zermelo.verify_proof(file)["holds"]
    with pytest.raises(zermelo.UsageError, match="games of scores"):
        zermelo.Game("tictactoe").prove(at_least=1, tables=folder)


def test_a_search_that_is_stopped_goes_on(folder):
    with pytest.raises(zermelo.StoppedError, match="goes on"):
        zermelo.Game("trax:5x5").prove(nodes=10, tables=folder, threads=1)


def test_check_and_perft():
    game = zermelo.Game("nocca:2x3")
    assert game.check()["holds"]
    assert [game.perft(depth) for depth in (1, 2, 3)] == [6, 36, 188]
