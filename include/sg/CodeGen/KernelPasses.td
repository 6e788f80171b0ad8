//===- KernelPasses.td - Kernels of a GPU ------------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_KERNELPASSES
#define SG_CODEGEN_KERNELPASSES

include "mlir/Pass/PassBase.td"

def EmulateKernels : Pass<"sg-emulate-kernels", "::mlir::ModuleOp"> {
  let summary = "Let the host execute kernels, thread by thread";
  let description = [{
    Makes a function of each kernel, which gets the addresses of its arguments,
    as a driver hands them over, and where it is: the numbers of the block and
    of the thread, and how many there are, in three dimensions each, as twelve
    i64; then the address of the memory of the block, and its bytes. A table of
    them is what the runtime gets of a module, in the place of machine code; a
    launch calls the runtime (`sgrt_device_launch`) as one on a GPU does, and is
    done when that returns. Threads that wait for each other, at a `gpu.barrier`
    or in a warp of 32 at a `gpu.shuffle`, an `ldmatrix` or an `mma.sync`, call
    the runtime too. Reductions of a subgroup or of a block become shuffles
    first, asynchronous copies loops.

    With `check` the last thread of the last block comes first, and the runtime
    is told of each access to memory of the block.

    Runs after `gpu-kernel-outlining`, in the place of `sg-compile-kernels` and
    `sg-lower-launches`.

    *Guarantees.* What the kernels compute. The call ends with an error where
    threads wait for others that do not come, or (with `check`) where two threads
    use memory of their block without a barrier in between.

    *Fails when* a kernel uses an op of the dialects `gpu`, `nvgpu` and `nvvm`
    that is not emulated, a kernel gets a memref whose sizes are no arguments, or
    a launch has tokens or clusters.

    *Example.*

    ```mlir
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @negate(%x: memref<f32>) kernel {
          %v = memref.load %x[] : memref<f32>
          %n = arith.negf %v : f32
          memref.store %n, %x[] : memref<f32>
          gpu.return
        }
      }
      func.func private @f(%x: memref<f32>) {
        %c1 = arith.constant 1 : index
        gpu.launch_func @kernels::@negate blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<f32>)
        return
      }
    }
    ```

    becomes

    ```mlir
    llvm.func @sgrt_device_launch(!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, i64, i64, !llvm.ptr, i64, !llvm.ptr)
    llvm.mlir.global internal constant @sg.kernel.bytes(dense<8> : tensor<1xi32>) {addr_space = 0 : i32} : !llvm.array<1 x i32>
    llvm.mlir.global internal constant @sg.kernel.name_0("negate\00") {addr_space = 0 : i32}
    llvm.mlir.global internal @sg.kernels() {addr_space = 0 : i32} : !llvm.struct<(ptr, ptr, i64)> {
      %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
      %1 = llvm.mlir.zero : !llvm.ptr
      %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<(ptr, ptr, i64)>
      %3 = llvm.mlir.addressof @sg.kernels.image : !llvm.ptr
      %4 = llvm.insertvalue %3, %2[1] : !llvm.struct<(ptr, ptr, i64)>
      %5 = llvm.mlir.constant(40 : i64) : i64
      %6 = llvm.insertvalue %5, %4[2] : !llvm.struct<(ptr, ptr, i64)>
      llvm.return %6 : !llvm.struct<(ptr, ptr, i64)>
    }
    llvm.mlir.global internal constant @sg.kernel.arguments("p\00") {addr_space = 0 : i32}
    llvm.mlir.global internal constant @sg.kernel.name("negate\00") {addr_space = 0 : i32}
    llvm.mlir.global internal constant @sg.kernels.image() {addr_space = 0 : i32} : !llvm.array<1 x struct<(ptr, ptr, ptr, i64, i64)>> {
      %0 = llvm.mlir.poison : !llvm.array<1 x struct<(ptr, ptr, ptr, i64, i64)>>
      %f = func.constant @sg.kernel.negate : (!llvm.ptr, !llvm.ptr) -> ()
      %1 = llvm.mlir.addressof @sg.kernel.name : !llvm.ptr
      %2 = builtin.unrealized_conversion_cast %f : (!llvm.ptr, !llvm.ptr) -> () to !llvm.ptr
      %3 = llvm.mlir.addressof @sg.kernel.arguments : !llvm.ptr
      %4 = llvm.mlir.constant(0 : i64) : i64
      %5 = llvm.mlir.constant(0 : i64) : i64
      %6 = llvm.insertvalue %1, %0[0, 0] : !llvm.array<1 x struct<(ptr, ptr, ptr, i64, i64)>>
      %7 = llvm.insertvalue %2, %6[0, 1] : !llvm.array<1 x struct<(ptr, ptr, ptr, i64, i64)>>
      %8 = llvm.insertvalue %3, %7[0, 2] : !llvm.array<1 x struct<(ptr, ptr, ptr, i64, i64)>>
      %9 = llvm.insertvalue %4, %8[0, 3] : !llvm.array<1 x struct<(ptr, ptr, ptr, i64, i64)>>
      %10 = llvm.insertvalue %5, %9[0, 4] : !llvm.array<1 x struct<(ptr, ptr, ptr, i64, i64)>>
      llvm.return %10 : !llvm.array<1 x struct<(ptr, ptr, ptr, i64, i64)>>
    }
    func.func private @f(%arg0: memref<f32>) {
      %0 = llvm.mlir.constant(1 : i64) : i64
      %1 = llvm.alloca %0 x !llvm.ptr : (i64) -> !llvm.ptr
      %2 = llvm.mlir.constant(1 : i64) : i64
      %3 = llvm.alloca %2 x !llvm.ptr : (i64) -> !llvm.ptr
      %c1 = arith.constant 1 : index
      %4 = builtin.unrealized_conversion_cast %arg0 : memref<f32> to !llvm.struct<(ptr, ptr, i64)>
      %5 = llvm.extractvalue %4[1] : !llvm.struct<(ptr, ptr, i64)>
      llvm.store %5, %3 : !llvm.ptr, !llvm.ptr
      %6 = llvm.getelementptr %1[0] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
      llvm.store %3, %6 : !llvm.ptr, !llvm.ptr
      %c0_i64 = arith.constant 0 : i64
      %7 = llvm.mlir.addressof @sg.kernels : !llvm.ptr
      %8 = llvm.mlir.addressof @sg.kernel.name_0 : !llvm.ptr
      %9 = arith.index_cast %c1 : index to i64
      %10 = arith.index_cast %c1 : index to i64
      %11 = arith.index_cast %c1 : index to i64
      %12 = arith.index_cast %c1 : index to i64
      %13 = arith.index_cast %c1 : index to i64
      %14 = arith.index_cast %c1 : index to i64
      %c1_i64 = arith.constant 1 : i64
      %15 = llvm.mlir.addressof @sg.kernel.bytes : !llvm.ptr
      llvm.call @sgrt_device_launch(%7, %8, %c0_i64, %9, %10, %11, %12, %13, %14, %1, %c1_i64, %15) : (!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, i64, i64, !llvm.ptr, i64, !llvm.ptr) -> ()
      return
    }
    func.func private @sg.kernel.negate(%arg0: !llvm.ptr, %arg1: !llvm.ptr) {
      %0 = llvm.getelementptr %arg0[0] : (!llvm.ptr) -> !llvm.ptr, i8
      %1 = llvm.load %0 : !llvm.ptr -> !llvm.ptr
      %2 = llvm.load %1 : !llvm.ptr -> !llvm.ptr
      %3 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
      %4 = llvm.insertvalue %2, %3[0] : !llvm.struct<(ptr, ptr, i64)>
      %5 = llvm.insertvalue %2, %4[1] : !llvm.struct<(ptr, ptr, i64)>
      %6 = llvm.mlir.constant(0 : index) : i64
      %7 = llvm.insertvalue %6, %5[2] : !llvm.struct<(ptr, ptr, i64)>
      %8 = builtin.unrealized_conversion_cast %7 : !llvm.struct<(ptr, ptr, i64)> to memref<f32>
      %9 = memref.load %8[] : memref<f32>
      %10 = arith.negf %9 : f32
      memref.store %10, %8[] : memref<f32>
      return
    }
    ```
  }];
  let options = [
    Option<"isChecked", "check", "bool", /*default=*/"false",
           "Find races in workgroup memory, and let the last thread come first">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def FlattenKernelArguments
    : Pass<"sg-flatten-kernel-arguments", "::mlir::ModuleOp"> {
  let summary = "Let kernels get addresses and sizes";
  let description = [{
    A kernel gets of a memref whose type does not tell all of it the memory it
    lies in, and what is not known of offset, sizes and strides: all arguments
    are scalars or addresses, as a driver hands them over.

    Runs after `gpu-kernel-outlining`. What `sg-map-to-kernels` makes is so
    already; the kernels of a program need not be.

    *Guarantees.* What kernels compute.

    *Never fails.*

    *Example.*

    ```mlir
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @clear(%x: memref<?xf32>, %i: index) kernel {
          %zero = arith.constant 0.0 : f32
          memref.store %zero, %x[%i] : memref<?xf32>
          gpu.return
        }
      }
      func.func private @f(%x: memref<?xf32>, %i: index) {
        %c1 = arith.constant 1 : index
        gpu.launch_func @kernels::@clear blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>, %i : index)
        return
      }
    }
    ```

    becomes

    ```mlir
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @clear(%arg0: memref<f32>, %arg1: index, %arg2: index) kernel {
          %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%arg1], strides: [1] : memref<f32> to memref<?xf32>
          %cst = arith.constant 0.000000e+00 : f32
          memref.store %cst, %reinterpret_cast[%arg2] : memref<?xf32>
          gpu.return
        }
      }
      func.func private @f(%arg0: memref<?xf32>, %arg1: index) {
        %c1 = arith.constant 1 : index
        %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<?xf32> -> memref<f32>, index, index, index
        gpu.launch_func  @kernels::@clear blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)  args(%base_buffer : memref<f32>, %sizes : index, %arg1 : index)
        return
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
}

def MapContractions : Pass<"sg-map-contractions"> {
  let summary = "Let a GPU compute contractions by tiles";
  let description = [{
    Makes a `gpu.launch` of each op on memory that adds products of the elements
    of two factors to its result: `c += a * b`, the factors cast or negated at
    most, of floats or integers. The result is indexed by loops, the factors by
    any affine maps: matmul in all transpositions and batched, products of a
    matrix and a vector, convolutions and their derivatives by the filter. A
    dimension of the result may be indexed by `a * i + b * j` too, as that of the
    derivative by the image is: it is numbered by its elements `h` in the place of
    `i`, and to these belongs `(h - b * j) / a`, if there is one.

    The loops by which the result and the first factor are indexed are numbered
    through as rows, those of the result and the second factor as columns, those
    that are summed over as terms, and those that are left as batches. A block of
    up to 256 threads computes a tile of rows and columns:

    | tile | terms at a time | of a thread | where |
    |---|---|---|---|
    | 128x128 | 8 | 8x8 | large results |
    | 64x64 | 16 | 4x4 | sizes that are not known |
    | down to 256 elements | 16, 32 | 2x2, 1x1 | small results, so that there are 128 blocks if possible |

    Where tiles have fewer elements than a block can have threads, and there are
    64 terms or more, several threads share the terms of an element; their sums
    are added up in the order of the threads, the same each time. Sums of `f16`
    and `bf16` are kept in `f32`.

    Of factors that are both `f16`, or both `bf16`, tensor cores compute the
    products, 16x16 by 16x8 elements at a time, of results with 16 rows, 8 columns
    and 16 terms or more; with `tf32` of factors that are both `f32`, too, rounded
    to 10 bits (to nearest, ties away from zero), half as many terms at a time:

    | tile | terms at a time | of a warp | where |
    |---|---|---|---|
    | 128x128 | 32 | 32x64 | large results |
    | 64x64 | 32 | 32x32 | sizes that are not known |
    | down to 1024 elements | 32, 64 | 32x32 and others; up to 4 warps share terms | small results |

    The threads of a block load tiles of both factors into its memory, each in
    the order in which it is contiguous, and the next ones into registers while
    these are multiplied. They load up to 16 bytes at a time of what is known to be
    aligned, which needs static sizes. Outside of the factors there are zeros.

    Runs after bufferization, before `sg-map-to-kernels`, which takes what is
    left: without terms, or without rows and columns, as a dot product.

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
           "What all memory is aligned to, in bytes; 0: to its elements">
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
    in which different numbers mean different elements of what the group writes.
    What is left of an op in a row is divided among the *lanes* of the row (1, 8,
    32 threads, a warp for rows of unknown length, or a block for long ones),
    which wait for each other where one needs what another one has written
    (`gpu.barrier`). A softmax of the rows of a matrix is one kernel; so is a
    chain of elementwise ops, with a thread for each element or for some. Ops of
    at most 4096 iterations each share one block. To come together ops change
    places with what has to do with other memory.

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
    what is written are, in one dimension, at the number of the iteration, or at
    what differs from it by a constant of the nest; or the loop is an `scf.forall`,
    which says so. An iteration of these is one of a thread, in as many blocks as
    it takes, or of a block that shares structured ops. Each thread goes through
    the other loops by itself, in the order of the program: adding rows to places
    that a memref names has one thread for each column. Where no loop can be
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
           "What all memory is aligned to, in bytes; 0: to its elements">,
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

def SinkScalars : Pass<"sg-sink-scalars"> {
  let summary = "Let kernels load and compute the scalars that they need";
  let description = [{
    What a kernel (`gpu.launch`) has of the host is there when it is launched: for
    an element that the host loads, or what it computes of some, it has to wait
    for the device. Here the kernel does both at its start, if nothing writes to
    that memory in between. The host then reads only what it needs itself: for its
    control flow, for sizes, and as a result.

    If that is more than a few instructions, it is done by a kernel of one thread,
    which leaves the value in memory for the others. Memory of at most 64 elements
    that is freed in between is freed later.

    Runs behind `--sg-map-to-kernels`.

    *Guarantees.* Each element is read as it was where the host would have loaded
    it.

    *Never fails.*

    *Example.*

    ```mlir
    func.func private @f(%sum: memref<f32> {llvm.noalias}, %y: memref<f32> {llvm.noalias}) {
      %c1 = arith.constant 1 : index
      %s = memref.load %sum[] : memref<f32>
      %root = math.sqrt %s : f32
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
        memref.store %root, %y[] : memref<f32>
        gpu.terminator
      }
      return
    }
    ```

    becomes

    ```mlir
    func.func private @f(%arg0: memref<f32> {llvm.noalias}, %arg1: memref<f32> {llvm.noalias}) {
      %c1 = arith.constant 1 : index
      gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %c1, %arg9 = %c1, %arg10 = %c1) threads(%arg5, %arg6, %arg7) in (%arg11 = %c1, %arg12 = %c1, %arg13 = %c1) {
        %0 = memref.load %arg0[] : memref<f32>
        %1 = math.sqrt %0 : f32
        memref.store %1, %arg1[] : memref<f32>
        gpu.terminator
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

#endif // SG_CODEGEN_KERNELPASSES
