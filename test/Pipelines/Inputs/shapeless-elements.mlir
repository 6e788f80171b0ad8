func.func @f(%x: f64) -> index {
  %y = tensor.from_elements %x : index
  return %y : index
}
