// A transpose of rank 0 is valid, but upstream's verifier crashes on it
// (22.1.8): the tools replace it by a copy before they verify.

// DEFINE: %{run} = sg-run %s --input=2.0 --function
// RUN: %{run}=f --device=cpu | FileCheck %s --check-prefix=TWO
// RUN: %{run}=f --device=reference | FileCheck %s --check-prefix=TWO
// RUN: %{run}=gradient --device=cpu | FileCheck %s --check-prefix=FOUR
// RUN: %{run}=gradient --device=reference | FileCheck %s --check-prefix=FOUR
// TWO: result[0]: f64=2
// FOUR: result[0]: f64=4

// sg-opt: with passes in any form, without passes, from bytecode.
// RUN: sg-opt %s | FileCheck %s
// RUN: sg-opt %s --cse | FileCheck %s
// RUN: sg-opt %s --pass-pipeline='builtin.module(func.func(cse))' | FileCheck %s
// RUN: sg-opt %s --sg-lower-to-cpu -o /dev/null
// RUN: sg-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --emit-bytecode -o %t.mlirbc
// RUN: sg-opt %t.mlirbc | FileCheck %s
// RUN: sg-run %t.mlirbc --function=f --input=2.0 --device=cpu | FileCheck %s --check-prefix=TWO
// RUN: sg-opt %s --allow-unregistered-dialect -split-input-file --verify-diagnostics | FileCheck %s
// RUN: sg-reduce %s --reduce-greedily=test=/bin/false | FileCheck %s --check-prefix=REDUCED
// REDUCED: module {
// CHECK-LABEL: func.func @f(
// CHECK: linalg.copy ins(%{{.*}} : tensor<f64>) outs(%{{.*}} : tensor<f64>) -> tensor<f64>
// CHECK-LABEL: func.func @generic(
// CHECK: linalg.copy ins(%{{.*}} : tensor<f64>) outs(%{{.*}} : tensor<f64>) -> tensor<f64>
// CHECK-LABEL: func.func @memory(
// CHECK: linalg.copy ins(%{{.*}} : memref<f32>) outs(%{{.*}} : memref<f32>)
// CHECK-LABEL: func.func @matrix(
// CHECK: linalg.transpose {{.*}} permutation = [1, 0]

func.func @f(%x: tensor<f64>) -> tensor<f64> {
  %e = tensor.empty() : tensor<f64>
  %b = linalg.transpose ins(%x : tensor<f64>) outs(%e : tensor<f64>) permutation = []
  return %b : tensor<f64>
}

func.func @generic(%x: tensor<f64>) -> tensor<f64> {
  %b = "linalg.transpose"(%x, %x) <{permutation = array<i64>}> ({
  ^bb0(%y: f64, %z: f64):
    "linalg.yield"(%y) : (f64) -> ()
  }) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %b : tensor<f64>
}

func.func @memory(%x: memref<f32>, %y: memref<f32>) {
  linalg.transpose ins(%x : memref<f32>) outs(%y : memref<f32>) permutation = []
  return
}

func.func @matrix(%x: tensor<2x3xf64>, %e: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %b = linalg.transpose ins(%x : tensor<2x3xf64>) outs(%e : tensor<3x2xf64>) permutation = [1, 0]
  return %b : tensor<3x2xf64>
}

func.func @square(%x: tensor<f64>) -> f64 {
  %t = func.call @f(%x) : (tensor<f64>) -> tensor<f64>
  %y = tensor.extract %t[] : tensor<f64>
  %z = arith.mulf %y, %y : f64
  return %z : f64
}

func.func @gradient(%x: tensor<f64>) -> tensor<f64> {
  %z, %dx = grad.value_and_grad @square(%x) : (tensor<f64>) -> (f64, tensor<f64>)
  return %dx : tensor<f64>
}
