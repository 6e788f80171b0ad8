// A report distinguishes calls of one function if they differ. It looks neither
// into a custom rule nor into recomputed code.
//
// RUN: sg-opt %s --grad-report="function=f" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s
// RUN: sg-opt %s --grad-report="function=recursive" -o /dev/null | FileCheck %s --check-prefix=RECURSIVE
// RUN: sg-opt %s --grad-report="function=returned" -o /dev/null | FileCheck %s --check-prefix=RETURNED
// RUN: sg-opt %s --grad-report="function=second" -o /dev/null | FileCheck %s --check-prefix=SECOND

// Its stop blocks argument 1 in one call, and nothing in the other.
func.func private @scale(%v: f64, %s: f64) -> f64 {
  %k = grad.stop_gradient %s {name = "k"} : f64
  %e = math.exp %v : f64
  %r = arith.mulf %e, %k : f64
  return %r : f64
}
func.func private @rule_fwd(%x: f64) -> (f64, f64) {
  %y = math.sin %x : f64
  return %y, %x : f64, f64
}
func.func private @rule_bwd(%x: f64, %c: f64) -> f64 {
  %y = arith.mulf %x, %c : f64
  return %y : f64
}
// Its body has no derivative; its custom rule has one.
func.func private @ruled(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @rule_fwd, backward = @rule_bwd}} {
  %y = math.round %x : f64
  return %y : f64
}

// CHECK:      argument 0: f64: active
// CHECK-SAME:   flows through 'func.call' at grad-report-calls.mlir:[[#FIRST:]]:8,
// CHECK-SAME:       'math.exp' at grad-report-calls.mlir:12:8 in @scale,
// CHECK-SAME:       'func.call' at grad-report-calls.mlir:[[#FIRST+1]]:8,
// CHECK-SAME:       'func.call' at grad-report-calls.mlir:[[#FIRST+2]]:8, 'math.tanh'
// CHECK-SAME: argument 1: f64: blocked
// CHECK-SAME:   blocked by 'grad.stop_gradient' named "k" at grad-report-calls.mlir:11:8
// CHECK-SAME:     in @scale, in the call at grad-report-calls.mlir:[[#FIRST]]:8 stops:
// CHECK-SAME:   in the call at grad-report-calls.mlir:[[#FIRST]]:8 blocks argument 1
// CHECK-SAME:   in the call at grad-report-calls.mlir:[[#FIRST+1]]:8 has no effect:
// CHECK-SAME:     its operand does not depend on a differentiated argument
// CHECK-SAME: kept for the reverse sweep:
// CHECK-SAME:   'math.exp' at {{.*}} in @scale, in the call at grad-report-calls.mlir:[[#FIRST]]:8
// CHECK-SAME:   'math.exp' at {{.*}} in @scale, in the call at grad-report-calls.mlir:[[#FIRST+1]]:8
// CHECK-SAME:   result 1 of @rule_fwd called at grad-report-calls.mlir:[[#FIRST+2]]:8
// CHECK-SAME:   total: 48 bytes
// CHECK-SAME: computed again:
// CHECK-SAME:   @f_vjp_checkpoint at grad-report-calls.mlir:[[#FIRST+3]]:8: a checkpoint requires it
// CHECK-SAME:     temporarily keeps 'math.tanh' at grad-report-calls.mlir:[[#FIRST+4]]:11, 8 bytes
func.func @f(%x: f64, %y: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %a = call @scale(%x, %y) : (f64, f64) -> f64
  %b = call @scale(%a, %one) : (f64, f64) -> f64
  %c = call @ruled(%b) : (f64) -> f64
  %q = grad.checkpoint {
    %q0 = math.tanh %c : f64
    %q1 = math.sqrt %q0 : f64
    grad.yield %q1 : f64
  } : f64
  return %q : f64
}

// RECURSIVE:      kept for the reverse sweep:
// RECURSIVE:        total: 9 bytes
// RECURSIVE:      computed again:
// RECURSIVE-NEXT:   @recursive at {{.*}}: it calls itself, and the recursion depth is
// RECURSIVE-NEXT:   unknown
// RECURSIVE-NEXT:     temporarily keeps 'arith.cmpi' at {{.*}}, 1 byte
// RECURSIVE-NEXT:     temporarily keeps 'math.sin' at {{.*}}, 8 bytes
// RECURSIVE-NEXT:   'arith.subi' at {{.*}}, i32: this is cheaper than keeping it
func.func @recursive(%x: f64, %n: i32) -> f64 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = arith.cmpi sgt, %n, %c0 : i32
  %r = scf.if %p -> f64 {
    %m = arith.subi %n, %c1 : i32
    %s = math.sin %x : f64
    %q = func.call @recursive(%s, %m) : (f64, i32) -> f64
    scf.yield %q : f64
  } else {
    scf.yield %x : f64
  }
  return %r : f64
}

// A stored result that is an argument of the callee is reported as the caller's value.
// RETURNED: kept for the reverse sweep:
// RETURNED:        result 1 of @sine_and called at
// RETURNED-NEXT:     f64, 8 bytes, for 'arith.mulf' at
// RETURNED:        total: 32 bytes
// RETURNED-NOT:    the caller keeps
func.func private @sine_and(%z: f64, %x: f64) -> (f64, f64) {
  %s = math.sin %x : f64
  %t = arith.mulf %s, %x : f64
  return %t, %x : f64, f64
}
func.func @returned(%x: f64) -> f64 {
  %e = math.exp %x : f64
  %a:2 = call @sine_and(%x, %e) : (f64, f64) -> (f64, f64)
  %r = arith.mulf %a#0, %a#1 : f64
  return %r : f64
}

// Requests in the function are expanded first: this report is about the second derivative.
// SECOND: argument 0: f64: active
// SECOND:   'math.cos' at {{.*}} in @sine_vjp
// SECOND: the caller keeps argument 0, 8 bytes
func.func @sine(%x: f64) -> f64 {
  %s = math.sin %x : f64
  return %s : f64
}
func.func @second(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @sine(%x) : (f64) -> (f64, f64)
  return %dx : f64
}

// A rule of the other mode is transposed and recomputed; the reason is not a
// recursion.
// RUN: sg-opt %s --grad-report="function=transposed" -o /dev/null | FileCheck %s --check-prefix=TRANSPOSED
// TRANSPOSED:      computed again:
// TRANSPOSED-NEXT:   @sine_jvp at {{.*}}: it is a rule of the other mode, transposed
func.func private @sine_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %y = math.sin %x : f64
  %c = math.cos %x : f64
  %d = arith.mulf %c, %t : f64
  return %y, %d : f64, f64
}
func.func private @with_jvp(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @sine_jvp} {
  %y = math.sin %x : f64
  return %y : f64
}
func.func @transposed(%x: f64) -> f64 {
  %y = call @with_jvp(%x) : (f64) -> f64
  return %y : f64
}
