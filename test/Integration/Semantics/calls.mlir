// Stops across calls, and element by element: a callee is differentiated with
// the activity of each call.

// Fact 52. A select per element between stop(x) and x does not equal x: for the
// conditions (true, false) the derivatives are 0 and 1.
// RUN: sed 's/FACT/chosen/g; s/SIZE/2/g' %{jacobian} --input='3 4' \
// RUN:   --expected-output='3 4' --expected-output='0 0 0 1'
// RUN: sed 's/FACT/chosen/g; s/SIZE/2/g' %{unmasked-jacobian} --input='3 4' \
// RUN:   --expected-output='3 4' --expected-output='1 0 0 1'
func.func private @chosen(%x: tensor<2xf64>) -> tensor<2xf64> {
  %stops = arith.constant dense<[true, false]> : tensor<2xi1>
  %c = grad.stop_gradient %x : tensor<2xf64>
  %y = arith.select %stops, %c, %x : tensor<2xi1>, tensor<2xf64>
  return %y : tensor<2xf64>
}

// Fact 53. One function, called with stop(x) and with x: square(stop(x)) * x
// and square(x) + square(stop(x)).
// RUN: sed s/FACT/stopped_argument/g %{orders} --input=3 --expected-output='27 9 0 0'
// RUN: sed s/FACT/stopped_argument/g %{unmasked-orders} --input=3 --expected-output='27 27 18 6'
// RUN: sed s/FACT/both_arguments/g %{orders} --input=3 --expected-output='18 6 2 0'
// RUN: sed s/FACT/both_arguments/g %{unmasked-orders} --input=3 --expected-output='18 12 4 0'
func.func private @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func private @stopped_argument(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %s = call @square(%c) : (f64) -> f64
  %y = arith.mulf %s, %x : f64
  return %y : f64
}
func.func private @both_arguments(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %a = call @square(%x) : (f64) -> f64
  %b = call @square(%c) : (f64) -> f64
  %y = arith.addf %a, %b : f64
  return %y : f64
}

// Fact 54. q(x) = x * stop(x), applied twice: the derivative of q(q(x)) is
// stop(q(x)) * stop(x).
// RUN: sed s/FACT/twice/g %{orders} --input=2 --expected-output='16 8 0 0'
// RUN: sed s/FACT/twice/g %{unmasked-orders} --input=2 --expected-output='16 32 48 48'
func.func private @times_itself(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %y = arith.mulf %x, %c : f64
  return %y : f64
}
func.func private @twice(%x: f64) -> f64 {
  %q = call @times_itself(%x) : (f64) -> f64
  %y = call @times_itself(%q) : (f64) -> f64
  return %y : f64
}

// A stop in a callee takes effect in the caller: the callee stops its second
// argument, whose derivative is zero.
// RUN: sed 's/FACT/stop_inside/g; s/SIZE/2/g' %{gradient} --input='2 3' \
// RUN:   --expected-output=6 --expected-output='3 0' --expected-output=0
func.func private @weighted(%x: f64, %w: f64) -> f64 {
  %c = grad.stop_gradient %w : f64
  %y = arith.mulf %x, %c : f64
  return %y : f64
}
func.func private @stop_inside(%x: tensor<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %x[%c0] : tensor<2xf64>
  %b = tensor.extract %x[%c1] : tensor<2xf64>
  %y = call @weighted(%a, %b) : (f64, f64) -> f64
  return %y : f64
}
