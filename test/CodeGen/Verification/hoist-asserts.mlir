// RUN: sg-opt %s --sg-hoist-asserts | FileCheck %s

// An assertion moves after its operands' definitions and before the ops it may
// guard.
// CHECK-LABEL: func.func @insert(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: tensor<?xf32>, [[T:%[a-z0-9]+]]: tensor<?xf32>, [[P:%[a-z0-9]+]]: tensor<1xindex>
// CHECK-NOT:     math.exp
// CHECK:         [[I:%[a-z0-9]+]] = tensor.extract [[P]]
// CHECK-NEXT:    [[D:%[a-z0-9]+]] = tensor.dim [[T]]
// CHECK-NEXT:    [[IN:%[a-z0-9]+]] = arith.cmpi ult, [[I]], [[D]]
// CHECK-NEXT:    cf.assert [[IN]], "first"
// CHECK-NEXT:    [[NOT:%[a-z0-9]+]] = arith.cmpi ne, [[I]], [[D]]
// CHECK-NEXT:    cf.assert [[NOT]], "second"
// CHECK-NEXT:    math.exp [[X]]
func.func @insert(%x: tensor<?xf32>, %t: tensor<?xf32>, %p: tensor<1xindex>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %i = tensor.extract %p[%c0] : tensor<1xindex>
  %e = math.exp %x : tensor<?xf32>
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %in = arith.cmpi ult, %i, %d : index
  cf.assert %in, "first"
  %not = arith.cmpi ne, %i, %d : index
  cf.assert %not, "second"
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %r = tensor.insert_slice %e into %t[%i] [%size] [1] : tensor<?xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}

// No element is read, and no division computed, before the assertion that
// guards it.
// CHECK-LABEL: func.func @guarded(
// CHECK:         cf.assert {{.*}}, "in range"
// CHECK:         tensor.extract
// CHECK:         cf.assert {{.*}}, "not zero"
// CHECK-NEXT:    arith.divui
// CHECK:         cf.assert {{.*}}, "large"
func.func @guarded(%x: tensor<?xindex>, %i: index) -> index {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %d = tensor.dim %x, %c0 : tensor<?xindex>
  %in = arith.cmpi ult, %i, %d : index
  cf.assert %in, "in range"
  %n = tensor.extract %x[%i] : tensor<?xindex>
  %ok = arith.cmpi ne, %n, %c0 : index
  cf.assert %ok, "not zero"
  %q = arith.divui %c8, %n : index
  %large = arith.cmpi ugt, %q, %c0 : index
  cf.assert %large, "large"
  return %q : index
}

// The assertion stays in its block.
// CHECK-LABEL: func.func @branch(
// CHECK:         scf.if
// CHECK-NEXT:      cf.assert {{.*}}, "inside"
// CHECK-NEXT:      math.sin
func.func @branch(%c: i1, %k: i1, %x: f32) -> f32 {
  %r = scf.if %c -> f32 {
    %s = math.sin %x : f32
    cf.assert %k, "inside"
    scf.yield %s : f32
  } else {
    scf.yield %x : f32
  }
  return %r : f32
}

// The inserted value may be computed in its destination: nothing is written
// past the end before the assertion fails.
// RUN: not sg-run %s --function=past_end --input=1000xf64=1 --input=2xf64=3 --input=1 2>&1 | FileCheck %s --check-prefix=PAST
// PAST: sg-run: {{.*}}'tensor.insert_slice': the slice leaves dimension 0
func.func @past_end(%x: tensor<?xf64>, %t: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf64>
  %e = math.exp %x : tensor<?xf64>
  %r = tensor.insert_slice %e into %t[%n] [%d] [1] : tensor<?xf64> into tensor<?xf64>
  return %r : tensor<?xf64>
}
// RUN: not sg-run %s --function=too_large --input=1000xf64=1 --input=2xf64=3 --input=1 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: sg-run: {{.*}}'tensor.insert_slice': dimension 0 of the source is not the size of the slice
func.func @too_large(%x: tensor<?xf64>, %t: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %e = math.exp %x : tensor<?xf64>
  %r = tensor.insert_slice %e into %t[0] [%m] [1] : tensor<?xf64> into tensor<?xf64>
  return %r : tensor<?xf64>
}
// RUN: not sg-run %s --function=in_parallel --input=3x3xf64=1 --input=1x1xf64=-1 --input=1 2>&1 | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: sg-run: {{.*}}'tensor.parallel_insert_slice': the slice leaves dimension 1
func.func @in_parallel(%x: tensor<?x?xf64>, %t: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %r = scf.forall (%i, %j) = (0, 0) to (%n, 4) step (1, 2) shared_outs(%o = %t) -> tensor<?x?xf64> {
    %s = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<?x?xf64> to tensor<1x2xf64>
    %e = math.exp %s : tensor<1x2xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[%i, %j] [1, 2] [1, 1] : tensor<1x2xf64> into tensor<?x?xf64>
    }
  }
  return %r : tensor<?x?xf64>
}
// RUN: not sg-run %s --function=no_dimension --input=2x4xf32=1 2>&1 | FileCheck %s --check-prefix=DIM
// DIM: sg-run: {{.*}}'tensor.dim': there is no such dimension
func.func @no_dimension(%x: tensor<?x4xf32>) -> tensor<4x?xf32> {
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c2 : tensor<?x4xf32>
  %empty = tensor.empty(%n) : tensor<4x?xf32>
  %t = linalg.transpose ins(%x : tensor<?x4xf32>) outs(%empty : tensor<4x?xf32>) permutation = [1, 0]
  return %t : tensor<4x?xf32>
}
