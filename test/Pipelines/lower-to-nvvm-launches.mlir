// A training step of the digits classifier, with its gradient, takes 12
// launches: 5 matrix products and 7 other kernels. Its temporaries are in one
// arena. The host waits only at the end and for the loss.
// REQUIRES: gpu
// RUN: sg-opt %source/bench/digits-step.mlir --sg-lower-to-nvvm | FileCheck %s

// CHECK-LABEL:    llvm.func internal @sg.inner.step(
// CHECK:            call @sgrt_device_arena
// CHECK-COUNT-12:   call @sgrt_device_launch
// CHECK-NOT:        call @sgrt_device_launch
// CHECK:            call @sgrt_device_read
// CHECK-NOT:        call @sgrt_device_read
// CHECK-LABEL:    llvm.func internal @sg.unpack.step(
