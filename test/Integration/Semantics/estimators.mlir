// Surrogates and gradient estimators built from stops. The values are f, f',
// f'', f''' for one input, or value, gradient and Hessian for two, each next to
// the values without the stops.

// Fact 20. Straight-through rounding y = x + stop(round(x) - x) has the value of
// the rounding and the derivative of the identity: (y - 5)^2 at 2.6.
// RUN: sed s/FACT/straight_through/g %{orders} --input=2.6 --expected-output='4 -4 2 0'
// RUN: sed s/FACT/straight_through/g %{unmasked-orders} --input=2.6 --expected-output='4 0 0 0'
func.func @straight_through(%x: f64) -> f64 {
  %five = arith.constant 5.0 : f64
  %r = math.round %x : f64
  %jump = arith.subf %r, %x : f64
  %c = grad.stop_gradient %jump : f64
  %y = arith.addf %x, %c : f64
  %e = arith.subf %y, %five : f64
  %loss = arith.mulf %e, %e : f64
  return %loss : f64
}

// Fact 21. In floats x + stop(q - x) is not q: it is 0 for x = 1e8, q = 0.3,
// and the float below 0.1 for x = 0.02, q = 0.1. (x - stop(x)) + stop(q) is q.
// Both have the derivative one, and no pass turns one into the other.
// RUN: sg-run %s --function=quantized --tolerance=0 --input=1e8 --input=0.3 \
// RUN:   --expected-output=0 --expected-output=1 --expected-output=0.3 --expected-output=1
// RUN: sg-run %s --function=quantized --tolerance=0 --input=0.02 --input=0.1 \
// RUN:   --expected-output=0.099999994 --expected-output=1 \
// RUN:   --expected-output=0.1 --expected-output=1
//
// Fact 22. At infinity both forms are NaN. The derivative is one.
// RUN: sg-run %s --function=quantized --tolerance=0 --input=inf --input=0.3 \
// RUN:   --expected-output=nan --expected-output=1 --expected-output=nan --expected-output=1
func.func @rounding(%x: f32, %q: f32) -> f32 {
  %jump = arith.subf %q, %x : f32
  %c = grad.stop_gradient %jump : f32
  %y = arith.addf %x, %c : f32
  return %y : f32
}
func.func @exact(%x: f32, %q: f32) -> f32 {
  %c = grad.stop_gradient %x : f32
  %zero = arith.subf %x, %c : f32
  %value = grad.stop_gradient %q : f32
  %y = arith.addf %zero, %value : f32
  return %y : f32
}
func.func @quantized(%x: f32, %q: f32) -> (f32, f32, f32, f32) {
  %y:2 = grad.value_and_grad @rounding(%x, %q) {wrt = array<i64: 0>} : (f32, f32) -> (f32, f32)
  %z:2 = grad.value_and_grad @exact(%x, %q) {wrt = array<i64: 0>} : (f32, f32) -> (f32, f32)
  return %y#0, %y#1, %z#0, %z#1 : f32, f32, f32, f32
}

// Fact 23. Gradient reversal stop((1 + a) x) - a x is x with the derivative -a.
// The test squares it, at 3 for a = 0.5.
// RUN: sed s/FACT/reversed/g %{orders} --input=3 --expected-output='9 -3 0.5 0'
// RUN: sed s/FACT/reversed/g %{unmasked-orders} --input=3 --expected-output='9 6 2 0'
func.func @reversed(%x: f64) -> f64 {
  %a = arith.constant 0.5 : f64
  %one_plus_a = arith.constant 1.5 : f64
  %m = arith.mulf %one_plus_a, %x : f64
  %c = grad.stop_gradient %m : f64
  %ax = arith.mulf %a, %x : f64
  %y = arith.subf %c, %ax : f64
  %s = arith.mulf %y, %y : f64
  return %s : f64
}

// Fact 24. a x + (1 - a) stop(x) is x with the derivative a. The test squares
// it, at 3 for a = 0.1.
// RUN: sed s/FACT/scaled/g %{orders} --input=3 --expected-output='9 0.6 0.02 0'
// RUN: sed s/FACT/scaled/g %{unmasked-orders} --input=3 --expected-output='9 6 2 0'
func.func @scaled(%x: f64) -> f64 {
  %a = arith.constant 0.1 : f64
  %one_minus_a = arith.constant 0.9 : f64
  %c = grad.stop_gradient %x : f64
  %ax = arith.mulf %a, %x : f64
  %y = math.fma %one_minus_a, %c, %ax : f64
  %s = arith.mulf %y, %y : f64
  return %s : f64
}

// Fact 25. stop(f) + stop(g) (x - stop(x)) has the value f and an arbitrary
// derivative g: here x^2 and 100.
// RUN: sed s/FACT/custom/g %{orders} --input=3 --expected-output='9 100 0 0'
// RUN: sed s/FACT/custom/g %{unmasked-orders} --input=3 --expected-output='9 6 2 0'
func.func @custom(%x: f64) -> f64 {
  %g = arith.constant 100.0 : f64
  %f = arith.mulf %x, %x : f64
  %value = grad.stop_gradient %f : f64
  %slope = grad.stop_gradient %g : f64
  %c = grad.stop_gradient %x : f64
  %d = arith.subf %x, %c : f64
  %y = math.fma %slope, %d, %value : f64
  return %y : f64
}

