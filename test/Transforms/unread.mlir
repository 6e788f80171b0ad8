// A derivative contains no value that it does not read.

// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// A branch without readers is erased, with all values that only its regions
// read, and the values that only those values read.
// CHECK-LABEL: func.func private @f_vjp(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: f64, [[POSITIVE:%[a-z0-9]+]]: i1, [[C:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[Y:%[a-z0-9]+]] = math.sin [[X]]
// CHECK-NEXT:    [[D:%[a-z0-9]+]] = math.cos [[X]]
// CHECK-NEXT:    [[DX:%[a-z0-9]+]] = arith.mulf [[C]], [[D]]
// CHECK-NEXT:    return [[Y]], [[DX]]
func.func private @f(%x: f64, %positive: i1) -> f64 {
  %e = math.exp %x : f64
  %s = grad.stop_gradient %e : f64
  %unread = scf.if %positive -> f64 {
    %t = math.tanh %s : f64
    scf.yield %t : f64
  } else {
    scf.yield %s : f64
  }
  %y = math.sin %x : f64
  return %y : f64
}
func.func @gradient(%x: f64, %positive: i1) -> f64 {
  %y, %dx = grad.vjp @f(%x, %positive) cotangents(%x) : (f64, i1, f64) -> (f64, f64)
  return %dx : f64
}
