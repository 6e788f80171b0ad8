"""Modules of PyTorch whose forward and backward parts are native code.

    network = sg.torch.function(module)
    loss = network(images, labels)
    loss.backward()             # module.parameters() have their gradients

`sg.torch` is this file; it needs torch and torch-mlir when it is called.
"""

import functools
from typing import Any

import numpy as np

from .errors import ArgumentError
from .from_torch import from_torch
from .model import to_torch


class _Program:
    """One program of a module: for one mode, sizes, and inputs that have gradients."""

    def __init__(self, module, arguments, keywords, dynamic_shapes, threads, differentiable):
        self.model = model = from_torch(module, *arguments, keywords=keywords, dynamic_shapes=dynamic_shapes)
        self.names, self.state_count = model.names, len(model.names.state)
        first = len(self.names.parameters) + self.state_count
        parameters = dict(zip(self.names.parameters, range(first)))
        # Positions of the program's arguments for those of _Call: parameters, then arguments.
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
        self.forward, self.backward = split.function("main_split_fwd", threads), split.function("main_split_bwd", threads)
        self.total = len(model.functions["main"][1])
        self.count = self.total - self.state_count

    def is_float(self, i):
        return self.forward.results[i].dtype.startswith(("float", "bfloat"))


@functools.lru_cache(maxsize=None)
def _call_class():
    import torch

    class _Call(torch.autograd.Function):
        """(program, state, inputs) -> the results, and what the state is then."""

        @staticmethod
        def forward(ctx, program, given, *differentiable):
            results = program.forward(*given)
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
            if torch.is_grad_enabled():  # create_graph; PyTorch's once_differentiable may leave terms out
                raise NotImplementedError(
                    "sg.torch.function has no second derivatives: ask sg.from_torch for a gradient of a gradient"
                )
            program, given = ctx.program, []
            for i, cotangent in enumerate(cotangents):
                if not program.is_float(i):
                    continue
                type_ = program.forward.results[i].dtype
                if i >= program.count or cotangent is None:
                    cotangent = torch.zeros(ctx.shapes[i], dtype=getattr(torch, type_))
                given.append(cotangent.contiguous())
            gradients = program.backward(*ctx.residuals, *given)
            gradients = gradients if isinstance(gradients, tuple) else (gradients,)
            return (None, None, *map(to_torch, gradients))

    return _Call


@functools.lru_cache(maxsize=None)
def _function_class():
    import torch

    class _OfTensors(torch.nn.Module):
        def __init__(self, function):
            super().__init__()
            self.function = function

        def forward(self, *arguments, **keywords):
            return self.function(*arguments, **keywords)

    class Function(torch.nn.Module):
        """What `function` returns; `module` is the module, with its parameters."""

        def __init__(self, module, dynamic_shapes, threads):
            super().__init__()
            self.module = module if isinstance(module, torch.nn.Module) else _OfTensors(module)
            self._options = dynamic_shapes, threads
            self._programs = {}

        def _program(self, arguments, keywords, differentiable):
            dynamic_shapes, threads = self._options
            inputs = [*arguments, *keywords.values()]
            kinds = [(value.dtype, None if dynamic_shapes else tuple(value.shape)) for value in inputs]
            modes = tuple(part.training for part in self.module.modules())
            key = (modes, *kinds, *keywords, tuple(differentiable))
            if key not in self._programs:
                threads = threads or torch.get_num_threads()
                with torch.enable_grad():
                    examples = [value.detach().clone() for value in arguments], {
                        name: value.detach().clone() for name, value in keywords.items()
                    }
                    self._programs[key] = _Program(
                        self.module, *examples, dynamic_shapes, threads, differentiable
                    )
            return self._programs[key]

        def forward(self, *arguments: Any, **keywords: Any):
            inputs = [*arguments, *keywords.values()]
            for i, value in enumerate(inputs):
                if not isinstance(value, torch.Tensor) or value.device.type != "cpu":
                    raise ArgumentError(f"argument {i} is no tensor of the CPU: give what is constant in a lambda")
            parameters = dict(self.module.named_parameters())
            with_gradient = torch.is_grad_enabled()
            names = [name for name, value in parameters.items() if with_gradient and value.requires_grad]
            names += [i for i, value in enumerate(inputs) if with_gradient and value.requires_grad]
            program = self._program(arguments, keywords, names)
            buffers = dict(self.module.named_buffers())
            state = [buffers[name] for name in program.names.state]
            given = [value.detach() for value in (*parameters.values(), *state, *inputs)]
            differentiable = [parameters[name] if isinstance(name, str) else inputs[name] for name in names]
            results = _call_class().apply(program, given, *differentiable)
            with torch.no_grad():
                for old, new in zip(state, results[program.count :]):
                    old.copy_(new)
            return results[0] if program.count == 1 else results[: program.count]

    return Function


def function(module, dynamic_shapes=None, threads=None):
    """A `torch.nn.Module` that computes what `module` does, by native code, backward too.

    `module`: a torch.nn.Module, or a function of tensors. Its parameters are those
    of the result, so that optimizers, schedulers, hooks on tensors and accumulated
    gradients are as ever; buffers that it writes are written. Arguments are tensors
    on the CPU. It is compiled when it is first called with other types, sizes or
    modes (`train()`, `eval()`), or other inputs that require gradients. With
    `dynamic_shapes`, which is that of `from_torch`, sizes may change. `threads` is by
    default what torch.get_num_threads() says then.

    A second derivative (`create_graph=True`) is a NotImplementedError. Raises what
    `from_torch` raises, ArgumentError for what is no tensor of the CPU.
    """
    return _function_class()(module, dynamic_shapes, threads)
