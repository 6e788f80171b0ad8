//===- Passes.td - Contractions by tiles -------------------*- tablegen -*-===//
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
    `linalg.generic` that is one) as loops over tiles: some rows of the result by
    two vectors, or few rows by more, are accumulated in registers, one factor,
    the panel, is read by vectors, the other one element by element. Loops of one
    iteration are left out before it is chosen which loops tiles are made of: a
    product with one column is one of a matrix and a vector. Sizes
    may be dynamic; columns that are left over are computed under a mask, rows in
    a smaller tile. Of a number of rows that is not known what is left over is
    computed by tiles of 4, of which the last one computes the last row as often
    as it takes to have 4: the time to compile grows with the number of tiles.

    Loops are divided into blocks, so that what tiles use again is still in the
    caches: at most 64 KiB of the panel, and of the other factor half of
    `cache-bytes`. A panel that is far away and used by several tiles is copied
    to where it is contiguous (K. Goto, R. A. van de Geijn, "Anatomy of
    high-performance matrix multiplication", ACM TOMS 34(3), 2008).

    Where rows have elements in common, as windows of a convolution and what is
    added to windows in the gradient of its image, three quarters of
    `cache-bytes` hold the other factor and the result for a block of rows, of
    which everything is computed before the next block begins. Where there are at
    most 32 terms, whose panels are nearby, and the result is far larger, a block
    is the rows of one tile: the result is written along its rows. All panels are
    copied before the first row then, if they have to be.

    So is a block of the other factor, if its elements have to be extended, which
    is done by vectors then; those of a window, which are copied as often as windows
    have them, only if they are not bf16. Or if they are neighbours along the rows, each term is on another page,
    and there are at least 16 tiles of columns (A in `transpose(A) * B`): tile by
    tile then, and in each term by term.

    Where the result was filled with one value just before, and each of its
    elements is in one tile, the sums begin with it in registers.

    Elementwise ops that go on with the result, a bias and a relu or the step of
    an optimizer, are done while the tile is in registers, with the last block of
    terms: ops that only do arithmetic, by vectors along the columns, and need of
    what is written no more than the elements of the tile. Ops change places with
    what has to do with other memory for that. The result itself is not stored
    then, nor is there memory for it, if nobody else reads it.

    A panel that is not contiguous along the columns (B in `A * transpose(B)`) is
    turned around by this copy, in registers.

    Up to 8 rows are too few for that. If both factors are contiguous along one of
    the terms, of which there are at least 32, vectors lie along the terms: a tile
    is these rows by 4 columns, of each of which the sum is a vector, whose elements
    are summed up in the end. So is a product of a matrix and a vector, and one of
    two vectors.

    The gradient of a convolution's image adds to windows of pixels. If these have
    fewer channels than a vector has elements, those of all pixels along a window
    are columns, as far as they are next to each other in memory and in the filter;
    where channels come first, neighbouring pixels are. Rows are along another
    dimension of the image then: windows next to each other add to the same pixels.

    Leaves an op alone whose result is not contiguous along its last dimension, or
    whose panel is not and has fewer than 4 rows to be read for, if vectors do not
    lie along the terms either.

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
           "The width of a vector register in bits">,
    Option<"cacheBytes", "cache-bytes", "unsigned", /*default=*/"1 << 20",
           "The size of the largest cache that a processor shares with no other, "
           "in bytes">
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
    Of a `linalg.generic` on memory whose innermost loop jumps, a parallel loop
    along which each operand is contiguous, or the same, becomes the innermost one:
    the channels of a pooling, the columns of a sum of rows. LLVM makes vectors of
    it.

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
