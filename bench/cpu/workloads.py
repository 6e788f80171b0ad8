"""Defines the programs of workloads/*.mlir as formulas in a framework.

Each formula is written once, in terms of the operations of `F`, a framework, for example
class Jax of in_jax.py. The function @bench of a workload computes the derivative `kind` of
the formula with respect to the arguments `wrt`.
"""

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


def lower_positions(d):
    """Returns the positions in l of the elements below the diagonal, column by column; -1
    elsewhere."""
    return [[c * (2 * d - 1 - c) // 2 + r - c - 1 if r > c else -1 for c in range(d)] for r in range(d)]


def mlp(F, x, y, w1, b1, w2, b2, w3, b3):
    hidden = F.relu(x @ w1 + b1)
    hidden = F.relu(hidden @ w2 + b2)
    return F.cross_entropy(hidden @ w3 + b3, y)


def logreg(F, x, y, w, bias):
    return F.cross_entropy(x @ w + bias, y)


def softmax_xent(F, logits, labels):
    return F.cross_entropy_of_labels(logits, labels)


def attention(F, q, k, v, w):
    return F.sum(F.attention(q, k, v) * w)


def cnn(F, x, y, f1, b1, f2, b2, w, b3):
    hidden = F.relu(F.conv(x, f1, b1))
    hidden = F.pool(F.relu(F.conv(hidden, f2, b2)))
    return F.cross_entropy(F.flatten(hidden) @ w + b3, y)


def gmm(F, alpha, mu, q, l, x):
    n, d = x.shape
    exp_q = F.exp(q)
    factors = F.lower(l, lower_positions(d)) + F.diagonal(exp_q)
    centered = x[None, :, :] - mu[:, None, :]
    Qx = F.einsum("kij,knj->kni", factors, centered)
    terms = (alpha + F.sum(q, 1))[:, None] - 0.5 * F.sum(Qx * Qx, 2)
    top = F.stop(F.max(terms, 0))
    likelihood = F.sum(F.log(F.sum(F.exp(terms - top), 0)) + top)
    top = F.stop(F.max(alpha))
    weights = F.log(F.sum(F.exp(alpha - top))) + top
    prior = 0.5 * (F.sum(exp_q * exp_q) + F.sum(l * l))
    return likelihood - n * weights - prior - 5.48857592000443983e04


def ode(F, x):
    def step(y):
        k1 = x * F.shift(y)
        k2 = x * F.shift(y + 0.01 * k1)
        k3 = x * F.shift(y + 0.01 * k2)
        k4 = x * F.shift(y + 0.02 * k3)
        return y + (k1 + k4 + 2.0 * (k2 + k3)) * (0.02 / 6)

    return F.sum(F.repeat(100, step, F.zeros_like(x)))


def matmul(F, a, b):
    return a @ b


def huber(F, x, target):
    return F.huber(x, target)


def layer_norm(F, x, gamma, beta, w):
    return F.sum(F.layer_norm(x, gamma, beta) * w)


def recurrent(F, x, wx, wh, b):
    h = F.scan(lambda h, now: F.tanh(now @ wx + h @ wh + b), F.zeros_like(x[0]), x)
    return F.sum(h * h)


def adam(F, p, g, m, v):
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * (g * g)
    return p - (m * 1.535339933) * 1e-3 / (F.sqrt(v * 100.4508254) + 1e-8), m, v


@dataclass
class Workload:
    name: str
    formula: object
    kind: str  # value_and_grad, vjp, hvp, step or primal
    wrt: tuple
    operations: float  # floating-point operations of a call
    bytes: float  # bytes that a call must read or write
    sizes: str = ""  # name of the workload whose sizes are used if the program has dynamic sizes
    RATE = 0.01  # learning rate

    @property
    def file(self):
        return HERE / "workloads" / f"{self.name}.mlir"

    def signature(self, function="bench"):
        """Returns the names, shapes and types of the arguments of @function."""
        if self.sizes:
            return WORKLOADS[self.sizes].signature(function)
        line = re.search(rf"func\.func @{function}\((.*?)\) ->", self.file.read_text())[1]
        arguments = re.findall(r"%(\w+): tensor<((?:\d+x)*)(\w+)>", line)
        return [(name, [int(n) for n in shape.split("x") if n], type) for name, shape, type in arguments]

    def donated(self, kind: str) -> tuple:
        """Returns the indices of the arguments that the last results replace, in their order."""
        return {"step": self.wrt, "primal": (0, 2, 3) if self.name == "adam" else ()}.get(kind, ())

    def count_results(self, function="bench"):
        line = re.search(rf"func\.func @{function}\(.*?\) -> (.*?) {{\n", self.file.read_text())[1]
        return line.count("tensor<")

    def inputs(self, np):
        random = np.random.default_rng(1)
        types = {"f32": np.float32, "f64": np.float64, "i32": np.int32}
        values = []
        for name, shape, type in self.signature():
            if name == "labels":
                value = random.integers(0, values[0].shape[1], shape)
            elif name == "y":
                value = np.eye(shape[1])[random.integers(0, shape[1], shape[0])]
            elif name == "v" and self.kind == "primal":
                value = random.random(shape)  # Adam's v is a mean of squares.
            elif name in ("q", "k", "v", "x", "logits", "w") and self.name in ("attention", "softmax_xent"):
                value = random.standard_normal(shape)
            else:
                value = random.standard_normal(shape) * (shape[-2] ** -0.5 if len(shape) > 1 else 0.1)
            values.append(np.ascontiguousarray(value, types[type]))
        return values


def make_workloads():
    def products(*sizes):
        return 2.0 * sum(m * n * k for m, n, k in sizes)

    layers = products((64, 784, 512), (64, 512, 512), (64, 512, 10))
    # All layers but the first also compute the gradient of their input.
    gradient = 3 * layers - products((64, 784, 512))
    weights = 4.0 * (784 * 512 + 512 * 512 + 512 * 10)
    odd_layers = products((50, 784, 300), (50, 300, 100), (50, 100, 10))
    odd = 3 * odd_layers - products((50, 784, 300)), 8.0 * (784 * 300 + 300 * 100 + 100 * 10)
    convolutions = [products((32 * 26 * 26, 9, 32)), products((32 * 24 * 24, 9 * 32, 64))]
    heads = 16 * products((128, 64, 128))
    return [
        Workload("mlp", mlp, "value_and_grad", (2, 3, 4, 5, 6, 7), gradient, 2 * weights),
        Workload("mlp_odd", mlp, "value_and_grad", (2, 3, 4, 5, 6, 7), *odd),
        Workload("mlp_dynamic", mlp, "value_and_grad", (2, 3, 4, 5, 6, 7), *odd, sizes="mlp_odd"),
        Workload("mlp_train_step", mlp, "step", (2, 3, 4, 5, 6, 7), gradient, 2 * weights),
        Workload("mlp_hvp", mlp, "hvp", (2, 3, 4, 5, 6, 7), 2 * gradient, 3 * weights),
        Workload("softmax_xent", softmax_xent, "value_and_grad", (0,), 0, 8.0 * 4096 * 1024),
        Workload("attention", attention, "value_and_grad", (0, 1, 2), 7 * heads, 28.0 * 16 * 128 * 64),
        Workload("cnn", cnn, "value_and_grad", (2, 3, 4, 5, 6, 7), 2 * convolutions[0] + 3 * convolutions[1], 0),
        Workload("gmm_d32_k25", gmm, "value_and_grad", (0, 1, 2, 3), 3 * products((25000, 32, 32)), 0),
        Workload("ode", ode, "value_and_grad", (0,), 100 * 1000 * 40.0, 0),
        Workload("logreg", logreg, "value_and_grad", (2, 3), 2 * products((1797, 64, 10)), 4.0 * 1797 * 74),
        Workload("adam", adam, "primal", (), 0, 28.0 * (4 << 20)),
        *(Workload(f"matmul_{n}", matmul, "vjp", (0, 1), 3 * products((n, n, n)), 0) for n in (256, 512, 1024)),
        # Workloads without a performance target.
        Workload("huber", huber, "value_and_grad", (0,), 0, 12.0 * (1 << 20)),
        Workload("layer_norm", layer_norm, "value_and_grad", (0, 1, 2), 0, 12.0 * 2048 * 768),
        Workload("recurrent", recurrent, "value_and_grad", (1, 2, 3), 64 * 5 * products((32, 128, 128)), 0),
    ]


WORKLOADS = {workload.name: workload for workload in make_workloads()}
