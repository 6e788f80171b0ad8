// This runtime executes GPU programs lowered by upstream's passes. The module
// is loaded before main, and all memory is freed. The mock driver records the
// calls; it does not execute the kernel.

// mlir-runner cannot load libraries built with a sanitizer.
// UNSUPPORTED: asan, tsan

// REQUIRES: gpu
// RUN: mlir-opt %s --gpu-kernel-outlining --gpu-async-region -o %t.outlined.mlir
// RUN: mlir-opt %t.outlined.mlir --pass-pipeline="builtin.module( \
// RUN:   gpu.module(convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=1},reconcile-unrealized-casts), \
// RUN:   nvvm-attach-target{chip=sm_80}, gpu-to-llvm{use-bare-pointers-for-kernels=1}, \
// RUN:   gpu-module-to-binary{format=isa}, convert-to-llvm, reconcile-unrealized-casts)" -o %t.mlir
// The commands of docs/GPU.md.
// RUN: rm -rf %t && mkdir %t && cp %t.mlir %t/lowered.mlir && ln -s %binary %t/build
// RUN: %block docs/GPU.md "lowered.mlir -e doubled" > %t/command
// RUN: cd %t && env PATH=%llvm_tools:/usr/bin:/bin SG_LIBCUDA=%binary/lib/libMockCuda.so SG_MOCK_CUDA_LOG=%t.log \
// RUN:   sh -ex command | FileCheck %s --check-prefix=RESULT
// RUN: FileCheck %s --input-file=%t.log

// RESULT: 2.5

// CHECK: cuInit
// CHECK: cuMemAllocAsync 256 bytes
// CHECK-NEXT: cuMemsetD32Async 64 times 1075838976
// CHECK-NEXT: cuModuleLoadDataEx
// CHECK-NEXT: cuModuleGetFunction doubled_kernel
// CHECK-NEXT: cuFuncGetAttribute 1
// CHECK-NEXT: cuLaunchKernel kernel 'doubled_kernel', grid 2x1x1, block 32x1x1, shared memory 0
// CHECK-NEXT: cuMemcpyAsync 256 bytes
// CHECK-NEXT: cuMemFreeAsync
// CHECK-NEXT: cuStreamSynchronize
// CHECK-NEXT: cuCtxSynchronize
// CHECK-NEXT: cuModuleUnload
// CHECK-NEXT: summary: 1 launches, 0 bytes to the device, 256 bytes to the host, at most 256 bytes of memory
// CHECK-NOT: {{.}}

// Such a program cannot report an error, and continues after one.
// RUN: env SG_LIBCUDA=%binary/lib/libMockCuda.so SG_MOCK_CUDA_FAIL=cuMemAllocAsync:1:2 SG_MOCK_CUDA_LOG=%t.log \
// RUN:   mlir-runner %t.mlir -e doubled --entry-point-result=f32 --shared-libs=%binary/lib/libSGCudaRuntime.so 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR
// RUN: FileCheck %s --check-prefix=FAILED --input-file=%t.log

// ERROR: error: cuMemAllocAsync failed for 256 bytes: CUDA_ERROR_OUT_OF_MEMORY: out of memory

// FAILED: cuMemAllocAsync 256 bytes
// FAILED-NEXT: summary: 0 launches, 0 bytes to the device, 0 bytes to the host, at most 0 bytes of memory

// The program in docs/GPU.md is linked with @doubled and the runtime.
// RUN: %block docs/GPU.md "float doubled(void);" > %t/main.c
// RUN: mlir-translate --mlir-to-llvmir %t.mlir | llc --filetype=obj --relocation-model=pic -o %t/doubled.o
// RUN: %cc -std=c99 -Wall -Wextra -Werror -pedantic -I%source/include -fsyntax-only %t/main.c
// RUN: cp %binary/lib/libSGCudaRuntime.a %t
// RUN: %block docs/GPU.md "cc main.c doubled.o" > %t/link
// RUN: cd %t && env CPATH=%source/include sh -ex link
// RUN: %block docs/GPU.md "SG_MOCK_CUDA_LOG=- ./main" > %t/mocked
// RUN: cd %t && sh -ex mocked 2> printed
// RUN: %block docs/GPU.md "cuLaunchKernel kernel 'doubled_kernel'" | sed -e '2d' -e 's/^/MOCKED: /' > %t/expected
// RUN: FileCheck %t/expected --check-prefix=MOCKED --input-file %t/printed
// RUN: env SG_LIBCUDA=%binary/lib/libMockCuda.so %t/main | FileCheck %s --check-prefix=LINKED
// RUN: not env SG_LIBCUDA=%t/none.so %t/main 2>&1 | FileCheck %s --check-prefix=UNAVAILABLE

// LINKED: 2.5
// UNAVAILABLE: no GPU: cannot load the CUDA driver: {{.*}}none.so: cannot open shared object file

// Without SG_LIBCUDA, libcuda.so.1 is loaded.
// RUN: ln -s %binary/lib/libMockCuda.so %t/libcuda.so.1
// RUN: env -u SG_LIBCUDA LD_LIBRARY_PATH=%t %t/main | FileCheck %s --check-prefix=LINKED

func.func @doubled() -> f32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %value = arith.constant 2.5 : f32
  %host = memref.alloc() : memref<64xf32>
  %device = gpu.alloc () : memref<64xf32>
  gpu.memset %device, %value : memref<64xf32>, f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %i = gpu.global_id x
    %x = memref.load %device[%i] : memref<64xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %device[%i] : memref<64xf32>
    gpu.terminator
  }
  gpu.memcpy %host, %device : memref<64xf32>, memref<64xf32>
  gpu.dealloc %device : memref<64xf32>
  %result = memref.load %host[%c1] : memref<64xf32>
  memref.dealloc %host : memref<64xf32>
  return %result : f32
}
