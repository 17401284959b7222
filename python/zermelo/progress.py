"""The progress of long calls: one line that is rewritten, in a terminal or in a notebook."""
from __future__ import annotations

import contextlib
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Optional, Union

OnProgress = Callable[[float, str], object]
Show = Union[bool, OnProgress, None]  # None: where somebody is looking


def in_notebook() -> bool:
    """Whether this runs in a kernel of Jupyter's, which shows stderr below the cell."""
    shell = sys.modules.get("IPython")
    return shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell"


class Bar:
    """A bar on stderr; the line is gone when the work is done."""

    def __init__(self, title: str) -> None:
        self.title, self.furthest, self.width = title, 0.0, 0

    def __call__(self, fraction: float, text: str) -> None:
        line = self.title
        if fraction >= 0:
            self.furthest = max(self.furthest, min(fraction, 1.0))  # it never goes back
            filled = round(20 * self.furthest)
            line += " [" + "#" * filled + " " * (20 - filled) + "]"
        line = f"{line} {text}"[: shutil.get_terminal_size().columns - 1]
        sys.stderr.write("\r" + line.ljust(self.width))
        sys.stderr.flush()
        self.width = len(line)

    def clear(self) -> None:
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()


@contextlib.contextmanager
def shown(show: Show, title: str) -> Iterator[tuple[Optional[OnProgress], Callable[[str], None]]]:
    """What a long call is given: a function for its progress, or None, and one for sentences that should be read."""

    def note(sentence: str) -> None:
        warnings.warn(sentence, stacklevel=4)

    if show is None:
        show = sys.stderr.isatty() or in_notebook()
    if callable(show):
        yield show, note
        return
    if not show:
        yield None, note
        return
    bar = Bar(title)
    try:
        yield bar, note
    finally:
        bar.clear()
