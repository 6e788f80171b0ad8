// softmax_xent: value_and_grad wrt ['logits'].

func.func @main(%logits: tensor<4096x1024xf32>, %labels: tensor<4096xi32>) -> tensor<f32> {
  %c = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<4096xf32>
  %init = linalg.fill ins(%c : f32) outs(%empty : tensor<4096xf32>) -> tensor<4096xf32>
  %max = linalg.reduce { arith.maximumf } ins(%logits : tensor<4096x1024xf32>) outs(%init : tensor<4096xf32>) dimensions = [1]
  %stopped = grad.stop_gradient %max : tensor<4096xf32>
  %empty_1 = tensor.empty() : tensor<4096x1024xf32>
  %shifted = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%logits, %stopped : tensor<4096x1024xf32>, tensor<4096xf32>) outs(%empty_1 : tensor<4096x1024xf32>) {
  ^bb0(%logits_e: f32, %stopped_e: f32, %acc: f32):
    %r = arith.subf %logits_e, %stopped_e : f32
    linalg.yield %r : f32
  } -> tensor<4096x1024xf32>
  %exp = math.exp %shifted : tensor<4096x1024xf32>
  %c_1 = arith.constant 0.000000000e+00 : f32
  %empty_2 = tensor.empty() : tensor<4096xf32>
  %init_1 = linalg.fill ins(%c_1 : f32) outs(%empty_2 : tensor<4096xf32>) -> tensor<4096xf32>
  %sumexp = linalg.reduce { arith.addf } ins(%exp : tensor<4096x1024xf32>) outs(%init_1 : tensor<4096xf32>) dimensions = [1]
  %lse = math.log %sumexp : tensor<4096xf32>
  // The logit of the label: the column whose index equals the label.
  %c_2 = arith.constant 0.000000000e+00 : f32
  %empty_3 = tensor.empty() : tensor<4096xf32>
  %init_2 = linalg.fill ins(%c_2 : f32) outs(%empty_3 : tensor<4096xf32>) -> tensor<4096xf32>
  %picked = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%shifted, %labels : tensor<4096x1024xf32>, tensor<4096xi32>) outs(%init_2 : tensor<4096xf32>) {
  ^bb0(%shifted_e: f32, %labels_e: i32, %acc_1: f32):
    %col = linalg.index 1 : index
    %col_i32 = arith.index_cast %col : index to i32
    %hit = arith.cmpi eq, %col_i32, %labels_e : i32
    %no = arith.constant 0.000000000e+00 : f32
    %term = arith.select %hit, %shifted_e, %no : f32
    %add = arith.addf %acc_1, %term : f32
    linalg.yield %add : f32
  } -> tensor<4096xf32>
  %losses = arith.subf %lse, %picked : tensor<4096xf32>
  %c_3 = arith.constant 0.000000000e+00 : f32
  %empty_4 = tensor.empty() : tensor<f32>
  %init_3 = linalg.fill ins(%c_3 : f32) outs(%empty_4 : tensor<f32>) -> tensor<f32>
  %total = linalg.reduce { arith.addf } ins(%losses : tensor<4096xf32>) outs(%init_3 : tensor<f32>) dimensions = [0]
  %cst = arith.constant dense<2.441406250e-04> : tensor<f32>
  %loss = arith.mulf %total, %cst : tensor<f32>
  return %loss : tensor<f32>
}

func.func @bench(%logits: tensor<4096x1024xf32>, %labels: tensor<4096xi32>) -> (tensor<f32>, tensor<4096x1024xf32>) {
  %loss, %d_logits = grad.value_and_grad @main(%logits, %labels) {wrt = array<i64: 0>}
      : (tensor<4096x1024xf32>, tensor<4096xi32>) -> (tensor<f32>, tensor<4096x1024xf32>)
  return %loss, %d_logits : tensor<f32>, tensor<4096x1024xf32>
}
