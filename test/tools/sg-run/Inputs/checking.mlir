// The programs of docs/CheckingGradients.md.

// The squared difference of a state's value and a fixed target.
func.func @loss(%weights: tensor<3xf32>, %state: tensor<3xf32>, %next: tensor<3xf32>) -> f32 {
  %value = func.call @value(%weights, %state) : (tensor<3xf32>, tensor<3xf32>) -> f32
  %later = func.call @value(%weights, %next) : (tensor<3xf32>, tensor<3xf32>) -> f32
  %target = grad.stop_gradient %later : f32
  %error = arith.subf %target, %value : f32
  %loss = arith.mulf %error, %error : f32
  return %loss : f32
}

func.func private @value(%weights: tensor<3xf32>, %state: tensor<3xf32>) -> f32 {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %dot = linalg.dot ins(%weights, %state : tensor<3xf32>, tensor<3xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  %sum = tensor.extract %dot[] : tensor<f32>
  %value = math.tanh %sum : f32
  return %value : f32
}

// A rule that forgets a factor of two.
func.func private @energy(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @energy_forward, backward = @energy_backward}} {
  %energy = arith.mulf %x, %x : f64
  return %energy : f64
}
func.func private @energy_forward(%x: f64) -> (f64, f64) {
  %energy = arith.mulf %x, %x : f64
  return %energy, %x : f64, f64
}
func.func private @energy_backward(%x: f64, %cotangent: f64) -> f64 {
  %dx = arith.mulf %x, %cotangent : f64
  return %dx : f64
}
func.func @likelihood(%x: f64) -> f64 {
  %sine = math.sin %x : f64
  %energy = func.call @energy(%sine) : (f64) -> f64
  %minus = arith.negf %energy : f64
  %likelihood = math.exp %minus : f64
  return %likelihood : f64
}

func.func @relu(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %positive = arith.cmpf ogt, %x, %zero : f64
  %y = arith.select %positive, %x, %zero : f64
  return %y : f64
}

// The length of a vector has no derivative at 0.
func.func @length(%x: f64, %y: f64) -> f64 {
  %xx = arith.mulf %x, %x : f64
  %yy = arith.mulf %y, %y : f64
  %sum = arith.addf %xx, %yy : f64
  %length = math.sqrt %sum : f64
  return %length : f64
}
func.func @slope(%x: f64, %y: f64) -> f64 {
  %length, %dx = grad.value_and_grad @length(%x, %y) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %dx : f64
}

// A rule with the derivative of the identity.
func.func private @ramp(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @ramp_jvp} {
  %zero = arith.constant 0.0 : f64
  %y = arith.maximumf %x, %zero : f64
  return %y : f64
}
func.func private @ramp_jvp(%x: f64, %tangent: f64) -> (f64, f64) {
  %y = func.call @ramp(%x) : (f64) -> f64
  return %y, %tangent : f64, f64
}
func.func @steps(%x: f64, %n: index) -> f64 {
  %first = arith.constant 0 : index
  %step = arith.constant 1 : index
  %down = arith.constant 0.3 : f64
  %y = scf.for %i = %first to %n step %step iter_args(%a = %x) -> f64 {
    %r = func.call @ramp(%a) : (f64) -> f64
    %s = arith.subf %r, %down : f64
    scf.yield %s : f64
  }
  return %y : f64
}

// A rule with the wrong sign, in a loop.
func.func private @copy(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @copy_forward, backward = @copy_backward}} {
  return %x : f64
}
func.func private @copy_forward(%x: f64) -> f64 {
  return %x : f64
}
func.func private @copy_backward(%cotangent: f64) -> f64 {
  %minus = arith.negf %cotangent : f64
  return %minus : f64
}
func.func @copies(%x: f64, %n: index) -> f64 {
  %first = arith.constant 0 : index
  %step = arith.constant 1 : index
  %y = scf.for %i = %first to %n step %step iter_args(%a = %x) -> f64 {
    %r = func.call @copy(%a) : (f64) -> f64
    scf.yield %r : f64
  }
  return %y : f64
}

func.func @element(%x: tensor<2xf64>, %position: index) -> f64 {
  %y = tensor.extract %x[%position] : tensor<2xf64>
  return %y : f64
}
