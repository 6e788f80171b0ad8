"""Generates random well-typed programs.

Every value stays within about [-1.7, 1.7], and no op amplifies differences by a factor much
above 1. So derivatives are of order 1, and central differences of high order have an error
of 1e-9. The generator knows all sizes, so that it can keep slices and indices in bounds.
The program knows most of them only at run time.
"""

import random

from functions import Functions


class Generator(Functions):
    """The generator of one program. `without` is the set of statement kinds (statements.py)
    to leave out."""

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
        """Chooses the arguments to differentiate. `wrt` numbers the floats among all
        arguments."""
        parameters = self.main.body.arguments
        floats = [i for i, p in enumerate(parameters) if p.type.is_float]
        count = len(floats) if self.rng.random() < 0.6 else self.rng.randint(1, len(floats))
        self.wrt = self.rng.sample(floats, count)
