#!/usr/bin/env python3
"""Runs one case of the corpus in each of its modes.

  run_case.py --sg-opt PATH --sg-run PATH [--with=OPTION]... CASE MODULE

CASE is the folder of the case. MODULE is written: the program with a function
for each mode (case_module.py). sg-run runs each on the case's arguments
and compares the results with the case's, within the case's tolerance. On the CPU, it
also shares all parallel work among three threads. --with passes an option to sg-run.

The functions that request a vjp, a jvp or a value_and_grad must equal the functions
that --grad-request-derivative adds to the bare program.
"""

import argparse
import pathlib
import shlex
import subprocess
import sys

from case_module import Case

SHARED = ["--device=cpu", "--threads=3", "--least-work=0"]
KINDS = {"vjp": "vjp", "jvp": "jvp", "vag": "value-and-grad"}


def run(command, failures):
    """Returns the standard output. A failing command is recorded, to be repeated by hand."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        failures.append(
            f"{shlex.join(command)}\nexit code {done.returncode}\n{done.stderr}"
        )
    return done.stdout


def check_values(case, module, sg_run, failures, *options):
    """Checks that each mode gives the results of the case."""
    for function, arguments, results in case.modes.values():
        command = [sg_run, module, f"--function={function}", *options]
        command += [f"--input=@{path}" for path in arguments]
        command += [f"--expected-output=@{path}" for path in results]
        command += [f"--tolerance={case.tolerance}"]
        run(command, failures)


def check_requests(case, module, sg_opt, failures):
    """Checks that --grad-request-derivative adds the same functions as case_module.py."""
    kinds = {f"main_{mode}": KINDS[mode] for mode in KINDS if mode in case.modes}
    wrt = ",".join(map(str, case.wrt))
    flags = [
        f"--grad-request-derivative=function=main mode={kind} wrt={wrt} name={name}"
        for name, kind in kinds.items()
    ]
    with_added = run([sg_opt, str(case.folder / "program.mlir"), *flags], failures)
    with_written = run([sg_opt, module], failures)
    for name in kinds:
        added = function_text(with_added, name)
        written = function_text(with_written, name)
        if added != written:
            failures.append(
                f"--grad-request-derivative adds\n{added}\n"
                f"but this was written\n{written}\n"
            )


def function_text(module, name):
    """Returns a function of a printed module."""
    start = module.find(f"  func.func @{name}(")
    return module[start : module.find("\n  }\n", start)]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sg-opt", required=True)
    parser.add_argument("--sg-run", required=True)
    parser.add_argument("--with", dest="options", action="append", default=[], metavar="OPTION", help="for sg-run")
    parser.add_argument("case", type=pathlib.Path)
    parser.add_argument("module")
    options = parser.parse_args()

    case = Case(options.case)
    pathlib.Path(options.module).write_text(case.module())
    failures = []
    for choice in [], SHARED:
        check_values(case, options.module, options.sg_run, failures, *choice, *options.options)
    check_requests(case, options.module, options.sg_opt, failures)
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
