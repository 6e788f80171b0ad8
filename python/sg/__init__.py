"""Derivatives of MLIR functions as native code.

    import sg

    module = sg.load("loss.mlir")
    step = module.value_and_grad("loss", wrt=[0])
    value, (gradient,) = step(weights, inputs)

`sg.load` reads text, bytecode or a file. The methods of `sg.Module` return compiled functions and
derivatives, which accept NumPy arrays and tensors that implement DLPack, and return NumPy arrays.
Errors are raised as `sg.Error` with the text of the diagnostic. See docs/Python.md.
"""

from . import jax_function as jax  # sg.jax.function
from . import torch_function as torch  # sg.torch.function
from .checking import ArgumentCheck, DirectionCheck, GradientCheck, WrongOp
from .errors import (
    ArgumentError,
    AssertionFailed,
    DeviceError,
    Error,
    FileError,
    OutOfMemory,
    ProgramError,
    ProgramWarning,
)
from .from_jax import from_jax
from .from_onnx import from_onnx
from .from_torch import from_torch
from .compiled import ArrayType, Function
from .library import version
from .model import Model, NamedFunction
from .module import Module, load
from .progress import track
from .report import Report
from .tracing import creation as _creation
from .tracing import operations as _operations
from .tracing.control import checkpoint, cond, fori_loop, while_loop
from .tracing.custom import custom_jvp, custom_vjp
from .tracing.function import TracedFunction, function
from .tracing.operations import *  # noqa: F403
from .tracing.creation import *  # noqa: F403
from .tracing.tracer import Array, Size
from .tracing.transforms import grad, hessian_vector_product, jvp, value_and_grad, vjp
from .training_step import TrainingStep, training_step
from .tree_model import TreeFunction, TreeModel

__version__ = version()

__all__ = [
    *_creation.__all__,
    *(name for name in _operations.__all__ if name != "einsum"),
    "Array",
    "Size",
    "TracedFunction",
    "checkpoint",
    "cond",
    "custom_jvp",
    "custom_vjp",
    "fori_loop",
    "function",
    "grad",
    "hessian_vector_product",
    "jvp",
    "value_and_grad",
    "vjp",
    "while_loop",
    "ArgumentCheck",
    "ArgumentError",
    "ArrayType",
    "AssertionFailed",
    "DeviceError",
    "DirectionCheck",
    "Error",
    "FileError",
    "Function",
    "GradientCheck",
    "Model",
    "Module",
    "NamedFunction",
    "OutOfMemory",
    "ProgramError",
    "ProgramWarning",
    "Report",
    "TrainingStep",
    "TreeFunction",
    "TreeModel",
    "WrongOp",
    "from_jax",
    "from_onnx",
    "from_torch",
    "load",
    "track",
    "training_step",
]
