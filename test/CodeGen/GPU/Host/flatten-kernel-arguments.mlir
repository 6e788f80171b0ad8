// RUN: sg-opt %s --sg-flatten-kernel-arguments | FileCheck %s
// Kernels whose arguments are flat already do not change.
// RUN: sg-opt %s --sg-flatten-kernel-arguments -o %t
// RUN: sg-opt %t --sg-flatten-kernel-arguments | diff %t -

#strided = strided<[?, 2], offset: ?>

module attributes {gpu.container_module} {
  // A kernel receives the values that the type does not determine: for one
  // memref the offset, a size and a stride. Static ones stay in the type.
  // CHECK-LABEL: func.func @f(
  // CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<?x4xf32, strided<[?, 2], offset: ?>>, [[V:%[a-z0-9]+]]: f32, [[Y:%[a-z0-9]+]]: memref<3xf32>
  // CHECK:       [[BASE:%[a-z0-9_]+]], [[OFFSET:%[a-z0-9_]+]], [[SIZES:%[a-z0-9_]+]]:2, [[STRIDES:%[a-z0-9_]+]]:2 = memref.extract_strided_metadata [[X]]
  // CHECK:       args([[BASE]] : memref<f32>, [[OFFSET]] : index, [[SIZES]]#0 : index, [[STRIDES]]#0 : index, [[V]] : f32, [[Y]] : memref<3xf32>)
  func.func @f(%x: memref<?x4xf32, #strided>, %v: f32, %y: memref<3xf32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
      args(%x : memref<?x4xf32, #strided>, %v : f32, %y : memref<3xf32>)
    return
  }
  gpu.module @kernels {
    // CHECK-LABEL: gpu.func @k(
    // CHECK-SAME:  [[BASE:%[a-z0-9]+]]: memref<f32>, [[OFFSET:%[a-z0-9]+]]: index, [[SIZE:%[a-z0-9]+]]: index, [[STRIDE:%[a-z0-9]+]]: index, [[V:%[a-z0-9]+]]: f32, [[Y:%[a-z0-9]+]]: memref<3xf32>)
    // CHECK-SAME:  workgroup([[MEMORY:%[a-z0-9]+]] : memref<3xf32, #gpu.address_space<workgroup>>)
    // CHECK:       [[X:%[a-z0-9_]+]] = memref.reinterpret_cast [[BASE]] to offset: [[[OFFSET]]], sizes: [[[SIZE]], 4], strides: [[[STRIDE]], 2]
    // CHECK:       memref.store [[V]], [[X]][
    // CHECK:       memref.store [[V]], [[Y]][
    // CHECK:       memref.store [[V]], [[MEMORY]][
    gpu.func @k(%x: memref<?x4xf32, #strided>, %v: f32, %y: memref<3xf32>) workgroup(%memory : memref<3xf32, #gpu.address_space<workgroup>>) kernel {
      %c2 = arith.constant 2 : index
      memref.store %v, %x[%c2, %c2] : memref<?x4xf32, #strided>
      memref.store %v, %y[%c2] : memref<3xf32>
      memref.store %v, %memory[%c2] : memref<3xf32, #gpu.address_space<workgroup>>
      gpu.return
    }
  }
}
