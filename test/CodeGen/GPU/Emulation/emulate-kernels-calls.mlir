// RUN: sg-opt %s --sg-emulate-kernels | FileCheck %s

// Functions that kernels call are cloned, too. If outlining copied a host
// function, the host's original is called.
// CHECK:         func.func private @both() -> f32
// CHECK-LABEL:   func.func private @sg.kernel.k(
// CHECK:           call @both
// CHECK:           call @of_kernels
// CHECK:         func.func private @of_kernels() -> f32
// CHECK-NOT:     func.func {{.*}}@both
// CHECK-NOT:     gpu.module
module attributes {gpu.container_module} {
  func.func private @both() -> f32 {
    %one = arith.constant 1.0 : f32
    return %one : f32
  }
  gpu.module @kernels {
    gpu.func @k(%x: memref<f32>) kernel {
      %a = func.call @both() : () -> f32
      %b = func.call @of_kernels() : () -> f32
      %c = arith.addf %a, %b : f32
      memref.store %c, %x[] : memref<f32>
      gpu.return
    }
    func.func private @both() -> f32 {
      %one = arith.constant 1.0 : f32
      return %one : f32
    }
    func.func private @of_kernels() -> f32 {
      %two = arith.constant 2.0 : f32
      return %two : f32
    }
  }
}
