// Stops in functions of several inputs: gradients, Jacobians and Hessians.

// Fact 10. x * stop(y) + y at (2, 5) has the derivatives stop(y) = 5 and 1, in
// both modes.
// RUN: sg-run %s --function=slopes --input=2 --input=5 \
// RUN:   --expected-output=15 --expected-output=5 --expected-output=1 \
// RUN:   --expected-output=5 --expected-output=1
func.func @stopped_factor(%x: f64, %y: f64) -> f64 {
  %c = grad.stop_gradient %y : f64
  %p = arith.mulf %x, %c : f64
  %r = arith.addf %p, %y : f64
  return %r : f64
}
func.func @slopes(%x: f64, %y: f64) -> (f64, f64, f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %f, %dx, %dy = grad.value_and_grad @stopped_factor(%x, %y)
      : (f64, f64) -> (f64, f64, f64)
  %fx, %tx = grad.jvp @stopped_factor(%x, %y) tangents(%one) {wrt = array<i64: 0>}
      : (f64, f64, f64) -> (f64, f64)
  %fy, %ty = grad.jvp @stopped_factor(%x, %y) tangents(%one) {wrt = array<i64: 1>}
      : (f64, f64, f64) -> (f64, f64)
  return %f, %dx, %dy, %tx, %ty : f64, f64, f64, f64, f64
}

// Fact 11. A stopped factor is a constant in mixed derivatives, too: x0^2 *
// stop(x1) + x1^2 at (2, 3) has a diagonal Hessian.
// RUN: sed 's/FACT/diagonal/g; s/SIZE/2/g' %{gradient} --input='2 3' \
// RUN:   --expected-output=21 --expected-output='12 6' --expected-output='6 0 0 2'
// RUN: sed 's/FACT/diagonal/g; s/SIZE/2/g' %{unmasked-gradient} --input='2 3' \
// RUN:   --expected-output=21 --expected-output='12 10' --expected-output='6 4 4 2'
func.func @diagonal(%x: tensor<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x0 = tensor.extract %x[%c0] : tensor<2xf64>
  %x1 = tensor.extract %x[%c1] : tensor<2xf64>
  %c = grad.stop_gradient %x1 : f64
  %s0 = arith.mulf %x0, %x0 : f64
  %s1 = arith.mulf %x1, %x1 : f64
  %p = arith.mulf %s0, %c : f64
  %y = arith.addf %p, %s1 : f64
  return %y : f64
}

// Fact 12. x0^2 * stop(x1) + x1^3 at (2, 3) has the gradient (12, 27). Its
// Hessian times (1, 1) is (6, 18).
// RUN: sed 's/FACT/cubic/g; s/SIZE/2/g' %{gradient} --input='2 3' \
// RUN:   --expected-output=39 --expected-output='12 27' --expected-output='6 0 0 18'
// RUN: sed 's/FACT/cubic/g; s/SIZE/2/g' %{unmasked-gradient} --input='2 3' \
// RUN:   --expected-output=39 --expected-output='12 31' --expected-output='6 4 4 18'
// RUN: sg-run %s --function=hessian_times --input='2 3' --input='1 1' \
// RUN:   --expected-output='6 18' --expected-output='6 18'
func.func @cubic(%x: tensor<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x0 = tensor.extract %x[%c0] : tensor<2xf64>
  %x1 = tensor.extract %x[%c1] : tensor<2xf64>
  %c = grad.stop_gradient %x1 : f64
  %three = arith.constant 3 : i32
  %cube = math.fpowi %x1, %three : f64, i32
  %s0 = arith.mulf %x0, %x0 : f64
  %y = math.fma %s0, %c, %cube : f64
  return %y : f64
}
func.func @slope_of_cubic(%x: tensor<2xf64>) -> tensor<2xf64> {
  %f, %g = grad.value_and_grad @cubic(%x) : (tensor<2xf64>) -> (f64, tensor<2xf64>)
  return %g : tensor<2xf64>
}
func.func @hessian_times(%x: tensor<2xf64>, %v: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %g, %forward = grad.jvp @slope_of_cubic(%x) tangents(%v)
      : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %same, %reverse = grad.vjp @slope_of_cubic(%x) cotangents(%v)
      : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  return %forward, %reverse : tensor<2xf64>, tensor<2xf64>
}

// Fact 16. The Jacobian of [x0 * stop(x1), x1] at (2, 3).
// RUN: sed 's/FACT/pair/g; s/SIZE/2/g' %{jacobian} --input='2 3' \
// RUN:   --expected-output='6 3' --expected-output='3 0 0 1'
// RUN: sed 's/FACT/pair/g; s/SIZE/2/g' %{unmasked-jacobian} --input='2 3' \
// RUN:   --expected-output='6 3' --expected-output='3 2 0 1'
func.func @pair(%x: tensor<2xf64>) -> tensor<2xf64> {
  %x0 = tensor.extract_slice %x[0] [1] [1] : tensor<2xf64> to tensor<1xf64>
  %x1 = tensor.extract_slice %x[1] [1] [1] : tensor<2xf64> to tensor<1xf64>
  %c = grad.stop_gradient %x1 : tensor<1xf64>
  %p = arith.mulf %x0, %c : tensor<1xf64>
  %y = tensor.insert_slice %p into %x[0] [1] [1] : tensor<1xf64> into tensor<2xf64>
  return %y : tensor<2xf64>
}

// Fact 58. An index has no derivative, stopped or not: the square of the
// element stop(2) of (1, 2, 3) has the gradient (0, 0, 6).
// RUN: sed 's/FACT/element/g; s/SIZE/3/g' %{gradient} --input='1 2 3' \
// RUN:   --expected-output=9 --expected-output='0 0 6' --expected-output='0 0 0 0 0 0 0 0 2'
func.func @element(%x: tensor<3xf64>) -> f64 {
  %two = arith.constant 2 : i64
  %where = arith.index_cast %two : i64 to index
  %i = grad.stop_gradient %where : index
  %e = tensor.extract %x[%i] : tensor<3xf64>
  %y = arith.mulf %e, %e : f64
  return %y : f64
}
