"""Indexing of traced arrays: `x[index]` and `x.at[index]`."""

import operator
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from ..errors import ArgumentError
from .dtypes import Kind, kind_of
from .sizes import Size, number_of_size
from .tracer import Array, convert, operate


class _AxisSlice(NamedTuple):
    """The slice of an axis. None is the end of the axis."""

    axis: int
    start: Optional[int]
    stop: Optional[int]
    step: int

    def parameters(self) -> Dict[str, Any]:
        result: Dict[str, Any] = {"axis": self.axis, "step": self.step}
        if self.start is not None:
            result["start"] = [self.start]
        if self.stop is not None:
            result["stop"] = [self.stop]
        return result


class _Index(NamedTuple):
    """A parsed index. First, axes of size 1 are added to the array at `added`. Then its slices are
    taken, and the axes of `arrays` are indexed by arrays. Last, the axes `dropped` are removed."""

    added: List[int]
    slices: List[_AxisSlice]
    dropped: List[int]
    axes: List[int]
    arrays: List[Any]


def _is_array(item: Any) -> bool:
    return isinstance(item, (Array, np.ndarray, list))


def _expand(index: Any, ndim: int) -> Tuple[Any, ...]:
    """Returns the items of an index, with full slices for the ellipsis and missing axes."""
    items = index if isinstance(index, tuple) else (index,)
    used = sum(item is not None and item is not Ellipsis for item in items)
    if used > ndim:
        raise IndexError(f"{used} indices for an array of rank {ndim}")
    ellipses = [i for i, item in enumerate(items) if item is Ellipsis]
    if len(ellipses) > 1:
        raise IndexError("an index has at most one ellipsis")
    position = ellipses[0] if ellipses else len(items)
    return items[:position] + (slice(None),) * (ndim - used) + items[position + 1 :]


def _read_slice(item: slice, axis: int) -> Optional[_AxisSlice]:
    step = 1 if item.step is None else operator.index(item.step)
    if item.start is None and item.stop is None and step == 1:
        return None
    ends = []
    for end in (item.start, item.stop):
        if isinstance(end, Array):
            raise ArgumentError("the start and stop of a slice must be known: use sg.dynamic_slice")
        ends.append(None if end is None else number_of_size(end))
    return _AxisSlice(axis, ends[0], ends[1], step)


def _parse(x: Array, index: Any) -> _Index:
    items = _expand(index, x.ndim)
    has_arrays = any(map(_is_array, items))
    parsed = _Index([], [], [], [], [])
    axis = 0
    sizes = iter(x.shape)
    for item in items:
        if item is None:
            parsed.added.append(axis)
        elif isinstance(item, slice):
            next(sizes)
            found = _read_slice(item, axis)
            if found:
                parsed.slices.append(found)
        elif _is_array(item):
            next(sizes)
            parsed.axes.append(axis)
            parsed.arrays.append(item)
        else:
            _add_integer(parsed, item, axis, next(sizes), has_arrays)
        axis += 1
    return parsed


def _add_integer(parsed: _Index, item: Any, axis: int, size: Any, has_arrays: bool) -> None:
    if isinstance(item, Size):
        raise ArgumentError("an index must be an integer: use sg.size_value for a symbolic size")
    try:
        position = operator.index(item)
    except TypeError:
        raise IndexError(
            f"{item!r} is no index; an index is an integer, a slice, None, an ellipsis or an array of integers"
        ) from None
    if isinstance(item, (bool, np.bool_)):
        raise IndexError("a bool is no index")
    if has_arrays or not isinstance(size, int):
        parsed.axes.append(axis)
        parsed.arrays.append(np.asarray(position, np.int64))
        return
    if not -size <= position < size:
        raise IndexError(f"the index {position} is out of range for axis {axis} of size {size}")
    position %= size
    parsed.slices.append(_AxisSlice(axis, position, position + 1, 1))
    parsed.dropped.append(axis)


