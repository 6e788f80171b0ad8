// Results of TensorFlow for its StopGradient that no fact in this folder
// states, next to the results without the stops.

// The softmax of TensorFlow's manual: x minus its stopped maximum. For (1, 2,
// 3) and a tie; and for x whose exp(x) overflows, so that the plain formula is
// NaN.
// RUN: sed 's/FACT/stopped_softmax/g; s/SIZE/3/g' %{jacobian} --input='1 2 3' \
// RUN:   --expected-output='0.09003057317038046 0.2447284710547976 0.6652409557748219' \
// RUN:   --expected-output='0.08192506906499324 -0.022033044520174298 -0.05989202454481894 \
// RUN:                      -0.022033044520174298 0.18483644650997869 -0.16280340198980442 \
// RUN:                      -0.05989202454481894 -0.16280340198980442 0.22269542653462332'
// RUN: sed 's/FACT/stopped_softmax/g; s/SIZE/3/g' %{jacobian} --input='2 2 1' \
// RUN:   --expected-output='0.4223187982515182 0.4223187982515182 0.1553624034969636' \
// RUN:   --expected-output='0.24396563089491166 -0.17835316735660653 -0.06561246353830513 \
// RUN:                      -0.17835316735660653 0.24396563089491166 -0.06561246353830513 \
// RUN:                      -0.06561246353830513 -0.06561246353830513 0.13122492707661026'
// RUN: sed 's/FACT/stopped_softmax/g; s/SIZE/3/g' %{jacobian} --input='1000 1000 999' \
// RUN:   --expected-output='0.4223187982515182 0.4223187982515182 0.1553624034969636' \
// RUN:   --expected-output='0.24396563089491166 -0.17835316735660653 -0.06561246353830513 \
// RUN:                      -0.17835316735660653 0.24396563089491166 -0.06561246353830513 \
// RUN:                      -0.06561246353830513 -0.06561246353830513 0.13122492707661026'
// RUN: sed 's/FACT/plain_softmax/g; s/SIZE/3/g' %{jacobian} --input='1000 1000 999' \
// RUN:   --expected-output=nan --expected-output=nan
// The stop has no effect here: the derivative of the maximum cancels, in a tie
// too. (In named-uses-logsumexp.mlir, the stop has an effect.)
// RUN: sed 's/FACT/stopped_softmax/g; s/SIZE/3/g' %{unmasked-jacobian} --input='2 2 1' \
// RUN:   --expected-output='0.4223187982515182 0.4223187982515182 0.1553624034969636' \
// RUN:   --expected-output='0.24396563089491166 -0.17835316735660653 -0.06561246353830513 \
// RUN:                      -0.17835316735660653 0.24396563089491166 -0.06561246353830513 \
// RUN:                      -0.06561246353830513 -0.06561246353830513 0.13122492707661026'
func.func private @plain_softmax(%x: tensor<3xf64>) -> tensor<3xf64> {
  %none = arith.constant dense<0.0> : tensor<f64>
  %e = math.exp %x : tensor<3xf64>
  %total = linalg.reduce { arith.addf } ins(%e : tensor<3xf64>) outs(%none : tensor<f64>)
      dimensions = [0]
  %empty = tensor.empty() : tensor<3xf64>
  %totals = linalg.broadcast ins(%total : tensor<f64>) outs(%empty : tensor<3xf64>)
      dimensions = [0]
  %y = arith.divf %e, %totals : tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func private @stopped_softmax(%x: tensor<3xf64>) -> tensor<3xf64> {
  %lowest = arith.constant dense<0xFFF0000000000000> : tensor<f64>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<3xf64>) outs(%lowest : tensor<f64>)
      dimensions = [0]
  %c = grad.stop_gradient %max : tensor<f64>
  %empty = tensor.empty() : tensor<3xf64>
  %maxima = linalg.broadcast ins(%c : tensor<f64>) outs(%empty : tensor<3xf64>)
      dimensions = [0]
  %d = arith.subf %x, %maxima : tensor<3xf64>
  %y = call @plain_softmax(%d) : (tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// r * stop(r) with r = x^2, element by element (TensorFlow's ragged tensors).
// RUN: sed 's/FACT/elements/g; s/SIZE/3/g' %{jacobian} --input='1 2 3' \
// RUN:   --expected-output='1 16 81' --expected-output='2 0 0 0 16 0 0 0 54'
// RUN: sed 's/FACT/elements/g; s/SIZE/3/g' %{unmasked-jacobian} --input='1 2 3' \
// RUN:   --expected-output='1 16 81' --expected-output='4 0 0 0 32 0 0 0 108'
func.func private @elements(%x: tensor<3xf64>) -> tensor<3xf64> {
  %r = arith.mulf %x, %x : tensor<3xf64>
  %c = grad.stop_gradient %r : tensor<3xf64>
  %y = arith.mulf %r, %c : tensor<3xf64>
  return %y : tensor<3xf64>
}

// With (a, b) = split(x), sum(stop(a) * b) at (1, 2, 3, 4) has a derivative in
// b only.
// RUN: sed 's/FACT/split/g; s/SIZE/4/g' %{gradient} --input='1 2 3 4' \
// RUN:   --expected-output=11 --expected-output='0 0 1 2' --expected-output=0
// RUN: sed 's/FACT/split/g; s/SIZE/4/g' %{unmasked-gradient} --input='1 2 3 4' \
// RUN:   --expected-output=11 --expected-output='3 4 1 2' \
// RUN:   --expected-output='0 0 1 0 0 0 0 1 1 0 0 0 0 1 0 0'
func.func private @split(%x: tensor<4xf64>) -> f64 {
  %none = arith.constant dense<0.0> : tensor<f64>
  %a = tensor.extract_slice %x[0] [2] [1] : tensor<4xf64> to tensor<2xf64>
  %b = tensor.extract_slice %x[2] [2] [1] : tensor<4xf64> to tensor<2xf64>
  %c = grad.stop_gradient %a : tensor<2xf64>
  %dot = linalg.dot ins(%c, %b : tensor<2xf64>, tensor<2xf64>) outs(%none : tensor<f64>)
      -> tensor<f64>
  %y = tensor.extract %dot[] : tensor<f64>
  return %y : f64
}

// The gradient of x^2 * x with x^2 held constant, as
// tf.gradients(stop_gradients=) does.
// RUN: sed s/FACT/held/g %{orders} --input=3 --expected-output='27 9 0 0'
func.func private @held(%x: f64) -> f64 {
  %s = arith.mulf %x, %x : f64
  %c = grad.stop_gradient %s : f64
  %y = arith.mulf %c, %x : f64
  return %y : f64
}

// x + floor(x) + round(x) + sign(x) has the derivative of x only, also at the
// jumps.
// RUN: sed s/FACT/steps/g %{orders} --input=2.5 --expected-output='8.5 1 0 0'
// RUN: sed s/FACT/steps/g %{orders} --input=2 --expected-output='7 1 0 0'
func.func private @steps(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %floor = math.floor %x : f64
  %round = math.round %x : f64
  %sign = math.copysign %one, %x : f64
  %a = arith.addf %x, %floor : f64
  %b = arith.addf %round, %sign : f64
  %y = arith.addf %a, %b : f64
  return %y : f64
}

// prevent_gradient returns its operand, and differentiating it is an error.
// Next to a stop it is not differentiated, so there is no error: x *
// stop(prevent(x)) * prevent(stop(x)) at 3 has the derivative 9.
// RUN: sed s/FACT/prevented/g %{orders} --input=3 --expected-output='27 9 0 0'
// RUN: sg-run %s --function=guarded --input=3 --expected-output=3
// RUN: not sg-opt %s --grad-request-derivative="function=guarded name=slope" \
// RUN:     --grad-expand-derivatives 2>&1 | FileCheck %s
// CHECK: tensorflow-gradients.mlir:{{.*}} error: 'grad.prevent_gradient' op must not be differentiated: no slope here
func.func private @prevented(%x: f64) -> f64 {
  %p = call @guarded(%x) : (f64) -> f64
  %a = grad.stop_gradient %p : f64
  %c = grad.stop_gradient %x : f64
  %b = call @guarded(%c) : (f64) -> f64
  %ab = arith.mulf %a, %b : f64
  %y = arith.mulf %x, %ab : f64
  return %y : f64
}
func.func @guarded(%x: f64) -> f64 {
  %y = grad.prevent_gradient %x {message = "no slope here"} : f64
  return %y : f64
}
