// Without libdevice, math functions are computed in the kernel.

// REQUIRES: gpu
// RUN: sg-opt %s --sg-lower-to-nvvm="toolkit=none" --split-input-file | FileCheck %s
// CHECK:     llvm.mlir.global internal constant @sg.kernels.image("
// CHECK-NOT: .extern
// CHECK-NOT: call
// CHECK:     \00")
func.func @f(%x: tensor<3xf32>, %h: tensor<3xbf16>) -> (tensor<3xf32>, tensor<3xbf16>) {
  %a = math.exp %x : tensor<3xf32>
  %b = math.tanh %a : tensor<3xf32>
  %c = math.sin %b : tensor<3xf32>
  %d = math.log1p %c : tensor<3xf32>
  %e = math.erf %d : tensor<3xf32>
  %s = math.absf %e : tensor<3xf32>
  %k = math.sqrt %s : tensor<3xf32>
  %g = math.cos %h : tensor<3xbf16>
  return %k, %g : tensor<3xf32>, tensor<3xbf16>
}

// -----

// Also in f64, and powers with integer exponents.
// CHECK:     llvm.mlir.global internal constant @sg.kernels.image("
// CHECK-NOT: .extern
// CHECK-NOT: call
// CHECK:     \00")
func.func @g(%x: tensor<3xf64>, %n: tensor<3xi64>) -> tensor<3xf64> {
  %a = math.log %x : tensor<3xf64>
  %b = math.powf %a, %x : tensor<3xf64>
  %c = math.fpowi %b, %n : tensor<3xf64>, tensor<3xi64>
  %d = arith.remf %c, %x : tensor<3xf64>
  %e = arith.minnumf %d, %a : tensor<3xf64>
  %i = math.isnan %e : tensor<3xf64>
  %y = arith.select %i, %a, %e : tensor<3xi1>, tensor<3xf64>
  return %y : tensor<3xf64>
}

// -----

// A GPU has instructions for these ops, for example bit counts, but upstream
// does not lower the ops.
// CHECK:     llvm.mlir.global internal constant @sg.kernels.image("
// CHECK-NOT: .extern
// CHECK-NOT: call
// CHECK-DAG: clz.b32
// CHECK-DAG: popc.b32
// CHECK-DAG: cvt.rzi.f64.f64
// CHECK:     \00")
func.func @h(%n: tensor<3xi32>, %x: tensor<3xf64>) -> (tensor<3xi32>, tensor<3xf64>) {
  %a = math.ctlz %n : tensor<3xi32>
  %b = math.ctpop %a : tensor<3xi32>
  %c = math.ipowi %b, %n : tensor<3xi32>
  %d = math.absi %c : tensor<3xi32>
  %e = math.cttz %d : tensor<3xi32>
  %y = math.trunc %x : tensor<3xf64>
  return %e, %y : tensor<3xi32>, tensor<3xf64>
}
