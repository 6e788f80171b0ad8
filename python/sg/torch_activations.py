"""PyTorch's activations with PyTorch's derivatives.

torch-mlir lowers activations to maxima, minima and plain exponentials. At a tie, for example at 0,
the derivatives of both operands are added. Exponentials that overflow make the derivative NaN.
"""


def _negative_abs(x):
    """Returns -|x|, whose exponential does not overflow. The derivative at 0 is -1."""
    import torch

    return torch.where(x < 0, x, -x)


def _as_float(x):
    import torch

    return x if x.is_floating_point() else x.to(torch.get_default_dtype())


def sigmoid(x):
    import torch

    x = _as_float(x)
    e = torch.exp(_negative_abs(x))
    return torch.where(x < 0, e, 1) / (1 + e)


def silu(x):
    return x * sigmoid(x)


def glu(x, dim=-1):
    values, gates = x.chunk(2, dim)
    return values * sigmoid(gates)


def log_sigmoid(x):
    import torch

    return torch.where(x < 0, x, 0) - torch.log1p(torch.exp(_negative_abs(x)))


def log_sigmoid_forward(x):
    import torch

    # Only PyTorch's derivative uses the second result.
    return log_sigmoid(x), torch.zeros_like(x)


def softplus(x, beta=1, threshold=20):
    import torch

    z = x * beta
    soft = (torch.where(z < 0, 0, z) + torch.log1p(torch.exp(_negative_abs(z)))) / beta
    return torch.where(z > threshold, x, soft)


def mish(x):
    import torch

    return x * torch.tanh(softplus(x))


def elu(x, alpha=1, scale=1, input_scale=1):
    import torch

    below = torch.expm1(torch.where(x > 0, 0, x) * input_scale) * (alpha * scale)
    return torch.where(x > 0, x * scale, below)


def celu(x, alpha=1.0):
    return elu(x, alpha, 1, 1 / alpha)


def selu(x):
    return elu(x, 1.6732632423543772848170429916717, 1.0507009873554804934193349852946)


def leaky_relu(x, slope=0.01):
    import torch

    return torch.where(x > 0, x, x * slope)


def rrelu(x, lower=1 / 8, upper=1 / 3, training=False, generator=None):
    import torch

    slope = torch.rand_like(x) * (upper - lower) + lower if training else (lower + upper) / 2
    return torch.where(x > 0, x, x * slope)


def clamp(x, least=None, most=None):
    """Clamps x. The derivative is 0 at the limits. If the limits cross, the upper limit wins."""
    import torch

    if most is not None:
        x = torch.where(x >= most, most, x)
    if least is not None:
        limit = least if most is None else min(least, most)
        x = torch.where(x <= limit, limit, x)
    return x


def hardtanh(x, least=-1, most=1):
    return clamp(x, least, most)


def relu6(x):
    return clamp(x, 0, 6)


def hardsigmoid(x):
    import torch

    return torch.where(x <= -3, 0, torch.where(x >= 3, 1, x / 6 + 0.5))


def hardswish(x):
    import torch

    return torch.where(x <= -3, 0, torch.where(x < 3, x * (x / 6 + 0.5), x))


def binary_cross_entropy_with_logits(x, target, weight=None, pos_weight=None, reduction=1):
    log = log_sigmoid(x)
    loss = (1 - target) * (x - log) - (target if pos_weight is None else pos_weight * target) * log
    if weight is not None:
        loss = loss * weight
    return loss.mean() if reduction == 1 else loss.sum() if reduction == 2 else loss


def table():
    """Returns the ops that this module replaces, and their replacements."""
    import torch

    aten = torch.ops.aten
    return {
        aten.sigmoid.default: sigmoid,
        aten.silu.default: silu,
        aten.glu.default: glu,
        aten.log_sigmoid.default: log_sigmoid,
        aten.log_sigmoid_forward.default: log_sigmoid_forward,
        aten.softplus.default: softplus,
        aten.mish.default: mish,
        aten.elu.default: elu,
        aten.celu.default: celu,
        aten.leaky_relu.default: leaky_relu,
        aten.selu.default: selu,
        aten.rrelu.default: rrelu,
        aten.clamp.default: clamp,
        aten.clip.default: clamp,
        aten.hardtanh.default: hardtanh,
        aten.relu6.default: relu6,
        aten.hardsigmoid.default: hardsigmoid,
        aten.hardswish.default: hardswish,
        aten.binary_cross_entropy_with_logits.default: binary_cross_entropy_with_logits,
    }
