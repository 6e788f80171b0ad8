// The loop-carried value of an scf.while is in two buffers, for any trip count,
// and is not copied for the condition.
//
// RUN: sg-opt %s --sg-double-buffer-loops --canonicalize | FileCheck %s
// RUN: sg-run %s --device=cpu --function=growing --input='3xf64=1 2 3' --input=6 --memory --expected-output='3xf64=6 12 18' 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: sg-run %s --device=cpu --function=growing --input='3xf64=1 2 3' --input=90 --memory --expected-output='3xf64=90 180 270' 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: sg-run %s --function=growing --input='1xf64=7' --input=6 --expected-output='1xf64=7'
// RUN: sg-run %s --device=cpu --function=in_both --input='2xf64=1 2' --input=0 --memory --expected-output='2xf64=2 4' 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: sg-run %s --device=cpu --function=in_both --input='2xf64=1 2' --input=5 --memory --expected-output='2xf64=95 190' 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: sg-run %s --function=twice --input='2xf64=1 2' --input=3 --expected-output='2xf64=8 32' --expected-output='2xf64=8 32'
// TWO: in 2 allocations

// The condition region reads the carry itself and forwards a copy.
// CHECK-LABEL: func.func private @while_do(
// CHECK: [[INIT:%[a-z0-9_]+]] = memref.alloc()
// CHECK: [[OTHER:%[a-z0-9_]+]] = memref.alloc()
// CHECK: scf.while ([[FLIP:%[a-z0-9_]+]] = %false) : (i1) -> i1
// CHECK-NOT: memref.copy
// CHECK-NOT: memref.alloc
// CHECK: scf.condition({{%[a-z0-9_]+}}) [[FLIP]] : i1
// CHECK: ^bb0([[STATE:%[a-z0-9_]+]]: i1):
// CHECK-DAG: [[OLD:%[a-z0-9_]+]] = arith.select [[STATE]], [[OTHER]], [[INIT]]
// CHECK-DAG: [[NEW:%[a-z0-9_]+]] = arith.select [[STATE]], [[INIT]], [[OTHER]]
// CHECK: linalg.exp ins([[OLD]] {{.*}} outs([[NEW]]
// CHECK: [[FLOP:%[a-z0-9_]+]] = arith.xori [[STATE]], %true
// CHECK: scf.yield [[FLOP]] : i1
func.func private @while_do(%limit: f64) -> memref<8xf64> {
  %c0 = arith.constant 0 : index
  %init = memref.alloc() : memref<8xf64>
  %r = scf.while (%c = %init) : (memref<8xf64>) -> memref<8xf64> {
    %e = memref.load %c[%c0] : memref<8xf64>
    %more = arith.cmpf olt, %e, %limit : f64
    %copy = memref.alloc() : memref<8xf64>
    memref.copy %c, %copy : memref<8xf64> to memref<8xf64>
    scf.condition(%more) %copy : memref<8xf64>
  } do {
  ^bb0(%c: memref<8xf64>):
    %next = memref.alloc() : memref<8xf64>
    linalg.exp ins(%c : memref<8xf64>) outs(%next : memref<8xf64>)
    scf.yield %next : memref<8xf64>
  }
  return %r : memref<8xf64>
}

// A buffer written to after the copy differs from the forwarded value.
// CHECK-LABEL: func.func private @written_later(
// CHECK: scf.while
// CHECK: memref.copy
// CHECK: memref.store
// CHECK: scf.condition
func.func private @written_later(%limit: f64) -> memref<8xf64> {
  %c0 = arith.constant 0 : index
  %init = memref.alloc() : memref<8xf64>
  %r = scf.while (%c = %init) : (memref<8xf64>) -> memref<8xf64> {
    %e = memref.load %c[%c0] : memref<8xf64>
    %more = arith.cmpf olt, %e, %limit : f64
    %copy = memref.alloc() : memref<8xf64>
    memref.copy %c, %copy : memref<8xf64> to memref<8xf64>
    memref.store %limit, %c[%c0] : memref<8xf64>
    scf.condition(%more) %copy : memref<8xf64>
  } do {
  ^bb0(%c: memref<8xf64>):
    %next = memref.alloc() : memref<8xf64>
    linalg.exp ins(%c : memref<8xf64>) outs(%next : memref<8xf64>)
    scf.yield %next : memref<8xf64>
  }
  return %r : memref<8xf64>
}

// A dynamic size is the carry's, which the loop does not change.
func.func @growing(%x: tensor<?xf64>, %limit: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %r = scf.while (%c = %x) : (tensor<?xf64>) -> tensor<?xf64> {
    %e = tensor.extract %c[%c0] : tensor<?xf64>
    %more = arith.cmpf olt, %e, %limit : f64
    scf.condition(%more) %c : tensor<?xf64>
  } do {
  ^bb0(%c: tensor<?xf64>):
    %next = arith.addf %c, %x : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// Both regions compute a new tensor.
func.func @in_both(%x: tensor<2xf64>, %n: index) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%i = %c0, %a = %x) : (index, tensor<2xf64>) -> (index, tensor<2xf64>) {
    %more = arith.cmpi slt, %i, %n : index
    %sum = arith.addf %a, %x : tensor<2xf64>
    scf.condition(%more) %i, %sum : index, tensor<2xf64>
  } do {
  ^bb0(%i: index, %a: tensor<2xf64>):
    %next = arith.addi %i, %c1 : index
    %double = arith.addf %a, %a : tensor<2xf64>
    scf.yield %next, %double : index, tensor<2xf64>
  }
  return %r#1 : tensor<2xf64>
}

// The same value is forwarded twice, and one of the two is written to.
func.func @twice(%x: tensor<2xf64>, %n: index) -> (tensor<2xf64>, tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ten = arith.constant 10.0 : f64
  %r:3 = scf.while (%i = %c0, %a = %x) : (index, tensor<2xf64>) -> (index, tensor<2xf64>, tensor<2xf64>) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i, %a, %a : index, tensor<2xf64>, tensor<2xf64>
  } do {
  ^bb0(%i: index, %a: tensor<2xf64>, %b: tensor<2xf64>):
    %next = arith.addi %i, %c1 : index
    %written = tensor.insert %ten into %a[%c1] : tensor<2xf64>
    %sum = arith.addf %written, %b : tensor<2xf64>
    scf.yield %next, %sum : index, tensor<2xf64>
  }
  return %r#1, %r#2 : tensor<2xf64>, tensor<2xf64>
}
