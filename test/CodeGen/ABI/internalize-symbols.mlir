// RUN: sg-opt %s --sg-internalize-symbols | FileCheck %s
// RUN: sg-opt %s --sg-internalize-symbols=on-device | FileCheck %s --check-prefix=DEVICE

// The runtime frees its allocations when a call ends early. The memory it
// returns is not aliased.
// CHECK: llvm.func @sgrt_alloc(i64) -> (!llvm.ptr {llvm.noalias})
// CHECK: llvm.func @sgrt_free(!llvm.ptr)
llvm.func @_mlir_memref_to_llvm_alloc(i64) -> !llvm.ptr
llvm.func @_mlir_memref_to_llvm_free(!llvm.ptr)

// A library function keeps its name.
// CHECK: llvm.func @expf(f32) -> f32
llvm.func @expf(f32) -> f32

// A function of the program must not be mistaken for a library function.
// CHECK: llvm.func internal @sg.internal.cbrtf(
// CHECK: llvm.call @expf
llvm.func @cbrtf(%x: f32) -> f32 attributes {sym_visibility = "private"} {
  %0 = llvm.call @expf(%x) : (f32) -> f32
  llvm.return %0 : f32
}

// Names chosen for a function are kept, but are not visible from outside.
// CHECK: llvm.func internal @sg.inner.g(
llvm.func @sg.inner.g(%n: i64, %x: f32) attributes {sym_visibility = "private"} {
  // CHECK: %[[MEMORY:[a-z0-9]+]] = llvm.call @sgrt_alloc
  // CHECK: llvm.call @sgrt_free(%[[MEMORY]])
  // CHECK: llvm.call @sg.internal.cbrtf
  %0 = llvm.call @_mlir_memref_to_llvm_alloc(%n) : (i64) -> !llvm.ptr
  llvm.call @_mlir_memref_to_llvm_free(%0) : (!llvm.ptr) -> ()
  %1 = llvm.call @cbrtf(%x) : (f32) -> f32
  llvm.return
}

// CHECK: llvm.func @sg_g(
llvm.func @sg_g(%n: i64, %x: f32) {
  // CHECK: llvm.call @sg.inner.g
  llvm.call @sg.inner.g(%n, %x) : (i64, f32) -> ()
  llvm.return
}

// Allocations of emulated kernels, and functions that they call, belong to the host.
// DEVICE-LABEL: llvm.func internal @sg.internal.shared(
// DEVICE: llvm.call @sgrt_alloc(
// DEVICE-LABEL: llvm.func internal @sg.kernel.f(
// DEVICE: llvm.call @sgrt_alloc(
// DEVICE: llvm.call @sgrt_free(
// DEVICE-LABEL: llvm.func @sg_launch(
// DEVICE: llvm.call @sgrt_device_alloc(
// DEVICE: llvm.call @sgrt_device_free(
llvm.func @shared(%n: i64) -> !llvm.ptr attributes {sym_visibility = "private"} {
  %0 = llvm.call @_mlir_memref_to_llvm_alloc(%n) : (i64) -> !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @sg.kernel.f(%n: i64) attributes {sym_visibility = "private"} {
  %0 = llvm.call @_mlir_memref_to_llvm_alloc(%n) : (i64) -> !llvm.ptr
  llvm.call @_mlir_memref_to_llvm_free(%0) : (!llvm.ptr) -> ()
  %1 = llvm.call @shared(%n) : (i64) -> !llvm.ptr
  llvm.return
}
llvm.func @sg_launch(%n: i64) {
  %0 = llvm.call @_mlir_memref_to_llvm_alloc(%n) : (i64) -> !llvm.ptr
  llvm.call @_mlir_memref_to_llvm_free(%0) : (!llvm.ptr) -> ()
  llvm.return
}
