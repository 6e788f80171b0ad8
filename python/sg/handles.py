"""The life of objects of the library."""

import weakref
from ctypes import byref, c_void_p
from typing import Any, Dict

from .interrupts import run
from .library import call, call_for_bytes, library


class Handle:
    """Owns an object of the library, which lives as long as this does. What is copied shares it.

    When the interpreter ends, objects are not destroyed: daemon threads, exit handlers and
    `__del__` may still use them. The end of the process frees them.
    """

    def __init__(self, address: int, destroy: str):
        self.address = self._as_parameter_ = address
        weakref.finalize(self, getattr(library(), destroy), address).atexit = False

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("an object of libSGC.so cannot be pickled or copied deeply")


def make(destroy: str, name: str, *arguments: Any) -> Handle:
    """The handle that the function `name` gives by its last argument."""

    def make_in_worker() -> Handle:
        made = c_void_p()
        call(name, *arguments, byref(made))
        assert made.value is not None
        return Handle(made.value, destroy)

    return run(make_in_worker)


def call_interruptibly(name: str, *arguments: Any) -> None:
    """Calls a function that can fail. Ctrl-C ends the wait for it."""
    run(lambda: call(name, *arguments))


def call_for_text(name: str, *arguments: Any) -> str:
    """The text that a function gives by its last argument; empty if it gives none."""
    return run(lambda: call_for_bytes(name, *arguments).decode(errors="replace"))


class Native:
    """Base of classes that have a handle. `copy.copy` shares it; what copies the bytes of an object
    is refused."""

    def __copy__(self) -> Any:
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__)
        return copied

    def __deepcopy__(self, memo: Dict[int, Any]) -> Any:
        raise TypeError(f"sg.{type(self).__name__} cannot be copied deeply: use copy.copy, which shares native code")

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f"sg.{type(self).__name__} cannot be pickled: keep the text of its module, str(module)")
