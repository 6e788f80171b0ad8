// The loss of one layer, sum(tanh(W x)), and its gradient with respect to W.
// docs/Architecture.md follows this program to machine code.
func.func @loss(%w: tensor<?x3xf32>, %x: tensor<3xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %w, %c0 : tensor<?x3xf32>
  %e = tensor.empty(%rows) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %p = linalg.matvec ins(%w, %x : tensor<?x3xf32>, tensor<3xf32>) outs(%z : tensor<?xf32>) -> tensor<?xf32>
  %y = math.tanh %p : tensor<?xf32>
  %s = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%y : tensor<?xf32>) outs(%s : tensor<f32>) dimensions = [0]
  %r = tensor.extract %sum[] : tensor<f32>
  return %r : f32
}

func.func @step(%w: tensor<?x3xf32>, %x: tensor<3xf32>) -> (f32, tensor<?x3xf32>) {
  %loss, %dw = grad.value_and_grad @loss(%w, %x) {wrt = array<i64: 0>} : (tensor<?x3xf32>, tensor<3xf32>) -> (f32, tensor<?x3xf32>)
  return %loss, %dw : f32, tensor<?x3xf32>
}
