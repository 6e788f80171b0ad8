"""Exceptions."""


class Error(Exception):
    """An error. The text states the problem, its location and a remedy."""


class ProgramError(Error):
    """An error of the program, with lines such as 'model.mlir:3:8: error: ...'."""


class ArgumentError(Error, ValueError):
    """An invalid argument, for example an unknown function or a wrong shape or type."""


class AssertionFailed(Error, AssertionError):
    """A failed assertion of a program, for example about sizes."""


class OutOfMemory(Error, MemoryError):
    """Lack of memory for a result or a run."""


class DeviceError(Error):
    """A missing or failed GPU."""


class FileError(Error, OSError):
    """An unreadable file, for example a device or a file that is too large."""


class ProgramWarning(UserWarning):
    """A warning about a program, with lines such as 'model.mlir:3:8: warning: ...'."""


# Indexed by enum SGErrorKind.
KINDS = {
    1: ProgramError,
    2: ArgumentError,
    3: AssertionFailed,
    4: OutOfMemory,
    5: DeviceError,
    6: FileError,
    7: KeyboardInterrupt,
}