// Fact 26. x / stop(|x|) is the sign of x with the derivative 1 / |x|.
// RUN: sed s/FACT/sign/g %{orders} --input=-3 \
// RUN:   --expected-output='-1 0.33333333333333333 0 0'
// RUN: sed s/FACT/sign/g %{unmasked-orders} --input=-3 --expected-output='-1 0 0 0'
func.func @sign(%x: f64) -> f64 {
  %size = math.absf %x : f64
  %c = grad.stop_gradient %size : f64
  %y = arith.divf %x, %c : f64
  return %y : f64
}

// Fact 27. Straight-through softmax hard - stop(soft) + soft has the value of
// the chosen class and the derivatives of the softmax. The logits are (0, 0),
// the first class is chosen, and the loss has the weights (1, 2).
// RUN: sed 's/FACT/hard/g; s/SIZE/2/g' %{gradient} --input='0 0' \
// RUN:   --expected-output=1 --expected-output='-0.25 0.25' --expected-output=0
// RUN: sed 's/FACT/hard/g; s/SIZE/2/g' %{unmasked-gradient} --input='0 0' \
// RUN:   --expected-output=1 --expected-output=0 --expected-output=0
func.func @hard(%logits: tensor<2xf64>) -> f64 {
  %weights = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %chosen = arith.constant dense<[1.0, 0.0]> : tensor<2xf64>
  %none = arith.constant dense<0.0> : tensor<f64>
  %empty = tensor.empty() : tensor<2xf64>
  %soft = linalg.softmax dimension(0) ins(%logits : tensor<2xf64>) outs(%empty : tensor<2xf64>)
      -> tensor<2xf64>
  %c = grad.stop_gradient %soft : tensor<2xf64>
  %rest = arith.subf %chosen, %c : tensor<2xf64>
  %class = arith.addf %rest, %soft : tensor<2xf64>
  %dot = linalg.dot ins(%class, %weights : tensor<2xf64>, tensor<2xf64>)
      outs(%none : tensor<f64>) -> tensor<f64>
  %loss = tensor.extract %dot[] : tensor<f64>
  return %loss : f64
}

// Fact 28. The score function -(stop(a) - m)^2 / 2 * reward, for a sample a = m
// + 0.5, has the derivative 0.5 * reward in m. Without the stop the derivative
// is exactly zero.
// RUN: sed s/FACT/score/g %{orders} --input=1 --expected-output='-0.25 1 -2 0'
// RUN: sed s/FACT/score/g %{unmasked-orders} --input=1 --expected-output='-0.25 0 0 0'
func.func @score(%mean: f64) -> f64 {
  %half = arith.constant 0.5 : f64
  %minus_half = arith.constant -0.5 : f64
  %reward = arith.constant 2.0 : f64
  %a = arith.addf %mean, %half : f64
  %c = grad.stop_gradient %a : f64
  %d = arith.subf %c, %mean : f64
  %dd = arith.mulf %d, %d : f64
  %logp = arith.mulf %minus_half, %dd : f64
  %y = arith.mulf %logp, %reward : f64
  return %y : f64
}

// The logarithm of the first of two probabilities with these logits.
func.func @log_first(%logits: tensor<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l0 = tensor.extract %logits[%c0] : tensor<2xf64>
  %l1 = tensor.extract %logits[%c1] : tensor<2xf64>
  %d = arith.subf %l1, %l0 : f64
  %e = math.exp %d : f64
  %l = math.log1p %e : f64
  %y = arith.negf %l : f64
  return %y : f64
}

// Fact 29. Policy gradient: -log(p) * stop(reward). The reward 6 p, which is 3
// at the logits (0, 0), depends on the policy.
// RUN: sed 's/FACT/policy/g; s/SIZE/2/g' %{gradient} --input='0 0' \
// RUN:   --expected-output=2.0794415416798357 --expected-output='-1.5 1.5' \
// RUN:   --expected-output='0.75 -0.75 -0.75 0.75'
// RUN: sed 's/FACT/policy/g; s/SIZE/2/g' %{unmasked-gradient} --input='0 0' \
// RUN:   --expected-output=2.0794415416798357 \
// RUN:   --expected-output='-0.4602792291600821 0.4602792291600821' \
// RUN:   --expected-output='-0.75 0.75 0.75 -0.75'
func.func @policy(%logits: tensor<2xf64>) -> f64 {
  %six = arith.constant 6.0 : f64
  %logp = call @log_first(%logits) : (tensor<2xf64>) -> f64
  %p = math.exp %logp : f64
  %reward = arith.mulf %six, %p : f64
  %c = grad.stop_gradient %reward : f64
  %weighted = arith.mulf %logp, %c : f64
  %y = arith.negf %weighted : f64
  return %y : f64
}

// Fact 30. PPO's ratio exp(l - stop(l)), l = log(p), is one. Its gradient is
// the gradient of l. Its Hessian is the Hessian of l plus the outer product of
// the gradient with itself. The probabilities are 3/4 and 1/4.
// RUN: sed 's/FACT/ratio/g; s/SIZE/2/g' %{gradient} --input='1.0986122886681098 0' \
// RUN:   --expected-output=1 --expected-output='0.25 -0.25' \
// RUN:   --expected-output='-0.125 0.125 0.125 -0.125'
// RUN: sed 's/FACT/ratio/g; s/SIZE/2/g' %{unmasked-gradient} --input='1.0986122886681098 0' \
// RUN:   --expected-output=1 --expected-output=0 --expected-output=0
func.func @ratio(%logits: tensor<2xf64>) -> f64 {
  %l = call @log_first(%logits) : (tensor<2xf64>) -> f64
  %c = grad.stop_gradient %l : f64
  %d = arith.subf %l, %c : f64
  %y = math.exp %d : f64
  return %y : f64
}
