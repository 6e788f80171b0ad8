//===- Passes.td - Emulation of kernels --------------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_GPU_EMULATION_PASSES
#define SG_CODEGEN_GPU_EMULATION_PASSES

include "mlir/Pass/PassBase.td"

def EmulateKernels : Pass<"sg-emulate-kernels", "::mlir::ModuleOp"> {
  let summary = "Convert kernels to functions that the host executes";
  let description = [{
    Converts each kernel to a host function with two arguments: an array of the
    addresses of the kernel's arguments, in the driver's format, and the
    position of the thread. The position holds twelve i64: the index of the
    block, the index of the thread, and the number of blocks and threads, each
    in three dimensions. The address and the size of the block's workgroup
    memory follow. A table of these functions replaces the machine code of the
    module. A launch calls the runtime (`sgrt_device_launch`) as on a GPU, but
    the kernel has ended when the call returns.

    Threads that synchronize also call the runtime: at a `gpu.barrier`, or
    within a warp of 32 threads at a `gpu.shuffle`, an `ldmatrix` or an
    `mma.sync`. Reductions of a block (`gpu.all_reduce`) are first expanded to
    shuffles, and asynchronous copies to loops. For reductions of a subgroup,
    run `sg-expand-subgroup-reductions` before this pass.

    With `check`, the last thread of the last block executes first, and the
    runtime checks each access to workgroup memory.

    Runs after `gpu-kernel-outlining`, instead of `sg-compile-kernels` and
    `sg-lower-launches`.

    *Guarantees.* Kernels compute the same results. The call ends with an error
    if threads wait for threads that never arrive. With `check`, it also ends
    with an error if two threads have conflicting accesses to workgroup memory
    without a barrier in between.

    *Fails when* a kernel uses an op of the dialects `gpu`, `nvgpu` or `nvvm`
    that is not emulated, a kernel has a memref argument whose sizes are not
    arguments, or a launch has tokens or clusters.

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
           "Detect races in workgroup memory; execute the last thread first">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif // SG_CODEGEN_GPU_EMULATION_PASSES
