"""Checks the derivatives at non-differentiable points that docs/RationaleGrad.md lists
for JAX and PyTorch, measured with both.

    conventions.py PAGE

Exit code 1 if a row of the table differs, or is not measured.
"""

import math
import re
import sys
from pathlib import Path

import jax
import torch
from jax import numpy as jnp

jax.config.update("jax_enable_x64", True)
NAN, INF = math.nan, math.inf


def of_jax(function, *point):
    return jax.grad(function, tuple(range(len(point))))(*map(float, point))


def of_torch(function, *point):
    point = [torch.tensor(float(x), dtype=torch.float64, requires_grad=True) for x in point]
    return torch.autograd.grad(function(*point), point)


def stacked(np, reduce):
    return lambda *x: reduce(np.stack(x))


# The first column contains JAX's function, PyTorch's function, the points, and
# the operands whose derivatives follow.
ROWS = {
    "`absf` at 0": (jnp.abs, torch.abs, [(0,), (-0.0,)]),
    "`absf` of NaN": (jnp.abs, torch.abs, [(NAN,)]),
    "`copysign`, first operand, at (0, −1)": (jnp.copysign, torch.copysign, [(0, -1)], 1),
    "at (NaN, 1)": (jnp.copysign, torch.copysign, [(NAN, 1)], 1),
    "at (−∞, 1)": (jnp.copysign, torch.copysign, [(-INF, 1)], 1),
    "`maximumf` at a tie": (jnp.maximum, torch.maximum, [(2, 2), (0.0, -0.0), (INF, INF)]),
    "`maximumf` at (NaN, 1)": (jnp.maximum, torch.maximum, [(NAN, 1), (NAN, NAN)]),
    "`minimumf` at a tie": (jnp.minimum, torch.minimum, [(2, 2), (0.0, -0.0)]),
    "`minimumf` at (NaN, 1)": (jnp.minimum, torch.minimum, [(NAN, 1), (NAN, NAN)]),
    "`maxnumf`, `minnumf` at a tie": ([jnp.fmax, jnp.fmin], [torch.fmax, torch.fmin], [(2, 2), (0.0, -0.0)]),
    "at (NaN, 1)*": ([jnp.fmax, jnp.fmin], [torch.fmax, torch.fmin], [(NAN, 1)]),
    "at (NaN, NaN)": ([jnp.fmax, jnp.fmin], [torch.fmax, torch.fmin], [(NAN, NAN)]),
    "a maximum over a tensor, at a tie": (stacked(jnp, jnp.max), stacked(torch, torch.amax), [(2, 2), (-INF, -INF)]),
    "of (NaN, 1)": (stacked(jnp, jnp.max), stacked(torch, torch.amax), [(NAN, 1)]),
    "`clampf`, the clamped operand and the bound that it equals": (
        lambda x, low: jnp.clip(x, low, 3.0), lambda x, low: torch.clamp(x, low, torch.tensor(3.0, dtype=torch.float64)), [(1, 1)]),
    "`clampf` of NaN": (
        lambda x, low: jnp.clip(x, low, 3.0), lambda x, low: torch.clamp(x, low, torch.tensor(3.0, dtype=torch.float64)), [(NAN, 1)], 1),
    "`remf` at a jump, (6, 3)": (jax.lax.rem, torch.fmod, [(6, 3)]),
    "at (5, 0)": (jax.lax.rem, torch.fmod, [(5, 0)]),
    "at (∞, 3)": (jax.lax.rem, torch.fmod, [(INF, 3)]),
    "`powf` at (0, 0)": (jnp.power, torch.pow, [(0, 0)]),
    "at (0, −1)": (jnp.power, torch.pow, [(0, -1)]),
    "at (−1, 2)": (jnp.power, torch.pow, [(-1, 2)]),
    "`atan2` at (0, 0)": (jnp.arctan2, torch.atan2, [(0, 0)]),
    "`sqrt` at 0": (jnp.sqrt, torch.sqrt, [(0,)]),
    "`log` at −1": (jnp.log, torch.log, [(-1,)]),
    "`floor`, `roundeven`": ([jnp.floor, jnp.round], [torch.floor, torch.round], [(2,), (2.5,), (NAN,)]),
}  # fmt: skip


def show(value):
    value = float(value)
    if math.isnan(value):
        return "NaN"
    names = {0: "0", 0.5: "½", INF: "∞"}
    return ("−" if value < 0 else "") + names.get(abs(value), f"{abs(value):g}")


def measure(measured, functions, points, count):
    functions = functions if isinstance(functions, list) else [functions]
    found = {", ".join(map(show, measured(f, *x)[:count])) for f in functions for x in points}
    return " or ".join(sorted(found))


def main(page):
    text = Path(page).read_text(encoding="utf-8").partition("## Where there is no derivative")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)
    wrong, seen = 0, set()
    for what, _, in_jax, in_torch in rows:
        what = what + "*" if what in seen else what
        seen.add(what)
        if what not in ROWS:
            continue
        of_j, of_t, points, *count = ROWS[what]
        found = measure(of_jax, of_j, points, *(count or [None])), measure(of_torch, of_t, points, *(count or [None]))
        said = in_jax.strip(), in_torch.strip()
        wrong += found != said
        print(f"{'equal' if found == said else 'WRONG'}: {what}: JAX {found[0]}, PyTorch {found[1]}")
    for what in ROWS.keys() - seen:
        print(f"WRONG: there is no row '{what}'")
        wrong += 1
    print(f"jax {jax.__version__}, torch {torch.__version__}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
