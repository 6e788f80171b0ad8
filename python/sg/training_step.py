"""Training steps as one program: the loss, its gradients, and the optimizer.

    step = sg.training_step(model, "adamw", learning_rate=1e-3, clip_norm=1.0)
    optimizer_state = step.init(parameters)
    for images, labels in batches:
        loss = step(parameters, optimizer_state, images, labels)

Parameters, optimizer state and the state of the model are updated in place.
"""

from typing import Any, Callable, Dict, Mapping, Optional, Sequence, Union

import numpy as np

from .arrays import dtype_of
from .errors import ArgumentError
from .compiled import Function
from .model import _is_torch
from .module import Module, load
from .optimizers import make_optimizer
from .step_arguments import step_arguments
from .step_program import StepProgram, append_functions


class TrainingStep:
    """A compiled training step, created by `sg.training_step`."""

    def __init__(self, module, function, arguments, optimizer, rate, trained, decays, options, threads):
        self.module, self.optimizer, self.learning_rate = module, optimizer, rate
        self._arguments, self._first_scale = arguments, options["loss_scale"]
        self.has_scale = self._first_scale is not None
        signature = module.functions[function]
        # Sort by argument position, because donated arguments are paired with results in order.
        pairs = sorted((arguments.keys[name], name, decays) for name, decays in zip(trained, decays))
        self._positions, self.trained = [position for position, _, _ in pairs], [name for _, name, _ in pairs]
        program = StepProgram(
            signature, self._positions, len(arguments.states), optimizer, [decays for _, _, decays in pairs],
            options["clip_norm"], options["clip_value"], self.has_scale,
        )  # fmt: skip
        name = f"{function}_training_step"
        self.text = append_functions(str(module), program.text(function, name))
        self._value_count, count = program.value_count, len(signature[0])
        # The slots and counters follow the arguments of the function.
        slots = range(count, count + len(optimizer.slots) * len(trained))
        counters = [slots.stop, *([slots.stop + 2, slots.stop + 3] if self.has_scale else [])]
        self._donated = [*self._positions, *arguments.states, *slots, *counters]
        step_module = load(self.text)
        argument_dtypes, result_dtypes = module._dtypes.get(function, ((), ()))
        step_module._dtypes[name] = argument_dtypes, [None] * len(self._donated) + list(result_dtypes)
        self.function: Function = step_module.function(name, threads, self._donated)

    def __repr__(self) -> str:
        return f"<sg.TrainingStep of {self.module!r} by {self.optimizer.kind}>"

    def init(self, parameters: Any) -> Dict[str, Any]:
        """Returns the initial state of the optimizer: for each slot a dictionary of zeros by
        parameter, and in "step" the number of steps made. With a loss scale, the state also has
        "scale" and "since". The state can be saved and used with a new step."""
        values = self._arguments.select(parameters, self.trained)
        state: Dict[str, Any] = {}
        for slot in self.optimizer.slots:
            state[slot] = {
                name: np.zeros(np.shape(value), dtype_of(self.function.arguments[position].code))
                for position, name, value in zip(self._positions, self.trained, values)
            }
        state["step"] = np.zeros((), np.int64)
        if self.has_scale:
            state["scale"] = np.full((), self._first_scale, np.float32)
            state["since"] = np.zeros((), np.int64)
        return state

    def __call__(self, parameters, optimizer_state: Mapping[str, Any], *arguments: Any, **keywords: Any) -> Any:
        """Makes a step and returns the result of the model: the loss, or a tuple whose first
        element is the loss.

            step(parameters, optimizer_state, *arguments, **keywords)
            step(parameters, optimizer_state, state, *arguments, **keywords)   # if forward writes

        Overwrites the trained parameters, the optimizer's state and the model's state, which must
        be NumPy arrays or PyTorch tensors. After an exception, the contents of these arrays are
        undefined.
        """
        given = self._arguments.flatten(parameters, arguments, keywords)
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
                    f"{type(values[i]).__name__} cannot be updated by a step: pass NumPy arrays or PyTorch tensors"
                )
        out = [values[i] for i in self._donated] + [None] * self._value_count
        results = self.function(*values, out=out)[len(self._donated) :]
        return self._arguments.gather(results, is_torch)


def training_step(
    model: Module,
    optimizer: str = "adamw",
    learning_rate: Union[float, Callable[[int], float]] = 1e-3,
    *,
    function: Optional[str] = None,
    wrt: Union[None, int, str, Sequence[str], Sequence[int]] = None,
    clip_norm: Optional[float] = None,
    clip_value: Optional[float] = None,
    loss_scale: Optional[float] = None,
    without_decay: Sequence[Any] = (),
    threads: int = 1,
    **options: Any,
) -> TrainingStep:
    """Compiles one program that computes the loss, its gradients, and the update by the optimizer.

    `model`: an `sg.Model`, whose parameters have names; an `sg.TreeModel`, whose first argument is
    the tree of its parameters; or an `sg.Module` with `function`, whose trained arguments are at
    the positions `wrt`. The first result, or its first leaf, is the loss. `optimizer`: "sgd"
    (options `momentum`, `dampening`, `nesterov`, `weight_decay`), "adam" or "adamw" (`betas`,
    `eps`, `weight_decay`). Formulas and defaults follow torch.optim. `learning_rate`: a number, or
    a function of the number of steps made.

    `wrt`: names of the trained parameters, by default all that require a gradient. For a tree, the
    position of the argument, or names of its leaves such as 'dense/kernel'. `clip_norm`: upper
    bound of the norm of all gradients together, as in clip_grad_norm_. `clip_value`: upper bound of
    the magnitude of each element. `loss_scale`: initial factor by which the loss is multiplied and
    the gradients are divided. If a gradient is not finite, the step is skipped and the scale
    halved. After 2000 finite steps the scale is doubled, as in torch.amp.GradScaler.
    `without_decay`: names of parameters without weight decay. `threads` is the number of threads
    per call.

    Elements of f16 and bf16 are computed in f32. Raises ArgumentError for unknown names, and
    ProgramError if the function has no derivative or cannot be compiled.
    """
    rule = make_optimizer(optimizer, options)
    arguments, function, trained = step_arguments(model, function, wrt)
    names = arguments.keys
    for unknown in (name for name in (*trained, *without_decay) if name not in names):
        raise ArgumentError(f"the model has no parameter {unknown!r}: it has {', '.join(map(str, names))}")
    for name, limit in (("clip_norm", clip_norm), ("clip_value", clip_value), ("loss_scale", loss_scale)):
        if limit is not None and not limit > 0:
            raise ArgumentError(f"{name} is {limit!r}: it must be more than 0")
    decays = [name not in without_decay for name in trained]
    limits = {"clip_norm": clip_norm, "clip_value": clip_value, "loss_scale": loss_scale}
    return TrainingStep(model, function, arguments, rule, learning_rate, trained, decays, limits, threads)
