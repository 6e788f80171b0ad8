"""The namespace `sg` with eager arrays, for the test suite of the Python array API standard.

The suite needs arrays that have operators, indices and elements. The arrays of `sg` have operators
and indices in traced functions, and elements as NumPy arrays outside of them. `Array` has both. It
stores a NumPy array. Each function, operator, method and index traces and compiles a function of
`sg.function` that applies the member of `sg` or of `sg.Array`, and calls the function.

NumPy does the following, which is not a part of `sg`: it stores elements, converts them to Python
numbers, exports them by DLPack, reads and writes single elements except the first time for a type,
and selects elements by bool arrays.

If the variable SG_ARRAY_API_EAGER is set, functions are not traced, but called with NumPy arrays.
Operators and indices are traced in any case.
"""

import collections
import functools
import os
import sys
import types

import numpy as np

import sg

# Largest number of compiled functions that are kept.
_MAX_FUNCTIONS = 1024
_functions = collections.OrderedDict()


def _freeze(value):
    """Returns a hashable description of a value that is constant in a traced function. Unlike
    equality, it tells -0.0 from 0.0, and 1 from 1.0 and True."""
    if isinstance(value, (tuple, list)):
        return (type(value).__name__, *map(_freeze, value))
    if isinstance(value, dict):
        return tuple((key, _freeze(one)) for key, one in sorted(value.items()))
    if isinstance(value, slice):
        return ("slice", _freeze((value.start, value.stop, value.step)))
    if isinstance(value, np.ndarray):
        return ("array", value.dtype, value.shape, value.tobytes())
    return (type(value).__name__, repr(value))


def _extract(value, arrays):
    """Replaces each Array by its position in `arrays`, to which its NumPy array is appended."""
    if isinstance(value, Array):
        arrays.append(value._data)
        return _Position(len(arrays) - 1)
    if isinstance(value, (tuple, list)):
        return type(value)(_extract(one, arrays) for one in value)
    if isinstance(value, dict):
        return {key: _extract(one, arrays) for key, one in value.items()}
    return value


def _insert(value, arrays):
    """Replaces each position by the array."""
    if isinstance(value, _Position):
        return arrays[value]
    if isinstance(value, (tuple, list)):
        return type(value)(_insert(one, arrays) for one in value)
    if isinstance(value, dict):
        return {key: _insert(one, arrays) for key, one in value.items()}
    return value


class _Position(int):
    """The position of an array among the arguments of a traced function."""

    __repr__ = int.__repr__


def _wrap(value):
    if isinstance(value, (np.ndarray, np.generic)):
        return Array(np.asarray(value))
    if isinstance(value, (tuple, list)):
        wrapped = [_wrap(one) for one in value]
        return type(value)(*wrapped) if hasattr(value, "_fields") else type(value)(wrapped)
    return value


def _call_traced(function, *arguments, **keywords):
    """Calls `function` in a function of `sg.function`. Values other than arrays are constants."""
    arrays = []
    arguments, keywords = _extract(arguments, arrays), _extract(keywords, arrays)
    types_of_arrays = tuple((array.dtype, array.shape) for array in arrays)
    key = (function, _freeze(arguments), _freeze(keywords), types_of_arrays)
    traced = _functions.pop(key, None)
    if traced is None:

        @sg.function
        def traced(*arrays):
            return function(*_insert(arguments, arrays), **_insert(keywords, arrays))

    _functions[key] = traced
    if len(_functions) > _MAX_FUNCTIONS:
        _functions.popitem(last=False)
    return _wrap(traced(*arrays))


def _call_eager(function, *arguments, **keywords):
    """Calls `function` with NumPy arrays."""
    arrays = []
    arguments, keywords = _extract(arguments, arrays), _extract(keywords, arrays)
    return _wrap(function(*_insert(arguments, arrays), **_insert(keywords, arrays)))


