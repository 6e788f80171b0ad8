// RUN: sg-opt %s --sg-map-contractions --sg-map-to-kernels | FileCheck %s

// What is before a contraction and behind it shares a kernel, if the contraction has nothing to do
// with it: memory of its blocks is nobody else's.
// CHECK-LABEL: func.func @beside(
// CHECK-COUNT-2: gpu.launch
// CHECK-NOT:   gpu.launch
// CHECK-LABEL: func.func @between(
// CHECK-COUNT-3: gpu.launch
func.func @beside(%x: memref<32x32xf16> {llvm.noalias}, %y: memref<32x32xf16> {llvm.noalias}, %z: memref<32x32xf32> {llvm.noalias},
                  %u: memref<32xf32> {llvm.noalias}, %v: memref<32xf32> {llvm.noalias}) {
  linalg.exp ins(%u : memref<32xf32>) outs(%u : memref<32xf32>)
  linalg.matmul ins(%x, %y : memref<32x32xf16>, memref<32x32xf16>) outs(%z : memref<32x32xf32>)
  linalg.exp ins(%u : memref<32xf32>) outs(%v : memref<32xf32>)
  return
}

// What it reads, and what reads its result, does not.
func.func @between(%x: memref<32x32xf32> {llvm.noalias}, %y: memref<32x32xf32> {llvm.noalias}, %z: memref<32x32xf32> {llvm.noalias}) {
  linalg.exp ins(%x : memref<32x32xf32>) outs(%x : memref<32x32xf32>)
  linalg.matmul ins(%x, %y : memref<32x32xf32>, memref<32x32xf32>) outs(%z : memref<32x32xf32>)
  linalg.exp ins(%z : memref<32x32xf32>) outs(%z : memref<32x32xf32>)
  return
}
