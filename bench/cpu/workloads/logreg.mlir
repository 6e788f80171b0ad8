// logreg: value_and_grad wrt ['w', 'bias'].

func.func @main(%x: tensor<1797x64xf32>, %y: tensor<1797x10xf32>, %w: tensor<64x10xf32>, %bias: tensor<10xf32>) -> tensor<f32> {
  %c = arith.constant 0.000000000e+00 : f32
  %empty = tensor.empty() : tensor<1797x10xf32>
  %init = linalg.fill ins(%c : f32) outs(%empty : tensor<1797x10xf32>) -> tensor<1797x10xf32>
  %logits_mm = linalg.matmul ins(%x, %w : tensor<1797x64xf32>, tensor<64x10xf32>) outs(%init : tensor<1797x10xf32>) -> tensor<1797x10xf32>
  %empty_1 = tensor.empty() : tensor<1797x10xf32>
  %logits = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%logits_mm, %bias : tensor<1797x10xf32>, tensor<10xf32>) outs(%empty_1 : tensor<1797x10xf32>) {
  ^bb0(%logits_mm_e: f32, %bias_e: f32, %acc: f32):
    %r = arith.addf %logits_mm_e, %bias_e : f32
    linalg.yield %r : f32
  } -> tensor<1797x10xf32>
  // Softmax cross-entropy, averaged over the rows; the row maximum cancels, so it is stopped.
  %c_1 = arith.constant 0xFF800000 : f32
  %empty_2 = tensor.empty() : tensor<1797xf32>
  %init_1 = linalg.fill ins(%c_1 : f32) outs(%empty_2 : tensor<1797xf32>) -> tensor<1797xf32>
  %max = linalg.reduce { arith.maximumf } ins(%logits : tensor<1797x10xf32>) outs(%init_1 : tensor<1797xf32>) dimensions = [1]
  %stopped = grad.stop_gradient %max : tensor<1797xf32>
  %empty_3 = tensor.empty() : tensor<1797x10xf32>
  %shifted = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%logits, %stopped : tensor<1797x10xf32>, tensor<1797xf32>) outs(%empty_3 : tensor<1797x10xf32>) {
  ^bb0(%logits_e: f32, %stopped_e: f32, %acc_1: f32):
    %r_1 = arith.subf %logits_e, %stopped_e : f32
    linalg.yield %r_1 : f32
  } -> tensor<1797x10xf32>
  %exp = math.exp %shifted : tensor<1797x10xf32>
  %c_2 = arith.constant 0.000000000e+00 : f32
  %empty_4 = tensor.empty() : tensor<1797xf32>
  %init_2 = linalg.fill ins(%c_2 : f32) outs(%empty_4 : tensor<1797xf32>) -> tensor<1797xf32>
  %sumexp = linalg.reduce { arith.addf } ins(%exp : tensor<1797x10xf32>) outs(%init_2 : tensor<1797xf32>) dimensions = [1]
  %lse = math.log %sumexp : tensor<1797xf32>
  %picked_terms = arith.mulf %shifted, %y : tensor<1797x10xf32>
  %c_3 = arith.constant 0.000000000e+00 : f32
  %empty_5 = tensor.empty() : tensor<1797xf32>
  %init_3 = linalg.fill ins(%c_3 : f32) outs(%empty_5 : tensor<1797xf32>) -> tensor<1797xf32>
  %picked = linalg.reduce { arith.addf } ins(%picked_terms : tensor<1797x10xf32>) outs(%init_3 : tensor<1797xf32>) dimensions = [1]
  %losses = arith.subf %lse, %picked : tensor<1797xf32>
  %c_4 = arith.constant 0.000000000e+00 : f32
  %empty_6 = tensor.empty() : tensor<f32>
  %init_4 = linalg.fill ins(%c_4 : f32) outs(%empty_6 : tensor<f32>) -> tensor<f32>
  %total = linalg.reduce { arith.addf } ins(%losses : tensor<1797xf32>) outs(%init_4 : tensor<f32>) dimensions = [0]
  %cst = arith.constant dense<5.564830273e-04> : tensor<f32>
  %loss = arith.mulf %total, %cst : tensor<f32>
  return %loss : tensor<f32>
}

func.func @bench(%x: tensor<1797x64xf32>, %y: tensor<1797x10xf32>, %w: tensor<64x10xf32>, %bias: tensor<10xf32>) -> (tensor<f32>, tensor<64x10xf32>, tensor<10xf32>) {
  %loss, %d_w, %d_bias = grad.value_and_grad @main(%x, %y, %w, %bias) {wrt = array<i64: 2, 3>}
      : (tensor<1797x64xf32>, tensor<1797x10xf32>, tensor<64x10xf32>, tensor<10xf32>) -> (tensor<f32>, tensor<64x10xf32>, tensor<10xf32>)
  return %loss, %d_w, %d_bias : tensor<f32>, tensor<64x10xf32>, tensor<10xf32>
}
