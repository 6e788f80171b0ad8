// Derivatives up to the fourth order of a function of two inputs in all
// mixtures of modes. The driver takes the second derivative along a direction
// in all four pairs of modes, then its gradient in both modes and its Hessian
// in all four pairs.

// (x0^2 + 2 x1^2)^2 * stop(x1) at (2, 3). Its second derivative along (1, 1) is
// (20 x0^2 + 32 x0 x1 + 56 x1^2) * c with c = 3.
// RUN: sed 's/FACT/reverse_over_reverse/g; s/SIZE/2/g' %{gradient} --input='2 3' \
// RUN:   --expected-output=2328 --expected-output='528 1200' --expected-output='120 96 96 336'
// RUN: sed 's/FACT/forward_over_reverse/g; s/SIZE/2/g' %{gradient} --input='2 3' \
// RUN:   --expected-output=2328 --expected-output='528 1200' --expected-output='120 96 96 336'
// RUN: sed 's/FACT/reverse_over_forward/g; s/SIZE/2/g' %{gradient} --input='2 3' \
// RUN:   --expected-output=2328 --expected-output='528 1200' --expected-output='120 96 96 336'
// RUN: sed 's/FACT/forward_over_forward/g; s/SIZE/2/g' %{gradient} --input='2 3' \
// RUN:   --expected-output=2328 --expected-output='528 1200' --expected-output='120 96 96 336'
func.func private @quartic(%x: tensor<2xf64>) -> f64 {
  %weights = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %none = arith.constant dense<0.0> : tensor<f64>
  %c1 = arith.constant 1 : index
  %squares = arith.mulf %x, %x : tensor<2xf64>
  %sum = linalg.dot ins(%squares, %weights : tensor<2xf64>, tensor<2xf64>)
      outs(%none : tensor<f64>) -> tensor<f64>
  %square = arith.mulf %sum, %sum : tensor<f64>
  %s = tensor.extract %square[] : tensor<f64>
  %x1 = tensor.extract %x[%c1] : tensor<2xf64>
  %c = grad.stop_gradient %x1 : f64
  %y = arith.mulf %s, %c : f64
  return %y : f64
}
func.func private @slopes(%x: tensor<2xf64>) -> tensor<2xf64> {
  %one = arith.constant 1.0 : f64
  %y, %slopes = grad.vjp @quartic(%x) cotangents(%one) : (tensor<2xf64>, f64) -> (f64, tensor<2xf64>)
  return %slopes : tensor<2xf64>
}
func.func private @slope(%x: tensor<2xf64>) -> f64 {
  %v = arith.constant dense<1.0> : tensor<2xf64>
  %y, %slope = grad.jvp @quartic(%x) tangents(%v) : (tensor<2xf64>, tensor<2xf64>) -> (f64, f64)
  return %slope : f64
}
func.func private @reverse_over_reverse(%x: tensor<2xf64>) -> f64 {
  %v = arith.constant dense<1.0> : tensor<2xf64>
  %y, %row = grad.vjp @slopes(%x) cotangents(%v)
      : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %r = call @sum(%row) : (tensor<2xf64>) -> f64
  return %r : f64
}
func.func private @forward_over_reverse(%x: tensor<2xf64>) -> f64 {
  %v = arith.constant dense<1.0> : tensor<2xf64>
  %y, %column = grad.jvp @slopes(%x) tangents(%v)
      : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %r = call @sum(%column) : (tensor<2xf64>) -> f64
  return %r : f64
}
func.func private @reverse_over_forward(%x: tensor<2xf64>) -> f64 {
  %y, %row = grad.value_and_grad @slope(%x) : (tensor<2xf64>) -> (f64, tensor<2xf64>)
  %r = call @sum(%row) : (tensor<2xf64>) -> f64
  return %r : f64
}
func.func private @forward_over_forward(%x: tensor<2xf64>) -> f64 {
  %v = arith.constant dense<1.0> : tensor<2xf64>
  %y, %r = grad.jvp @slope(%x) tangents(%v) : (tensor<2xf64>, tensor<2xf64>) -> (f64, f64)
  return %r : f64
}
func.func private @sum(%x: tensor<2xf64>) -> f64 {
  %none = arith.constant dense<0.0> : tensor<f64>
  %total = linalg.reduce { arith.addf } ins(%x : tensor<2xf64>) outs(%none : tensor<f64>)
      dimensions = [0]
  %y = tensor.extract %total[] : tensor<f64>
  return %y : f64
}
