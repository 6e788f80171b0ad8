//===- Passes.td - Tiling of contractions ---------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_CPU_TILING_PASSES
#define SG_CODEGEN_CPU_TILING_PASSES

include "mlir/Pass/PassBase.td"

def LowerContractions
    : Pass<"sg-lower-contractions", "::mlir::func::FuncOp"> {
  let summary = "Lower contractions to loops over register tiles";
  let description = [{
    Rewrites sums of products of floats on memrefs as loops over register tiles.
    Examples are batched and transposed matrix products, convolutions, and the
    derivatives of both, also if the op is a `linalg.generic`. A tile is several
    rows of the result (the m dimension) by two vectors of columns (the n
    dimension), or few rows by more vectors. The reduction dimensions are called
    k. One operand, the *panel*, is loaded by vectors along the columns. The
    other operand is loaded element by element. Dimensions of size 1 are ignored
    when the dimensions of the tile are chosen: a product with one column
    becomes a product of a matrix and a vector. Sizes may be dynamic. Remaining
    columns are computed under a mask, remaining rows in a smaller tile. If the
    number of rows is dynamic, remaining rows are computed in tiles of 4, the
    last of which repeats the last row. (Each additional tile shape would
    increase the compile time.)

    *Blocks.* Loops are divided into blocks to keep the data that tiles reuse in
    the caches: at most 64 KiB of the panel, and half of `cache-bytes` of the
    other operand. A panel that exceeds the nearest cache and is used by several
    tiles is packed, that is, copied to contiguous memory (K. Goto, R. A. van de
    Geijn, "Anatomy of high-performance matrix multiplication", ACM TOMS 34(3),
    2008). In `A * transpose(B)` the panel is not contiguous along the columns.
    Packing then transposes the panel in registers.

    Rows may share elements. Examples are the windows of a convolution, and the
    windows to which the gradient with respect to its image adds. In this case
    three quarters of `cache-bytes` hold the other operand and the result for a
    block of rows, and each block is finished before the next one begins. If the
    k dimension has at most 32 elements, the panels fit into the cache, and the
    result spans more pages than the TLB holds, each block has only the rows of
    one tile. The result is then written row by row, and all panels that need
    packing are packed before the first row.

    A block of the other operand is packed in two cases. First, if its elements
    have to be extended: packing extends them by vectors. Windows of bf16 are
    not packed, because copying shared elements once per window costs more than
    extending them. Second, if its elements are contiguous along the rows,
    consecutive indices of the k dimension are on different pages, and there are
    at least 16 tiles of columns (A in `transpose(A) * B`). The block is packed
    tile by tile, and within a tile along the k dimension.

    *Initial values.* If an op before the contraction fills the result with one
    value, and each element of the result is in one tile only, the accumulators
    are initialized with this value.

    *Epilogues.* Elementwise ops that read the result are computed while the
    tile is in registers, after the last block of the k dimension. Examples are
    a bias and a relu, or the step of an optimizer. Such ops may contain only
    arithmetic that can be vectorized along the columns, and may read only those
    elements of the result that are in the tile. Ops on unrelated memory between
    such an op and the contraction are moved. If no other op reads the result,
    the result is neither stored nor allocated.

    *Vectors along the k dimension.* Packing a transposed panel does not pay off
    for up to 8 rows. If both operands are contiguous along one k dimension of
    at least 32 elements, vectors lie along that dimension instead. A tile then
    has these rows and 4 columns, and each accumulator is a vector that is
    reduced at the end. This includes products of a matrix and a vector, and of
    two vectors.

    *Convolutions with few channels.* The gradient with respect to a
    convolution's image adds to windows of pixels. If there are fewer channels
    than vector lanes, the channels of all pixels along a window become one
    dimension of columns. This requires that the channels are contiguous in the
    image and in the filter. If channels are the first dimension, adjacent
    pixels become the columns. Rows then lie along another dimension of the
    image, along which adjacent windows add to the same pixels.

    An op is left unchanged if its result is not contiguous along the last
    dimension. It is also left unchanged if its panel is not contiguous, fewer
    than 4 rows read the panel, and vectors cannot lie along the k dimension.

    *Guarantees.* The products of an element are added in order, or separately
    in each lane of a vector, followed by a sum of the lanes. The order depends
    only on the sizes. The results of elementwise ops do not change.

    *Never fails.*

    *Example.* With `vector-bits=256`, a tile of this product has 6 rows and 16
    columns:

    ```mlir
    func.func @f(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
      linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
      return
    }
    ```
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", /*default=*/"256",
           "Width of a vector register in bits: a power of two from 128 to "
           "2048">,
    Option<"cacheBytes", "cache-bytes", "unsigned", /*default=*/"1 << 20",
           "Size in bytes, at least 1, of the largest cache that a core does "
           "not share with other cores">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def OrderLoops : Pass<"sg-order-loops", "::mlir::func::FuncOp"> {
  let summary = "Move the loop along contiguous memory innermost";
  let description = [{
    If the innermost loop of a `linalg.generic` accesses memory with a stride, a
    parallel loop along which each operand is contiguous or invariant becomes
    the innermost one. Examples are the channels of a pooling, or the columns of
    a sum over rows. LLVM can then vectorize the loop.

    Run this pass before lowering structured ops to loops.

    *Guarantees.* Each element's terms are combined in the original order.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: memref<8x100xf32>, %sums: memref<100xf32>) {
      linalg.generic {indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (j)>], iterator_types = ["parallel", "reduction"]}
          ins(%x : memref<8x100xf32>) outs(%sums : memref<100xf32>) {
      ^bb0(%a: f32, %s: f32):
        %0 = arith.addf %s, %a : f32
        linalg.yield %0 : f32
      }
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<8x100xf32>, %sums: memref<100xf32>) {
      linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
          ins(%x : memref<8x100xf32>) outs(%sums : memref<100xf32>) {
      ^bb0(%a: f32, %s: f32):
        %0 = arith.addf %s, %a : f32
        linalg.yield %0 : f32
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect"
  ];
}

#endif // SG_CODEGEN_CPU_TILING_PASSES
