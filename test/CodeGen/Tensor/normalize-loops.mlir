// Loops whose induction variable may wrap use index, or count their trips.
//
// RUN: sg-opt %s --sg-normalize-loops | FileCheck %s
// RUN: sg-opt %s --sg-normalize-loops=checks=false | FileCheck %s --check-prefix=UNCHECKED

// The distance of the bounds overflows i8.
// CHECK-LABEL: func @narrow(
// CHECK:         %[[I:.*]] = arith.constant -100 : index
// CHECK:         scf.for %[[IV:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args
// CHECK-NOT:     : i8
// CHECK:           %[[NARROW:.*]] = arith.index_cast %[[IV]] : index to i8
// CHECK:           arith.sitofp %[[NARROW]] : i8 to f64
func.func @narrow(%x: f64) -> f64 {
  %l = arith.constant -100 : i8
  %u = arith.constant 120 : i8
  %s = arith.constant 20 : i8
  %r = scf.for %i = %l to %u step %s iter_args(%a = %x) -> (f64) : i8 {
    %f = arith.sitofp %i : i8 to f64
    %n = arith.addf %a, %f : f64
    scf.yield %n : f64
  }
  return %r : f64
}

// CHECK-LABEL: func @unsigned(
// CHECK-DAG:     %[[UPPER:.*]] = arith.constant 250 : index
// CHECK:         scf.for %[[IV:[a-z0-9]*]] = %{{.*}} to %[[UPPER]]
// CHECK:           arith.index_cast %[[IV]] : index to i8
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

// CHECK-LABEL: func @unknown(
// CHECK-SAME:    %[[L:[a-z0-9]*]]: i32, %[[U:[a-z0-9]*]]: i32, %[[S:[a-z0-9]*]]: i32
// CHECK:         %[[POSITIVE:.*]] = arith.cmpi sgt, %[[S]]
// CHECK:         cf.assert %[[POSITIVE]], "'scf.for': the step is not positive"
// CHECK-DAG:     %[[LOWER:.*]] = arith.index_cast %[[L]] : i32 to index
// CHECK-DAG:     %[[UPPER:.*]] = arith.index_cast %[[U]] : i32 to index
// CHECK-DAG:     %[[STEP:.*]] = arith.index_cast %[[S]] : i32 to index
// CHECK:         scf.for %{{.*}} = %[[LOWER]] to %[[UPPER]] step %[[STEP]]
// UNCHECKED-LABEL: func @unknown(
// UNCHECKED-NOT:   cf.assert
// UNCHECKED-LABEL: func @trips(
func.func @unknown(%l: i32, %u: i32, %s: i32, %x: f64) -> f64 {
  %r = scf.for %i = %l to %u step %s iter_args(%a = %x) -> (f64) : i32 {
    %n = arith.mulf %a, %x : f64
    scf.yield %n : f64
  }
  return %r : f64
}

// CHECK-LABEL: func @trips(
// CHECK-SAME:    %[[L:[a-z0-9]*]]: index, %[[U:[a-z0-9]*]]: index
// CHECK-DAG:     %[[RANGE:.*]] = arith.subi %[[U]], %[[L]] : index
// CHECK:         %[[TRIPS:.*]] = arith.ceildivui %[[RANGE]], %{{.*}} : index
// CHECK:         %[[SOME:.*]] = arith.cmpi slt, %[[L]], %[[U]] : index
// CHECK:         %[[COUNT:.*]] = arith.select %[[SOME]], %[[TRIPS]]
// CHECK:         scf.for %[[TRIP:[a-z0-9]*]] = %{{.*}} to %[[COUNT]]
// CHECK:           %[[OFFSET:.*]] = arith.muli %[[TRIP]], %{{.*}} : index
// CHECK:           %[[IV:.*]] = arith.addi %[[L]], %[[OFFSET]] : index
// CHECK:           arith.addi %{{.*}}, %[[IV]] : index
func.func @trips(%l: index, %u: index, %x: index) -> index {
  %s = arith.constant 4 : index
  %r = scf.for %i = %l to %u step %s iter_args(%a = %x) -> (index) {
    %n = arith.addi %a, %i : index
    scf.yield %n : index
  }
  return %r : index
}

// CHECK-LABEL: func @parallel(
// CHECK:         scf.parallel (%[[I:[a-z0-9]*]], %[[J:[a-z0-9]*]]) =
// CHECK:           arith.muli %[[J]]
// CHECK:           %[[COLUMN:.*]] = arith.addi
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[I]], %[[COLUMN]]]
func.func @parallel(%m: memref<?x?xindex>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %s) {
    memref.store %i, %m[%i, %j] : memref<?x?xindex>
  }
  return
}

// Neither a step of 1 nor the size of a dimension can make a loop wrap.
// CHECK-LABEL: func @left(
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[N:.*]] step %{{.*}} iter_args
// CHECK-NOT:     arith.muli
// CHECK:         scf.for unsigned
// CHECK:         return
func.func @left(%t: tensor<?xf64>, %n: i64, %x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i64
  %size = tensor.dim %t, %c0 : tensor<?xf64>
  %r = scf.for %i = %c0 to %size step %c4 iter_args(%a = %x) -> (f64) {
    %y = arith.mulf %a, %a : f64
    scf.yield %y : f64
  }
  %s = scf.for unsigned %i = %one to %n step %one iter_args(%a = %r) -> (f64) : i64 {
    %y = arith.mulf %a, %a : f64
    scf.yield %y : f64
  }
  return %s : f64
}

// Constant bounds of more than 64 bits are not computed with.
// CHECK-LABEL: func @wide(
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f64) : i256
func.func @wide(%x: f64) -> f64 {
  %begin = arith.constant 0 : i256
  %end = arith.constant 1329227995784915872903807060280344576 : i256
  %step = arith.constant 664613997892457936451903530140172288 : i256
  %r = scf.for %i = %begin to %end step %step iter_args(%a = %x) -> (f64) : i256 {
    %y = arith.mulf %a, %a : f64
    scf.yield %y : f64
  }
  return %r : f64
}
