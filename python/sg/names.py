"""What the arguments of a model are."""

from typing import NamedTuple, Tuple


class Names(NamedTuple):
    """What the arguments of a model's function are, in this order; behind its own results
    it returns what it writes into `state`."""

    parameters: Tuple[str, ...]  # as in `named_parameters`; tied ones once
    trained: Tuple[str, ...]  # those that require a gradient
    state: Tuple[str, ...]  # the buffers that forward writes
    arguments: int  # how many are given by position
    keywords: Tuple[str, ...]  # and by name
