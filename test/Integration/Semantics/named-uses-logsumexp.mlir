// Stable logarithms of sums of exponentials: value, gradient and Hessian in all
// mixtures of modes. The gradient is the softmax, so it must sum to one.

// Fact 31. stop(m) + log(sum(exp(x - stop(m)))) with the maximum m: for a tie,
// ties of two among three, numbers whose exponentials overflow, and -inf.
// RUN: sed 's/FACT/masked_2/g; s/SIZE/2/g' %{gradient} --input='2 2' \
// RUN:   --expected-output=2.6931471805599454 --expected-output=0.5 \
// RUN:   --expected-output='0.25 -0.25 -0.25 0.25'
// RUN: sed 's/FACT/masked_3/g; s/SIZE/3/g' %{gradient} --input='1 1 0' \
// RUN:   --expected-output=1.8619948040582512 --expected-output='0.4223187982515182 0.4223187982515182 0.1553624034969636' \
// RUN:   --expected-output='0.24396563089491166 -0.17835316735660653 -0.06561246353830513 \
// RUN:                      -0.17835316735660653 0.24396563089491166 -0.06561246353830513 \
// RUN:                      -0.06561246353830513 -0.06561246353830513 0.13122492707661026'
// RUN: sed 's/FACT/masked_2/g; s/SIZE/2/g' %{gradient} --input='1000 1000' \
// RUN:   --expected-output=1000.6931471805599 --expected-output=0.5 \
// RUN:   --expected-output='0.25 -0.25 -0.25 0.25'
// RUN: sed 's/FACT/masked_2/g; s/SIZE/2/g' %{gradient} --input='-inf 0' \
// RUN:   --expected-output=0 --expected-output='0 1' \
// RUN:   --expected-output=0
// Without the stops, the derivative of the maximum cancels, in ties too. The
// numbers are the same.
// RUN: sed 's/FACT/masked_2/g; s/SIZE/2/g' %{unmasked-gradient} --input='2 2' \
// RUN:   --expected-output=2.6931471805599454 --expected-output=0.5 \
// RUN:   --expected-output='0.25 -0.25 -0.25 0.25'
// RUN: sed 's/FACT/masked_3/g; s/SIZE/3/g' %{unmasked-gradient} --input='1 1 0' \
// RUN:   --expected-output=1.8619948040582512 --expected-output='0.4223187982515182 0.4223187982515182 0.1553624034969636' \
// RUN:   --expected-output='0.24396563089491166 -0.17835316735660653 -0.06561246353830513 \
// RUN:                      -0.17835316735660653 0.24396563089491166 -0.06561246353830513 \
// RUN:                      -0.06561246353830513 -0.06561246353830513 0.13122492707661026'
func.func @masked(%x: tensor<?xf64>) -> f64 {
  %m = call @maximum(%x) : (tensor<?xf64>) -> f64
  %c = grad.stop_gradient %m : f64
  %l = call @log_sum_exp_minus(%x, %c) : (tensor<?xf64>, f64) -> f64
  %y = arith.addf %c, %l : f64
  return %y : f64
}

// Fact 32. If only the inner maximum is stopped, the outer one adds its
// gradient, shared equally among tied elements: the gradient sums to two.
// RUN: sed 's/FACT/half_masked_2/g; s/SIZE/2/g' %{gradient} --input='2 2' \
// RUN:   --expected-output=2.6931471805599454 --expected-output=1 \
// RUN:   --expected-output='0.25 -0.25 -0.25 0.25'
// RUN: sed 's/FACT/half_masked_3/g; s/SIZE/3/g' %{gradient} --input='1 1 0' \
// RUN:   --expected-output=1.8619948040582512 --expected-output='0.9223187982515182 0.9223187982515182 0.1553624034969636' \
// RUN:   --expected-output='0.24396563089491166 -0.17835316735660653 -0.06561246353830513 \
// RUN:                      -0.17835316735660653 0.24396563089491166 -0.06561246353830513 \
// RUN:                      -0.06561246353830513 -0.06561246353830513 0.13122492707661026'
func.func @half_masked(%x: tensor<?xf64>) -> f64 {
  %m = call @maximum(%x) : (tensor<?xf64>) -> f64
  %c = grad.stop_gradient %m : f64
  %l = call @log_sum_exp_minus(%x, %c) : (tensor<?xf64>, f64) -> f64
  %y = arith.addf %m, %l : f64
  return %y : f64
}

