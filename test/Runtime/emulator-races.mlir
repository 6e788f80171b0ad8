// With checks, races in shared memory and accesses out of bounds are reported.

#workgroup = #gpu.address_space<workgroup>

// A thread reads another thread's element without a barrier.
// REQUIRES: gpu
// RUN: not sg-run %s --device=emulated --check-kernels --function=read_too_early 2>&1 | FileCheck %s --check-prefix=READ-TOO-EARLY
// READ-TOO-EARLY: emulator-races.mlir:[[#@LINE+10]]:5: 'memref.store': thread (6, 0, 0) of block (0, 0, 0) of kernel 'read_too_early_kernel' accesses memory that thread (7, 0, 0) accesses at {{.*}}emulator-races.mlir:[[#@LINE+12]]:10: 'memref.load', without a barrier in between
func.func @read_too_early() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %y = memref.alloc() : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c8, %ny = %c1, %nz = %c1)
             workgroup(%memory : memref<8xf32, #workgroup>) {
    %v = arith.constant 1.0 : f32
    memref.store %v, %memory[%tx] : memref<8xf32, #workgroup>
    %before = arith.subi %tx, %c1 : index
    %w = memref.load %memory[%before] : memref<8xf32, #workgroup>
    memref.store %w, %y[%tx] : memref<8xf32>
    gpu.terminator
  }
  return
}

// Two threads write to the same element.
// RUN: not sg-run %s --device=emulated --check-kernels --function=written_twice 2>&1 | FileCheck %s --check-prefix=WRITTEN-TWICE
// WRITTEN-TWICE: emulator-races.mlir:[[#@LINE+9]]:5: 'memref.store': thread (6, 0, 0) of block (0, 0, 0) of kernel 'written_twice_kernel' accesses memory that thread (7, 0, 0) accesses at {{.*}}emulator-races.mlir:[[#@LINE+9]]:5: 'memref.store'
func.func @written_twice() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c8, %ny = %c1, %nz = %c1)
             workgroup(%memory : memref<8xf32, #workgroup>) {
    %v = arith.constant 1.0 : f32
    memref.store %v, %memory[%c0] : memref<8xf32, #workgroup>
    gpu.terminator
  }
  return
}

// One thread adds atomically, while the others read.
// RUN: not sg-run %s --device=emulated --check-kernels --function=not_all_atomic 2>&1 | FileCheck %s --check-prefix=NOT-ALL-ATOMIC
// NOT-ALL-ATOMIC: emulator-races.mlir:[[#@LINE+10]]:12: 'memref.atomic_rmw': thread (6, 0, 0) of block (0, 0, 0) of kernel 'not_all_atomic_kernel' accesses memory that thread (7, 0, 0) accesses at {{.*}}emulator-races.mlir:[[#@LINE+11]]:10: 'memref.load'
func.func @not_all_atomic() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %y = memref.alloc() : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c8, %ny = %c1, %nz = %c1)
             workgroup(%memory : memref<8xf32, #workgroup>) {
    %v = arith.constant 1.0 : f32
    %old = memref.atomic_rmw addf %v, %memory[%c0] : (f32, memref<8xf32, #workgroup>) -> f32
    %w = memref.load %memory[%c0] : memref<8xf32, #workgroup>
    memref.store %w, %y[%tx] : memref<8xf32>
    gpu.terminator
  }
  return
}

// An index out of bounds of shared memory.
// RUN: not sg-run %s --device=emulated --check-kernels --function=outside 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: emulator-races.mlir:[[#@LINE+10]]:5: 'memref.store': an index is out of range
func.func @outside() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c8, %ny = %c1, %nz = %c1)
             workgroup(%memory : memref<8xf32, #workgroup>) {
    %v = arith.constant 1.0 : f32
    %next = arith.addi %tx, %c1 : index
    memref.store %v, %memory[%next] : memref<8xf32, #workgroup>
    gpu.terminator
  }
  return
}

// An index out of bounds of device memory: the second of two blocks of 8.
// RUN: not sg-run %s --device=emulated --check-kernels --function=outside_of_device_memory 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: emulator-races.mlir:[[#@LINE+11]]:5: 'memref.store': an index is out of range
func.func @outside_of_device_memory() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %memory = memref.alloc() : memref<15xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c8, %ny = %c1, %nz = %c1) {
    %v = arith.constant 1.0 : f32
    %first = arith.muli %bx, %c8 : index
    %i = arith.addi %first, %tx : index
    memref.store %v, %memory[%i] : memref<15xf32>
    gpu.terminator
  }
  return
}
