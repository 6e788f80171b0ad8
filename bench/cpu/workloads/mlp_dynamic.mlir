// mlp_dynamic: like mlp_odd, with dynamic sizes; value_and_grad wrt ['w1', 'b1', 'w2', 'b2', 'w3', 'b3'].

#rows = affine_map<(d0, d1) -> (d0)>
#columns = affine_map<(d0, d1) -> (d1)>
#all = affine_map<(d0, d1) -> (d0, d1)>

func.func private @layer(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %w, %c1 : tensor<?x?xf32>
  %empty = tensor.empty(%n, %m) : tensor<?x?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %product = linalg.matmul ins(%x, %w : tensor<?x?xf32>, tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
  %z = linalg.generic {indexing_maps = [#all, #columns, #all], iterator_types = ["parallel", "parallel"]}
      ins(%product, %b : tensor<?x?xf32>, tensor<?xf32>) outs(%empty : tensor<?x?xf32>) {
  ^bb0(%p: f32, %bias: f32, %acc: f32):
    %r = arith.addf %p, %bias : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %z : tensor<?x?xf32>
}

func.func private @relu(%z: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %h = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%z : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) {
  ^bb0(%e: f32, %acc: f32):
    %zero = arith.constant 0.0 : f32
    %r = arith.maximumf %e, %zero : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %h : tensor<?x?xf32>
}

func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %w1: tensor<?x?xf32>, %b1: tensor<?xf32>, %w2: tensor<?x?xf32>, %b2: tensor<?xf32>, %w3: tensor<?x?xf32>, %b3: tensor<?xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %z1 = func.call @layer(%x, %w1, %b1) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %h1 = func.call @relu(%z1) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %z2 = func.call @layer(%h1, %w2, %b2) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %h2 = func.call @relu(%z2) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %logits = func.call @layer(%h2, %w3, %b3) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %row = tensor.empty(%n) : tensor<?xf32>
  %start = linalg.fill ins(%least : f32) outs(%row : tensor<?xf32>) -> tensor<?xf32>
  %none = linalg.fill ins(%zero : f32) outs(%row : tensor<?xf32>) -> tensor<?xf32>
  %max = linalg.reduce { arith.maximumf } ins(%logits : tensor<?x?xf32>) outs(%start : tensor<?xf32>) dimensions = [1]
  %stopped = grad.stop_gradient %max : tensor<?xf32>
  %shifted = linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel"]}
      ins(%logits, %stopped : tensor<?x?xf32>, tensor<?xf32>) outs(%logits : tensor<?x?xf32>) {
  ^bb0(%e: f32, %most: f32, %acc: f32):
    %r = arith.subf %e, %most : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %exp = math.exp %shifted : tensor<?x?xf32>
  %sumexp = linalg.reduce { arith.addf } ins(%exp : tensor<?x?xf32>) outs(%none : tensor<?xf32>) dimensions = [1]
  %lse = math.log %sumexp : tensor<?xf32>
  %terms = arith.mulf %shifted, %y : tensor<?x?xf32>
  %picked = linalg.reduce { arith.addf } ins(%terms : tensor<?x?xf32>) outs(%none : tensor<?xf32>) dimensions = [1]
  %losses = arith.subf %lse, %picked : tensor<?xf32>
  %scalar = tensor.empty() : tensor<f32>
  %nothing = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %total = linalg.reduce { arith.addf } ins(%losses : tensor<?xf32>) outs(%nothing : tensor<f32>) dimensions = [0]
  %count = arith.index_cast %n : index to i64
  %rows = arith.sitofp %count : i64 to f32
  %all = tensor.from_elements %rows : tensor<f32>
  %loss = arith.divf %total, %all : tensor<f32>
  return %loss : tensor<f32>
}

func.func @bench(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %w1: tensor<?x?xf32>, %b1: tensor<?xf32>, %w2: tensor<?x?xf32>, %b2: tensor<?xf32>, %w3: tensor<?x?xf32>, %b3: tensor<?xf32>) -> (tensor<f32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>) {
  %loss, %d_w1, %d_b1, %d_w2, %d_b2, %d_w3, %d_b3 = grad.value_and_grad @main(%x, %y, %w1, %b1, %w2, %b2, %w3, %b3) {wrt = array<i64: 2, 3, 4, 5, 6, 7>}
      : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>) -> (tensor<f32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>)
  return %loss, %d_w1, %d_b1, %d_w2, %d_b2, %d_w3, %d_b3 : tensor<f32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>
}
