"""Derivatives of MLIR functions as native code.

    import sg

    module = sg.load("loss.mlir")
    step = module.value_and_grad("loss", wrt=[0])
    value, (slope,) = step(weights, inputs)

`sg.load` reads text, bytecode or a file; the methods of `sg.Module` give compiled
functions, derivatives among them, which take and return numpy arrays and take
whatever speaks DLPack. What is wrong is an `sg.Error` with the text of the
diagnostic. docs/Python.md tells more.
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
from .function import ArrayType, Function
from .library import version
from .model import Model, NamedFunction
from .module import Module, load
from .progress import track
from .report import Report
from .training_step import TrainingStep, training_step
from .tree_model import TreeFunction, TreeModel

__version__ = version()

__all__ = [
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
