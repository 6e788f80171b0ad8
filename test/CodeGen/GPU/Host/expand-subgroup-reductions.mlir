// RUN: sg-opt %s --sg-expand-subgroup-reductions | FileCheck %s
// RUN: sg-opt %s --sg-lower-to-nvvm | FileCheck %s --check-prefix=PTX
// Runtime/emulator-reductions.mlir executes them on the emulated device.

// Each lane exchanges with the lanes that differ from it by 1, 2, 4, 8 and 16;
// 64-bit values in halves.
// PTX: .visible .entry reduce(
// PTX-COUNT-10: shfl.sync.bfly.b32
// PTX-NOT: shfl.sync
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @reduce(
  // CHECK-COUNT-5: gpu.shuffle xor
  // CHECK-NOT:     gpu.shuffle
  // CHECK-NOT:     gpu.subgroup_reduce
  gpu.func @reduce(%x: memref<32xf32>) kernel {
    %i = gpu.thread_id x
    %v = memref.load %x[%i] : memref<32xf32>
    %s = gpu.subgroup_reduce add %v : (f32) -> f32
    memref.store %s, %x[%i] : memref<32xf32>
    gpu.return
  }
}