class Array:
    """An array with elements and the operators and methods of `sg.Array`."""

    # Types of arrays and kinds of access for which `sg` has accessed an element.
    _accessed = set()

    def __init__(self, data):
        self._data = data

    dtype = property(lambda self: self._data.dtype)
    shape = property(lambda self: self._data.shape)
    ndim = property(lambda self: self._data.ndim)
    size = property(lambda self: self._data.size)
    device = property(lambda self: _call_device(self))
    T = property(lambda self: _call_traced(sg.Array.T.fget, self))
    mT = property(lambda self: _call_traced(sg.Array.mT.fget, self))

    def __repr__(self):
        return f"Array({self._data!r})"

    def __len__(self):
        return len(self._data)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __bool__(self):
        return bool(self._data)

    def __int__(self):
        return int(self._data)

    def __index__(self):
        return self._data.__index__()

    def __float__(self):
        return float(self._data)

    def __complex__(self):
        return complex(self._data)

    def __dlpack__(self, /, *, stream=None, max_version=None, dl_device=None, copy=None):
        return self._data.__dlpack__(stream=stream, max_version=max_version, dl_device=dl_device, copy=copy)

    def __dlpack_device__(self, /):
        return self._data.__dlpack_device__()

    def to_device(self, device, /, *, stream=None):
        return _call_traced(sg.Array.to_device, self, device, stream=stream)

    def __array_namespace__(self, /, *, api_version=None):
        from sg.tracing.namespace import find_namespace

        find_namespace(api_version)
        return xp

    def _is_numpy_access(self, key, kind):
        """Returns True if NumPy accesses the elements."""
        items = key if isinstance(key, tuple) else (key,)
        if any(isinstance(item, Array) and item.dtype == bool for item in items):
            return True
        if not all(type(item) is int for item in items) or len(items) != self.ndim or 0 in self.shape:
            return False
        is_known = (kind, self.dtype, self.shape) in self._accessed
        self._accessed.add((kind, self.dtype, self.shape))
        return is_known

    def __getitem__(self, key, /):
        if self._is_numpy_access(key, "read"):
            arrays = []
            key = _extract(key, arrays)
            return _wrap(self._data[_insert(key, arrays)])
        return _call_traced(sg.Array.__getitem__, self, key)

    def __setitem__(self, key, value, /):
        if self._is_numpy_access(key, "write"):
            arrays = []
            key, value = _extract((key, value), arrays)
            self._data[_insert(key, arrays)] = _insert(value, arrays)
            return
        self._data[...] = _call_traced(_set_item, self, key, value)._data


def _call_device(x):
    """Returns the device of a traced array, which is a constant of the traced function."""
    devices = []
    sg.function(lambda traced: devices.append(traced.device) or traced)(x._data)
    return devices[0]


def _set_item(x, key, value):
    return x.at[key].set(value)


def _method(function):
    @functools.wraps(function)
    def method(self, *arguments):
        return _call_traced(function, self, *arguments)

    return method


for _name, _member in vars(sg.Array).items():
    if isinstance(_member, types.FunctionType) and _name not in vars(Array) and _name != "__array__":
        setattr(Array, _name, _method(_member))

# Functions whose results are no arrays, or are the memory of their arguments, or have a size that
# depends on elements.
_EAGER = {"asarray", "can_cast", "finfo", "from_dlpack", "iinfo", "isdtype", "result_type"}
_EAGER |= {"nonzero", "unique_all", "unique_counts", "unique_inverse", "unique_values"}


def _function(name, function):
    @functools.wraps(function)
    def call(*arguments, **keywords):
        if name in _EAGER:
            return _call_eager(function, *arguments, **keywords)
        if name == "repeat" and len(arguments) > 1 and isinstance(arguments[1], Array):
            # The size of the result depends on repeats, which are a constant.
            arguments = (arguments[0], arguments[1]._data, *arguments[2:])
        arrays = []
        _extract((arguments, keywords), arrays)
        # A function without arrays, such as sg.ones, is not traced.
        is_traced = arrays and not os.environ.get("SG_ARRAY_API_EAGER")
        return (_call_traced if is_traced else _call_eager)(function, *arguments, **keywords)

    return call


xp = types.ModuleType("sg_eager.xp", sg.__doc__)
for _name in sg.__all__ + ["__version__"]:
    _member = getattr(sg, _name)
    setattr(xp, _name, _function(_name, _member) if isinstance(_member, types.FunctionType) else _member)
sys.modules[xp.__name__] = xp
