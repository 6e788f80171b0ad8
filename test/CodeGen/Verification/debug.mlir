// Which ops are not checked at run time, and how far checks are hoisted.
//
// REQUIRES: asserts
// RUN: split-file %s %t
// RUN: sg-opt %t/checks.mlir --sg-check-indices --debug-only=sg-check-indices -o /dev/null 2>&1 | FileCheck %t/checks.mlir --check-prefix=INDICES
// RUN: sg-opt %t/checks.mlir --sg-check-allocations --debug-only=sg-check-allocations -o /dev/null 2>&1 | FileCheck %t/checks.mlir --check-prefix=ALLOCATIONS
// RUN: sg-opt %t/checks.mlir --sg-check-support --debug-only=sg-check-support -o /dev/null 2>&1 | FileCheck %t/checks.mlir --check-prefix=SUPPORT
// RUN: sg-opt %S/check-padding.mlir --sg-check-padding --debug-only=sg-check-padding -o /dev/null 2>&1 | FileCheck %s --check-prefix=PADDING
// PADDING: [sg-check-padding {{.*}}] checked: the padding of dimension 1 of tensor.pad at loc("{{.*}}check-padding.mlir"
// RUN: sg-opt %t/asserts.mlir --sg-hoist-asserts --debug-only=sg-hoist-asserts -o /dev/null 2>&1 | FileCheck %t/asserts.mlir --check-prefix=HOIST
// RUN: sg-opt %t/asserts.mlir --sg-lower-asserts --debug-only=sg-lower-asserts -o /dev/null 2>&1 | FileCheck %t/asserts.mlir --check-prefix=LOWER
// RUN: sg-opt %t/nan.mlir --sg-trace-nan --debug-only=sg-trace-nan -o /dev/null 2>&1 | FileCheck %t/nan.mlir
// RUN: sg-opt %t/nan.mlir --sg-lower-to-cpu --debug-only=sg-begin-stage,sg-lower-asserts -o /dev/null 2>&1 | FileCheck %t/nan.mlir --check-prefix=STAGES

//--- checks.mlir
func.func @f(%i: index, %n: index, %x: f64) -> (index, memref<?xf32>, f32) {
  %c2 = arith.constant 2 : index
  // INDICES: [sg-check-indices {{.*}}] not checked, the divisor is a constant: arith.divsi at loc("{{.*}}checks.mlir":[[#@LINE+1]]:8)
  %q = arith.divsi %i, %c2 : index
  %r = arith.divsi %q, %i : index
  // ALLOCATIONS: [sg-check-allocations {{.*}}] not checked, it has no elements: memref.alloc at loc("{{.*}}":[[#@LINE+2]]:8)
  // ALLOCATIONS: not checked, its size is known: memref.alloc at loc("{{.*}}":[[#@LINE+2]]:8)
  %a = memref.alloc(%n) : memref<0x?xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc(%n) : memref<?xf32>
  // SUPPORT: [sg-check-support {{.*}}] default rounding mode removed: arith.truncf at loc("{{.*}}":[[#@LINE+1]]:8)
  %t = arith.truncf %x to_nearest_even : f64 to f32
  return %r, %c, %t : index, memref<?xf32>, f32
}

//--- asserts.mlir
func.func private @read() -> i1
func.func @f(%i: index, %n: index) {
  // HOIST: [sg-hoist-asserts {{.*}}] cannot move before func.call at loc("{{.*}}asserts.mlir":[[#@LINE+2]]:9), on which it depends: assertion at loc("{{.*}}":[[#@LINE+4]]:3)
  // HOIST: moved to the start of its block: assertion at loc("{{.*}}":[[#@LINE+6]]:3)
  %ok = func.call @read() : () -> i1
  // LOWER: [sg-lower-asserts {{.*}}] ends the call if it fails: cf.assert at loc("{{.*}}":[[#@LINE+1]]:3)
  cf.assert %ok, "first"
  %in = arith.cmpi ult, %i, %n : index
  // LOWER: ends the call if it fails: cf.assert at loc("{{.*}}":[[#@LINE+1]]:3)
  cf.assert %in, "second"
  return
}

//--- nan.mlir
// STAGES: [sg-begin-stage {{.*}}] ops on tensors are fused
// STAGES: [sg-begin-stage {{.*}}] tensors are bufferized
// STAGES: [sg-begin-stage {{.*}}] ops are converted to the LLVM dialect
func.func @f(%x: f32, %i: i32) -> (f32, i32) {
  %y = math.log %x : f32
  // CHECK: [sg-trace-nan {{.*}}] not traced, no result is a float: arith.addi at loc("{{.*}}nan.mlir":[[#@LINE+1]]:8)
  %j = arith.addi %i, %i : i32
  return %y, %j : f32, i32
}
