// Advances four pendulums by a hundredth of a second.
func.func private @ahead(%angle: tensor<4xf64>, %speed: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %time = arith.constant dense<0.01> : tensor<4xf64>
  %force = math.sin %angle : tensor<4xf64>
  %less = arith.mulf %time, %force : tensor<4xf64>
  %speed_next = arith.subf %speed, %less : tensor<4xf64>
  %way = arith.mulf %time, %speed_next : tensor<4xf64>
  %angle_next = arith.addf %angle, %way : tensor<4xf64>
  return %angle_next, %speed_next : tensor<4xf64>, tensor<4xf64>
}

func.func private @sum(%angle: tensor<4xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.reduce { arith.addf } ins(%angle : tensor<4xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %loss = tensor.extract %sum[] : tensor<f64>
  return %loss : f64
}

// Simulates the pendulums from rest. Returns the sum of the angles after %trips iterations.
func.func @swing(%start: tensor<4xf64>, %trips: index) -> f64 {
  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rest = arith.constant dense<0.0> : tensor<4xf64>
  %angle, %speed = scf.for %i = %first to %trips step %one
      iter_args(%a = %start, %s = %rest) -> (tensor<4xf64>, tensor<4xf64>) {
    %a_next, %s_next = func.call @ahead(%a, %s) : (tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
    scf.yield %a_next, %s_next : tensor<4xf64>, tensor<4xf64>
  }
  %loss = func.call @sum(%angle) : (tensor<4xf64>) -> f64
  return %loss : f64
}

func.func @gradient(%start: tensor<4xf64>, %trips: index) -> (f64, tensor<4xf64>) {
  %loss, %slopes = grad.value_and_grad @swing(%start, %trips) : (tensor<4xf64>, index) -> (f64, tensor<4xf64>)
  return %loss, %slopes : f64, tensor<4xf64>
}

// The same, but keeps the states of some iterations only.
func.func @swing_every(%start: tensor<4xf64>, %trips: index) -> f64 {
  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rest = arith.constant dense<0.0> : tensor<4xf64>
  %angle, %speed = scf.for %i = %first to %trips step %one
      iter_args(%a = %start, %s = %rest) -> (tensor<4xf64>, tensor<4xf64>) {
    %a_next, %s_next = func.call @ahead(%a, %s) : (tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
    scf.yield %a_next, %s_next : tensor<4xf64>, tensor<4xf64>
  } {grad.checkpoint_every = 0 : i64}
  %loss = func.call @sum(%angle) : (tensor<4xf64>) -> f64
  return %loss : f64
}

func.func @gradient_every(%start: tensor<4xf64>, %trips: index) -> (f64, tensor<4xf64>) {
  %loss, %slopes = grad.value_and_grad @swing_every(%start, %trips) : (tensor<4xf64>, index) -> (f64, tensor<4xf64>)
  return %loss, %slopes : f64, tensor<4xf64>
}

func.func @swing_slots(%start: tensor<4xf64>, %trips: index) -> f64 {
  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rest = arith.constant dense<0.0> : tensor<4xf64>
  %angle, %speed = scf.for %i = %first to %trips step %one
      iter_args(%a = %start, %s = %rest) -> (tensor<4xf64>, tensor<4xf64>) {
    %a_next, %s_next = func.call @ahead(%a, %s) : (tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
    scf.yield %a_next, %s_next : tensor<4xf64>, tensor<4xf64>
  } {grad.checkpoint_slots = 10 : i64}
  %loss = func.call @sum(%angle) : (tensor<4xf64>) -> f64
  return %loss : f64
}

func.func @gradient_slots(%start: tensor<4xf64>, %trips: index) -> (f64, tensor<4xf64>) {
  %loss, %slopes = grad.value_and_grad @swing_slots(%start, %trips) : (tensor<4xf64>, index) -> (f64, tensor<4xf64>)
  return %loss, %slopes : f64, tensor<4xf64>
}
