// Losses of machine learning with a stop in their definition: value, gradient
// and Hessian (f, f', f'', f''' for one parameter) in all mixtures of modes,
// next to the values without the stop.

// Fact 34. TD(0) with linear values: -(stop(r + <p, s'>) - <p, s>)^2 / 2. The update is the
// error 1.2 times s = (1, 2, -1). Without the stop, the update is the error times s - s'.
// RUN: sed 's/FACT/temporal_difference/g; s/SIZE/3/g' %{gradient} --input='0.1 -0.1 0' \
// RUN:   --expected-output=-0.72 --expected-output='1.2 2.4 -1.2' \
// RUN:   --expected-output='-1 -2 1 -2 -4 2 1 2 -1'
// RUN: sed 's/FACT/temporal_difference/g; s/SIZE/3/g' %{unmasked-gradient} --input='0.1 -0.1 0' \
// RUN:   --expected-output=-0.72 --expected-output='-1.2 1.2 -1.2' \
// RUN:   --expected-output='-1 1 -1 1 -1 1 -1 1 -1'
func.func @temporal_difference(%p: tensor<3xf64>) -> f64 {
  %state = arith.constant dense<[1.0, 2.0, -1.0]> : tensor<3xf64>
  %next_state = arith.constant dense<[2.0, 1.0, 0.0]> : tensor<3xf64>
  %none = arith.constant dense<0.0> : tensor<f64>
  %reward = arith.constant dense<1.0> : tensor<f64>
  %minus_half = arith.constant -0.5 : f64
  %value = linalg.dot ins(%p, %state : tensor<3xf64>, tensor<3xf64>)
      outs(%none : tensor<f64>) -> tensor<f64>
  %target = linalg.dot ins(%p, %next_state : tensor<3xf64>, tensor<3xf64>)
      outs(%reward : tensor<f64>) -> tensor<f64>
  %c = grad.stop_gradient %target : tensor<f64>
  %error = arith.subf %c, %value : tensor<f64>
  %e = tensor.extract %error[] : tensor<f64>
  %ee = arith.mulf %e, %e : f64
  %y = arith.mulf %minus_half, %ee : f64
  return %y : f64
}

// Fact 35. The losses of VQ-VAE, (stop(z) - e)^2 + b (z - stop(e))^2: the code e
// moves to the encoding z, and z to e at a quarter of the pace. At (z, e) =
// (1, 0.6), b = 0.25.
// RUN: sed 's/FACT/codebook/g; s/SIZE/2/g' %{gradient} --input='1 0.6' \
// RUN:   --expected-output=0.2 --expected-output='0.2 -0.8' --expected-output='0.5 0 0 2'
// RUN: sed 's/FACT/codebook/g; s/SIZE/2/g' %{unmasked-gradient} --input='1 0.6' \
// RUN:   --expected-output=0.2 --expected-output='1 -1' --expected-output='2.5 -2.5 -2.5 2.5'
func.func @codebook(%ze: tensor<2xf64>) -> f64 {
  %beta = arith.constant 0.25 : f64
  %z, %e = call @both(%ze) : (tensor<2xf64>) -> (f64, f64)
  %stopped_z = grad.stop_gradient %z {name = "encoding"} : f64
  %stopped_e = grad.stop_gradient %e {name = "code"} : f64
  %to_z = arith.subf %stopped_z, %e : f64
  %to_e = arith.subf %z, %stopped_e : f64
  %a = arith.mulf %to_z, %to_z : f64
  %b = arith.mulf %to_e, %to_e : f64
  %y = math.fma %beta, %b, %a : f64
  return %y : f64
}

// Fact 36. SimSiam: two views z = w (1, 3), predictions p = h z, and the loss
// -(p1 stop(z2) + p2 stop(z1)) / 2. Parameters (w, h) = (2, 0.5).
// RUN: sed 's/FACT/siamese/g; s/SIZE/2/g' %{gradient} --input='2 0.5' \
// RUN:   --expected-output=-6 --expected-output='-3 -12' --expected-output='0 -6 -6 0'
// RUN: sed 's/FACT/siamese/g; s/SIZE/2/g' %{unmasked-gradient} --input='2 0.5' \
// RUN:   --expected-output=-6 --expected-output='-6 -12' --expected-output='-3 -12 -12 0'
func.func @siamese(%wh: tensor<2xf64>) -> f64 {
  %views = arith.constant dense<[1.0, 3.0]> : tensor<2xf64>
  %exchanged = arith.constant dense<[3.0, 1.0]> : tensor<2xf64>
  %none = arith.constant dense<0.0> : tensor<f64>
  %minus_half = arith.constant -0.5 : f64
  %w, %h = call @both(%wh) : (tensor<2xf64>) -> (f64, f64)
  %ws = tensor.splat %w : tensor<2xf64>
  %hs = tensor.splat %h : tensor<2xf64>
  %z = arith.mulf %ws, %views : tensor<2xf64>
  %other_z = arith.mulf %ws, %exchanged : tensor<2xf64>
  %p = arith.mulf %hs, %z : tensor<2xf64>
  %c = grad.stop_gradient %other_z : tensor<2xf64>
  %dot = linalg.dot ins(%p, %c : tensor<2xf64>, tensor<2xf64>) outs(%none : tensor<f64>)
      -> tensor<f64>
  %s = tensor.extract %dot[] : tensor<f64>
  %y = arith.mulf %minus_half, %s : f64
  return %y : f64
}

