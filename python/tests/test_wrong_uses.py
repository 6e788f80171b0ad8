"""Wrong uses of traced functions: each has an error that names the user's line and the remedy."""

import inspect
import math
import re
import sys
from functools import partial

import numpy as np
import pytest
import sg

CASES = []
X = np.ones((2, 3))


def wrong(pattern, kind=sg.ArgumentError):
    """Adds a function that raises an error of class `kind` at its line with the comment 'here'."""

    def add(function):
        CASES.append(pytest.param(function, kind, pattern, id=function.__name__))
        return function

    return add


# Element types


@wrong("add: int64 and float64 .*convert", sg.ProgramError)
def an_integer_and_a_float():
    sg.function(lambda n, x: n + x)(np.arange(3), np.ones(3))  # here


@wrong("the number 1.5 does not fit to elements of type int32: convert the array with astype")
def a_number_that_needs_another_type():
    sg.function(lambda n: n + 1.5)(np.ones(2, np.int32))  # here


@wrong(
    r"set_slice_axis: the update float64\[2\] does not broadcast to the replaced elements, float64\[1\]", sg.ProgramError
)
def an_update_with_too_many_elements():
    sg.function(lambda x: sg.set_slice_axis(x, x[:2], start=-1))(np.ones(3))  # here


@wrong(r"scatter: the update float64\[3\] does not broadcast to the replaced elements, float64\[\]", sg.ProgramError)
def an_indexed_update_with_too_many_elements():
    sg.function(lambda x: sg.scatter(x, x, [0], axes=0))(np.ones(3))  # here


@wrong("the number 300 is out of the range of uint8")
def a_number_out_of_range():
    sg.function(lambda n: n + 300)(np.ones(2, np.uint8))  # here


@wrong("the number True does not fit to elements of type float64")
def a_bool_and_a_float():
    sg.function(lambda x: x + True)(1.0)  # here


@wrong("exp: int64 is not supported; convert with astype", sg.ProgramError)
def an_operation_without_integers():
    sg.exp(np.arange(3))  # here


@wrong("there is no element type 'foo'; the types are bool, int8, ")
def an_unknown_element_type():
    sg.function(lambda x: sg.astype(x, "foo"))(X)  # here


@wrong("there is no element type dtype")
def an_array_of_text():
    sg.function(lambda x: x)(np.array(["a"]))  # here


# Values that are not known during tracing


@wrong(r"<sg.Array bool\[\]> has no value while the function is traced: use sg.where, sg.cond, ")
def a_condition_of_python():
    @sg.function
    def f(x):
        if x > 0:  # here
            return x
        return -x

    f(1.0)


@wrong("has no value while the function is traced")
def a_loop_of_python():
    @sg.function
    def f(x):
        while x < 10:  # here
            x = x * 2
        return x

    f(1.0)


@wrong("has no value while the function is traced")
def a_conversion_to_a_number():
    sg.function(lambda x: float(x))(1.0)  # here


@wrong("has no value while the function is traced")
def a_function_of_math():
    sg.function(lambda x: math.sin(x))(1.0)  # here


@wrong(r"<sg.Array float64\[2, 3\]> has no value for numpy.sin while the function is traced: use sg.sin")
def a_function_of_numpy():
    sg.function(lambda x: np.sin(x))(X)  # here


@wrong("has no value for numpy.sum while the function is traced: use sg.sum")
def a_reduction_of_numpy():
    sg.function(lambda x: np.sum(x))(X)  # here


@wrong("has no value for numpy.add while")
def an_update_of_a_numpy_array():
    @sg.function
    def f(x):
        y = np.ones(3)
        y += x  # here
        return y

    f(X)


@wrong("has no value while the function is traced")
def an_array_as_the_index_of_a_list():
    sg.function(lambda i: [1.0, 2.0][i])(1)  # here


@wrong("the number of elements that a bool array selects is not known while the function is traced: use sg.where")
def a_bool_index():
    sg.function(lambda x: x[x > 0])(X)  # here


@wrong(r"arrays of a traced function cannot be changed: use x = x.at\[index\].set\(value\)")
def an_assignment_to_an_element():
    @sg.function
    def f(x):
        x[0] = 1.0  # here
        return x

    f(X)


# Sizes


@wrong("cannot be broadcast together: axis -1 has the sizes 3 and 4", sg.ProgramError)
def sizes_that_do_not_broadcast():
    sg.function(lambda x: x + np.ones(4))(X)  # here


