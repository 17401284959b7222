"""How quick probes are from Python: python3 -m zermelo.bench GAME. `zermelo bench GAME` measures the same in C++ ("probe, cached")."""
from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable

import zermelo


def measure(name: str, count: int, work: Callable[[], object]) -> None:
    work()  # fills caches
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    print(f"{name:44} {1e9 * best / count:10.0f} ns")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m zermelo.bench", description="CPU time of a probe, the best of three runs.")
    parser.add_argument("game", nargs="?", default="anpanman")
    parser.add_argument("--positions", type=int, default=1_000_000, help="how many at once (default: a million)")
    parser.add_argument("--tables", help="a folder with the table; without it the game is solved into one that is removed again")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table = zermelo.Game(arguments.game).solve(arguments.tables or folder)
        some = table.game.random_positions(arguments.positions)
        few = [some[i] for i in range(min(10_000, len(some)))]
        texts = [p.text for p in few]
        print(f"{table}, {len(some):,} random positions")
        measure("values(Positions), from the file's blocks", len(some), lambda: table.values(some))
        measure("values([texts])", len(texts), lambda: table.values(texts))
        measure("value(Position), one by one", len(few), lambda: [table.value(p) for p in few])
        table.codes()
        measure("values(Positions), all codes in memory", len(some), lambda: table.values(some))
        slots = len(table)
        measure("table[:], a slot", slots, lambda: table[:])
        measure("codes(), a slot", slots, table.codes)


if __name__ == "__main__":
    main()
