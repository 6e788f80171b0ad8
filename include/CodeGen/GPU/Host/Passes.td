//===- Passes.td - What the host does for kernels ----------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_GPU_HOST_PASSES
#define SG_CODEGEN_GPU_HOST_PASSES

include "mlir/Pass/PassBase.td"

def CarryScalars : Pass<"sg-carry-scalars", "::mlir::func::FuncOp"> {
  let summary = "Let loops carry scalars as tensors without dimensions";
  let description = [{
    A float that an `scf.for` computes in each iteration, of elements of tensors
    without dimensions (a loss, a sum of losses), is carried as such a tensor, and
    computed by a structured op. On a device it stays there then; the host would
    wait for it in each iteration to hand it on.

    *Guarantees.* The same values. What the host needs for its control flow it
    reads as before.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: tensor<f32>, %n: index, %zero: f32) -> f32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
        %e = tensor.extract %x[] : tensor<f32>
        %next = arith.addf %s, %e : f32
        scf.yield %next : f32
      }
      return %sum : f32
    }
    ```

    becomes

    ```mlir
    #map = affine_map<() -> ()>
    func.func @f(%arg0: tensor<f32>, %arg1: index, %arg2: f32) -> f32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %from_elements = tensor.from_elements %arg2 : tensor<f32>
      %0 = scf.for %arg3 = %c0 to %arg1 step %c1 iter_args(%arg4 = %from_elements) -> (tensor<f32>) {
        %1 = tensor.empty() : tensor<f32>
        %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%arg4, %arg0 : tensor<f32>, tensor<f32>) outs(%1 : tensor<f32>) {
        ^bb0(%in: f32, %in_0: f32, %out: f32):
          %3 = arith.addf %in, %in_0 : f32
          linalg.yield %3 : f32
        } -> tensor<f32>
        scf.yield %2 : tensor<f32>
      }
      %extracted = tensor.extract %0[] : tensor<f32>
      return %extracted : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
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

def CaptureLaunchGraphs : Pass<"sg-capture-launch-graphs", "::mlir::ModuleOp"> {
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

def SinkScalarsIntoKernels : Pass<"sg-sink-scalars-into-kernels"> {
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

#endif // SG_CODEGEN_GPU_HOST_PASSES
