"""Defines the programs that stop_gradient.py compares, in terms of a framework.

Each program is a function of `n`, a framework class of candidate.py, and a scalar `x`.
PROGRAMS has the point of differentiation and the expected first and second derivatives. In
all derivatives, a stopped value is a constant. programs.mlir has the programs in MLIR.
"""

E = 2.718281828459045


def times_itself(n, x):
    return x * n.stop(x)


def square_times(n, x):
    return x * x * n.stop(x)


def quotient(n, x):
    return n.stop(x) / x


def difference(n, x):
    return x - n.stop(x)


def magic_box(n, x):
    return n.exp(x - n.stop(x))


def stopped_square(n, x):
    return n.stop(x) * n.stop(x)


def straight_through(n, x):
    error = x + n.stop(n.round(x) - x) - 5.0
    return error * error


def reversal(n, x):
    y = n.stop(1.5 * x) - 0.5 * x
    return y * y


def log_sum_exp(n, x):
    largest = n.stop(n.maximum(x, 2.0))
    return largest + n.log(n.exp(x - largest) + n.exp(2.0 - largest))


def target(n, x):
    error = 1.0 + 0.9 * n.stop(2.0 * x) - x
    return error * error


def root_behind_stop(n, x):
    return x + n.stop(n.sqrt(x))


def loop(n, x):
    return n.loop(3, lambda c: n.stop(c) * x, x / x)


def loop_until(n, x):
    return n.repeat(lambda c: c < 10.0, lambda c: n.stop(c) * x, x / x)


def branch(n, x):
    return n.branch(x > 0.0, lambda y: n.stop(y) * y, lambda y: y * y * y, x)


def checkpoint(n, x):
    return n.checkpoint(lambda y: y * n.stop(n.exp(y)), x)


def own_rule(n, x):
    return n.rule(lambda y: y * y, lambda cotangent: 100.0 * cotangent, x)


# Description, point, and expected first and second derivative of each program.
PROGRAMS = {
    "times_itself": ("x·stop(x) at 3", 3.0, (3.0, 0.0)),
    "square_times": ("x²·stop(x) at 3", 3.0, (18.0, 6.0)),
    "quotient": ("stop(x)/x at 2", 2.0, (-0.5, 0.5)),
    "difference": ("x − stop(x) at 3", 3.0, (1.0, 0.0)),
    "magic_box": ("exp(x − stop(x)) at 3", 3.0, (1.0, 1.0)),
    "stopped_square": ("stop(x)² at 3", 3.0, (0.0, 0.0)),
    "straight_through": ("straight-through rounding, (x + stop(round(x) − x) − 5)² at 2.6", 2.6, (-4.0, 2.0)),
    "reversal": ("gradient reversal, (stop(1.5x) − 0.5x)² at 3", 3.0, (-3.0, 0.5)),
    "log_sum_exp": ("log(eˣ + e²) with a stopped maximum at 2", 2.0, (0.5, 0.25)),
    "target": ("TD(0), (1 + 0.9·stop(2x) − x)² at 0.5", 0.5, (-2.8, 2.0)),
    "root_behind_stop": ("x + stop(√x) at 0", 0.0, (1.0, 0.0)),
    "loop": ("three times c ← stop(c)·x at 2", 2.0, (4.0, 0.0)),
    "loop_until": ("c ← stop(c)·x while c < 10, at 2", 2.0, (8.0, 0.0)),
    "branch": ("x > 0 ? stop(x)·x : x³ at 2", 2.0, (2.0, 0.0)),
    "checkpoint": ("a checkpoint of x·stop(eˣ) at 1", 1.0, (E, 0.0)),
    "own_rule": ("x² with a custom rule that returns 100, at 3", 3.0, (100.0, 0.0)),
}
