// recurrent: value_and_grad wrt ['wx', 'wh', 'b'].

func.func @main(%x: tensor<64x32x128xf32>, %wx: tensor<128x128xf32>, %wh: tensor<128x128xf32>, %b: tensor<128xf32>) -> tensor<f32> {
  %c = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 64 : index
  %start = arith.constant dense<0.0> : tensor<32x128xf32>
  %hidden = tensor.empty() : tensor<32x128xf32>
  %end = scf.for %t = %c0 to %steps step %c1 iter_args(%h = %start) -> (tensor<32x128xf32>) {
    %now = tensor.extract_slice %x[%t, 0, 0] [1, 32, 128] [1, 1, 1] : tensor<64x32x128xf32> to tensor<32x128xf32>
    %zeros = linalg.fill ins(%c : f32) outs(%hidden : tensor<32x128xf32>) -> tensor<32x128xf32>
    %seen = linalg.matmul ins(%now, %wx : tensor<32x128xf32>, tensor<128x128xf32>) outs(%zeros : tensor<32x128xf32>) -> tensor<32x128xf32>
    %kept = linalg.matmul ins(%h, %wh : tensor<32x128xf32>, tensor<128x128xf32>) outs(%zeros : tensor<32x128xf32>) -> tensor<32x128xf32>
    %both = arith.addf %seen, %kept : tensor<32x128xf32>
    %bias = linalg.broadcast ins(%b : tensor<128xf32>) outs(%hidden : tensor<32x128xf32>) dimensions = [0]
    %z = arith.addf %both, %bias : tensor<32x128xf32>
    %next = math.tanh %z : tensor<32x128xf32>
    scf.yield %next : tensor<32x128xf32>
  }
  %squares = arith.mulf %end, %end : tensor<32x128xf32>
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%c : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce { arith.addf } ins(%squares : tensor<32x128xf32>) outs(%init : tensor<f32>) dimensions = [0, 1]
  return %loss : tensor<f32>
}

func.func @bench(%x: tensor<64x32x128xf32>, %wx: tensor<128x128xf32>, %wh: tensor<128x128xf32>, %b: tensor<128xf32>) -> (tensor<f32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128xf32>) {
  %loss, %d_wx, %d_wh, %d_b = grad.value_and_grad @main(%x, %wx, %wh, %b) {wrt = array<i64: 1, 2, 3>}
      : (tensor<64x32x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> (tensor<f32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128xf32>)
  return %loss, %d_wx, %d_wh, %d_b : tensor<f32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128xf32>
}
