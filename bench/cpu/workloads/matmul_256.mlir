// matmul_256: vjp wrt ['a', 'b'].

func.func @main(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %c = arith.constant 0.000000000e+00 : f32
  %empty = tensor.empty() : tensor<256x256xf32>
  %init = linalg.fill ins(%c : f32) outs(%empty : tensor<256x256xf32>) -> tensor<256x256xf32>
  %product = linalg.matmul ins(%a, %b : tensor<256x256xf32>, tensor<256x256xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %product : tensor<256x256xf32>
}

func.func @bench(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>, %ct: tensor<256x256xf32>) -> (tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>) {
  %product, %d_a, %d_b = grad.vjp @main(%a, %b) cotangents(%ct) {wrt = array<i64: 0, 1>}
      : (tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>) -> (tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>)
  return %product, %d_a, %d_b : tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>
}
