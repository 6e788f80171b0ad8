// attention: value_and_grad wrt ['q', 'k', 'v'].

func.func @main(%q: tensor<16x128x64xf32>, %k: tensor<16x128x64xf32>, %v: tensor<16x128x64xf32>, %w: tensor<16x128x64xf32>) -> tensor<f32> {
  %c = arith.constant 0.000000000e+00 : f32
  %empty = tensor.empty() : tensor<16x128x128xf32>
  %init = linalg.fill ins(%c : f32) outs(%empty : tensor<16x128x128xf32>) -> tensor<16x128x128xf32>
  %qk = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%q, %k : tensor<16x128x64xf32>, tensor<16x128x64xf32>) outs(%init : tensor<16x128x128xf32>) -> tensor<16x128x128xf32>
  %cst = arith.constant dense<1.250000000e-01> : tensor<16x128x128xf32>
  %scores = arith.mulf %qk, %cst : tensor<16x128x128xf32>
  %c_1 = arith.constant 0xFF800000 : f32
  %empty_1 = tensor.empty() : tensor<16x128xf32>
  %init_1 = linalg.fill ins(%c_1 : f32) outs(%empty_1 : tensor<16x128xf32>) -> tensor<16x128xf32>
  %max = linalg.reduce { arith.maximumf } ins(%scores : tensor<16x128x128xf32>) outs(%init_1 : tensor<16x128xf32>) dimensions = [2]
  %stopped = grad.stop_gradient %max : tensor<16x128xf32>
  %empty_2 = tensor.empty() : tensor<16x128x128xf32>
  %shifted = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%scores, %stopped : tensor<16x128x128xf32>, tensor<16x128xf32>) outs(%empty_2 : tensor<16x128x128xf32>) {
  ^bb0(%scores_e: f32, %stopped_e: f32, %acc: f32):
    %r = arith.subf %scores_e, %stopped_e : f32
    linalg.yield %r : f32
  } -> tensor<16x128x128xf32>
  %exp = math.exp %shifted : tensor<16x128x128xf32>
  %c_2 = arith.constant 0.000000000e+00 : f32
  %empty_3 = tensor.empty() : tensor<16x128xf32>
  %init_2 = linalg.fill ins(%c_2 : f32) outs(%empty_3 : tensor<16x128xf32>) -> tensor<16x128xf32>
  %denominator = linalg.reduce { arith.addf } ins(%exp : tensor<16x128x128xf32>) outs(%init_2 : tensor<16x128xf32>) dimensions = [2]
  %empty_4 = tensor.empty() : tensor<16x128x128xf32>
  %softmax = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%exp, %denominator : tensor<16x128x128xf32>, tensor<16x128xf32>) outs(%empty_4 : tensor<16x128x128xf32>) {
  ^bb0(%exp_e: f32, %denominator_e: f32, %acc_1: f32):
    %r_1 = arith.divf %exp_e, %denominator_e : f32
    linalg.yield %r_1 : f32
  } -> tensor<16x128x128xf32>
  %c_3 = arith.constant 0.000000000e+00 : f32
  %empty_5 = tensor.empty() : tensor<16x128x64xf32>
  %init_3 = linalg.fill ins(%c_3 : f32) outs(%empty_5 : tensor<16x128x64xf32>) -> tensor<16x128x64xf32>
  %out = linalg.batch_matmul ins(%softmax, %v : tensor<16x128x128xf32>, tensor<16x128x64xf32>) outs(%init_3 : tensor<16x128x64xf32>) -> tensor<16x128x64xf32>
  %weighted = arith.mulf %out, %w : tensor<16x128x64xf32>
  %c_4 = arith.constant 0.000000000e+00 : f32
  %empty_6 = tensor.empty() : tensor<f32>
  %init_4 = linalg.fill ins(%c_4 : f32) outs(%empty_6 : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce { arith.addf } ins(%weighted : tensor<16x128x64xf32>) outs(%init_4 : tensor<f32>) dimensions = [0, 1, 2]
  return %loss : tensor<f32>
}

func.func @bench(%q: tensor<16x128x64xf32>, %k: tensor<16x128x64xf32>, %v: tensor<16x128x64xf32>, %w: tensor<16x128x64xf32>) -> (tensor<f32>, tensor<16x128x64xf32>, tensor<16x128x64xf32>, tensor<16x128x64xf32>) {
  %loss, %d_q, %d_k, %d_v = grad.value_and_grad @main(%q, %k, %v, %w) {wrt = array<i64: 0, 1, 2>}
      : (tensor<16x128x64xf32>, tensor<16x128x64xf32>, tensor<16x128x64xf32>, tensor<16x128x64xf32>) -> (tensor<f32>, tensor<16x128x64xf32>, tensor<16x128x64xf32>, tensor<16x128x64xf32>)
  return %loss, %d_q, %d_k, %d_v : tensor<f32>, tensor<16x128x64xf32>, tensor<16x128x64xf32>, tensor<16x128x64xf32>
}
