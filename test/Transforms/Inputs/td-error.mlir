// The loss of temporal-difference learning: the value of the next state is a
// target, so no gradient may flow through it.
func.func private @value(%state: tensor<4xf64>, %w: tensor<4xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %dot = linalg.dot ins(%state, %w : tensor<4xf64>, tensor<4xf64>)
                    outs(%zero : tensor<f64>) -> tensor<f64>
  %sum = tensor.extract %dot[] : tensor<f64>
  %value = math.tanh %sum : f64
  return %value : f64
}

func.func @loss(%w: tensor<4xf64>, %state: tensor<4xf64>,
                %next: tensor<4xf64>, %reward: f64) -> f64 {
  %now = call @value(%state, %w) : (tensor<4xf64>, tensor<4xf64>) -> f64
  %then = call @value(%next, %w) : (tensor<4xf64>, tensor<4xf64>) -> f64
  %target = grad.stop_gradient %then {name = "target"} : f64
  %sum = arith.addf %reward, %target : f64
  %again = grad.stop_gradient %sum : f64
  %error = arith.subf %again, %now : f64
  %loss = arith.mulf %error, %error : f64
  return %loss : f64
}
