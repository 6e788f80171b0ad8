"""Detects changes of Python state that invalidate a compiled torch module.

forward reads attributes, hooks, and captured variables, whose values at the time of conversion the
program contains. A call compares two snapshots of this state to check that the program is valid.
Tensors that are arguments of the program are not part of the state.
"""

import types
from typing import Any, Dict, List, Tuple

import numpy as np

# Types of values that are compared by equality.
_VALUE_TYPES = (type(None), bool, int, complex, str, bytes, type, np.dtype)
# Attributes of a module that are not compared here: tensors are arguments, and submodules are
# compared one by one.
_SKIPPED_ATTRIBUTES = {"_parameters", "_buffers", "_modules", "_non_persistent_buffers_set"}
_MAX_DEPTH = 6
# Nesting depth of objects whose attributes are compared, except modules, containers and functions.
# This depth is enough for configurations.
_MAX_OBJECT_DEPTH = 2


class _ByIdentity:
    """A wrapper with equality by identity. Keeps the object alive, so that its id is not reused."""

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return isinstance(other, _ByIdentity) and self.value is other.value

    __hash__ = None  # type: ignore[assignment]


def _modes() -> Tuple[Any, ...]:
    import torch

    return torch.is_autocast_enabled("cpu") and torch.get_autocast_dtype("cpu"), torch.get_default_dtype()


def _version(tensor):
    return None if tensor.is_inference() else tensor._version


