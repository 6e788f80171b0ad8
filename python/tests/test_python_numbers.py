"""Python numbers as arguments of traced functions get the type of the arrays that they meet."""

import dataclasses

import numpy as np
import pytest

import sg

X = np.array([1.0, 2.0], np.float32)


def test_a_number_does_not_change_the_type_of_an_array():
    @sg.function
    def step(x, rate):
        return x - rate * x, rate * 2

    result, doubled = step(X, 0.5)
    assert result.dtype == np.float32 and doubled.dtype == np.float64
    assert step(X, 1)[0].dtype == np.float32
    assert step(X, np.float64(0.5))[0].dtype == np.float64  # an array, which has a type
    assert step(X, 0.5)[0].dtype == np.float32


def test_a_number_with_a_shape_is_a_number():
    f = sg.function(lambda x, rate: x * rate, shapes={"x": ("n",), "rate": ()})
    assert f(X, 0.5).dtype == np.float32 and f(X, np.float64(0.5)).dtype == np.float64


def test_results_of_numbers_are_numbers():
    assert sg.function(lambda x, rate: x * sg.exp(rate / 2))(X, 1.0).dtype == np.float32
    assert sg.function(lambda x, rate: x * sg.astype(rate, "float64"))(X, 1.0).dtype == np.float64
    assert sg.function(lambda x, count, rate: x + count * rate)(X, 3, 0.5).dtype == np.float32
    assert sg.function(lambda count: count * 0.5)(3) == 1.5


def test_derivatives_keep_numbers():
    def loss(x, rate):
        return sg.sum(x * rate)

    value, gradient = sg.value_and_grad(loss)(X, 0.5)
    assert value.dtype == gradient.dtype == np.float32
    gradient = sg.grad(loss, argnums=1)(X, 0.5)
    assert gradient.dtype == np.float64 and gradient == 3.0


def test_functions_with_rules_keep_numbers():
    @sg.custom_jvp
    def scale(x, factor):
        return x * factor

    scale.defjvp(lambda primals, tangents: (primals[0] * primals[1], tangents[0] * primals[1]))

    @sg.custom_vjp
    def shift(x, distance):
        return x + distance

    shift.defvjp(lambda x, distance: (x + distance, ()), lambda residuals, cotangent: (cotangent, None))
    for f in scale, shift:
        value, gradient = sg.value_and_grad(lambda x: sg.sum(f(x, 2.0)))(X)
        assert value.dtype == gradient.dtype == np.float32


def test_an_integer_array_refuses_a_float():
    with pytest.raises(sg.Error, match=r"the number <sg.Array float64\[\]> does not fit to elements of type int32"):
        sg.function(lambda x, rate: x * rate)(np.ones(2, np.int32), 0.5)


@pytest.mark.parametrize("n", [-3, -1, 0, 1, 2, 3, 10, 31])
def test_integer_powers(n):
    x = np.array([-2.0, -0.5, 1.0, 3.0])
    np.testing.assert_allclose(sg.function(lambda x: x**n)(x), x**n, rtol=1e-14)
    np.testing.assert_allclose(sg.grad(lambda x: sg.sum(x**n))(x), n * x ** float(n - 1) if n else 0 * x, rtol=1e-14)
    integers = np.array([-2, 1, 3])
    if n >= 0:
        np.testing.assert_array_equal(sg.function(lambda x: x**n)(integers), integers**n)
    else:
        with pytest.raises(sg.Error, match=f"integers have no power {n}"):
            sg.function(lambda x: x**n)(integers)


def test_integer_powers_at_zero():
    assert sg.grad(lambda x: x**1)(0.0) == 1 and sg.grad(lambda x: x**2)(0.0) == 0
    assert sg.grad(lambda x: x**0)(0.0) == 0 and sg.grad(sg.grad(lambda x: x**2))(0.0) == 2


def test_methods_see_the_fields_of_data_classes():
    @dataclasses.dataclass
    class Model:
        k: float

        @sg.function
        def scale(self, x):
            return x * self.k

    model = Model(2.0)
    np.testing.assert_array_equal(model.scale(X), 2 * X)
    model.k = 3.0
    np.testing.assert_array_equal(model.scale(X), 3 * X)


def test_objects_with_an_identity_are_refused():
    class Model:
        @sg.function
        def scale(self, x):
            return x * self.k

    model = Model()
    model.k = 2.0
    with pytest.raises(sg.Error, match="self of scale is an object of type Model, .* make Model a data class"):
        model.scale(X)
