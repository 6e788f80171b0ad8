// --check-gradients finds wrong rules, and names the first op with a wrong
// derivative.

// RUN: not sg-test-run %s --check-gradients --function=signal 2>&1 | FileCheck %s --check-prefix=SIGNAL
// RUN: not sg-test-run %s --check-gradients --function=called --order=2 2>&1 | FileCheck %s --check-prefix=CALLED
// RUN: not sg-test-run %s --check-gradients --function=custom 2>&1 | FileCheck %s --check-prefix=CUSTOM
// RUN: not sg-test-run %s --check-gradients --function=square 2>&1 | FileCheck %s --check-prefix=RULE
// RUN: not sg-test-run %s --check-gradients --function=square_of --order=2 2>&1 | FileCheck %s --check-prefix=SQUAREOF
// RUN: not sg-test-run %s --check-gradients --function=twice --order=2 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not sg-test-run %s --check-gradients --function=flat --input=-0.25 | FileCheck %s --check-prefix=FLAT
// RUN: sg-test-run %s --check-gradients --function=stopped_rule | FileCheck %s --check-prefix=STOPPED
// RUN: not sg-test-run %s --check-gradients --function=forgetful_rule 2>&1 | FileCheck %s --check-prefix=FORGETFUL
// RUN: sg-test-run %s --check-gradients --function=twice | FileCheck %s --check-prefix=ONCE

// The rule of wave.thrice is wrong in reverse mode only.
func.func @signal(%x: tensor<4xf64>, %a: f64) -> tensor<4xf64> {
  %y = wave.soft_sign %x : tensor<4xf64>
  %z = wave.thrice %y : tensor<4xf64>
  %w = math.exp %z : tensor<4xf64>
  %t = wave.scale %w by %a : tensor<4xf64>
  return %t : tensor<4xf64>
}
// SIGNAL:      input 0, tensor<4xf64>: DISAGREES in all 4 directions: forward mode [[F:[-0-9.]+]], reverse mode {{[-0-9.]+}}, differences [[F]]
// SIGNAL-NEXT:   in the direction {{[-0-9.]+}} {{[-0-9.]+}} {{[-0-9.]+}} {{[-0-9.]+$}}
// SIGNAL-NEXT: input 1, f64: agrees in all 4 directions
// SIGNAL:      check-gradients-wrong.mlir:[[@LINE-8]]:8: error: the derivative of 'wave.thrice' is wrong: forward mode [[T:[-0-9.]+]], reverse mode {{[-0-9.]+}}, differences [[T]]
// SIGNAL-NOT:  {{error|note}}

// The rule of wave.square is wrong in both modes; it is found in a callee.
func.func @called(%x: tensor<4xf64>) -> f64 {
  %y = wave.flip %x : tensor<4xf64>
  %z = func.call @inner(%y) : (tensor<4xf64>) -> tensor<4xf64>
  %w = wave.dot %z, %y : tensor<4xf64>
  return %w : f64
}
func.func private @inner(%x: tensor<4xf64>) -> tensor<4xf64> {
  %y = math.sin %x : tensor<4xf64>
  %z = wave.square %y : tensor<4xf64>
  return %z : tensor<4xf64>
}
// CALLED:     input 0, tensor<4xf64>: DISAGREES in all 4 directions: forward mode [[F:[-0-9.]+]], reverse mode [[F]], differences
// CALLED:     its derivative in reverse mode:
// CALLED:     input 0, tensor<4xf64>: DISAGREES in all 4 directions
// CALLED:     check-gradients-wrong.mlir:[[@LINE-6]]:8: error: the derivative of 'wave.square' is wrong
// CALLED-NOT: {{error|note}}

// A custom rule omits a factor.
func.func private @square(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @square_fwd, backward = @square_bwd}} {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func private @square_fwd(%x: f64) -> (f64, f64) {
  %y = arith.mulf %x, %x : f64
  return %y, %x : f64, f64
}
func.func private @square_bwd(%x: f64, %c: f64) -> f64 {
  %dx = arith.mulf %x, %c : f64
  return %dx : f64
}
func.func @custom(%x: f64, %z: f64) -> f64 {
  %a = math.sin %x : f64
  %b = func.call @square(%a) : (f64) -> f64
  %c = math.exp %b : f64
  %d = arith.mulf %c, %z : f64
  return %d : f64
}
// CUSTOM:      input 0, f64: DISAGREES in all 4 directions
// CUSTOM:      input 1, f64: agrees in all 4 directions
// CUSTOM:      check-gradients-wrong.mlir:[[@LINE-7]]:8: error: the derivative of 'func.call' is wrong
// CUSTOM-NEXT: check-gradients-wrong.mlir:[[@LINE-8]]:8: note: it calls '@square', whose rule contradicts its body

// RULE: check-gradients-wrong.mlir:[[@LINE-25]]:1: error: the rule of '@square' contradicts its body

// The forward half of a rule may call the function that has the rule.
func.func private @square_of(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @square_of_fwd, backward = @square_bwd}} {
  %s = math.sin %x : f64
  %y = arith.mulf %s, %x : f64
  return %y : f64
}
func.func private @square_of_fwd(%x: f64) -> (f64, f64) {
  %y = func.call @square_of(%x) : (f64) -> f64
  return %y, %x : f64, f64
}
// SQUAREOF: check-gradients-wrong.mlir:[[@LINE-10]]:1: error: the rule of '@square_of' contradicts its body

