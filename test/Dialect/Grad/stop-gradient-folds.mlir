// What grad.stop_gradient folds to, and what it must not: any other fold before
// differentiation changes a gradient.
//
// RUN: sg-opt %s --canonicalize --cse --verify-roundtrip | FileCheck %s

// A stop of a stop is the inner one.
// CHECK-LABEL: func.func @stop_of_stop(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[Y:%[a-z0-9]+]] = grad.stop_gradient [[X]] : f64
// CHECK-NEXT:    return [[Y]]
func.func @stop_of_stop(%x: f64) -> f64 {
  %a = grad.stop_gradient %x : f64
  %b = grad.stop_gradient %a : f64
  return %b : f64
}
