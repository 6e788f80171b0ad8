// An op that may trap stays in a loop, which may have zero trips.
//
// RUN: sg-opt %s --sg-loop-invariant-code-motion | FileCheck %s

// CHECK-LABEL: func @divisions(
// CHECK:         arith.muli
// CHECK:         scf.for
// CHECK:           arith.remsi
// CHECK:           arith.remui
// CHECK:           arith.floordivsi
// CHECK:           affine.apply
// CHECK:           affine.delinearize_index
func.func @divisions(%n: index, %x: index, %y: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    %p = arith.muli %x, %x : index
    %a = arith.remsi %p, %y : index
    %b = arith.remui %p, %y : index
    %c = arith.floordivsi %p, %y : index
    %d = affine.apply affine_map<(d)[s] -> (d mod s)>(%p)[%y]
    %e:2 = affine.delinearize_index %p into (%y, %y) : index, index
    %0 = arith.addi %s, %a : index
    %1 = arith.addi %0, %b : index
    %2 = arith.addi %1, %c : index
    %3 = arith.addi %2, %d : index
    %4 = arith.addi %3, %e#0 : index
    scf.yield %4 : index
  }
  return %r : index
}

// A constant divisor is safe, except -1 in a signed division.
// CHECK-LABEL: func @constants(
// CHECK-DAG:     arith.remsi %{{.*}}, %[[THREE:c3.*]] : index
// CHECK-DAG:     arith.remui %{{.*}}, %[[MINUS:c-1.*]] : index
// CHECK-DAG:     affine.apply
// CHECK:         scf.for
// CHECK-NOT:       arith.remui
// CHECK-NOT:       affine.apply
// CHECK:           arith.remsi %{{.*}}, %[[MINUS]]
// CHECK:           scf.yield
func.func @constants(%n: index, %x: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c-1 = arith.constant -1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    %a = arith.remsi %x, %c3 : index
    %b = arith.remui %x, %c-1 : index
    %c = arith.remsi %x, %c-1 : index
    %d = affine.apply affine_map<(d) -> (d floordiv 4)>(%x)
    %0 = arith.addi %s, %a : index
    %1 = arith.addi %0, %b : index
    %2 = arith.addi %1, %c : index
    %3 = arith.addi %2, %d : index
    scf.yield %3 : index
  }
  return %r : index
}

// An op with a region that may trap does not move either.
// CHECK-LABEL: func @region(
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK:             arith.remsi
func.func @region(%n: index, %x: index, %y: index, %p: i1) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    %a = scf.if %p -> index {
      %b = arith.remsi %x, %y : index
      scf.yield %b : index
    } else {
      scf.yield %x : index
    }
    %0 = arith.addi %s, %a : index
    scf.yield %0 : index
  }
  return %r : index
}
