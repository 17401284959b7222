"""Zermelo solves two-player board games of perfect information: who wins, how fast, with which moves.

>>> game = zermelo.Game("tictactoe")
>>> table = game.solve(folder)
>>> table.value(game.start())
<Value draw>
>>> table.probe("xx./oo./...").best
<Move c3>

Values are those of the side to move, distances are plies. docs/python.md is the guide.
"""
from __future__ import annotations

import operator
import os
from collections.abc import Iterator, Sequence
from typing import Any, Union, overload

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import (
    Answer,
    Error,
    MismatchError,
    Move,
    Position,
    PositionError,
    Positions,
    ResourcesError,
    RulesError,
    StoppedError,
    TableError,
    UsageError,
    Value,
    __version__,
)
from .progress import Show, shown

__all__ = [
    "Answer", "Error", "Game", "MismatchError", "Move", "Position", "PositionError", "Positions", "ResourcesError", "RulesError",
    "StoppedError", "Table", "TableError", "UsageError", "Value", "games", "open_table", "verify_proof",
]

PathLike = Union[str, "os.PathLike[str]"]
AnyPosition = Union[Position, str]


def _folder(tables: PathLike | None) -> str:
    return "" if tables is None else os.fspath(tables)


def _asked(position: AnyPosition) -> AnyPosition:
    if not isinstance(position, (Position, str)):
        raise TypeError(f"a position is a zermelo.Position or its text, not {type(position).__name__}")
    return position


def _counts(**named: int) -> list[int]:
    for name, n in named.items():
        if operator.index(n) < 0:
            raise UsageError(f"{name} is 0 or more, not {n}")
    return [operator.index(n) for n in named.values()]


def games() -> list[str]:
    """The games and variants that are worth listing; other variants, as "nocca:4x5", can be opened too.

    >>> "tictactoe" in zermelo.games()
    True
    """
    return _core.games()


