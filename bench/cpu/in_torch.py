"""The formulas of workloads.py in PyTorch: eager, or by torch.compile."""

import statistics
import time


class Torch:
    """The operations that formulas call."""

    def __init__(self, is_compiled: bool):
        import torch

        self.torch, self.functional = torch, torch.nn.functional
        if is_compiled:
            # torch.compile unrolls loops, and g++ does not finish compiling a long unrolled
            # loop.
            self.repeat = torch.compiler.disable(
                lambda count, step, start: Torch.repeat(self, count, torch.compile(step), start)
            )
            self.scan = torch.compiler.disable(
                lambda step, start, values: Torch.scan(self, torch.compile(step), start, values)
            )
        self.exp, self.log, self.relu, self.sqrt = torch.exp, torch.log, torch.relu, torch.sqrt
        self.tanh = torch.tanh

    def stop(self, x):
        return x.detach()

    def sum(self, x, axis=None):
        return x.sum() if axis is None else x.sum(axis)

    def max(self, x, axis=None, keep=False):
        return x.amax() if axis is None else x.amax(axis, keepdim=keep)

    def cross_entropy(self, logits, y):
        return self.functional.cross_entropy(logits, y)

    cross_entropy_of_labels = cross_entropy

    def attention(self, q, k, v):
        return self.functional.scaled_dot_product_attention(q, k, v)

    def conv(self, x, f, b):
        return self.functional.conv2d(x, f, b)

    def pool(self, x):
        return self.functional.max_pool2d(x, 2)

    def flatten(self, x):
        # Flatten in the NHWC order of the elements.
        return x.permute(0, 2, 3, 1).flatten(1)

    def einsum(self, formula, *operands):
        return self.torch.einsum(formula, *operands)

    def shift(self, y):
        return self.torch.cat([self.torch.ones(1, dtype=y.dtype), y[:-1]])

    def repeat(self, count, step, start):
        for _ in range(count):
            start = step(start)
        return start

    def scan(self, step, start, values):
        for value in values:
            start = step(start, value)
        return start

    def huber(self, x, target):
        return self.functional.huber_loss(x, target)

    def layer_norm(self, x, gamma, beta):
        return self.functional.layer_norm(x, x.shape[1:], gamma, beta)

    def zeros_like(self, x):
        return self.torch.zeros_like(x)

    def lower(self, l, positions):
        indices = self.torch.tensor(positions)
        return self.torch.where(indices >= 0, l[:, indices.clamp(min=0)], 0.0)

    def diagonal(self, q):
        return self.torch.diag_embed(q)