// A rule that is right at first order only: its tangent is the tangent of
// cos(x), whose own rule forgets the sign.
func.func private @sine(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @sine_jvp} {
  %y = math.sin %x : f64
  return %y : f64
}
func.func private @sine_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %y = math.sin %x : f64
  %c = func.call @cosine(%x) : (f64) -> f64
  %dy = arith.mulf %c, %t : f64
  return %y, %dy : f64, f64
}
func.func private @cosine(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @cosine_jvp} {
  %y = math.cos %x : f64
  return %y : f64
}
func.func private @cosine_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %y = math.cos %x : f64
  %s = math.sin %x : f64
  %dy = arith.mulf %s, %t : f64
  return %y, %dy : f64, f64
}
func.func @twice(%x: f64) -> f64 {
  %y = func.call @sine(%x) : (f64) -> f64
  return %y : f64
}
// ONCE:       input 0, f64: agrees in all 4 directions
// TWICE:      @twice in f64
// TWICE-NEXT:   input 0, f64: agrees in all 4 directions
// TWICE-NEXT: its derivative in reverse mode:
// TWICE-NEXT:   input 0, f64: DISAGREES in all 4 directions
// TWICE:      its derivative in forward mode:
// TWICE-NEXT:   input 0, f64: DISAGREES in all 4 directions
// TWICE:      check-gradients-wrong.mlir:[[@LINE-25]]:8: error: the derivative of 'func.call' is wrong
// TWICE-NEXT: note: it calls '@cosine', whose rule contradicts its body

// Where the function is constant and the rule is not, a derivative exists.
func.func private @relu(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @relu_jvp} {
  %zero = arith.constant 0.0 : f64
  %y = arith.maximumf %x, %zero : f64
  return %y : f64
}
func.func private @relu_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %y = arith.maximumf %x, %zero : f64
  return %y, %t : f64, f64
}
func.func @flat(%x: f64) -> f64 {
  %r = func.call @relu(%x) : (f64) -> f64
  %one = arith.constant 1.0 : f64
  %y = arith.addf %r, %one : f64
  return %y : f64
}
// FLAT: input 0, f64: DISAGREES in all 4 directions: forward mode [[F:[-0-9.]+]], reverse mode [[F]], differences 0

// Stops in the body of a function with a custom rule are frozen too: the rule has to respect them.
func.func private @weighted(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @weighted_jvp} {
  %s = grad.stop_gradient %x : f64
  %y = arith.mulf %s, %x : f64
  return %y : f64
}
func.func private @weighted_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %y = arith.mulf %x, %x : f64
  %dy = arith.mulf %x, %t : f64
  return %y, %dy : f64, f64
}
func.func @stopped_rule(%x: f64) -> f64 {
  %y = func.call @weighted(%x) : (f64) -> f64
  %z = math.sin %y : f64
  return %z : f64
}
// STOPPED: input 0, f64: agrees in all 4 directions
func.func private @forgetful(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @forgetful_jvp} {
  %s = grad.stop_gradient %x : f64
  %y = arith.mulf %s, %x : f64
  return %y : f64
}
func.func private @forgetful_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %y = arith.mulf %x, %x : f64
  %d = arith.addf %x, %x : f64
  %dy = arith.mulf %d, %t : f64
  return %y, %dy : f64, f64
}
func.func @forgetful_rule(%x: f64) -> f64 {
  %y = func.call @forgetful(%x) : (f64) -> f64
  %z = math.sin %y : f64
  return %z : f64
}
// FORGETFUL: input 0, f64: DISAGREES in all 4 directions
// FORGETFUL: check-gradients-wrong.mlir:[[@LINE-5]]:8: error: the derivative of 'func.call' is wrong
// FORGETFUL-NEXT: note: it calls '@forgetful', whose rule contradicts its body
