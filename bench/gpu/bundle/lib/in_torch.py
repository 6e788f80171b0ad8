"""Implements the benchmarks of figures.py in PyTorch.

Products call torch.matmul and so cuBLAS, attention calls SDPA, and most other benchmarks
call torch.compile. The inputs are random. Only the time is measured.
"""

import os
import time

import peers
import timing
import torch
from native import Failed
from torch.nn import functional

TYPES = {"f32": torch.float32, "tf32": torch.float32, "bf16": torch.bfloat16, "f64": torch.float64}


def open_peer():
    device = os.environ.get("SG_PEER_DEVICE", "cuda")
    if device == "cuda" and not torch.cuda.is_available():
        raise Failed("it finds no GPU")
    return lambda request: handle(request, device)


def handle(request: dict, device: str) -> dict:
    figure = request["figure"]
    peer = figure["peer"]
    torch.backends.cuda.matmul.allow_tf32 = peer["type"] == "tf32"
    torch.backends.cudnn.allow_tf32 = peer["type"] == "tf32"
    maker = peers.find_step(globals(), figure)
    with torch.device(device):
        torch.manual_seed(1)
        name, step = maker(TYPES[peer["type"]], peer)
    with torch.no_grad() if peer["is_forward"] else torch.enable_grad():
        answer = measure(step, device)
    if device == "cuda":
        torch.cuda.empty_cache()
    return {"status": "ok", "by": name, "version": torch.__version__, **answer}


def measure(step, device: str) -> dict:
    for _ in range(3):
        step()
    if device != "cuda":

        def elapsed_on_host(calls):
            start = time.perf_counter()
            for _ in range(calls):
                step()
            return (time.perf_counter() - start) * 1000 / calls

        return timing.measure(elapsed_on_host, samples=3, calls=1)
    torch.cuda.synchronize()
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))

    def elapsed(calls):
        start.record()
        for _ in range(calls):
            step()
        end.record()
        torch.cuda.synchronize()
        return start.elapsed_time(end) / calls

    return timing.measure(elapsed)


def compiled(function, *arguments):
    fast = torch.compile(function)
    try:
        fast(*arguments)
    except Exception as error:  # for example if there is no C compiler
        reason = str(error).strip().splitlines() or [type(error).__name__]
        return f"torch, not compiled: {reason[0]}", lambda: function(*arguments)
    return "torch.compile", lambda: fast(*arguments)


def with_gradients(forward, *arguments):
    """Compiles a function that returns the value of `forward` and its gradient."""
    gradient = torch.func.grad_and_value(forward, argnums=tuple(range(len(arguments))))
    return compiled(gradient, *arguments)


def make_vjp(function, *arguments):
    """Compiles a function that computes the cotangents of the arguments. The result, and so its
    cotangent, has the shape of the first argument."""

    def run(y, *arguments):
        return torch.func.vjp(function, *arguments)[1](y)

    return compiled(run, torch.randn_like(arguments[0]), *arguments)


def product(type, peer):
    a, b = (torch.randn(peer["n"], peer["n"], dtype=type) for _ in range(2))
    if peer["layout"] == "gradients":
        y = torch.randn(peer["n"], peer["n"], dtype=type)
        return "torch.matmul", lambda: (y @ b.T, a.T @ y)
    a = a.T if peer["layout"][0] == "t" else a
    b = b.T if peer["layout"][1] == "t" else b
    out = torch.empty(peer["n"], peer["n"], dtype=type)
    return "torch.matmul", lambda: torch.matmul(a, b, out=out)


def convolution(type, peer):
    x = torch.randn(peer["batch"], peer["inputs"], peer["size"] + 2, peer["size"] + 2, dtype=type)
    w = torch.randn(peer["outputs"], peer["inputs"], 3, 3, dtype=type)
    x, w = (t.contiguous(memory_format=torch.channels_last) for t in (x, w))
    if peer["is_forward"]:
        return "torch conv2d", lambda: functional.conv2d(x, w)
    y = functional.conv2d(x, w)

    def run():
        return torch.ops.aten.convolution_backward(
            y, x, w, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1, [True, True, False]
        )

    return "torch conv2d", run


def softmax(type, peer):
    x = torch.randn(peer["rows"], peer["columns"], dtype=type)
    function = lambda x: torch.softmax(x, dim=1)
    return compiled(function, x) if peer["is_forward"] else make_vjp(function, x)


