func.func @f(%x: f64) -> (f64, f64) {
  %y, %dx = grad.value_and_grad @f(%x) {wrt = array<index: 0>} : (f64) -> (f64, f64)
  return %y, %dx : f64, f64
}
