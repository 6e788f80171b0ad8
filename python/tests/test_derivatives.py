"""Tests of derivatives against values computed by hand."""

import numpy as np
import pytest
import sg

X, Y, V = np.array([1.0, -2.0, 3.0]), np.array([0.5, 2.0, -1.0]), np.array([2.0, 1.0, 0.25])
VALUE = np.sum((X * X * Y) ** 2)
DX, DY = 4 * X**3 * Y**2, 2 * X**4 * Y


def test_value_and_grad(module):
    value, gradients = module.value_and_grad("quartic", wrt=[1, 0])(X, Y, 7)
    assert value[0] == VALUE and value[1] == 7
    assert np.allclose(gradients[0], DY, rtol=1e-14) and np.allclose(gradients[1], DX, rtol=1e-14)
    _, (dx, dy) = module.value_and_grad("quartic")(X, Y, 7)
    assert np.allclose(dx, DX, rtol=1e-14) and np.allclose(dy, DY, rtol=1e-14)
    _, dx = module.value_and_grad("@quartic", wrt=0)(X, Y, 7)
    assert np.allclose(dx, DX, rtol=1e-14)


def test_vjp_and_jvp(module):
    value, (dx, dy) = module.vjp("product")(X, Y, V)
    assert np.array_equal(value, X * Y) and np.array_equal(dx, V * Y) and np.array_equal(dy, V * X)
    value, (tangent,) = module.jvp("product", wrt=[1])(X, Y, V)
    assert np.array_equal(tangent, X * V)
    _, tangent = module.jvp("product", wrt=1, of=0)(X, Y, V)
    assert np.array_equal(tangent, X * V)


def test_hessian_vector_product(module):
    product = module.hessian_vector_product("quartic", wrt=0)(X, Y, 7, V)
    assert np.allclose(product, 12 * X**2 * Y**2 * V, rtol=1e-14)
    (both,) = [module.hessian_vector_product("quartic")(X, Y, 7, V, np.zeros(3))]
    assert np.allclose(both[0], product, rtol=1e-14) and np.allclose(both[1], 8 * X**3 * Y * V, rtol=1e-14)


def test_stop_has_no_derivative(module):
    value, gradients = module.value_and_grad("stopped")(3.0, 4.0)
    assert value == 12 and gradients == (0, 3)
    with pytest.raises(sg.ProgramError, match="argument 0"):
        module.value_and_grad("stopped", strict=True)


def test_strong_zero(module):
    for derivative, tail in (module.value_and_grad, ()), (module.vjp, (1.0,)):
        assert np.isnan(derivative("chosen", wrt=0)(0.0, *tail)[1])
        assert derivative("chosen", wrt=0, strong_zero=True)(0.0, *tail)[1] == 0
    assert module.jvp("chosen", wrt=0, of=0, strong_zero=True)(0.0, 1.0)[1] == 0
    assert np.isnan(module.hessian_vector_product("chosen", wrt=0)(0.0, 1.0))
    assert module.hessian_vector_product("chosen", wrt=0, strong_zero=True)(0.0, 1.0) == 0
    assert not module.check_gradients("piecewise", 0.0)
    assert module.check_gradients("piecewise", 0.0, order=2, strong_zero=True)


def test_branches_between_blocks(module):
    """Checks that branches between blocks are lifted, also in callees. Branches that cannot be
    lifted are errors only in functions that are differentiated."""
    derivative = module.value_and_grad("branches", wrt=0)
    assert derivative(3.0, True) == (6, 2) and derivative(3.0, False) == (3, 1)
    assert "cf.cond_br" in module.dump() and "active" in str(module.report("branches", wrt=0))
    with pytest.raises(sg.ProgramError, match="'foreign.br' op"):
        module.value_and_grad("foreign")


def test_unused_argument():
    """Checks derivatives with respect to an argument that the function does not use."""
    module = sg.load("""func.func @f(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
      %z = math.sin %x : tensor<3xf64>
      return %z : tensor<3xf64>
    }""")
    one = np.ones(3)
    value, (dx, dy) = module.vjp("f")(one, one, one)
    assert np.allclose(value, np.sin(1), rtol=1e-14) and np.allclose(dx, np.cos(1), rtol=1e-14)
    assert np.array_equal(dy, np.zeros(3))
    _, tangent = module.jvp("f", wrt=1, of=0)(one, one, one)
    assert np.array_equal(tangent, np.zeros(3))
    assert "disconnected" in str(module.report("f"))


def test_functions_are_cached(module):
    assert module.vjp("product") is module.vjp("product")
    assert module.vjp("product") is not module.vjp("product", wrt=[0])


def test_name_collision():
    module = sg.load("func.func @f(%x: f64) -> f64 {\n return %x : f64\n}\nfunc.func @f_vjp() {\n return\n}")
    assert module.vjp("f", wrt=0)(2.0, 5.0) == (2, 5)


def test_report(module):
    report = module.report("stopped", wrt=[0, 1], of=0)
    assert "argument 0: f64: blocked" in str(report)
    assert report.data["schema"] == "sg.gradient-report"
    assert report.dot.startswith("digraph")
    assert repr(report) == "<sg.Report on @stopped>"
    with pytest.raises(sg.ProgramError, match="no result of differentiable type"):
        module.report("set")


def test_dump(module):
    assert "grad.stop_gradient" in module.dump()
    requests = sg.load(
        "func.func @f(%x: f64) -> f64 {\n return %x : f64\n}\nfunc.func @g(%x: f64) -> (f64, f64) {\n"
        " %a, %b = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)\n return %a, %b : f64, f64\n}"
    )
    assert "grad.value_and_grad" in requests.dump("source") and "call @f_vjp" in requests.dump("expanded")
    assert "llvm.func @sg_g" in requests.dump("lowered") and "loc(" in requests.dump(locations=True)
    derivative = requests.value_and_grad("f")
    assert "func.func @f_value_and_grad(" in derivative.module.dump() and derivative.name == "f_value_and_grad"
    with pytest.raises(sg.ArgumentError, match="no stage 'parsed'; the stages are 'source', 'expanded' and 'lowered'"):
        requests.dump("parsed")


def test_warnings():
    with pytest.warns(sg.ProgramWarning, match="^lint.mlir:7:.*: warning: ") as caught:
        sg.load(
            """func.func private @loss(%x: f64, %target: f64) -> f64 {
  %t = grad.stop_gradient %target : f64
  %d = arith.subf %x, %t : f64
  return %d : f64
}
func.func @step(%x: f64, %target: f64) -> (f64, f64, f64) {
  %l, %dx, %dt = grad.value_and_grad @loss(%x, %target) : (f64, f64) -> (f64, f64, f64)
  return %l, %dx, %dt : f64, f64, f64
}""",
            name="lint.mlir",
        ).run("builtin.module(grad-lint)")
    assert len(caught) == 1 and caught[0].filename == __file__


def test_schedule():
    module = sg.load(
        """module attributes {transform.with_named_sequence} {
          func.func @f(%x: f64) -> f64 {
            %y = arith.mulf %x, %x : f64
            return %y : f64
          }
          transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
            %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
            %df, %generated = transform.grad.differentiate %f name = "df"
                : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
            transform.yield
          }
        }"""
    )
    assert module.run("builtin.module(transform-interpreter)").function("df")(3.0) == (9.0, 6.0)
