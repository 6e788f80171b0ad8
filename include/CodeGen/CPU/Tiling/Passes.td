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
  let summary = "Compute contractions by tiles in vector registers";
  let description = [{
    Rewrites sums of products of floats on memrefs (matmul in all transpositions
    and batched, convolutions, the derivatives of both, and every
    `linalg.generic` that is one) as loops over register tiles. A tile is some rows
    of the result (the m dimension) by two vectors of columns (the n dimension), or
    few rows by more vectors. The k dimensions are summed over. One factor, the
    *panel*, is loaded by vectors along the columns, the other one element by
    element. Dimensions of size 1 are left out before the dimensions of the tile are
    chosen: a product with one column becomes one of a matrix and a vector. Sizes
    may be dynamic. Remaining columns are computed under a mask, remaining rows in a
    smaller tile; if the number of rows is not known, in tiles of 4, the last of
    which computes the last row several times. (The time to compile grows with the
    number of tiles.)

    *Blocks.* Loops are divided into blocks, so that what tiles use again is still in
    the caches: at most 64 KiB of the panel, and half of `cache-bytes` of the other
    factor. A panel that is far away and used by several tiles is packed, that is
    copied to contiguous memory (K. Goto, R. A. van de Geijn, "Anatomy of
    high-performance matrix multiplication", ACM TOMS 34(3), 2008). A panel that is
    not contiguous along the columns (B in `A * transpose(B)`) is transposed by this
    copy, in registers.

    Rows may have elements in common: the windows of a convolution do, and so do the
    windows to which the gradient of its image adds. Then three quarters of
    `cache-bytes` hold the other factor and the result for a block of rows, and that
    block is finished before the next one begins. If the k dimension has at most 32
    elements, the panels are nearby, and the result is far larger, a block is the
    rows of one tile, so that the result is written row by row; all panels that need
    packing are packed before the first row.

    A block of the other factor is packed in two cases. First, if its elements have
    to be extended, which is then done by vectors; not in windows of bf16, whose
    elements would be copied once for each window. Second, if its elements are
    contiguous along the rows, consecutive indices of the k dimension are on
    different pages, and there are at least 16 tiles of columns (A in
    `transpose(A) * B`); it is packed tile by tile, and within a tile along the k
    dimension.

    *Initial values.* If the result was filled with one value just before, and each
    of its elements is in one tile only, the accumulators are initialized with it.

    *Epilogues.* Elementwise ops that read the result, such as a bias and a relu or
    the step of an optimizer, are computed while the tile is in registers, after the
    last block of the k dimension. They may only do arithmetic, by vectors along the
    columns, and read of the result only the elements of the tile. Ops on unrelated
    memory between them and the contraction are moved. If nobody else reads the
    result, it is neither stored nor allocated.

    *Vectors along the k dimension.* Up to 8 rows are too few for a panel that has
    to be transposed. If both factors are contiguous along one k dimension of at
    least 32 elements, vectors lie along that dimension: a tile is these rows by 4
    columns, and each sum is a vector whose elements are added up in the end.
    Products of a matrix and a vector, and of two vectors, are computed so too.

    *Convolutions of few channels.* The gradient of a convolution's image adds to
    windows of pixels. If these have fewer channels than a vector has elements, the
    channels of all pixels along a window become one dimension of columns, as far as
    they are contiguous in memory and in the filter; where channels come first,
    neighbouring pixels do. Rows are then along another dimension of the image,
    where neighbouring windows add to the same pixels.

    Leaves an op alone if its result is not contiguous along the last dimension, or
    if its panel is not, is read for fewer than 4 rows, and vectors cannot lie along
    the k dimension either.

    *Guarantees.* The products of an element are added to it one after the other,
    or those of each element of a vector and then these, in an order that depends
    on nothing but the sizes. Elementwise ops compute the same.

    *Never fails.*

    *Example.* With `vector-bits=256`, a tile of this has 6 rows and 16 columns:

    ```mlir
    func.func @f(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
      linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
      return
    }
    ```
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", /*default=*/"256",
           "The width of a vector register in bits: a power of two from 128 to "
           "2048">,
    Option<"cacheBytes", "cache-bytes", "unsigned", /*default=*/"1 << 20",
           "The size of the largest cache that a processor shares with no other, "
           "in bytes, at least 1">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def OrderLoops : Pass<"sg-order-loops", "::mlir::func::FuncOp"> {
  let summary = "Make the loop along contiguous memory the innermost one";
  let description = [{
    If the innermost loop of a `linalg.generic` on memory has a stride, a parallel
    loop along which each operand is contiguous or invariant becomes the innermost
    one: the channels of a pooling, or the columns of a sum over rows. LLVM can then
    vectorize it.

    Runs on what is to become loops.

    *Guarantees.* What is combined for an element is combined in the same order.

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
