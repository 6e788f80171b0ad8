"""Whether derivatives are right, by sg-run."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from .errors import ArgumentError, Error, ProgramError
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


def _to_numpy(value) -> np.ndarray:
    return np.from_dlpack(value) if hasattr(value, "__dlpack__") else np.asarray(value)


def check(text, function, inputs, wrt, order, directions, seed, time_limit, strong_zero) -> GradientCheck:
    command = [_find_tool(), "-", f"--function={function.lstrip('@')}", "--check-gradients"]
    command += [f"--order={order}", f"--directions={directions}", f"--seed={seed}"]
    if wrt is not None:
        command.append("--wrt=" + ",".join(map(str, wrt)))
    if strong_zero:
        command.append("--strong-zero")
    if time_limit is not None:
        command.append(f"--time-limit={time_limit}")
    with tempfile.TemporaryDirectory() as folder:
        for i, value in enumerate(inputs):
            file = Path(folder) / f"{i}.npy"
            np.save(file, _to_numpy(value))
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
