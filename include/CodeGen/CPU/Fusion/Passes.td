//===- Passes.td - Fusion of structured ops on memory ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_CPU_FUSION_PASSES
#define SG_CODEGEN_CPU_FUSION_PASSES

include "mlir/Pass/PassBase.td"

def FuseBatches : Pass<"sg-fuse-batches", "::mlir::func::FuncOp"> {
  let summary = "Compute several structured ops batch by batch";
  let description = [{
    Fuses contractions and other structured ops on memory that have a *batch
    dimension* in common: a parallel dimension at each index of which an op needs
    only what the others compute at the same index. Examples are the heads of an
    attention, the images of a convolution, the components of a mixture. They are
    computed in one loop over that dimension, in steps of as many indices as half of
    `cache-bytes` holds of what the ops access. What one op passes to the next is
    then still in the cache, and memory that nobody else uses is only as large as a
    step needs. To bring the ops together, ops on unrelated memory are moved.

    A batch dimension is not a dimension of a tile of `sg-lower-contractions`. What
    is the same in all batches is read in each step, and takes at most a quarter of
    the cache. A group has at least one contraction; what else can be in it is said
    at `sg-fuse-rows`.

    Runs after bufferization and before `sg-lower-contractions`.

    *Guarantees.* Each op computes the same, element by element.

    *Never fails.*

    *Example.* With `cache-bytes=65536`, one of the matrices of 64 x 64 after the
    other:

    ```mlir
    func.func @f(%a: memref<8x64x64xf32> {llvm.noalias}, %b: memref<8x64x64xf32> {llvm.noalias}, %c: memref<8x64x64xf32> {llvm.noalias}) {
      %t = memref.alloc() : memref<8x64x64xf32>
      linalg.exp ins(%a : memref<8x64x64xf32>) outs(%t : memref<8x64x64xf32>)
      linalg.batch_matmul ins(%t, %b : memref<8x64x64xf32>, memref<8x64x64xf32>) outs(%c : memref<8x64x64xf32>)
      memref.dealloc %t : memref<8x64x64xf32>
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: memref<8x64x64xf32> {llvm.noalias}, %arg1: memref<8x64x64xf32> {llvm.noalias}, %arg2: memref<8x64x64xf32> {llvm.noalias}) {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c1 = arith.constant 1 : index
      %alloc = memref.alloc() : memref<1x64x64xf32>
      scf.for %arg3 = %c0 to %c8 step %c1 {
        %subview = memref.subview %arg0[%arg3, 0, 0] [1, 64, 64] [1, 1, 1] : memref<8x64x64xf32> to memref<1x64x64xf32, strided<[4096, 64, 1], offset: ?>>
        linalg.exp ins(%subview : memref<1x64x64xf32, strided<[4096, 64, 1], offset: ?>>) outs(%alloc : memref<1x64x64xf32>)
        %subview_0 = memref.subview %arg1[%arg3, 0, 0] [1, 64, 64] [1, 1, 1] : memref<8x64x64xf32> to memref<1x64x64xf32, strided<[4096, 64, 1], offset: ?>>
        %subview_1 = memref.subview %arg2[%arg3, 0, 0] [1, 64, 64] [1, 1, 1] : memref<8x64x64xf32> to memref<1x64x64xf32, strided<[4096, 64, 1], offset: ?>>
        linalg.batch_matmul ins(%alloc, %subview_0 : memref<1x64x64xf32>, memref<1x64x64xf32, strided<[4096, 64, 1], offset: ?>>) outs(%subview_1 : memref<1x64x64xf32, strided<[4096, 64, 1], offset: ?>>)
      }
      memref.dealloc %alloc : memref<1x64x64xf32>
      return
    }
    ```
  }];
  let options = [
    Option<"cacheBytes", "cache-bytes", "unsigned", /*default=*/"1 << 20",
           "The size of the largest cache that a processor shares with no other, "
           "in bytes, at least 1">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def FuseRows : Pass<"sg-fuse-rows", "::mlir::func::FuncOp"> {
  let summary = "Compute structured ops with common parallel dimensions in one loop";
  let description = [{
    Fuses structured ops on memory that have parallel dimensions in common, at each
    index of which an op needs only what the others compute at the same index. Such
    dimensions are called *rows* here. The ops are computed in one loop over the
    rows, as many at a time as have `elements` elements, or a few less if that makes
    all steps equal. What one op passes to the next is then still in the nearest
    cache, and memory that nobody else uses is only as large as a step needs. A
    softmax of the rows of a matrix reads the matrix once. To bring the ops together,
    ops on unrelated memory are moved. Contractions are not fused.

    Sums over the rows, into one element or into at least 32, are accumulated in the
    same loop, unless an op of the group reads them: the loss of all rows, or the
    gradient of a value that was broadcast to them. They are initialized in front of
    the loop.

    Before that, neighbours in a group that have no other dimensions than the rows,
    and whose bodies are arithmetic, become one `linalg.generic`: what one passes to
    the next is then a value, and memory that nobody else reads is not allocated. So
    an optimizer goes through its parameters and its state in one loop.

    Runs after bufferization.

    *Guarantees.* Each op computes the same, element by element; what is added up
    is so in the same order.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: memref<8192xf32> {llvm.noalias}, %y: memref<8192xf32> {llvm.noalias}) {
      %t = memref.alloc() : memref<8192xf32>
      linalg.exp ins(%x : memref<8192xf32>) outs(%t : memref<8192xf32>)
      linalg.add ins(%t, %x : memref<8192xf32>, memref<8192xf32>) outs(%y : memref<8192xf32>)
      memref.dealloc %t : memref<8192xf32>
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: memref<8192xf32> {llvm.noalias}, %arg1: memref<8192xf32> {llvm.noalias}) {
      %c0 = arith.constant 0 : index
      %c8192 = arith.constant 8192 : index
      %c2048 = arith.constant 2048 : index
      %alloc = memref.alloc() : memref<2048xf32>
      scf.for %arg2 = %c0 to %c8192 step %c2048 {
        %subview = memref.subview %arg0[%arg2] [2048] [1] : memref<8192xf32> to memref<2048xf32, strided<[1], offset: ?>>
        linalg.exp ins(%subview : memref<2048xf32, strided<[1], offset: ?>>) outs(%alloc : memref<2048xf32>)
        %subview_0 = memref.subview %arg0[%arg2] [2048] [1] : memref<8192xf32> to memref<2048xf32, strided<[1], offset: ?>>
        %subview_1 = memref.subview %arg1[%arg2] [2048] [1] : memref<8192xf32> to memref<2048xf32, strided<[1], offset: ?>>
        linalg.add ins(%alloc, %subview_0 : memref<2048xf32>, memref<2048xf32, strided<[1], offset: ?>>) outs(%subview_1 : memref<2048xf32, strided<[1], offset: ?>>)
      }
      memref.dealloc %alloc : memref<2048xf32>
      return
    }
    ```
  }];
  let options = [
    Option<"elements", "elements", "unsigned", /*default=*/"4096",
           "The number of elements of an op in a step, at least 1; a step has at "
           "least one row, or half as many neighbours if it is a part of a row">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // SG_CODEGEN_CPU_FUSION_PASSES
