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
  let summary = "Fuse structured ops along batch dimensions";
  let description = [{
    Fuses contractions and other structured ops on memory that have a *batch
    dimension* in common. A batch dimension is parallel: at each index, an op
    needs only results that the other ops compute at the same index. Examples
    are the heads of an attention, the images of a convolution, or the
    components of a mixture. The ops are computed in one loop over that
    dimension. A step of the loop covers as many indices as fit into half of
    `cache-bytes`, counting all memory that the ops access. Results that one op
    passes to the next are then still in the cache, and a buffer that no other
    op uses shrinks to the size of a step. Ops on unrelated memory are moved to
    make the fused ops adjacent.

    A dimension of a register tile of `sg-lower-contractions` cannot be a batch
    dimension. Operands that are the same in all batches are read in each step,
    and may take at most a quarter of the cache. At least one of the fused ops
    is a contraction.

    Runs after bufferization and before `sg-lower-contractions`.

    *Guarantees.* The value of each element does not change.

    *Never fails.*

    *Example.* With `cache-bytes=65536`, the 64 x 64 matrices are computed one
    after the other:

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
           "Size in bytes, at least 1, of the largest cache that a core does "
           "not share with other cores">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def FuseRows : Pass<"sg-fuse-rows", "::mlir::func::FuncOp"> {
  let summary = "Fuse structured ops along common parallel dimensions";
  let description = [{
    Fuses structured ops on memory that have parallel dimensions in common, the
    *rows*. In each row, an op needs only results that the other ops compute in
    the same row. The ops are computed in one loop over the rows. A step covers
    as many rows as have about `elements` elements, or fewer if this makes all
    steps equal. Results that one op passes to the next are then still in the
    nearest cache, and a buffer that no other op uses shrinks to the size of a
    step. For example, a softmax of the rows of a matrix reads the matrix once.
    Ops on unrelated memory are moved to make the fused ops adjacent.
    Contractions are not fused.

    Sums over the rows, into one element or into at least 32 adjacent elements,
    are accumulated in the same loop, unless another fused op reads them.
    Examples are the loss of all rows, or the gradient of a value that was
    broadcast to the rows. The accumulators are initialized before the loop.

    Before the loop is created, consecutive fused ops become one
    `linalg.generic` if they have no dimensions other than the rows and their
    bodies are arithmetic. A result that one op passes to the next becomes a
    value, and a buffer that no other op reads is not allocated. An optimizer
    thus updates its parameters and its state in one loop.

    Runs after bufferization.

    *Guarantees.* The value of each element does not change: sums are added in
    the original order.

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
           "Maximum number of elements of an op per step, at least 1; a step "
           "within a contiguous row has half as many elements">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // SG_CODEGEN_CPU_FUSION_PASSES
