// The conversion patterns of their dialects convert ops that no pass has
// converted.

// RUN: sg-test-opt %s --sg-convert-remaining-to-llvm | FileCheck %s
// RUN: sg-test-opt %s --pass-pipeline="builtin.module(gpu.module(sg-convert-remaining-to-llvm))" | FileCheck %s --check-prefix=KERNELS

// CHECK-LABEL: llvm.func @f(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: f64
// CHECK:         [[HALF:%[a-z0-9]+]] = llvm.mlir.constant(5.000000e-01 : f64) : f64
// CHECK:         [[A:%[a-z0-9]+]] = llvm.fmul [[X]], [[HALF]]
// CHECK:         [[B:%[a-z0-9]+]] = llvm.fneg [[A]]
// CHECK:         [[C:%[a-z0-9_]+]], {{%[a-z0-9_]+}} = wave.faulty "none" [[B]], [[B]]
// CHECK:         llvm.return [[C]]
llvm.func @f(%x: f64) -> f64 {
  %a = wave.half %x : f64
  %b = arith.negf %a : f64
  // An op without a pattern stays.
  %c, %d = wave.faulty "none" %b, %b : (f64, f64) -> (f64, f64)
  llvm.return %c : f64
}

// KERNELS: llvm.func @f(
// KERNELS: wave.half
// KERNELS: llvm.func @k(
// KERNELS: llvm.fmul
gpu.module @kernels {
  llvm.func @k(%x: f32) -> f32 {
    %a = wave.half %x : f32
    llvm.return %a : f32
  }
}