class Game:
    """A game of the catalog by its name, or one whose rules are a Python object.

    >>> zermelo.Game("tictactoe").start()
    <Position tictactoe .../.../...>
    >>> zermelo.Game("tictactoo")
    Traceback (most recent call last):
    zermelo.UsageError: there is no game 'tictactoo'; did you mean 'tictactoe'?

    Rules are an object with start(), moves(position) and play(position, move). Positions can be anything that has a hash and does not
    change: tuples, strings, frozen dataclasses. Who cannot move has lost, unless outcome(position) says otherwise.

    >>> class Subtraction:
    ...     def start(self): return 10
    ...     def moves(self, heap): return [n for n in (1, 2, 3) if n <= heap]
    ...     def play(self, heap, n): return heap - n
    >>> game = zermelo.Game(Subtraction())
    >>> game.solve(folder).value(game.start())
    <Value win in 5>

    Further functions may be there: outcome(position), which is None while the game goes on and 'win', 'loss' or 'draw' for the side to
    move when it is over; text(position) and parse(text); move_name(position, move); draw(position); first_to_move(position);
    positions(), with positions beside those that can be reached; and `name`, for its files. Play without an end is a draw.
    """

    def __init__(self, name_or_rules: Any, *, most_positions: int = 10_000_000) -> None:
        if isinstance(name_or_rules, _core.Game):
            self._core = name_or_rules
        elif isinstance(name_or_rules, str):
            self._core = _core.Game.named(name_or_rules)
        else:
            if isinstance(name_or_rules, type):
                raise UsageError(f"{name_or_rules.__name__} is a class: pass an object of it, Game({name_or_rules.__name__}())")
            self._core = _core.Game.with_rules(name_or_rules, most_positions)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @property
    def name(self) -> str:
        """The name with its variant."""
        return self._core.name

    @property
    def set(self) -> str:
        """The set of positions that a table covers, in words."""
        return self._core.set

    @property
    def slots(self) -> int | None:
        """How many slots its index has; None for a game without one, which has no table."""
        return self._core.slots

    @property
    def has_scores(self) -> bool:
        """Whether positions have scores in place of distances."""
        return self._core.has_scores

    @property
    def rules_seconds(self) -> float:
        """How long rules in Python took to go through all positions; 0 before, and for a game of the catalog."""
        return self._core.rules_seconds

    def rules(self, lang: str = "en") -> str | None:
        """How it is played, in English ('en') or Japanese ('ja'), as Markdown; None where nobody has written it down."""
        return self._core.rules_text(lang)

    def start(self) -> Position:
        """The position in which the game begins."""
        return self._core.start()

    def position(self, text: AnyPosition) -> Position:
        """The position in the game's notation.

        >>> zermelo.Game("tictactoe").position("nonsense")
        Traceback (most recent call last):
        zermelo.PositionError: 'nonsense' is not a position of tictactoe: ...
        """
        return self._core.position(_asked(text))

    def positions(self, what: Any) -> Positions:
        """Many positions: those in an array of slots, or those in a list of texts or positions.

        >>> game = zermelo.Game("tictactoe")
        >>> game.positions(["initial", "xx./oo./..."])
        <Positions tictactoe, 2 of them>
        """
        if isinstance(what, np.ndarray) or (isinstance(what, range)):
            return self._core.positions_at(_slots(what))
        return self._core.read_positions([_asked(p) for p in what])

    def random_positions(self, count: int, seed: int = 1) -> Positions:
        """Positions drawn from the index, each slot as likely as any other."""
        return self._core.random_positions(*_counts(count=count, seed=seed))

    def plan(self, *, values: bool = False, threads: int = 0, memory: int = 0, method: str = "auto") -> dict[str, Any]:
        """What a solve will take, before the work begins: method, memory, disk, seconds."""
        threads, memory = _counts(threads=threads, memory=memory)
        return self._core.plan(values, threads, memory, method)

    def solve(
        self, tables: PathLike | None = None, *, values: bool = False, threads: int = 0, memory: int = 0, time: float = 0,
        checkpoint: float = 60, method: str = "auto", restart: bool = False, force: bool = False, verify: bool = False,
        progress: Show = None,
    ) -> Table:
        """Computes the value of every position, into a file in the folder `tables`, and opens it. A sound table that is there is taken.

        >>> zermelo.Game("nocca:2x3").solve(folder)
        <Table nocca:2x3, 378 slots, plies8>

        tables      the folder; None: that of the command line ($ZERMELO_TABLES, else the user's data folder)
        values      only who wins, two bits a position
        threads     0: all
        memory      bytes that it may take; 0: what is free
        time        seconds, after which StoppedError is raised; the same call goes on from there
        checkpoint  the work is saved this often, in seconds
        force       solves again though there is a table; restart: from the beginning, whatever was saved
        verify      checks every value at the end, not only some
        progress    True, False, a function of (fraction, text), or None: a bar where somebody is looking

        Ctrl-C saves the work and raises KeyboardInterrupt; the same call goes on.
        """
        threads, memory = _counts(threads=threads, memory=memory)
        with shown(progress, f"solving {self.name}") as (on_progress, on_note):
            done = self._core.solve(_folder(tables), values, threads, memory, time, checkpoint, method, restart, force, verify,
                                    on_progress, on_note)
        return open_table(done["table"], self)

    def table(self, tables: PathLike | None = None) -> Table:
        """The table in the folder, with distances if it has them; TableError where there is none, or a damaged one.

        >>> zermelo.Game("nocca:3x3").table(folder)
        Traceback (most recent call last):
        zermelo.TableError: there is no table of nocca:3x3 in ...; make it with: zermelo solve nocca:3x3
        """
        return Table(_core.Table.open(self._core, _folder(tables)))

    def prove(
        self, position: AnyPosition = "initial", *, claim: str | None = None, at_least: int | None = None,
        proof: PathLike | None = None, method: str | None = None, history: bool = False, lean_on: str | None = None,
        known: PathLike | None = None, collect: bool = False, restart: bool = False, tables: PathLike | None = None,
        threads: int = 0, memory: int = 0, time: float = 0, nodes: int = 0, progress: Show = None,
    ) -> dict[str, Any]:
        """Searches for the value of a position, or for a proof of one claim about it, without a table.

        >>> zermelo.Game("tictactoe").prove(tables=folder)["value"]
        'draw'
        >>> proved = zermelo.Game("tictactoe").prove(claim="not-loss", proof=folder + "/p", tables=folder)
        >>> proved["result"], zermelo.verify_proof(folder + "/p")["holds"]
        ('proven', True)
        >>> zermelo.Game("othello:4x4").prove(at_least=-8, tables=folder)["result"]
        'proven'

        The options are those of `zermelo prove`; what comes back is what `zermelo prove --json` prints. A search that was stopped, by
        Ctrl-C or a limit (StoppedError), is saved in the folder of tables, and the same call goes on.
        """
        threads, memory, nodes = _counts(threads=threads, memory=memory, nodes=nodes)
        with shown(progress, f"proving {self.name}") as (on_progress, on_note):
            return self._core.prove(_asked(position), claim or "", at_least, method or "", os.fspath(proof or ""), lean_on or "", os.fspath(known or ""),
                                    history, collect, restart, _folder(tables), threads, memory, time, nodes, on_progress, on_note)

    def check(self, samples: int = 20_000, seed: int = 1) -> dict[str, Any]:
        """Tests what the game promises the engines, on so many positions. Rules in Python are asked again and must say the same.

        >>> zermelo.Game("tictactoe").check(samples=500)["holds"]
        True
        """
        return self._core.check(*_counts(samples=samples, seed=seed))

    def perft(self, depth: int, position: AnyPosition = "initial") -> int:
        """How many games there are from a position, so many plies deep.

        >>> zermelo.Game("tictactoe").perft(3)
        504
        """
        (depth,) = _counts(depth=depth)
        return self._core.perft(depth, _asked(position))


