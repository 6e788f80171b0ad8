"""Lowers programs for NVIDIA GPUs, each for all chips, and assembles the kernels.

Usage: assemble.py [--toolkit=DIR|none] SG_OPT PTXAS CHIP[,CHIP...] FILE...

Prints programs that do not lower, call an undefined function, do not assemble, or
spill registers, and a last line with the counts. Exit code 1 if there are such
programs.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

# Functions that the driver provides.
DRIVER = {"__assertfail", "vprintf", "malloc", "free"}


def get_image(lowered):
    """Returns the PTX in a lowered module, or nothing if it has no kernels."""
    found = re.search(r'@sg\.kernels\.image\("((?:[^"\\]|\\.)*)"', lowered)
    if not found:
        return ""
    return re.sub(r"\\([0-9A-Fa-f]{2})", lambda code: chr(int(code[1], 16)), found[1]).rstrip("\0")


def check(sg_opt, ptxas, options, chip, program):
    """Returns an error message, empty on success, and the number of kernels."""
    lowering = [sg_opt, program, f"--sg-lower-to-nvvm=chip={chip} {options}"]
    lowered = subprocess.run(lowering, capture_output=True, text=True)
    if lowered.returncode != 0:
        return lowered.stderr.partition("\n")[0], 0
    image = get_image(lowered.stdout)
    if not image:
        return "", 0
    missing = set(re.findall(r"\.extern \.func[^;]*?(\w+)\s*\n?\(", image)) - DRIVER
    if missing:
        return "is without " + ", ".join(sorted(missing)), 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernels.ptx")
        with open(path, "w") as file:
            file.write(image)
        assembling = [ptxas, "-v", f"-arch={chip}", path, "-o", os.path.join(folder, "kernels.cubin")]
        assembled = subprocess.run(assembling, capture_output=True, text=True)
    said = assembled.stdout + assembled.stderr
    kernels = image.count(".entry ")
    if assembled.returncode != 0:
        return said.partition("\n")[0], kernels
    # Only kernels that hold tiles in registers must not spill; in other fused kernels LLVM may.
    spills = re.search(r"for (\w+_contraction\w*)\n[^\n]*, ([1-9]\d*) bytes spill stores", said)
    return f"'{spills[1]}' spills {spills[2]} bytes" if spills else "", kernels


def main():
    arguments = sys.argv[1:]
    options = arguments.pop(0)[2:] if arguments[0].startswith("--") else ""
    sg_opt, ptxas, chips, *programs = arguments
    cases = [(chip, program) for program in programs for chip in chips.split(",")]
    kernels = failures = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda case: check(sg_opt, ptxas, options, *case), cases)
        for (chip, program), (message, count) in zip(cases, results):
            kernels += count
            if message:
                failures += 1
                print(f"{program}: {chip}: {message}")
    print(f"{len(cases)} programs, {kernels} kernels, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
