// Upstream's passes on loops (22.1.8) change the results of these programs; see
// canonicalize.mlir.
//
// RUN: sg-run %s --device=reference --function=no_trip --input=0 --input=7 --input=0 --expected-output=5
// RUN: sg-opt %s --loop-invariant-code-motion | not sg-run - --device=reference --function=no_trip --input=0 --input=7 --input=0 --expected-output=5 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=no_trip_floor --input=0 --input=7 --input=0 --expected-output=5
// RUN: sg-opt %s --loop-invariant-code-motion | not sg-run - --device=reference --function=no_trip_floor --input=0 --input=7 --input=0 --expected-output=5 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=switch --input=4294967299 --input=1.0 --expected-output=-1
// RUN: sg-opt %s --convert-scf-to-cf | not sg-run - --device=reference --function=switch --input=4294967299 --input=1.0 --expected-output=-1 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=wraps --input=100 --input=120 --input=50 --expected-output=1
// RUN: sg-opt %s --convert-scf-to-cf | not sg-run - --device=reference --function=wraps --input=100 --input=120 --input=50 --expected-output=1 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=ceildiv --input=-9223372036854775808 --expected-output=-1317624576693539401
// RUN: sg-opt %s --lower-affine | not sg-run - --device=reference --function=ceildiv --input=-9223372036854775808 --expected-output=-1317624576693539401 2>&1 | FileCheck %s
// CHECK: {{is not as expected|leaves unset|division by zero|result 0 is 2x2xf64|is not dimension}}

// llvm/llvm-project#188263: a division by 0 is hoisted out of a loop with zero
// trips.
func.func @no_trip(%n: index, %x: i64, %y: i64) -> i64 {
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

func.func @no_trip_floor(%n: index, %x: i64, %y: i64) -> i64 {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c = arith.constant 5 : i64
  %r = scf.for %i = %z to %n step %one iter_args(%a = %c) -> (i64) {
    %m = arith.floordivsi %x, %y : i64
    %s = arith.addi %a, %m : i64
    scf.yield %s : i64
  }
  return %r : i64
}

// llvm/llvm-project#111589: the operand is truncated to 32 bits.
func.func @switch(%i: index, %x: f64) -> f64 {
  %r = scf.index_switch %i -> f64
  case 3 {
    scf.yield %x : f64
  }
  default {
    %a = arith.negf %x : f64
    scf.yield %a : f64
  }
  return %r : f64
}

// The induction variable overflows after the last trip: the loop continues.
func.func @wraps(%lo: i8, %hi: i8, %st: i8) -> i32 {
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %s = scf.for %i = %lo to %hi step %st iter_args(%a = %z) -> (i32) : i8 {
    %b = arith.addi %a, %o : i32
    scf.yield %b : i32
  }
  return %s : i32
}

// llvm/llvm-project#215696: the dividend is negated.
func.func @ceildiv(%a: index) -> index {
  %h = affine.apply affine_map<(d0) -> (d0 ceildiv 7)>(%a)
  return %h : index
}
