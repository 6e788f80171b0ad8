// Each rule runs as one MLIR action, so that a wrong gradient can be bisected.
// A skipped action ends the derivative like a stop and emits a remark.
//
// RUN: sg-opt %s --grad-expand-derivatives --log-actions-to=- -o /dev/null | FileCheck %s --check-prefix=LOG
// LOG:      Action `grad-apply-rule` pullback of 'math.sin'
// LOG:      Action `grad-apply-rule` pullback of 'math.exp'
// LOG:      Action `grad-apply-rule` pushforward of 'math.exp'
// LOG:      Action `grad-apply-rule` pushforward of 'math.sin'
//
// RUN: sg-opt %s --grad-expand-derivatives --mlir-debug-counter=grad-apply-rule-skip=0,grad-apply-rule-count=1 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=WARNING < %t.err
// RUN: FileCheck %s --check-prefix=CUT < %t.out
// WARNING: apply-rule-action.mlir:[[#@LINE+11]]:{{.*}} warning: derivative rule skipped: the derivative ends here, as at grad.stop_gradient
//
// CUT-LABEL: func.func private @f_vjp(
// CUT-NOT:     math.cos
// CUT:         return
// CUT-LABEL: func.func @gradient(
// CUT:         [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CUT:         return [[ZERO]]

func.func @f(%x: f64) -> f64 {
  %a = math.exp %x : f64
  %y = math.sin %a : f64
  return %y : f64
}
func.func @gradient(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
func.func @tangent(%x: f64) -> f64 {
  %y, %t = grad.jvp @f(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  return %t : f64
}
