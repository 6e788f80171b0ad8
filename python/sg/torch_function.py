"""PyTorch modules whose forward and backward passes are native code.

    network = sg.torch.function(module)
    loss = network(images, labels)
    loss.backward()             # module.parameters() have their gradients

`sg.torch` is this file. Calls need torch and torch-mlir.
"""

import functools
from typing import Any

import numpy as np

from . import torch_guards
from .errors import ArgumentError
from .from_torch import convert, draw_seed, load_converted
from .model import to_torch
from .torch_export import warn

# A warning is emitted when changes of state have compiled this number of programs for one module.
_WARNING_COUNT = 8


class _Program:
    """A module compiled for one state, one set of types, and one set of differentiated inputs."""

    def __init__(self, module, arguments, keywords, dynamic_shapes, threads, differentiable):
        before = torch_guards.StateSnapshot(module)
        converted = convert(module, tuple(arguments), keywords, "main", dynamic_shapes, for_function=True)
        self._record_changes(before.values_by_path, torch_guards.StateSnapshot(module).values_by_path)
        self.snapshot = before
        self.model = model = load_converted(converted)
        self.names, self.state_count = model.names, len(model.names.state)
        self.buffers, self.constants = converted.buffers, converted.constants
        self.tree, self.leaves = converted.results
        self.takes_seed = converted.takes_seed
        first = len(self.names.parameters) + len(self.buffers)
        parameters = dict(zip(self.names.parameters, range(first)))
        # Positions of the differentiated arguments: parameters, then arguments of forward.
        self.wrt = [
            parameters[name] if isinstance(name, str) else first + name for name in differentiable
        ]
        if not self.wrt:
            self.forward, self.backward = model.function("main", threads), None
            self.count = len(self.forward.results) - self.state_count
            return
        wrt = ",".join(map(str, self.wrt))
        split = model.run(
            f"builtin.module(grad-request-derivative{{function=main mode=split name=main_split wrt={wrt}}},"
            "grad-expand-derivatives)"
        )
        split._dtypes = {"main_split_fwd": converted.dtypes}
        self.forward, self.backward = split.function("main_split_fwd", threads), split.function("main_split_bwd", threads)
        self.total = len(model.functions["main"][1])
        self.count = self.total - self.state_count

    def _record_changes(self, before, after):
        """Records the paths of state that forward itself changes. Other changes invalidate the
        program."""
        self._changed_paths = torch_guards.changed(before, after)
        if self._changed_paths:
            warn(
                f"forward changes {', '.join(self._changed_paths[:3])}, which native code does not: "
                "register values that later calls read as buffers"
            )

    def is_valid_for(self, snapshot):
        """Returns True if the program is valid for the module state `snapshot`."""
        if snapshot is not self.snapshot:
            changed = torch_guards.changed(self.snapshot.values_by_path, snapshot.values_by_path)
            if not set(self._changed_paths).issuperset(changed):
                return False
            self.snapshot = snapshot
        return True

    def check_gradients(self, buffers):
        """Refuses tensors that require gradients and are neither parameters nor arguments."""
        # torch.export lists parameters of other modules as constants without requires_grad.
        trained = {tensor.data_ptr() for tensor in self.snapshot.tensors_with_gradient()} if self.constants else ()
        for constant in self.constants:
            if constant.requires_grad or constant.data_ptr() in trained:
                raise ArgumentError(
                    f"forward uses a tensor of sizes {list(constant.shape)} that requires a gradient and is neither a "
                    "parameter of the module nor an argument: make it one of these, or call under torch.no_grad()"
                )
        for name, value in zip(self.buffers, buffers):
            if value.requires_grad:
                raise ArgumentError(f"the buffer {name} requires a gradient: make it a parameter, or detach it")

    def gather(self, tensors):
        """Returns the result of the module with its tensors replaced by `tensors`."""
        from torch.utils import _pytree as pytree

        tensors = iter(tensors)
        return pytree.tree_unflatten([next(tensors) if leaf is None else leaf[0] for leaf in self.leaves], self.tree)

    def is_float(self, i):
        return self.forward.results[i].dtype.startswith(("float", "bfloat"))


@functools.lru_cache(maxsize=None)
def _call_class():
    import torch

    class _Call(torch.autograd.Function):
        """The autograd function (program, state, inputs) -> (results, new state)."""

        @staticmethod
        def forward(ctx, program, inputs, *differentiable):
            results = program.forward(*inputs)
            results = results if isinstance(results, tuple) else (results,)
            total = len(results) if program.backward is None else program.total
            ctx.program, ctx.residuals = program, results[total:]
            ctx.shapes = [np.shape(value) for value in results[:total]]
            tensors = tuple(map(to_torch, results[:total]))
            ctx.mark_non_differentiable(
                *(t for i, t in enumerate(tensors) if i >= program.count or not program.is_float(i))
            )
            return tensors

        @staticmethod
        def backward(ctx, *cotangents):
            # create_graph is set. PyTorch's once_differentiable may omit terms.
            if torch.is_grad_enabled():
                raise NotImplementedError(
                    "sg.torch.function has no second derivatives: use sg.from_torch for a gradient of a gradient"
                )
            program, float_cotangents = ctx.program, []
            for i, cotangent in enumerate(cotangents):
                if not program.is_float(i):
                    continue
                type_ = program.forward.results[i].dtype
                if i >= program.count or cotangent is None:
                    cotangent = torch.zeros(ctx.shapes[i], dtype=getattr(torch, type_))
                float_cotangents.append(cotangent.contiguous())
            gradients = program.backward(*ctx.residuals, *float_cotangents)
            gradients = gradients if isinstance(gradients, tuple) else (gradients,)
            return (None, None, *map(to_torch, gradients))

    return _Call


