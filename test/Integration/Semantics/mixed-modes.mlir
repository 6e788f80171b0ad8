// Derivatives up to the fourth order in all mixtures of modes. The driver takes
// the first derivative in both modes, and three more derivatives in all eight
// mixtures.

// The derivatives of x^5 * stop(x) at 3 equal the derivatives of 3 x^5. A
// callee computes a part, with tensors of rank 0.
// RUN: sed s/FACT/fifth_power_reverse/g %{orders} --input=3 --expected-output='1215 1620 1620 1080'
// RUN: sed s/FACT/fifth_power_forward/g %{orders} --input=3 --expected-output='1215 1620 1620 1080'
func.func private @fourth_power(%x: tensor<f64>) -> tensor<f64> {
  %s = arith.mulf %x, %x : tensor<f64>
  %y = arith.mulf %s, %s : tensor<f64>
  return %y : tensor<f64>
}
func.func private @fifth_power(%x: f64) -> f64 {
  %t = tensor.from_elements %x : tensor<f64>
  %q = call @fourth_power(%t) : (tensor<f64>) -> tensor<f64>
  %c = grad.stop_gradient %t : tensor<f64>
  %p = arith.mulf %q, %c : tensor<f64>
  %r = tensor.extract %p[] : tensor<f64>
  %y = arith.mulf %x, %r : f64
  return %y : f64
}
func.func private @fifth_power_reverse(%x: f64) -> f64 {
  %y, %slope = grad.value_and_grad @fifth_power(%x) : (f64) -> (f64, f64)
  return %slope : f64
}
func.func private @fifth_power_forward(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y, %slope = grad.jvp @fifth_power(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %slope : f64
}

// exp(x^2 - stop(x^2)) at 2, whose fourth derivative is
// t'^4 + 6 t'^2 t'' + 3 t''^2 = 460 with t = x^2.
// RUN: sed s/FACT/dice_reverse/g %{orders} --input=2 --expected-output='4 18 88 460'
// RUN: sed s/FACT/dice_forward/g %{orders} --input=2 --expected-output='4 18 88 460'
func.func private @dice(%x: f64) -> f64 {
  %s = arith.mulf %x, %x : f64
  %c = grad.stop_gradient %s : f64
  %d = arith.subf %s, %c : f64
  %y = math.exp %d : f64
  return %y : f64
}
func.func private @dice_reverse(%x: f64) -> f64 {
  %y, %slope = grad.value_and_grad @dice(%x) : (f64) -> (f64, f64)
  return %slope : f64
}
func.func private @dice_forward(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y, %slope = grad.jvp @dice(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %slope : f64
}
