"""Functions that rearrange arrays, with the parameters of the Python array API standard."""

import operator
from typing import Any, List, Optional, Sequence, Tuple, Union

import numpy as np

from ..errors import ArgumentError
from . import operations as ops
from .sizes import Shape, Size, number_of_size
from .trace import active_trace
from .tracer import Array

__all__ = [
    "broadcast_arrays",
    "broadcast_shapes",
    "concat",
    "expand_dims",
    "meshgrid",
    "moveaxis",
    "repeat",
    "reshape",
    "roll",
    "split",
    "squeeze",
    "tile",
    "unstack",
]

Axes = Union[int, Sequence[int]]


def normalize_axes(axis: Axes, ndim: int) -> List[int]:
    """Returns axes of an array of rank `ndim` as numbers from 0.

    Raises IndexError if an axis is out of range, and ArgumentError if it is repeated.
    """
    listed = [operator.index(one) for one in (axis if isinstance(axis, Sequence) else (axis,))]
    for one in listed:
        if not -ndim <= one < ndim:
            raise IndexError(f"axis {one} is out of range for rank {ndim}")
    numbers = [one % ndim for one in listed]
    if len(set(numbers)) < len(numbers):
        raise ArgumentError(f"the axes {tuple(listed)} contain an axis twice")
    return numbers


def flatten(x: Any) -> Any:
    """Returns the elements in row-major order."""
    size: Any = 1
    for one in x.shape:
        size = size * one
    return ops.reshape(x, (size,))


def broadcast_shapes(*shapes: Shape) -> Shape:
    """Returns the shape to which arrays with these shapes broadcast.

    Raises ArgumentError if they do not.

        >>> sg.broadcast_shapes((3, 1), (4,))
        (3, 4)
    """
    result: List[Union[int, Size]] = [1] * max((len(shape) for shape in shapes), default=0)
    for shape in shapes:
        for position, size in enumerate(shape, len(result) - len(shape)):
            if isinstance(size, int) and size == 1:
                continue
            if isinstance(result[position], int) and result[position] == 1:
                result[position] = size
            elif not result[position] == size:
                raise ArgumentError(f"the shapes {', '.join(map(str, shapes))} do not broadcast")
    return tuple(result)


def broadcast_arrays(*arrays: Any) -> Tuple[Any, ...]:
    """Returns the arrays, each broadcast to the common shape."""
    shape = broadcast_shapes(*(x.shape for x in arrays))
    return tuple(ops.broadcast_to(x, shape) for x in arrays)


def concat(arrays: Sequence[Any], *, axis: Optional[int] = 0) -> Any:
    """Joins arrays along an axis. If the axis is None, flattened arrays are joined.

    Derivative: The derivatives, joined.
    """
    if axis is None:
        return ops.concat([flatten(x) for x in arrays], axis=0)
    return ops.concat(arrays, axis=axis)


def expand_dims(x: Any, axis: Axes = 0) -> Any:
    """Adds axes of size 1 at positions of the result.

    Raises IndexError if a position is out of range.

    Derivative: dx, expanded.
    """
    ndim = x.ndim + (len(axis) if isinstance(axis, Sequence) else 1)
    for position in sorted(normalize_axes(axis, ndim)):
        x = ops.expand_dims(x, axis=position)
    return x


def squeeze(x: Any, axis: Axes) -> Any:
    """Removes axes of size 1.

    Raises ArgumentError for another size.

    Derivative: dx, squeezed.
    """
    axes = normalize_axes(axis, x.ndim)
    for one in axes:
        if isinstance(x.shape[one], int) and x.shape[one] != 1:
            raise ArgumentError(f"axis {one} has the size {x.shape[one]}: squeeze removes axes of size 1")
    return ops.squeeze(x, axes)


def moveaxis(x: Any, source: Axes, destination: Axes) -> Any:
    """Moves axes to other positions. The other axes keep their order.

    Derivative: dx, moved.
    """
    sources, destinations = normalize_axes(source, x.ndim), normalize_axes(destination, x.ndim)
    if len(sources) != len(destinations):
        raise ArgumentError(f"moveaxis moves {len(sources)} axes to {len(destinations)} positions")
    order = [axis for axis in range(x.ndim) if axis not in sources]
    for position, axis in sorted(zip(destinations, sources)):
        order.insert(position, axis)
    return ops.permute_dims(x, order)


def reshape(x: Any, shape: Any, *, copy: Optional[bool] = None) -> Any:
    """Changes the sizes and keeps the elements in row-major order. A size of -1 is computed from the
    others. The result is a new array: if `copy` is false, ArgumentError is raised, except in a
    traced function, whose arrays do not change.

    Derivative: dx, reshaped.
    """
    if copy is False and active_trace() is None:
        raise ArgumentError("reshape copies NumPy arrays: use numpy.reshape for a view")
    return ops.reshape(x, shape)


