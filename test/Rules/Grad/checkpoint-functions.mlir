// Functions that are marked as computed again: alone, or with the name of a
// function that is computed again in their place.
//
// RUN: split-file %s %t
// RUN: sg-opt %t/marked.mlir --grad-expand-derivatives | FileCheck %t/marked.mlir
// RUN: sg-run %t/marked.mlir --function=slopes --input=3 --expected-output=27 --expected-output=18 --expected-output=6
// RUN: not sg-opt %t/errors.mlir --grad-expand-derivatives --split-input-file 2>&1 | FileCheck %t/errors.mlir

//--- marked.mlir
// x^3 is computed again; its derivative has its argument, and what has been
// summed up before.
// CHECK-LABEL: func.func private @cube_vjp_bwd(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64, [[DY:%[a-z0-9]+]]: f64) -> f64 attributes {grad.checkpoint, no_inline}
func.func private @cube(%x: f64) -> f64 attributes {no_inline, grad.checkpoint} {
  %square = arith.mulf %x, %x : f64
  %y = arith.mulf %square, %x : f64
  return %y : f64
}
func.func private @through(%x: f64) -> f64 {
  %y = func.call @cube(%x) : (f64) -> f64
  return %y : f64
}

// What the derivative of the other function does not add to is not lost: here
// the other function stops.
// CHECK-LABEL: func.func private @other_vjp_bwd(
// CHECK-SAME:      f64, {{.*}}: f64, [[RUNNING:%[a-z0-9]+]]: f64) -> f64
// CHECK-NEXT:    return [[RUNNING]] : f64
func.func private @other(%x: f64) -> f64 {
  %s = grad.stop_gradient %x : f64
  return %s : f64
}
func.func private @same(%x: f64) -> f64 attributes {no_inline, grad.checkpoint = @other} {
  return %x : f64
}
func.func private @sum(%x: f64) -> f64 {
  %a = func.call @same(%x) : (f64) -> f64
  %b = arith.mulf %x, %x : f64
  %y = arith.addf %a, %b : f64
  return %y : f64
}

func.func private @slope(%x: f64) -> f64 {
  %y:2 = grad.value_and_grad @through(%x) : (f64) -> (f64, f64)
  return %y#1 : f64
}
func.func @slopes(%x: f64) -> (f64, f64, f64) {
  %y:2 = grad.value_and_grad @slope(%x) : (f64) -> (f64, f64)
  %z:2 = grad.value_and_grad @sum(%x) : (f64) -> (f64, f64)
  return %y#0, %y#1, %z#1 : f64, f64, f64
}

//--- errors.mlir
func.func private @other(%x: f32) -> f32
// CHECK: [[#@LINE+1]]:1: error: 'func.func' op expects 'grad.checkpoint' to name a function of type '(f64) -> f64' that has no such name itself, but '@other' is none
func.func private @f(%x: f64) -> f64 attributes {no_inline, grad.checkpoint = @other} {
  return %x : f64
}
func.func @request(%x: f64) {
  grad.jvp @f(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  return
}

// -----

func.func private @other(%x: f64) -> f64
func.func private @f(%x: f64) -> f64 attributes {no_inline, grad.checkpoint = @other} {
  return %x : f64
}
func.func private @call(%x: f64) -> f64 {
  // CHECK: [[#@LINE+1]]:8: error: 'func.call' op needs a derivative of '@other', which has no body
  %y = func.call @f(%x) : (f64) -> f64
  return %y : f64
}
func.func @request(%x: f64) {
  grad.vjp @call(%x) cotangents(%x) : (f64, f64) -> (f64, f64)
  return
}
