"""Training steps that are one program: the loss, its gradients, and the optimizer.

    step = sg.training_step(model, "adamw", learning_rate=1e-3, clip_norm=1.0)
    optimizer_state = step.init(parameters)
    for images, labels in batches:
        loss = step(parameters, optimizer_state, images, labels)

Parameters, optimizer state and the state of the model are changed where they are.
"""

from typing import Any, Callable, Dict, Mapping, Optional, Sequence, Union

import numpy as np

from .arrays import dtype_of
from .errors import ArgumentError
from .function import Function
from .model import Model, _by_name, _is_torch, to_torch
from .module import Module, load
from .optimizers import make_optimizer
from .step_program import StepProgram, append_functions


class TrainingStep:
    """A compiled step of a training, made by `sg.training_step`."""

    def __init__(self, module, function, optimizer, rate, trained, decays, options, threads):
        self.module, self.optimizer, self.learning_rate = module, optimizer, rate
        self.names = module.names if isinstance(module, Model) else None
        self.has_scale = options["loss_scale"] is not None
        self._first_scale = options["loss_scale"]
        arguments, results = module.functions[function]
        if self.names:
            keys = dict(zip(self.names.parameters, range(len(self.names.parameters))))
        else:
            keys = {i: i for i in range(len(arguments))}
        # In the order of the arguments, in which results are paired with them.
        pairs = sorted((keys[name], name, decays) for name, decays in zip(trained, decays))
        self._positions, self.trained = [at for at, _, _ in pairs], [name for _, name, _ in pairs]
        states = len(self.names.state) if self.names else 0
        program = StepProgram(
            (arguments, results), self._positions, states, optimizer, [decays for _, _, decays in pairs],
            options["clip_norm"], options["clip_value"], self.has_scale,
        )  # fmt: skip
        name = f"{function}_training_step"
        self.text = append_functions(str(module), program.text(function, name))
        self._argument_count, self._value_count = len(arguments), program.value_count
        first = len(self.names.parameters) if self.names else 0
        # Behind the arguments of the function come the slots, and what each step counts.
        slots = range(len(arguments), len(arguments) + len(optimizer.slots) * len(trained))
        counters = [slots.stop, *([slots.stop + 2, slots.stop + 3] if self.has_scale else [])]
        self._donated = [*self._positions, *range(first, first + states), *slots, *counters]
        self.function: Function = load(self.text).function(name, threads, self._donated)

    def __repr__(self) -> str:
        return f"<sg.TrainingStep of {self.module!r} by {self.optimizer.kind}>"

    def init(self, parameters: Union[Mapping[str, Any], Sequence[Any]]) -> Dict[str, Any]:
        """The state of the optimizer at the beginning: for each slot zeros by parameter, in
        "step" how many steps were made, with a loss scale "scale" and "since". It may be
        saved and given to a step that is made anew."""
        values = self._trained_values(parameters)
        state: Dict[str, Any] = {}
        for slot in self.optimizer.slots:
            state[slot] = {
                name: np.zeros(np.shape(value), dtype_of(self.function.arguments[at].code))
                for at, name, value in zip(self._positions, self.trained, values)
            }
        state["step"] = np.zeros((), np.int64)
        if self.has_scale:
            state["scale"] = np.full((), self._first_scale, np.float32)
            state["since"] = np.zeros((), np.int64)
        return state

    def _trained_values(self, parameters) -> list:
        if self.names:
            values = dict(zip(self.names.parameters, _by_name("parameters", self.names.parameters, parameters)))
            return [values[name] for name in self.trained]
        if len(parameters) != len(self.trained):
            raise ArgumentError(f"there are {len(self.trained)} trained parameters, {len(parameters)} are given")
        return list(parameters)

    def _arguments(self, parameters, arguments, keywords) -> list:
        """Those of the function, in its order."""
        if not self.names:
            if keywords:
                raise ArgumentError(f"the function has no names of arguments, as {next(iter(keywords))!r}")
            others = list(arguments)
            values = dict(zip(self._positions, self._trained_values(parameters)))
            if len(others) + len(values) != self._argument_count:
                count = self._argument_count - len(values)
                raise ArgumentError(f"the function has {count} arguments that are not trained, the call {len(others)}")
            rest = iter(others)
            return [values[i] if i in values else next(rest) for i in range(self._argument_count)]
        names = self.names
        values = _by_name("parameters", names.parameters, parameters)
        if names.state:
            if not arguments:
                raise ArgumentError("the state comes behind the state of the optimizer, since forward writes some")
            values += _by_name("state", names.state, arguments[0])
            arguments = arguments[1:]
        if len(arguments) != names.arguments:
            raise ArgumentError(f"the model has {names.arguments} arguments by position, the call {len(arguments)}")
        return [*values, *arguments, *_by_name("keyword arguments", names.keywords, keywords)]

    def __call__(self, parameters, optimizer_state: Mapping[str, Any], *arguments: Any, **keywords: Any) -> Any:
        """Makes a step, and returns what the model returns: the loss, or a tuple with it as
        the first.

            step(parameters, optimizer_state, *arguments, **keywords)
            step(parameters, optimizer_state, state, *arguments, **keywords)   # if forward writes

        What is trained, the optimizer's state and the model's are overwritten, so they are
        arrays of numpy or tensors of PyTorch; after an exception they hold anything.
        """
        given = self._arguments(parameters, arguments, keywords)
        is_torch = any(map(_is_torch, given))
        slots = [optimizer_state[slot][name] for slot in self.optimizer.slots for name in self.trained]
        rate = self.learning_rate
        rate = rate(int(optimizer_state["step"])) if callable(rate) else rate
        counters = [optimizer_state["step"], np.float64(rate)]
        counters += [optimizer_state["scale"], optimizer_state["since"]] if self.has_scale else []
        values = [*given, *slots, *counters]
        values = [value.detach() if _is_torch(value) else value for value in values]
        for i in self._donated:
            if not isinstance(values[i], np.ndarray) and not _is_torch(values[i]):
                raise ArgumentError(
                    f"{type(values[i]).__name__} cannot be changed by a step: give arrays of numpy or tensors of PyTorch"
                )
        out = [values[i] for i in self._donated] + [None] * self._value_count
        results = self.function(*values, out=out)[len(self._donated) :]
        results = tuple(map(to_torch, results)) if is_torch else results
        return results[0] if len(results) == 1 else results