def meshgrid(*arrays: Any, indexing: str = "xy") -> Tuple[Any, ...]:
    """Returns the coordinates of a grid: for each vector an array with an axis for each vector. For
    the indexing "xy", the first two axes are exchanged; for "ij" they are not.
    """
    if indexing not in ("xy", "ij"):
        raise ArgumentError(f'indexing is {indexing!r}, but must be "xy" or "ij"')
    rank = len(arrays)
    order = list(range(rank))
    if indexing == "xy" and rank > 1:
        order[:2] = 1, 0
    shapes = [(*[1] * i, *(x.shape or (1,)), *[1] * (rank - 1 - i)) for i, x in zip(order, arrays)]
    return broadcast_arrays(*[ops.reshape(x, shape) for x, shape in zip(arrays, shapes)])


def split(x: Any, indices_or_sections: Any, *, axis: int = 0) -> List[Any]:
    """Splits x along an axis into equal parts, or at indices."""
    size = x.shape[axis]
    if isinstance(indices_or_sections, int):
        if not isinstance(size, int) or size % indices_or_sections:
            raise ArgumentError(f"the size {size} cannot be divided into {indices_or_sections} equal parts")
        width = size // indices_or_sections
        bounds = [width * i for i in range(1, indices_or_sections)]
    else:
        bounds = list(indices_or_sections)
    starts, stops = [0, *bounds], [*bounds, None]
    return [ops.slice_axis(x, axis=axis, start=start, stop=stop) for start, stop in zip(starts, stops)]


def unstack(x: Any, *, axis: int = 0) -> Tuple[Any, ...]:
    """Returns the slices of x along an axis, without that axis."""
    size = x.shape[axis]
    if not isinstance(size, int):
        raise ArgumentError(f"the size {size} of axis {axis} must be known")
    return tuple(ops.squeeze(ops.slice_axis(x, axis=axis, start=i, stop=i + 1), axis) for i in range(size))


def roll(x: Any, shift: Axes, *, axis: Optional[Axes] = None) -> Any:
    """Moves the elements along axes by `shift` positions. Elements beyond the end move to the start.
    If the axis is None, the elements of the flattened array are moved."""
    if axis is None:
        return ops.reshape(roll(flatten(x), shift, axis=0), tuple(x.shape))
    axes = [operator.index(one) for one in axis] if isinstance(axis, Sequence) else [axis]
    shifts = list(shift) if isinstance(shift, Sequence) else [shift] * len(axes)
    if len(shifts) != len(axes):
        raise ArgumentError(f"roll has {len(shifts)} shifts for {len(axes)} axes")
    for one, distance in zip(axes, shifts):
        size = x.shape[one]
        if isinstance(size, int) and size == 0:
            continue
        begin = (size - distance) % size
        last = ops.slice_axis(x, axis=one, start=begin)
        x = ops.concat([last, ops.slice_axis(x, axis=one, stop=begin)], axis=one)
    return x


def tile(x: Any, repetitions: Sequence[int]) -> Any:
    """Repeats the whole array along each axis."""
    counts = [1] * (x.ndim - len(repetitions)) + list(repetitions)
    for axis, count in enumerate(counts[len(counts) - x.ndim :]):
        if count != 1:
            x = ops.concat([x] * count, axis=axis) if count else ops.slice_axis(x, axis=axis, stop=0)
    for count in reversed(counts[: len(counts) - x.ndim]):
        x = ops.broadcast_to(x, (count, *x.shape))
    return x


def repeat(x: Any, repeats: Any, *, axis: Optional[int] = None) -> Any:
    """Repeats each element along an axis, or of the flattened array if the axis is None. `repeats` is
    an integer, or a NumPy array or list with an integer for each element.

    Raises ArgumentError if `repeats` is an array of a traced function, because then the size of the
    result is unknown.
    """
    if isinstance(repeats, Array):
        raise ArgumentError("the size of the result depends on repeats: pass an integer or a NumPy array")
    if axis is None:
        x, axis = flatten(x), 0
    (axis,) = normalize_axes(axis, x.ndim)
    if isinstance(repeats, (int, Size)):
        return _repeat_equally(x, repeats, axis)
    counts = np.asarray(repeats)
    if counts.size == 1:
        return _repeat_equally(x, int(counts.reshape(())), axis)
    if counts.shape != (number_of_size(x.shape[axis]),):
        raise ArgumentError(f"repeats has the shape {counts.shape}, but axis {axis} has the size {x.shape[axis]}")
    return ops.take(x, np.repeat(np.arange(len(counts)), counts), axis=axis)


def _repeat_equally(x: Any, count: Any, axis: int) -> Any:
    shape = list(x.shape)
    wide = ops.expand_dims(x, axis=axis + 1)
    wide = ops.broadcast_to(wide, (*shape[: axis + 1], count, *shape[axis + 1 :]))
    shape[axis] = shape[axis] * count
    return ops.reshape(wide, tuple(shape))
