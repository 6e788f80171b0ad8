// Threads that wait forever are reported, and the call ends.

// Some threads of the block do not reach the barrier.
// REQUIRES: gpu
// RUN: not sg-run %s --device=emulated --function=some_only 2>&1 | FileCheck %s --check-prefix=SOME
// SOME: emulator-waits.mlir:[[#@LINE+9]]:7: 'gpu.barrier': thread (39, 0, 0) waits for the others of block (0, 0, 0) of kernel 'some_only_kernel', but thread (63, 0, 0) has ended
func.func @some_only() {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c64, %ny = %c1, %nz = %c1) {
    %c40 = arith.constant 40 : index
    %isEarly = arith.cmpi ult, %tx, %c40 : index
    scf.if %isEarly {
      gpu.barrier
    }
    gpu.terminator
  }
  return
}

// In the second block, threads reach different barriers.
// RUN: not sg-run %s --device=emulated --function=different 2>&1 | FileCheck %s --check-prefix=DIFFERENT
// DIFFERENT: emulator-waits.mlir:[[#@LINE+9]]:7: 'gpu.barrier': thread (0, 1, 0) waits for the others of block (1, 0, 0) of kernel 'different_kernel', but thread (0, 0, 0) waits at {{.*}}emulator-waits.mlir:[[#@LINE+11]]:7: 'gpu.barrier'
func.func @different() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c2, %nz = %c1) {
    %place = arith.muli %bx, %ty : index
    %isOne = arith.cmpi eq, %place, %c1 : index
    scf.if %isOne {
      gpu.barrier
    } else {
      gpu.barrier
    }
    gpu.terminator
  }
  return
}

// A lane of the warp does not take part in a shuffle.
// RUN: not sg-run %s --device=emulated --function=lane_left_out 2>&1 | FileCheck %s --check-prefix=LANE
// LANE: emulator-waits.mlir:[[#@LINE+12]]:22: 'gpu.shuffle': thread (31, 0, 0) waits for the others of block (0, 0, 0) of kernel 'lane_left_out_kernel', but thread (0, 0, 0) has ended
func.func @lane_left_out() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %y = memref.alloc() : memref<32xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    %one = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %isOther = arith.cmpi ne, %tx, %c0 : index
    scf.if %isOther {
      %v, %isValid = gpu.shuffle xor %one, %one, %width : i32
      memref.store %v, %y[%tx] : memref<32xi32>
    }
    gpu.terminator
  }
  return
}

// No thread exists in the lane whose value is requested.
// RUN: not sg-run %s --device=emulated --function=no_such_lane 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: emulator-waits.mlir:[[#@LINE+9]]:20: 'gpu.shuffle': lane 4 requests the value of lane 20, which has no thread, in block (0, 0, 0) of kernel 'no_such_lane_kernel'
func.func @no_such_lane() {
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %y = memref.alloc() : memref<20xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c20, %ny = %c1, %nz = %c1) {
    %sixteen = arith.constant 16 : i32
    %width = arith.constant 32 : i32
    %v, %isValid = gpu.shuffle xor %sixteen, %sixteen, %width : i32
    memref.store %v, %y[%tx] : memref<20xi32>
    gpu.terminator
  }
  return
}
