// One training step of the digits classifier: 128 images of 64 pixels, hidden
// layer of 128, 10 classes, cross-entropy with the row maximum stopped, SGD.

#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#all = affine_map<(i, j) -> (i, j)>

func.func private @loss(%x: tensor<128x64xf32>, %label: tensor<128xi32>,
                        %w1: tensor<64x128xf32>, %b1: tensor<128xf32>,
                        %w2: tensor<128x10xf32>, %b2: tensor<10xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %minus_infinity = arith.constant 0xFF800000 : f32

  // hidden = relu(x w1 + b1)
  %hidden_empty = tensor.empty() : tensor<128x128xf32>
  %hidden_zero = linalg.fill ins(%zero : f32) outs(%hidden_empty : tensor<128x128xf32>) -> tensor<128x128xf32>
  %xw = linalg.matmul ins(%x, %w1 : tensor<128x64xf32>, tensor<64x128xf32>) outs(%hidden_zero : tensor<128x128xf32>) -> tensor<128x128xf32>
  %hidden = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%xw, %b1 : tensor<128x128xf32>, tensor<128xf32>) outs(%hidden_empty : tensor<128x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %z = arith.addf %a, %b : f32
    %r = arith.maximumf %z, %zero : f32
    linalg.yield %r : f32
  } -> tensor<128x128xf32>

  // logits = hidden w2 + b2
  %logits_empty = tensor.empty() : tensor<128x10xf32>
  %logits_zero = linalg.fill ins(%zero : f32) outs(%logits_empty : tensor<128x10xf32>) -> tensor<128x10xf32>
  %hw = linalg.matmul ins(%hidden, %w2 : tensor<128x128xf32>, tensor<128x10xf32>) outs(%logits_zero : tensor<128x10xf32>) -> tensor<128x10xf32>
  %logits = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%hw, %b2 : tensor<128x10xf32>, tensor<10xf32>) outs(%logits_empty : tensor<128x10xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %z = arith.addf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<128x10xf32>

  // centred = logits - stop_gradient(max(logits))
  %row_empty = tensor.empty() : tensor<128xf32>
  %row_low = linalg.fill ins(%minus_infinity : f32) outs(%row_empty : tensor<128xf32>) -> tensor<128xf32>
  %max = linalg.reduce { arith.maximumf } ins(%logits : tensor<128x10xf32>) outs(%row_low : tensor<128xf32>) dimensions = [1]
  %shift = grad.stop_gradient %max {name = "row_max"} : tensor<128xf32>
  %centred = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%logits, %shift : tensor<128x10xf32>, tensor<128xf32>) outs(%logits_empty : tensor<128x10xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %z = arith.subf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<128x10xf32>

  // mean over the rows of log(sum(exp(centred))) - centred[label]
  %exp = math.exp %centred : tensor<128x10xf32>
  %row_zero = linalg.fill ins(%zero : f32) outs(%row_empty : tensor<128xf32>) -> tensor<128xf32>
  %sum = linalg.reduce { arith.addf } ins(%exp : tensor<128x10xf32>) outs(%row_zero : tensor<128xf32>) dimensions = [1]
  %log_sum = math.log %sum : tensor<128xf32>
  %chosen = linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%centred, %label : tensor<128x10xf32>, tensor<128xi32>) outs(%row_zero : tensor<128xf32>) {
  ^bb0(%c: f32, %l: i32, %acc: f32):
    %j = linalg.index 1 : index
    %class = arith.index_cast %l : i32 to index
    %is_class = arith.cmpi eq, %j, %class : index
    %value = arith.select %is_class, %c, %zero : f32
    %next = arith.addf %acc, %value : f32
    linalg.yield %next : f32
  } -> tensor<128xf32>
  %row_loss = arith.subf %log_sum, %chosen : tensor<128xf32>
  %total_empty = tensor.empty() : tensor<f32>
  %total_zero = linalg.fill ins(%zero : f32) outs(%total_empty : tensor<f32>) -> tensor<f32>
  %total = linalg.reduce { arith.addf } ins(%row_loss : tensor<128xf32>) outs(%total_zero : tensor<f32>) dimensions = [0]
  %scalar = tensor.extract %total[] : tensor<f32>
  %count = arith.constant 128.0 : f32
  %mean = arith.divf %scalar, %count : f32
  return %mean : f32
}

func.func @step(%x: tensor<128x64xf32>, %label: tensor<128xi32>,
                %w1: tensor<64x128xf32>, %b1: tensor<128xf32>,
                %w2: tensor<128x10xf32>, %b2: tensor<10xf32>)
    -> (f32, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) {
  %loss, %dw1, %db1, %dw2, %db2 = grad.value_and_grad @loss(%x, %label, %w1, %b1, %w2, %b2) {wrt = array<i64: 2, 3, 4, 5>}
      : (tensor<128x64xf32>, tensor<128xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>)
      -> (f32, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>)
  %rate1 = arith.constant dense<0.5> : tensor<64x128xf32>
  %rate2 = arith.constant dense<0.5> : tensor<128xf32>
  %rate3 = arith.constant dense<0.5> : tensor<128x10xf32>
  %rate4 = arith.constant dense<0.5> : tensor<10xf32>
  %s1 = arith.mulf %rate1, %dw1 : tensor<64x128xf32>
  %s2 = arith.mulf %rate2, %db1 : tensor<128xf32>
  %s3 = arith.mulf %rate3, %dw2 : tensor<128x10xf32>
  %s4 = arith.mulf %rate4, %db2 : tensor<10xf32>
  %n1 = arith.subf %w1, %s1 : tensor<64x128xf32>
  %n2 = arith.subf %b1, %s2 : tensor<128xf32>
  %n3 = arith.subf %w2, %s3 : tensor<128x10xf32>
  %n4 = arith.subf %b2, %s4 : tensor<10xf32>
  return %loss, %n1, %n2, %n3, %n4 : f32, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>
}
