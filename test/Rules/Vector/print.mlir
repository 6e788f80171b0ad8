// A printed value is printed once. Printing has no derivative.

// RUN: sg-run %s --function=gradient --input=2 --input=2 | FileCheck %s
// RUN: sg-run %s --function=slope --input=2 --input=2 | FileCheck %s
// CHECK:      {{^}}4{{$}}
// CHECK-NEXT: {{^}}16{{$}}
// CHECK-NEXT: f64=32

// Recomputing the op would print again.
// RUN: not sg-opt %s --grad-request-derivative="function=again name=d_again mode=vjp" --grad-expand-derivatives 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: print.mlir:[[#@LINE+25]]:5: error: 'vector.print' op is recomputed in reverse mode, but reads or writes memory or runs unknown code

func.func private @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %b = arith.mulf %a, %a : f64
    vector.print %b : f64
    scf.yield %b : f64
  }
  return %r : f64
}
func.func @gradient(%x: f64, %n: index) -> f64 {
  %y, %dx = grad.value_and_grad @f(%x, %n) : (f64, index) -> (f64, f64)
  return %dx : f64
}
func.func @slope(%x: f64, %n: index) -> f64 {
  %one = arith.constant 1.0 : f64
  %y, %dy = grad.jvp @f(%x, %n) tangents(%one) {wrt = array<i64: 0>} : (f64, index, f64) -> (f64, f64)
  return %dy : f64
}

func.func @again(%x: f64) -> f64 {
  %r = grad.checkpoint {
    %y = math.sin %x : f64
    vector.print %y : f64
    grad.yield %y : f64
  } : f64
  return %r : f64
}
