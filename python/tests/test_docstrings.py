"""Checks that the public names have docstrings, and that the examples in them print the documented
output."""

import doctest
import inspect

import numpy as np
import pytest
import sg

DERIVATIVES = [
    "check_gradients", "grad", "hessian", "hessian_vector_product", "jacobian", "jacobian_forward",
    "jacobian_reverse", "jvp", "lint", "report", "scan", "value_and_grad", "vjp",
]  # fmt: skip


def public_functions():
    return [name for name in sg.__all__ if inspect.isfunction(getattr(sg, name)) or inspect.isclass(getattr(sg, name))]


@pytest.mark.parametrize("name", public_functions())
def test_docstring(name):
    value = getattr(sg, name)
    assert value.__doc__, f"sg.{name} has no docstring"
    for test in doctest.DocTestFinder(recurse=False).find(value, name, globs={"np": np, "sg": sg}):
        lines = []
        doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=lines.append)
        assert not lines, "".join(lines)


@pytest.mark.parametrize("name", DERIVATIVES)
def test_derivatives_have_examples_and_types(name):
    function = getattr(sg, name)
    assert ">>> " in function.__doc__
    signature = inspect.signature(function)
    assert signature.return_annotation is not inspect.Signature.empty
    assert all(one.annotation is not one.empty for one in signature.parameters.values())


def test_public_names():
    assert set(dir(sg)) == {*sg.__all__, "__version__", "jax", "torch"}
    assert sorted(sg.__all__) == sorted(set(sg.__all__))
    for name in dir(sg):
        assert hasattr(sg, name)
    names = {}
    exec("from sg import *", names)
    assert set(names) - {"__builtins__"} == set(sg.__all__)
