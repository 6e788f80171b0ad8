"""What goes wrong, as exceptions."""


class Error(Exception):
    """Something failed; the text says what, where and what to do."""


class ProgramError(Error):
    """The program: lines as 'model.mlir:3:8: error: ...'."""


class ArgumentError(Error, ValueError):
    """What was passed: no such function, another shape or type."""


class AssertionFailed(Error, AssertionError):
    """A program found something wrong while it ran, as sizes that do not fit."""


class OutOfMemory(Error, MemoryError):
    """There is not enough memory for a result, or for running."""


class DeviceError(Error):
    """A GPU that is not there, or failed."""


class FileError(Error, OSError):
    """A file that cannot be read: a device, or more than a program may have."""


class ProgramWarning(UserWarning):
    """What a program may not mean: lines as 'model.mlir:3:8: warning: ...'."""


# By enum SGErrorKind.
KINDS = {
    1: ProgramError,
    2: ArgumentError,
    3: AssertionFailed,
    4: OutOfMemory,
    5: DeviceError,
    6: FileError,
    7: KeyboardInterrupt,
}
