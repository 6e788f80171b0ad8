// A called function has one op that is compiled to wrong native code.
// Comparison with the reference finds the op.
//
// RUN: sg-test-reduce %s --reduce-greedily="test=%source/scripts/native_disagrees_with_reference test-arg=--function=slope test-arg=--sg-run=%binary/bin/sg-test-run" -o %t
// RUN: FileCheck %s < %t
// docs/ReducingAWrongGradient.md shows this example.
// RUN: diff %t %S/Inputs/wrong-native-reduced.mlir

// RUN: not %source/scripts/native_disagrees_with_reference --verbose --function=slope --sg-run=%binary/bin/sg-test-run --with=--input=1 --with=--input=2 %s | FileCheck %s --check-prefix=VERBOSE
// VERBOSE: sg-run: result 0 DISAGREES with the reference: is {{.*}}, the reference gives

// Code that agrees, cannot be compiled, or fails in both is not interesting.
// RUN: %source/scripts/native_disagrees_with_reference --function=right --sg-run=%binary/bin/sg-test-run %s
// RUN: %source/scripts/native_disagrees_with_reference --function=none --sg-run=%binary/bin/sg-test-run %s
// RUN: %source/scripts/native_disagrees_with_reference --function=fails --sg-run=%binary/bin/sg-test-run %s

// A function that cannot be tested is an error.
// RUN: not %source/scripts/native_disagrees_with_reference --sg-run=/nowhere %s 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: error: there is no program '/nowhere'; name it by --sg-run
// RUN: not %source/scripts/native_disagrees_with_reference --sg-run=%binary/bin/sg-test-run %t.none 2>&1 | FileCheck %s --check-prefix=UNREADABLE
// UNREADABLE: error: cannot read '{{.*}}.none': No such file or directory

// CHECK-NOT:   func @right
// CHECK:       func.func private @f([[X:%[a-z0-9]+]]: f64
// CHECK-NEXT:    [[Y:%[a-z0-9]+]] = wave.same [[X]] : f64
// CHECK-NEXT:    return [[Y]]
// CHECK:       func.func @slope(
// CHECK-NEXT:    call @f
// CHECK-NEXT:    return
func.func private @f(%x: f64, %w: f64) -> f64 {
  %a = math.tanh %x : f64
  %b = wave.same %a : f64
  %c = arith.mulf %b, %w : f64
  %d = math.exp %c : f64
  return %d : f64
}
func.func @slope(%x: f64, %w: f64) -> f64 {
  %s = math.sin %w : f64
  %y = func.call @f(%x, %s) : (f64, f64) -> f64
  %z = math.cos %y : f64
  return %z : f64
}
func.func @right(%x: f64) -> f64 {
  %y = math.sin %x : f64
  return %y : f64
}
func.func @fails(%x: f64) -> f64 {
  %no = arith.constant false
  cf.assert %no, "never"
  return %x : f64
}
