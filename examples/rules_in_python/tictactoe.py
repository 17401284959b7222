"""Tic-tac-toe with rules in Python: solved, checked, proved, and held against the same game in C++. python3 tictactoe.py"""
import tempfile
import time

import zermelo

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    """A position is its text: the nine cells, row by row from the top."""

    def start(self):
        return ".../.../..."

    def first_to_move(self, board):
        return board.count("x") == board.count("o")

    def outcome(self, board):
        cells = board.replace("/", "")
        other = "o" if self.first_to_move(board) else "x"  # who has moved last
        if any(all(cells[i] == other for i in line) for line in LINES):
            return "loss"
        return None if "." in cells else "draw"

    def moves(self, board):
        return [i for i, cell in enumerate(board) if cell == "."]

    def play(self, board, at):
        return board[:at] + ("x" if self.first_to_move(board) else "o") + board[at + 1 :]

    def move_name(self, board, at):
        return "abc"[at % 4] + "321"[at // 4]

    def draw(self, board):
        return board.replace("/", "\n") + "\n"


def main():
    with tempfile.TemporaryDirectory() as folder:
        game, same = zermelo.Game(TicTacToe()), zermelo.Game("tictactoe")
        table = game.solve(folder)
        print(table, table.value(game.start()), "every promise holds" if game.check()["holds"] else "a promise is broken")
        assert all(str(table.value(p)) == str(same.solve(folder).value(p.text)) for p in game.random_positions(100))
        print("a proof search says", game.prove(tables=folder)["value"])

        def each(work, count):
            start = time.perf_counter()
            work()
            return 1e6 * (time.perf_counter() - start) / count

        slow = 1e6 * game.rules_seconds / game.slots
        nodes = same.perft(9)
        quick = each(lambda: same.perft(9), nodes)
        print(f"rules in Python take {slow:.1f} µs a position with its moves, once; in C++ {quick:.3f} µs: {slow / quick:.0f} times as long")
        solved = each(lambda: game.solve(folder, force=True), game.slots)
        print(f"a solve from what was written down takes {solved:.1f} µs a position; no Python runs in it")


if __name__ == "__main__":
    main()
