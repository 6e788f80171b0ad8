func.func @rows(%x: tensor<?x4xf32>) -> tensor<4x4xf32> {
  %a = tensor.extract_slice %x[0, 0] [3, 4] [1, 1] : tensor<?x4xf32> to tensor<3x4xf32>
  %b = tensor.extract_slice %x[3, 0] [4, 4] [1, 1] : tensor<?x4xf32> to tensor<4x4xf32>
  %s = grad.stop_gradient %b {name = "frozen"} : tensor<4x4xf32>
  %r = tensor.insert_slice %a into %s[0, 0] [3, 4] [1, 1] : tensor<3x4xf32> into tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