@wrong("the index 5 is out of range for axis 0 of size 2", IndexError)
def an_index_out_of_range():
    sg.function(lambda x: x[5])(X)  # here


@wrong("2 indices for an array of rank 1", IndexError)
def too_many_indices():
    sg.function(lambda x: x[0, 0])(np.ones(2))  # here


@wrong("'tensor.extract': an index is out of range", sg.AssertionFailed)
def an_index_that_is_computed():
    sg.take(np.ones(3), np.array([7]), axis=0)  # here


@wrong("the size 'n' of shapes is 3 and 4 in the arguments of a call")
def symbolic_sizes_that_differ():
    sg.function(shapes={"x": ("n",), "y": ("n",)})(lambda x, y: x + y)(np.ones(3), np.ones(4))  # here


@wrong("whether the sizes n and 3 are equal is known only in a call")
def a_comparison_of_symbolic_sizes():
    sg.function(shapes={"x": ("n",)})(lambda x: x if x.shape[0] == 3 else -x)(np.ones(3))  # here


@wrong("the size n has no value while the function is traced; sg.size_value converts it to an array")
def a_symbolic_size_as_an_integer():
    sg.function(shapes={"x": ("n",)})(lambda x: sum(range(x.shape[0])) * x)(np.ones(3))  # here


@wrong("shapes names z, but f has the parameters x")
def shapes_of_an_unknown_parameter():
    def f(x):
        return x

    sg.function(f, shapes={"z": ("n",)})  # here


@wrong(r"x has rank 1, but shapes says \('n', 2\)")
def shapes_of_another_rank():
    sg.function(shapes={"x": ("n", 2)})(lambda x: x)(np.ones(3))  # here


@wrong("shapes has a shape for x, which is not a single array")
def shapes_of_a_container():
    sg.function(shapes={"x": ("n",)})(lambda x: x[0])([np.ones(3)])  # here


# Arrays outside of their function


@wrong(r"<sg.Array float64\[\]> was computed in a traced function, which has ended: return it from there")
def an_array_of_an_earlier_trace():
    kept = []
    sg.function(lambda x: kept.append(x) or x)(1.0)
    sg.function(lambda x: x + kept[0])(1.0)  # here


@wrong("belongs to a traced function that has ended: return it from there")
def an_array_outside_of_traced_functions():
    kept = []
    sg.function(lambda x: kept.append(x) or x)(1.0)
    sg.exp(kept[0])  # here


@wrong("was computed in a function of sg.cond, which has ended: return it from there")
def an_array_of_a_branch():
    @sg.function
    def f(x):
        kept = []
        sg.cond(x > 0, lambda: kept.append(x * 2) or x, lambda: x)
        return kept[0] + 1  # here

    f(1.0)


@wrong("was computed in the body of sg.fori_loop, which has ended: return it from there")
def an_array_of_a_loop():
    @sg.function
    def f(x):
        kept = []
        sg.fori_loop(0, 3, lambda i, y: kept.append(y) or y * 2, x)
        return kept[0] + 1  # here

    f(1.0)


@wrong("was computed in the function <lambda>, which has ended: return it from there")
def an_array_of_a_differentiated_function():
    @sg.function
    def f(x):
        kept = []
        sg.grad(lambda y: kept.append(y) or y * 2)(x)
        return kept[0] + 1  # here

    f(1.0)


@wrong("the size n belongs to a traced function that has ended")
def a_size_of_an_earlier_trace():
    kept = []
    sg.function(shapes={"x": ("n",)})(lambda x: kept.append(x.shape[0]) or x)(np.ones(3))
    kept[0] + 1  # here


# Control flow


@wrong("sg.cond can be called only in a function of sg.function, or in a function it calls")
def a_branch_outside_of_traced_functions():
    sg.cond(True, lambda: 1.0, lambda: 2.0)  # here


@wrong(r"the results of the functions of sg.cond: \* and \(\*, \*\) differ")
def branches_with_different_structures():
    sg.function(lambda x: sg.cond(x > 0, lambda: x, lambda: (x, x)))(1.0)  # here


@wrong(r"result 0 is float64\[\] in one branch and int64\[\] in the other; convert", sg.ProgramError)
def branches_with_different_types():
    sg.function(lambda x: sg.cond(x > 0, lambda: x, lambda: 1))(1.0)  # here


