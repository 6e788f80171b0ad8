"""External compilers, run in separate processes with limited memory and time.

SG_CONVERSION_MEMORY is the memory limit of a tool in GB, by default half of the machine's memory.
SG_CONVERSION_SECONDS is the time limit of a tool in seconds, by default 600.
"""

import os
import resource
import shutil
import signal
import subprocess


def find_tool(name, given=None):
    """Returns the path of a tool: `given`, the value of a variable such as $SG_OPT, or a program in
    PATH."""
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
    raise ValueError(f"{variable} is {text!r}: it must be a number more than 0")


class ToolError(RuntimeError):
    """A tool has refused the program or ended with an error. `output` is the error output."""

    def __init__(self, message, output):
        super().__init__(message)
        self.output = output


def _explain(name, code, output, gigabytes):
    if any(words in output for words in ("out of memory", "bad_alloc", "Cannot allocate memory")):
        return (
            f"{name} needs more than {gigabytes:.3g} GB of memory for the program: "
            "sizes that depend on data are a possible reason; SG_CONVERSION_MEMORY is the limit in GB"
        )
    if code < 0 or "PLEASE submit a bug report" in output:
        signal_number = -code if code < 0 else 256 - code  # the signal of a tool that a script started
        end = signal.Signals(signal_number).name if signal_number in set(signal.Signals) else f"exit code {code}"
        output = output.split("PLEASE submit a bug report")[0].strip()
        output = f"; its output before the crash:\n{output[-2000:]}" if output else ""
        return f"{name} crashes on the program ({end}); this is a fault of the tool{output}"
    return f"{name} refuses the program:\n{output}"


def run_tool(command, text):
    """Returns the output of a tool for the input `text`. Raises ToolError if the tool refuses
    `text` or exceeds a limit."""
    name = os.path.basename(command[0])
    half = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2e9
    gigabytes = _read_limit("SG_CONVERSION_MEMORY", half)
    seconds = _read_limit("SG_CONVERSION_SECONDS", 600.0)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        # Set the limit after the start: setting it earlier needs a fork, unsafe with JAX's threads.
        try:
            bytes_ = int(gigabytes * 1e9)
            resource.prlimit(process.pid, resource.RLIMIT_AS, (bytes_, bytes_))
        except ProcessLookupError:
            pass
        try:
            result, output = process.communicate(text, timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            _, output = process.communicate()
            message = f"{name} takes more than {seconds:.3g} s for the program: SG_CONVERSION_SECONDS is the limit"
            raise ToolError(message, output) from None
        except BaseException:
            process.kill()
            raise
    output = output.strip()
    if process.returncode:
        raise ToolError(_explain(name, process.returncode, output, gigabytes), output)
    return result
