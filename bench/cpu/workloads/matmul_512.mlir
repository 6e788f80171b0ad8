// matmul_512: vjp wrt ['a', 'b'].

func.func @main(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %c = arith.constant 0.000000000e+00 : f32
  %empty = tensor.empty() : tensor<512x512xf32>
  %init = linalg.fill ins(%c : f32) outs(%empty : tensor<512x512xf32>) -> tensor<512x512xf32>
  %product = linalg.matmul ins(%a, %b : tensor<512x512xf32>, tensor<512x512xf32>) outs(%init : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %product : tensor<512x512xf32>
}

func.func @bench(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %ct: tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>) {
  %product, %d_a, %d_b = grad.vjp @main(%a, %b) cotangents(%ct) {wrt = array<i64: 0, 1>}
      : (tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>)
  return %product, %d_a, %d_b : tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>
}
