// RUN: sg-opt %s --sg-check-allocations | FileCheck %s

// Dynamic sizes are multiplied with an overflow check, starting from the
// product of the static sizes and the largest element size in bytes.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index
// CHECK-DAG: %[[N64:[a-z0-9]+]] = arith.index_cast %[[N]] : index to i64
// CHECK-DAG: %[[M64:[a-z0-9]+]] = arith.index_cast %[[M]] : index to i64
// CHECK-DAG: %[[KNOWN:[a-z0-9_]+]] = arith.constant 48 : i64
// CHECK: %[[BYTES:[a-z0-9]+]] = llvm.call @sgrt_scale(%[[KNOWN]], %[[N64]])
// CHECK-NEXT: llvm.call @sgrt_scale(%[[BYTES]], %[[M64]])
// CHECK-NEXT: memref.alloc(%[[N]], %[[M]])
func.func @dynamic(%n: index, %m: index) -> memref<?x3x?xf32> {
  %0 = memref.alloc(%n, %m) : memref<?x3x?xf32>
  return %0 : memref<?x3x?xf32>
}

// A vector element has the bytes of all its elements.
// CHECK-LABEL: func.func @vectors
// CHECK: arith.constant 128 : i64
// CHECK: llvm.call @sgrt_scale
func.func @vectors(%n: index) -> memref<?xvector<8xf64>> {
  %0 = memref.alloc(%n) : memref<?xvector<8xf64>>
  return %0 : memref<?xvector<8xf64>>
}

// Static sizes need no check.
// CHECK-LABEL: func.func @static
// CHECK-NOT: sgrt_scale
func.func @static(%n: index) -> (memref<4xf32>, memref<0x?xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%n) : memref<0x?xf32>
  return %0, %1 : memref<4xf32>, memref<0x?xf32>
}

// Unless the product of the static sizes is too large: 2^80 bytes.
// CHECK-LABEL: func.func @absurd
// CHECK: llvm.call @sgrt_scale
// CHECK: memref.alloc
func.func @absurd() -> memref<1099511627776x1099511627776xi8> {
  %0 = memref.alloc() : memref<1099511627776x1099511627776xi8>
  return %0 : memref<1099511627776x1099511627776xi8>
}

// The runtime aligns memory to 64 bytes; upstream handles larger alignments.
// CHECK-LABEL: func.func @alignment
// CHECK-NEXT: memref.alloc() : memref<4xf32>
// CHECK-NEXT: memref.alloc() {alignment = 128 : i64}
func.func @alignment() -> (memref<4xf32>, memref<4xf32>) {
  %0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  %1 = memref.alloc() {alignment = 128 : i64} : memref<4xf32>
  return %0, %1 : memref<4xf32>, memref<4xf32>
}
