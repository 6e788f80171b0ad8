// How docs/Debugging.md finds a wrong rule: each rule is an action that
// --mlir-debug-counter can skip. A skipped rule ends the derivative there, like a stop.
//
// RUN: sg-run %s --function=gradient --input=0.5 | FileCheck %s --check-prefix=WRONG
// WRONG: result[0]: f64=-0.106443
//
// RUN: sg-opt %s --grad-expand-derivatives --log-actions-to=- -o /dev/null | FileCheck %s --check-prefix=LOG
// LOG:      `grad-apply-rule` pullback of 'arith.addf'
// LOG:      `grad-apply-rule` pullback of 'math.exp'
// LOG:      `grad-apply-rule` pullback of 'arith.mulf'
// LOG:      `grad-apply-rule` pullback of 'func.call'
// LOG-NOT:  pullback
//
// The first two rules are right: this is exp(0.5).
// RUN: sg-opt %s --grad-expand-derivatives --mlir-debug-counter=grad-apply-rule-skip=0,grad-apply-rule-count=2 2> %t.err \
// RUN:   | sg-run - --function=gradient --input=0.5 | FileCheck %s --check-prefix=TWO
// RUN: FileCheck %s --check-prefix=WARNING < %t.err
// TWO:     result[0]: f64=1.648721
// WARNING: bisect.mlir:[[#@LINE+25]]:8: warning: derivative rule skipped
//
// The third is right, too, and contributes nothing; the fourth makes the difference.
// RUN: sg-opt %s --grad-expand-derivatives --mlir-debug-counter=grad-apply-rule-skip=0,grad-apply-rule-count=3 2> %t.err \
// RUN:   | sg-run - --function=gradient --input=0.5 | FileCheck %s --check-prefix=TWO

func.func private @sine_fwd(%x: f64) -> (f64, f64) {
  %y = math.sin %x : f64
  return %y, %x : f64, f64
}
func.func private @sine_bwd(%x: f64, %c: f64) -> f64 {
  %cos = math.cos %x : f64
  %slope = arith.negf %cos : f64
  %dx = arith.mulf %c, %slope : f64
  return %dx : f64
}
func.func private @sine(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @sine_fwd, backward = @sine_bwd}} {
  %y = math.sin %x : f64
  return %y : f64
}

func.func @f(%x: f64) -> f64 {
  %two = arith.constant 2.0 : f64
  %s = call @sine(%x) : (f64) -> f64
  %t = arith.mulf %two, %s : f64
  %e = math.exp %x : f64
  %y = arith.addf %t, %e : f64
  return %y : f64
}
func.func @gradient(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
