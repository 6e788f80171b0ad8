// RUN: not sg-opt %s --grad-erase-stop-gradient --split-input-file 2>&1 | FileCheck %s
// RUN: not sg-opt %s --grad-erase-stop-gradient --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEFT

// Stops are replaced by their operand without a copy, and attributes are erased.
// CHECK-LABEL: func.func @stops(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64, [[N:%[a-z0-9]+]]: index) -> (f64, f64, f64) {
// CHECK-NOT:     grad.
// CHECK:         [[R:%[a-z0-9]+]] = scf.for
// CHECK-NOT:     grad.
// CHECK:         return [[X]], [[X]], [[R]]
func.func @stops(%x: f64, %n: index) -> (f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = grad.stop_gradient %x {name = "a"} : f64
  %b = grad.prevent_gradient %x {message = "no"} : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> f64 {
    %z = arith.mulf %y, %y : f64
    scf.yield %z : f64
  } {grad.checkpoint_every = 10 : i64}
  return %a, %b, %r : f64, f64, f64
}

// -----

// A checkpoint is replaced by its body.
// CHECK-LABEL: func.func @checkpoint(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[Y:%[a-z0-9]+]] = math.exp [[X]]
// CHECK-NEXT:    return [[Y]]
func.func @checkpoint(%x: f64) -> f64 {
  %y = grad.checkpoint {
    %e = math.exp %x : f64
    grad.yield %e : f64
  } : f64
  return %y : f64
}

// -----

// A remaining request is an error.
func.func private @f(%x: f64) -> f64
func.func @request(%x: f64) -> f64 {
  // LEFT: erase-stop-gradient.mlir:[[#@LINE+1]]:{{.*}} error: 'grad.value_and_grad' op is left; run --grad-expand-derivatives before
  %y, %dx = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
