// RUN: sg-opt %s --sg-allocas-to-allocs | FileCheck %s
// RUN: sg-run %s --device=cpu --function=run --input=100000 --expected-output=f64=99999
// RUN: sg-run %s --device=emulated --function=run --input=100000 --expected-output=f64=99999
// RUN: sg-run %s --device=reference --function=run --input=100000 --expected-output=f64=99999
// RUN: sg-run %s --device=cpu --function=loop --input=1000000 --expected-output=f64=1000000
// RUN: not sg-run %s --device=cpu --function=run --input=-100000000 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not sg-run %s --device=emulated --function=run --input=-100000000 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not sg-run %s --device=reference --function=run --input=-100000000 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not sg-run %s --device=cpu --function=run --input=9223372036854775807 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not sg-run %s --device=emulated --function=run --input=9223372036854775807 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not sg-run %s --device=reference --function=run --input=9223372036854775807 2>&1 | FileCheck %s --check-prefix=LARGE

// NEGATIVE: a tensor would have the size -100000000
// LARGE: out of memory

// CHECK-LABEL: func.func @dynamic
// CHECK: memref.alloc(%{{.*}}) {alignment = 128 : i64} : memref<?xf32>
func.func @dynamic(%n: index) {
  %0 = memref.alloca(%n) {alignment = 128 : i64} : memref<?xf32>
  return
}

// CHECK-LABEL: func.func @small
// CHECK: memref.alloca() : memref<256xf32>
func.func @small() {
  %0 = memref.alloca() : memref<256xf32>
  return
}

// CHECK-LABEL: func.func @large
// CHECK: memref.alloc() : memref<1000000xf32>
// CHECK: memref.alloc() : memref<64xvector<8xf32>>
// CHECK: memref.alloc() : memref<1099511627776x1099511627776xi8>
func.func @large() {
  %0 = memref.alloca() : memref<1000000xf32>
  %1 = memref.alloca() : memref<64xvector<8xf32>>
  %2 = memref.alloca() : memref<1099511627776x1099511627776xi8>
  return
}

// CHECK-LABEL: func.func @blocks
// CHECK: memref.alloca() : memref<4xf32>
// CHECK: memref.alloc() : memref<4xf32>
func.func @blocks(%c: i1) {
  %0 = memref.alloca() : memref<4xf32>
  cf.br ^bb1
^bb1:
  %1 = memref.alloca() : memref<4xf32>
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  return
}

// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK: memref.alloc() : memref<8xf64>
func.func @loop(%n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> f64 {
    %m = memref.alloca() : memref<8xf64>
    memref.store %a, %m[%c1] : memref<8xf64>
    %b = memref.load %m[%c1] : memref<8xf64>
    %s = arith.addf %b, %one : f64
    scf.yield %s : f64
  }
  return %r : f64
}

func.func @run(%n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.index_cast %i : index to i64
    %f = arith.sitofp %k : i64 to f64
    memref.store %f, %m[%i] : memref<?xf64>
  }
  %last = arith.subi %n, %c1 : index
  %r = memref.load %m[%last] : memref<?xf64>
  return %r : f64
}
