// mlp_train_step: step wrt ['w1', 'b1', 'w2', 'b2', 'w3', 'b3'].

func.func @main(%x: tensor<64x784xf32>, %y: tensor<64x10xf32>, %w1: tensor<784x512xf32>, %b1: tensor<512xf32>, %w2: tensor<512x512xf32>, %b2: tensor<512xf32>, %w3: tensor<512x10xf32>, %b3: tensor<10xf32>) -> tensor<f32> {
  %c = arith.constant 0.000000000e+00 : f32
  %empty = tensor.empty() : tensor<64x512xf32>
  %init = linalg.fill ins(%c : f32) outs(%empty : tensor<64x512xf32>) -> tensor<64x512xf32>
  %z1_mm = linalg.matmul ins(%x, %w1 : tensor<64x784xf32>, tensor<784x512xf32>) outs(%init : tensor<64x512xf32>) -> tensor<64x512xf32>
  %empty_1 = tensor.empty() : tensor<64x512xf32>
  %z1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%z1_mm, %b1 : tensor<64x512xf32>, tensor<512xf32>) outs(%empty_1 : tensor<64x512xf32>) {
  ^bb0(%z1_mm_e: f32, %b1_e: f32, %acc: f32):
    %r = arith.addf %z1_mm_e, %b1_e : f32
    linalg.yield %r : f32
  } -> tensor<64x512xf32>
  %zero = arith.constant dense<0.000000000e+00> : tensor<64x512xf32>
  %h1 = arith.maximumf %z1, %zero : tensor<64x512xf32>
  %c_1 = arith.constant 0.000000000e+00 : f32
  %empty_2 = tensor.empty() : tensor<64x512xf32>
  %init_1 = linalg.fill ins(%c_1 : f32) outs(%empty_2 : tensor<64x512xf32>) -> tensor<64x512xf32>
  %z2_mm = linalg.matmul ins(%h1, %w2 : tensor<64x512xf32>, tensor<512x512xf32>) outs(%init_1 : tensor<64x512xf32>) -> tensor<64x512xf32>
  %empty_3 = tensor.empty() : tensor<64x512xf32>
  %z2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%z2_mm, %b2 : tensor<64x512xf32>, tensor<512xf32>) outs(%empty_3 : tensor<64x512xf32>) {
  ^bb0(%z2_mm_e: f32, %b2_e: f32, %acc_1: f32):
    %r_1 = arith.addf %z2_mm_e, %b2_e : f32
    linalg.yield %r_1 : f32
  } -> tensor<64x512xf32>
  %zero_1 = arith.constant dense<0.000000000e+00> : tensor<64x512xf32>
  %h2 = arith.maximumf %z2, %zero_1 : tensor<64x512xf32>
  %c_2 = arith.constant 0.000000000e+00 : f32
  %empty_4 = tensor.empty() : tensor<64x10xf32>
  %init_2 = linalg.fill ins(%c_2 : f32) outs(%empty_4 : tensor<64x10xf32>) -> tensor<64x10xf32>
  %logits_mm = linalg.matmul ins(%h2, %w3 : tensor<64x512xf32>, tensor<512x10xf32>) outs(%init_2 : tensor<64x10xf32>) -> tensor<64x10xf32>
  %empty_5 = tensor.empty() : tensor<64x10xf32>
  %logits = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%logits_mm, %b3 : tensor<64x10xf32>, tensor<10xf32>) outs(%empty_5 : tensor<64x10xf32>) {
  ^bb0(%logits_mm_e: f32, %b3_e: f32, %acc_2: f32):
    %r_2 = arith.addf %logits_mm_e, %b3_e : f32
    linalg.yield %r_2 : f32
  } -> tensor<64x10xf32>
  // Softmax cross-entropy, averaged over the rows; the row maximum cancels, so it is stopped.
  %c_3 = arith.constant 0xFF800000 : f32
  %empty_6 = tensor.empty() : tensor<64xf32>
  %init_3 = linalg.fill ins(%c_3 : f32) outs(%empty_6 : tensor<64xf32>) -> tensor<64xf32>
  %max = linalg.reduce { arith.maximumf } ins(%logits : tensor<64x10xf32>) outs(%init_3 : tensor<64xf32>) dimensions = [1]
  %stopped = grad.stop_gradient %max : tensor<64xf32>
  %empty_7 = tensor.empty() : tensor<64x10xf32>
  %shifted = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%logits, %stopped : tensor<64x10xf32>, tensor<64xf32>) outs(%empty_7 : tensor<64x10xf32>) {
  ^bb0(%logits_e: f32, %stopped_e: f32, %acc_3: f32):
    %r_3 = arith.subf %logits_e, %stopped_e : f32
    linalg.yield %r_3 : f32
  } -> tensor<64x10xf32>
  %exp = math.exp %shifted : tensor<64x10xf32>
  %c_4 = arith.constant 0.000000000e+00 : f32
  %empty_8 = tensor.empty() : tensor<64xf32>
  %init_4 = linalg.fill ins(%c_4 : f32) outs(%empty_8 : tensor<64xf32>) -> tensor<64xf32>
  %sumexp = linalg.reduce { arith.addf } ins(%exp : tensor<64x10xf32>) outs(%init_4 : tensor<64xf32>) dimensions = [1]
  %lse = math.log %sumexp : tensor<64xf32>
  %picked_terms = arith.mulf %shifted, %y : tensor<64x10xf32>
  %c_5 = arith.constant 0.000000000e+00 : f32
  %empty_9 = tensor.empty() : tensor<64xf32>
  %init_5 = linalg.fill ins(%c_5 : f32) outs(%empty_9 : tensor<64xf32>) -> tensor<64xf32>
  %picked = linalg.reduce { arith.addf } ins(%picked_terms : tensor<64x10xf32>) outs(%init_5 : tensor<64xf32>) dimensions = [1]
  %losses = arith.subf %lse, %picked : tensor<64xf32>
  %c_6 = arith.constant 0.000000000e+00 : f32
  %empty_10 = tensor.empty() : tensor<f32>
  %init_6 = linalg.fill ins(%c_6 : f32) outs(%empty_10 : tensor<f32>) -> tensor<f32>
  %total = linalg.reduce { arith.addf } ins(%losses : tensor<64xf32>) outs(%init_6 : tensor<f32>) dimensions = [0]
  %cst = arith.constant dense<1.562500000e-02> : tensor<f32>
  %loss = arith.mulf %total, %cst : tensor<f32>
  return %loss : tensor<f32>
}

