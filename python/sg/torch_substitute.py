"""Calls of a module with substitutes for its parameters and buffers.

torch.func.functional_call does not restore tensors that occur at two paths of a module.
functional_call also loses buffers that forward assigns instead of overwriting.
"""

_TABLES = ("_parameters", "_buffers")


def _substitute(value, substitutes):
    """Returns `value` with tensors replaced by substitutes, also in lists, tuples and
    dictionaries."""
    import torch

    if isinstance(value, torch.Tensor):
        return substitutes.get(id(value), value)
    if type(value) in (list, tuple):
        replacements = [_substitute(item, substitutes) for item in value]
        return value if all(map(lambda a, b: a is b, replacements, value)) else type(value)(replacements)
    if type(value) is dict:
        replacements = {name: _substitute(item, substitutes) for name, item in value.items()}
        return value if all(replacements[name] is item for name, item in value.items()) else replacements
    return value


def _contents(part):
    """Returns copies of the lists, dictionaries and sets among the attributes of a module."""
    return {
        name: (value, value.copy())
        for name, value in part.__dict__.items()
        if type(value) in (list, dict, set) and name not in (*_TABLES, "_modules")
    }


def _differ(value, copy):
    if len(value) != len(copy):
        return True
    if type(value) is dict:
        return any(key not in copy or copy[key] is not item for key, item in value.items())
    return any(item is not other for item, other in zip(value, copy))


def _restore(value, copy):
    value.clear()
    value.extend(copy) if type(value) is list else value.update(copy)


def _replaced(part, before, contents):
    """Returns the names of attributes that forward has replaced or changed. Ignores attributes of
    PyTorch's modules, since each call recomputes them."""
    if type(part).__module__.startswith("torch."):
        return []
    names = [name for name, value in part.__dict__.items() if name in before and before[name] is not value]
    return names + [name for name, pair in contents.items() if name not in names and _differ(*pair)]


def _write_back(path, buffer, value):
    """Writes the value that forward has assigned to a buffer into the buffer, like `copy_`."""
    import torch

    if not isinstance(value, torch.Tensor) or value.shape != buffer.shape or value.dtype != buffer.dtype:
        raise NotImplementedError(
            f"forward assigns the buffer {path} a value of another type or size: keep type and size"
        )
    with torch.no_grad():
        buffer.copy_(value)


def call_with(module, originals, new_tensors, arguments, keywords):
    """Calls `module` with `new_tensors` instead of its tensors `originals`. Returns the result, and
    the names of existing attributes that forward has replaced or changed. Afterwards the module has
    its original tensors again, and no attribute contains a traced value.

    If forward assigns a buffer, the new value is written into the old one, which becomes a result.
    """
    substitutes = {id(original): new for original, new in zip(originals, new_tensors)}
    parts = list(module.named_modules())  # each module once
    tables = [table for _, part in parts for table in (part._parameters, part._buffers, part.__dict__)]
    saved = [dict(table) for table in tables]
    for table in tables:
        # Also substitute in lists of parameters, which recurrent layers have.
        table.update({name: _substitute(value, substitutes) for name, value in table.items() if name not in _TABLES})
    before_call = [(dict(part._buffers), dict(part.__dict__), _contents(part)) for _, part in parts]
    replaced = []
    try:
        result = module(*arguments, **keywords)
        for (path, part), (buffers, attributes, contents) in zip(parts, before_call):
            prefix = f"{path}." if path else ""
            for name, buffer in buffers.items():
                if buffer is not None and part._buffers.get(name) is not buffer:
                    _write_back(prefix + name, buffer, part._buffers.get(name))
            replaced += [prefix + name for name in _replaced(part, attributes, contents)]
        return result, replaced
    finally:
        for _, _, contents in before_call:
            for value, copy in contents.values():
                _restore(value, copy)
        for table, before in zip(tables, saved):
            table.clear()
            table.update(before)
