// Why the threads of a block take turns, which costs time.
//
// REQUIRES: asserts
// RUN: sg-opt %s --sg-emulate-kernels --debug-only=sg-emulate-kernels -o /dev/null 2>&1 | FileCheck %s

module attributes {gpu.container_module} {
  func.func @f(%x: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@alone blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xf32>)
    gpu.launch_func @kernels::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xf32>)
    return
  }
  gpu.module @kernels {
    // CHECK: [sg-emulate-kernels {{.*}}] one thread after the other, 0 bytes for each block: 'alone' at loc("{{.*}}-debug.mlir":[[#@LINE+1]]:5)
    gpu.func @alone(%x: memref<8xf32>) kernel {
      gpu.return
    }
    // CHECK: threads take turns because of gpu.barrier at loc("{{.*}}":[[#@LINE+3]]:7)
    // CHECK: threads of a block take turns, 0 bytes for each block: 'meet' at loc("{{.*}}":[[#@LINE+1]]:5)
    gpu.func @meet(%x: memref<8xf32>) kernel {
      gpu.barrier
      gpu.return
    }
  }
}
