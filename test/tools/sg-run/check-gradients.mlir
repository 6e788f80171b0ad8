// --check-gradients confirms right derivatives: forward mode, reverse mode and
// differences along random directions agree.

// RUN: sg-run %s --check-gradients --function=stopped --order=2 | FileCheck %s --check-prefix=STOPPED
// RUN: sg-run %s --check-gradients --function=inner | FileCheck %s --check-prefix=INNER
// RUN: sg-run %s --check-gradients --function=several --wrt=3,0 --seed=7 --directions=2 | FileCheck %s --check-prefix=SEVERAL
// RUN: sg-run %s --check-gradients --function=logarithm --seed=3 | FileCheck %s --check-prefix=LOG
// RUN: sg-run %s --check-gradients --function=logarithm --input="2xf32=1 2" | FileCheck %s --check-prefix=GIVEN
// RUN: sg-run %s --check-gradients --function=logarithm --input="0xf32=" | FileCheck %s --check-prefix=EMPTY

// Each stop is frozen: plain differences would give 2 x. Stops in the
// derivative are frozen when it is differentiated: the second derivative is 0,
// not 1.
func.func @stopped(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %y = arith.mulf %x, %c : f64
  return %y : f64
}
// STOPPED:      @stopped in f64 at random inputs from -1 to 1, seed 1:
// STOPPED-NEXT:   input 0, f64: agrees in all 4 directions, relative difference {{[0-9.]+e-1[0-9]|0\.0e\+00$}}
// STOPPED-NEXT: its derivative in reverse mode:
// STOPPED-NEXT:   input 0, f64: agrees in all 4 directions
// STOPPED-NEXT: its derivative in forward mode:
// STOPPED-NEXT:   input 0, f64: agrees in all 4 directions, relative difference {{[-+.e0-9]+$}}
// STOPPED-NOT:  {{.}}

// Stops on gradients, in loops and in branches are frozen too.
func.func @inner(%x: f64, %n: index, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %r = scf.if %flag -> f64 {
      %v, %d = grad.value_and_grad @stopped(%a) : (f64) -> (f64, f64)
      %s = grad.stop_gradient %d : f64
      %p = arith.mulf %s, %a : f64
      scf.yield %p : f64
    } else {
      %s = grad.stop_gradient %a : f64
      %e = math.exp %s : f64
      %p = arith.mulf %e, %a : f64
      scf.yield %p : f64
    }
    scf.yield %r : f64
  }
  return %y : f64
}
// INNER: input 0, f64: agrees in all 4 directions

// --wrt selects the checked arguments. A program in narrow types is checked as
// if it were in f64. Results without a derivative are not checked.
func.func @several(%x: tensor<?x2xf32>, %m: f16, %i: tensor<2xi32>, %s: f32) -> (tensor<?x2xf32>, i32, f32) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x2xf32>
  %w = arith.extf %m : f16 to f32
  %half = arith.constant 0.5 : f32
  %t = arith.mulf %w, %half : f32
  %f = arith.addf %s, %t : f32
  %splat = tensor.splat %f[%n] : tensor<?x2xf32>
  %weights = arith.constant dense<[0.1, 0.3]> : tensor<2xf32>
  %k = tensor.extract %weights[%c0] : tensor<2xf32>
  %r = arith.mulf %k, %f : f32
  %y = arith.mulf %x, %splat : tensor<?x2xf32>
  %z = math.tanh %y : tensor<?x2xf32>
  %j = tensor.extract %i[%c0] : tensor<2xi32>
  return %z, %j, %r : tensor<?x2xf32>, i32, f32
}
// SEVERAL:      @several in f64 at random inputs from -1 to 1 (dynamic sizes: 3), seed 7:
// SEVERAL-NEXT:   input 3, f32: agrees in all 2 directions, relative difference {{[0-9.]+}}e-1{{[0-9]$}}
// SEVERAL-NEXT:   input 0, tensor<?x2xf32>: agrees in all 2 directions, relative difference {{[0-9.]+}}e-1{{[0-9]$}}

// If random inputs of both signs give no finite number, positive ones may.
func.func @logarithm(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.log %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
// LOG:        @logarithm in f64 at random inputs from 0.125 to 0.875 (dynamic sizes: 3), seed 3:
// LOG-NEXT:     input 0, tensor<?xf32>: agrees in all 4 directions
// GIVEN:      @logarithm in f64 at the given inputs, seed 1:
// GIVEN-NEXT:   input 0, tensor<?xf32>: agrees in all 4 directions
// EMPTY:        input 0, tensor<?xf32>: has no elements
