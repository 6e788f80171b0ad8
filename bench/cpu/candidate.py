#!/usr/bin/env python3
"""Times one workload in one framework, in a separate process (for measure.py).

    candidate.py FRAMEWORK WORKLOAD FUNCTION THREADS SECONDS [RESULTS.npz]

FRAMEWORK is jax, torch (eager), torch-compile, tf (a graph) or tf-xla. FUNCTION is bench
(the derivative) or main (the primal). Prints JSON: `median`, the median time of the calls in
milliseconds, or `missing`, the reason why the framework cannot express the workload. With
RESULTS, writes the results of the first call to the file, and prints the peak number of
live bytes if the framework reports it.
"""

import json
import os
import statistics
import sys
import time

framework, name, function, threads, seconds = sys.argv[1:6]
# The frameworks read the affinity when they are imported.
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(threads)])
for variable in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = threads
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["CUDA_VISIBLE_DEVICES"] = ""
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
if threads == "1":
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import numpy as np

from workloads import WORKLOADS

workload = WORKLOADS[name]
kind = workload.kind if function == "bench" else "primal"
inputs = workload.inputs(np)[: len(workload.signature(function))]


def make_candidate():
    if framework == "jax":
        from in_jax import Candidate

        return Candidate(workload, kind, inputs)
    if framework == "torch":
        from in_torch import Candidate

        return Candidate(workload, kind, inputs, int(threads), "eager")
    if framework == "torch-compile":
        from in_torch import make_compiled

        return make_compiled(workload, kind, inputs, int(threads))
    from in_tensorflow import Candidate

    return Candidate(workload, kind, inputs, int(threads), framework == "tf-xla")


def main() -> dict:
    try:
        candidate = make_candidate()
        results = candidate.run()
    except NotImplementedError as error:
        return {"missing": str(error)}
    memory = {}
    if len(sys.argv) > 6:
        np.savez(sys.argv[6], *candidate.collect(results, np))
        if hasattr(candidate, "count_bytes"):
            memory["bytes"] = candidate.count_bytes()
    times, end = [], time.perf_counter() + float(seconds)
    while len(times) < 7 or time.perf_counter() < end:
        start = time.perf_counter()
        candidate.run()
        times.append(time.perf_counter() - start)
    return {"median": statistics.median(times) * 1e3, "calls": len(times), **memory}


print(json.dumps(main()))
