"""Runs the benchmarks with PyTorch or JAX in a worker."""

import importlib

from native import Failed


class Peer:
    """PyTorch or JAX. If the library or its GPU is missing, requests return the status
    "absent"."""

    def __init__(self, name: str):
        try:
            self.handle = importlib.import_module(f"in_{name}").open_peer()
        except Exception as error:  # a broken installation can raise any exception
            reason = str(error).strip().splitlines() or [type(error).__name__]
            self.detail = f"{name} cannot be used: {reason[0]}"
            self.handle = lambda request: {"status": "absent", "detail": self.detail}

    def close(self) -> None:
        pass


def find_step(functions: dict, figure: dict):
    """Returns the function that implements a figure's kind of benchmark."""
    kind = figure["peer"]["kind"]
    if kind not in functions:
        raise Failed(f"there is no function for '{kind}'")
    return functions[kind]