// Fact 37. The two steps of a GAN with critic w and generator t, at (w, t) =
// (2, 3): w stop(t z) moves the critic only, stop(w) t z the generator only.
// (That the other parameter is disconnected: disconnected.mlir.)
// RUN: sed 's/FACT/critic_step/g; s/SIZE/2/g' %{gradient} --input='2 3' \
// RUN:   --expected-output=6 --expected-output='3 0' --expected-output=0
// RUN: sed 's/FACT/generator_step/g; s/SIZE/2/g' %{gradient} --input='2 3' \
// RUN:   --expected-output=6 --expected-output='0 2' --expected-output=0
// RUN: sed 's/FACT/critic_step/g; s/SIZE/2/g' %{unmasked-gradient} --input='2 3' \
// RUN:   --expected-output=6 --expected-output='3 2' --expected-output='0 1 1 0'
func.func @critic_step(%wt: tensor<2xf64>) -> f64 {
  %z = arith.constant 1.0 : f64
  %w, %t = call @both(%wt) : (tensor<2xf64>) -> (f64, f64)
  %fake = arith.mulf %t, %z : f64
  %c = grad.stop_gradient %fake : f64
  %y = arith.mulf %w, %c : f64
  return %y : f64
}
func.func @generator_step(%wt: tensor<2xf64>) -> f64 {
  %z = arith.constant 1.0 : f64
  %w, %t = call @both(%wt) : (tensor<2xf64>) -> (f64, f64)
  %fake = arith.mulf %t, %z : f64
  %c = grad.stop_gradient %w : f64
  %y = arith.mulf %c, %fake : f64
  return %y : f64
}

// Fact 38. Adversarial training of (w x - 1)^2 at w = 2 on x + 0.1 stop(d),
// where d is the gradient in x (FGM) or its sign (FGSM). The derivative of the
// sign is zero. Without the stop, FGM would also differentiate the attack.
// RUN: sed s/FACT/sign_attack/g %{orders} --input=2 --expected-output='1.44 2.64 2.42 0'
// RUN: sed s/FACT/attack/g %{orders} --input=2 --expected-output='3.24 5.04 3.92 0'
// RUN: sed s/FACT/sign_attack/g %{unmasked-orders} --input=2 --expected-output='1.44 2.64 2.42 0'
// RUN: sed s/FACT/attack/g %{unmasked-orders} --input=2 --expected-output='3.24 9.36 20.72 35.52'
func.func @error(%w: f64, %x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %p = arith.mulf %w, %x : f64
  %e = arith.subf %p, %one : f64
  %y = arith.mulf %e, %e : f64
  return %y : f64
}
func.func @sign_attack(%w: f64) -> f64 {
  %x = arith.constant 1.0 : f64
  %epsilon = arith.constant 0.1 : f64
  %l, %g = grad.value_and_grad @error(%w, %x) {wrt = array<i64: 1>} : (f64, f64) -> (f64, f64)
  %sign = math.copysign %x, %g : f64
  %c = grad.stop_gradient %sign : f64
  %worse = math.fma %epsilon, %c, %x : f64
  %y = call @error(%w, %worse) : (f64, f64) -> f64
  return %y : f64
}
func.func @attack(%w: f64) -> f64 {
  %x = arith.constant 1.0 : f64
  %epsilon = arith.constant 0.1 : f64
  %l, %g = grad.value_and_grad @error(%w, %x) {wrt = array<i64: 1>} : (f64, f64) -> (f64, f64)
  %c = grad.stop_gradient %g : f64
  %worse = math.fma %epsilon, %c, %x : f64
  %y = call @error(%w, %worse) : (f64, f64) -> f64
  return %y : f64
}

// Fact 39. Meta-learning of t^2 after one step t - 0.1 l'(t) at t = 1. First
// order MAML stops the inner gradient; full MAML differentiates it.
// RUN: sed s/FACT/after_a_step/g %{orders} --input=1 --expected-output='0.64 1.6 2 0'
// RUN: sed s/FACT/after_a_step/g %{unmasked-orders} --input=1 --expected-output='0.64 1.28 1.28 0'
func.func @task(%t: f64) -> f64 {
  %y = arith.mulf %t, %t : f64
  return %y : f64
}
func.func @after_a_step(%t: f64) -> f64 {
  %rate = arith.constant 0.1 : f64
  %l, %g = grad.value_and_grad @task(%t) : (f64) -> (f64, f64)
  %c = grad.stop_gradient %g : f64
  %step = arith.mulf %rate, %c : f64
  %adapted = arith.subf %t, %step : f64
  %y = call @task(%adapted) : (f64) -> f64
  return %y : f64
}

func.func private @both(%x: tensor<2xf64>) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %x[%c0] : tensor<2xf64>
  %b = tensor.extract %x[%c1] : tensor<2xf64>
  return %a, %b : f64, f64
}