def normalization(type, peer):
    x = torch.randn(peer["rows"], peer["columns"], dtype=type)
    scale, shift = (torch.randn(peer["columns"], dtype=type) for _ in range(2))
    function = lambda x, scale, shift: functional.layer_norm(x, [peer["columns"]], scale, shift)
    if peer["is_forward"]:
        return compiled(function, x, scale, shift)
    return make_vjp(function, x, scale, shift)


def cross_entropy(type, peer):
    x = torch.randn(peer["rows"], peer["columns"], dtype=type)
    labels = torch.randint(peer["columns"], (peer["rows"],))
    return with_gradients(lambda x: functional.cross_entropy(x, labels), x)


def attention(type, peer):
    shape = (1, peer["heads"], peer["length"], peer["width"])
    q, k, v = (torch.randn(shape, dtype=type) for _ in range(3))
    if peer["is_forward"]:
        return "torch SDPA", lambda: functional.scaled_dot_product_attention(q, k, v)
    for tensor in (q, k, v):
        tensor.requires_grad_()
    y = torch.randn(shape, dtype=type)

    def run():
        result = functional.scaled_dot_product_attention(q, k, v)
        return torch.autograd.grad(result, (q, k, v), y)

    return "torch SDPA", run


def adam(type, peer):
    x, first, second, gradient = (torch.rand(peer["n"], dtype=type) for _ in range(4))

    def step(x, first, second, gradient):
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient * gradient
        return x - 0.001 * first / (second.sqrt() + 1e-8), first, second

    return compiled(step, x, first, second, gradient)


def reduction(type, peer):
    x = torch.randn(peer["rows"], peer["columns"], dtype=type)
    dims = {"all": None, "rows": 1, "columns": 0, "maxima": 1}[peer["of"]]
    if peer["of"] == "maxima":
        return "torch.amax", lambda: torch.amax(x, dims)
    return "torch.sum", lambda: torch.sum(x, dims)


def transpose(type, peer):
    x = torch.randn(peer["rows"], peer["columns"], dtype=type)
    out = torch.empty(peer["columns"], peer["rows"], dtype=type)
    return "torch copy", lambda: out.copy_(x.T)


def gather(type, peer):
    table = torch.randn(peer["rows"], peer["columns"], dtype=type)
    indices = torch.randint(peer["rows"], (peer["count"],))
    if peer["is_forward"]:
        return "torch.index_select", lambda: torch.index_select(table, 0, indices)
    values = torch.randn(peer["count"], peer["columns"], dtype=type)
    zeros = torch.zeros_like(table)
    return "torch.index_add", lambda: torch.index_add(zeros, 0, indices, values)


def mlp(type, peer):
    x = torch.randn(peer["batch"], peer["inputs"], dtype=type)
    labels = torch.randint(peer["classes"], (peer["batch"],))
    parameters = []
    for inputs, outputs in zip(peer["widths"], peer["widths"][1:]):
        parameters += [0.05 * torch.randn(inputs, outputs, dtype=type), torch.zeros(outputs, dtype=type)]

    def loss(*parameters):
        hidden = x
        for i in range(0, len(parameters) - 2, 2):
            hidden = torch.relu(hidden @ parameters[i] + parameters[i + 1])
        return functional.cross_entropy(hidden @ parameters[-2] + parameters[-1], labels)

    gradient = torch.func.grad_and_value(loss, argnums=tuple(range(len(parameters))))

    def step(*parameters):
        gradients, value = gradient(*parameters)
        return value, tuple(p - 0.01 * g for p, g in zip(parameters, gradients))

    return compiled(step, *parameters)


def gmm(type, peer):
    n, k, d = peer["n"], peer["k"], peer["d"]
    x, alpha, mu, q = (0.3 * torch.randn(*shape, dtype=type) for shape in [(n, d), (k,), (k, d), (k, d)])
    lower = 0.3 * torch.randn(k, d * (d - 1) // 2, dtype=type)
    row, column = torch.tril_indices(d, d, -1)

    def objective(alpha, mu, q, lower):
        matrix = torch.diag_embed(torch.exp(q)).index_put((torch.arange(k)[:, None], row, column), lower)
        centred = x[:, None] - mu
        distances = torch.einsum("krc,ikc->ikr", matrix, centred).square().sum(2)
        inner = alpha + q.sum(1) - 0.5 * distances
        prior = 0.5 * matrix.square().sum() - q.sum()
        return torch.logsumexp(inner, 1).sum() - n * torch.logsumexp(alpha, 0) - prior

    return with_gradients(objective, alpha, mu, q, lower)