class Candidate:
    """A workload. `form` is "eager"; "formula": torch.compile of the formula; or "whole":
    torch.compile of the whole call, including the update of donated arguments."""

    def __init__(self, workload, kind: str, inputs: list, threads: int, form: str):
        self.F = Torch(form != "eager")
        torch = self.torch = self.F.torch
        torch.set_num_threads(threads)
        self.workload, self.wrt, self.kind, self.form = workload, workload.wrt, kind, form
        self.arguments = [torch.from_numpy(x.copy()) for x in inputs]
        if workload.name == "cnn":  # the formula chooses the layouts
            self.arguments[0] = self.arguments[0].permute(0, 3, 1, 2).contiguous()
            for i in (2, 4):
                self.arguments[i] = self.arguments[i].permute(3, 2, 0, 1).contiguous()
        self.arguments = [x.long() if x.dtype == torch.int32 else x for x in self.arguments]
        self.initial_arguments = [x.clone() for x in self.arguments]
        self.leaves = [self.arguments[i] for i in self.wrt]
        compile = torch.compile if form != "eager" else lambda call: call
        if form == "whole":
            calls = {"value_and_grad": self.whole_value_and_grad, "vjp": self.whole_vjp}
            calls |= {"hvp": self.whole_hvp, "step": self.whole_step}
            self.call = compile(calls.get(kind, self.whole_primal))
            return
        self.compiled = compile(self.formula)
        calls = {"value_and_grad": self.value_and_grad, "vjp": self.vjp, "hvp": self.hvp, "step": self.step}
        self.call = calls.get(kind, self.primal)
        if workload.name == "adam" and form == "eager":
            self.call = self.fused_adam
        if kind in ("value_and_grad", "step"):
            for leaf in self.leaves:
                leaf.requires_grad_()

    def formula(self, *arguments):
        return self.workload.formula(self.F, *arguments)

    def run(self):
        if self.form != "whole":
            return self.call()
        with self.torch.no_grad():
            return self.call(*self.arguments)

    def restore_arguments(self):
        """Restores the arguments that calls have overwritten."""
        with self.torch.no_grad():
            for argument, value in zip(self.arguments, self.initial_arguments, strict=True):
                argument.copy_(value)

    def value_and_grad(self):
        value = self.compiled(*self.arguments)
        return [value, *self.torch.autograd.grad(value, self.leaves)]

    def step(self):
        value, *gradients = self.value_and_grad()
        with self.torch.no_grad():
            self.torch._foreach_add_(self.leaves, gradients, alpha=-self.workload.RATE)
        return [value, *self.leaves]

    def vjp(self):
        points = [x.requires_grad_() for x in self.arguments[:-1]]
        value = self.compiled(*points)
        return [value, *self.torch.autograd.grad(value, points, self.arguments[-1])]

    def hvp(self):
        points, directions = self.arguments[: -len(self.wrt)], self.arguments[-len(self.wrt) :]
        changed = [points[i].requires_grad_() for i in self.wrt]
        gradients = self.torch.autograd.grad(self.compiled(*points), changed, create_graph=True)
        return self.torch.autograd.grad(gradients, changed, directions)

    def primal(self):
        with self.torch.no_grad():
            return self.compiled(*self.arguments)

    def fused_adam(self):
        p, g, m, v = self.arguments
        steps = self.torch.tensor(10.0)
        self.torch._fused_adam_([p], [g], [m], [v], [], [steps], amsgrad=False, lr=1e-3, beta1=0.9,
                                beta2=0.999, weight_decay=0.0, eps=1e-8, maximize=False)  # fmt: skip
        return [p, m, v]

    def whole_value_and_grad(self, *arguments):
        gradients, value = self.torch.func.grad_and_value(self.formula, self.wrt)(*arguments)
        return [value, *gradients]

    def whole_step(self, *arguments):
        value, *gradients = self.whole_value_and_grad(*arguments)
        for i, gradient in zip(self.wrt, gradients, strict=True):
            arguments[i].sub_(self.workload.RATE * gradient)
        return [value, *(arguments[i] for i in self.wrt)]

    def whole_vjp(self, *arguments):
        value, pull = self.torch.func.vjp(self.formula, *arguments[:-1])
        return [value, *pull(arguments[-1])]

    def whole_hvp(self, *arguments):
        points, directions = list(arguments[: -len(self.wrt)]), arguments[-len(self.wrt) :]

        def gradient(*changed):
            for i, value in zip(self.wrt, changed, strict=True):
                points[i] = value
            return self.torch.func.grad(self.formula, self.wrt)(*points)

        return self.torch.func.jvp(gradient, tuple(points[i] for i in self.wrt), directions)[1]

    def whole_primal(self, *arguments):
        results = self.formula(*arguments)
        donated = self.workload.donated(self.kind)
        if not donated:
            return results
        for i, value in zip(donated, results, strict=True):
            arguments[i].copy_(value)
        return [arguments[i] for i in donated]

    def collect(self, results, np) -> list:
        results = results if isinstance(results, (list, tuple)) else [results]
        results = [x.detach().numpy().copy() for x in results]
        if self.workload.name == "cnn" and self.kind != "primal":
            results = [x.transpose(2, 3, 1, 0) if x.ndim == 4 else x for x in results]
        return results


def make_compiled(workload, kind: str, inputs: list, threads: int) -> Candidate:
    """Returns the faster of the two compiled forms. Some workloads compile in one form only."""
    best, best_time, reason = None, float("inf"), ""
    for form in ("formula", "whole"):
        try:
            candidate = Candidate(workload, kind, inputs, threads, form)
            candidate.run()
            times = []
            for _ in range(5):
                start = time.perf_counter()
                candidate.run()
                times.append(time.perf_counter() - start)
        except RuntimeError as error:  # errors of the compiler
            reason = f"{type(error).__name__}: {str(error).strip().splitlines()[0]}"
            continue
        if statistics.median(times) < best_time:
            best, best_time = candidate, statistics.median(times)
    if not best:
        raise NotImplementedError(reason)
    best.restore_arguments()
    return best
