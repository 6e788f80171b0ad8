"""Progress of long operations on a terminal."""

import contextlib
import sys
import threading
import time
from typing import Iterable, Iterator, Optional, Sized, TextIO, TypeVar

T = TypeVar("T")
DELAY = 0.5  # seconds before the first output
PERIOD = 0.1  # seconds between two outputs
WIDTH = 30
ERASE = "\r\033[K"


def _is_shown(file: TextIO) -> bool:
    return file.isatty()


def track(items: Iterable[T], label: str, total: Optional[int] = None, file: Optional[TextIO] = None) -> Iterator[T]:
    """Yields the items one by one. Shows a progress bar if standard error is a terminal and the
    loop takes more than half a second.

        for step in sg.track(range(1000), "training"):
            ...

    `total` is the number of items, by default `len(items)` if it is defined.
    """
    file = file or sys.stderr
    if total is None and isinstance(items, Sized):
        total = len(items)
    start = last = time.monotonic()
    is_drawn = False
    try:
        for count, item in enumerate(items):
            now = time.monotonic()
            if _is_shown(file) and now - start > DELAY and now - last > PERIOD:
                file.write(ERASE + _line(label, count, total, now - start))
                file.flush()
                last, is_drawn = now, True
            yield item
    finally:
        if is_drawn:
            file.write(ERASE)
            file.flush()


def _line(label: str, count: int, total: Optional[int], seconds: float) -> str:
    if not total:
        return f"{label}: {count}, {seconds:.0f} s"
    done = min(count / total, 1.0)
    bar = ("#" * round(done * WIDTH)).ljust(WIDTH)
    remaining = f", {seconds / done - seconds:.0f} s left" if done > 0 else ""
    return f"{label}: [{bar}] {count} of {total}{remaining}"


@contextlib.contextmanager
def busy(label: str, file: Optional[TextIO] = None) -> Iterator[None]:
    """Shows the label and the elapsed seconds while a block runs, like `track`."""
    file = file or sys.stderr
    if not _is_shown(file):
        yield
        return
    done = threading.Event()
    start = time.monotonic()

    def show() -> None:
        is_drawn = False
        wait = DELAY
        while not done.wait(wait):
            file.write(f"{ERASE}{label}, {time.monotonic() - start:.0f} s")
            file.flush()
            is_drawn, wait = True, PERIOD
        if is_drawn:
            file.write(ERASE)
            file.flush()

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
