func.func @f(%y: f64) -> tensor<4294967296xf64> {
  %r = tensor.from_elements %y, %y : tensor<4294967296xf64>
  return %r : tensor<4294967296xf64>
}
