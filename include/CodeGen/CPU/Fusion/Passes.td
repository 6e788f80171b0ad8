//===- Passes.td - Loops that are joined -------------------*- tablegen -*-===//
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
    Contractions and other structured ops on memory that have a *batch* in common,
    a loop in which each of them needs only what the others do in the same batch,
    are computed together in a loop over the batches: the heads of an attention,
    the images of a convolution, the components of a mixture. As many batches are a
    step as half of `cache-bytes` holds of what the ops access. What one op hands
    to the next is still in the cache then, and memory that nobody else uses is
    only as large as a step needs. Ops change places with what has to do with other
    memory, to come together.

    A batch is no loop of a tile of `sg-lower-contractions`, and what is the same
    for all batches is at most a quarter of the cache: it is read in each step. A
    group has at least one contraction; the others are those of `sg-fuse-rows`.

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
           "in bytes">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def FuseRows : Pass<"sg-fuse-rows", "::mlir::func::FuncOp"> {
  let summary = "Go through memory once for several structured ops";
  let description = [{
    Structured ops on memory that have *rows* in common, loops in which each of
    them needs only what the others do in the same row, are computed together in
    a loop over the rows, as many at a time as have `elements` elements, or a few
    less if all steps are the same then. What one hands to the next is still in
    the nearest cache, and memory that nobody else uses is only as large as that.
    A softmax of the rows of a matrix reads the matrix once. Ops change places
    with what has to do with other memory, to come together. Contractions are not
    among them.

    What is added up over the rows, into one element or into a row of at least 32,
    is added up in the same loop, if no op of the group reads the sums: the loss of
    all rows, the gradient of what was broadcast to them. The start values of the
    sums are in front of the loop then.

    Of these ops, neighbours all loops of which are such rows become one
    `linalg.generic` first, if their bodies are arithmetic: what one hands to the
    next is a value, and memory that nobody else reads goes away. So an optimizer
    goes through its parameters and its state in one loop.

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
           "How many elements of an op a step has, at least one row; half as many "
           "neighbours if it is a part of a row">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // SG_CODEGEN_CPU_FUSION_PASSES
