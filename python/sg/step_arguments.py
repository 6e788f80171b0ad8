"""The arguments of a training step: by name, as trees, or by position."""

from typing import Any, Dict, List, Optional, Sequence

from .errors import ArgumentError
from .model import Model, _by_name, flatten_arguments, to_torch
from .module import Module
from .tree_model import TreeModel, split_parameters


class NamedArguments:
    """The arguments of a step of an `sg.Model`. Parameters and state are dictionaries."""

    def __init__(self, model: Model):
        self.names = names = model.names
        self.keys: Dict[Any, int] = dict(zip(names.parameters, range(len(names.parameters))))
        self.trained = list(names.trained)
        self.states = range(len(names.parameters), len(names.parameters) + len(names.state))

    def select(self, parameters: Any, trained: Sequence[Any]) -> list:
        """Returns the values of the trained parameters."""
        values = dict(zip(self.names.parameters, _by_name("parameters", self.names.parameters, parameters)))
        return [values[name] for name in trained]

    def flatten(self, parameters: Any, arguments: Sequence[Any], keywords: Dict[str, Any]) -> list:
        """Returns all arguments in the order of the function."""
        missing = "forward writes state, which follows the state of the optimizer"
        return flatten_arguments(self.names, parameters, arguments, keywords, missing if self.names.state else None)

    def gather(self, results: tuple, is_torch: bool) -> Any:
        """Returns the function's results in the form of the model."""
        results = tuple(map(to_torch, results)) if is_torch else results
        return results[0] if len(results) == 1 else results


class PositionalArguments:
    """The arguments of a step of an `sg.Module`. Parameters are a sequence in the order of
    `wrt`."""

    states = range(0)

    def __init__(self, count: int, trained: Sequence[int]):
        self.count, self.trained = count, list(trained)
        self.keys: Dict[Any, int] = {i: i for i in range(count)}

    def select(self, parameters: Any, trained: Sequence[Any]) -> list:
        if len(parameters) != len(self.trained):
            raise ArgumentError(f"there are {len(self.trained)} trained parameters, {len(parameters)} are given")
        values = dict(zip(self.trained, parameters))
        return [values[position] for position in trained]

    def flatten(self, parameters: Any, arguments: Sequence[Any], keywords: Dict[str, Any]) -> list:
        if keywords:
            raise ArgumentError(f"the function has no argument names such as {next(iter(keywords))!r}")
        values = dict(zip(self.trained, self.select(parameters, self.trained)))
        count = self.count - len(values)
        if len(arguments) != count:
            raise ArgumentError(f"the function has {count} arguments that are not trained, the call {len(arguments)}")
        remaining = iter(arguments)
        return [values[i] if i in values else next(remaining) for i in range(self.count)]

    gather = NamedArguments.gather


class TreeArguments:
    """The arguments of a step of an `sg.TreeModel`. Parameters are the tree of an argument."""

    states = range(0)

    def __init__(self, model: TreeModel, argument: int):
        self.trees, self.argument = model.trees, argument
        names, positions = split_parameters(model.trees, argument)
        self.keys: Dict[Any, int] = dict(zip(names, positions))
        self.trained = names

    def select(self, parameters: Any, trained: Sequence[Any]) -> list:
        import jax

        example = self.trees.example[self.argument]
        leaves, structure = jax.tree.flatten(parameters)
        if structure != jax.tree.structure(example):
            raise ArgumentError(f"the parameters are the tree {structure}, the function has {jax.tree.structure(example)}")
        values = dict(zip(self.keys, leaves))
        return [values[name] for name in trained]

    def flatten(self, parameters: Any, arguments: Sequence[Any], keywords: Dict[str, Any]) -> list:
        if keywords:
            raise ArgumentError(f"the function has no argument names such as {next(iter(keywords))!r}")
        return self.trees.flatten((*arguments[: self.argument], parameters, *arguments[self.argument :]))

    def gather(self, results: tuple, is_torch: bool) -> Any:
        import jax

        return jax.tree.unflatten(self.trees.result, results)


def step_arguments(model: Module, function: Optional[str], wrt: Any):
    """Returns the arguments object of the model, the name of the function, and the keys of the
    parameters that `wrt` selects. Raises ArgumentError if `wrt` or the function is invalid."""
    arguments: Any
    if isinstance(model, TreeModel) and function is None:
        argument = wrt if isinstance(wrt, int) else 0
        arguments = TreeArguments(model, argument)
        trained: List[Any] = arguments.trained if wrt is None or isinstance(wrt, int) else wrt
    elif isinstance(model, Model):
        arguments, trained = NamedArguments(model), list(model.names.trained) if wrt is None else wrt
    elif function is None or wrt is None:
        raise ArgumentError("pass the function, and in wrt the positions of the trained arguments")
    else:
        functions = model.functions
        if function.lstrip("@") not in functions:
            raise ArgumentError(f"there is no function '@{function.lstrip('@')}'; there are @{', @'.join(functions)}")
        trained = [wrt] if isinstance(wrt, int) else wrt
        arguments = PositionalArguments(len(functions[function.lstrip("@")][0]), trained)
    trained = [trained] if isinstance(trained, str) else list(trained)
    if not trained:
        raise ArgumentError("nothing is trained: no parameter of the model requires a gradient, and wrt names none")
    return arguments, (function or model.name).lstrip("@"), trained  # type: ignore[attr-defined]
