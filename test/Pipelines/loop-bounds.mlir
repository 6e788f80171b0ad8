// A loop has the trip count given by its bounds, also if the induction variable
// or the distance of the bounds overflows the type. This holds on one and two
// threads, on the emulated device and in the reference, for the program and its
// derivative.
//
// RUN: sg-run %s --function=narrow_vjp --input=1 --expected-output=40 --expected-output=40
// RUN: sg-run %s --function=narrow_vjp --input=1 --expected-output=40 --expected-output=40 --threads=2
// RUN: sg-run %s --function=narrow_vjp --input=1 --expected-output=40 --expected-output=40 --device=emulated
// RUN: sg-run %s --function=narrow_vjp --input=1 --expected-output=40 --expected-output=40 --device=reference
// RUN: sg-run %s --function=power_vjp --input=-100 --input=100 --input=1 --expected-output=1 --expected-output=200
// RUN: sg-run %s --function=power_vjp --input=-100 --input=100 --input=1 --expected-output=1 --expected-output=200 --device=emulated
// RUN: sg-run %s --function=unsigned_vjp --input=0 --expected-output=600 --expected-output=1
// RUN: sg-run %s --function=unsigned_vjp --input=0 --expected-output=600 --expected-output=1 --device=emulated
// RUN: sg-run %s --function=unsigned_vjp --input=0 --expected-output=600 --expected-output=1 --device=reference
// RUN: sg-run %s --function=last --input=2147483640 --input=2147483647 --input=4 --expected-output=2
// RUN: sg-run %s --function=last --input=2147483640 --input=2147483647 --input=4 --expected-output=2 --device=emulated
// RUN: sg-run %s --function=wide --input=-9223372036854775808 --input=9223372036854775807 --input=4611686018427387904 --expected-output=4
// RUN: sg-run %s --function=wide --input=9223372036854775800 --input=9223372036854775807 --input=5 --expected-output=2
// RUN: sg-run %s --function=wide --input=5 --input=-5 --input=5 --expected-output=0
// RUN: not sg-run %s --function=wide --input=0 --input=5 --input=0 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not sg-run %s --function=last --input=0 --input=5 --input=-1 2>&1 | FileCheck %s --check-prefix=STEP

// STEP: loop-bounds.mlir:[[#]]:{{[0-9]+}}: 'scf.for': the step is not positive

func.func @narrow(%x: f64) -> f64 {
  %lo = arith.constant -2000000000 : i32
  %hi = arith.constant 2000000000 : i32
  %st = arith.constant 100000000 : i32
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %lo to %hi step %st iter_args(%y = %zero) -> f64 : i32 {
    %z = arith.addf %y, %x : f64
    scf.yield %z : f64
  }
  return %r : f64
}
func.func @narrow_vjp(%x: f64) -> (f64, f64) {
  %r:2 = grad.value_and_grad @narrow(%x) : (f64) -> (f64, f64)
  return %r#0, %r#1 : f64, f64
}

// 200 trips are negative as i8.
func.func @power(%lo: i8, %hi: i8, %x: f64) -> f64 {
  %st = arith.constant 1 : i8
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %lo to %hi step %st iter_args(%y = %one) -> f64 : i8 {
    %z = arith.mulf %y, %x : f64
    scf.yield %z : f64
  }
  return %r : f64
}
func.func @power_vjp(%lo: i8, %hi: i8, %x: f64) -> (f64, f64) {
  %r:2 = grad.value_and_grad @power(%lo, %hi, %x) : (i8, i8, f64) -> (f64, f64)
  return %r#0, %r#1 : f64, f64
}

func.func @unsigned(%x: f64) -> f64 {
  %l = arith.constant 0 : i8
  %u = arith.constant 250 : i8
  %s = arith.constant 60 : i8
  %r = scf.for unsigned %i = %l to %u step %s iter_args(%a = %x) -> (f64) : i8 {
    %f = arith.uitofp %i : i8 to f64
    %n = arith.addf %a, %f : f64
    scf.yield %n : f64
  }
  return %r : f64
}
func.func @unsigned_vjp(%x: f64) -> (f64, f64) {
  %r:2 = grad.value_and_grad @unsigned(%x) : (f64) -> (f64, f64)
  return %r#0, %r#1 : f64, f64
}

func.func @last(%l: i32, %u: i32, %s: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %l to %u step %s iter_args(%a = %zero) -> (i32) : i32 {
    %n = arith.addi %a, %one : i32
    scf.yield %n : i32
  }
  return %r : i32
}

func.func @wide(%l: index, %u: index, %s: index) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %l to %u step %s iter_args(%a = %zero) -> (i32) {
    %n = arith.addi %a, %one : i32
    scf.yield %n : i32
  }
  return %r : i32
}

// A division in a loop with zero trips does not run.
// RUN: sg-run %s --function=remainders --input=0 --input=7 --input=0 --expected-output=5
// RUN: sg-run %s --function=remainders --input=0 --input=7 --input=0 --expected-output=5 --device=emulated
// RUN: sg-run %s --function=remainders --input=2 --input=7 --input=4 --expected-output=11
func.func @remainders(%n: index, %x: i64, %y: i64) -> i64 {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c = arith.constant 5 : i64
  %r = scf.for %i = %z to %n step %one iter_args(%a = %c) -> (i64) {
    %m = arith.remsi %x, %y : i64
    %s = arith.addi %a, %m : i64
    scf.yield %s : i64
  }
  return %r : i64
}

// RUN: sg-run %s --function=empty --input=0xi32= --input=0 --expected-output=0xi32=
// RUN: sg-run %s --function=empty --input=0xi32= --input=0 --expected-output=0xi32= --device=emulated
// RUN: sg-run %s --function=empty --input='2xi32=1 2' --input=5 --expected-output='2xi32=3 4'
func.func @empty(%x: tensor<?xi32>, %k: i32) -> tensor<?xi32> {
  %g = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%x : tensor<?xi32>) {
  ^bb0(%p: i32):
    %c17 = arith.constant 17 : i32
    %m = arith.remui %c17, %k : i32
    %s = arith.addi %m, %p : i32
    linalg.yield %s : i32
  } -> tensor<?xi32>
  return %g : tensor<?xi32>
}

// The remainder is loop-invariant in the derivative of the loop.
// RUN: sg-run %s --function=scaled_vjp --input=2.0 --input=0 --input=7 --input=0 --expected-output=2 --expected-output=1
// RUN: sg-run %s --function=scaled_vjp --input=2.0 --input=2 --input=7 --input=4 --expected-output=18 --expected-output=9
func.func @scaled(%x: f64, %n: index, %p: i32, %q: i32) -> f64 {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %z to %n step %one iter_args(%a = %x) -> (f64) {
    %m = arith.remsi %p, %q : i32
    %f = arith.sitofp %m : i32 to f64
    %s = arith.mulf %a, %f : f64
    scf.yield %s : f64
  }
  return %r : f64
}
func.func @scaled_vjp(%x: f64, %n: index, %p: i32, %q: i32) -> (f64, f64) {
  %r:2 = grad.value_and_grad @scaled(%x, %n, %p, %q) : (f64, index, i32, i32) -> (f64, f64)
  return %r#0, %r#1 : f64, f64
}
