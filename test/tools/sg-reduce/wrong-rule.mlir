// The reduction keeps only the function whose custom rule is wrong in reverse
// mode.
//
// RUN: sg-reduce %s --reduce-greedily="test=%source/scripts/reverse_disagrees_with_forward test-arg=--function=model test-arg=--sg-run=%binary/bin/sg-run" -o %t
// RUN: FileCheck %s < %t
// docs/ReducingAWrongGradient.md shows this example.
// RUN: diff %t %S/Inputs/wrong-rule-reduced.mlir

// CHECK-NOT:   @unused
// CHECK-LABEL: func.func private @same(
func.func private @unused(%x: f64) -> f64 {
  return %x : f64
}
func.func private @same(%x: f64) -> f64
    attributes {no_inline, grad.custom_jvp = @same_jvp, grad.custom_vjp = {forward = @same_fwd, backward = @same_bwd}} {
  return %x : f64
}
func.func private @same_jvp(%x: f64, %t: f64) -> (f64, f64) {
  return %x, %t : f64, f64
}
func.func private @same_fwd(%x: f64) -> f64 {
  return %x : f64
}
func.func private @same_bwd(%c: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  return %zero : f64
}
// CHECK-LABEL: func.func @model(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[Y:%[a-z0-9]+]] = call @same([[X]])
// CHECK-NEXT:    return [[Y]]
func.func @model(%x: f64) -> f64 {
  %a = math.sin %x : f64
  %b = func.call @same(%a) : (f64) -> f64
  %c = math.tanh %b : f64
  return %c : f64
}
