"""The state that a program of a module depends on, except tensors that are arguments.

forward reads attributes, hooks, and captured variables. A program contains their values at the time
of conversion. A `Reading` collects them, so that a call can check whether a program is still valid.
"""

import types
from typing import Any, Dict, List, Tuple

import numpy as np

_PLAIN = (type(None), bool, int, complex, str, bytes, type, np.dtype)
# Attributes of a module that are not compared here. Its tensors are arguments, and its submodules
# are compared one by one.
_SKIPPED_ATTRIBUTES = {"_parameters", "_buffers", "_modules", "_non_persistent_buffers_set"}
_MAX_DEPTH = 6
# Depth to which objects of other classes are compared, which is enough for configurations.
_MAX_OBJECTS = 2


class _Same:
    """A wrapper with equality by identity. Keeps the object alive, so that its id is not reused."""

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return isinstance(other, _Same) and self.value is other.value

    __hash__ = None  # type: ignore[assignment]


def _modes() -> Tuple[Any, ...]:
    import torch

    return torch.is_autocast_enabled("cpu") and torch.get_autocast_dtype("cpu"), torch.get_default_dtype()


def _version(tensor):
    return None if tensor.is_inference() else tensor._version


class Reading:
    """The state that forward of `module` may read now. `found` maps paths to values. If two
    readings are equal, forward does the same."""

    def __init__(self, module):
        import torch

        self.module, self.torch = module, torch
        self.plain = (*_PLAIN, torch.dtype, torch.device, torch.Size, torch.layout, torch.memory_format)
        self.own = {id(tensor) for tensor in (*module.parameters(), *module.buffers())}
        self.modes = _modes()
        self.found: Dict[str, Any] = {"autocast and default type": self.modes}
        self._seen: Dict[int, Any] = {}
        # Containers, keys and objects, to detect replaced objects.
        self._items: List[Tuple[Any, Any, Any]] = []
        self._sizes: List[Tuple[Any, int]] = []
        self._cells: List[Tuple[Any, Any]] = []
        self._tensors: List[Tuple[Any, Any]] = []
        self._arrays: List[Tuple[Any, bytes]] = []
        self._read("module", module, 0, 0)

    def is_current(self) -> bool:
        """Returns True if nothing was replaced or written. Otherwise the state may still be
        equal."""
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

    def _read(self, path, value, depth, objects):
        """Adds `value` and its contents. `depth` is the nesting depth, and `objects` the number of
        enclosing objects of unknown classes."""
        if isinstance(value, float):
            self.found[path] = value.hex()  # NaN equals itself, and 0.0 differs from -0.0
        elif isinstance(value, self.plain):
            self.found[path] = type(value), value  # True differs from 1
        elif isinstance(value, self.torch.Tensor):
            self.found[path] = _Same(value), None if id(value) in self.own else _version(value)
            if id(value) not in self.own and not value.is_inference():
                self._tensors.append((value, value._version))
        elif isinstance(value, np.ndarray) and not value.dtype.hasobject:
            self.found[path] = _Same(value), value.tobytes()
            self._arrays.append((value, value.tobytes()))
        elif id(value) in self._seen or depth > _MAX_DEPTH:
            self.found[path] = _Same(value)
        else:
            self._seen[id(value)] = value
            self._read_parts(path, value, depth + 1, objects)

    def _read_items(self, items, container, name, depth, objects):
        """Reads the (key, value) pairs of a container. `name(key)` is the path of the value."""
        self._sizes.append((container, len(container)))
        for key, value in items:
            self._items.append((container, key, value))
            self._read(name(key), value, depth, objects)

    def _read_parts(self, path, value, depth, objects):
        if isinstance(value, self.torch.nn.Module):
            self._read_module(path, value, depth)
        elif isinstance(value, dict):
            self.found[path] = type(value), [key if isinstance(key, self.plain) else _Same(key) for key in value]
            self._read_items(value.items(), value, lambda key: f"{path}[{key!r}]", depth, objects)
        elif isinstance(value, (list, tuple)):
            self.found[path] = type(value), len(value)
            self._read_items(enumerate(value), value, lambda key: f"{path}[{key}]", depth, objects)
        elif isinstance(value, (set, frozenset)):
            self.found[path] = type(value), [_Same(one) for one in value]
            self._sizes.append((value, len(value)))
        elif isinstance(value, types.FunctionType):
            self._read_function(path, value, depth)
        elif isinstance(value, types.MethodType):
            self.found[path] = _Same(value.__func__)
            self._read(f"{path}.__self__", value.__self__, depth, objects)
        else:
            self.found[path] = _Same(value)
            attributes = None if isinstance(value, types.ModuleType) else getattr(value, "__dict__", None)
            if isinstance(attributes, dict) and objects < _MAX_OBJECTS:
                self._read_items(attributes.items(), attributes, lambda key: f"{path}.{key}", depth, objects + 1)

    def _read_module(self, path, module, depth):
        def name(key):
            return f"{path}.{key}"

        self.found[path] = _Same(module), list(module._parameters), list(module._buffers), list(module._modules)
        attributes = module.__dict__
        self._read_items([item for item in attributes.items() if item[0] not in _SKIPPED_ATTRIBUTES], attributes, name, depth, 0)
        for table in (module._parameters, module._buffers):
            self._sizes.append((table, len(table)))
            for key, tensor in table.items():
                self._items.append((table, key, tensor))
                if tensor is not None and id(tensor) not in self.own:
                    self._read(name(key), tensor, depth, 0)
        self._read_items(module._modules.items(), module._modules, name, 0, 0)
        forward = type(module).forward
        if isinstance(forward, types.FunctionType) and not type(module).__module__.startswith("torch."):
            self._read_globals(path, forward)

    def _read_function(self, path, function, depth):
        self.found[path] = _Same(function)
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
        kinds = (float, *self.plain, self.torch.Tensor, self.torch.nn.Module)
        for name in function.__code__.co_names:
            if name in function.__globals__:
                value = function.__globals__[name]
                self._items.append((function.__globals__, name, value))
                if isinstance(value, kinds):
                    self._read(f"{path}:{name}", value, 1, 0)
                else:
                    self.found[f"{path}:{name}"] = _Same(value)


def changed(before, after):
    """Returns the paths at which two readings differ."""
    return [
        path for path in {**before, **after} if path not in before or path not in after or before[path] != after[path]
    ]
