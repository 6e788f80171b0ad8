// Passes before differentiation must not replace a stop by its operand. The
// value of each program would stay, but its gradient would change. The same
// holds for prevent_gradient.
//
// RUN: sg-opt %s --canonicalize --cse --sccp --loop-invariant-code-motion --control-flow-sink --canonicalize --cse | FileCheck %s

// x - stop(x) does not fold to zero: its derivative is 1.
// CHECK-LABEL: func.func @difference(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64, [[N:%[a-z0-9]+]]: i32)
// CHECK:         [[C:%[a-z0-9]+]] = grad.stop_gradient [[X]]
// CHECK:         [[P:%[a-z0-9]+]] = grad.prevent_gradient [[X]]
// CHECK:         arith.subf [[X]], [[C]]
// CHECK:         arith.subf [[X]], [[P]]
func.func @difference(%x: f64, %n: i32) -> (f64, f64) {
  %c = grad.stop_gradient %x : f64
  %p = grad.prevent_gradient %x {message = "no"} : f64
  %y = arith.subf %x, %c fastmath<fast> : f64
  %z = arith.subf %x, %p fastmath<fast> : f64
  return %y, %z : f64, f64
}

// x / stop(x) does not fold to one: its derivative is 1 / x.
// CHECK-LABEL: func.func @quotient(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64)
// CHECK:         [[C:%[a-z0-9]+]] = grad.stop_gradient [[X]]
// CHECK:         arith.divf [[X]], [[C]]
func.func @quotient(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %y = arith.divf %x, %c fastmath<fast> : f64
  return %y : f64
}

// x + stop(r - x) does not fold to r: it is a straight-through estimator.
// CHECK-LABEL: func.func @straight_through(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64, [[R:%[a-z0-9]+]]: f64)
// CHECK:         [[D:%[a-z0-9]+]] = arith.subf [[R]], [[X]]
// CHECK:         [[C:%[a-z0-9]+]] = grad.stop_gradient [[D]]
// CHECK:         [[Y:%[a-z0-9]+]] = arith.addf [[X]], [[C]]
// CHECK:         return [[Y]]
func.func @straight_through(%x: f64, %r: f64) -> f64 {
  %d = arith.subf %r, %x fastmath<fast> : f64
  %c = grad.stop_gradient %d : f64
  %y = arith.addf %x, %c fastmath<fast> : f64
  return %y : f64
}

// The operands of a select have different derivatives, and so do the branches
// of an if.
// CHECK-LABEL: func.func @choices(
// CHECK-SAME:      [[Q:%[a-z0-9]+]]: i1, [[X:%[a-z0-9]+]]: f64)
// CHECK:         [[C:%[a-z0-9]+]] = grad.stop_gradient [[X]]
// CHECK:         [[A:%[a-z0-9]+]] = arith.select [[Q]], [[X]], [[C]]
// CHECK:         [[B:%[a-z0-9]+]] = scf.if [[Q]]
// CHECK:           [[P:%[a-z0-9]+]] = grad.prevent_gradient [[X]]
// CHECK:           scf.yield [[P]]
// CHECK:         } else {
// CHECK:           scf.yield [[X]]
// CHECK:         return [[A]], [[B]]
func.func @choices(%q: i1, %x: f64) -> (f64, f64) {
  %c = grad.stop_gradient %x : f64
  %a = arith.select %q, %x, %c : f64
  %b = scf.if %q -> f64 {
    %p = grad.prevent_gradient %x {message = "no"} : f64
    scf.yield %p : f64
  } else {
    scf.yield %x : f64
  }
  return %a, %b : f64, f64
}

// A block argument is not replaced by the common value of its operands.
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME:      [[Q:%[a-z0-9]+]]: i1, [[X:%[a-z0-9]+]]: f64)
// CHECK:         [[C:%[a-z0-9]+]] = grad.stop_gradient [[X]]
// CHECK:         [[Y:%[a-z0-9]+]] = arith.select [[Q]], [[C]], [[X]]
// CHECK:         return [[Y]]
func.func @blocks(%q: i1, %x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  cf.cond_br %q, ^join(%c : f64), ^join(%x : f64)
^join(%y: f64):
  return %y : f64
}

// A loop-carried value that is yielded through a stop is not loop-invariant:
// after one trip it has no derivative.
// CHECK-LABEL: func.func @carry(
// CHECK:         [[R:%[a-z0-9]+]] = scf.for {{.*}} iter_args([[U:%[a-z0-9]+]] = {{%[a-z0-9]+}})
// CHECK:           [[C:%[a-z0-9]+]] = grad.stop_gradient [[U]]
// CHECK:           scf.yield [[C]]
// CHECK:         return [[R]]
func.func @carry(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x) -> f64 {
    %c = grad.stop_gradient %u : f64
    scf.yield %c : f64
  }
  return %r : f64
}

// CSE distinguishes sin(x) from sin(stop(x)).
// CHECK-LABEL: func.func @numbering(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64)
// CHECK:         [[C:%[a-z0-9]+]] = grad.stop_gradient [[X]]
// CHECK:         [[A:%[a-z0-9]+]] = math.sin [[X]]
// CHECK:         [[B:%[a-z0-9]+]] = math.sin [[C]]
// CHECK:         return [[A]], [[B]]
func.func @numbering(%x: f64) -> (f64, f64) {
  %c = grad.stop_gradient %x : f64
  %a = math.sin %x : f64
  %b = math.sin %c : f64
  return %a, %b : f64, f64
}

// A result that is the stop of another result stays a separate result.
// CHECK-LABEL: func.func @results(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64)
// CHECK:         [[C:%[a-z0-9]+]] = grad.stop_gradient [[X]]
// CHECK:         return [[X]], [[C]]
func.func @results(%x: f64) -> (f64, f64) {
  %c = grad.stop_gradient %x : f64
  return %x, %c : f64, f64
}

// prevent_gradient does not fold on a constant, on itself or on an integer: its
// message is for the user who differentiates there.
// CHECK-LABEL: func.func @prevent(
// CHECK:         [[C:%[a-z0-9_]+]] = arith.constant
// CHECK:         [[A:%[a-z0-9]+]] = grad.prevent_gradient [[C]] {message = "a"}
// CHECK:         [[B:%[a-z0-9]+]] = grad.prevent_gradient [[A]] {message = "a"}
// CHECK:         return [[B]]
func.func @prevent() -> f64 {
  %c = arith.constant 1.0 : f64
  %a = grad.prevent_gradient %c {message = "a"} : f64
  %b = grad.prevent_gradient %a {message = "a"} : f64
  return %b : f64
}