// Fact 33. If all elements are -inf, x - m is NaN. So is the value, unless a non-finite maximum
// is replaced by zero. The gradient is 0 / 0, NaN, in both cases.
// RUN: sed 's/FACT/masked_2/g; s/SIZE/2/g' %{gradient} --input='-inf' \
// RUN:   --expected-output=nan --expected-output=nan \
// RUN:   --expected-output=nan
// RUN: sed 's/FACT/guarded_2/g; s/SIZE/2/g' %{gradient} --input='-inf' \
// RUN:   --expected-output=-inf --expected-output=nan \
// RUN:   --expected-output=nan
// RUN: sed 's/FACT/guarded_2/g; s/SIZE/2/g' %{gradient} --input='2 2' \
// RUN:   --expected-output=2.6931471805599454 --expected-output=0.5 \
// RUN:   --expected-output='0.25 -0.25 -0.25 0.25'
func.func @guarded(%x: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %m = call @maximum(%x) : (tensor<?xf64>) -> f64
  %is_finite = math.isfinite %m : f64
  %finite = arith.select %is_finite, %m, %zero : f64
  %c = grad.stop_gradient %finite : f64
  %l = call @log_sum_exp_minus(%x, %c) : (tensor<?xf64>, f64) -> f64
  %y = arith.addf %c, %l : f64
  return %y : f64
}

func.func private @maximum(%x: tensor<?xf64>) -> f64 {
  %lowest = arith.constant dense<0xFFF0000000000000> : tensor<f64>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<?xf64>) outs(%lowest : tensor<f64>)
      dimensions = [0]
  %y = tensor.extract %m[] : tensor<f64>
  return %y : f64
}
// log(sum(exp(x - c)))
func.func private @log_sum_exp_minus(%x: tensor<?xf64>, %c: f64) -> f64 {
  %none = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                         iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64>) outs(%none : tensor<f64>) {
    ^bb0(%e: f64, %s: f64):
      %d = arith.subf %e, %c : f64
      %p = math.exp %d : f64
      %next = arith.addf %s, %p : f64
      linalg.yield %next : f64
  } -> tensor<f64>
  %s = tensor.extract %sum[] : tensor<f64>
  %y = math.log %s : f64
  return %y : f64
}

// The same functions on tensors of static size.
func.func @masked_2(%x: tensor<2xf64>) -> f64 {
  %d = tensor.cast %x : tensor<2xf64> to tensor<?xf64>
  %y = call @masked(%d) : (tensor<?xf64>) -> f64
  return %y : f64
}
func.func @masked_3(%x: tensor<3xf64>) -> f64 {
  %d = tensor.cast %x : tensor<3xf64> to tensor<?xf64>
  %y = call @masked(%d) : (tensor<?xf64>) -> f64
  return %y : f64
}
func.func @half_masked_2(%x: tensor<2xf64>) -> f64 {
  %d = tensor.cast %x : tensor<2xf64> to tensor<?xf64>
  %y = call @half_masked(%d) : (tensor<?xf64>) -> f64
  return %y : f64
}
func.func @half_masked_3(%x: tensor<3xf64>) -> f64 {
  %d = tensor.cast %x : tensor<3xf64> to tensor<?xf64>
  %y = call @half_masked(%d) : (tensor<?xf64>) -> f64
  return %y : f64
}
func.func @guarded_2(%x: tensor<2xf64>) -> f64 {
  %d = tensor.cast %x : tensor<2xf64> to tensor<?xf64>
  %y = call @guarded(%d) : (tensor<?xf64>) -> f64
  return %y : f64
}
