"""Names of the arrays in the arguments of a function, such as parameters['w']."""

import inspect
from typing import Any, Callable, List

from .tree import Structure


def parameter_names(function: Callable[..., Any]) -> List[str]:
    """Returns the names of the positional parameters. The name of *x is '*x'."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # some functions in C have no signature
        return []
    names = []
    for one in parameters:
        if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD):
            names.append(one.name)
        elif one.kind is one.VAR_POSITIONAL:
            names.append(f"*{one.name}")
    return names


def name_argument(names: List[str], position: int) -> str:
    """Returns the name of a positional argument. `names` are the names of the parameters."""
    if position < len(names) and not names[position].startswith("*"):
        return names[position]
    if names and names[-1].startswith("*"):
        return f"{names[-1][1:]}[{position - len(names) + 1}]"
    return f"argument {position}"


def leaf_paths(structure: Structure, path: str) -> List[str]:
    """Returns the path of each leaf. `path` is that of the structure."""
    kind, keys, children = structure
    if kind is None:
        return [path]
    if kind is dict:
        steps = [f"[{key!r}]" for key in keys]
    elif keys:
        steps = [f".{key}" for key in keys]
    else:
        steps = [f"[{i}]" for i in range(len(children))]
    return [found for step, child in zip(steps, children) for found in leaf_paths(child, path + step)]


def argument_paths(function: Callable[..., Any], structure: Structure) -> List[str]:
    """Returns the path of each leaf of `structure`, the positional and keyword arguments."""
    names = parameter_names(function)
    positional, keywords = structure.children
    found = [
        path
        for i, child in enumerate(positional.children)
        for path in leaf_paths(child, name_argument(names, i))
    ]
    for key, child in zip(keywords.keys, keywords.children):
        found += leaf_paths(child, key)
    return found
