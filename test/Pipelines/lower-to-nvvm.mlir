// REQUIRES: gpu
// RUN: sg-opt %s --sg-lower-to-nvvm | FileCheck %s
// RUN: sg-opt %s --sg-lower-to-nvvm="chip=sm_90" | FileCheck %s --check-prefix=SM90
// RUN: sg-opt %s --sg-lower-to-nvvm="chip=sm_120 features=+ptx88" | FileCheck %s --check-prefix=SM120

// One image contains all kernels, with names that PTX allows. A kernel receives
// the addresses and sizes of its tensors. Without libdevice, a kernel calls no
// function.
// CHECK:      llvm.mlir.global internal constant @sg.kernels.image("
// CHECK-SAME:   .version 7.0
// CHECK-SAME:   .target sm_80
// CHECK-NOT:    .extern
// CHECK-SAME:   .visible .entry f_generic(
// CHECK-NOT:    .extern
// CHECK-SAME: \00")
// SM90:         .version 7.8
// SM90-SAME:    .target sm_90
// SM120:        .version 8.8
// SM120-SAME:   .target sm_120

// The host launches, and waits only at the end.
// CHECK-LABEL: llvm.func internal @sg.inner.f(
// CHECK:         call @sgrt_device_result
// CHECK:         call @sgrt_device_launch
// CHECK-NOT:     call @sgrt_device
// CHECK-LABEL: llvm.func internal @sg.unpack.f(
// CHECK-COUNT-2: call @sgrt_device_argument
// CHECK:         call @sg.inner.f
// CHECK-NEXT:    call @sgrt_device_finish
// CHECK-LABEL: llvm.func @sg_f(
func.func @f(%x: tensor<?x5xf32>, %y: tensor<?x5xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x5xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %p = arith.mulf %x, %y : tensor<?x5xf32>
  %r = linalg.reduce {arith.addf} ins(%p : tensor<?x5xf32>) outs(%init : tensor<?xf32>) dimensions = [1]
  return %r : tensor<?xf32>
}
