// The semantics of grad.stop_gradient for functions of one input: it is the
// identity, and a constant in every derivative of any order. Each fact gives f,
// f', f'' and f''' at a point, and next to it the values without the stop. All
// mixtures of modes are checked (lit.local.cfg).

// Fact 1. The derivative of x * stop(x) is the stopped x, a constant.
// RUN: sed s/FACT/times_itself/g %{orders} --input=3 --expected-output='9 3 0 0'
// RUN: sed s/FACT/times_itself/g %{unmasked-orders} --input=3 --expected-output='9 6 2 0'
func.func @times_itself(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %y = arith.mulf %x, %c : f64
  return %y : f64
}

// Fact 2. Every derivative of stop(x)^2 is zero.
// RUN: sed s/FACT/stopped_square/g %{orders} --input=3 --expected-output='9 0 0 0'
// RUN: sed s/FACT/stopped_square/g %{unmasked-orders} --input=3 --expected-output='9 6 2 0'
func.func @stopped_square(%x: f64) -> f64 {
  %t = tensor.from_elements %x : tensor<f64>
  %c = grad.stop_gradient %t : tensor<f64>
  %s = arith.mulf %c, %c : tensor<f64>
  %y = tensor.extract %s[] : tensor<f64>
  return %y : f64
}

// Fact 3. The derivatives of sin(x) * cos(stop(x)) are the derivatives of sin
// times a constant. They differ from the derivatives of sin(x) * cos(x).
// RUN: sed s/FACT/sine_cosine/g %{orders} --input=3.14 \
// RUN:   --expected-output='-0.0015926508965689952 0.9999974634566875 0.0015926508965689952 -0.9999974634566875'
// RUN: sed s/FACT/sine_cosine/g %{unmasked-orders} --input=3.14 \
// RUN:   --expected-output='-0.0015926508965689952 0.9999949269133752 0.006370603586275981 -3.999979707653501'
func.func @sine_cosine(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %sine = math.sin %x : f64
  %cosine = math.cos %c : f64
  %y = arith.mulf %sine, %cosine : f64
  return %y : f64
}

// Fact 4. x - stop(x) is zero and has the derivative one.
// RUN: sed s/FACT/difference/g %{orders} --input=3 --expected-output='0 1 0 0'
// RUN: sed s/FACT/difference/g %{unmasked-orders} --input=3 --expected-output='0 0 0 0'
func.func @difference(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %y = arith.subf %x, %c : f64
  return %y : f64
}

// Fact 5. stop(x) / x is one and has the derivatives of c / x. Its derivative
// keeps the stop: if the stop were erased from it, the second derivative at 2
// would be 0.25.
// RUN: sed s/FACT/quotient/g %{orders} --input=2 --expected-output='1 -0.5 0.5 -0.75'
// RUN: sed s/FACT/quotient/g %{unmasked-orders} --input=2 --expected-output='1 0 0 0'
// RUN: sed s/FACT/slope_of_quotient/g %{orders} --input=2 --expected-output='-0.5 0.5 -0.75 1.5'
// RUN: sed s/FACT/slope_of_quotient/g %{unmasked-orders} --input=2 --expected-output='-0.5 0.25 -0.25 0.375'
func.func @quotient(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %y = arith.divf %c, %x : f64
  return %y : f64
}

func.func @slope_of_quotient(%x: f64) -> f64 {
  %y, %slope = grad.value_and_grad @quotient(%x) : (f64) -> (f64, f64)
  return %slope : f64
}

// Fact 6. The derivative of x^2 * stop(x) is 2x * stop(x): if the stop were
// erased from it, the second derivative at 3 would be 12.
// RUN: sed s/FACT/square_times_stopped/g %{orders} --input=3 --expected-output='27 18 6 0'
// RUN: sed s/FACT/square_times_stopped/g %{unmasked-orders} --input=3 --expected-output='27 27 18 6'
// RUN: sed s/FACT/slope_of_square/g %{orders} --input=3 --expected-output='18 6 0 0'
// RUN: sed s/FACT/slope_of_square/g %{unmasked-orders} --input=3 --expected-output='18 12 4 0'
func.func @square_times_stopped(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %s = arith.mulf %x, %x : f64
  %y = arith.mulf %s, %c : f64
  return %y : f64
}

func.func @slope_of_square(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y, %slope = grad.jvp @square_times_stopped(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %slope : f64
}

// Fact 7. exp(x - stop(x)) and all its derivatives are one, at every x.
// RUN: sed s/FACT/magic_box/g %{orders} --input=3 --expected-output=1
// RUN: sed s/FACT/magic_box/g %{orders} --input=-123.456 --expected-output=1
// RUN: sed s/FACT/magic_box/g %{unmasked-orders} --input=3 --expected-output='1 0 0 0'
func.func @magic_box(%x: f64) -> f64 {
  %t = tensor.from_elements %x : tensor<f64>
  %c = grad.stop_gradient %t : tensor<f64>
  %d = arith.subf %t, %c : tensor<f64>
  %e = math.exp %d : tensor<f64>
  %y = tensor.extract %e[] : tensor<f64>
  return %y : f64
}

// Fact 8. DiCE's magic box of x^2 is one, and has all derivatives of exp(x^2 -
// c) at c = x^2.
// RUN: sed s/FACT/dice/g %{orders} --input=2 --expected-output='1 4 18 88'
// RUN: sed s/FACT/dice/g %{unmasked-orders} --input=2 --expected-output='1 0 0 0'
func.func @dice(%x: f64) -> f64 {
  %s = arith.mulf %x, %x : f64
  %y = call @magic_box(%s) : (f64) -> f64
  return %y : f64
}

// Fact 9. A stop affects one use of x^2; the other uses count.
// RUN: sed s/FACT/two_uses/g %{orders} --input=3 --expected-output='18 6 2 0'
// RUN: sed s/FACT/two_uses/g %{unmasked-orders} --input=3 --expected-output='18 12 4 0'
func.func @two_uses(%x: f64) -> f64 {
  %s = arith.mulf %x, %x : f64
  %c = grad.stop_gradient %s : f64
  %y = arith.addf %s, %c : f64
  return %y : f64
}
