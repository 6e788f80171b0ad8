#!/usr/bin/env python3
"""Measures the overhead of a call of a compiled function.

    bench/cpu/call_overhead.py [--build=build] [--cc=cc]

Compiles an elementwise product of two arrays of four elements to an object file, links
it with a program in C, and calls it. Prints the time per call of the fastest of 50 rounds of
100000 calls. Exits with 2 if something cannot be built or run.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

PROGRAM = """
func.func @scale(%x: tensor<4xf32>, %factor: tensor<4xf32>) -> tensor<4xf32> {
  %y = arith.mulf %x, %factor : tensor<4xf32>
  return %y : tensor<4xf32>
}
"""

CALLER = """
#include "sg/Runtime/sg_call.h"
#include <stdio.h>
#include <time.h>

int32_t sg_scale(struct sg_call *call);

int main(void) {
  float x[] = {1, 2, 3, 4}, factor[] = {2, 2, 2, 2}, y[4];
  int64_t shape[] = {4}, y_shape[] = {4};
  struct sg_array arguments[] = {{x, shape, 1, SG_F32}, {factor, shape, 1, SG_F32}};
  struct sg_array results[] = {{y, y_shape, 1, SG_F32}};
  struct sg_call call = {0};
  double best = 1e9;
  call.version = SG_CALL_VERSION;
  call.argument_count = 2;
  call.result_count = 1;
  call.arguments = arguments;
  call.results = results;
  for (int round = 0; round < 50; ++round) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int i = 0; i < 100000; ++i)
      if (sg_scale(&call) != SG_OK)
        return 1;
    clock_gettime(CLOCK_MONOTONIC, &end);
    double time = (end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec);
    if (time / 100000 < best)
      best = time / 100000;
  }
  printf("%.0f ns per call\\n", best);
  return y[3] == 8 ? 0 : 1;
}
"""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--cc", default="cc")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "scale.mlir").write_text(PROGRAM)
        (folder / "caller.c").write_text(CALLER)
        compile_command = [str(arguments.build.resolve() / "bin" / "sg-run"), "scale.mlir", "--function=scale"]
        compile_command += ["--input=4xf32=1", "--input=4xf32=1", "--dump-object=scale.o"]
        runtime = arguments.build.resolve() / "lib" / "libSGCallRuntime.a"
        link_command = [arguments.cc, "-O2", f"-I{ROOT / 'include'}", "caller.c", "scale.o", str(runtime)]
        link_command += ["-lm", "-o", "caller"]
        for command in (compile_command, link_command, ["./caller"]):
            try:
                done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            except OSError as error:
                print(f"call_overhead.py: {error}", file=sys.stderr)
                return 2
            if done.returncode:
                print(f"call_overhead.py: {command[0]}: {done.stderr.strip()}", file=sys.stderr)
                return 2
        print(done.stdout.strip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
