// Derivatives of the result of a solver. The solver is stopped, and a step
// after the solver carries the derivative: f, f', f'', f''' in all mixtures of
// modes.

// Returns the stopped square root c of x.
func.func private @solution(%x: f64) -> f64 {
  %root = math.sqrt %x : f64
  %c = grad.stop_gradient %root : f64
  return %c : f64
}
// Returns y after one Newton step for y^2 = x.
func.func private @newton(%y: f64, %x: f64) -> f64 {
  %yy = arith.mulf %y, %y : f64
  %residual = arith.subf %yy, %x : f64
  %slope = arith.addf %y, %y : f64
  %step = arith.divf %residual, %slope : f64
  %next = arith.subf %y, %step : f64
  return %next : f64
}

// Fact 43. One linear step c - (c^2 - x) / (2 c) after the solution of y^2 = x at 4 has the
// right first derivative and the wrong second derivative, zero. The first four derivatives of
// the root are 0.25, -0.03125, 0.01171875 and -0.00732421875. After k Newton steps, derivatives
// up to order 2^k - 1 are right: two steps are wrong at the fourth order, three steps are
// right. (The orders of @slope_k are one higher.)
// RUN: sed s/FACT/implicit/g %{orders} --input=4 --expected-output='2 0.25 0 0'
// RUN: sed s/FACT/two_steps/g %{orders} --input=4 --expected-output='2 0.25 -0.03125 0.01171875'
// RUN: sed s/FACT/slope_2/g %{orders} --input=4 \
// RUN:   --expected-output='0.25 -0.03125 0.01171875 -0.005859375'
// RUN: sed s/FACT/slope_3/g %{orders} --input=4 \
// RUN:   --expected-output='0.25 -0.03125 0.01171875 -0.00732421875'
func.func @implicit(%x: f64) -> f64 {
  %c = call @solution(%x) : (f64) -> f64
  %y = call @newton(%c, %x) : (f64, f64) -> f64
  return %y : f64
}
func.func @two_steps(%x: f64) -> f64 {
  %c = call @solution(%x) : (f64) -> f64
  %y1 = call @newton(%c, %x) : (f64, f64) -> f64
  %y2 = call @newton(%y1, %x) : (f64, f64) -> f64
  return %y2 : f64
}
func.func @three_steps(%x: f64) -> f64 {
  %y2 = call @two_steps(%x) : (f64) -> f64
  %y3 = call @newton(%y2, %x) : (f64, f64) -> f64
  return %y3 : f64
}
func.func @slope_2(%x: f64) -> f64 {
  %y, %slope = grad.value_and_grad @two_steps(%x) : (f64) -> (f64, f64)
  return %slope : f64
}
func.func @slope_3(%x: f64) -> f64 {
  %y, %slope = grad.value_and_grad @three_steps(%x) : (f64) -> (f64, f64)
  return %slope : f64
}

// Fact 44. One attached step x * stop(c) follows five stopped steps, c <- x c
// from one, at 2: the value is 2^6, with the derivative of the last step. If x
// is stopped too, as a loop-carried value, the derivative is zero.
// RUN: sed s/FACT/attached/g %{orders} --input=2 --expected-output='64 32 0 0'
// RUN: sed s/FACT/threaded/g %{orders} --input=2 --expected-output='64 0 0 0'
// RUN: sed s/FACT/attached/g %{unmasked-orders} --input=2 --expected-output='64 192 480 960'
func.func private @steps(%x: f64, %n: index) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c:2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %one, %factor = %x) -> (f64, f64) {
    %next = arith.mulf %factor, %c : f64
    scf.yield %next, %factor : f64, f64
  }
  return %c#0, %c#1 : f64, f64
}
func.func @attached(%x: f64) -> f64 {
  %five = arith.constant 5 : index
  %carried:2 = call @steps(%x, %five) : (f64, index) -> (f64, f64)
  %c = grad.stop_gradient %carried#0 : f64
  %y = arith.mulf %x, %c : f64
  return %y : f64
}
func.func @threaded(%x: f64) -> f64 {
  %five = arith.constant 5 : index
  %carried:2 = call @steps(%x, %five) : (f64, index) -> (f64, f64)
  %c = grad.stop_gradient %carried#0 : f64
  %same_x = grad.stop_gradient %carried#1 : f64
  %y = arith.mulf %same_x, %c : f64
  return %y : f64
}
