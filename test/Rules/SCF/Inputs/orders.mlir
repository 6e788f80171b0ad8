
// The results of @primal that the test prints: its value, its derivative in
// forward and in reverse mode, and its second derivative forward over reverse,
// reverse over reverse and reverse over forward.
func.func private @reverse(%x: f64) -> f64 {
  %y, %dy = grad.value_and_grad @primal(%x) : (f64) -> (f64, f64)
  return %dy : f64
}
func.func private @forward(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y, %dy = grad.jvp @primal(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %dy : f64
}
func.func @main(%x: f64) -> (f64, f64, f64, f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %y = call @primal(%x) : (f64) -> f64
  %dy = call @forward(%x) : (f64) -> f64
  %0, %1 = grad.jvp @reverse(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  %2, %3 = grad.value_and_grad @reverse(%x) : (f64) -> (f64, f64)
  %4, %5 = grad.value_and_grad @forward(%x) : (f64) -> (f64, f64)
  return %y, %dy, %0, %1, %3, %5 : f64, f64, f64, f64, f64, f64
}
