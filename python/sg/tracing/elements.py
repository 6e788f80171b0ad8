"""Functions of elements, and products, with the parameters of the Python array API standard."""

from typing import Any, Sequence, Tuple, Union

from ..errors import ArgumentError
from . import operations as ops
from .manipulation import normalize_axes
from .tracer import operate

__all__ = ["clip", "einsum", "tensordot"]


def clip(x: Any, min: Any = None, max: Any = None) -> Any:
    """Returns minimum(maximum(x, min), max), in the type of x. A bound that is None is omitted.

    Derivative: The derivative of the argument that is the result; half of each at a tie.
    """
    for bound, limit in ((min, ops.maximum), (max, ops.minimum)):
        if bound is not None:
            x = ops.astype(limit(x, bound), x.dtype)
    return x


def tensordot(x: Any, y: Any, *, axes: Union[int, Tuple[Sequence[int], Sequence[int]]] = 2) -> Any:
    """Sums the products over pairs of axes: the last `axes` axes of x and the first ones of y, or the
    axes axes[0] of x and axes[1] of y, in this order.

    Derivative: tensordot(dx, y) + tensordot(x, dy).
    """
    if isinstance(axes, int):
        return ops.tensordot(x, y, axes=axes)
    first, second = normalize_axes(axes[0], x.ndim), normalize_axes(axes[1], y.ndim)
    if len(first) != len(second):
        raise ArgumentError(f"tensordot has {len(first)} axes of the first array, but {len(second)} of the second")
    x = ops.permute_dims(x, [axis for axis in range(x.ndim) if axis not in first] + first)
    y = ops.permute_dims(y, second + [axis for axis in range(y.ndim) if axis not in second])
    return ops.tensordot(x, y, axes=len(first))


def einsum(subscripts: str, *operands: Any) -> Any:
    """Returns the sum of products in Einstein's notation, for example einsum("ij,jk->ik", x, y)."""
    return operate("einsum", list(operands), {"subscripts": subscripts})
