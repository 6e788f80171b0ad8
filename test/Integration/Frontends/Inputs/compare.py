"""Compares sg's derivatives of an imported program with given derivatives."""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

TOLERANCE = {"float32": 1e-5, "float64": 1e-12}


def run_program(text, passes, function, arguments, results):
    """Returns the results of `function`, after `passes` added requests to the program."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        program = folder / "program.mlir"
        program.write_text(subprocess.run(["sg-opt", "-", *passes], input=text, text=True, check=True, stdout=subprocess.PIPE).stdout)
        command = ["sg-run", program, f"--function={function}"]
        for i, argument in enumerate(arguments):
            np.save(folder / f"in{i}.npy", argument)
            command.append(f"--input=@{folder}/in{i}.npy")
        command += [f"--output=@{folder}/out{i}.npy" for i in range(results)]
        subprocess.run(command, check=True)
        return [np.load(folder / f"out{i}.npy") for i in range(results)]


def _difference(value, expected):
    expected = np.asarray(expected)
    assert value.shape == expected.shape, f"shape {value.shape}, expected {expected.shape}"
    assert value.dtype == expected.dtype, f"type {value.dtype}, expected {expected.dtype}"
    return float(np.max(np.abs(value - expected), initial=0) / max(1, np.max(np.abs(expected), initial=0)))


class Comparison:
    def __init__(self):
        self.failures = 0

    def compare(self, name, text, arguments, wrt, derivatives, order=2):
        """Compares @f in `text` with `derivatives(directions)`: the value, the gradients in `wrt`
        and, unless order=1, the gradients of their sum along `directions`."""
        arguments = [np.asarray(a) for a in arguments]
        rng = np.random.default_rng(0)
        directions = [rng.normal(size=arguments[i].shape).astype(arguments[i].dtype) for i in wrt]
        value, gradients, products = derivatives(directions)
        positions = ",".join(map(str, wrt))
        passes = [
            f"--grad-request-derivative=function=f wrt={positions} name=g",
            f"--grad-request-derivative=function=g mode=vjp wrt={positions} name=h",
        ]
        dtype = arguments[wrt[0]].dtype
        if order == 1:
            got = run_program(text, passes[:1], "g", arguments, 1 + len(wrt))
        else:
            got = run_program(text, passes, "h", [*arguments, np.zeros((), dtype), *directions], 1 + 2 * len(wrt))
        expected = [value, *gradients, *products]
        difference = max(_difference(g, e) for g, e in zip(got, expected, strict=True))
        failed = not difference <= TOLERANCE[dtype.name]
        self.failures += failed
        print(f"{'FAILED' if failed else 'equal'}: {dtype.name} {name}, largest difference {difference:.1e}")

    def refuse(self, name, message, make):
        """Checks that `make()` raises an error that contains `message`."""
        try:
            make()
        except (RuntimeError, NotImplementedError, ValueError) as error:
            if message in str(error):
                print(f"refused: {name}")
                return
            print(f"FAILED: {name} has another error: {error}")
        else:
            print(f"FAILED: {name} is not refused")
        self.failures += 1

    def end(self):
        sys.exit(1 if self.failures else 0)
