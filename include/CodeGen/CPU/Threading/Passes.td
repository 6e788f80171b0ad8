//===- Passes.td - Distribution of loops to threads -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_CPU_THREADING_PASSES
#define SG_CODEGEN_CPU_THREADING_PASSES

include "mlir/Pass/PassBase.td"

def OutlineParallelRegions : Pass<"sg-outline-parallel-regions", "::mlir::ModuleOp"> {
  let summary = "Outline parallel loops as functions that OpenMP threads call";
  let description = [{
    Converts the parallel loops that `--sg-distribute-to-threads` creates to
    OpenMP regions (`omp.parallel`) with one thread per chunk. Each thread calls
    a function for its chunk, or for several chunks if the system provides fewer
    threads. Captured values become arguments of the function. Contiguous memory
    that no other captured value may alias is passed as an `llvm.noalias`
    address. Without the function, LLVM would lose this information when it
    outlines the region.

    Memory that chunks allocate is allocated before the region, for all chunks
    at once, because only the thread that called the entry point can report that
    memory is exhausted. Allocations of static size that are not live at the
    same time share memory. If the sizes cannot be computed before the region,
    the loop stays sequential.

    Run this pass after lowering structured ops, which may allocate memory, and
    before lowering the `scf` and `func` dialects.

    *Guarantees.* No op in a region allocates memory, frees memory, or reports
    an error.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: memref<8xf32>, %value: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      scf.parallel (%part) = (%c0) to (%c2) step (%c1) {
        memref.store %value, %x[%part] : memref<8xf32>
        scf.reduce
      } {sg.chunks}
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: memref<8xf32>, %arg1: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %0 = builtin.unrealized_conversion_cast %arg0 : memref<8xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      %1 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      %c2_i64 = arith.constant 2 : i64
      %c0_i64 = arith.constant 0 : i64
      %c1_i64 = arith.constant 1 : i64
      %c2_i32 = arith.constant 2 : i32
      omp.parallel num_threads(%c2_i32 : i32) {
        omp.wsloop nowait {
          omp.loop_nest (%arg2) : i64 = (%c0_i64) to (%c2_i64) step (%c1_i64) {
            %2 = arith.index_cast %arg2 : i64 to index
            func.call @sg.chunk(%2, %arg1, %1) : (index, f32, !llvm.ptr) -> ()
            omp.yield
          }
        }
        omp.terminator
      }
      return
    }
    func.func private @sg.chunk(%arg0: index, %arg1: f32, %arg2: !llvm.ptr {llvm.noalias}) attributes {no_inline} {
      %c8 = arith.constant 8 : index
      %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      %1 = llvm.insertvalue %arg2, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      %2 = llvm.insertvalue %arg2, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      %c0_i64 = arith.constant 0 : i64
      %3 = llvm.insertvalue %c0_i64, %2[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      %c1_i64 = arith.constant 1 : i64
      %c8_i64 = arith.constant 8 : i64
      %4 = llvm.insertvalue %c8_i64, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      %5 = llvm.insertvalue %c1_i64, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      %c8_i64_0 = arith.constant 8 : i64
      %6 = builtin.unrealized_conversion_cast %5 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<8xf32>
      memref.store %arg1, %6[%arg0] : memref<8xf32>
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::omp::OpenMPDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def DistributeToThreads : Pass<"sg-distribute-to-threads", "::mlir::func::FuncOp"> {
  let summary = "Divide parallel dimensions of structured ops among threads";
  let description = [{
    Structured ops on memory may have a parallel dimension in common. If each op
    then needs, at an index of this dimension, only results that the other ops
    compute at the same index, the pass divides the dimension into one
    contiguous chunk per thread. One parallel loop over the chunks contains all
    these ops, for example a matrix product with its bias and its activation
    function, or a softmax. Memory that passes values between the ops becomes
    private to a chunk. The loop's body consists of structured ops again.
    `--sg-lower-contractions` and `--sg-fuse-rows` lower them to tiles and
    loops, separately for each chunk, and `--sg-outline-parallel-regions`
    executes the chunks on threads.

    If there are several such dimensions, the pass divides the one with the most
    even chunks. Among dimensions with about equally even chunks, it divides the
    one for which the chunks repeat the fewest reads: in a product of few rows
    and many columns, the columns. Along a dimension in which an op accesses
    contiguous memory, the sizes of chunks are multiples of 32.

    If the order of a reduction of many elements to few does not matter, each
    chunk computes a partial result. The partial results are then reduced in the
    order of the chunks.

    Work below `least-work` is not divided. If sizes are dynamic, this is
    decided at run time, and the loop may have one chunk. Ops with assertions
    are not divided, because only the thread that called the entry point can
    report a failure. Ops that read elements which other iterations write are
    not divided either.

    Runs after bufferization.

    *Guarantees.* Each element is computed by the same ops, except for
    reductions that are divided into chunks. The order of such a reduction
    depends only on the sizes and on `threads`, not on the number of threads
    that the system provides. No chunk writes memory that another chunk
    accesses.

    *Never fails.*

    *Example.* With `threads=2`,

    ```mlir
    func.func @f(%a: memref<64x256xf32> {llvm.noalias}, %b: memref<256x512xf32> {llvm.noalias},
                 %c: memref<64x512xf32> {llvm.noalias}) {
      %t = memref.alloc() : memref<64x512xf32>
      linalg.matmul ins(%a, %b : memref<64x256xf32>, memref<256x512xf32>) outs(%t : memref<64x512xf32>)
      linalg.exp ins(%t : memref<64x512xf32>) outs(%c : memref<64x512xf32>)
      memref.dealloc %t : memref<64x512xf32>
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: memref<64x256xf32> {llvm.noalias}, %arg1: memref<256x512xf32> {llvm.noalias}, %arg2: memref<64x512xf32> {llvm.noalias}) {
      %c512 = arith.constant 512 : index
      %c2 = arith.constant 2 : index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c256 = arith.constant 256 : index
      scf.parallel (%arg3) = (%c0) to (%c2) step (%c1) {
        %0 = arith.muli %arg3, %c256 : index
        %subview = memref.subview %arg0[0, 0] [64, 256] [1, 1] : memref<64x256xf32> to memref<64x256xf32, strided<[256, 1]>>
        %subview_0 = memref.subview %arg1[0, %0] [256, 256] [1, 1] : memref<256x512xf32> to memref<256x256xf32, strided<[512, 1], offset: ?>>
        %alloc = memref.alloc() : memref<64x256xf32>
        linalg.matmul ins(%subview, %subview_0 : memref<64x256xf32, strided<[256, 1]>>, memref<256x256xf32, strided<[512, 1], offset: ?>>) outs(%alloc : memref<64x256xf32>)
        %subview_1 = memref.subview %arg2[0, %0] [64, 256] [1, 1] : memref<64x512xf32> to memref<64x256xf32, strided<[512, 1], offset: ?>>
        linalg.exp ins(%alloc : memref<64x256xf32>) outs(%subview_1 : memref<64x256xf32, strided<[512, 1], offset: ?>>)
        memref.dealloc %alloc : memref<64x256xf32>
        scf.reduce
      } {sg.chunks}
      return
    }
    ```
  }];
  let options = [
    Option<"threads", "threads", "unsigned", /*default=*/"1",
           "Number of threads, from 1 to 4096">,
    Option<"leastWork", "least-work", "uint64_t", /*default=*/"1 << 20",
           "Minimum work that is divided among threads, in multiply-adds of a "
           "contraction">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // SG_CODEGEN_CPU_THREADING_PASSES