@functools.lru_cache(maxsize=None)
def _function_class():
    import torch

    class _FunctionModule(torch.nn.Module):
        def __init__(self, function):
            super().__init__()
            self.function = function

        def forward(self, *arguments, **keywords):
            return self.function(*arguments, **keywords)

        def __reduce__(self):
            return _make_module, (self.function,)

    class Function(torch.nn.Module):
        """The result of `function`. `module` is the original module with its parameters."""

        _function_module = _FunctionModule

        def __init__(self, module, dynamic_shapes, threads):
            super().__init__()
            self.module = module if isinstance(module, torch.nn.Module) else _FunctionModule(module)
            self._options = dynamic_shapes, threads
            self._programs = {}
            self._snapshot = None

        def __reduce__(self):
            state = {name: value for name, value in self.__dict__.items() if name not in ("_programs", "_snapshot")}
            return function, (self.module, *self._options), state

        def _program(self, arguments, keywords, tensors_by_name, differentiable):
            dynamic_shapes, threads = self._options
            inputs = [*arguments, *keywords.values()]
            kinds = [(value.dtype, None if dynamic_shapes else tuple(value.shape)) for value in inputs]
            kinds += [(path, value.dtype, tuple(value.shape)) for path, value in tensors_by_name.items()]
            programs = self._programs.setdefault((*kinds, *keywords, tuple(differentiable)), [])
            if self._snapshot is None or not self._snapshot.is_current():
                self._snapshot = torch_guards.StateSnapshot(self.module)
            snapshot = self._snapshot
            for program in reversed(programs):
                if program.is_valid_for(snapshot):
                    return program
            if len(programs) == _WARNING_COUNT:
                changed = torch_guards.changed(programs[-1].snapshot.values_by_path, snapshot.values_by_path)
                warn(
                    f"{_WARNING_COUNT} programs were compiled for one module, because {', '.join(changed[:3])} changes: "
                    "make it a buffer or an argument"
                )
            with torch.enable_grad():
                examples = [value.detach().clone() for value in arguments], {
                    name: value.detach().clone() for name, value in keywords.items()
                }
                threads = threads or torch.get_num_threads()
                programs.append(_Program(self.module, *examples, dynamic_shapes, threads, differentiable))
            return programs[-1]

        def forward(self, *arguments: Any, **keywords: Any):
            inputs = [*arguments, *keywords.values()]
            for i, value in enumerate(inputs):
                if not isinstance(value, torch.Tensor) or value.device.type != "cpu":
                    raise ArgumentError(f"argument {i} is not a tensor on the CPU: bind constants in a lambda")
            parameters = dict(self.module.named_parameters())
            with_gradient = torch.is_grad_enabled()
            names = [name for name, value in parameters.items() if with_gradient and value.requires_grad]
            names += [i for i, value in enumerate(inputs) if with_gradient and value.requires_grad]
            buffers = dict(self.module.named_buffers())
            program = self._program(arguments, keywords, {**parameters, **buffers}, names)
            if with_gradient:
                program.check_gradients(buffers.values())
            state = [buffers[name] for name in program.names.state]
            given = [value.detach() for value in (*parameters.values(), *buffers.values(), *inputs)]
            if program.takes_seed:
                given.append(np.array(draw_seed(), np.int64))
            differentiable = [parameters[name] if isinstance(name, str) else inputs[name] for name in names]
            results = _call_class().apply(program, given, *differentiable)
            with torch.no_grad():
                for old, new in zip(state, results[program.count :]):
                    old.copy_(new)
            return program.gather(results[: program.count])

    return Function


def _make_module(function):
    """Returns a module that calls a function."""
    return _function_class()._function_module(function)


def function(module, dynamic_shapes=None, threads=None):
    """Returns a `torch.nn.Module` that computes `module` by native code, including its backward
    pass.

    `module`: a torch.nn.Module, or a function of tensors. The result shares the parameters of
    `module`, so that optimizers, schedulers, hooks on tensors and accumulated gradients work as
    usual. Buffers that forward writes are updated. Arguments are tensors on the CPU. The module is
    compiled on the first call with new types or sizes, or with another set of inputs that require
    gradients. A change of state that forward reads also recompiles the module: modes (`train()`,
    `eval()`), other attributes of modules, hooks, captured variables of a function, and autocast.
    With `dynamic_shapes`, in the format of `from_torch`, sizes may change. `threads` is by default
    torch.get_num_threads() at the time of compilation.

    A second derivative (`create_graph=True`) raises NotImplementedError. Raises the errors of
    `from_torch`, and ArgumentError for an argument that is not a CPU tensor.
    """
    return _function_class()(module, dynamic_shapes, threads)
