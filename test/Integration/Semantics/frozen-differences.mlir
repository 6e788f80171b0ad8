// Fact 13. Plain differences differentiate through a stop, so they are wrong
// for a program with stops. Differences of the frozen program are right at
// every order: the value at each stop site, including stops in inner
// derivatives, is recorded at the base point and constant from there on. Each
// function @compare returns the derivative (in reverse, in forward mode), the
// plain difference and the difference of the frozen program. All differences
// are central with step h.
//
// RUN: split-file %s %t
// DEFINE: %{frozen} =
// DEFINE: %{compare} = sg-opt %t/program.mlir --grad-expand-derivatives \
// DEFINE:     --grad-freeze-stop-gradient=function=%{frozen} \
// DEFINE:   | sed -e '/^module {$/d' -e '/^}$/d' | cat - %t/%{frozen}.mlir \
// DEFINE:   | sg-run - --function=compare

// At (2, 3), the gradient of x0^2 * stop(x1) + x1^3 has the derivative (0, 18)
// in x1; its differences are (4, 18). The gradient is quadratic and h is a
// power of two, so central differences are exact.
// REDEFINE: %{frozen} = slope
// RUN: %{compare} --tolerance=1e-13 --input='2 3' --input='0 1' --input=0.0009765625 \
// RUN:   --expected-output='0 18' --expected-output='0 18' \
// RUN:   --expected-output='4 18' --expected-output='0 18'

// A stopped gradient is frozen like any value: the derivative of x * stop(3
// x^2) at 2 is 12. Plain differences of this cubic give 36 + 3 h^2.
// REDEFINE: %{frozen} = weighted
// RUN: %{compare} --tolerance=1e-13 --input=2 --input=0.0009765625 \
// RUN:   --expected-output=12 --expected-output=12 \
// RUN:   --expected-output=36.00000286102295 --expected-output=12

// The third derivative of exp(x^2 - stop(x^2)) at 2 is 88. Differences of the
// second derivative, which is 2 + 4 x^2 at every point, give 16. For the frozen
// program, the truncation error h^2 / 6 * f''''' = 424 h^2 is 1e-7; rounding is
// smaller.
// REDEFINE: %{frozen} = second
// RUN: %{compare} --tolerance=1e-8 --input=2 --input=1.52587890625e-05 \
// RUN:   --expected-output=88 --expected-output=88 \
// RUN:   --expected-output=16 --expected-output=88

//--- program.mlir
func.func @cubic(%x: tensor<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x0 = tensor.extract %x[%c0] : tensor<2xf64>
  %x1 = tensor.extract %x[%c1] : tensor<2xf64>
  %c = grad.stop_gradient %x1 : f64
  %three = arith.constant 3 : i32
  %cube = math.fpowi %x1, %three : f64, i32
  %s0 = arith.mulf %x0, %x0 : f64
  %y = math.fma %s0, %c, %cube : f64
  return %y : f64
}
func.func @slope(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y, %dx = grad.value_and_grad @cubic(%x) : (tensor<2xf64>) -> (f64, tensor<2xf64>)
  return %dx : tensor<2xf64>
}

func.func @cube(%x: f64) -> f64 {
  %s = arith.mulf %x, %x : f64
  %y = arith.mulf %s, %x : f64
  return %y : f64
}
func.func @weighted(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @cube(%x) : (f64) -> (f64, f64)
  %c = grad.stop_gradient %dx : f64
  %r = arith.mulf %x, %c : f64
  return %r : f64
}

func.func @dice(%x: f64) -> f64 {
  %s = arith.mulf %x, %x : f64
  %c = grad.stop_gradient %s : f64
  %d = arith.subf %s, %c : f64
  %y = math.exp %d : f64
  return %y : f64
}
func.func @first(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @dice(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
func.func @second(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y, %dx = grad.jvp @first(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %dx : f64
}

//--- slope.mlir
func.func @compare(%x: tensor<2xf64>, %direction: tensor<2xf64>, %h: f64)
    -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %g, %reverse = grad.vjp @slope(%x) cotangents(%direction)
      : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %again, %forward = grad.jvp @slope(%x) tangents(%direction)
      : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %steps = tensor.splat %h : tensor<2xf64>
  %step = arith.mulf %steps, %direction : tensor<2xf64>
  %right = arith.addf %x, %step : tensor<2xf64>
  %left = arith.subf %x, %step : tensor<2xf64>
  %width = arith.addf %steps, %steps : tensor<2xf64>

  %a = call @slope(%right) : (tensor<2xf64>) -> tensor<2xf64>
  %b = call @slope(%left) : (tensor<2xf64>) -> tensor<2xf64>
  %rise = arith.subf %a, %b : tensor<2xf64>
  %plain = arith.divf %rise, %width : tensor<2xf64>

  %y, %site = call @slope_record(%x) : (tensor<2xf64>) -> (tensor<2xf64>, f64)
  %c = call @slope_replay(%right, %site) : (tensor<2xf64>, f64) -> tensor<2xf64>
  %d = call @slope_replay(%left, %site) : (tensor<2xf64>, f64) -> tensor<2xf64>
  %frozen_rise = arith.subf %c, %d : tensor<2xf64>
  %frozen = arith.divf %frozen_rise, %width : tensor<2xf64>
  return %reverse, %forward, %plain, %frozen
      : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
}

//--- weighted.mlir
func.func @compare(%x: f64, %h: f64) -> (f64, f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %f, %reverse = grad.value_and_grad @weighted(%x) : (f64) -> (f64, f64)
  %g, %forward = grad.jvp @weighted(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  %right = arith.addf %x, %h : f64
  %left = arith.subf %x, %h : f64
  %width = arith.addf %h, %h : f64

  %a = call @weighted(%right) : (f64) -> f64
  %b = call @weighted(%left) : (f64) -> f64
  %rise = arith.subf %a, %b : f64
  %plain = arith.divf %rise, %width : f64

  %y, %site = call @weighted_record(%x) : (f64) -> (f64, f64)
  %c = call @weighted_replay(%right, %site) : (f64, f64) -> f64
  %d = call @weighted_replay(%left, %site) : (f64, f64) -> f64
  %frozen_rise = arith.subf %c, %d : f64
  %frozen = arith.divf %frozen_rise, %width : f64
  return %reverse, %forward, %plain, %frozen : f64, f64, f64, f64
}

//--- second.mlir
func.func @compare(%x: f64, %h: f64) -> (f64, f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %f, %reverse = grad.value_and_grad @second(%x) : (f64) -> (f64, f64)
  %g, %forward = grad.jvp @second(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  %right = arith.addf %x, %h : f64
  %left = arith.subf %x, %h : f64
  %width = arith.addf %h, %h : f64

  %a = call @second(%right) : (f64) -> f64
  %b = call @second(%left) : (f64) -> f64
  %rise = arith.subf %a, %b : f64
  %plain = arith.divf %rise, %width : f64

  %y, %site = call @second_record(%x) : (f64) -> (f64, f64)
  %c = call @second_replay(%right, %site) : (f64, f64) -> f64
  %d = call @second_replay(%left, %site) : (f64, f64) -> f64
  %frozen_rise = arith.subf %c, %d : f64
  %frozen = arith.divf %frozen_rise, %width : f64
  return %reverse, %forward, %plain, %frozen : f64, f64, f64, f64
}
