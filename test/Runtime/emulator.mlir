// Cooperation of a block's threads, executed on the host. With checks the last
// thread runs first; the results are the same.

#workgroup = #gpu.address_space<workgroup>

// Each thread of a block reads an element that another wrote, after a barrier,
// in each trip of a loop; shared memory is local to a block. Five numbers are
// reversed three times.
// UNSUPPORTED: verified
// REQUIRES: gpu
// RUN: sg-run %s --device=emulated --function=turn_over | FileCheck %s --check-prefix=TURN
// RUN: sg-run %s --device=emulated --check-kernels --function=turn_over | FileCheck %s --check-prefix=TURN
// TURN: 2x5xi32=[4 3 2 1 0][14 13 12 11 10]
func.func @turn_over() -> tensor<2x5xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 10 : index
  %y = memref.alloc() : memref<2x5xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c5, %ny = %c1, %nz = %c1)
             workgroup(%buffer : memref<5xi32, #workgroup>) {
    %first = arith.muli %bx, %c10 : index
    %number = arith.addi %first, %tx : index
    %start = arith.index_cast %number : index to i32
    %other = arith.subi %c4, %tx : index
    %end = scf.for %i = %c0 to %c3 step %c1 iter_args(%v = %start) -> (i32) {
      memref.store %v, %buffer[%tx] : memref<5xi32, #workgroup>
      gpu.barrier
      %w = memref.load %buffer[%other] : memref<5xi32, #workgroup>
      gpu.barrier
      scf.yield %w : i32
    }
    memref.store %end, %y[%bx, %tx] : memref<2x5xi32>
    gpu.terminator
  }
  %t = bufferization.to_tensor %y restrict : memref<2x5xi32> to tensor<2x5xi32>
  return %t : tensor<2x5xi32>
}

// Lane i of the second warp has the value 100 + i. It receives the values of
// lanes i ^ 1, i - 2, i + 30 and 7. If that lane does not exist, or lane i is
// past the width, lane i keeps its own value.
// RUN: sg-run %s --device=emulated --check-kernels --function=exchange | FileCheck %s --check-prefix=EXCHANGE
// EXCHANGE:      result[0]: 4xf32=101 100 103 102
// EXCHANGE-NEXT: result[1]: 4xf64=100 101 100 101
// EXCHANGE-NEXT: result[2]: 4xbf16=130 131 102 103
// EXCHANGE-NEXT: result[3]: 4xi64=107 107 107 107
// EXCHANGE-NEXT: result[4]: 4xi1=0 0 1 1
// EXCHANGE-NEXT: result[5]: 4xf32=101 100 102 103
func.func @exchange() -> (tensor<4xf32>, tensor<4xf64>, tensor<4xbf16>, tensor<4xi64>, tensor<4xi1>, tensor<4xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %xor = memref.alloc() : memref<4xf32>
  %up = memref.alloc() : memref<4xf64>
  %down = memref.alloc() : memref<4xbf16>
  %idx = memref.alloc() : memref<4xi64>
  %is_valid = memref.alloc() : memref<4xi1>
  %narrow = memref.alloc() : memref<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c16, %ny = %c4, %nz = %c1) {
    %i1 = arith.constant 1 : i32
    %i2 = arith.constant 2 : i32
    %i7 = arith.constant 7 : i32
    %i30 = arith.constant 30 : i32
    %width = arith.constant 32 : i32
    %hundred = arith.constant 100 : index
    %lane = gpu.lane_id
    %n = arith.addi %lane, %hundred : index
    %v = arith.index_cast %n : index to i64
    %f = arith.sitofp %v : i64 to f32
    %d = arith.sitofp %v : i64 to f64
    %h = arith.sitofp %v : i64 to bf16
    %a, %ok0 = gpu.shuffle xor %f, %i1, %width : f32
    %b, %ok1 = gpu.shuffle up %d, %i2, %width : f64
    %c, %ok2 = gpu.shuffle down %h, %i30, %width : bf16
    %e, %ok3 = gpu.shuffle idx %v, %i7, %width : i64
    %g, %ok4 = gpu.shuffle xor %f, %i1, %i2 : f32
    %warp = gpu.subgroup_id : index
    %isSecond = arith.cmpi eq, %warp, %c1 : index
    %isFirst = arith.cmpi ult, %lane, %c4 : index
    %isShown = arith.andi %isSecond, %isFirst : i1
    scf.if %isShown {
      memref.store %a, %xor[%lane] : memref<4xf32>
      memref.store %b, %up[%lane] : memref<4xf64>
      memref.store %c, %down[%lane] : memref<4xbf16>
      memref.store %e, %idx[%lane] : memref<4xi64>
      memref.store %ok1, %is_valid[%lane] : memref<4xi1>
      memref.store %g, %narrow[%lane] : memref<4xf32>
    }
    gpu.terminator
  }
  %0 = bufferization.to_tensor %xor restrict : memref<4xf32> to tensor<4xf32>
  %1 = bufferization.to_tensor %up restrict : memref<4xf64> to tensor<4xf64>
  %2 = bufferization.to_tensor %down restrict : memref<4xbf16> to tensor<4xbf16>
  %3 = bufferization.to_tensor %idx restrict : memref<4xi64> to tensor<4xi64>
  %4 = bufferization.to_tensor %is_valid restrict : memref<4xi1> to tensor<4xi1>
  %5 = bufferization.to_tensor %narrow restrict : memref<4xf32> to tensor<4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf64>, tensor<4xbf16>, tensor<4xi64>, tensor<4xi1>, tensor<4xf32>
}
