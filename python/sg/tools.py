"""Other people's compilers, in processes of their own, which may not take all there is.

SG_CONVERSION_MEMORY says how many GB a tool may have, by default half of the machine's;
SG_CONVERSION_SECONDS how long it may take, by default 600.
"""

import os
import resource
import shutil
import signal
import subprocess


def find_tool(name, given=None):
    """The path of a tool: `given`, $SG_OPT and the like, or the PATH."""
    variable = name.upper().replace("-", "_")
    path = shutil.which(given or os.environ.get(variable) or name)
    if path is None:
        raise FileNotFoundError(f"there is no {name}: set {variable} to where it is, or add its folder to PATH")
    return path


def _read_limit(variable, default):
    text = os.environ.get(variable)
    try:
        limit = float(text) if text else default
        if limit > 0:
            return limit
    except ValueError:
        pass
    raise ValueError(f"{variable} is {text!r}: it is a number more than 0")


class ToolError(RuntimeError):
    """A tool refuses the program, or has ended otherwise; `said` is what it wrote."""

    def __init__(self, message, said):
        super().__init__(message)
        self.said = said


def _explain(name, code, said, gigabytes):
    if any(words in said for words in ("out of memory", "bad_alloc", "Cannot allocate memory")):
        return (
            f"{name} wants more than {gigabytes:.3g} GB of memory for the program: "
            "sizes that depend on data are one reason; SG_CONVERSION_MEMORY is the limit in GB"
        )
    if code < 0 or "PLEASE submit a bug report" in said:
        number = -code if code < 0 else 256 - code  # of a tool that a script has started
        what = signal.Signals(number).name if number in set(signal.Signals) else f"exit code {code}"
        said = said.split("PLEASE submit a bug report")[0].strip()
        said = f"; before it said:\n{said[-2000:]}" if said else ""
        return f"{name} crashes on the program ({what}), which is a fault of its own{said}"
    return f"{name} refuses the program:\n{said}"


def run_tool(command, text):
    """What a tool makes of `text`. Raises ToolError if it refuses, takes too long or too much."""
    name = os.path.basename(command[0])
    half = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2e9
    gigabytes = _read_limit("SG_CONVERSION_MEMORY", half)
    seconds = _read_limit("SG_CONVERSION_SECONDS", 600.0)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        # Not before it begins: that would be a fork, which threads of JAX do not survive.
        try:
            bytes_ = int(gigabytes * 1e9)
            resource.prlimit(process.pid, resource.RLIMIT_AS, (bytes_, bytes_))
        except ProcessLookupError:
            pass
        try:
            made, said = process.communicate(text, timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            _, said = process.communicate()
            message = f"{name} takes more than {seconds:.3g} s for the program: SG_CONVERSION_SECONDS is the limit"
            raise ToolError(message, said) from None
        except BaseException:
            process.kill()
            raise
    said = said.strip()
    if process.returncode:
        raise ToolError(_explain(name, process.returncode, said, gigabytes), said)
    return made
