// RUN: sg-opt %s --sg-narrow-index-switch | FileCheck %s
// RUN: %if asserts %{ sg-opt %s --sg-narrow-index-switch --debug-only=sg-narrow-index-switch -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEBUG %}
// DEBUG: [sg-narrow-index-switch {{.*}}] selects by 32 bits: scf.index_switch at loc(
// DEBUG: [sg-narrow-index-switch {{.*}}] left alone, the operand has 32 bits: scf.index_switch at loc(

// 2^32 + 3 is a case, and so is -1.
// DEFINE: %{run} = sg-run %s --function=select --input=10
// RUN: %{run} --input=3 --threads=1 --expected-output=10
// RUN: %{run} --input=4294967299 --threads=1 --expected-output=20
// RUN: %{run} --input=8589934595 --threads=1 --expected-output=-10
// RUN: %{run} --input=4294967295 --threads=1 --expected-output=-10
// RUN: %{run} --input=-1 --threads=1 --expected-output=30
// RUN: %{run} --input=0 --threads=1 --expected-output=-10
// RUN: %{run} --input=4294967299 --device=reference --expected-output=20
// RUN: %if gpu %{ %{run} --input=4294967299 --device=emulated --expected-output=20 %}
// RUN: %if gpu %{ %{run} --input=8589934595 --device=emulated --expected-output=-10 %}
// RUN: sg-run %s --function=slopes --input=1 --input=1 --input=8589934595 --threads=1 --expected-output=-1 --expected-output=-1
// RUN: sg-run %s --function=slopes --input=1 --input=1 --input=4294967299 --threads=1 --expected-output=2 --expected-output=2

// CHECK-LABEL: func.func @select(
// CHECK:         arith.index_cast {{.*}} : index to i32
// CHECK:         arith.index_cast {{.*}} : i32 to index
// CHECK:         arith.cmpi eq
// CHECK:         [[FIT:%[a-z0-9_]+]] = arith.select
// CHECK:         [[ARG:%[a-z0-9_]+]] = arith.select {{.*}}, [[FIT]]
// CHECK:         scf.index_switch [[ARG]]
// CHECK:         case 3
// CHECK:         case 1
// CHECK:         case -1
func.func @select(%x: f64, %i: index) -> f64 {
  %r = scf.index_switch %i -> f64
  case 3 {
    scf.yield %x : f64
  }
  case 4294967299 {
    %a = arith.addf %x, %x : f64
    scf.yield %a : f64
  }
  case -1 {
    %c = arith.constant 3.0 : f64
    %a = arith.mulf %x, %c : f64
    scf.yield %a : f64
  }
  default {
    %a = arith.negf %x : f64
    scf.yield %a : f64
  }
  return %r : f64
}

func.func @slopes(%x: f64, %dx: f64, %i: index) -> (f64, f64) {
  %d:2 = grad.value_and_grad @select(%x, %i) {wrt = array<i64: 0>} : (f64, index) -> (f64, f64)
  %j:2 = grad.jvp @select(%x, %i) tangents(%dx) {wrt = array<i64: 0>} : (f64, index, f64) -> (f64, f64)
  return %d#1, %j#1 : f64, f64
}

// CHECK-LABEL: func.func @narrow(
// CHECK-NEXT:    [[I:%[a-z0-9_]+]] = arith.index_cast
// CHECK-NEXT:    scf.index_switch [[I]]
func.func @narrow(%n: i32) {
  %i = arith.index_cast %n : i32 to index
  scf.index_switch %i
  case 0 {
    scf.yield
  }
  default {
  }
  return
}
