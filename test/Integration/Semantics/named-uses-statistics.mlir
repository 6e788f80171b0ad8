// Statistical estimators with a stop in their definition: value, gradient and
// Hessian in all mixtures of modes, next to the values without the stop.

// Fact 40. Expectation maximization for a mixture of two unit normals with equal weights, at
// the means (0, 2) and one point, 0.5. The responsibilities r in Q = sum(stop(r) log p) are
// constants, so the gradient of Q equals the gradient of the log-likelihood, which is tested
// next to Q.
// RUN: sed 's/FACT/expected/g; s/SIZE/2/g' %{gradient} --input='0 2' \
// RUN:   --expected-output=-0.3939414213699951 \
// RUN:   --expected-output='0.36552928931500245 -0.40341213205499266' \
// RUN:   --expected-output='-0.7310585786300049 0 0 -0.2689414213699951'
// RUN: sed 's/FACT/log_likelihood/g; s/SIZE/2/g' %{gradient} --input='0 2' \
// RUN:   --expected-output=0.1882616875182229 \
// RUN:   --expected-output='0.36552928931500245 -0.40341213205499266' \
// RUN:   --expected-output='-0.6819055953196345 0.1474589499311114 0.1474589499311114 0.17343542842333903'
// RUN: sed 's/FACT/expected/g; s/SIZE/2/g' %{unmasked-gradient} --input='0 2' \
// RUN:   --expected-output=-0.3939414213699951 \
// RUN:   --expected-output='0.4638352559357434 -0.10849423219276988' \
// RUN:   --expected-output='-0.8520789821689829 0.22677458910751153 0.22677458910751153 0.6079942791940212'
func.func @expected(%means: tensor<2xf64>) -> f64 {
  %none = arith.constant dense<0.0> : tensor<f64>
  %logp = call @log_densities(%means) : (tensor<2xf64>) -> tensor<2xf64>
  %empty = tensor.empty() : tensor<2xf64>
  %r = linalg.softmax dimension(0) ins(%logp : tensor<2xf64>) outs(%empty : tensor<2xf64>)
      -> tensor<2xf64>
  %c = grad.stop_gradient %r {name = "responsibilities"} : tensor<2xf64>
  %q = linalg.dot ins(%c, %logp : tensor<2xf64>, tensor<2xf64>) outs(%none : tensor<f64>)
      -> tensor<f64>
  %y = tensor.extract %q[] : tensor<f64>
  return %y : f64
}
func.func @log_likelihood(%means: tensor<2xf64>) -> f64 {
  %none = arith.constant dense<0.0> : tensor<f64>
  %logp = call @log_densities(%means) : (tensor<2xf64>) -> tensor<2xf64>
  %p = math.exp %logp : tensor<2xf64>
  %total = linalg.reduce { arith.addf } ins(%p : tensor<2xf64>) outs(%none : tensor<f64>)
      dimensions = [0]
  %s = tensor.extract %total[] : tensor<f64>
  %y = math.log %s : f64
  return %y : f64
}
// -(0.5 - mean)^2 / 2: the logarithm of each density up to a constant.
func.func private @log_densities(%means: tensor<2xf64>) -> tensor<2xf64> {
  %point = arith.constant dense<0.5> : tensor<2xf64>
  %minus_half = arith.constant dense<-0.5> : tensor<2xf64>
  %d = arith.subf %point, %means : tensor<2xf64>
  %dd = arith.mulf %d, %d : tensor<2xf64>
  %y = arith.mulf %minus_half, %dd : tensor<2xf64>
  return %y : tensor<2xf64>
}

