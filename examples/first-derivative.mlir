// Computes f(x) = x^2 + 3 stop(x). The stopped term has no derivative.
func.func @f(%x: f64) -> f64 {
  %three = arith.constant 3.0 : f64
  %stopped = grad.stop_gradient %x : f64
  %line = arith.mulf %three, %stopped : f64
  %square = arith.mulf %x, %x : f64
  %y = arith.addf %square, %line : f64
  return %y : f64
}

func.func @derivative(%x: f64) -> (f64, f64) {
  %y, %dy = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
  return %y, %dy : f64, f64
}