def training_step(
    model: Module,
    optimizer: str = "adamw",
    learning_rate: Union[float, Callable[[int], float]] = 1e-3,
    *,
    function: Optional[str] = None,
    wrt: Union[None, Sequence[str], Sequence[int]] = None,
    clip_norm: Optional[float] = None,
    clip_value: Optional[float] = None,
    loss_scale: Optional[float] = None,
    without_decay: Sequence[Any] = (),
    threads: int = 1,
    **options: Any,
) -> TrainingStep:
    """One program that computes the loss, its gradients, and what the optimizer makes of them.

    `model`: an `sg.Model`, whose parameters have names, or an `sg.Module` with `function`,
    whose trained arguments are at the positions `wrt`. The first result is the loss.
    `optimizer`: "sgd" (options `momentum`, `dampening`, `nesterov`, `weight_decay`), "adam"
    or "adamw" (`betas`, `eps`, `weight_decay`); formulas and defaults are those of
    torch.optim. `learning_rate`: a number, or a function of how many steps were made.

    `wrt`: names of what is trained, by default what requires a gradient. `clip_norm`: at
    most that is the norm of all gradients together, as by clip_grad_norm_; `clip_value`:
    that of each element. `loss_scale`: the loss is multiplied by it, gradients are
    divided; where one is not finite the step is left out and the scale halved, and after
    2000 good ones it is doubled, as by torch.amp.GradScaler. `without_decay`: names of
    parameters without weight decay. `threads` share a call.

    Elements of f16 and bf16 are computed in f32. Raises ArgumentError for what is not
    there, ProgramError for what has no derivative or cannot be compiled.
    """
    rule = make_optimizer(optimizer, options)
    if isinstance(model, Model):
        function = (function or model.name).lstrip("@")
        trained = list(model.names.trained if wrt is None else [wrt] if isinstance(wrt, str) else wrt)
        known: Sequence[Any] = model.names.parameters
    else:
        if function is None or wrt is None:
            raise ArgumentError("name the function, and in wrt the positions of what is trained")
        function, trained = function.lstrip("@"), list(wrt)
        if function not in model.functions:
            raise ArgumentError(f"there is no function '@{function}'; there are @{', @'.join(model.functions)}")
        known = range(len(model.functions[function][0]))
    if not trained:
        raise ArgumentError("nothing is trained: no parameter of the model requires a gradient, and wrt names none")
    for unknown in (name for name in (*trained, *without_decay) if name not in known):
        raise ArgumentError(f"the model has no parameter {unknown!r}: it has {', '.join(map(str, known))}")
    for name, limit in (("clip_norm", clip_norm), ("clip_value", clip_value), ("loss_scale", loss_scale)):
        if limit is not None and not limit > 0:
            raise ArgumentError(f"{name} is {limit!r}: it is more than 0")
    decays = [name not in without_decay for name in trained]
    limits = {"clip_norm": clip_norm, "clip_value": clip_value, "loss_scale": loss_scale}
    return TrainingStep(model, function, rule, learning_rate, trained, decays, limits, threads)
