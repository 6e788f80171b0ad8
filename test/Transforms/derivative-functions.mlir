// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// The names of derivative functions: the suffix tells the mode. If the name is
// in use, a number follows, in order of the first request. Each function is
// generated once per mode and activity.

func.func private @h(%x: f64, %z: f64) -> f64 {
  %y = arith.mulf %x, %z : f64
  return %y : f64
}
func.func @f(%x: f64, %z: f64) -> f64 {
  %a = func.call @h(%x, %z) : (f64, f64) -> f64
  %b = func.call @h(%a, %z) : (f64, f64) -> f64
  return %b : f64
}
// A name defined in the program.
func.func @f_vjp(%x: f64) -> f64 {
  return %x : f64
}
func.func private @request(%x: f64, %c: f64) {
  grad.vjp @f(%x, %x) cotangents(%c) : (f64, f64, f64) -> (f64, f64, f64)
  grad.vjp @f(%c, %x) cotangents(%c) : (f64, f64, f64) -> (f64, f64, f64)
  grad.vjp @f(%c, %x) cotangents(%c) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
  grad.jvp @f(%x, %x) tangents(%c, %c) : (f64, f64, f64, f64) -> (f64, f64)
  return
}

// CHECK-DAG: func.func private @h_jvp(
// CHECK-DAG: func.func private @h_vjp_bwd(
// CHECK-DAG: func.func private @h_vjp_bwd_0(
// Both calls in it use the same derivative of @h, which is generated once.
// CHECK: func.func private @f_vjp_1(
// CHECK: call @h_vjp_bwd_0(
// CHECK-NEXT: call @h_vjp_bwd_0(
// CHECK: func.func private @f_vjp_0(
// CHECK: call @h_vjp_bwd(
// CHECK-NEXT: call @h_vjp_bwd(
// CHECK-LABEL: func.func private @request(
// CHECK: call @f_vjp_0(
// CHECK: call @f_vjp_0(
// CHECK: call @f_vjp_1(
// CHECK: call @f_jvp(
