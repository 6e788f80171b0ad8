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
    i64; then the address of the memory of the block, and its bytes. A launch
    calls the runtime (`sgrt_emulate`), which calls it for each thread. Threads
    that wait for each other, at a `gpu.barrier` or in a warp of 32 at a
    `gpu.shuffle`, an `ldmatrix` or an `mma.sync`, call the runtime too. Reductions of a
    subgroup or of a block become shuffles first, asynchronous copies loops.

    With `check` the last thread of the last block comes first, and the runtime
    is told of each access to memory of the block.

    Runs after `gpu-kernel-outlining`.

    *Guarantees.* What the kernels compute. The call ends with an error where
    threads wait for others that do not come, or (with `check`) where two threads
    use memory of their block without a barrier in between.

    *Fails when* a kernel uses an op of the dialects `gpu`, `nvgpu` and `nvvm`
    that is not emulated, or a launch has tokens or clusters.

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
    module {
      llvm.func @sgrt_emulate(!llvm.ptr, !llvm.ptr, i32, i64, i64, i64, i64, i64, i64, i64, !llvm.ptr)
      llvm.mlir.global internal constant @sg.kernel.name("negate\00") {addr_space = 0 : i32}
      func.func private @f(%arg0: memref<f32>) {
        %0 = llvm.mlir.constant(1 : i64) : i64
        %1 = llvm.alloca %0 x !llvm.ptr : (i64) -> !llvm.ptr
        %2 = llvm.mlir.constant(1 : i64) : i64
        %3 = llvm.alloca %2 x !llvm.struct<(ptr, ptr, i64)> : (i64) -> !llvm.ptr
        %c1 = arith.constant 1 : index
        %4 = builtin.unrealized_conversion_cast %arg0 : memref<f32> to !llvm.struct<(ptr, ptr, i64)>
        llvm.store %4, %3 : !llvm.struct<(ptr, ptr, i64)>, !llvm.ptr
        %5 = llvm.getelementptr %1[0] : (!llvm.ptr) -> !llvm.ptr, i8
        llvm.store %3, %5 : !llvm.ptr, !llvm.ptr
        %f = constant @sg.kernel.negate : (!llvm.ptr, !llvm.ptr) -> ()
        %6 = builtin.unrealized_conversion_cast %f : (!llvm.ptr, !llvm.ptr) -> () to !llvm.ptr
        %7 = llvm.mlir.addressof @sg.kernel.name : !llvm.ptr
        %c0_i32 = arith.constant 0 : i32
        %c0_i64 = arith.constant 0 : i64
        %8 = arith.index_cast %c1 : index to i64
        %9 = arith.index_cast %c1 : index to i64
        %10 = arith.index_cast %c1 : index to i64
        %11 = arith.index_cast %c1 : index to i64
        %12 = arith.index_cast %c1 : index to i64
        %13 = arith.index_cast %c1 : index to i64
        llvm.call @sgrt_emulate(%6, %7, %c0_i32, %c0_i64, %8, %9, %10, %11, %12, %13, %1) : (!llvm.ptr, !llvm.ptr, i32, i64, i64, i64, i64, i64, i64, i64, !llvm.ptr) -> ()
        return
      }
      func.func private @sg.kernel.negate(%arg0: !llvm.ptr, %arg1: !llvm.ptr) {
        %0 = llvm.getelementptr %arg0[0] : (!llvm.ptr) -> !llvm.ptr, i8
        %1 = llvm.load %0 : !llvm.ptr -> !llvm.ptr
        %2 = llvm.load %1 : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64)>
        %3 = builtin.unrealized_conversion_cast %2 : !llvm.struct<(ptr, ptr, i64)> to memref<f32>
        %4 = memref.load %3[] : memref<f32>
        %5 = arith.negf %4 : f32
        memref.store %5, %3[] : memref<f32>
        return
      }
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

def MapToKernels : Pass<"sg-map-to-kernels"> {
  let summary = "Let a GPU compute what structured ops do";
  let description = [{
    Makes a `gpu.launch` of each structured op on memory. Those dimensions of its
    iteration space in which different iterations write to different elements
    are numbered through and distributed, one thread each; the others, as of a
    reduction, are loops in the thread, which keep what they sum up in
    registers. A store by the host becomes a kernel too, so that the host need
    not wait.

    A kernel gets of the memory that it uses the address, and what is not known
    of offset, sizes and strides: all its arguments are scalars or addresses.

    Runs after bufferization.

    *Guarantees.* Each element is computed in the order in which loops on the
    host would do it.

    *Never fails.*

    *Example.*

    ```mlir
    func.func private @f(%x: memref<600xf32>, %y: memref<600xf32>) {
      linalg.exp ins(%x : memref<600xf32>) outs(%y : memref<600xf32>)
      return
    }
    ```

    becomes

    ```mlir
    func.func private @f(%arg0: memref<600xf32>, %arg1: memref<600xf32>) {
      %c600 = arith.constant 600 : index
      %c3 = arith.constant 3 : index
      %c1 = arith.constant 1 : index
      %c256 = arith.constant 256 : index
      %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<600xf32> -> memref<f32>, index, index, index
      %base_buffer_0, %offset_1, %sizes_2, %strides_3 = memref.extract_strided_metadata %arg1 : memref<600xf32> -> memref<f32>, index, index, index
      gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %c3, %arg9 = %c1, %arg10 = %c1) threads(%arg5, %arg6, %arg7) in (%arg11 = %c256, %arg12 = %c1, %arg13 = %c1) module(@sg_kernels) {
        %reinterpret_cast = memref.reinterpret_cast %base_buffer_0 to offset: [0], sizes: [600], strides: [1] : memref<f32> to memref<600xf32>
        %reinterpret_cast_4 = memref.reinterpret_cast %base_buffer to offset: [0], sizes: [600], strides: [1] : memref<f32> to memref<600xf32>
        %c256_5 = arith.constant 256 : index
        %0 = arith.muli %arg2, %c256_5 : index
        %1 = arith.addi %0, %arg5 : index
        %2 = arith.cmpi ult, %1, %c600 : index
        scf.if %2 {
          %3 = memref.load %reinterpret_cast_4[%1] : memref<600xf32>
          %4 = math.exp %3 : f32
          memref.store %4, %reinterpret_cast[%1] : memref<600xf32>
        }
        gpu.terminator
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif // SG_CODEGEN_KERNELPASSES