@wrong(r"the condition of a loop must be bool\[\], not float64\[\]", sg.ProgramError)
def a_condition_that_is_no_bool():
    sg.function(lambda x: sg.while_loop(lambda y: y, lambda y: y, x))(1.0)  # here


@wrong(r"the carry and the result of the body of sg.while_loop: \* and \[\*, \*\] differ")
def a_loop_that_changes_its_structure():
    sg.function(lambda x: sg.while_loop(lambda y: y < 9, lambda y: [y, y], x))(1.0)  # here


@wrong(r"array 0 of the loop's carry is float64\[\], but its body returns float64\[2\]", sg.ProgramError)
def a_loop_that_changes_its_shape():
    sg.function(lambda x: sg.fori_loop(0, 3, lambda i, y: sg.stack([y, y]), x))(1.0)  # here


@wrong(r"the function of sg.scan must return a pair \(carry, output\)")
def a_scan_without_an_output():
    sg.function(lambda x: sg.scan(lambda c, y: c + y, 0.0, x))(np.ones(2))  # here


@wrong(r"the carry of sg.scan is \*, but the function returns \(\*, \*\)")
def a_scan_that_changes_its_structure():
    sg.function(lambda x: sg.scan(lambda c, y: ((c, c), y), 0.0, x))(np.ones(2))  # here


@wrong(r"the carry\['a'\] of sg.scan is float32 of rank 0, but the function returns float64 of rank 0: convert")
def a_scan_that_changes_its_type():
    init = {"a": np.float32(0)}
    sg.function(lambda x: sg.scan(lambda c, y: ({"a": c["a"] + y}, y), init, x))(np.ones(2))  # here


@wrong("the xs and the length of sg.scan have the sizes 2, 1")
def a_scan_of_different_lengths():
    sg.function(lambda x: sg.scan(lambda c, y: (c, y), 0.0, {"a": x, "b": x[:1]}))(np.ones(2))  # here


@wrong("the xs of sg.scan have a first axis, but .* has rank 0")
def a_scan_of_a_number():
    sg.function(lambda x: sg.scan(lambda c, y: (c, y), 0.0, x))(1.0)  # here


@wrong("the function calls itself without end while it is traced: repeat computations by sg.while_loop or ")
def a_recursion_without_end():
    def fibonacci(n):
        return fibonacci(n - 1) + fibonacci(n - 2)  # here

    sg.function(fibonacci)(5)


@wrong("the function calls itself without end while it is traced")
def a_gradient_of_itself():
    def f(x):
        return sg.grad(f)(x)  # here

    sg.function(f)(1.0)


@wrong("the traced function has more than 100000 operations: repeat computations by sg.fori_loop, ")
def a_loop_without_end():
    @sg.function
    def f(x):
        while True:
            x = x * 2  # here

    f(1.0)


# Derivatives


@wrong("the function must return a float of rank 0, not float64 of rank 1: use sg.sum or sg.mean, or sg.vjp or ")
def the_gradient_of_a_vector():
    sg.grad(lambda x: x)(np.ones(2))  # here


@wrong("the function must return a float of rank 0, not int64 of rank 0")
def the_gradient_of_an_integer():
    sg.grad(lambda x: sg.argmax(x))(np.ones(2))  # here


@wrong(r"the function must return one array, not \(\*, \*\); with has_aux, a pair")
def the_gradient_of_two_results():
    sg.grad(lambda x: (x, x))(1.0)  # here


@wrong(r"with has_aux the function must return a pair \(value, other results\), not \*")
def other_results_that_are_missing():
    sg.grad(lambda x: x, has_aux=True)(1.0)  # here


@wrong("argnums has 3, but the call has 1 positional arguments")
def an_argument_out_of_range():
    sg.grad(lambda x: x, argnums=3)(1.0)  # here


@wrong(r"parameters\['n'\] has elements of type int64, which has no derivative: convert it with astype, or leave")
def an_integer_that_is_differentiated():
    sg.grad(lambda parameters: parameters["w"])({"w": 1.0, "n": 2})  # here


@wrong("mode is a constant, which has no derivative: leave it out of argnums")
def a_constant_that_is_differentiated():
    sg.grad(lambda mode, x: x)("fast", 1.0)  # here


