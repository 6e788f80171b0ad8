// NaN and infinity. The zero of a stop is structural, so no stopped value
// reaches a derivative. A stop does not change values. Each fact gives f, then
// f' in reverse mode and in forward mode.

// Fact 60. x + stop(sqrt(x)) at 0 has the derivative one, though the derivative
// of the root is infinite. Multiplying the root by zero does not stop it: the
// derivative is NaN.
// RUN: sed s/FACT/plus_stopped_root/g %{slopes} --input=0 --expected-output='0 1 1'
// RUN: sed s/FACT/plus_root_times_zero/g %{slopes} --input=0 --expected-output='0 nan nan'
func.func @plus_stopped_root(%x: f64) -> f64 {
  %r = math.sqrt %x : f64
  %c = grad.stop_gradient %r : f64
  %y = arith.addf %x, %c : f64
  return %y : f64
}
func.func @plus_root_times_zero(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = math.sqrt %x : f64
  %c = arith.mulf %zero, %r : f64
  %y = arith.addf %x, %c : f64
  return %y : f64
}

// Fact 61. A stop protects derivatives, never values: x + 0 * stop(log(x)) at 0
// is NaN with the derivative one. If a stopped factor is NaN, the derivative is
// NaN.
// RUN: sed s/FACT/plus_stopped_log/g %{slopes} --input=0 --expected-output='nan 1 1'
// RUN: sed s/FACT/times_stopped_nan/g %{slopes} --input=3 --expected-output='nan nan nan'
func.func @plus_stopped_log(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %l = math.log %x : f64
  %c = grad.stop_gradient %l : f64
  %w = arith.mulf %zero, %c : f64
  %y = arith.addf %x, %w : f64
  return %y : f64
}
func.func @times_stopped_nan(%x: f64) -> f64 {
  %d = arith.subf %x, %x : f64
  %n = arith.divf %d, %d : f64
  %c = grad.stop_gradient %n : f64
  %y = arith.mulf %x, %c : f64
  return %y : f64
}

// Fact 62. where(x > 0, sqrt(x), 0) at 0: reverse mode multiplies the infinite
// derivative of the root by the select's zero cotangent, which gives NaN.
// Forward mode drops the root's tangent. With a second select inside, of x and
// stop(x), both derivatives are zero, also at -1, where the root is NaN.
// RUN: sed s/FACT/chosen_root/g %{slopes} --input=0 --expected-output='0 nan 0'
// RUN: sed s/FACT/chosen_root/g %{slopes} --input=4 --expected-output='2 0.25 0.25'
// RUN: sed s/FACT/guarded_root/g %{slopes} --input=0 --expected-output='0 0 0'
// RUN: sed s/FACT/guarded_root/g %{slopes} --input=-1 --expected-output='0 0 0'
// RUN: sed s/FACT/guarded_root/g %{slopes} --input=4 --expected-output='2 0.25 0.25'
// RUN: sed s/FACT/guarded_root/g %{unmasked-slopes} --input=0 --expected-output='0 nan 0'
func.func @chosen_root(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %r = math.sqrt %x : f64
  %y = arith.select %p, %r, %zero : f64
  return %y : f64
}
func.func @guarded_root(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %c = grad.stop_gradient %x : f64
  %guarded = arith.select %p, %x, %c : f64
  %r = math.sqrt %guarded : f64
  %y = arith.select %p, %r, %zero : f64
  return %y : f64
}

// Fact 63. A mask is not a select: sqrt(m x + (1 - m) stop(x)) * m with m = 0
// at 0 multiplies the infinite derivative by zero.
// RUN: sed s/FACT/masked_root/g %{slopes} --input=0 --expected-output='0 nan nan'
func.func @masked_root(%x: f64) -> f64 {
  %m = arith.constant 0.0 : f64
  %one_minus_m = arith.constant 1.0 : f64
  %c = grad.stop_gradient %x : f64
  %stopped = arith.mulf %one_minus_m, %c : f64
  %guarded = math.fma %m, %x, %stopped : f64
  %r = math.sqrt %guarded : f64
  %y = arith.mulf %r, %m : f64
  return %y : f64
}

// Fact 64. For stop(x) * sqrt(y) at (3, 0), the derivative in y is infinite.
// The derivative in x, which is disconnected, is zero and not NaN.
// RUN: sg-run %s --function=slopes_of_product --input=3 --input=0 --expected-output='0 0 inf' \
// RUN:   --expected-output='0 inf'
func.func @product(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %c = grad.stop_gradient %x : tensor<f64>
  %r = math.sqrt %y : tensor<f64>
  %p = arith.mulf %c, %r : tensor<f64>
  return %p : tensor<f64>
}
func.func @slopes_of_product(%x: tensor<f64>, %y: tensor<f64>) -> (tensor<3xf64>, tensor<2xf64>) {
  %one = arith.constant dense<1.0> : tensor<f64>
  %f:3 = grad.value_and_grad @product(%x, %y)
      : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<f64>)
  %g, %tx = grad.jvp @product(%x, %y) tangents(%one) {wrt = array<i64: 0>}
      : (tensor<f64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  %h, %ty = grad.jvp @product(%x, %y) tangents(%one) {wrt = array<i64: 1>}
      : (tensor<f64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  %a = tensor.extract %f#0[] : tensor<f64>
  %b = tensor.extract %f#1[] : tensor<f64>
  %c = tensor.extract %f#2[] : tensor<f64>
  %d = tensor.extract %tx[] : tensor<f64>
  %e = tensor.extract %ty[] : tensor<f64>
  %reverse = tensor.from_elements %a, %b, %c : tensor<3xf64>
  %forward = tensor.from_elements %d, %e : tensor<2xf64>
  return %reverse, %forward : tensor<3xf64>, tensor<2xf64>
}
