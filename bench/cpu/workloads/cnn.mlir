// cnn: value_and_grad wrt ['f1', 'b1', 'f2', 'b2', 'w', 'b3'].

func.func @main(%x: tensor<32x28x28x1xf32>, %y: tensor<32x10xf32>, %f1: tensor<3x3x1x32xf32>, %b1: tensor<32xf32>, %f2: tensor<3x3x32x64xf32>, %b2: tensor<64xf32>, %w: tensor<9216x10xf32>, %b3: tensor<10xf32>) -> tensor<f32> {
  %empty = tensor.empty() : tensor<32x26x26x32xf32>
  %conv1_bias = linalg.broadcast ins(%b1 : tensor<32xf32>) outs(%empty : tensor<32x26x26x32xf32>) dimensions = [0, 1, 2]
  %conv1 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %f1 : tensor<32x28x28x1xf32>, tensor<3x3x1x32xf32>) outs(%conv1_bias : tensor<32x26x26x32xf32>) -> tensor<32x26x26x32xf32>
  %zero = arith.constant dense<0.000000000e+00> : tensor<32x26x26x32xf32>
  %conv1_relu = arith.maximumf %conv1, %zero : tensor<32x26x26x32xf32>
  %empty_1 = tensor.empty() : tensor<32x24x24x64xf32>
  %conv2_bias = linalg.broadcast ins(%b2 : tensor<64xf32>) outs(%empty_1 : tensor<32x24x24x64xf32>) dimensions = [0, 1, 2]
  %conv2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%conv1_relu, %f2 : tensor<32x26x26x32xf32>, tensor<3x3x32x64xf32>) outs(%conv2_bias : tensor<32x24x24x64xf32>) -> tensor<32x24x24x64xf32>
  %zero_1 = arith.constant dense<0.000000000e+00> : tensor<32x24x24x64xf32>
  %conv2_relu = arith.maximumf %conv2, %zero_1 : tensor<32x24x24x64xf32>
  %window = tensor.empty() : tensor<2x2xf32>
  %c = arith.constant 0xFF800000 : f32
  %empty_2 = tensor.empty() : tensor<32x12x12x64xf32>
  %init = linalg.fill ins(%c : f32) outs(%empty_2 : tensor<32x12x12x64xf32>) -> tensor<32x12x12x64xf32>
  %pool = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%conv2_relu, %window : tensor<32x24x24x64xf32>, tensor<2x2xf32>) outs(%init : tensor<32x12x12x64xf32>) -> tensor<32x12x12x64xf32>
  %flat = tensor.collapse_shape %pool [[0], [1, 2, 3]] : tensor<32x12x12x64xf32> into tensor<32x9216xf32>
  %c_1 = arith.constant 0.000000000e+00 : f32
  %empty_3 = tensor.empty() : tensor<32x10xf32>
  %init_1 = linalg.fill ins(%c_1 : f32) outs(%empty_3 : tensor<32x10xf32>) -> tensor<32x10xf32>
  %logits_mm = linalg.matmul ins(%flat, %w : tensor<32x9216xf32>, tensor<9216x10xf32>) outs(%init_1 : tensor<32x10xf32>) -> tensor<32x10xf32>
  %empty_4 = tensor.empty() : tensor<32x10xf32>
  %logits = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%logits_mm, %b3 : tensor<32x10xf32>, tensor<10xf32>) outs(%empty_4 : tensor<32x10xf32>) {
  ^bb0(%logits_mm_e: f32, %b3_e: f32, %acc: f32):
    %r = arith.addf %logits_mm_e, %b3_e : f32
    linalg.yield %r : f32
  } -> tensor<32x10xf32>
  // Softmax cross-entropy, averaged over the rows; the row maximum cancels, so it is stopped.
  %c_2 = arith.constant 0xFF800000 : f32
  %empty_5 = tensor.empty() : tensor<32xf32>
  %init_2 = linalg.fill ins(%c_2 : f32) outs(%empty_5 : tensor<32xf32>) -> tensor<32xf32>
  %max = linalg.reduce { arith.maximumf } ins(%logits : tensor<32x10xf32>) outs(%init_2 : tensor<32xf32>) dimensions = [1]
  %stopped = grad.stop_gradient %max : tensor<32xf32>
  %empty_6 = tensor.empty() : tensor<32x10xf32>
  %shifted = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%logits, %stopped : tensor<32x10xf32>, tensor<32xf32>) outs(%empty_6 : tensor<32x10xf32>) {
  ^bb0(%logits_e: f32, %stopped_e: f32, %acc_1: f32):
    %r_1 = arith.subf %logits_e, %stopped_e : f32
    linalg.yield %r_1 : f32
  } -> tensor<32x10xf32>
  %exp = math.exp %shifted : tensor<32x10xf32>
  %c_3 = arith.constant 0.000000000e+00 : f32
  %empty_7 = tensor.empty() : tensor<32xf32>
  %init_3 = linalg.fill ins(%c_3 : f32) outs(%empty_7 : tensor<32xf32>) -> tensor<32xf32>
  %sumexp = linalg.reduce { arith.addf } ins(%exp : tensor<32x10xf32>) outs(%init_3 : tensor<32xf32>) dimensions = [1]
  %lse = math.log %sumexp : tensor<32xf32>
  %picked_terms = arith.mulf %shifted, %y : tensor<32x10xf32>
  %c_4 = arith.constant 0.000000000e+00 : f32
  %empty_8 = tensor.empty() : tensor<32xf32>
  %init_4 = linalg.fill ins(%c_4 : f32) outs(%empty_8 : tensor<32xf32>) -> tensor<32xf32>
  %picked = linalg.reduce { arith.addf } ins(%picked_terms : tensor<32x10xf32>) outs(%init_4 : tensor<32xf32>) dimensions = [1]
  %losses = arith.subf %lse, %picked : tensor<32xf32>
  %c_5 = arith.constant 0.000000000e+00 : f32
  %empty_9 = tensor.empty() : tensor<f32>
  %init_5 = linalg.fill ins(%c_5 : f32) outs(%empty_9 : tensor<f32>) -> tensor<f32>
  %total = linalg.reduce { arith.addf } ins(%losses : tensor<32xf32>) outs(%init_5 : tensor<f32>) dimensions = [0]
  %cst = arith.constant dense<3.125000000e-02> : tensor<f32>
  %loss = arith.mulf %total, %cst : tensor<f32>
  return %loss : tensor<f32>
}

