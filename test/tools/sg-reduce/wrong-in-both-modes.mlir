// Differences find an op that is wrong in both modes in the same way.
//
// RUN: sg-test-reduce %s --reduce-greedily="test=%source/scripts/reverse_disagrees_with_forward test-arg=--differences test-arg=--function=model test-arg=--sg-run=%binary/bin/sg-test-run" | FileCheck %s
// RUN: %source/scripts/reverse_disagrees_with_forward --function=model --sg-run=%binary/bin/sg-test-run %s
// A file that cannot be run is not interesting.
// RUN: %source/scripts/reverse_disagrees_with_forward --differences --function=none --sg-run=%binary/bin/sg-test-run %s

// CHECK-LABEL: func.func @model(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[Y:%[a-z0-9]+]] = wave.square [[X]]
// CHECK-NEXT:    return [[Y]]
func.func @model(%x: f64) -> f64 {
  %a = math.tanh %x : f64
  %b = wave.square %a : f64
  %c = math.exp %b : f64
  %d = arith.mulf %c, %a : f64
  return %d : f64
}
