// huber: value_and_grad wrt ['x'].

func.func @main(%x: tensor<1048576xf32>, %target: tensor<1048576xf32>) -> tensor<f32> {
  %one = arith.constant dense<1.0> : tensor<1048576xf32>
  %half = arith.constant dense<0.5> : tensor<1048576xf32>
  %d = arith.subf %x, %target : tensor<1048576xf32>
  %away = math.absf %d : tensor<1048576xf32>
  %square = arith.mulf %d, %d : tensor<1048576xf32>
  %near = arith.mulf %square, %half : tensor<1048576xf32>
  %far = arith.subf %away, %half : tensor<1048576xf32>
  %is_near = arith.cmpf ole, %away, %one : tensor<1048576xf32>
  %losses = arith.select %is_near, %near, %far : tensor<1048576xi1>, tensor<1048576xf32>
  %c = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%c : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %total = linalg.reduce { arith.addf } ins(%losses : tensor<1048576xf32>) outs(%init : tensor<f32>) dimensions = [0]
  %cst = arith.constant dense<9.5367431640625e-07> : tensor<f32>
  %loss = arith.mulf %total, %cst : tensor<f32>
  return %loss : tensor<f32>
}

func.func @bench(%x: tensor<1048576xf32>, %target: tensor<1048576xf32>) -> (tensor<f32>, tensor<1048576xf32>) {
  %loss, %d_x = grad.value_and_grad @main(%x, %target) {wrt = array<i64: 0>}
      : (tensor<1048576xf32>, tensor<1048576xf32>) -> (tensor<f32>, tensor<1048576xf32>)
  return %loss, %d_x : tensor<f32>, tensor<1048576xf32>
}