def _slots(what: Any) -> npt.NDArray[np.uint64]:
    slots = np.asarray(what)
    if slots.dtype.kind not in "iu":
        raise TypeError(f"slots are whole numbers, not {slots.dtype}")
    if slots.dtype.kind == "i" and slots.size and int(slots.min()) < 0:
        raise IndexError("a slot is never below 0")
    return slots.astype(np.uint64, copy=False).ravel()


class Table(Sequence[Union[Value, None]]):
    """The values of all positions of a game: a sequence over the slots of its index, and a dictionary over positions.

    >>> game = zermelo.Game("tictactoe")
    >>> table = game.solve(folder)
    >>> len(table), table[game.start().slot]
    (19683, <Value draw>)
    >>> rows = table[:]                   # a NumPy array: value 1, 0, -1, or -2 where a slot holds no position; plies -1 where none
    >>> int((rows["value"] == 1).sum())    # of slots: symmetric positions share one
    390
    >>> table.values(["initial", "xx./oo./..."])
    array([(0, -1), (1,  1)], ...

    What is copied: a file holds compressed blocks. table[a:b] and values() decode what they need into an array of their own. codes()
    decodes the whole table once into memory, and every array that it returns is a view of that memory (not for tables of values, whose
    codes have two bits). From then on values() reads that memory, too.
    """

    def __init__(self, opened: _core.Table) -> None:
        self._core = opened

    def __repr__(self) -> str:
        return f"<Table {self._core.game.name}, {len(self)} slots, {self.encoding}>"

    @property
    def game(self) -> Game:
        """The game."""
        return Game(self._core.game)

    @property
    def path(self) -> str:
        """The file."""
        return self._core.path

    @property
    def encoding(self) -> str:
        """How a value is written: 'plies8', 'plies16', 'wdl2' or 'score8' (docs/table-format.md)."""
        return self._core.encoding

    @property
    def has_distances(self) -> bool:
        """Whether it has plies, and not only who wins or scores."""
        return self._core.has_distances

    @property
    def in_memory(self) -> bool:
        """Whether codes() has decoded all of it."""
        return self._core.in_memory

    def __len__(self) -> int:
        return len(self._core)

    @overload  # type: ignore[override]  # a slice is an array, not a list of objects
    def __getitem__(self, at: int) -> Value | None: ...
    @overload
    def __getitem__(self, at: slice) -> npt.NDArray[Any]: ...
    def __getitem__(self, at: int | slice) -> Any:
        """The value in a slot, None where it holds no position; of a slice an array."""
        if isinstance(at, slice):
            first, stop, step = at.indices(len(self))
            return self._core.rows_between(first, len(range(first, stop, step)), step)
        slot = operator.index(at)
        if slot < 0:
            slot += len(self)
        if not 0 <= slot < len(self):
            raise IndexError(f"slot {at} is beyond the {len(self)} slots of the table")
        return self._core.slot(slot)

    def __iter__(self) -> Iterator[Value | None]:
        for slot in range(len(self)):
            yield self._core.slot(slot)

    def value(self, position: AnyPosition) -> Value:
        """The value of one position."""
        return self._core.value(_asked(position))

    def values(self, what: Any) -> npt.NDArray[Any]:
        """The values of many: of Positions, of an array of slots, or of a list of texts and positions. An array as table[a:b] has it."""
        if isinstance(what, Positions):
            return self._core.rows_of_positions(what)
        if isinstance(what, (np.ndarray, range)):
            return self._core.rows_of_slots(_slots(what))
        return self._core.rows_of_positions(self.game.positions(what))

    def codes(self) -> npt.NDArray[Any]:
        """The codes of all slots, as the file has them (docs/table-format.md): a read-only array, a view of memory that is decoded once.

        >>> codes = zermelo.Game("tictactoe").solve(folder).codes()
        >>> codes.dtype, int(((codes % 2 == 1) & (codes < 254)).sum())    # plies8: odd is won, 254 no position, 255 drawn
        (dtype('uint8'), 390)
        """
        return self._core.codes()

    def probe(self, position: AnyPosition = "initial") -> Answer:
        """The value of a position and of each of its moves, best first."""
        return self._core.probe(_asked(position))

    def line(self, position: AnyPosition = "initial", plies: int = 0) -> dict[str, Any]:
        """A best line from a position, of at most so many plies (0: to the end, or to a repetition), as `zermelo line --json` prints it.

        >>> line = zermelo.Game("tictactoe").solve(folder).line("xx./oo./...")
        >>> [step["move"] for step in line["moves"]], line["end"]
        (['c3'], 'over')
        """
        return self._core.line(_asked(position), *_counts(plies=plies))

    @property
    def statistics(self) -> dict[str, Any]:
        """Counts by value and distance, the longest win with positions, published figures: what `zermelo stats --json` prints.

        >>> statistics = zermelo.Game("tictactoe").solve(folder).statistics
        >>> statistics["positions"], statistics["longest"]["plies"]
        (5478, 5)
        """
        return self._core.statistics()

    def verify(self, sample: int = 0, *, seed: int = 1, threads: int = 0, memory: int = 0, show: int = 10, progress: Show = None) -> dict[str, Any]:
        """Checks every block, and every value (or so many random ones) against its successors. Says what it found; it raises nothing.

        >>> report = zermelo.Game("tictactoe").solve(folder).verify()
        >>> report["holds"], report["semantic"]["proof"]
        (True, True)
        """
        sample, seed, threads, memory, show = _counts(sample=sample, seed=seed, threads=threads, memory=memory, show=show)
        with shown(progress, f"checking {self._core.game.name}") as (on_progress, _):
            return self._core.verify(sample, seed, threads, memory, show, on_progress)


def open_table(file: PathLike, game: Game | None = None, *, cache: int = 64 << 20) -> Table:
    """The table in a file, which names its game itself; a game with rules in Python is passed. So many bytes of decoded blocks are kept.

    >>> zermelo.open_table(zermelo.Game("tictactoe").solve(folder).path)
    <Table tictactoe, 19683 slots, plies8>
    """
    return Table(_core.Table.open_file(os.fspath(file), None if game is None else game._core, *_counts(cache=cache)))


def verify_proof(file: PathLike, tables: PathLike | None = None, *, threads: int = 0, memory: int = 0) -> dict[str, Any]:
    """Checks a proof, with the tables that it cites: what `zermelo verify FILE --json` prints. "holds" says whether it proves its claim."""
    return _core.verify_proof(os.fspath(file), _folder(tables), *_counts(threads=threads, memory=memory))
