// The facts of loops.mlir for scf.while, with the stop before or after the
// condition, and with conditions that depend on differentiated values.

// Fact 45 for scf.while: c <- stop(c) * x from one while c < 5 takes three iterations at 2.
// Only the last one has a derivative.
// RUN: sed s/FACT/last_factor/g %{orders} --input=2 --expected-output='8 4 0 0'
// RUN: sed s/FACT/last_factor/g %{unmasked-orders} --input=2 --expected-output='8 12 12 6'
func.func private @last_factor(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %five = arith.constant 5.0 : f64
  %y = scf.while (%c = %one) : (f64) -> f64 {
    %more = arith.cmpf olt, %c, %five : f64
    scf.condition(%more) %c : f64
  } do {
  ^bb0(%c: f64):
    %s = grad.stop_gradient %c : f64
    %next = arith.mulf %s, %x : f64
    scf.yield %next : f64
  }
  return %y : f64
}

// Fact 46 for scf.while: a <- a + stop(a) * x from one while a < 27, the
// product before the condition: the derivatives 1, 3 and 9 of three trips add
// up.
// RUN: sed s/FACT/growth/g %{orders} --input=2 --expected-output='27 13 0 0'
// RUN: sed s/FACT/growth/g %{unmasked-orders} --input=2 --expected-output='27 27 18 6'
func.func private @growth(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %limit = arith.constant 26.5 : f64
  %y:2 = scf.while (%a = %one) : (f64) -> (f64, f64) {
    %more = arith.cmpf olt, %a, %limit : f64
    %s = grad.stop_gradient %a : f64
    %p = arith.mulf %s, %x : f64
    scf.condition(%more) %a, %p : f64, f64
  } do {
  ^bb0(%a: f64, %p: f64):
    %next = arith.addf %a, %p : f64
    scf.yield %next : f64
  }
  return %y#0 : f64
}

// Fact 47 for scf.while: h <- w h + 1 from one, where h is stopped before the
// third of four iterations. At 0.5 the third iteration begins with h = 1.75.
// RUN: sed s/FACT/truncated/g %{orders} --input=0.5 --expected-output='1.9375 2.75 3.5 0'
// RUN: sed s/FACT/truncated/g %{unmasked-orders} --input=0.5 --expected-output='1.9375 3.25 8 18'
func.func private @truncated(%w: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %limit = arith.constant 1.9 : f64
  %third = arith.constant 1.75 : f64
  %y = scf.while (%h = %one) : (f64) -> f64 {
    %more = arith.cmpf olt, %h, %limit : f64
    scf.condition(%more) %h : f64
  } do {
  ^bb0(%h: f64):
    %cut = arith.cmpf oeq, %h, %third : f64
    %state = scf.if %cut -> f64 {
      %s = grad.stop_gradient %h : f64
      scf.yield %s : f64
    } else {
      scf.yield %h : f64
    }
    %next = math.fma %w, %state, %one : f64
    scf.yield %next : f64
  }
  return %y : f64
}

// Fact 48 for scf.while: x is stopped and doubled until it exceeds a limit. The
// derivative is 1 without any iteration, otherwise 0.
// RUN: sg-run %s --function=of_limits --input=5 --input=5 --expected-output='5 1 1'
// RUN: sg-run %s --function=of_limits --input=5 --input=10 --expected-output='10 0 0'
// RUN: sg-run %s --function=of_limits --input=5 --input=40 --expected-output='40 0 0'
func.func private @doubled(%x: f64, %limit: f64) -> f64 {
  %y = scf.while (%c = %x) : (f64) -> f64 {
    %more = arith.cmpf olt, %c, %limit : f64
    scf.condition(%more) %c : f64
  } do {
  ^bb0(%c: f64):
    %s = grad.stop_gradient %c : f64
    %next = arith.addf %s, %s : f64
    scf.yield %next : f64
  }
  return %y : f64
}
func.func @of_limits(%x: f64, %limit: f64) -> tensor<3xf64> {
  %one = arith.constant 1.0 : f64
  %y:2 = grad.value_and_grad @doubled(%x, %limit) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  %z:2 = grad.jvp @doubled(%x, %limit) tangents(%one) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
  %r = tensor.from_elements %y#0, %y#1, %z#1 : tensor<3xf64>
  return %r : tensor<3xf64>
}

// Fact 49 for scf.while: (u, v) <- (v, stop(u)) from (a, b), then u, is a after no iteration, b
// after one, stop(a) after two. A third loop-carried value, a float, counts down.
// RUN: sg-run %s --function=of_exchanges --input=2 --input=3 --input=0 --expected-output='2 1 0 1 0'
// RUN: sg-run %s --function=of_exchanges --input=2 --input=3 --input=1 --expected-output='3 0 1 0 1'
// RUN: sg-run %s --function=of_exchanges --input=2 --input=3 --input=2 --expected-output='2 0 0 0 0'
// RUN: sg-run %s --function=of_exchanges --input=2 --input=3 --input=3 --expected-output='3 0 0 0 0'
func.func private @exchanged(%a: f64, %b: f64, %n: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %y:3 = scf.while (%k = %n, %u = %a, %v = %b) : (f64, f64, f64) -> (f64, f64, f64) {
    %more = arith.cmpf ogt, %k, %zero : f64
    scf.condition(%more) %v, %k, %u : f64, f64, f64
  } do {
  ^bb0(%v: f64, %k: f64, %u: f64):
    %s = grad.stop_gradient %u : f64
    %less = arith.subf %k, %one : f64
    scf.yield %less, %v, %s : f64, f64, f64
  }
  return %y#2 : f64
}
func.func @of_exchanges(%a: f64, %b: f64, %n: f64) -> tensor<5xf64> {
  %one = arith.constant 1.0 : f64
  %y, %da, %db = grad.value_and_grad @exchanged(%a, %b, %n) {wrt = array<i64: 0, 1>} : (f64, f64, f64) -> (f64, f64, f64)
  %same, %along_a = grad.jvp @exchanged(%a, %b, %n) tangents(%one) {wrt = array<i64: 0>}
      : (f64, f64, f64, f64) -> (f64, f64)
  %again, %along_b = grad.jvp @exchanged(%a, %b, %n) tangents(%one) {wrt = array<i64: 1>}
      : (f64, f64, f64, f64) -> (f64, f64)
  %r = tensor.from_elements %y, %da, %db, %along_a, %along_b : tensor<5xf64>
  return %r : tensor<5xf64>
}
