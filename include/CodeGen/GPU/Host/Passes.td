//===- Passes.td - Host passes for kernels -----------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_GPU_HOST_PASSES
#define SG_CODEGEN_GPU_HOST_PASSES

include "mlir/Pass/PassBase.td"

def CarryScalars : Pass<"sg-carry-scalars", "::mlir::func::FuncOp"> {
  let summary = "Carry scalars of loops as tensors of rank 0";
  let description = [{
    Applies to loop-carried floats that an `scf.for` computes from elements of
    tensors of rank 0, for example a loss. Such a float is carried as a tensor
    of rank 0 and computed by a structured op. On a device, the value then stays
    in device memory. Otherwise, the host would wait for the float in each
    iteration.

    *Guarantees.* The values are the same. The host still reads the values that
    its control flow needs.

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
  let summary = "Compile kernels for their targets";
  let description = [{
    Replaces each `gpu.module` by a `gpu.binary` of PTX, machine code or both,
    like `gpu-module-to-binary`. If LLVM's backend has no instruction for an op,
    `gpu-module-to-binary` ends the process, but this pass fails.

    Runs after `sg-target-nvvm`, which detects most of these errors before the
    backend and reports the reasons.

    *Guarantees.* No abort of the backend ends the process. A usage error of
    LLVM still ends the process with a message. A fatal error handler that the
    program installed may also end the process.

    *Fails when* the backend or the assembler fails.

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

    LLVM prints the reason. The pass reports an error at the location of the
    `gpu.module`.
  }];
  let options = [
    Option<"format", "format", "std::string", /*default=*/"\"isa\"",
           "isa for PTX, bin for machine code, fatbin for both">,
    Option<"toolkit", "toolkit", "std::string", /*default=*/"\"\"",
           "Folder of CUDA's toolkit, with libdevice and ptxas">
  ];
  let dependentDialects = [
    "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::NVVM::NVVMDialect"
  ];
}

def ExpandSubgroupReductions : Pass<"sg-expand-subgroup-reductions"> {
  let summary = "Expand reductions of subgroups to shuffles";
  let description = [{
    Replaces `gpu.subgroup_reduce` by upstream's expansion: the 32 lanes of a
    warp exchange values in five steps. The conversion to NVVM supports the op
    only for some integer types. As for every shuffle, all lanes of the warp
    must execute the op, so a block must have a multiple of 32 threads.

    *Guarantees.* The results are the same as on the emulated device, which
    executes the same steps and reports missing lanes.

    *Never fails*: reductions of values wider than 64 bits stay unchanged.

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
  let summary = "Pass addresses and sizes to kernels instead of memrefs";
  let description = [{
    Applies to memref arguments whose type does not determine offset, sizes and
    strides. The kernel receives the base buffer instead. Each dynamic offset,
    size and stride becomes a separate argument. All arguments are then scalars
    or addresses, as the driver requires.

    Runs after `gpu-kernel-outlining`.

    *Guarantees.* Kernels compute the same results.

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
  let summary = "Lower kernel launches to calls of the runtime";
  let description = [{
    Replaces each `gpu.binary` by a constant that holds the object. Replaces
    each launch by a call of the runtime (`sgrt_device_launch`), which loads the
    constant at the first launch.

    Runs after `sg-compile-kernels`. Kernels receive memrefs as addresses, in
    the convention of `use-bare-ptr-memref-call-conv`.

    *Guarantees.* Launches execute in program order, in one stream.

    *Fails when* a launch has clusters or tokens, or its kernel is not in a
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
  let summary = "Lower host accesses to device memory";
  let description = [{
    All memory that host functions load from is device memory. A load becomes a
    call of the runtime (`sgrt_device_read`), which waits for all previous
    kernels and copies one element. The address of a constant is requested once,
    at the start of the function (`sgrt_device_constant`). The host waits at a
    load. Therefore, a load from memory that its own block allocates is sunk
    past launches that do not write to the memory.

    Runs after `sg-map-to-kernels`, which leaves only loads and kernels.

    *Guarantees.* The values are the same.

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
  let summary = "Mark repeated launches for replay by the runtime";
  let description = [{
    Encloses a sequence of launches in calls of the runtime:
    `sgrt_device_begin`, with an address that identifies the sequence, and
    `sgrt_device_end`. A sequence is the body of a loop that contains only
    launches, or at least four launches elsewhere. The ops between the launches
    do not access, allocate or free memory. When the program executes the
    sequence again, the runtime launches it by a single call of the driver.

    Runs after loads of the host became calls of the runtime
    (`sg-place-on-device`) and before `sg-lower-launches`.

    *Guarantees.* The same kernels are launched in the same order.

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
  let summary = "Sink loads and computations of scalars into kernels";
  let description = [{
    A kernel (`gpu.launch`) receives scalars of the host when it is launched. If
    the host loads such a scalar, or computes it from loaded elements, it has to
    wait for the device. This pass moves the loads and computations to the start
    of the kernel, if no op between load and kernel writes to the memory. The
    host then reads only the values that it needs itself: for control flow, for
    sizes and as results.

    If the computation takes more than a few instructions, a kernel of one
    thread performs it and stores the value for the other kernels. Deallocations
    between load and kernel are delayed if the memory has at most 64 elements.

    Runs after `--sg-map-to-kernels`.

    *Guarantees.* Each load reads the value that the host would have read.

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
  let summary = "Set the NVIDIA GPU for which kernels are compiled";
  let description = [{
    Sets the target of each `gpu.module`. Before that, checks for errors that
    would make LLVM's backend end the process or compile wrong code silently:

    - chips and versions of PTX that do not match,
    - instructions that the chip is known not to have,
    - functions that are not defined,
    - types that GPUs do not compute with: floats of more than 64 bits, and
      conversions between floats and integers of more than 64 bits.

    Workgroup memory whose size is set by the launch becomes external, so that
    it starts after all other workgroup memory of the block. Calls of libdevice
    functions for which GPUs have instructions (for example `__nv_fmaf` and
    `__nv_sqrt`) become LLVM intrinsics, which need no toolkit.

    Runs after the conversion of kernels to the NVVM dialect.

    *Guarantees.* All functions that kernels call are defined in their module,
    in CUDA's libdevice, or in the driver.

    *Fails when* the backend does not know the chip or a feature, the toolkit is
    not found, or a kernel uses an op, a type or a function that the target does
    not support.

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
           "Compute capability of the GPU: sm_70 to sm_121, e.g. sm_90a">,
    Option<"features", "features", "std::string", /*default=*/"\"\"",
           "Version of PTX, for example +ptx80; if empty, the oldest version "
           "that supports the chip and the kernels' arguments">,
    Option<"toolkit", "toolkit", "std::string", /*default=*/"\"\"",
           "Folder of CUDA's toolkit, or none; if empty, CUDA_HOME or one of "
           "the usual folders">,
    Option<"fastMath", "fast-math", "bool", /*default=*/"false",
           "Use approximate instructions, FMA, and zero for f32 denormals">,
    Option<"needsAssembler", "needs-assembler", "bool", /*default=*/"false",
           "Fail if the toolkit has no ptxas">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect"
  ];
}

#endif // SG_CODEGEN_GPU_HOST_PASSES
