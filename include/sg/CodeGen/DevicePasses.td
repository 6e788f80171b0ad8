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
    Arithmetic in the place of calls: all functions of `math` for which there are
    no instructions, and `arith.remf`, of scalars and vectors of `f32` and `f64`;
    those of `f16` and `bf16` are computed in `f32`. They are right to one unit in
    the last place or so for all operands, angles of any size as well, and have
    the special values of C's Annex F: [Math.md](Math.md) has what was measured.

    Selects take the place of branches, so that what comes out can be vectorized;
    only the digits of pi/2 that a large angle needs are behind a branch, and a
    remainder is a loop.

    *Guarantees.* No function of another type, or of tensors, is changed.

    *Never fails.*

    *Example.*

    ```mlir
    func.func private @f(%x: f32) -> f32 {
      %y = math.exp %x : f32
      return %y : f32
    }
    ```

    becomes

    ```mlir
    func.func private @f(%arg0: f32) -> f32 {
      %cst = arith.constant 1.000000e+00 : f32
      %cst_0 = arith.constant 9.000000e+01 : f32
      %0 = arith.cmpf ogt, %arg0, %cst_0 : f32
      %cst_1 = arith.constant -1.050000e+02 : f32
      %1 = arith.cmpf olt, %arg0, %cst_1 : f32
      %2 = arith.select %1, %cst_1, %arg0 : f32
      %3 = arith.select %0, %cst_0, %2 : f32
      %cst_2 = arith.constant 1.44269502 : f32
      %4 = arith.mulf %3, %cst_2 : f32
      %cst_3 = arith.constant 0x4B400000 : f32
      %5 = arith.addf %4, %cst_3 : f32
      %6 = arith.subf %5, %cst_3 : f32
      %7 = arith.negf %6 : f32
      %cst_4 = arith.constant 0.693147182 : f32
      %8 = math.fma %7, %cst_4, %3 : f32
      %9 = arith.negf %6 : f32
      %cst_5 = arith.constant -1.90465421E-9 : f32
      %10 = arith.ori %0, %1 : i1
      %cst_6 = arith.constant 0.000000e+00 : f32
      %11 = arith.select %10, %cst_6, %cst_6 : f32
      %12 = math.fma %9, %cst_5, %11 : f32
      %13 = arith.addf %8, %12 : f32
      %14 = arith.addf %cst, %13 : f32
      %15 = arith.subf %14, %cst : f32
      %16 = arith.subf %13, %15 : f32
      %17 = arith.mulf %13, %13 : f32
      %cst_7 = arith.constant 2.48015876E-5 : f32
      %cst_8 = arith.constant 1.98412701E-4 : f32
      %18 = math.fma %cst_7, %13, %cst_8 : f32
      %cst_9 = arith.constant 0.00138888892 : f32
      %19 = math.fma %18, %13, %cst_9 : f32
      %cst_10 = arith.constant 0.00833333377 : f32
      %20 = math.fma %19, %13, %cst_10 : f32
      %cst_11 = arith.constant 0.0416666679 : f32
      %21 = math.fma %20, %13, %cst_11 : f32
      %cst_12 = arith.constant 0.166666672 : f32
      %22 = math.fma %21, %13, %cst_12 : f32
      %cst_13 = arith.constant 5.000000e-01 : f32
      %23 = math.fma %22, %13, %cst_13 : f32
      %24 = arith.subf %13, %8 : f32
      %25 = arith.subf %13, %24 : f32
      %26 = arith.subf %8, %25 : f32
      %27 = arith.subf %12, %24 : f32
      %28 = arith.addf %26, %27 : f32
      %29 = math.fma %28, %13, %28 : f32
      %30 = math.fma %17, %23, %29 : f32
      %31 = arith.addf %16, %30 : f32
      %32 = arith.addf %14, %31 : f32
      %33 = arith.bitcast %5 : f32 to i32
      %c1262485504_i32 = arith.constant 1262485504 : i32
      %34 = arith.subi %33, %c1262485504_i32 : i32
      %c1_i32 = arith.constant 1 : i32
      %35 = arith.shrsi %34, %c1_i32 : i32
      %c127_i32 = arith.constant 127 : i32
      %36 = arith.addi %35, %c127_i32 : i32
      %c23_i32 = arith.constant 23 : i32
      %37 = arith.shli %36, %c23_i32 : i32
      %38 = arith.bitcast %37 : i32 to f32
      %39 = arith.mulf %32, %38 : f32
      %40 = arith.subi %34, %35 : i32
      %41 = arith.addi %40, %c127_i32 : i32
      %42 = arith.shli %41, %c23_i32 : i32
      %43 = arith.bitcast %42 : i32 to f32
      %44 = arith.mulf %39, %43 : f32
      return %44 : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"besideLibrary", "beside-library", "bool", /*default=*/"false",
           "There is libdevice: only what it has no function for, powers by "
           "exponents of more than 32 bits.">
  ];
}

def LowerLaunches : Pass<"sg-lower-launches", "::mlir::ModuleOp"> {
  let summary = "Let the runtime launch kernels on a GPU";
  let description = [{
    Makes a constant of what each `gpu.binary` holds, and of each launch a call
    of the runtime (`sgrt_device_launch`), which loads it when it is first
    needed.

    Runs behind `sg-compile-kernels`. Memrefs that kernels get are addresses,
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
    llvm.mlir.global internal constant @sg.kernels.image(".version 7.0\00") {addr_space = 0 : i32, alignment = 16 : i64}
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
    Gives each `gpu.module` the target that it is compiled for, after a look at
    what LLVM's backend would end the process over, or silently leave out: chips
    and versions of PTX that do not go together, instructions that a chip does
    not have, as far as is known, functions that are nowhere, and numbers that
    GPUs do not compute with (floats of more than 64 bits, floats from integers
    of more than 64 bits and the reverse). Memory whose size a launch says becomes
    external, so that it lies behind all other memory of the block. Without a
    toolkit, calls of libdevice's functions that GPUs have instructions for
    (`__nv_fmaf`, `__nv_sqrt` and the like) become LLVM's intrinsics.

    Runs behind the conversion of kernels to the NVVM dialect.

    *Guarantees.* What kernels call is in their module, in CUDA's libdevice, or
    in the driver.

    *Fails when* the chip or a feature is none that the backend knows, the
    toolkit is not where it should be, or a kernel has an op or a type, or calls a
    function, that there is not.

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
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect"
  ];
}

def ExpandSubgroupReductions : Pass<"sg-expand-subgroup-reductions"> {
  let summary = "Express reductions of subgroups by shuffles";
  let description = [{
    Replaces `gpu.subgroup_reduce` by upstream's exchange of values between the
    32 lanes of a warp, in five steps, which the conversion to NVVM has for some
    integers only. As for every shuffle, all lanes of the warp must get there: a
    block has a multiple of 32 threads.

    *Guarantees.* As on the emulated device, which has the same steps and tells
    of lanes that are missing.

    *Never fails*: what is of more than 64 bits is left.

    *Example.*

    ```mlir
    gpu.module @kernels {
      gpu.func @sum(%x: f32) -> f32 {
        %0 = gpu.subgroup_reduce add %x cluster(size = 2) : (f32) -> f32
        gpu.return %0 : f32
      }
    }
    ```

    becomes

    ```mlir
    gpu.module @kernels {
      gpu.func @sum(%arg0: f32) -> f32 {
        %0 = arith.bitcast %arg0 : f32 to i32
        %1 = arith.extui %0 : i32 to i64
        %c1_i32 = arith.constant 1 : i32
        %c32_i32 = arith.constant 32 : i32
        %shuffleResult, %valid = gpu.shuffle  xor %1, %c1_i32, %c32_i32 : i64
        %2 = arith.trunci %shuffleResult : i64 to i32
        %3 = arith.bitcast %2 : i32 to f32
        %4 = arith.addf %arg0, %3 : f32
        gpu.return %4 : f32
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def CompileKernels : Pass<"sg-compile-kernels", "::mlir::ModuleOp"> {
  let summary = "Compile kernels for their target";
  let description = [{
    Replaces each `gpu.module` by a `gpu.binary` of PTX, machine code or both, as
    `gpu-module-to-binary` does. Where LLVM's backend ends the process, which is
    its answer to what it has no instructions for, this pass fails.

    Runs behind `sg-target-nvvm`, which knows more of the reasons.

    *Guarantees.* No abort of the backend ends the process. LLVM's errors of usage
    exit it, with a message; so does a handler of its own for LLVM's fatal errors.

    *Fails when* the backend or the assembler does.

    *Example.* LLVM cannot select the instruction of

    ```mlir
    module attributes {gpu.container_module} {
      gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
        llvm.func @k(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
          %0 = nvvm.elect.sync -> i1
          llvm.store %0, %p : i1, !llvm.ptr
          llvm.return
        }
      }
    }
    ```

    which LLVM says, and an error at the location of the `gpu.module`.
  }];
  let options = [
    Option<"format", "format", "std::string", /*default=*/"\"isa\"",
           "isa for PTX, bin for machine code, fatbin for both">,
    Option<"toolkit", "toolkit", "std::string", /*default=*/"\"\"",
           "The folder of CUDA's toolkit, with libdevice and ptxas">
  ];
  let dependentDialects = [
    "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::NVVM::NVVMDialect"
  ];
}

#endif // SG_CODEGEN_DEVICEPASSES
