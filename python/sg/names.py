"""Names of the arguments of a model."""

from typing import NamedTuple, Tuple


class Names(NamedTuple):
    """The arguments of a model's function, in this order. After the model's results, the function
    returns the new values of `state`."""

    parameters: Tuple[str, ...]  # as in `named_parameters`, tied parameters once
    trained: Tuple[str, ...]  # parameters that require a gradient
    state: Tuple[str, ...]  # buffers that forward writes
    arguments: int  # number of positional arguments
    keywords: Tuple[str, ...]  # names of keyword arguments
