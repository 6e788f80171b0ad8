// A called function has one op with a wrong reverse-mode rule. The reduction
// keeps only this op.
//
// RUN: sg-test-reduce %s --reduce-greedily="test=%source/scripts/reverse_disagrees_with_forward test-arg=--function=model test-arg=--sg-run=%binary/bin/sg-test-run" -o %t
// RUN: FileCheck %s < %t
// docs/ReducingAWrongGradient.md shows this example.
// RUN: diff %t %S/Inputs/wrong-op-reduced.mlir

// CHECK-LABEL: func.func private @step(
// CHECK-SAME:      [[H:%[a-z0-9]+]]: tensor<?xf64>
// CHECK-NEXT:    [[Y:%[a-z0-9]+]] = wave.thrice [[H]]
// CHECK-NEXT:    return [[Y]]
func.func private @step(%h: tensor<?xf64>, %w: tensor<?xf64>) -> tensor<?xf64> {
  %a = arith.mulf %h, %w : tensor<?xf64>
  %b = math.tanh %a : tensor<?xf64>
  %c = wave.thrice %b : tensor<?xf64>
  %d = math.atan %c : tensor<?xf64>
  %e = arith.addf %d, %h : tensor<?xf64>
  %f = math.cos %e : tensor<?xf64>
  return %f : tensor<?xf64>
}
// CHECK-LABEL: func.func @model(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: tensor<?xf64>
// CHECK-NEXT:    [[Z:%[a-z0-9]+]] = call @step([[X]],
// CHECK-NEXT:    return [[Z]]
func.func @model(%x: tensor<?xf64>, %w: tensor<?xf64>, %hot: i1) -> tensor<?xf64> {
  %a = math.sin %x : tensor<?xf64>
  %b = arith.mulf %a, %w : tensor<?xf64>
  %s = grad.stop_gradient %b : tensor<?xf64>
  %c = arith.subf %x, %s : tensor<?xf64>
  %d = math.exp %c : tensor<?xf64>
  %e = math.log1p %d : tensor<?xf64>
  %f = wave.flip %e : tensor<?xf64>
  %g = func.call @step(%f, %w) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %y = math.erf %g : tensor<?xf64>
  %z = arith.addf %y, %x : tensor<?xf64>
  return %z : tensor<?xf64>
}
