//===- Passes.td - Loops as kernels ------------------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_GPU_KERNELS_PASSES
#define SG_CODEGEN_GPU_KERNELS_PASSES

include "mlir/Pass/PassBase.td"

def MapContractions : Pass<"sg-map-contractions"> {
  let summary = "Let a GPU compute contractions by tiles";
  let description = [{
    Makes a `gpu.launch` of each op on memory that adds products of the elements
    of two factors to its result: `c += a * b`, the factors cast or negated at
    most, of floats or integers. The result is indexed by loops, the factors by
    any affine maps: matmul in all transpositions and batched, products of a
    matrix and a vector, convolutions and their derivatives by the filter. A
    dimension of the result may be indexed by `a * i + b * j` too, as that of the
    derivative by the image is: it is indexed by its elements `h` instead of
    `i`, and to these belongs `(h - b * j) / a`, if there is one.

    The dimensions of the result and the first factor, m, are linearized to rows,
    those of the result and the second factor, n, to columns, those that are summed
    over, k, to one, and those that are left to batches. A block of up to 256
    threads computes a tile of rows and columns:

    | tile | along k at a time | of a thread | where |
    |---|---|---|---|
    | 128x128 | 8 | 8x8 | large results |
    | 64x64 | 16 | 4x4 | sizes that are not known |
    | down to 256 elements | 16, 32 | 2x2, 1x1 | small results, so that there are 128 blocks if possible |

    Where tiles have fewer elements than a block can have threads, and k is
    64 or longer, several threads share it for an element; their sums
    are added up in the order of the threads, the same each time. Sums of `f16`
    and `bf16` are kept in `f32`.

    Of factors that are both `f16`, or both `bf16`, tensor cores compute the
    products, 16x16 by 16x8 elements at a time, of results with 16 rows and 8 columns
    or more, if k is 16 or longer; with `tf32` of factors that are both `f32`, too, rounded
    to 10 bits (to nearest, ties away from zero), half as far along k at a time:

    | tile | along k at a time | of a warp | where |
    |---|---|---|---|
    | 128x128 | 32 | 32x64 | large results |
    | 64x64 | 32 | 32x32 | sizes that are not known |
    | down to 1024 elements | 32, 64 | 32x32 and others; up to 4 warps share k | small results |

    The threads of a block load tiles of both factors into its memory, each in
    the order in which it is contiguous, and the next ones into registers while
    these are multiplied. They load up to 16 bytes at a time of what is known to be
    aligned, which needs static sizes. Outside of the factors there are zeros.

    Runs after bufferization, before `sg-map-to-kernels`, which takes what is
    left: without a k dimension, or without m and n, as a dot product.

    *Guarantees.* What is summed is what the op says, in another order; nothing
    outside of a factor reaches a sum.

    *Never fails.*

    *Example.*

    ```mlir
    func.func private @f(%a: memref<1x2xf32>, %b: memref<2x1xf32>, %c: memref<1x1xf32>) {
      linalg.matmul ins(%a, %b : memref<1x2xf32>, memref<2x1xf32>) outs(%c : memref<1x1xf32>)
      return
    }
    ```
  }];
  let options = [
    Option<"tensorCores", "tensor-cores", "bool", /*default=*/"true",
           "Whether the chip multiplies matrices of f16 and bf16, and of f32 "
           "rounded to tf32: sm_80 and later">,
    Option<"tf32", "tf32", "bool", /*default=*/"false",
           "Let tensor cores multiply f32, of which they see 10 bits">,
    Option<"alignment", "alignment", "unsigned", /*default=*/"0",
           "The alignment of all memory in bytes, a power of two up to 1048576; 0: "
           "that of its elements">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::nvgpu::NVGPUDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def MapToKernels : Pass<"sg-map-to-kernels"> {
  let summary = "Let a GPU compute what structured ops do";
  let description = [{
    Makes kernels (`gpu.launch`) of structured ops on memory, as few as possible:
    ops share a kernel if no block of it needs what another block writes. The
    work is divided among blocks by *rows*: loops that all ops of the group have,
    in which different indices mean different elements of what the group writes.
    What is left of an op in a row is divided among the *lanes* of the row (1, 8,
    32 threads, a warp for rows of unknown length, or a block for long ones),
    which wait for each other where one needs what another one has written
    (`gpu.barrier`). A softmax of the rows of a matrix is one kernel; so is a
    chain of elementwise ops, with a thread for each element or for some. Ops of
    at most 4096 iterations each share one block. To come together ops
    move past those on other memory.

    *Reductions* over a row, if their order does not matter (integers, maxima,
    floats with `reassoc`), are those of its lanes: by shuffles in a warp (values
    of 32 bits), else by a tree in the block's memory. Where columns are reduced,
    neighbouring threads have neighbouring columns. What reduces more than 32768
    elements, or an unknown number of them, to at most 128 is done by many blocks,
    and then again for what these have found. In how many depends on the sizes
    only: results do not change from run to run.

    *Loops of the host* that read or write elements, and do little besides
    (structured ops of known size, of at most 4096 iterations; of unknown size, or
    up to 65536, if threads share the loop), are one kernel; so the host need not wait
    for what the loop reads. Threads share those loops of a
    nest (`scf.for`) whose iterations do not depend on each other: all accesses to
    what is written are, in one dimension, at the index of the iteration, or at
    what differs from it by a constant of the nest; or the loop is an `scf.forall`,
    which says so. An iteration of these is one of a thread, in as many blocks as
    it takes, or of a block that shares structured ops. Each thread goes through
    the other loops by itself, in the order of the program: adding rows at indices
    that a memref holds has one thread for each column. Where no loop can be
    shared, one block does it all; but a loop in which the host need not wait is left
    to it, if there are loops in it that can be shared. Of memory to whose elements a nest does nothing
    but add integers of 32 or 64 bits, iterations may have the same: they add by
    atomic ops, which gives the same sums in any order. With `atomics` that is so for
    `f16`, `bf16`, `f32` and `f64`, too, whose sums may then differ in the last bits
    from run to run. Memory that an iteration allocates, or that it overwrites
    before it reads it, of at most 1024 elements, is its thread's or its block's. A
    store by the host becomes a kernel, too.

    In a chain of elementwise ops a thread has as many neighbouring elements as
    are 128 bits, and accesses them at once, where `alignment` says that memory
    begins at such a multiple: of operands that are contiguous, with what is left
    in the last thread one by one, or of rows whose length is a multiple.

    A copy that an op reads only to overwrite the same element is not made: the op
    reads the element itself.

    Runs after bufferization. Kernels use memory of the host's function as it is:
    `--sg-flatten-kernel-arguments` runs later.

    *Guarantees.* What is not to be reordered is computed in the order in which
    loops on the host would do it; without `atomics` results do not change from
    run to run.

    *Never fails.*

    *Example.*

    ```mlir
    func.func private @f(%arg0: memref<600xf32>, %arg1: memref<600xf32>) {
      %c600 = arith.constant 600 : index
      %c3 = arith.constant 3 : index
      %c1 = arith.constant 1 : index
      %c256 = arith.constant 256 : index
      gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %c3, %arg9 = %c1, %arg10 = %c1) threads(%arg5, %arg6, %arg7) in (%arg11 = %c256, %arg12 = %c1, %arg13 = %c1) module(@sg_kernels) function(@f_exp) {
        %c256_0 = arith.constant 256 : index
        %0 = arith.muli %arg2, %c256_0 : index
        %1 = arith.addi %0, %arg5 : index
        %2 = arith.cmpi ult, %1, %c600 : index
        scf.if %2 {
          %3 = memref.load %arg0[%1] : memref<600xf32>
          %4 = math.exp %3 : f32
          memref.store %4, %arg1[%1] : memref<600xf32>
        }
        gpu.terminator
      }
      return
    }
    ```
  }];
  let options = [
    Option<"alignment", "alignment", "unsigned", /*default=*/"0",
           "The alignment of all memory in bytes, a power of two up to 1048576; 0: "
           "that of its elements">,
    Option<"atomics", "atomics", "bool", /*default=*/"false",
           "Let loops add to elements of floats in any order, by atomic ops">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def ScalarizeVectorAccesses : Pass<"sg-scalarize-vector-accesses"> {
  let summary = "Access the elements of vectors in memory one by one";
  let description = [{
    `vector.transfer_read` and `transfer_write`, `load`, `store`, `maskedload`,
    `maskedstore`, `gather` and `scatter` of memory become `memref.load` and
    `memref.store` of each element. An element that is masked or outside of the memory
    is not accessed: it is the padding, or that of the vector which is passed.

    The host has vectors in a program for a GPU. It reads single elements of the
    device's memory, and `--sg-map-to-kernels` makes kernels of its stores. That is
    slow: write tensors instead of vectors where speed matters.

    *Guarantees.* The same elements are read and written in the same order. Vectors of
    more than 1024 elements or of scalable size, and those in kernels, are left.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: memref<?xf32>, %i: index, %mask: vector<1xi1>, %y: vector<1xf32>) -> vector<1xf32> {
      %v = vector.maskedload %x[%i], %mask, %y : memref<?xf32>, vector<1xi1>, vector<1xf32> into vector<1xf32>
      return %v : vector<1xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<1xi1>, %arg3: vector<1xf32>) -> vector<1xf32> {
      %0 = vector.extract %arg2[0] : i1 from vector<1xi1>
      %1 = vector.extract %arg3[0] : f32 from vector<1xf32>
      %2 = scf.if %0 -> (f32) {
        %4 = memref.load %arg0[%arg1] : memref<?xf32>
        scf.yield %4 : f32
      } else {
        scf.yield %1 : f32
      }
      %3 = vector.from_elements %2 : vector<1xf32>
      return %3 : vector<1xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // SG_CODEGEN_GPU_KERNELS_PASSES
