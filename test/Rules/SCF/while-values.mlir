// Derivatives through scf.while, executed. The trip count may depend on
// differentiated values. Expected values by hand; Inputs/orders.mlir lists the
// orders.
//
// DEFINE: %{function} =
// DEFINE: %{input} =
// DEFINE: %{y} =
// DEFINE: %{dy} =
// DEFINE: %{ddy} =
// DEFINE: %{run} = cat %s %S/Inputs/orders.mlir | sed s/@primal/@%{function}/g > %t.mlir && \
// DEFINE:   sg-run %t.mlir --function=main --input=%{input} --tolerance=1e-14 \
// DEFINE:     --expected-output=f64=%{y} --expected-output=f64=%{dy} --expected-output=f64=%{dy} \
// DEFINE:     --expected-output=f64=%{ddy} --expected-output=f64=%{ddy} --expected-output=f64=%{ddy}

// x is squared until it is 10 or more: x^4 from 2, x^2 from 4, x from 10.
// REDEFINE: %{function} = squared
// REDEFINE: %{input} = 2
// REDEFINE: %{y} = 16
// REDEFINE: %{dy} = 32
// REDEFINE: %{ddy} = 48
// RUN: %{run}
// REDEFINE: %{input} = 4
// REDEFINE: %{dy} = 8
// REDEFINE: %{ddy} = 2
// RUN: %{run}
// REDEFINE: %{input} = 10
// REDEFINE: %{y} = 10
// REDEFINE: %{dy} = 1
// REDEFINE: %{ddy} = 0
// RUN: %{run}
func.func private @squared(%x: f64) -> f64 {
  %limit = arith.constant 10.0 : f64
  %r = scf.while (%a = %x) : (f64) -> f64 {
    %c = arith.cmpf olt, %a, %limit : f64
    scf.condition(%c) %a : f64
  } do {
  ^bb0(%a: f64):
    %b = arith.mulf %a, %a : f64
    scf.yield %b : f64
  }
  return %r : f64
}

// The forwarded values differ from the loop-carried ones, and one is forwarded
// twice: from 1 the loop-carried a becomes x^2 + x = 2 and a^2 + a = 6; the
// results are a^2 = 36 and 6.
// REDEFINE: %{function} = forwarded
// REDEFINE: %{input} = 1
// REDEFINE: %{y} = 78
// REDEFINE: %{dy} = 375
// REDEFINE: %{ddy} = 1600
// RUN: %{run}
func.func private @forwarded(%x: f64) -> f64 {
  %limit = arith.constant 10.0 : f64
  %r:4 = scf.while (%a = %x) : (f64) -> (f64, f64, i1, f64) {
    %s = arith.mulf %a, %a : f64
    %c = arith.cmpf olt, %s, %limit : f64
    scf.condition(%c) %s, %a, %c, %s : f64, f64, i1, f64
  } do {
  ^bb0(%s: f64, %a: f64, %c: i1, %again: f64):
    %b = arith.addf %again, %a : f64
    scf.yield %b : f64
  }
  %u = arith.addf %r#0, %r#1 : f64
  %y = arith.addf %u, %r#3 : f64
  return %y : f64
}

// An inner loop and an outer loop, both ended by a value: x^2, x^4 = 16, then
// 0.1 x^5 = 3.2, its square 10.24, then 0.001 x^11.
// REDEFINE: %{function} = nested
// REDEFINE: %{input} = 2
// REDEFINE: %{y} = 2.048
// REDEFINE: %{dy} = 11.264
// REDEFINE: %{ddy} = 56.32
// RUN: %{run}
func.func private @nested(%x: f64) -> f64 {
  %limit = arith.constant 10.0 : f64
  %tenth = arith.constant 0.1 : f64
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %r:2 = scf.while (%i = %zero, %a = %x) : (index, f64) -> (index, f64) {
    %c = arith.cmpi ult, %i, %two : index
    scf.condition(%c) %i, %a : index, f64
  } do {
  ^bb0(%i: index, %a: f64):
    %b = func.call @squared(%a) : (f64) -> f64
    %d = arith.mulf %b, %x : f64
    %e = arith.mulf %d, %tenth : f64
    %j = arith.addi %i, %one : index
    scf.yield %j, %e : index, f64
  }
  return %r#1 : f64
}

// All computation precedes the condition. It is on a tensor, whose largest
// element decides: (x, 2 x) become (x^2, 4 x^2), then (x^4, 16 x^4). A stopped
// factor, a separate loop-carried value, does not contribute to the derivative:
// it is x^4.
// REDEFINE: %{function} = tensors
// REDEFINE: %{input} = 2
// REDEFINE: %{y} = 4352
// REDEFINE: %{dy} = 8704
// REDEFINE: %{ddy} = 13056
// RUN: %{run}
func.func private @tensors(%x: f64) -> f64 {
  %c1 = arith.constant 1 : index
  %limit = arith.constant 20.0 : f64
  %twice = arith.addf %x, %x : f64
  %v = tensor.from_elements %x, %twice : tensor<2xf64>
  %stopped = grad.stop_gradient %x : f64
  %r:2 = scf.while (%w = %v, %s = %stopped) : (tensor<2xf64>, f64) -> (tensor<2xf64>, f64) {
    %square = arith.mulf %w, %w : tensor<2xf64>
    %t = arith.mulf %s, %s : f64
    %largest = tensor.extract %square[%c1] : tensor<2xf64>
    %c = arith.cmpf olt, %largest, %limit : f64
    scf.condition(%c) %square, %t : tensor<2xf64>, f64
  } do {
  ^bb0(%w: tensor<2xf64>, %s: f64):
    scf.yield %w, %s : tensor<2xf64>, f64
  }
  %c0 = arith.constant 0 : index
  %a = tensor.extract %r#0[%c0] : tensor<2xf64>
  %b = tensor.extract %r#0[%c1] : tensor<2xf64>
  %sum = arith.addf %a, %b : f64
  %y = arith.mulf %sum, %r#1 : f64
  return %y : f64
}

// A counter that is used as a factor, from -7 by 3 to below 5: -7 * -4 * -1 * 2
// = -56 times x^5. Another counter, which counts down, ends the loop: 4, 3, 2,
// 1.
// REDEFINE: %{function} = counters
// REDEFINE: %{input} = 2
// REDEFINE: %{y} = -1792
// REDEFINE: %{dy} = -4480
// REDEFINE: %{ddy} = -8960
// RUN: %{run}
func.func private @counters(%x: f64) -> f64 {
  %begin = arith.constant -7 : i8
  %three = arith.constant 3 : i8
  %four = arith.constant 4 : i32
  %down = arith.constant -1 : i32
  %zero = arith.constant 0 : i32
  %r:3 = scf.while (%i = %begin, %k = %four, %a = %x) : (i8, i32, f64) -> (i8, i32, f64) {
    %c = arith.cmpi sgt, %k, %zero : i32
    scf.condition(%c) %i, %k, %a : i8, i32, f64
  } do {
  ^bb0(%i: i8, %k: i32, %a: f64):
    %f = arith.sitofp %i : i8 to f64
    %b = arith.mulf %a, %f : f64
    %d = arith.mulf %b, %x : f64
    %j = arith.addi %three, %i : i8
    %l = arith.addi %k, %down : i32
    scf.yield %j, %l, %d : i8, i32, f64
  }
  return %r#2 : f64
}
