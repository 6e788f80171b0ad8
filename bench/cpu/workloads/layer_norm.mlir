// layer_norm: value_and_grad wrt ['x', 'gamma', 'beta'].

func.func @main(%x: tensor<2048x768xf32>, %gamma: tensor<768xf32>, %beta: tensor<768xf32>, %w: tensor<2048x768xf32>) -> tensor<f32> {
  %c = arith.constant 0.0 : f32
  %scale = arith.constant dense<1.302083333e-03> : tensor<2048xf32>
  %eps = arith.constant dense<1.0e-05> : tensor<2048xf32>
  %row = tensor.empty() : tensor<2048xf32>
  %all = tensor.empty() : tensor<2048x768xf32>
  %init = linalg.fill ins(%c : f32) outs(%row : tensor<2048xf32>) -> tensor<2048xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<2048x768xf32>) outs(%init : tensor<2048xf32>) dimensions = [1]
  %mean = arith.mulf %sum, %scale : tensor<2048xf32>
  %means = linalg.broadcast ins(%mean : tensor<2048xf32>) outs(%all : tensor<2048x768xf32>) dimensions = [1]
  %centered = arith.subf %x, %means : tensor<2048x768xf32>
  %squares = arith.mulf %centered, %centered : tensor<2048x768xf32>
  %sum_of_squares = linalg.reduce { arith.addf } ins(%squares : tensor<2048x768xf32>) outs(%init : tensor<2048xf32>) dimensions = [1]
  %variance = arith.mulf %sum_of_squares, %scale : tensor<2048xf32>
  %shifted = arith.addf %variance, %eps : tensor<2048xf32>
  %rsqrt = math.rsqrt %shifted : tensor<2048xf32>
  %rsqrts = linalg.broadcast ins(%rsqrt : tensor<2048xf32>) outs(%all : tensor<2048x768xf32>) dimensions = [1]
  %normal = arith.mulf %centered, %rsqrts : tensor<2048x768xf32>
  %gammas = linalg.broadcast ins(%gamma : tensor<768xf32>) outs(%all : tensor<2048x768xf32>) dimensions = [0]
  %betas = linalg.broadcast ins(%beta : tensor<768xf32>) outs(%all : tensor<2048x768xf32>) dimensions = [0]
  %scaled = arith.mulf %normal, %gammas : tensor<2048x768xf32>
  %y = arith.addf %scaled, %betas : tensor<2048x768xf32>
  %weighted = arith.mulf %y, %w : tensor<2048x768xf32>
  %empty = tensor.empty() : tensor<f32>
  %zero = linalg.fill ins(%c : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce { arith.addf } ins(%weighted : tensor<2048x768xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %loss : tensor<f32>
}

func.func @bench(%x: tensor<2048x768xf32>, %gamma: tensor<768xf32>, %beta: tensor<768xf32>, %w: tensor<2048x768xf32>) -> (tensor<f32>, tensor<2048x768xf32>, tensor<768xf32>, tensor<768xf32>) {
  %loss, %d_x, %d_gamma, %d_beta = grad.value_and_grad @main(%x, %gamma, %beta, %w) {wrt = array<i64: 0, 1, 2>}
      : (tensor<2048x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2048x768xf32>) -> (tensor<f32>, tensor<2048x768xf32>, tensor<768xf32>, tensor<768xf32>)
  return %loss, %d_x, %d_gamma, %d_beta : tensor<f32>, tensor<2048x768xf32>, tensor<768xf32>, tensor<768xf32>
}