func.func @bench(%x: tensor<32x28x28x1xf32>, %y: tensor<32x10xf32>, %f1: tensor<3x3x1x32xf32>, %b1: tensor<32xf32>, %f2: tensor<3x3x32x64xf32>, %b2: tensor<64xf32>, %w: tensor<9216x10xf32>, %b3: tensor<10xf32>) -> (tensor<f32>, tensor<3x3x1x32xf32>, tensor<32xf32>, tensor<3x3x32x64xf32>, tensor<64xf32>, tensor<9216x10xf32>, tensor<10xf32>) {
  %loss, %d_f1, %d_b1, %d_f2, %d_b2, %d_w, %d_b3 = grad.value_and_grad @main(%x, %y, %f1, %b1, %f2, %b2, %w, %b3) {wrt = array<i64: 2, 3, 4, 5, 6, 7>}
      : (tensor<32x28x28x1xf32>, tensor<32x10xf32>, tensor<3x3x1x32xf32>, tensor<32xf32>, tensor<3x3x32x64xf32>, tensor<64xf32>, tensor<9216x10xf32>, tensor<10xf32>) -> (tensor<f32>, tensor<3x3x1x32xf32>, tensor<32xf32>, tensor<3x3x32x64xf32>, tensor<64xf32>, tensor<9216x10xf32>, tensor<10xf32>)
  return %loss, %d_f1, %d_b1, %d_f2, %d_b2, %d_w, %d_b3 : tensor<f32>, tensor<3x3x1x32xf32>, tensor<32xf32>, tensor<3x3x32x64xf32>, tensor<64xf32>, tensor<9216x10xf32>, tensor<10xf32>
}
