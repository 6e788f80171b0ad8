// A loop that allocates memory for its loop-carried value swaps two buffers instead.
//
// RUN: sg-opt %s --sg-double-buffer-loops --canonicalize | FileCheck %s
// RUN: sg-run %s --function=kept --input=5 --expected-output=8xf64=3 --expected-output=8xf64=1
// RUN: sg-run %s --function=kept --input=0 --expected-output=8xf64=0 --expected-output=8xf64=1
// RUN: sg-run %s --function=shift --input=6 --expected-output=4xf64=13 --expected-output=4xf64=8
// RUN: sg-run %s --function=grow --input='2xf64=5 6' --input=3 --expected-output='5xf64=5 6 1 1 1'

#id = affine_map<(i) -> (i)>

// The initial value has no other reader, so its memory is one of the two buffers.
// CHECK-LABEL: func.func private @taken_over(
// CHECK: [[INIT:%[a-z0-9_]+]] = memref.alloc() : memref<8xf64>
// CHECK: [[OTHER:%[a-z0-9_]+]] = memref.alloc() : memref<8xf64>
// CHECK: scf.for {{.*}} iter_args([[FLIP:%[a-z0-9_]+]] = %false) -> (i1)
// CHECK-NEXT: [[OLD:%[a-z0-9_]+]] = arith.select [[FLIP]], [[OTHER]], [[INIT]]
// CHECK-NEXT: [[NEW:%[a-z0-9_]+]] = arith.select [[FLIP]], [[INIT]], [[OTHER]]
// CHECK-NEXT: linalg.exp ins([[OLD]] {{.*}} outs([[NEW]]
// CHECK-NEXT: [[FLOP:%[a-z0-9_]+]] = arith.xori [[FLIP]], %true
// CHECK-NEXT: scf.yield [[FLOP]]
func.func private @taken_over(%n: index) -> memref<8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = memref.alloc() : memref<8xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (memref<8xf64>) {
    %next = memref.alloc() : memref<8xf64>
    linalg.exp ins(%c : memref<8xf64>) outs(%next : memref<8xf64>)
    scf.yield %next : memref<8xf64>
  }
  return %r : memref<8xf64>
}

// An initial value with another reader is not overwritten; two new buffers are
// allocated. With zero trips their size may be meaningless.
// CHECK-LABEL: func.func private @read_later(
// CHECK-SAME: [[N:%[a-z0-9_]+]]: index, [[INIT:%[a-z0-9_]+]]: memref<?xf64>
// CHECK: [[RUNS:%[a-z0-9_]+]] = arith.cmpi sgt, [[N]], %c0
// CHECK: [[SIZE:%[a-z0-9_]+]] = arith.select [[RUNS]], [[N]], %c0
// CHECK: memref.alloc([[SIZE]])
// CHECK: memref.alloc({{%[a-z0-9_]+}})
// CHECK: scf.for {{.*}} iter_args([[FLIP:%[a-z0-9_]+]] = %false, [[FIRST:%[a-z0-9_]+]] = %true)
// CHECK: [[BUFFER:%[a-z0-9_]+]] = arith.select [[FLIP]]
// CHECK: arith.select [[FIRST]], [[INIT]], [[BUFFER]]
// CHECK-NOT: memref.alloc
// CHECK: return
func.func private @read_later(%n: index, %init: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (memref<?xf64>) {
    %next = memref.alloc(%n) : memref<?xf64>
    linalg.exp ins(%c : memref<?xf64>) outs(%next : memref<?xf64>)
    scf.yield %next : memref<?xf64>
  }
  return %r : memref<?xf64>
}

