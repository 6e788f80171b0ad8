//===- DevicePasses.td - Code for a GPU and its host --------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_DEVICEPASSES
#define SG_CODEGEN_DEVICEPASSES

include "mlir/Pass/PassBase.td"

def ApproximateMath : Pass<"sg-approximate-math"> {
  let summary = "Compute functions without a library";
  let description = [{
    Upstream's polynomials in the place of calls, for `f32`: `exp`, `expm1`,
    `log`, `log2`, `log1p`, `sin`, `cos`, `tanh`, `atan`, `atan2`, `asin`, `acos`,
    `erf`, `erfc`, `cbrt` and others. They are right to some units in the last
    place, and less so for large angles.

    *Guarantees.* No function of another type is changed.

    *Never fails.*

    *Example.*

    ```mlir
    func.func private @f(%x: f32) -> f32 {
      %y = math.atan %x : f32
      return %y : f32
    }
    ```

    becomes

    ```mlir
    func.func private @f(%arg0: f32) -> f32 {
      %cst = arith.constant 1.57079637 : f32
      %cst_0 = arith.constant 0.785398185 : f32
      %cst_1 = arith.constant 194.550659 : f32
      %cst_2 = arith.constant 485.390411 : f32
      %cst_3 = arith.constant 432.881073 : f32
      %cst_4 = arith.constant 165.027008 : f32
      %cst_5 = arith.constant 24.8584652 : f32
      %cst_6 = arith.constant -64.8502197 : f32
      %cst_7 = arith.constant -122.886665 : f32
      %cst_8 = arith.constant -75.0085601 : f32
      %cst_9 = arith.constant -16.1575375 : f32
      %cst_10 = arith.constant -0.875060856 : f32
      %cst_11 = arith.constant 2.41421366 : f32
      %cst_12 = arith.constant 6.600000e-01 : f32
      %cst_13 = arith.constant 1.000000e+00 : f32
      %0 = math.absf %arg0 : f32
      %1 = arith.cmpf ogt, %0, %cst_12 : f32
      %2 = arith.addf %0, %cst_13 : f32
      %3 = arith.subf %0, %cst_13 : f32
      %4 = arith.select %1, %3, %0 : f32
      %5 = arith.select %1, %2, %cst_13 : f32
      %6 = arith.cmpf ogt, %0, %cst_11 : f32
      %7 = arith.select %6, %cst_13, %4 : f32
      %8 = arith.select %6, %0, %5 : f32
      %9 = arith.divf %7, %8 : f32
      %10 = arith.mulf %9, %9 : f32
      %11 = math.fma %10, %cst_10, %cst_9 : f32
      %12 = math.fma %10, %11, %cst_8 : f32
      %13 = math.fma %10, %12, %cst_7 : f32
      %14 = math.fma %10, %13, %cst_6 : f32
      %15 = arith.mulf %14, %10 : f32
      %16 = math.fma %10, %cst_5, %cst_4 : f32
      %17 = math.fma %10, %16, %cst_3 : f32
      %18 = math.fma %10, %17, %cst_2 : f32
      %19 = math.fma %10, %18, %cst_1 : f32
      %20 = arith.divf %15, %19 : f32
      %21 = math.fma %20, %9, %9 : f32
      %22 = arith.addf %21, %cst_0 : f32
      %23 = arith.select %1, %22, %21 : f32
      %24 = arith.subf %cst, %21 : f32
      %25 = arith.select %6, %24, %23 : f32
      %26 = math.copysign %25, %arg0 : f32
      return %26 : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def LowerLaunches : Pass<"sg-lower-launches", "::mlir::ModuleOp"> {
  let summary = "Let the runtime launch kernels on a GPU";
  let description = [{
    Makes a constant of what each `gpu.binary` holds, and of each launch a call
    of the runtime (`sgrt_device_launch`), which loads it when it is first
    needed.

    Runs behind `gpu-module-to-binary`. Memrefs that kernels get are addresses,
    as `use-bare-ptr-memref-call-conv` wants them.

    *Guarantees.* Launches in the order of the program, all in one stream.

    *Fails when* a launch has clusters or tokens, or its kernel is in no
    `gpu.binary` with one object.

    *Example.*

    ```mlir
    module attributes {gpu.container_module} {
      gpu.binary @kernels [#gpu.object<#nvvm.target, assembly = ".version 7.0">]
      func.func private @f(%x: f32) {
        %c1 = arith.constant 1 : index
        gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : f32)
        return
      }
    }
    ```

    becomes

    ```mlir
    llvm.func @sgrt_device_launch(!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, i64, i64, !llvm.ptr, i64, !llvm.ptr)
    llvm.mlir.global internal constant @sg.kernel.bytes(dense<4> : tensor<1xi32>) {addr_space = 0 : i32} : !llvm.array<1 x i32>
    llvm.mlir.global internal constant @sg.kernel.name("k\00") {addr_space = 0 : i32}
    llvm.mlir.global internal @sg.kernels() {addr_space = 0 : i32} : !llvm.struct<(ptr, ptr, i64)> {
      %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
      %1 = llvm.mlir.zero : !llvm.ptr
      %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<(ptr, ptr, i64)>
      %3 = llvm.mlir.addressof @sg.kernels.image : !llvm.ptr
      %4 = llvm.insertvalue %3, %2[1] : !llvm.struct<(ptr, ptr, i64)>
      %5 = llvm.mlir.constant(0 : i64) : i64
      %6 = llvm.insertvalue %5, %4[2] : !llvm.struct<(ptr, ptr, i64)>
      llvm.return %6 : !llvm.struct<(ptr, ptr, i64)>
    }
    llvm.mlir.global internal constant @sg.kernels.image(".version 7.0\00") {addr_space = 0 : i32}
    func.func private @f(%arg0: f32) {
      %0 = llvm.mlir.constant(1 : i64) : i64
      %1 = llvm.alloca %0 x !llvm.ptr : (i64) -> !llvm.ptr
      %2 = llvm.mlir.constant(1 : i64) : i64
      %3 = llvm.alloca %2 x f32 : (i64) -> !llvm.ptr
      %c1 = arith.constant 1 : index
      llvm.store %arg0, %3 : f32, !llvm.ptr
      %4 = llvm.getelementptr %1[0] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
      llvm.store %3, %4 : !llvm.ptr, !llvm.ptr
      %c0_i64 = arith.constant 0 : i64
      %5 = llvm.mlir.addressof @sg.kernels : !llvm.ptr
      %6 = llvm.mlir.addressof @sg.kernel.name : !llvm.ptr
      %7 = arith.index_cast %c1 : index to i64
      %8 = arith.index_cast %c1 : index to i64
      %9 = arith.index_cast %c1 : index to i64
      %10 = arith.index_cast %c1 : index to i64
      %11 = arith.index_cast %c1 : index to i64
      %12 = arith.index_cast %c1 : index to i64
      %c1_i64 = arith.constant 1 : i64
      %13 = llvm.mlir.addressof @sg.kernel.bytes : !llvm.ptr
      llvm.call @sgrt_device_launch(%5, %6, %c0_i64, %7, %8, %9, %10, %11, %12, %1, %c1_i64, %13) : (!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, i64, i64, !llvm.ptr, i64, !llvm.ptr) -> ()
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect"
  ];
}

def PlaceOnDevice : Pass<"sg-place-on-device", "::mlir::ModuleOp"> {
  let summary = "Let the host reach for memory of the device";
  let description = [{
    All memory that functions of the host load from is on the device. A load
    becomes a call of the runtime (`sgrt_device_read`), which waits for the
    kernels so far and copies one element; the address of a constant is asked for
    where the function begins (`sgrt_device_constant`). A load from memory that its
    block allocates comes as late as it can, behind launches that do not write
    there: the host waits for it.

    Runs behind `sg-map-to-kernels`, which leaves only loads, and kernels where
    they are.

    *Guarantees.* The same values.

    *Fails when* another op of the host accesses memory.

    *Example.*

    ```mlir
    func.func private @f(%x: memref<?xf32>, %i: index) -> f32 {
      %v = memref.load %x[%i] : memref<?xf32>
      return %v : f32
    }
    ```

    becomes

    ```mlir
    llvm.func @sgrt_device_read(!llvm.ptr, !llvm.ptr, i64)
    func.func private @f(%arg0: memref<?xf32>, %arg1: index) -> f32 {
      %0 = llvm.mlir.constant(1 : i64) : i64
      %1 = llvm.alloca %0 x f32 : (i64) -> !llvm.ptr
      %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<?xf32> -> memref<f32>, index, index, index
      %2 = arith.index_cast %arg1 : index to i64
      %intptr = memref.extract_aligned_pointer_as_index %base_buffer : memref<f32> -> index
      %3 = arith.index_cast %intptr : index to i64
      %4 = llvm.inttoptr %3 : i64 to !llvm.ptr
      %5 = llvm.getelementptr %4[%2] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %6 = llvm.mlir.constant(4 : i64) : i64
      llvm.call @sgrt_device_read(%1, %5, %6) : (!llvm.ptr, !llvm.ptr, i64) -> ()
      %7 = llvm.load %1 : !llvm.ptr -> f32
      return %7 : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
}

def ReplayLaunches : Pass<"sg-replay-launches", "::mlir::ModuleOp"> {
  let summary = "Let the runtime replay launches that come again";
  let description = [{
    Calls the runtime in front of launches that follow each other and behind them
    (`sgrt_device_begin`, with the address of something that stands for this
    place in the program, and `sgrt_device_end`): in the body of a loop that only
    launches, and elsewhere where there are at least four. What is in between does
    not reach for memory, nor allocate or free it. The runtime launches them by
    one call of the driver when the program comes by again.

    Runs when loads of the host are calls of the runtime (`sg-place-on-device`),
    and in front of `sg-lower-launches`.

    *Guarantees.* The same launches in the same order.

    *Never fails.*

    *Example.*

    ```mlir
    module attributes {gpu.container_module} {
      gpu.binary @kernels [#gpu.object<#nvvm.target, assembly = ".version 7.0">]
      func.func private @f(%x: memref<f32>, %n: index) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        scf.for %i = %c0 to %n step %c1 {
          gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<f32>)
        }
        return
      }
    }
    ```

    becomes

    ```mlir
    module attributes {gpu.container_module} {
      llvm.func @sgrt_device_end()
      llvm.func @sgrt_device_begin(!llvm.ptr)
      llvm.mlir.global internal @sg.launches(0 : i8) {addr_space = 0 : i32} : i8
      gpu.binary @kernels  [#gpu.object<#nvvm.target, assembly = ".version 7.0">]
      func.func private @f(%arg0: memref<f32>, %arg1: index) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        scf.for %arg2 = %c0 to %arg1 step %c1 {
          %0 = llvm.mlir.addressof @sg.launches : !llvm.ptr
          llvm.call @sgrt_device_begin(%0) : (!llvm.ptr) -> ()
          gpu.launch_func  @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)  args(%arg0 : memref<f32>)
          llvm.call @sgrt_device_end() : () -> ()
        }
        return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def TargetNVVM : Pass<"sg-target-nvvm", "::mlir::ModuleOp"> {
  let summary = "Say for which NVIDIA GPU kernels are compiled";
  let description = [{
    Gives each `gpu.module` the target that `gpu-module-to-binary` compiles it
    for, after a look at what that would end the process over, or silently leave
    out: chips and versions of PTX that do not go together, and functions that
    are nowhere. Without a toolkit, calls of libdevice's functions that GPUs have
    instructions for (`__nv_fmaf`, `__nv_sqrt` and the like) become LLVM's
    intrinsics.

    Runs behind the conversion of kernels to the NVVM dialect.

    *Guarantees.* What kernels call is in their module, in CUDA's libdevice, or
    in the driver.

    *Fails when* the chip or a feature is none that the backend knows, the
    toolkit is not where it should be, or a kernel calls a function that there is
    not.

    *Example.*

    ```mlir
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        llvm.func @nothing() attributes {gpu.kernel, nvvm.kernel} {
          llvm.return
        }
      }
    }
    ```

    becomes

    ```mlir
    module attributes {gpu.container_module} {
      gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_80", flags = {}>] {
        llvm.func @nothing() attributes {gpu.kernel, nvvm.kernel} {
          llvm.return
        }
      }
    }
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_80\"",
           "The GPU's compute capability: sm_70 to sm_121, as sm_90a">,
    Option<"features", "features", "std::string", /*default=*/"\"\"",
           "The version of PTX, as +ptx80; without it the least that the chip "
           "needs">,
    Option<"toolkit", "toolkit", "std::string", /*default=*/"\"\"",
           "The folder of CUDA's toolkit, or none; without it CUDA_HOME or one "
           "of the usual places">,
    Option<"fastMath", "fast-math", "bool", /*default=*/"false",
           "Whether results may differ by more than rounding">,
    Option<"needsAssembler", "needs-assembler", "bool", /*default=*/"false",
           "Whether the toolkit's ptxas will be needed">
  ];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
}

#endif // SG_CODEGEN_DEVICEPASSES
