// A kernel has static shared memory, and dynamic shared memory whose size the
// launch gives. The dynamic memory is an external global, which the driver
// allocates after the static memory.

// UNSUPPORTED: verified
// REQUIRES: gpu
// RUN: sg-opt %s --sg-lower-to-nvvm | FileCheck %s
// CHECK-DAG: .extern .shared .align 16 .b8 __dynamic_shmem__0[];
// CHECK-DAG: .shared .align 16 .b8 __wg_both_0[256];

// RUN: sg-run %s --device=emulated --check-kernels --function=f --input=64xf32=0 | FileCheck %s --check-prefix=SUM
// SUM: result[0]: 64xf32=3 3 3

// RUN: sed "s/256 : i32/252 : i32/" %s > %t.mlir
// RUN: not sg-run %t.mlir --device=emulated --check-kernels --function=f --input=64xf32=0 2>&1 | FileCheck %s --check-prefix=SMALL
// SMALL: 'memref.view': the memory is too small

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @both(%x: memref<?xf32>) workgroup(%known: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
      %c0 = arith.constant 0 : index
      %c63 = arith.constant 63 : index
      %one = arith.constant 1.0 : f32
      %two = arith.constant 2.0 : f32
      %i = gpu.thread_id x
      %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %said = memref.view %bytes[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>
      memref.store %one, %known[%i] : memref<64xf32, #gpu.address_space<workgroup>>
      memref.store %two, %said[%i] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %j = arith.subi %c63, %i : index
      %a = memref.load %known[%j] : memref<64xf32, #gpu.address_space<workgroup>>
      %b = memref.load %said[%j] : memref<64xf32, #gpu.address_space<workgroup>>
      %c = arith.addf %a, %b : f32
      memref.store %c, %x[%i] : memref<?xf32>
      gpu.return
    }
  }
  func.func @f(%x: memref<?xf32>) -> tensor<?xf32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %bytes = arith.constant 256 : i32
    gpu.launch_func @kernels::@both blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%x : memref<?xf32>)
    %y = bufferization.to_tensor %x restrict : memref<?xf32> to tensor<?xf32>
    return %y : tensor<?xf32>
  }
}
