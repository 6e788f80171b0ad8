"""The lifetime of objects of the library."""

import weakref
from ctypes import byref, c_void_p
from typing import Any, Dict

from .interrupts import run
from .library import call, call_for_bytes, library


class Handle:
    """The owner of an object of the library. Copies share the object.

    When the interpreter exits, objects are not destroyed, because daemon threads, exit handlers and
    `__del__` may still use them. The end of the process frees all objects.
    """

    def __init__(self, address: int, destroy: str):
        self.address = self._as_parameter_ = address
        weakref.finalize(self, getattr(library(), destroy), address).atexit = False

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("an object of libSGC.so cannot be pickled or copied deeply")


def make(destroy: str, name: str, *arguments: Any) -> Handle:
    """Returns a handle for the object that the function `name` stores in its last argument. The
    function `destroy` frees the object."""

    def make_in_worker() -> Handle:
        address = c_void_p()
        call(name, *arguments, byref(address))
        assert address.value is not None
        return Handle(address.value, destroy)

    handle: Handle = run(make_in_worker)
    return handle


def call_interruptibly(name: str, *arguments: Any) -> None:
    """Calls a function that can fail. Ctrl-C ends the wait."""
    run(lambda: call(name, *arguments))


def call_for_text(name: str, *arguments: Any) -> str:
    """Returns the text that a function stores in its last argument, or an empty string."""
    text: bytes = run(lambda: call_for_bytes(name, *arguments))
    return text.decode(errors="replace")


class Native:
    """The base of classes with a handle, which `copy.copy` shares. Deep copies and pickling
    fail."""

    def __copy__(self) -> Any:
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__)
        return copied

    def __deepcopy__(self, memo: Dict[int, Any]) -> Any:
        raise TypeError(f"sg.{type(self).__name__} cannot be copied deeply: use copy.copy, which shares native code")

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f"sg.{type(self).__name__} cannot be pickled: keep the text of its module, str(module)")
