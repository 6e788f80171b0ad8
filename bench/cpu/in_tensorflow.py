"""The formulas of workloads.py in TensorFlow: as a graph, or compiled by XLA."""


class TensorFlow:
    """The operations that formulas call."""

    def __init__(self, is_compiled: bool):
        import tensorflow as tf

        self.tf, self.is_compiled = tf, is_compiled
        self.exp, self.log, self.relu = tf.exp, tf.math.log, tf.nn.relu
        self.stop, self.sqrt, self.tanh = tf.stop_gradient, tf.sqrt, tf.tanh

    def sum(self, x, axis=None):
        return self.tf.reduce_sum(x, axis)

    def max(self, x, axis=None, keep=False):
        return self.tf.reduce_max(x, axis, keepdims=keep)

    def cross_entropy(self, logits, y):
        return self.tf.reduce_mean(self.tf.nn.softmax_cross_entropy_with_logits(y, logits))

    def cross_entropy_of_labels(self, logits, labels):
        losses = self.tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
        return self.tf.reduce_mean(losses)

    def attention(self, q, k, v):
        scores = self.tf.matmul(q, k, transpose_b=True) * (q.shape[-1] ** -0.5)
        return self.tf.matmul(self.tf.nn.softmax(scores), v)

    def conv(self, x, f, b):
        return self.tf.nn.bias_add(self.tf.nn.conv2d(x, f, 1, "VALID"), b)

    def pool(self, x):
        return self.tf.nn.max_pool2d(x, 2, 2, "VALID")

    def flatten(self, x):
        return self.tf.reshape(x, (x.shape[0], -1))

    def einsum(self, formula, *operands):
        return self.tf.einsum(formula, *operands)

    def shift(self, y):
        return self.tf.concat([self.tf.ones(1, y.dtype), y[:-1]], 0)

    def repeat(self, count, step, start):
        return self.tf.while_loop(
            lambda i, y: i < count, lambda i, y: (i + 1, step(y)), (0, start), maximum_iterations=count
        )[1]

    def scan(self, step, start, values):
        count = values.shape[0]
        return self.tf.while_loop(
            lambda i, h: i < count, lambda i, h: (i + 1, step(h, values[i])), (0, start), maximum_iterations=count
        )[1]

    def huber(self, x, target):
        d = x - target
        distance = self.tf.abs(d)
        return self.tf.reduce_mean(self.tf.where(distance <= 1, 0.5 * d * d, distance - 0.5))

    def layer_norm(self, x, gamma, beta):
        mean, variance = self.tf.nn.moments(x, 1, keepdims=True)
        return self.tf.nn.batch_normalization(x, mean, variance, beta, gamma, 1e-5)

    def zeros_like(self, x):
        return self.tf.zeros_like(x)

    def lower(self, l, positions):
        indices = self.tf.constant(positions)
        elements = self.tf.gather(l, self.tf.maximum(indices, 0), axis=1)
        return self.tf.where(indices >= 0, elements, self.tf.zeros((), l.dtype))

    def diagonal(self, q):
        return self.tf.linalg.diag(q)


class Candidate:
    def __init__(self, workload, kind: str, inputs: list, threads: int, is_compiled: bool):
        self.F = F = TensorFlow(is_compiled)
        tf = self.tf = F.tf
        tf.config.threading.set_intra_op_parallelism_threads(threads)
        tf.config.threading.set_inter_op_parallelism_threads(1)
        self.workload, self.wrt = workload, workload.wrt
        self.donated = donated = workload.donated(kind)
        # Calls overwrite donated arguments.
        self.arguments = [tf.Variable(x) if i in donated else tf.constant(x) for i, x in enumerate(inputs)]
        calls = {"value_and_grad": self.value_and_grad, "vjp": self.vjp, "hvp": self.hvp, "step": self.step}
        call = calls.get(kind, self.formula)
        if donated and kind == "primal":
            call = self.fused_adam if workload.name == "adam" and not is_compiled else self.replace
        self.constants = [x for i, x in enumerate(self.arguments) if i not in donated]

        def call_with_variables(*constants):
            next_constants = iter(constants)
            return call(*(x if i in donated else next(next_constants) for i, x in enumerate(self.arguments)))

        compiled = tf.function(call_with_variables, jit_compile=is_compiled or None, autograph=False)
        self.compiled = compiled.get_concrete_function(*self.constants)

    def formula(self, *arguments):
        return self.workload.formula(self.F, *arguments)

    def value_and_grad(self, *arguments):
        points = [arguments[i] for i in self.wrt]
        with self.tf.GradientTape(watch_accessed_variables=False) as tape:
            for point in points:
                tape.watch(point)
            value = self.formula(*arguments)
        return [value, *tape.gradient(value, points)]

    def step(self, *arguments):
        value, *gradients = self.value_and_grad(*arguments)
        for i, gradient in zip(self.wrt, gradients, strict=True):
            arguments[i].assign_sub(self.workload.RATE * gradient)
        return [value]

    def vjp(self, *arguments):
        points = list(arguments[:-1])
        with self.tf.GradientTape() as tape:
            for point in points:
                tape.watch(point)
            value = self.formula(*points)
        return [value, *tape.gradient(value, points, arguments[-1])]

    def hvp(self, *arguments):
        """Computes reverse over reverse, which is faster in TensorFlow than forward over
        reverse."""
        count = len(self.wrt)
        points, directions = arguments[:-count], arguments[-count:]
        changed = [points[i] for i in self.wrt]
        with self.tf.GradientTape(watch_accessed_variables=False) as tape:
            for point in changed:
                tape.watch(point)
            gradients = self.value_and_grad(*points)[1:]
        return tape.gradient(gradients, changed, list(directions))

    def replace(self, *arguments):
        for i, value in zip(self.donated, self.formula(*arguments), strict=True):
            arguments[i].assign(value)
        return []

    def fused_adam(self, p, g, m, v):
        """Applies TensorFlow's fused Adam op with the formula's bias corrections, for
        step 10."""
        self.tf.raw_ops.ResourceApplyAdam(
            var=p.handle, m=m.handle, v=v.handle, beta1_power=0.9**10, beta2_power=0.999**10, lr=1e-3,
            beta1=0.9, beta2=0.999, epsilon=1e-8 * (1 - 0.999**10) ** 0.5, grad=g)  # fmt: skip
        return []

    def run(self):
        return self.compiled(*self.constants)

    def collect(self, results, np) -> list:
        results = results if isinstance(results, (list, tuple)) else [results]
        return [x.numpy() for x in results] + [self.arguments[i].numpy() for i in self.donated]
