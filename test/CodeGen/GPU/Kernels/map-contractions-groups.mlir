// RUN: sg-opt %s --sg-map-contractions --sg-map-to-kernels | FileCheck %s

// Ops before and after a contraction share a kernel if they are independent of
// the contraction: its shared memory belongs to its blocks alone.
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

// Ops that produce its operands or read its result do not share the kernel.
func.func @between(%x: memref<32x32xf32> {llvm.noalias}, %y: memref<32x32xf32> {llvm.noalias}, %z: memref<32x32xf32> {llvm.noalias}) {
  linalg.exp ins(%x : memref<32x32xf32>) outs(%x : memref<32x32xf32>)
  linalg.matmul ins(%x, %y : memref<32x32xf32>, memref<32x32xf32>) outs(%z : memref<32x32xf32>)
  linalg.exp ins(%z : memref<32x32xf32>) outs(%z : memref<32x32xf32>)
  return
}