def _convert_arrays(x: Array, arrays: List[Any]) -> List[Array]:
    converted = [convert(x._trace, np.asarray(one) if isinstance(one, list) else one) for one in arrays]
    for one in converted:
        if kind_of(one._type.dtype) is Kind.BOOL:
            raise ArgumentError(
                "the number of elements that a bool array selects is not known while the function is traced: use "
                "sg.where, or x.at[...] with sg.where"
            )
    return converted


def _add_axes(x: Array, axes: List[int]) -> Array:
    for axis in axes:
        x = operate("expand_dims", [x], {"axis": axis})
    return x


def get_item(x: Array, index: Any) -> Array:
    """Returns x[index]."""
    parsed = _parse(x, index)
    x._trace.locate()
    y = _add_axes(x, parsed.added)
    for one in parsed.slices:
        y = operate("slice_axis", [y], one.parameters())
    if parsed.arrays:
        return operate("gather", [y, *_convert_arrays(x, parsed.arrays)], {"axes": parsed.axes})
    if parsed.dropped:
        y = operate("squeeze", [y], {"axis": parsed.dropped})
    return y


_NAMES = {"add": "add", "multiply": "multiply", "min": "minimum", "max": "maximum"}


class At:
    """The updates of x.at. `x.at[index]` selects elements."""

    def __init__(self, x: Array):
        self._x = x

    def __getitem__(self, index: Any) -> "Updates":
        return Updates(self._x, index)


class Updates:
    """Updates of the elements x[index]. Each method returns a new array."""

    def __init__(self, x: Array, index: Any):
        self._x, self._index = x, index

    def get(self) -> Array:
        """Returns x[index]."""
        return get_item(self._x, self._index)

    def set(self, values: Any) -> Array:
        """Replaces the elements by `values`, which broadcast."""
        return self._update("set", values)

    def add(self, values: Any) -> Array:
        """Adds `values`. Repeated indices add repeatedly."""
        return self._update("add", values)

    def multiply(self, values: Any) -> Array:
        """Multiplies by `values`."""
        return self._update("multiply", values)

    def min(self, values: Any) -> Array:
        """Takes the minimum with `values`."""
        return self._update("min", values)

    def max(self, values: Any) -> Array:
        """Takes the maximum with `values`."""
        return self._update("max", values)

    def _update(self, mode: str, values: Any) -> Array:
        x, trace = self._x, self._x._trace
        parsed = _parse(x, self._index)
        trace.locate()
        update = convert(trace, values, x._type.dtype)
        if update._type.dtype != x._type.dtype:
            raise ArgumentError(f"the array is {x._type.dtype}, the update {update._type.dtype}: convert it by astype")
        inner = _add_axes(x, parsed.added)
        outer: List[Tuple[Array, _AxisSlice]] = []
        for one in parsed.slices:
            outer.append((inner, one))
            inner = operate("slice_axis", [inner], one.parameters())
        if parsed.arrays:
            arrays = _convert_arrays(x, parsed.arrays)
            inner = operate("scatter", [inner, update, *arrays], {"axes": parsed.axes, "mode": mode})
        else:
            update = self._insert_axes(update, inner.ndim, parsed.dropped)
            if mode != "set":
                update = operate(_NAMES[mode], [inner, update], {})
            shape = list(inner._type.sizes)
            inner = operate("broadcast_to", [update], {"shape": shape})
        for array, one in reversed(outer):
            inner = operate("set_slice_axis", [array, inner], one.parameters())
        return operate("squeeze", [inner], {"axis": parsed.added}) if parsed.added else inner

    @staticmethod
    def _insert_axes(update: Array, ndim: int, dropped: List[int]) -> Array:
        """Adds the axes of integer indices, which the update does not have. The last axes of the
        update and of the indexed elements are aligned."""
        missing = ndim - len(dropped) - update.ndim
        if missing < 0:
            raise ArgumentError(f"the update has rank {update.ndim}, the indexed elements {ndim - len(dropped)}")
        for axis in dropped:
            position = axis - missing
            if position >= 0:
                update = operate("expand_dims", [update], {"axis": min(position, update.ndim)})
            else:
                missing -= 1
        return update
