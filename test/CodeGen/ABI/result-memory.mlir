// Which memory the whole pipeline computes results in.

// RUN: split-file %s %t
// RUN: sg-opt %t/known.mlir --sg-lower-to-cpu | FileCheck %t/known.mlir
// RUN: sg-opt %t/donated.mlir --sg-lower-to-cpu | FileCheck %t/donated.mlir
// RUN: sg-opt %t/donated.mlir --sg-lower-to-cpu=donated=0 | FileCheck %t/donated.mlir --check-prefix=DONATED
// RUN: sg-opt %t/updated.mlir --sg-lower-to-cpu=donated=0 | FileCheck %t/updated.mlir
// RUN: sg-opt %t/turned.mlir --sg-lower-to-cpu=donated=0 | FileCheck %t/turned.mlir

//--- known.mlir
// In the caller's memory, without any allocation, if the arguments determine
// the shape.
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
// An argument is copied before it is changed, unless it is donated.
// CHECK-LABEL: llvm.func internal @sg.inner.change
// CHECK-SAME: !llvm.ptr {llvm.noalias, llvm.readonly}
// CHECK: llvm.call @sgrt_alloc
// DONATED-NOT: sgrt_alloc
// DONATED-LABEL: llvm.func internal @sg.inner.change
// DONATED-SAME: !llvm.ptr {llvm.noalias},
func.func @change(%x: tensor<8xf32>, %i: index, %y: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %y into %x[%i] : tensor<8xf32>
  %1 = tensor.extract %0[%c0] : tensor<8xf32>
  return %1 : f32
}

//--- updated.mlir
// A result over a donated argument: no allocation, and a copy only if the
// caller passes other memory for the result.
// CHECK-LABEL: llvm.func internal @sg.inner.update
// CHECK-SAME:  %[[CALL:[a-z0-9]+]]: !llvm.ptr, %[[X:[a-z0-9]+]]: !llvm.ptr {llvm.noalias}, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: !llvm.ptr {llvm.noalias, llvm.readonly}
// CHECK-NOT:   sgrt_alloc
// CHECK-NOT:   llvm.intr.memcpy
// CHECK:       llvm.fsub
// CHECK-NOT:   llvm.intr.memcpy
// CHECK:       llvm.call @sgrt_result
// CHECK:       llvm.icmp "ne"
// CHECK:       llvm.cond_br %{{[0-9]+}}, ^[[COPY:[a-z0-9]+]], ^[[END:[a-z0-9]+]]
// CHECK:       ^[[COPY]]:
// CHECK:       llvm.intr.memcpy
// CHECK:       ^[[END]]:
// CHECK-NOT:   llvm.intr.memcpy
// CHECK-LABEL: llvm.func internal @sg.unpack.update
func.func @update(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.subf %y, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

//--- turned.mlir
// Elements are read after others could have overwritten them, so the result is
// not computed in place.
// CHECK-LABEL: llvm.func internal @sg.inner.turn
// CHECK:       llvm.call @sgrt_alloc
// CHECK-LABEL: llvm.func internal @sg.unpack.turn
func.func @turn(%x: tensor<9x9xf32>) -> tensor<9x9xf32> {
  %empty = tensor.empty() : tensor<9x9xf32>
  %0 = linalg.transpose ins(%x : tensor<9x9xf32>) outs(%empty : tensor<9x9xf32>) permutation = [1, 0]
  return %0 : tensor<9x9xf32>
}
