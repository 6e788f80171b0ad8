"""The element types of Python numbers in operations."""

from typing import Any, Dict, List, Optional, Sequence

import numpy as np

# The operands of most operations are promoted to a common type. The operands of these operations
# have a type for each group: the group of each operand, of which the last one repeats.
_GROUPS = {
    "dynamic_slice": (0, 1),
    "dynamic_update_slice": (0, 0, 1),
    "gather": (0, 1),
    "random_bernoulli": (0, 1),
    "random_fold_in": (0, 1),
    "scatter": (0, 0, 1),
    "take": (0, 1),
    "take_along_axis": (0, 1),
    "where": (0, 1, 1),
}


# The types of Python numbers.
_NUMBERS = {int: "int64", float: "float64", complex: "complex128"}
# The same types in ascending order.
_WEAK = ("int64", "float64", "complex128")


def is_weak(value: Any) -> bool:
    """Returns true for a traced array that stands for a Python number."""
    return hasattr(value, "_type") and value._value in value._trace.weak


def number_types(name: str, values: Sequence[Any]) -> List[Optional[str]]:
    """Returns the element type of a number at the position of each operand of the operation `name`.

    It is the type of the first array of the operand's group, which is traced or a NumPy array. For a
    group of Python numbers and weak arrays, it is the widest of their types, or None if no operand
    is a weak array.
    """
    groups = _GROUPS.get(name, (0,))
    group_of = [groups[min(position, len(groups) - 1)] for position in range(len(values))]
    types: Dict[int, str] = {}
    weak: Dict[int, List[str]] = {}
    for value, group in zip(values, group_of):
        if is_weak(value):
            weak.setdefault(group, []).append(value._type.dtype)
        elif hasattr(value, "_type"):
            types.setdefault(group, value._type.dtype)
        elif isinstance(value, (np.ndarray, np.generic)):
            types.setdefault(group, value.dtype.name)
    for group, found in weak.items():
        numbers = [value for value, other in zip(values, group_of) if other == group and type(value) in _NUMBERS]
        found += [_NUMBERS[type(number)] for number in numbers]
        types.setdefault(group, max(found, key=_WEAK.index))
    return [types.get(group) for group in group_of]
