"""Computes matrix products and convolutions in numpy or PyTorch (for contractions.py).

    contraction_peer.py numpy|torch THREADS

Reads lines of JSON: a case of contractions.py, the folder with a.npy and b.npy, and the
minimum number of seconds to measure. Prints the median time of the calls in ms, or "-" if the library
has no such operation. If the seconds are 0, the result is written to c.npy. PyTorch rounds
results in half precision, in some convolutions several times. Therefore c.npy is computed
from the operands converted to f32.
"""

import json
import statistics
import sys
import time

import numpy as np


def make_numpy(case: dict, a, b, type: str):
    if type not in ("f32", "f64") or case["kind"] != "product":
        return None
    a, b = (a.T if case["first"] == "t" else a), (b.T if case["second"] == "t" else b)
    result = np.empty((case["m"], case["n"]), a.dtype)
    return lambda: np.matmul(a, b, out=result), lambda: result


def make_torch(case: dict, a, b, type: str):
    import torch

    torch.set_num_threads(int(sys.argv[2]))
    types = {"f32": torch.float32, "f64": torch.float64, "bf16": torch.bfloat16, "f16": torch.float16}
    a, b = (torch.from_numpy(x).to(types[type]) for x in (a, b))
    if case["kind"] == "product":
        a, b = (a.T if case["first"] == "t" else a), (b.T if case["second"] == "t" else b)
        result = torch.empty((case["m"], case["n"]), dtype=a.dtype)
        return lambda: torch.matmul(a, b, out=result), lambda: result.numpy()

    # Images and results are channels-last, as in sg. Filters are converted to PyTorch's
    # channels-last layout.
    last = torch.channels_last
    to_image = lambda x: x.permute(0, 3, 1, 2)
    to_filter = lambda x: x.permute(3, 2, 0, 1).contiguous(memory_format=last)
    stride = [case["stride"]] * 2
    if case["form"] == "forward":
        x, f = to_image(a), to_filter(b)
        call = lambda: torch.nn.functional.conv2d(x, f, None, stride)
        order = (0, 2, 3, 1)
    else:
        ct = to_image(b)
        is_image = case["form"] == "image"
        x = torch.empty(case["shape"], dtype=a.dtype)  # only the shape matters
        x, f = (to_image(x), to_filter(a)) if is_image else (to_image(a), to_filter(x))
        mask = [is_image, not is_image, False]
        backward = torch.ops.aten.convolution_backward
        call = lambda: backward(ct, x, f, None, stride, [0, 0], [1, 1], False, [0, 0], 1, mask)[not is_image]
        order = (0, 2, 3, 1) if is_image else (2, 3, 1, 0)
    results = []
    return lambda: results.__setitem__(slice(None), [call()]), lambda: results[0].permute(*order).numpy()


def measure(case: dict):
    folder = case["folder"]
    a, b = np.load(f"{folder}/a.npy"), np.load(f"{folder}/b.npy")
    make = {"numpy": make_numpy, "torch": make_torch}[sys.argv[1]]
    functions = make(case, a, b, case["type"])
    if not functions:
        return "-"
    call, _ = functions
    if case["seconds"] == 0:
        call_exact, get_result = make(case, a, b, "f64" if case["type"] == "f64" else "f32")
        call_exact()
        np.save(f"{folder}/c.npy", np.ascontiguousarray(get_result()))
    call()
    times, end = [], time.perf_counter() + case["seconds"]
    while len(times) < 5 or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


for line in sys.stdin:
    print(measure(json.loads(line)), flush=True)
