#!/usr/bin/env python3
"""Times one workload in one framework, in a process of its own (for measure.py).

    candidate.py FRAMEWORK WORKLOAD FUNCTION THREADS SECONDS [RESULTS.npz]

FRAMEWORK is jax, torch (eager) or torch-compile; FUNCTION is bench or main, the
primal. Prints as JSON the median of the calls and the time of the first one, in
milliseconds. With RESULTS the results of the first call are written there.
"""

import json
import os
import statistics
import sys
import time

framework, name, function, threads, seconds = sys.argv[1:6]
# Before anything is imported.
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(threads)])
for variable in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = threads
os.environ["JAX_PLATFORMS"] = "cpu"
if threads == "1":
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import numpy as np

from workloads import WORKLOADS, Jax, Torch

workload = WORKLOADS[name]
kind = workload.kind if function == "bench" else "primal"
inputs = workload.inputs(np)[: len(workload.signature(function))]
RATE = 0.01


def make_jax():
    F = Jax()
    F.jax.config.update("jax_enable_x64", any(x.dtype == np.float64 for x in inputs))
    formula = lambda *arguments: workload.formula(F, *arguments)
    wrt = workload.wrt
    gradient = F.jax.value_and_grad(formula, wrt) if wrt else None

    def vjp(*arguments):
        value, pull = F.jax.vjp(formula, *arguments[:-1])
        return value, pull(arguments[-1])

    def hvp(*arguments):
        points, directions = list(arguments[: -len(wrt)]), arguments[-len(wrt) :]

        def slopes(*changed):
            for i, value in zip(wrt, changed):
                points[i] = value
            return F.jax.grad(formula, wrt)(*points)

        return F.jax.jvp(slopes, tuple(points[i] for i in wrt), directions)[1]

    def step(*arguments):
        value, slopes = gradient(*arguments)
        return value, [arguments[i] - RATE * g for i, g in zip(wrt, slopes)]

    call = {"value_and_grad": gradient, "vjp": vjp, "hvp": hvp, "step": step, "primal": formula}[kind]
    # What is replaced may be overwritten.
    donated = {"step": wrt, "primal": (0, 2, 3) if name == "adam" else ()}.get(kind, ())
    compiled = F.jax.jit(call, donate_argnums=donated)
    arguments = [F.np.asarray(x) for x in inputs]

    def run():
        results = F.jax.block_until_ready(compiled(*arguments))
        for i, value in zip(donated, F.jax.tree.leaves(results)[-len(donated) :]):
            arguments[i] = value
        return results

    return run, lambda results: [np.array(x) for x in F.jax.tree.leaves(results)]


def make_torch(is_compiled):
    F = Torch()
    torch = F.torch
    torch.set_num_threads(int(threads))
    formula = lambda *arguments: workload.formula(F, *arguments)
    wrt = workload.wrt
    arguments = [torch.from_numpy(x) for x in inputs]
    is_image = name == "cnn"
    if is_image:  # its own layouts
        arguments[0] = arguments[0].permute(0, 3, 1, 2).contiguous()
        for i in (2, 4):
            arguments[i] = arguments[i].permute(3, 2, 0, 1).contiguous()
    arguments = [x.long() if x.dtype == torch.int32 else x for x in arguments]
    if is_compiled:
        formula = torch.compile(formula)
    if kind not in ("primal", "hvp", "vjp"):
        for i in wrt:
            arguments[i].requires_grad_()
    leaves = [arguments[i] for i in wrt]

    def value_and_grad():
        value = formula(*arguments)
        return [value, *torch.autograd.grad(value, leaves)]

    def step():
        value, *slopes = value_and_grad()
        with torch.no_grad():
            torch._foreach_add_(leaves, slopes, alpha=-RATE)
        return [value, *leaves]

    def vjp():
        points = [x.requires_grad_() for x in arguments[:-1]]
        value = formula(*points)
        return [value, *torch.autograd.grad(value, points, arguments[-1])]

    def hvp():
        points, directions = arguments[: -len(wrt)], arguments[-len(wrt) :]
        changed = [points[i].requires_grad_() for i in wrt]
        slopes = torch.autograd.grad(formula(*points), changed, create_graph=True)
        return torch.autograd.grad(slopes, changed, directions)

    def primal():
        with torch.no_grad():
            return formula(*arguments)

    def fused_adam():
        p, g, m, v = arguments
        torch._fused_adam_([p], [g], [m], [v], [], [steps], amsgrad=False, lr=1e-3, beta1=0.9,
                           beta2=0.999, weight_decay=0.0, eps=1e-8, maximize=False)
        return [p, m, v]

    steps = torch.tensor(10.0)
    run = {"value_and_grad": value_and_grad, "vjp": vjp, "hvp": hvp, "step": step, "primal": primal}[kind]
    if name == "adam" and not is_compiled:
        run = fused_adam

    def collect(results):
        results = results if isinstance(results, (list, tuple)) else [results]
        results = [x.detach().numpy().copy() for x in results]
        if is_image and kind != "primal":
            results = [x.transpose(2, 3, 1, 0) if x.ndim == 4 else x for x in results]
        return results

    return run, collect


run, collect = make_jax() if framework == "jax" else make_torch(framework == "torch-compile")
start = time.perf_counter()
results = run()
first = time.perf_counter() - start
if len(sys.argv) > 6:
    np.savez(sys.argv[6], *collect(results))
times, end = [], time.perf_counter() + float(seconds)
while len(times) < 7 or time.perf_counter() < end:
    start = time.perf_counter()
    run()
    times.append(time.perf_counter() - start)
print(json.dumps({"median": statistics.median(times) * 1e3, "first": first * 1e3, "calls": len(times)}))
