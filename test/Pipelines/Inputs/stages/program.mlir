// f(x) = sum(x * x * stop(x)). The gradient is 2 * x * x, because the stopped factor is constant.
func.func private @f(%x: tensor<1000xf32>) -> f32 {
  %fixed = grad.stop_gradient %x : tensor<1000xf32>
  %square = arith.mulf %x, %x : tensor<1000xf32>
  %p = arith.mulf %square, %fixed : tensor<1000xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.reduce {arith.addf} ins(%p : tensor<1000xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s = tensor.extract %sum[] : tensor<f32>
  return %s : f32
}

func.func @slope(%x: tensor<1000xf32>) -> tensor<1000xf32> {
  %value, %slope = grad.value_and_grad @f(%x) : (tensor<1000xf32>) -> (f32, tensor<1000xf32>)
  return %slope : tensor<1000xf32>
}
