// If the derivative does not exist, --check-gradients reports this; the modes'
// values there are not reported as wrong.

// RUN: sg-run %s --check-gradients --function=relu --input=0 --directions=1 | FileCheck %s --check-prefix=RELU
// RUN: sg-run %s --check-gradients --function=relu --input=1e-6 | FileCheck %s --check-prefix=NEAR
// RUN: sg-run %s --check-gradients --function=relu --input=-0.25 | FileCheck %s --check-prefix=AWAY
// RUN: sg-run %s --check-gradients --function=magnitude --input=0 --directions=1 | FileCheck %s --check-prefix=MEAN
// RUN: sg-run %s --check-gradients --function=larger --input=0.5 --input=0.5 | FileCheck %s --check-prefix=TIE
// RUN: sg-run %s --check-gradients --function=larger --input=0.5 --input=0.25 | FileCheck %s --check-prefix=NOTIE
// RUN: sg-run %s --check-gradients --function=round --input=2.5 | FileCheck %s --check-prefix=JUMP
// RUN: sg-run %s --check-gradients --function=root --input=4 --input=0 --directions=1 | FileCheck %s --check-prefix=ROOT

func.func @relu(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %isPositive = arith.cmpf ogt, %x, %zero : f64
  %y = arith.select %isPositive, %x, %zero : f64
  return %y : f64
}
// RELU:      input 0, f64: not differentiable here in 1 direction: both modes {{-?}}0, differences {{.*}} to one side and {{.*}} to the other
// RELU-NEXT:   in the direction {{-?[0-9.]+$}}

// Smaller steps stay on one side.
// NEAR:      input 0, f64: agrees in all 4 directions, {{.*}}; larger steps cross a kink
// AWAY:      input 0, f64: agrees in all 4 directions: the derivative is 0{{$}}

// Central differences give the mean of the one-sided derivatives; so do the
// modes.
func.func @magnitude(%x: f64) -> f64 {
  %y = math.absf %x : f64
  return %y : f64
}
func.func @larger(%x: f64, %y: f64) -> f64 {
  %z = arith.maximumf %x, %y : f64
  return %z : f64
}
// MEAN:       input 0, f64: not differentiable here in 1 direction: both modes {{-?}}0, differences [[A:[0-9.]+]] to one side and -[[A]] to the other
// TIE:        input 0, f64: not differentiable here in all 4 directions
// TIE:        input 1, f64: not differentiable here in all 4 directions
// NOTIE:      input 0, f64: agrees in all 4 directions
// NOTIE-NEXT: input 1, f64: agrees in all 4 directions: the derivative is 0

func.func @round(%x: f64) -> f64 {
  %y = math.roundeven %x : f64
  return %y : f64
}
// JUMP: input 0, f64: not differentiable here in all 4 directions: both modes 0, differences do not settle

// The derivative with respect to %y is infinite. With respect to %x it is
// finite, but cannot be observed while %y has a tangent, even if it is zero.
func.func @root(%x: f64, %y: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %r = math.sqrt %y : f64
  %z = arith.mulf %c, %r : f64
  return %z : f64
}
// ROOT:      @root in f64 at the given inputs, seed 1:
// ROOT-NEXT:   input 1, f64: not differentiable here in 1 direction: both modes {{-?}}inf, differences do not settle
// ROOT-NEXT:     in the direction
// ROOT-NEXT: @root in f64 at the given inputs, seed 1:
// ROOT-NEXT:   input 0, f64: agrees in 1 direction
