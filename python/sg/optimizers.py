"""Update rules of optimizers as MLIR, for one element of a parameter.

Formulas and defaults follow torch.optim. optax rounds in a different order. Sources:

  sgd       Robbins and Monro 1951; momentum as in Sutskever et al. 2013
  adam      Kingma and Ba 2015, algorithm 1
  adamw     Loshchilov and Hutter 2019, algorithm 2
"""

from typing import Any, Dict, List, NamedTuple, Tuple

from .errors import ArgumentError


class Body:
    """Lines of MLIR. Each method that adds an op returns the name of its result."""

    def __init__(self, prefix: str):
        self.lines: List[str] = []
        self._prefix = prefix

    def op(self, text: str) -> str:
        """Adds an op with the text `text` and a new result name."""
        name = f"%{self._prefix}{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def constant(self, value: float, type_: str) -> str:
        return self.op(f"arith.constant {value:.17e} : {type_}")

    def binary(self, op: str, a: str, b: str, type_: str) -> str:
        return self.op(f"arith.{op} {a}, {b} : {type_}")

    def convert(self, value: str, source: str, target: str) -> str:
        """Converts a float to another type."""
        bits = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}
        if source == target:
            return value
        return self.op(f"arith.{'extf' if bits[source] < bits[target] else 'truncf'} {value} : {source} to {target}")


class Optimizer(NamedTuple):
    """An optimizer. `slots` are the state arrays for each parameter. `scalars` computes the values
    that are equal for all elements, once per step in f64."""

    kind: str
    options: Dict[str, Any]
    slots: Tuple[str, ...]

    def scalars(self, body: Body, rate: str, count: str) -> Dict[str, str]:
        """Returns the scalars of a step. `count` is the index of the step, from 1, as f64."""
        one = body.constant(1.0, "f64")
        scalars = {"rate": rate}
        if self.kind in ("adam", "adamw"):
            corrections = []
            for beta in self.options["betas"]:
                power = body.op(f"math.powf {body.constant(float(beta), 'f64')}, {count} : f64")
                corrections.append(body.binary("subf", one, power, "f64"))
            scalars["rate"] = body.binary("divf", rate, corrections[0], "f64")
            scalars["root"] = body.op(f"math.sqrt {corrections[1]} : f64")
        if self.kind == "adamw":
            decay = body.binary("mulf", rate, body.constant(float(self.options["weight_decay"]), "f64"), "f64")
            scalars["keep"] = body.binary("subf", one, decay, "f64")
        if self.slots == ("momentum",):
            # The first gradient is not dampened.
            first = body.op(f"arith.cmpf oeq, {count}, {one} : f64")
            damped = body.constant(1.0 - self.options["dampening"], "f64")
            scalars["fresh"] = body.op(f"arith.select {first}, {one}, {damped} : f64")
        return scalars

    def update(self, body: Body, p: str, g: str, slots: List[str], scalars: Dict[str, str], decays: bool, type_: str):
        """Returns the new elements of the parameter and the slots. `scalars` have the element type.
        `decays` enables weight decay."""

        def op(name, a, b):
            return body.binary(name, a, b, type_)

        def constant(value):
            return body.constant(float(value), type_)

        decay = self.options["weight_decay"]
        if decays and decay and self.kind == "adamw":
            p = op("mulf", p, scalars["keep"])
        elif decays and decay:
            g = op("addf", g, op("mulf", p, constant(decay)))
        if self.kind == "sgd":
            new_slots = []
            if slots:
                momentum = op("mulf", slots[0], constant(self.options["momentum"]))
                momentum = op("addf", momentum, op("mulf", g, scalars["fresh"]))
                new_slots = [momentum]
                if self.options["nesterov"]:
                    g = op("addf", g, op("mulf", momentum, constant(self.options["momentum"])))
                else:
                    g = momentum
            return [op("subf", p, op("mulf", g, scalars["rate"])), *new_slots]
        first, second = self.options["betas"]
        mean = op("addf", slots[0], op("mulf", op("subf", g, slots[0]), constant(1 - first)))
        square = op("mulf", op("mulf", g, g), constant(1 - second))
        square = op("addf", op("mulf", slots[1], constant(second)), square)
        root = op("divf", body.op(f"math.sqrt {square} : {type_}"), scalars["root"])
        change = op("divf", mean, op("addf", root, constant(self.options["eps"])))
        return [op("subf", p, op("mulf", change, scalars["rate"])), mean, square]


_OPTIONS: Dict[str, Dict[str, Any]] = {
    "sgd": {"momentum": 0.0, "dampening": 0.0, "nesterov": False, "weight_decay": 0.0},
    "adam": {"betas": (0.9, 0.999), "eps": 1e-8, "weight_decay": 0.0},
    "adamw": {"betas": (0.9, 0.999), "eps": 1e-8, "weight_decay": 1e-2},
}


def make_optimizer(kind: str, overrides: Dict[str, Any]) -> Optimizer:
    """Returns an optimizer. Raises ArgumentError for an unknown kind or option."""
    if kind not in _OPTIONS:
        raise ArgumentError(f"there is no optimizer {kind!r}; the optimizers are {', '.join(map(repr, _OPTIONS))}")
    for name in overrides:
        if name not in _OPTIONS[kind]:
            raise ArgumentError(f"{kind} has no option {name!r}: it has {', '.join(_OPTIONS[kind])}")
    options = {**_OPTIONS[kind], **overrides}
    betas = options.get("betas", ())
    if any(not 0 <= beta < 1 for beta in betas) or ("betas" in options and len(betas) != 2):
        raise ArgumentError(f"betas are {betas!r}: they must be two numbers of at least 0 and less than 1")
    for name in ("momentum", "weight_decay", "eps"):
        if options.get(name, 0) < 0:
            raise ArgumentError(f"{name} is {options[name]!r}: it must be at least 0")
    slots: Tuple[str, ...] = ("momentum",) if options.get("momentum") else ()
    if kind != "sgd":
        slots = ("first_moment", "second_moment")
    elif options["nesterov"] and not slots:
        raise ArgumentError("nesterov needs a momentum")
    return Optimizer(kind, options, slots)
