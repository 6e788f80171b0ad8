//===- Passes.td - Passes that build kernels ---------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_GPU_KERNELS_PASSES
#define SG_CODEGEN_GPU_KERNELS_PASSES

include "mlir/Pass/PassBase.td"

def MapContractions : Pass<"sg-map-contractions"> {
  let summary = "Map contractions to tiled kernels of a GPU";
  let description = [{
    Builds a `gpu.launch` for each op on memrefs that adds products of elements
    of two operands to its result: `c += a * b`. The elements are floats or
    integers, and the operands may be cast or negated. A separate loop indexes
    each dimension of the result; any affine map may index an operand. Such ops
    are matrix products with any transpositions and batch dimensions, products
    of a matrix and a vector, and convolutions and their derivatives with
    respect to the filter. A dimension of the result may also be indexed by
    `a * i + b * j`. An example is the derivative of a convolution with respect
    to the image. In the kernel, a loop over the elements `h` of the dimension
    then replaces the loop over `i`. For each `j`, `i` is `(h - b * j) / a`. If
    the loop over `i` has no such iteration, the product is omitted.

    The loops are linearized in four groups. Loops of the result and the first
    operand, m, form the rows; loops of the result and the second operand, n,
    form the columns. Reduction loops, k, form one dimension, and all others the
    batch. A block of up to 256 threads computes a tile of rows and columns:

    | tile | k per step | per thread | used for |
    |---|---|---|---|
    | 128x128 | 8 | 8x8 | large results |
    | 64x64 | 16 | 4x4 | unknown sizes |
    | down to 256 elements | 16, 32 | 2x2, 1x1 | small results, so that there are 128 blocks if possible |

    If a tile has fewer than 1024 elements, and k is unknown or at least 64,
    several threads share the k dimension of an element. Their accumulators are
    added in the order of the threads, so results are reproducible. Accumulators
    of `f16` and `bf16` are `f32`.

    Tensor cores multiply if both operands are `f16` or both are `bf16`. The
    result must have at least 16 rows and 8 columns, and k must be at least 16.
    Each product has 16x16 by 16x8 elements. With `tf32`, tensor cores also
    multiply two `f32` operands, with half the extent along k. Elements of these
    operands are rounded to 10 bits of mantissa (to nearest, ties away from
    zero). The tiles are:

    | tile | k per step | per warp | used for |
    |---|---|---|---|
    | 128x128 | 32 | 32x64 | large results |
    | 64x64 | 32 | 32x32 | unknown sizes |
    | down to 1024 elements | 32, 64 | 32x32 and others; up to 4 warps share k | small results |

    The threads of a block load tiles of both operands into shared memory.
    Successive threads load contiguous elements. The threads load the next tiles
    into registers while the current ones are multiplied. A load fetches up to
    16 bytes that are known to be aligned, which requires static sizes. Elements
    outside of the operands are zeros.

    Runs after bufferization and before `sg-map-to-kernels`, which maps the
    remaining ops. Examples are ops without a k dimension, and dot products,
    which have neither m nor n.

    *Guarantees.* The sums have the terms that the op specifies, in another
    order. No value outside of an operand enters a sum.

    *Never fails.*

    *Example.* This product becomes one kernel:

    ```mlir
    func.func private @f(%a: memref<1x2xf32>, %b: memref<2x1xf32>, %c: memref<1x1xf32>) {
      linalg.matmul ins(%a, %b : memref<1x2xf32>, memref<2x1xf32>) outs(%c : memref<1x1xf32>)
      return
    }
    ```
  }];
  let options = [
    Option<"tensorCores", "tensor-cores", "bool", /*default=*/"true",
           "Use tensor cores for f16, bf16 and, if `tf32` is set, f32: the "
           "chip must be sm_80 or later">,
    Option<"tf32", "tf32", "bool", /*default=*/"false",
           "Multiply f32 on tensor cores, which use 10 bits of the mantissa">,
    Option<"alignment", "alignment", "unsigned", /*default=*/"0",
           "Alignment of all memory in bytes, a power of two up to 1048576; 0: "
           "the alignment of its elements">
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
  let summary = "Map structured ops and loops to kernels of a GPU";
  let description = [{
    Maps structured ops on memrefs to as few kernels (`gpu.launch`) as possible.
    Ops share a kernel if no block needs a value that another block writes. The
    *rows* are the iterations of the parallel loops that all ops of the group
    have in common, and are distributed over the blocks. The other loops of an
    op are distributed over the *lanes* of a row. The number of lanes is a power
    of two up to 32 (a warp), or the size of a block if the row is long. Lanes
    wait at a `gpu.barrier` if a lane needs a value that another lane has
    written. For example, a softmax of the rows of a matrix is one kernel. A
    chain of elementwise ops is also one kernel, with one or more elements per
    thread. If no op of a group has more than 4096 iterations, the whole group
    runs in one block. To join a group, ops move past ops on other memory.

    *Reductions* over a row are distributed over its lanes if their order does
    not matter (integers, maxima, floats with `reassoc`). Lanes of a warp
    combine 32-bit values by shuffles; otherwise a tree reduction in shared
    memory combines them. If columns are reduced, neighbouring threads reduce
    neighbouring columns. A reduction to at most 128 results is split over many
    blocks if more than 32768 elements, or an unknown number of elements, are
    reduced to each result. A second kernel combines the partial results. The
    number of parts depends only on the sizes, so results are reproducible.

    *A loop of the host* becomes one kernel if the loop reads or writes elements
    and does little other work. The host then need not wait for elements.
    Structured ops in the loop must have at most 4096 iterations. If threads
    share the loop, a structured op in it may have up to 65536 or an unknown
    number of iterations. Threads share the loops (`scf.for`) of a nest whose
    iterations are independent. An `scf.forall` declares its iterations
    independent. Otherwise, each written memref must have a dimension whose
    index, in all accesses, is the induction variable plus a value that does not
    change in the nest. An iteration of the shared loops runs in one thread, or
    in one block whose threads share the structured ops of the iteration. Each
    thread executes the other loops alone, in program order. For example, a loop
    that adds rows at indices from a memref has one thread per column. If no
    loop can be shared, one block executes the nest. However, a loop that never
    waits for the device stays on the host if inner loops can be shared.

    Iterations may add integers of 32 or 64 bits to the same elements, if the
    nest accesses the memory only by such additions. Atomic ops then add the
    integers, and the order does not change the sums. With `atomics`, the same
    holds for `f16`, `bf16`, `f32` and `f64`, whose sums may differ in the last
    bits from run to run. Memory of at most 1024 elements that an iteration
    allocates, or overwrites before reading it, belongs to the thread or the
    block of the iteration. A store of the host also becomes a kernel.

    In a chain of elementwise ops, a thread accesses 128 bits of contiguous
    elements at once if `alignment` guarantees that these accesses are aligned.
    Operands must be contiguous, or consist of rows whose length is a multiple
    of the vector size. If the operands are contiguous, the last thread accesses
    the tail element by element.

    A copy with one reader is removed if the reader can read the source instead:
    no iteration of the reader overwrites an element of the source that another
    iteration reads.

    Runs after bufferization. Kernels capture memrefs of the host function;
    `--sg-flatten-kernel-arguments` runs later.

    *Guarantees.* Operations that may not be reordered are computed in program
    order. Without `atomics`, results do not change from run to run.

    *Never fails.*

    *Example.* The kernel for a `linalg.exp` of 600 elements:

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
           "Alignment of all memory in bytes, a power of two up to 1048576; 0: "
           "the alignment of its elements">,
    Option<"atomics", "atomics", "bool", /*default=*/"false",
           "Add floats to memory in any order, by atomic ops">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def ScalarizeVectorAccesses : Pass<"sg-scalarize-vector-accesses"> {
  let summary = "Replace vector accesses to memory by accesses to elements";
  let description = [{
    Replaces `vector.transfer_read`, `transfer_write`, `load`, `store`,
    `maskedload`, `maskedstore`, `gather` and `scatter` on memrefs by a
    `memref.load` or `memref.store` for each element. Masked-off and
    out-of-bounds elements are not accessed. Reads take these elements from the
    padding or the pass-through vector.

    In a program for a GPU, the host executes these ops. It reads device memory
    element by element, and `--sg-map-to-kernels` maps its stores to kernels.
    This is slow. If speed matters, use tensors instead of vectors.

    *Guarantees.* The same elements are read and written in the same order.
    Vectors of more than 1024 elements or of scalable size, and vector ops in
    kernels, stay unchanged.

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
