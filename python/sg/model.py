"""PyTorch models, whose arguments have names."""

from typing import Any, Mapping, Optional, Sequence, Union

from .errors import ArgumentError
from .compiled import Function
from .module import Module, Positions, parse
from .names import Names


def _by_name(label: str, names: Sequence[str], values: Mapping[str, Any]) -> list:
    """Returns the values in the order of the names."""
    if not isinstance(values, Mapping):
        raise ArgumentError(f"{label} are a dictionary by name, not {type(values).__name__}")
    for missing in (name for name in names if name not in values):
        raise ArgumentError(f"{label} lack {missing!r}")
    for unknown in (name for name in values if name not in names):
        raise ArgumentError(f"{label} have {unknown!r}, which the model does not have: it has {', '.join(names) or 'none'}")
    return [values[name] for name in names]


def flatten_arguments(names: Names, parameters, arguments: Sequence[Any], keywords, missing_state: Optional[str]) -> list:
    """Returns all arguments of a model's function, in the order of the function. If `missing_state`
    is not None, the first of `arguments` is the state. `missing_state` is the error without
    state."""
    values = _by_name("parameters", names.parameters, parameters)
    if missing_state is not None:
        if not arguments:
            raise ArgumentError(missing_state)
        values += _by_name("state", names.state, arguments[0])
        arguments = arguments[1:]
    if len(arguments) != names.arguments:
        raise ArgumentError(f"the model has {names.arguments} arguments by position, the call {len(arguments)}")
    return [*values, *arguments, *_by_name("keyword arguments", names.keywords, keywords)]


def to_torch(array):
    """Returns a tensor that shares the memory of a NumPy array."""
    import numpy as np
    import torch

    array = np.asarray(array)
    if array.dtype.name == "bfloat16":  # not a native type of NumPy
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array)


def _is_torch(value) -> bool:
    return type(value).__module__.split(".")[0] == "torch"


class NamedFunction:
    """A function of a model, called with parameters by name.

            result = function(parameters, *arguments, **keywords)
            result, state = function(parameters, state, *arguments, **keywords)    # has_state

    Parameters and state are dictionaries of arrays. If any array is a PyTorch tensor, results are
    PyTorch tensors, otherwise NumPy arrays. These arrays are not overwritten.
    """

    def __init__(self, function: Function, names: Names, wrt: Optional[Sequence[str]], has_state: bool):
        self.function, self.names, self.wrt, self.has_state = function, names, wrt, has_state

    def __repr__(self) -> str:
        return f"<sg.NamedFunction of {self.function!r}>"

    def __call__(self, parameters: Mapping[str, Any], *arguments: Any, **keywords: Any) -> Any:
        """Calls the function as described in the class. Raises ArgumentError for missing or unknown
        names, and the errors of `sg.Function`."""
        missing = "with has_state=True the state follows the parameters" if self.has_state else None
        values = flatten_arguments(self.names, parameters, arguments, keywords, missing)
        is_torch = any(map(_is_torch, values))
        values = [value.detach() if _is_torch(value) else value for value in values]
        results = self.function(*values)
        if self.wrt is None:
            return self._split(results, is_torch)
        value, gradients = results
        gradients = {name: to_torch(g) if is_torch else g for name, g in zip(self.wrt, gradients)}
        return self._split(value, is_torch), gradients

    def _split(self, values, is_torch):
        """Splits the results into the model's results and the state."""
        values = values if isinstance(values, tuple) else (values,)
        values = tuple(map(to_torch, values)) if is_torch else values
        count = len(values) - len(self.names.state)
        outputs, state = values[:count], dict(zip(self.names.state, values[count:]))
        outputs = outputs[0] if count == 1 else outputs
        return (outputs, state) if self.has_state else outputs


class Model(Module):
    """A module with one function, by default `main`, converted from a `torch.nn.Module`. `names`
    describes the function's arguments."""

    def __init__(self, handle, names: Names, name: str = "main"):
        super().__init__(handle)
        self.names, self.name = names, name

    @classmethod
    def load(cls, text: str, names: Names, name: str = "main") -> "Model":
        """Loads a model from text. `names` describes the arguments of the function `name`. Raises
        ProgramError if the text is not a module."""
        return cls(parse(text), names, name)

    def _check_state(self, has_state: bool) -> None:
        if self.names.state and not has_state:
            raise ArgumentError(
                f"forward writes {', '.join(self.names.state)}: use has_state=True, which takes and returns them"
            )

    def value(self, has_state: bool = False, threads: int = 1) -> NamedFunction:
        """Returns the model's function, called with parameters by name.

        `has_state`: the buffers that forward writes are an argument after the parameters and a
        result after the model's results. Without `has_state`, a model that writes buffers raises
        ArgumentError.
        """
        self._check_state(has_state)
        return NamedFunction(self.function(self.name, threads), self.names, None, has_state)

    def value_and_grad(
        self,
        function: Optional[str] = None,
        wrt: Union[Positions, str, Sequence[str]] = None,
        of: Optional[int] = None,
        threads: int = 1,
        strict: bool = False,
        strong_zero: bool = False,
        has_state: bool = False,
    ) -> Union[Function, NamedFunction]:
        """Returns a function that computes the value and its gradients with respect to parameters,
        by name.

            (loss, state), gradients = step(parameters, state, *arguments)    # has_state

        `wrt`: names of parameters, by default all parameters that require a gradient. The gradients
        are a dictionary. If `wrt` contains positions of arguments, the function of `sg.Module` is
        returned instead. `of`, `threads`, `strict`, `strong_zero` and errors are described in
        `sg.Module`, and `has_state` in `value`.
        """
        function = function or self.name
        options = dict(of=of, threads=threads, strict=strict, strong_zero=strong_zero)
        chosen = [wrt] if isinstance(wrt, str) else wrt if wrt is None or isinstance(wrt, int) else list(wrt)
        if isinstance(chosen, int) or chosen and isinstance(chosen[0], int):
            return super().value_and_grad(function, wrt, **options)
        self._check_state(has_state)
        chosen = self.names.trained if chosen is None else chosen
        positions = dict(zip(self.names.parameters, range(len(self.names.parameters))))
        for unknown in (name for name in chosen if name not in positions):
            raise ArgumentError(f"the model has no parameter {unknown!r}: it has {', '.join(positions) or 'none'}")
        if not chosen:
            raise ArgumentError("no parameter of the model requires a gradient: name parameters in wrt")
        compiled = super().value_and_grad(function, [positions[name] for name in chosen], **options)
        return NamedFunction(compiled, self.names, tuple(chosen), has_state)