// Fact 41. Contrastive divergence: F(v0) - F(stop(v1)) with the free energy
// F(v) = -b v - log(1 + exp(c + w v)) of a Boltzmann machine, v0 = 1, and its
// mean-field reconstruction v1 = 0.675. Parameters (w, b, c) = (1, 0, 0).
// RUN: sed 's/FACT/contrastive/g; s/SIZE/3/g' %{gradient} --input='1 0 0' \
// RUN:   --expected-output=-0.22668598803357987 \
// RUN:   --expected-output='-0.28375830895529686 -0.32496247262317635 -0.06842835211074161' \
// RUN:   --expected-output='-0.09474499645634704 0 -0.04570634258345313 \
// RUN:                      0 0 0 \
// RUN:                      -0.04570634258345313 0 0.026939476180811273'
// RUN: sed 's/FACT/contrastive/g; s/SIZE/3/g' %{unmasked-gradient} --input='1 0 0' \
// RUN:   --expected-output=-0.22668598803357987 \
// RUN:   --expected-output='-0.14891601804581306 -0.17960667098466965 -0.039849666942729456' \
// RUN:   --expected-output='0.24577422795521986 0.3447284905839063 0.04292543986890182 \
// RUN:                      0.3447284905839063 0.3985954983243447 0.08427812521737182 \
// RUN:                      0.04292543986890182 0.08427812521737182 0.031464737544589894'
func.func @contrastive(%parameters: tensor<3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %w = tensor.extract %parameters[%c0] : tensor<3xf64>
  %b = tensor.extract %parameters[%c1] : tensor<3xf64>
  %c = tensor.extract %parameters[%c2] : tensor<3xf64>
  %v0 = arith.constant 1.0 : f64
  %h = call @mean(%w, %v0, %c) : (f64, f64, f64) -> f64
  %v1 = call @mean(%w, %h, %b) : (f64, f64, f64) -> f64
  %negative = grad.stop_gradient %v1 {name = "negative_sample"} : f64
  %f0 = call @free_energy(%w, %b, %c, %v0) : (f64, f64, f64, f64) -> f64
  %f1 = call @free_energy(%w, %b, %c, %negative) : (f64, f64, f64, f64) -> f64
  %y = arith.subf %f0, %f1 : f64
  return %y : f64
}
// 1 / (1 + exp(-(w v + bias)))
func.func private @mean(%w: f64, %v: f64, %bias: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %a = math.fma %w, %v, %bias : f64
  %n = arith.negf %a : f64
  %e = math.exp %n : f64
  %s = arith.addf %one, %e : f64
  %y = arith.divf %one, %s : f64
  return %y : f64
}
func.func private @free_energy(%w: f64, %b: f64, %c: f64, %v: f64) -> f64 {
  %a = math.fma %w, %v, %c : f64
  %e = math.exp %a : f64
  %l = math.log1p %e : f64
  %bv = arith.mulf %b, %v : f64
  %s = arith.addf %bv, %l : f64
  %y = arith.negf %s : f64
  return %y : f64
}

// Fact 42. Half the sum of the squares of (x - stop(mean)) / stop(deviation), as in batch
// normalization with constant statistics, has a gradient that moves each of (1, 3) away from
// the mean. Without the stops the sum is constant.
// RUN: sed 's/FACT/normalized/g; s/SIZE/2/g' %{gradient} --input='1 3' \
// RUN:   --expected-output=1 --expected-output='-1 1' --expected-output='1 0 0 1'
// RUN: sed 's/FACT/normalized/g; s/SIZE/2/g' %{unmasked-gradient} --input='1 3' \
// RUN:   --expected-output=1 --expected-output=0 --expected-output=0
func.func @normalized(%x: tensor<2xf64>) -> f64 {
  %none = arith.constant dense<0.0> : tensor<f64>
  %half = arith.constant 0.5 : f64
  %total = linalg.reduce { arith.addf } ins(%x : tensor<2xf64>) outs(%none : tensor<f64>)
      dimensions = [0]
  %sum = tensor.extract %total[] : tensor<f64>
  %mean = arith.mulf %half, %sum : f64
  %stopped_mean = grad.stop_gradient %mean : f64
  %means = tensor.splat %mean : tensor<2xf64>
  %stopped_means = tensor.splat %stopped_mean : tensor<2xf64>

  %d = arith.subf %x, %means : tensor<2xf64>
  %squares = linalg.dot ins(%d, %d : tensor<2xf64>, tensor<2xf64>) outs(%none : tensor<f64>)
      -> tensor<f64>
  %s = tensor.extract %squares[] : tensor<f64>
  %variance = arith.mulf %half, %s : f64
  %deviation = math.sqrt %variance : f64
  %stopped_deviation = grad.stop_gradient %deviation : f64
  %deviations = tensor.splat %stopped_deviation : tensor<2xf64>

  %centred = arith.subf %x, %stopped_means : tensor<2xf64>
  %z = arith.divf %centred, %deviations : tensor<2xf64>
  %norm = linalg.dot ins(%z, %z : tensor<2xf64>, tensor<2xf64>) outs(%none : tensor<f64>)
      -> tensor<f64>
  %n = tensor.extract %norm[] : tensor<f64>
  %y = arith.mulf %half, %n : f64
  return %y : f64
}
