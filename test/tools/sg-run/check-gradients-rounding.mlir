// If terms cancel, the derivative may consist of rounding errors only: this is
// neither a disagreement nor a kink.

// RUN: sg-run %s --check-gradients --function=identity --seed=1 | FileCheck %s --check-prefix=ZERO --implicit-check-not=kink
// RUN: sg-run %s --check-gradients --function=identity --seed=2 | FileCheck %s --check-prefix=ZERO --implicit-check-not=kink
// RUN: sg-run %s --check-gradients --function=one --seed=4 | FileCheck %s --check-prefix=ZERO --implicit-check-not=kink
// RUN: sg-run %s --check-gradients --function=probabilities | FileCheck %s --check-prefix=ZERO --implicit-check-not=kink
// ZERO: input 0, {{.*}}: agrees in all 4 directions: the derivative is 0

// RUN: sg-run %s --check-gradients --function=sinc --input=1e-9 --seed=1 | FileCheck %s --check-prefix=SMALL
// SMALL: input 0, f64: {{agrees|undecided}}

// A wrong rule is found in spite of rounding, and so is a kink.
// RUN: not sg-run %s --check-gradients --function=doubled 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: input 0, f64: DISAGREES in all 4 directions
// RUN: sg-run %s --check-gradients --function=kink --input=0 | FileCheck %s --check-prefix=KINK
// KINK: input 0, f64: not differentiable here

func.func @identity(%x: f64) -> f64 {
  %e = math.exp %x : f64
  %l = math.log %e : f64
  %r = arith.subf %l, %x : f64
  return %r : f64
}

func.func @one(%x: f64) -> f64 {
  %s = math.sin %x : f64
  %c = math.cos %x : f64
  %a = arith.mulf %s, %s : f64
  %b = arith.mulf %c, %c : f64
  %e = arith.addf %a, %b : f64
  %l = math.log %e : f64
  return %l : f64
}

func.func @probabilities(%x: tensor<4xf64>) -> tensor<f64> {
  %i = tensor.empty() : tensor<4xf64>
  %z = arith.constant dense<0.0> : tensor<f64>
  %e = math.exp %x : tensor<4xf64>
  %s = linalg.reduce {arith.addf} ins(%e : tensor<4xf64>) outs(%z : tensor<f64>) dimensions = [0]
  %b = linalg.broadcast ins(%s : tensor<f64>) outs(%i : tensor<4xf64>) dimensions = [0]
  %p = arith.divf %e, %b : tensor<4xf64>
  %r = linalg.reduce {arith.addf} ins(%p : tensor<4xf64>) outs(%z : tensor<f64>) dimensions = [0]
  return %r : tensor<f64>
}

func.func @sinc(%x: f64) -> f64 {
  %y = math.sin %x : f64
  %e = arith.divf %y, %x : f64
  return %e : f64
}

func.func private @log(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @log_jvp} {
  %y = math.log %x : f64
  return %y : f64
}
func.func private @log_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %y = math.log %x : f64
  %wrong = arith.constant 1.000001 : f64
  %q = arith.divf %t, %x : f64
  %d = arith.mulf %q, %wrong : f64
  return %y, %d : f64, f64
}
func.func @doubled(%x: f64) -> f64 {
  %e = math.exp %x : f64
  %l = func.call @log(%e) : (f64) -> f64
  %r = arith.subf %l, %x : f64
  return %r : f64
}

func.func @kink(%x: f64) -> f64 {
  %e = math.exp %x : f64
  %l = math.log %e : f64
  %y = math.absf %l : f64
  return %y : f64
}