// A value that an iteration yields twice may still be read when it would be overwritten.
// CHECK-LABEL: func.func private @handed_on(
// CHECK: scf.for
// CHECK: memref.alloc
func.func private @handed_on(%n: index, %a: memref<8xf64>, %b: memref<8xf64>) -> (memref<8xf64>, memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %a, %d = %b) -> (memref<8xf64>, memref<8xf64>) {
    %next = memref.alloc() : memref<8xf64>
    linalg.add ins(%c, %d : memref<8xf64>, memref<8xf64>) outs(%next : memref<8xf64>)
    scf.yield %next, %c : memref<8xf64>, memref<8xf64>
  }
  return %r#0, %r#1 : memref<8xf64>, memref<8xf64>
}

// One branch certainly yields new memory, whichever inner branch runs, and
// another certainly yields the carry: inner conditions need not be known outside.
// CHECK-LABEL: func private @inner_branches(
// CHECK-SAME:      [[P:%[a-z0-9_]+]]: i1
// CHECK:         scf.for {{.*}} iter_args([[FLIP:%[a-z0-9_]+]] = %false, {{%[a-z0-9_]+}} = %true) -> (i1, i1)
// CHECK-NOT:       memref.alloc
// CHECK:           arith.xori [[FLIP]], [[P]] : i1
// CHECK:         return
func.func private @inner_branches(%p: i1, %n: index, %begin: memref<8xf64>) -> memref<8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %begin) -> (memref<8xf64>) {
    %next = scf.if %p -> memref<8xf64> {
      %isFirst = arith.cmpi eq, %i, %c0 : index
      %made = scf.if %isFirst -> memref<8xf64> {
        %a = memref.alloc() : memref<8xf64>
        linalg.exp ins(%c : memref<8xf64>) outs(%a : memref<8xf64>)
        scf.yield %a : memref<8xf64>
      } else {
        %b = memref.alloc() : memref<8xf64>
        linalg.log ins(%c : memref<8xf64>) outs(%b : memref<8xf64>)
        scf.yield %b : memref<8xf64>
      }
      scf.yield %made : memref<8xf64>
    } else {
      %isLate = arith.cmpi ugt, %i, %c1 : index
      %same = scf.if %isLate -> memref<8xf64> {
        memref.store %one, %c[%c0] : memref<8xf64>
        scf.yield %c : memref<8xf64>
      } else {
        scf.yield %c : memref<8xf64>
      }
      scf.yield %same : memref<8xf64>
    }
    scf.yield %next : memref<8xf64>
  }
  return %r : memref<8xf64>
}

// Every other trip changes the carry. The initial value is a result, too.
func.func @kept(%n: index) -> (tensor<8xf64>, tensor<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant dense<1.0> : tensor<8xf64>
  %zero = arith.constant dense<0.0> : tensor<8xf64>
  %begin = math.exp %zero : tensor<8xf64>
  %x = arith.subf %begin, %one : tensor<8xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> (tensor<8xf64>) {
    %odd = arith.remui %i, %c2 : index
    %even = arith.cmpi eq, %odd, %c0 : index
    %next = scf.if %even -> tensor<8xf64> {
      %sum = arith.addf %c, %begin : tensor<8xf64>
      scf.yield %sum : tensor<8xf64>
    } else {
      scf.yield %c : tensor<8xf64>
    }
    scf.yield %next : tensor<8xf64>
  }
  return %r, %begin : tensor<8xf64>, tensor<8xf64>
}

// Fibonacci: the carry of one trip is read two trips later.
func.func @shift(%n: index) -> (tensor<4xf64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant dense<1.0> : tensor<4xf64>
  %zero = arith.constant dense<0.0> : tensor<4xf64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %one, %d = %zero) -> (tensor<4xf64>, tensor<4xf64>) {
    %next = arith.addf %c, %d : tensor<4xf64>
    scf.yield %next, %c : tensor<4xf64>, tensor<4xf64>
  }
  return %r#0, %r#1 : tensor<4xf64>, tensor<4xf64>
}

// The size changes with each trip.
func.func @grow(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> (tensor<?xf64>) {
    %next = tensor.pad %c low[0] high[1] {
    ^bb0(%k: index):
      tensor.yield %one : f64
    } : tensor<?xf64> to tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