func.func @bench(%x: tensor<64x784xf32>, %y: tensor<64x10xf32>, %w1: tensor<784x512xf32>, %b1: tensor<512xf32>, %w2: tensor<512x512xf32>, %b2: tensor<512xf32>, %w3: tensor<512x10xf32>, %b3: tensor<10xf32>) -> (tensor<f32>, tensor<784x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x10xf32>, tensor<10xf32>) {
  %loss, %d_w1, %d_b1, %d_w2, %d_b2, %d_w3, %d_b3 = grad.value_and_grad @main(%x, %y, %w1, %b1, %w2, %b2, %w3, %b3) {wrt = array<i64: 2, 3, 4, 5, 6, 7>}
      : (tensor<64x784xf32>, tensor<64x10xf32>, tensor<784x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x10xf32>, tensor<10xf32>) -> (tensor<f32>, tensor<784x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x10xf32>, tensor<10xf32>)
  %lr_w1 = arith.constant dense<1.000000e-02> : tensor<784x512xf32>
  %step_w1 = arith.mulf %d_w1, %lr_w1 : tensor<784x512xf32>
  %new_w1 = arith.subf %w1, %step_w1 : tensor<784x512xf32>
  %lr_b1 = arith.constant dense<1.000000e-02> : tensor<512xf32>
  %step_b1 = arith.mulf %d_b1, %lr_b1 : tensor<512xf32>
  %new_b1 = arith.subf %b1, %step_b1 : tensor<512xf32>
  %lr_w2 = arith.constant dense<1.000000e-02> : tensor<512x512xf32>
  %step_w2 = arith.mulf %d_w2, %lr_w2 : tensor<512x512xf32>
  %new_w2 = arith.subf %w2, %step_w2 : tensor<512x512xf32>
  %lr_b2 = arith.constant dense<1.000000e-02> : tensor<512xf32>
  %step_b2 = arith.mulf %d_b2, %lr_b2 : tensor<512xf32>
  %new_b2 = arith.subf %b2, %step_b2 : tensor<512xf32>
  %lr_w3 = arith.constant dense<1.000000e-02> : tensor<512x10xf32>
  %step_w3 = arith.mulf %d_w3, %lr_w3 : tensor<512x10xf32>
  %new_w3 = arith.subf %w3, %step_w3 : tensor<512x10xf32>
  %lr_b3 = arith.constant dense<1.000000e-02> : tensor<10xf32>
  %step_b3 = arith.mulf %d_b3, %lr_b3 : tensor<10xf32>
  %new_b3 = arith.subf %b3, %step_b3 : tensor<10xf32>
  return %loss, %new_w1, %new_b1, %new_w2, %new_b2, %new_w3, %new_b3 : tensor<f32>, tensor<784x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x10xf32>, tensor<10xf32>
}
