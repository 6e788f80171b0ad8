"""The formulas of workloads.py in JAX, compiled."""


class Jax:
    """The operations that formulas call."""

    def __init__(self):
        import jax

        self.jax, self.np, self.lax = jax, jax.numpy, jax.lax
        self.exp, self.log, self.relu = jax.numpy.exp, jax.numpy.log, jax.nn.relu
        self.stop, self.sqrt, self.tanh = jax.lax.stop_gradient, jax.numpy.sqrt, jax.numpy.tanh

    def sum(self, x, axis=None):
        return self.np.sum(x, axis)

    def max(self, x, axis=None, keep=False):
        return self.np.max(x, axis, keepdims=keep)

    def cross_entropy(self, logits, y):
        z = logits - self.stop(self.max(logits, 1, True))
        return self.np.mean(self.log(self.sum(self.exp(z), 1)) - self.sum(z * y, 1))

    def cross_entropy_of_labels(self, logits, labels):
        z = logits - self.stop(self.max(logits, 1, True))
        chosen = self.np.take_along_axis(z, labels[:, None], 1)[:, 0]
        return self.np.mean(self.log(self.sum(self.exp(z), 1)) - chosen)

    def attention(self, q, k, v):
        scores = self.np.einsum("bmd,bnd->bmn", q, k) * (q.shape[-1] ** -0.5)
        return self.np.einsum("bmn,bnd->bmd", self.jax.nn.softmax(scores, -1), v)

    def conv(self, x, f, b):
        dims = ("NHWC", "HWIO", "NHWC")
        return self.lax.conv_general_dilated(x, f, (1, 1), "VALID", dimension_numbers=dims) + b

    def pool(self, x):
        n, h, w, c = x.shape
        return self.np.max(x.reshape(n, h // 2, 2, w // 2, 2, c), (2, 4))

    def flatten(self, x):
        return x.reshape(x.shape[0], -1)

    def einsum(self, formula, *operands):
        return self.np.einsum(formula, *operands)

    def shift(self, y):
        return self.np.concatenate([self.np.ones(1, y.dtype), y[:-1]])

    def repeat(self, count, step, start):
        return self.lax.scan(lambda y, _: (step(y), None), start, None, length=count)[0]

    def scan(self, step, start, values):
        return self.lax.scan(lambda h, value: (step(h, value), None), start, values)[0]

    def huber(self, x, target):
        d = x - target
        distance = self.np.abs(d)
        return self.np.mean(self.np.where(distance <= 1, 0.5 * d * d, distance - 0.5))

    def layer_norm(self, x, gamma, beta):
        centered = x - self.np.mean(x, 1, keepdims=True)
        variance = self.np.mean(centered * centered, 1, keepdims=True)
        return centered * self.lax.rsqrt(variance + 1e-5) * gamma + beta

    def zeros_like(self, x):
        return self.np.zeros_like(x)

    def lower(self, l, positions):
        indices = self.np.array(positions)
        return self.np.where(indices >= 0, l[:, self.np.maximum(indices, 0)], 0)

    def diagonal(self, q):
        return q[:, :, None] * self.np.eye(q.shape[1], dtype=q.dtype)


class Candidate:
    def __init__(self, workload, kind: str, inputs: list):
        self.F = F = Jax()
        F.jax.config.update("jax_enable_x64", any(x.dtype == "float64" for x in inputs))
        self.workload, self.wrt = workload, workload.wrt
        self.gradient = F.jax.value_and_grad(self.formula, self.wrt) if self.wrt else None
        calls = {"value_and_grad": self.gradient, "vjp": self.vjp, "hvp": self.hvp, "step": self.step}
        # A result may reuse the memory of the argument that it replaces.
        self.donated = workload.donated(kind)
        self.compiled = F.jax.jit(calls.get(kind, self.formula), donate_argnums=self.donated)
        self.arguments = [F.np.asarray(x) for x in inputs]

    def formula(self, *arguments):
        return self.workload.formula(self.F, *arguments)

    def vjp(self, *arguments):
        value, pull = self.F.jax.vjp(self.formula, *arguments[:-1])
        return value, pull(arguments[-1])

    def hvp(self, *arguments):
        points, directions = list(arguments[: -len(self.wrt)]), arguments[-len(self.wrt) :]

        def gradient(*changed):
            for i, value in zip(self.wrt, changed, strict=True):
                points[i] = value
            return self.F.jax.grad(self.formula, self.wrt)(*points)

        return self.F.jax.jvp(gradient, tuple(points[i] for i in self.wrt), directions)[1]

    def step(self, *arguments):
        value, gradients = self.gradient(*arguments)
        return value, [arguments[i] - self.workload.RATE * g for i, g in zip(self.wrt, gradients, strict=True)]

    def run(self):
        results = self.F.jax.block_until_ready(self.compiled(*self.arguments))
        leaves = self.F.jax.tree.leaves(results)
        for i, value in zip(self.donated, leaves[len(leaves) - len(self.donated) :], strict=True):
            self.arguments[i] = value
        return leaves

    def collect(self, results: list, np) -> list:
        return [np.array(x) for x in results]

    def count_bytes(self) -> int:
        """Returns the peak number of live bytes: arguments, results and the peak of temporary
        buffers."""
        analysis = self.compiled.lower(*self.arguments).compile().memory_analysis()
        interface = analysis.argument_size_in_bytes + analysis.output_size_in_bytes - analysis.alias_size_in_bytes
        return interface + analysis.temp_size_in_bytes
