"""Random well-typed programs.

Every value stays within about [-1.7, 1.7] and every op stretches differences by
a factor not much above 1, so that derivatives are of order 1 and central
differences of high order have 1e-9. Sizes are known to the generator, which is
how it keeps slices and indices in bounds; the program sees most of them when it
runs.
"""

import random

from functions import Functions


class Generator(Functions):
    """One program. `without` has the kinds of statements (statements.py) to leave
    out."""

    def __init__(self, seed, without=()):
        self.seed = seed
        self.rng = rng = random.Random(seed)
        self.without = set(without)
        self.name = f"p{seed}"
        self.choose_types()
        self.choose_kinds()
        self.second = not self.narrow and rng.random() < 0.15
        self.depth = rng.choice([1, 2, 2, 3])
        self.functions = []
        self.empties = []
        self.callees = []
        for i in range(rng.choice([0, 0, 0, 1, 1, 2])):
            make = rng.choice(
                [self.make_callee, self.make_callee, self.make_recursive, self.make_ruled]
            )
            self.callees.append(make(f"{self.name}_g{i}"))
        self.main = self.make_function(
            f"{self.name}_f", rng.randint(1, 3), rng.randint(1, 2), rng.choice([1, 2, 2, 3, 4, 6]), 0
        )
        self.choose_wrt()

    def choose_wrt(self):
        """Which arguments are differentiated, and by what name they go: floats
        are counted among the arguments."""
        parameters = self.main.body.arguments
        floats = [i for i, p in enumerate(parameters) if p.type.is_float]
        count = len(floats) if self.rng.random() < 0.6 else self.rng.randint(1, len(floats))
        self.wrt = self.rng.sample(floats, count)
