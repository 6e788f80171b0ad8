"""Checks sg-test-feed and mutate.py.

sg-test-feed must report the tool's outcome for each input, also after inputs that end its
child. mutate.py must find such inputs and wrong command lines.

  check_feeder.py SG-TEST-FEED SG-OPT FOLDER
"""

import signal
import sys

import passes
from cases import Case
from feeder import TIMED_OUT, Feeder
from judge import Judge

path, sg_opt, folder = sys.argv[1:]
feeder = Feeder(path, folder)
good = b"func.func @f(%x: f64) -> f64 {\n  return %x : f64\n}\n"
wrong = b"func.func @f(%x: f64) -> f64 {\n  return %z : f64\n}\n"
crash = (b"func.func @f(%x: tensor<4xf64>, %z: index) {\n"
         b"  %y = linalg.reduce { arith.mulf } ins(%x : tensor<4xf64>) outs(%z : index) dimensions = [0]\n}\n")  # fmt: skip
opt, run = ["sg-opt", "-o", "/dev/null"], ["sg-run", "-", "--function=f"]
cases = [(opt, good), (opt, crash), (opt, wrong), (opt, good), (run, crash), ([*run, "--input=2"], good), (run, good)]
codes = [0, -signal.SIGSEGV, 1, 0, -signal.SIGSEGV, 0, 2]
outcomes = feeder.run(cases)
assert [code for code, _ in outcomes] == codes, outcomes
assert b"mlir::linalg::ReduceOp::parse" in outcomes[1][1], outcomes
assert b"use of undeclared SSA value name" in outcomes[2][1], outcomes
assert outcomes[6][1] == b"sg-run: @f has 1 argument, but there are 0 --input\n", outcomes

judge = Judge(None)
case = Case(opt, good, {0, 1}, is_program=True)
assert judge.find_wrong(case, 0, b"") is None
assert judge.find_wrong(case, 2, b"") == ("exit code 2", b"")
assert judge.find_wrong(case, 1, b"LLVM ERROR: no")[0] == "LLVM ERROR"
assert judge.find_wrong(case, TIMED_OUT, b"")[0].startswith("no end")

pipelines = passes.list_pipelines(sg_opt)
assert "--sg-lower-to-cpu" in pipelines and len(set(pipelines)) > 100, pipelines
passes.check_known(feeder, pipelines)
for unknown in ("--sg-no-pass", "--grad-report=function=f format=x", "--sg-map-to-kernels=no-option"):
    try:
        passes.check_known(feeder, [unknown])
    except SystemExit as end:
        assert unknown in str(end), end
    else:
        sys.exit(f"{unknown} is accepted as a pass")
feeder.close()
