// A stop in a loop is one site: a tensor with the value of each trip.
//
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=powers" | FileCheck %s
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=powers" | sg-run - --function=powers_record --input=2 --input=3 \
// RUN:   --expected-output=27 --expected-output='3xf64=1 3 9'
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=powers" | sg-run - --function=powers_replay --input=2.5 --input=3 \
// RUN:   --input='3xf64=1 3 9' --expected-output=33.5
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=powers" | sg-run - --function=powers_record --input=2 --input=0 \
// RUN:   --expected-output=1 --expected-output='0xf64='
//
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=nested" | sg-run - --function=nested_record --input='2xf32=1 2' --input=2 \
// RUN:   --expected-output='2xf32=1 32' --expected-output='2x2x2xf32=1 2 1 4 1 8 1 16'
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=until" | sg-run - --function=until_record --input=2 \
// RUN:   --expected-output=256 --expected-output='3xf64=2 4 16' --expected-output=256
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=until" | sg-run - --function=until_replay --input=2 --input='3xf64=2 4 16' \
// RUN:   --input=256 --expected-output=256
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=parts" | sg-run - --function=parts_record --input=3 --input=1 \
// RUN:   --expected-output=81 --expected-output=9 --expected-output=0 --expected-output=9
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=parts" | sg-run - --function=parts_replay --input=3 --input=0 \
// RUN:   --input=9 --input=10 --input=9 --expected-output=91
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=begins" | sg-run - --function=begins_record --input=2 --input=2 \
// RUN:   --expected-output=128 --expected-output='2xf64=2 16' --expected-output='2xf64=4 4'
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=begins" | sg-run - --function=begins_replay --input=3 --input=2 \
// RUN:   --input='2xf64=2 16' --input='2xf64=4 5' --expected-output=240
// RUN: not sg-opt %s --grad-freeze-stop-gradient="function=grows" 2>&1 | FileCheck %s --check-prefix=GROWS

// a <- a + stop(a) x.
// CHECK-LABEL: func.func @powers_replay(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64, [[N:%[a-z0-9]+]]: index, [[SITE:%[a-z0-9]+]]: tensor<?xf64>) -> f64
// CHECK:         scf.for [[I:%[a-z0-9]+]] =
// CHECK:           [[VALUE:%[a-z0-9]+]] = tensor.extract [[SITE]]{{\[}}[[I]]]
// CHECK:           arith.mulf [[VALUE]], [[X]]
// CHECK-LABEL: func.func @powers_record(
// CHECK-SAME:      -> (f64, tensor<?xf64>)
func.func @powers(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one) -> f64 {
    %s = grad.stop_gradient %a : f64
    %p = arith.mulf %s, %x : f64
    %q = arith.addf %a, %p : f64
    scf.yield %q : f64
  }
  return %r : f64
}

// Tensors, in a nested loop with a step other than one.
func.func @nested(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf32> {
    %q = scf.for %j = %c1 to %c6 step %c3 iter_args(%b = %a) -> tensor<?xf32> {
      %s = grad.stop_gradient %b : tensor<?xf32>
      %p = arith.mulf %s, %x : tensor<?xf32>
      scf.yield %p : tensor<?xf32>
    }
    scf.yield %q : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// The trips of an scf.while, and its last condition, which is a separate site.
func.func @until(%x: f64) -> f64 {
  %limit = arith.constant 100.0 : f64
  %r = scf.while (%a = %x) : (f64) -> f64 {
    %s = grad.stop_gradient %a : f64
    %more = arith.cmpf olt, %s, %limit : f64
    scf.condition(%more) %s : f64
  } do {
  ^bb0(%a: f64):
    %p = arith.mulf %a, %a : f64
    scf.yield %p : f64
  }
  return %r : f64
}

// The record of a branch that does not run holds zeros; a checkpoint is treated
// like any region.
func.func @parts(%x: f64, %k: index) -> f64 {
  %q = grad.checkpoint {
    %p = arith.mulf %x, %x : f64
    %s = grad.stop_gradient %p : f64
    grad.yield %s : f64
  } : f64
  %r = scf.index_switch %k -> f64
  case 0 {
    %s = grad.stop_gradient %q : f64
    scf.yield %s : f64
  }
  default {
    %zero = arith.constant 0.0 : f64
    scf.yield %zero : f64
  }
  %t = grad.stop_gradient %q : f64
  %y = arith.mulf %t, %q : f64
  %z = arith.addf %y, %r : f64
  return %z : f64
}

// The first op of the loop is a site. A call that contains the next site is inlined.
func.func private @stopped(%x: f64) -> f64 {
  %s = grad.stop_gradient %x : f64
  return %s : f64
}
func.func @begins(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = arith.mulf %x, %x : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %s = grad.stop_gradient %a : f64
    %u = func.call @stopped(%t) : (f64) -> f64
    %m = arith.mulf %s, %x : f64
    %y = arith.mulf %m, %u : f64
    scf.yield %y : f64
  }
  return %r : f64
}

// GROWS: freeze-stop-gradient-loops.mlir:[[#@LINE+5]]:{{.*}} error: 'scf.for' op leads to a grad.stop_gradient, whose value --grad-freeze-stop-gradient cannot pass in and out; only linalg ops, branches, loops whose values have a size that is known before them, and calls of functions that do not call themselves are supported
func.func @grows(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // The size of the carry changes with each trip.
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf64> {
    %s = grad.stop_gradient %a : tensor<?xf64>
    %q = tensor.concat dim(0) %s, %a : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %q : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
