// classifier: a small network as TensorFlow Lite has them: convolution, ReLU6,
// pooling, a dense layer, softmax cross entropy with the maximum stopped. TOSA
// has no stop: a call of a function without body marks it (docs/Frontends.md).

func.func @logits(%image: tensor<2x8x8x1xf32>, %filter: tensor<4x3x3x1xf32>, %bias: tensor<4xf32>, %weights: tensor<64x3xf32>, %offsets: tensor<3xf32>) -> tensor<2x3xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %conv = tosa.conv2d %image, %filter, %bias, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<2x8x8x1xf32>, tensor<4x3x3x1xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x8x8x4xf32>
  %relu = tosa.clamp %conv {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32>
  %pool = tosa.max_pool2d %relu {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<2x8x8x4xf32>) -> tensor<2x4x4x4xf32>
  %flat_shape = tosa.const_shape {values = dense<[1, 2, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %flat = tosa.reshape %pool, %flat_shape : (tensor<2x4x4x4xf32>, !tosa.shape<3>) -> tensor<1x2x64xf32>
  %w_shape = tosa.const_shape {values = dense<[1, 64, 3]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %w = tosa.reshape %weights, %w_shape : (tensor<64x3xf32>, !tosa.shape<3>) -> tensor<1x64x3xf32>
  %dense = tosa.matmul %flat, %w, %zero, %zero : (tensor<1x2x64xf32>, tensor<1x64x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x3xf32>
  %o_shape = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %out = tosa.reshape %dense, %o_shape : (tensor<1x2x3xf32>, !tosa.shape<2>) -> tensor<2x3xf32>
  %b_shape = tosa.const_shape {values = dense<[1, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.reshape %offsets, %b_shape : (tensor<3xf32>, !tosa.shape<2>) -> tensor<1x3xf32>
  %logits = tosa.add %out, %b : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return %logits : tensor<2x3xf32>
}
func.func @loss(%image: tensor<2x8x8x1xf32>, %onehot: tensor<2x3xf32>, %filter: tensor<4x3x3x1xf32>, %bias: tensor<4xf32>, %weights: tensor<64x3xf32>, %offsets: tensor<3xf32>) -> tensor<f32> {
  %logits = call @logits(%image, %filter, %bias, %weights, %offsets) : (tensor<2x8x8x1xf32>, tensor<4x3x3x1xf32>, tensor<4xf32>, tensor<64x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %max = tosa.reduce_max %logits {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %stopped = call @sg.stop_gradient(%max) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %shifted = tosa.sub %logits, %stopped : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %exp = tosa.exp %shifted : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %sum = tosa.reduce_sum %exp {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %log = tosa.log %sum : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %logp = tosa.sub %shifted, %log : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %picked = tosa.mul %logp, %onehot, %shift : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<1xi8>) -> tensor<2x3xf32>
  %rows = tosa.reduce_sum %picked {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %total = tosa.reduce_sum %rows {axis = 0 : i32} : (tensor<2x1xf32>) -> tensor<1x1xf32>
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %negated = tosa.negate %total, %z, %z : (tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1xf32>
  %scalar = tosa.const_shape {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
  %loss = tosa.reshape %negated, %scalar : (tensor<1x1xf32>, !tosa.shape<0>) -> tensor<f32>
  return %loss : tensor<f32>
}
func.func private @sg.stop_gradient(tensor<2x1xf32>) -> tensor<2x1xf32>
