// Where the whole pipeline computes results.

// RUN: split-file %s %t
// RUN: sg-opt %t/known.mlir --sg-lower-to-cpu | FileCheck %t/known.mlir
// RUN: sg-opt %t/donated.mlir --sg-lower-to-cpu | FileCheck %t/donated.mlir
// RUN: sg-opt %t/donated.mlir --sg-lower-to-cpu="donated=0" | FileCheck %t/donated.mlir --check-prefix=DONATED

//--- known.mlir
// In the caller's memory, without any of its own, where the shape is known from
// the arguments.
// CHECK-LABEL: llvm.func internal @sg.inner.f
// CHECK-NOT: sgrt_alloc
// CHECK-NOT: llvm.intr.memcpy
// CHECK: llvm.call @sgrt_result
// CHECK-NOT: sgrt_alloc
// CHECK-NOT: llvm.intr.memcpy
// CHECK-LABEL: llvm.func internal @sg.unpack.f
func.func @f(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<4x?xf32>) {
  %0 = arith.addf %x, %y : tensor<?x4xf32>
  %1 = math.exp %0 : tensor<?x4xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %empty = tensor.empty(%n) : tensor<4x?xf32>
  %2 = linalg.transpose ins(%1 : tensor<?x4xf32>) outs(%empty : tensor<4x?xf32>) permutation = [1, 0]
  return %1, %2 : tensor<?x4xf32>, tensor<4x?xf32>
}

//--- donated.mlir
// A result that is an argument with one element changed: the argument is copied to
// the result's memory, and changed there. One that is donated is changed in its
// own memory, when that is of use.
// CHECK-LABEL: llvm.func internal @sg.inner.set
// CHECK-SAME: {llvm.noalias, llvm.readonly}
// CHECK: llvm.call @sgrt_result
// DONATED-LABEL: llvm.func internal @sg.inner.set
// DONATED-SAME: %{{[a-z0-9]+}}: !llvm.ptr {llvm.noalias},
func.func @set(%x: tensor<8xf32>, %i: index, %y: f32) -> tensor<8xf32> {
  %0 = tensor.insert %y into %x[%i] : tensor<8xf32>
  return %0 : tensor<8xf32>
}
