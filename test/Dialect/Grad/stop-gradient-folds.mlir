// All folds of grad.stop_gradient. Any other fold before differentiation
// changes a gradient (stop-gradient-kept.mlir).
//
// RUN: sg-opt %s --canonicalize | FileCheck %s
// RUN: sg-opt %s --sccp --canonicalize --verify-roundtrip | FileCheck %s

// A stop of a stop folds to the inner one.
// CHECK-LABEL: func.func @stop_of_stop(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[Y:%[a-z0-9]+]] = grad.stop_gradient [[X]] : f64
// CHECK-NEXT:    return [[Y]]
func.func @stop_of_stop(%x: f64) -> f64 {
  %a = grad.stop_gradient %x : f64
  %b = grad.stop_gradient %a : f64
  %c = grad.stop_gradient %b : f64
  return %c : f64
}

// The inner stop keeps its name, which the outer one may share.
// CHECK-LABEL: func.func @stop_of_named_stop(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[Y:%[a-z0-9]+]] = grad.stop_gradient [[X]] {name = "a"} : f64
// CHECK-NEXT:    return [[Y]], [[Y]]
func.func @stop_of_named_stop(%x: f64) -> (f64, f64) {
  %a = grad.stop_gradient %x {name = "a"} : f64
  %b = grad.stop_gradient %a : f64
  %c = grad.stop_gradient %a {name = "a"} : f64
  return %b, %c : f64, f64
}

// No fold: the name, which the inner stop does not have, would be lost.
// CHECK-LABEL: func.func @named_stop_of_stop(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[A:%[a-z0-9]+]] = grad.stop_gradient [[X]] : f64
// CHECK-NEXT:    [[B:%[a-z0-9]+]] = grad.stop_gradient [[A]] {name = "b"} : f64
// CHECK-NEXT:    [[C:%[a-z0-9]+]] = grad.stop_gradient [[B]] {name = "c"} : f64
// CHECK-NEXT:    return [[B]], [[C]]
func.func @named_stop_of_stop(%x: f64) -> (f64, f64) {
  %a = grad.stop_gradient %x : f64
  %b = grad.stop_gradient %a {name = "b"} : f64
  %c = grad.stop_gradient %b {name = "c"} : f64
  return %b, %c : f64, f64
}

// A stop of a constant folds to the constant.
// CHECK-LABEL: func.func @constants(
// CHECK-DAG:     [[S:%[a-z0-9_]+]] = arith.constant 2.500000e+00 : f64
// CHECK-DAG:     [[T:%[a-z0-9_]+]] = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-DAG:     [[V:%[a-z0-9_]+]] = arith.constant dense<5.000000e-01> : vector<[4]xf16>
// CHECK-DAG:     [[E:%[a-z0-9_]+]] = arith.constant dense<> : tensor<0xf32>
// CHECK-NOT:     grad.stop_gradient
// CHECK:         return [[S]], [[T]], [[V]], [[E]]
func.func @constants() -> (f64, tensor<2xf32>, vector<[4]xf16>, tensor<0xf32>) {
  %s = arith.constant 2.5 : f64
  %t = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %v = arith.constant dense<0.5> : vector<[4]xf16>
  %e = arith.constant dense<> : tensor<0xf32>
  %0 = grad.stop_gradient %s : f64
  %1 = grad.stop_gradient %t : tensor<2xf32>
  %2 = grad.stop_gradient %v : vector<[4]xf16>
  %3 = grad.stop_gradient %e : tensor<0xf32>
  return %0, %1, %2, %3 : f64, tensor<2xf32>, vector<[4]xf16>, tensor<0xf32>
}

// No fold: the name would be lost.
// CHECK-LABEL: func.func @named_constant(
// CHECK:         [[S:%[a-z0-9_]+]] = arith.constant 2.500000e+00 : f64
// CHECK-NEXT:    [[Y:%[a-z0-9]+]] = grad.stop_gradient [[S]] {name = "half"} : f64
// CHECK-NEXT:    return [[Y]]
func.func @named_constant() -> f64 {
  %s = arith.constant 2.5 : f64
  %0 = grad.stop_gradient %s {name = "half"} : f64
  return %0 : f64
}

// No fold: arith cannot hold this constant.
// CHECK-LABEL: func.func @foreign_constant(
// CHECK-NEXT:    [[Z:%[a-z0-9_]+]] = complex.constant
// CHECK-NEXT:    [[Y:%[a-z0-9]+]] = grad.stop_gradient [[Z]]
// CHECK-NEXT:    return [[Y]]
func.func @foreign_constant() -> complex<f64> {
  %z = complex.constant [1.0, 2.0] : complex<f64>
  %0 = grad.stop_gradient %z : complex<f64>
  return %0 : complex<f64>
}

// No derivative flows through an integer (all types: stop-gradient-types.mlir),
// but a named stop stays.
// CHECK-LABEL: func.func @integer(
// CHECK-SAME:      [[N:%[a-z0-9]+]]: i32)
// CHECK-NEXT:    [[B:%[a-z0-9]+]] = grad.stop_gradient [[N]] {name = "index"} : i32
// CHECK-NEXT:    return [[N]], [[B]]
func.func @integer(%n: i32) -> (i32, i32) {
  %a = grad.stop_gradient %n : i32
  %b = grad.stop_gradient %n {name = "index"} : i32
  return %a, %b : i32, i32
}

// An unused stop is erased, named or not.
// CHECK-LABEL: func.func @dead(
// CHECK-NEXT:    return
func.func @dead(%x: f64) {
  %a = grad.stop_gradient %x {name = "a"} : f64
  %b = grad.prevent_gradient %x {message = "no"} : f64
  return
}
