"""How far a run is: told to a function, or shown in a bar."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any, Protocol, Union, runtime_checkable

from ._figures import Progress


@runtime_checkable
class Bar(Protocol):
    """What of a bar of tqdm is used."""

    n: Any

    def reset(self, total: float) -> Any: ...
    def update(self, n: float) -> Any: ...
    def set_description(self, desc: str, refresh: bool) -> Any: ...
    def set_postfix_str(self, s: str, refresh: bool) -> Any: ...
    def close(self) -> Any: ...


Tell = Union[bool, Callable[[Progress], Any], Bar]
"""Whether progress is shown; or what is called with it; or a bar of tqdm that shows it."""


#: The whole of a run in a bar, which counts percents.
WHOLE = 100.0


class Telling:
    """Tells of progress while it is entered: to a function, in a bar of tqdm (one that is given, or one of
    its own where tqdm is installed), or else in a line of standard error that is removed in the end.
    """

    def __init__(self, progress: Tell) -> None:
        self._progress = progress
        self._bar: Bar | None = progress if isinstance(progress, Bar) else None
        self._is_own = False
        self._is_shown = False
        self._phase = ""

    def __enter__(self) -> Callable[..., Any] | None:
        if self._progress is False:
            return None
        if self._progress is not True and self._bar is None and not callable(self._progress):
            raise TypeError("progress is True, False, a function or a bar of tqdm")
        return self._tell

    def _tell(self, phase: str, share: float, distinct: str, nodes: int, seconds: float) -> None:
        if self._bar is None and callable(self._progress):
            self._progress(Progress(phase, share, int(distinct), nodes, seconds))
            return
        if self._bar is None and not self._is_shown:
            self._bar = _new_bar()
            self._is_own = self._bar is not None
        if self._bar is None:
            self._is_shown = True
            sys.stderr.write(f"\r{phase} {share:6.1%}, {distinct} distinct, {seconds:.1f} s \x1b[K")
            sys.stderr.flush()
            return
        if phase != self._phase:
            # The share begins anew.
            self._phase = phase
            self._bar.reset(total=WHOLE)
            self._bar.set_description(phase, refresh=False)
        self._bar.set_postfix_str(f"{distinct} distinct", refresh=False)
        self._bar.update(round(share * WHOLE, 1) - self._bar.n)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._bar is not None and self._phase and kind is None:
            self._bar.update(WHOLE - self._bar.n)
        if self._is_own and self._bar is not None:
            self._bar.close()
        if self._is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _new_bar() -> Bar | None:
    """A bar that fits the notebook or the terminal, where tqdm is installed."""
    try:
        tqdm = importlib.import_module("tqdm.auto").tqdm
    except ImportError:
        return None
    shape = "{desc} {percentage:5.1f}%|{bar}| {elapsed}<{remaining}{postfix}"
    bar: Bar = tqdm(total=WHOLE, bar_format=shape, leave=False)
    return bar
