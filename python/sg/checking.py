"""Whether derivatives are right, by sg-run."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from .arrays import code_of, describe_argument, dtype_name, to_numpy
from .errors import ArgumentError, Error, ProgramError
from .function import ArrayType
from .library import _find


class GradientCheck:
    """What the check found: it is true if everything agrees; `text` tells of each
    argument, and of the op whose derivative is wrong if something does not agree."""

    def __init__(self, agrees: bool, text: str):
        self.agrees = agrees
        self.text = text

    def __bool__(self) -> bool:
        return self.agrees

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<sg.GradientCheck: {'agrees' if self.agrees else 'DISAGREES'}>"


def _find_tool() -> str:
    """What SG_RUN names, else that of this package, that beside the library, that in PATH."""
    library = Path(_find())
    folders = [Path(__file__).resolve().parent, library.parent.parent / "bin"]
    found = os.environ.get("SG_RUN") or next(
        (str(folder / "sg-run") for folder in folders if (folder / "sg-run").is_file()), shutil.which("sg-run")
    )
    if not found:
        raise Error("there is no sg-run; the variable SG_RUN can name it")
    return found


def _to_numpy(value, mlir_type: str, position: int) -> np.ndarray:
    """A value as a call of a function takes it for an argument of that type."""
    code = code_of(mlir_type)
    if code is None:  # sg-run says what is wrong with it
        return np.zeros(())
    type_ = ArrayType(dtype_name(code), (), False, code)
    native, kept = describe_argument(value, type_, position)
    if native.type != code:
        raise ArgumentError(
            f"argument {position} has elements of {dtype_name(native.type)}, expected {dtype_name(code)}"
        )
    array = to_numpy(native)
    del kept  # it owned the memory until now
    return array


def check(
    text, function, types, inputs, wrt, order, directions, seed, time_limit, strong_zero
) -> GradientCheck:
    """`types`: those of the arguments in MLIR's syntax, or None if there is no such function."""
    if inputs and types is not None and len(inputs) != len(types):
        raise ArgumentError(f"@{function.lstrip('@')} has {len(types)} arguments, the call {len(inputs)}")
    arrays = [_to_numpy(value, type_, i) for i, (value, type_) in enumerate(zip(inputs, types or ()))]
    command = [_find_tool(), "-", f"--function={function.lstrip('@')}", "--check-gradients"]
    command += [f"--order={order}", f"--directions={directions}", f"--seed={seed}"]
    if wrt is not None:
        command.append("--wrt=" + ",".join(map(str, wrt)))
    if strong_zero:
        command.append("--strong-zero")
    if time_limit is not None:
        command.append(f"--time-limit={time_limit}")
    with tempfile.TemporaryDirectory() as folder:
        for i, array in enumerate(arrays):
            file = Path(folder) / f"{i}.npy"
            np.save(file, array)
            command.append(f"--input=@{file}")
        try:
            done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        except OSError as error:
            raise Error(f"cannot run {command[0]}: {error}; the variable SG_RUN can name sg-run") from None
    said = (done.stdout + done.stderr).strip()
    if done.returncode == 0:
        return GradientCheck(True, said)
    if done.returncode == 1 and "DISAGREES" in done.stdout:
        return GradientCheck(False, said)
    raise (ProgramError if done.returncode == 1 else ArgumentError)(said)