@wrong("primals must be a tuple or a list of arguments, not float")
def primals_that_are_no_tuple():
    sg.jvp(lambda x: x, 1.0, 1.0)  # here


@wrong(r"tangents must have the structure \(\*,\), not \(\*, \*\)")
def tangents_of_another_structure():
    sg.jvp(lambda x: x, (1.0,), (1.0, 2.0))  # here


@wrong(r"cotangents must have the structure \{a: \*\}, not \*")
def cotangents_of_another_structure():
    sg.vjp(lambda x: {"a": x}, 1.0)[1](1.0)  # here


@wrong(r"cotangents\['a'\] must be float64\[2\] like its result, not float32\[2\]")
def cotangents_of_another_type():
    sg.vjp(lambda x: {"a": x}, np.ones(2))[1]({"a": np.ones(2, np.float32)})  # here


@wrong("sg.vjp was called outside of the traced function: call it there")
def a_pullback_in_another_function():
    _, pullback = sg.vjp(lambda x: x * x, 1.0)
    sg.function(lambda x: pullback(x))(1.0)  # here


@wrong("the function that sg.vjp returned belongs to another traced function: call it there")
def a_pullback_of_an_earlier_trace():
    kept = []
    sg.function(lambda x: kept.append(sg.vjp(lambda y: y * y, x)[1]) or x)(1.0)
    sg.function(lambda x: kept[0](x))(1.0)  # here


@wrong("the function calls itself without end while it is traced")
def a_function_that_compiles_itself():
    def f(x):
        traced.module(1.0)  # here
        return x

    traced = sg.function(f)
    traced(1.0)


@wrong("the function of sg.vjp has no result with elements of float type")
def the_cotangent_of_an_integer():
    sg.vjp(lambda x: sg.argmax(x), np.ones(2))  # here


@wrong("the result has elements of type int64, which has no derivative: return it with has_aux")
def the_jacobian_of_integers():
    sg.jacobian(lambda x: sg.argmax(x))(np.ones(2))  # here


@wrong("n has elements of type int64, which has no derivative: leave it out of argnums")
def the_check_of_an_integer():
    sg.check_gradients(lambda x, n: x, 1.0, 2, argnums=1)  # here


@wrong("grad-lint: there is no warning 'x' to ignore; there are ", sg.ProgramError)
def a_warning_that_does_not_exist():
    sg.lint(lambda x: x, 1.0, ignore=["x"])  # here


@wrong("f has no rule: call f.defvjp")
def a_rule_that_is_missing():
    @sg.custom_vjp
    def f(x):
        return x

    sg.function(lambda x: f(x))(1.0)  # here


# Arguments and options


@wrong("options of f is of type set, which is neither an array, a number nor a hashable constant")
def a_constant_that_cannot_be_hashed():
    def f(x, options):
        return x

    sg.function(f)(1.0, {1, 2})  # here


@wrong(r"the keys of a dict must have an order; \[1, 'a'\] have none")
def keys_without_an_order():
    sg.function(lambda x: x)({1: 1.0, "a": 2.0})  # here


@wrong("threads is 0; it is at least 1 and at most 4096")
def no_threads():
    sg.function(lambda x: x, threads=0)  # here


@wrong("takes 1 positional argument but 2 were given", TypeError)
def too_many_arguments():
    sg.function(lambda x: x)(1.0, 2.0)  # here


@pytest.mark.parametrize("use, kind, pattern", CASES)
def test_wrong_use(use, kind, pattern):
    lines, first = inspect.getsourcelines(use)
    (line,) = [first + i for i, text in enumerate(lines) if text.endswith("# here\n")]
    column = r"[1-9]\d*" if sys.version_info >= (3, 11) else "0"
    with pytest.raises(kind) as raised:
        use()
    assert re.match(rf"{re.escape(__file__)}:{line}:{column}: (error: )?.*{pattern}", str(raised.value)), raised.value


def test_the_user_s_own_errors_are_unchanged():
    def f(x):
        raise TypeError("mine")

    with pytest.raises(TypeError, match="^mine$"):
        sg.function(f)(1.0)


def test_a_function_works_after_an_error():
    f = sg.function(lambda x, y: x + y)
    with pytest.raises(sg.ProgramError):
        f(np.ones(2), np.ones(3))
    assert f(1.0, 2.0) == 3.0
    assert partial(f, 1.0)(y=3.0) == 4.0
