// Recursive functions. In forward mode the derivative is recursive too. Reverse
// mode recomputes the values that a call needs, and says so in a remark.
//
// RUN: sg-opt %s --grad-expand-derivatives 2>/dev/null | FileCheck %s
// RUN: sg-opt %s --grad-expand-derivatives 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: sg-run %s --function=powers --input=3 --input=4 --expected-output=81 \
// RUN:   --expected-output=108 --expected-output=108 --expected-output=108 --expected-output=108
// RUN: sg-run %s --function=powers --input=3 --input=0 --expected-output=1 \
// RUN:   --expected-output=0 --expected-output=0 --expected-output=0 --expected-output=0
// RUN: sg-run %s --function=alternating --input=2 --input=4 --expected-output=128 \
// RUN:   --expected-output=448 --expected-output=448

// REMARK: recursion.mlir:[[#@LINE+19]]:{{.*}} remark: '@power' calls itself: in reverse mode each call is recomputed, whereas a loop would keep its residuals

// The accumulated cotangent of x is an argument, to fix the order of summation.
// CHECK-LABEL: func.func private @power_jvp(
// CHECK-SAME: [[X:%[a-z0-9]+]]: f64, [[N:%[a-z0-9]+]]: i32, [[DX:%[a-z0-9]+]]: f64)
// CHECK:         [[M:%[a-z0-9]+]] = arith.subi [[N]], {{.*}} : i32
// CHECK-NEXT:    [[P:%[a-z0-9]+]]:2 = func.call @power_jvp([[X]], [[M]], [[DX]])
// CHECK-LABEL: func.func private @power_vjp_bwd(
// CHECK-SAME: [[X:%[a-z0-9]+]]: f64, [[N:%[a-z0-9]+]]: i32, [[DY:%[a-z0-9]+]]: f64, [[RUNNING:%[a-z0-9]+]]: f64) -> f64
// CHECK:         [[KEPT:%[a-z0-9]+]] = scf.if
// CHECK:           func.call @power(
// CHECK:         scf.if
// CHECK-NEXT:      scf.yield [[RUNNING]] : f64
// CHECK-NEXT:    } else {
// CHECK-NEXT:      [[DP:%[a-z0-9]+]] = arith.mulf [[DY]], [[X]] : f64
// CHECK-NEXT:      [[HERE:%[a-z0-9]+]] = arith.mulf [[DY]], [[KEPT]] : f64
// CHECK:           [[SUM:%[a-z0-9]+]] = arith.addf [[RUNNING]], [[HERE]] : f64
// CHECK-NEXT:      [[DX:%[a-z0-9]+]] = func.call @power_vjp_bwd([[X]], {{.*}}, [[DP]], [[SUM]])
// CHECK-NEXT:      scf.yield [[DX]] : f64
func.func private @power(%x: f64, %n: i32) -> f64 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1.0 : f64
  %done = arith.cmpi sle, %n, %c0 : i32
  %y = scf.if %done -> f64 {
    scf.yield %one : f64
  } else {
    %m = arith.subi %n, %c1 : i32
    %p = func.call @power(%x, %m) : (f64, i32) -> f64
    %q = arith.mulf %p, %x : f64
    scf.yield %q : f64
  }
  return %y : f64
}
func.func private @slope(%x: f64, %n: i32) -> f64 {
  %y:2 = grad.value_and_grad @power(%x, %n) : (f64, i32) -> (f64, f64)
  return %y#1 : f64
}
// Both modes, then reverse and forward over reverse.
func.func @powers(%x: f64, %n: i32) -> (f64, f64, f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %y:2 = grad.value_and_grad @power(%x, %n) : (f64, i32) -> (f64, f64)
  %z:2 = grad.jvp @power(%x, %n) tangents(%one) : (f64, i32, f64) -> (f64, f64)
  %d:2 = grad.value_and_grad @slope(%x, %n) : (f64, i32) -> (f64, f64)
  %e:2 = grad.jvp @slope(%x, %n) tangents(%one) : (f64, i32, f64) -> (f64, f64)
  return %y#0, %y#1, %z#1, %d#1, %e#1 : f64, f64, f64, f64, f64
}

// Two mutually recursive functions: x to the 7th after four calls.
func.func private @even(%x: f64, %n: i32) -> f64 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %done = arith.cmpi sle, %n, %c0 : i32
  %y = scf.if %done -> f64 {
    scf.yield %x : f64
  } else {
    %m = arith.subi %n, %c1 : i32
    %p = func.call @odd(%x, %m) : (f64, i32) -> f64
    %q = arith.mulf %p, %x : f64
    scf.yield %q : f64
  }
  return %y : f64
}
func.func private @odd(%x: f64, %n: i32) -> f64 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1.0 : f64
  %done = arith.cmpi sle, %n, %c0 : i32
  %y = scf.if %done -> f64 {
    scf.yield %one : f64
  } else {
    %m = arith.subi %n, %c1 : i32
    %p = func.call @even(%x, %m) : (f64, i32) -> f64
    %q = arith.mulf %p, %p : f64
    scf.yield %q : f64
  }
  return %y : f64
}
func.func @alternating(%x: f64, %n: i32) -> (f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %y:2 = grad.value_and_grad @even(%x, %n) : (f64, i32) -> (f64, f64)
  %z:2 = grad.jvp @even(%x, %n) tangents(%one) : (f64, i32, f64) -> (f64, f64)
  return %y#0, %y#1, %z#1 : f64, f64, f64
}
