// A training step of the digits classifier, with its gradient, is 12 launches: 5 products of
// matrices and 7 kernels of what else there is. Its temporaries are one arena; the host waits at
// the end only, and for the loss.
// REQUIRES: gpu
// RUN: sg-opt %source/bench/digits-step.mlir --sg-lower-to-nvvm | FileCheck %s

// CHECK-LABEL:    llvm.func internal @sg.inner.step(
// CHECK:            call @sgrt_device_arena
// CHECK-COUNT-12:   call @sgrt_device_launch
// CHECK-NOT:        call @sgrt_device_launch
// CHECK:            call @sgrt_device_read
// CHECK-NOT:        call @sgrt_device_read
// CHECK-LABEL:    llvm.func internal @sg.unpack.step(