class StateSnapshot:
    """The state that forward of `module` may read now. If the `values_by_path` of two snapshots are
    equal, one program is valid for both."""

    def __init__(self, module):
        import torch

        self.module, self.torch = module, torch
        self.value_types = (*_VALUE_TYPES, torch.dtype, torch.device, torch.Size, torch.layout, torch.memory_format)
        self.argument_ids = {id(tensor) for tensor in (*module.parameters(), *module.buffers())}
        self.modes = _modes()
        self.values_by_path: Dict[str, Any] = {"autocast mode and default dtype": self.modes}
        self._seen: Dict[int, Any] = {}
        # Records with which `is_current` detects changes without a new snapshot.
        self._items: List[Tuple[Any, Any, Any]] = []  # container, key, value
        self._sizes: List[Tuple[Any, int]] = []  # container, length
        self._cells: List[Tuple[Any, Any]] = []  # closure cell, value
        self._tensors: List[Tuple[Any, Any]] = []  # tensor, version
        self._arrays: List[Tuple[Any, bytes]] = []  # array, contents
        self._read("module", module, 0, 0)

    def is_current(self) -> bool:
        """Returns True if no recorded object was replaced or written. A new snapshot may be equal
        even if the result is False."""
        if self.modes != _modes():
            return False
        try:
            return (
                all(container[key] is value for container, key, value in self._items)
                and all(len(container) == size for container, size in self._sizes)
                and all(cell.cell_contents is value for cell, value in self._cells)
                and all(tensor._version == version for tensor, version in self._tensors)
                and all(array.tobytes() == data for array, data in self._arrays)
            )
        except (LookupError, ValueError):  # a cell is empty
            return False

    def tensors_with_gradient(self):
        """Returns the captured tensors that require gradients."""
        return [tensor for tensor, _ in self._tensors if tensor.requires_grad]

    def _read(self, path, value, depth, object_depth):
        """Adds `value` and its contents. `depth` is the nesting depth. `object_depth` counts only
        the enclosing objects whose attributes are compared."""
        if isinstance(value, float):
            self.values_by_path[path] = value.hex()  # NaN equals itself, and 0.0 differs from -0.0
        elif isinstance(value, self.value_types):
            self.values_by_path[path] = type(value), value  # True differs from 1
        elif isinstance(value, self.torch.Tensor):
            is_argument = id(value) in self.argument_ids
            self.values_by_path[path] = _ByIdentity(value), None if is_argument else _version(value)
            if not is_argument and not value.is_inference():
                self._tensors.append((value, value._version))
        elif isinstance(value, np.ndarray) and not value.dtype.hasobject:
            self.values_by_path[path] = _ByIdentity(value), value.tobytes()
            self._arrays.append((value, value.tobytes()))
        elif id(value) in self._seen or depth > _MAX_DEPTH:
            self.values_by_path[path] = _ByIdentity(value)
        else:
            self._seen[id(value)] = value
            self._read_parts(path, value, depth + 1, object_depth)

    def _read_items(self, items, container, name, depth, object_depth):
        """Reads the (key, value) pairs of a container. `name(key)` is the path of the value."""
        self._sizes.append((container, len(container)))
        for key, value in items:
            self._items.append((container, key, value))
            self._read(name(key), value, depth, object_depth)

    def _read_parts(self, path, value, depth, object_depth):
        if isinstance(value, self.torch.nn.Module):
            self._read_module(path, value, depth)
        elif isinstance(value, dict):
            keys = [key if isinstance(key, self.value_types) else _ByIdentity(key) for key in value]
            self.values_by_path[path] = type(value), keys
            self._read_items(value.items(), value, lambda key: f"{path}[{key!r}]", depth, object_depth)
        elif isinstance(value, (list, tuple)):
            self.values_by_path[path] = type(value), len(value)
            self._read_items(enumerate(value), value, lambda key: f"{path}[{key}]", depth, object_depth)
        elif isinstance(value, (set, frozenset)):
            self.values_by_path[path] = type(value), [_ByIdentity(item) for item in value]
            self._sizes.append((value, len(value)))
        elif isinstance(value, types.FunctionType):
            self._read_function(path, value, depth)
        elif isinstance(value, types.MethodType):
            self.values_by_path[path] = _ByIdentity(value.__func__)
            self._read(f"{path}.__self__", value.__self__, depth, object_depth)
        else:
            self.values_by_path[path] = _ByIdentity(value)
            attributes = None if isinstance(value, types.ModuleType) else getattr(value, "__dict__", None)
            if isinstance(attributes, dict) and object_depth < _MAX_OBJECT_DEPTH:
                self._read_items(attributes.items(), attributes, lambda key: f"{path}.{key}", depth, object_depth + 1)

    def _read_module(self, path, module, depth):
        def name(key):
            return f"{path}.{key}"

        tables = (module._parameters, module._buffers, module._modules)
        self.values_by_path[path] = _ByIdentity(module), *map(list, tables)
        attributes = module.__dict__
        self._read_items([item for item in attributes.items() if item[0] not in _SKIPPED_ATTRIBUTES], attributes, name, depth, 0)
        for table in (module._parameters, module._buffers):
            self._sizes.append((table, len(table)))
            for key, tensor in table.items():
                self._items.append((table, key, tensor))
                if tensor is not None and id(tensor) not in self.argument_ids:
                    self._read(name(key), tensor, depth, 0)
        self._read_items(module._modules.items(), module._modules, name, 0, 0)
        forward = type(module).forward
        if isinstance(forward, types.FunctionType) and not type(module).__module__.startswith("torch."):
            self._read_globals(path, forward)

    def _read_function(self, path, function, depth):
        self.values_by_path[path] = _ByIdentity(function)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
            try:
                value = cell.cell_contents
            except ValueError:  # not assigned yet
                continue
            self._cells.append((cell, value))
            self._read(f"{path}.{name}", value, depth, 0)
        self._read(f"{path}.__defaults__", function.__defaults__, depth, 0)
        self._read(f"{path}.__kwdefaults__", function.__kwdefaults__, depth, 0)
        self._read_globals(path, function)

    def _read_globals(self, path, function):
        """Reads the globals that a function uses: the values of numbers, texts, tensors and
        modules, and the identity of other objects."""
        kinds = (float, *self.value_types, self.torch.Tensor, self.torch.nn.Module)
        for name in function.__code__.co_names:
            if name in function.__globals__:
                value = function.__globals__[name]
                self._items.append((function.__globals__, name, value))
                if isinstance(value, kinds):
                    self._read(f"{path}:{name}", value, 1, 0)
                else:
                    self.values_by_path[f"{path}:{name}"] = _ByIdentity(value)


def changed(before, after):
    """Returns the paths at which the values of two snapshots differ."""
    return [
        path for path in {**before, **after} if path not in before or path not in after or before[path] != after[path]
    ]
