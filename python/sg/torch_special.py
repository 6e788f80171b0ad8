"""PyTorch's special functions that torch-mlir does not lower, by elementary functions.

The derivatives of any order are derivatives of these formulas.
"""

import functools
import math

# Lanczos 1964 with g = 7 and nine terms, with Godfrey's coefficients. Relative error of gamma in
# f64: 1e-15.
_LANCZOS = (
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
)  # fmt: skip
# Bernoulli numbers B(2j).
_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)
# Recurrences shift arguments up to this value, from which series in 1/x are exact in f64.
_SHIFT = 10


def _in_f64(function):
    """Computes a function in f64, because series and cancellation lose digits in narrower types."""

    @functools.wraps(function)
    def wide(*arguments):
        import torch

        *others, x = arguments
        return function(*others, x.double()).to(x.dtype if x.is_floating_point() else torch.get_default_dtype())

    return wide


def _lgamma_from_half(x):
    import torch

    x = x - 1
    series = _LANCZOS[0] + sum(c / (x + i) for i, c in enumerate(_LANCZOS[1:], 1))
    t = x + 7.5
    return 0.5 * math.log(2 * math.pi) + (x + 0.5) * torch.log(t) - t + torch.log(series)


@_in_f64
def lgamma(x):
    """Computes lgamma by Lanczos' series, and by reflection below 1/2. Returns inf at the poles."""
    import torch

    is_low = x < 0.5
    above = _lgamma_from_half(torch.where(is_low, 1 - x, x))
    low = torch.where(is_low, x, 0.25)
    reflected = math.log(math.pi) - torch.log(torch.abs(torch.sin(math.pi * (low - torch.floor(low))))) - above
    return torch.where(is_low, reflected, above)


def _digamma_from_half(x):
    import torch

    steps = sum(1 / (x + k) for k in range(_SHIFT))
    x = x + _SHIFT
    power, series = 1 / (x * x), torch.zeros_like(x)
    for j, bernoulli in reversed(list(enumerate(_BERNOULLI, 1))):
        series = (series + bernoulli / (2 * j)) * power
    return torch.log(x) - 0.5 / x - series - steps


@_in_f64
def digamma(x):
    """Computes digamma by a recurrence and the asymptotic series (Abramowitz and Stegun 6.3.5,
    6.3.18), and by reflection below 1/2 (6.3.7)."""
    import torch

    is_low = x < 0.5
    above = _digamma_from_half(torch.where(is_low, 1 - x, x))
    low = torch.where(is_low, x, 0.25)
    return torch.where(is_low, above - math.pi / torch.tan(math.pi * (low - torch.floor(low))), above)


@_in_f64
def polygamma(n, x):
    """Computes derivative n of digamma for x > 0: Hurwitz' zeta function by the Euler-Maclaurin
    formula (Abramowitz and Stegun 6.4.10, 23.2.9)."""
    import torch

    if n == 0:
        return digamma(x)
    s = n + 1
    total = sum((x + k) ** -s for k in range(_SHIFT))
    end = x + _SHIFT
    total = total + end ** (1 - s) / (s - 1) + 0.5 * end**-s
    factor = float(s)
    for j, bernoulli in enumerate(_BERNOULLI, 1):
        total = total + bernoulli / math.factorial(2 * j) * factor * end ** (-s - 2 * j + 1)
        factor *= (s + 2 * j - 1) * (s + 2 * j)
    return torch.where(x > 0, (-1) ** (n + 1) * math.factorial(n) * total, math.nan)


@_in_f64
def erfinv(x):
    """Computes erfinv by Giles' approximation (2010) and two Newton steps, which also make the
    derivative exact."""
    import torch

    small = torch.where(x.abs() < 1, x, 0)
    w = -torch.log((1 - small) * (1 + small))
    near, far = torch.where(w < 5, w, 0) - 2.5, torch.sqrt(torch.where(w < 5, 5, w)) - 3
    a, b = torch.full_like(w, 2.81022636e-08), torch.full_like(w, -0.000200214257)
    for c in (3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503, -0.00417768164,
              0.246640727, 1.50140941):  # fmt: skip
        a = c + a * near
    for c in (0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613, 0.00943887047,
              1.00167406, 2.83297682):  # fmt: skip
        b = c + b * far
    y = torch.where(w < 5, a, b) * small
    for _ in range(2):
        y = y - (torch.erf(y) - small) * (0.5 * math.sqrt(math.pi)) * torch.exp(y * y)
    return torch.where(x.abs() < 1, y, torch.where(x.abs() == 1, x * math.inf, math.nan))
