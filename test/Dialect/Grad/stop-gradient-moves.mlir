// A stop has no side effects: these transformations before differentiation are
// allowed, because they do not change a derivative.
//
// RUN: sg-opt %s --cse --loop-invariant-code-motion | FileCheck %s

// Equal stops are merged; stops with different names are not.
// CHECK-LABEL: func.func @merged(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[A:%[a-z0-9]+]] = grad.stop_gradient [[X]] : f64
// CHECK-NEXT:    [[C:%[a-z0-9]+]] = grad.stop_gradient [[X]] {name = "c"} : f64
// CHECK-NEXT:    [[E:%[a-z0-9]+]] = grad.stop_gradient [[X]] {name = "e"} : f64
// CHECK-NEXT:    return [[A]], [[A]], [[C]], [[C]], [[E]]
func.func @merged(%x: f64) -> (f64, f64, f64, f64, f64) {
  %a = grad.stop_gradient %x : f64
  %b = grad.stop_gradient %x : f64
  %c = grad.stop_gradient %x {name = "c"} : f64
  %d = grad.stop_gradient %x {name = "c"} : f64
  %e = grad.stop_gradient %x {name = "e"} : f64
  return %a, %b, %c, %d, %e : f64, f64, f64, f64, f64
}

// prevent_gradient ops with different messages are not merged.
// CHECK-LABEL: func.func @messages(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[A:%[a-z0-9]+]] = grad.prevent_gradient [[X]] {message = "a"} : f64
// CHECK-NEXT:    [[C:%[a-z0-9]+]] = grad.prevent_gradient [[X]] {message = "c"} : f64
// CHECK-NEXT:    return [[A]], [[A]], [[C]]
func.func @messages(%x: f64) -> (f64, f64, f64) {
  %a = grad.prevent_gradient %x {message = "a"} : f64
  %b = grad.prevent_gradient %x {message = "a"} : f64
  %c = grad.prevent_gradient %x {message = "c"} : f64
  return %a, %b, %c : f64, f64, f64
}

// A stop of a loop-invariant value is hoisted, with the ops that depend on it.
// CHECK-LABEL: func.func @invariant(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64,
// CHECK:         [[C:%[a-z0-9]+]] = grad.stop_gradient [[X]] {name = "c"} : f64
// CHECK:         [[P:%[a-z0-9]+]] = grad.prevent_gradient [[X]] {message = "no"} : f64
// CHECK:         [[S:%[a-z0-9]+]] = math.sin [[C]] : f64
// CHECK:         scf.for
// CHECK-NEXT:      arith.mulf {{%[a-z0-9]+}}, [[S]] : f64
// CHECK-NEXT:      arith.mulf {{%[a-z0-9]+}}, [[P]] : f64
func.func @invariant(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x) -> f64 {
    %c = grad.stop_gradient %x {name = "c"} : f64
    %p = grad.prevent_gradient %x {message = "no"} : f64
    %s = math.sin %c : f64
    %t = arith.mulf %u, %s : f64
    %v = arith.mulf %t, %p : f64
    scf.yield %v : f64
  }
  return %r : f64
}
