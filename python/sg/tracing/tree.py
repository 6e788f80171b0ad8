"""Nested containers of arrays: tuples, lists, dicts, named tuples and data classes."""

import dataclasses
from typing import Any, List, NamedTuple, Optional, Tuple

from ..errors import ArgumentError


class Structure(NamedTuple):
    """The structure of a nested container. `kind` is None for a leaf. `keys` are the keys of a dict
    or the names of fields."""

    kind: Any
    keys: Tuple[Any, ...] = ()
    children: Tuple["Structure", ...] = ()


LEAF = Structure(None)


def _children(value: Any) -> Optional[Tuple[Any, Tuple[Any, ...], Tuple[Any, ...]]]:
    """Returns the kind, the keys and the children of a container, or None for a leaf."""
    kind = type(value)
    if kind in (tuple, list):
        return kind, (), tuple(value)
    if kind is dict:
        try:
            keys = sorted(value)
        except TypeError:
            raise ArgumentError(f"the keys of a dict must have an order; {list(value)!r} have none") from None
        return kind, tuple(keys), tuple(value[key] for key in keys)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return kind, value._fields, tuple(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = tuple(field.name for field in dataclasses.fields(value))
        return kind, fields, tuple(getattr(value, field) for field in fields)
    return None


def flatten(value: Any, leaves: List[Any]) -> Structure:
    """Appends the leaves of `value` to `leaves`, in the order of positions, or of sorted keys. None
    is a container without leaves."""
    if value is None:
        return Structure(type(None))
    found = _children(value)
    if found is None:
        leaves.append(value)
        return LEAF
    kind, keys, children = found
    return Structure(kind, keys, tuple(flatten(child, leaves) for child in children))


def unflatten(structure: Structure, leaves: Any) -> Any:
    """Returns the container with the next leaves of the iterator `leaves`."""
    kind, keys, children = structure
    if kind is None:
        return next(leaves)
    if kind is type(None):
        return None
    values = [unflatten(child, leaves) for child in children]
    if kind in (tuple, list):
        return kind(values)
    if kind is dict:
        return dict(zip(keys, values))
    if issubclass(kind, tuple):
        return kind(*values)
    return kind(**dict(zip(keys, values)))


def collect(structure: Structure, value: Any, leaves: List[Any]) -> bool:
    """Appends the leaves of `value` to `leaves`. Returns False if `value` does not have the
    structure. A container at the position of a leaf counts as a leaf. Unlike `flatten`, this
    function creates no Structure, which dominates the time of short calls."""
    kind, keys, children = structure
    if kind is None:
        leaves.append(value)
        return True
    if type(value) is not kind:
        return False
    if kind is tuple or kind is list:
        members = value
    elif kind is dict:
        if len(value) != len(keys):
            return False
        try:
            members = [value[key] for key in keys]
        except KeyError:
            return False
    elif kind is type(None):
        return True
    else:
        described = _children(value)
        assert described is not None
        _, found, members = described
        if found != keys:
            return False
    if len(members) != len(children):
        return False
    for child, member in zip(children, members):
        if child is LEAF:
            leaves.append(member)
        elif not collect(child, member, leaves):
            return False
    return True


def count_leaves(structure: Structure) -> int:
    return 1 if structure.kind is None else sum(map(count_leaves, structure.children))


def describe(structure: Structure) -> str:
    """Returns the structure as text, for example '(*, {a: *})'."""
    kind, keys, children = structure
    if kind is None:
        return "*"
    parts = [describe(child) for child in children]
    if kind is dict:
        return "{" + ", ".join(f"{key}: {part}" for key, part in zip(keys, parts)) + "}"
    if kind is list:
        return "[" + ", ".join(parts) + "]"
    if kind is tuple:
        return "(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")"
    return f"{kind.__name__}({', '.join(parts)})"
