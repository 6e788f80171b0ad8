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


def number_types(name: str, values: Sequence[Any]) -> List[Optional[str]]:
    """Returns the element type of a number at the position of each operand of the operation `name`:
    the type of the first array of its group, which is traced or a NumPy array, or None."""
    groups = _GROUPS.get(name, (0,))
    group_of = [groups[min(position, len(groups) - 1)] for position in range(len(values))]
    types: Dict[int, str] = {}
    for value, group in zip(values, group_of):
        if hasattr(value, "_type"):
            types.setdefault(group, value._type.dtype)
        elif isinstance(value, (np.ndarray, np.generic)):
            types.setdefault(group, value.dtype.name)
    return [types.get(group) for group in group_of]
