func.func @dot(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %z = wave.dot %x, %y : tensor<?xf64>
  return %z : f64
}
