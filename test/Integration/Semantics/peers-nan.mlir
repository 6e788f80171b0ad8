// NaN and infinity in values that do not contribute. Each test gives f, then f'
// in reverse mode and in forward mode, or the gradient of two inputs.

// x0 + NaN * stop(x1) has the gradient (1, 0). (Other tools return NaN for the
// second element, or zero for both.)
// RUN: sg-run %s --function=gradient_of_nan --input=2 --input=3 \
// RUN:   --expected-output=nan --expected-output=1 --expected-output=0
func.func private @plus_stopped_nan(%x: f64, %y: f64) -> f64 {
  %nan = arith.constant 0x7FF8000000000000 : f64
  %c = grad.stop_gradient %y : f64
  %w = arith.mulf %nan, %c : f64
  %r = arith.addf %x, %w : f64
  return %r : f64
}
func.func @gradient_of_nan(%x: f64, %y: f64) -> (f64, f64, f64) {
  %r:3 = grad.value_and_grad @plus_stopped_nan(%x, %y) : (f64, f64) -> (f64, f64, f64)
  return %r#0, %r#1, %r#2 : f64, f64, f64
}

// min(1, 1 / x) at 0: in reverse mode the minimum multiplies zero by the
// infinite derivative of 1 / x, which gives NaN as in JAX and PyTorch. Forward
// mode drops the tangent of 1 / x.
// RUN: sed s/FACT/bounded/g %{slopes} --input=0 --expected-output='1 nan 0'
// RUN: sed s/FACT/bounded/g %{slopes} --input=2 --expected-output='0.5 -0.25 -0.25'
// If x is stopped on the unselected side, both derivatives are zero.
// RUN: sed s/FACT/guarded/g %{slopes} --input=0 --expected-output='1 0 0'
// RUN: sed s/FACT/guarded/g %{slopes} --input=2 --expected-output='0.5 -0.25 -0.25'
func.func private @bounded(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %i = arith.divf %one, %x : f64
  %y = arith.minimumf %one, %i : f64
  return %y : f64
}
func.func private @guarded(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %p = arith.cmpf ogt, %x, %one : f64
  %c = grad.stop_gradient %x : f64
  %chosen = arith.select %p, %x, %c : f64
  %y = call @bounded(%chosen) : (f64) -> f64
  return %y : f64
}

// The unselected side of x > 0 ? 1 / x : x is infinite at 0. The derivative is
// the derivative of x in forward mode, and NaN in reverse mode, for the same
// reason. With the stop, both modes return the derivative of x.
// RUN: sed s/FACT/inverse_or_itself/g %{slopes} --input=0 --expected-output='0 nan 1'
// RUN: sed s/FACT/inverse_or_itself_guarded/g %{slopes} --input=0 --expected-output='0 1 1'
func.func private @inverse_or_itself(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %i = arith.divf %one, %x : f64
  %y = arith.select %p, %i, %x : f64
  return %y : f64
}
func.func private @inverse_or_itself_guarded(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %c = grad.stop_gradient %x : f64
  %chosen = arith.select %p, %x, %c : f64
  %i = arith.divf %one, %chosen : f64
  %y = arith.select %p, %i, %x : f64
  return %y : f64
}
