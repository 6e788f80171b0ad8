// Rewrites of upstream that change results are excluded or guarded.
//
// RUN: sg-opt %s --split-input-file --sg-canonicalize | FileCheck %s

// A value that a condition forwards twice is not moved past the condition.
// CHECK-LABEL: func @forwarded_twice(
// CHECK:         scf.while
// CHECK:           %[[V:.*]] = scf.if
// CHECK:           scf.condition(%{{.*}}) %[[V]], %{{.*}} : i32, i32
func.func @forwarded_twice(%n: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %c100 = arith.constant 100 : i32
  %r:3 = scf.while (%s = %c0) : (i32) -> (i32, i32, i32) {
    %go = arith.cmpi slt, %s, %n : i32
    %v = scf.if %go -> i32 {
      %t = arith.addi %s, %c7 : i32
      scf.yield %t : i32
    } else {
      scf.yield %c100 : i32
    }
    scf.condition(%go) %v, %s, %v : i32, i32, i32
  } do {
  ^bb0(%a: i32, %b: i32, %c: i32):
    scf.yield %c : i32
  }
  return %r#0, %r#1, %r#2 : i32, i32, i32
}

// -----

// Casts through a narrow type drop bits; casts through index do not.
// CHECK-LABEL: func @narrow(
// CHECK-SAME:    %[[I:[a-z0-9]*]]: index, %[[J:[a-z0-9]*]]: i8
// CHECK:         %[[A:.*]] = arith.index_cast %[[I]] : index to i8
// CHECK:         %[[B:.*]] = arith.index_cast %[[A]] : i8 to index
// CHECK:         %[[C:.*]] = arith.index_castui %[[I]] : index to i1
// CHECK:         %[[D:.*]] = arith.index_castui %[[C]] : i1 to index
// CHECK:         return %[[B]], %[[D]], %[[J]]
func.func @narrow(%i: index, %j: i8) -> (index, index, i8) {
  %a = arith.index_cast %i : index to i8
  %b = arith.index_cast %a : i8 to index
  %c = arith.index_castui %i : index to i1
  %d = arith.index_castui %c : i1 to index
  %e = arith.index_cast %j : i8 to index
  %f = arith.index_cast %e : index to i8
  return %b, %d, %f : index, index, i8
}

// -----

// A slice of an unpacked tensor stays a slice.
// CHECK-LABEL: func @unpacked(
// CHECK:         linalg.unpack {{.*}} : tensor<6x2x4xf32> -> tensor<6x8xf32>
// CHECK:         tensor.extract_slice {{.*}} : tensor<6x8xf32> to tensor<5x8xf32>
func.func @unpacked(%t: tensor<6x2x4xf32>) -> tensor<5x8xf32> {
  %d = tensor.empty() : tensor<6x8xf32>
  %u = linalg.unpack %t inner_dims_pos = [1] inner_tiles = [4] into %d : tensor<6x2x4xf32> -> tensor<6x8xf32>
  %s = tensor.extract_slice %u[0, 0] [5, 8] [1, 1] : tensor<6x8xf32> to tensor<5x8xf32>
  return %s : tensor<5x8xf32>
}

// -----

// The sum of two constants added without overflow may overflow.
// CHECK-LABEL: func @flags(
// CHECK:         arith.addi %{{.*}}, %{{.*}} : i32
// CHECK-NOT:     overflow
func.func @flags(%x: i32) -> i32 {
  %a = arith.constant -2147483648 : i32
  %b = arith.constant -1 : i32
  %t = arith.addi %x, %a overflow<nsw> : i32
  %r = arith.addi %t, %b overflow<nsw> : i32
  return %r : i32
}

// -----

// A loop with one trip stays if its insertions are in another order than its results.
// CHECK-LABEL: func @crossed(
// CHECK:         scf.forall
// CHECK-LABEL: func @two_slices(
// CHECK:         scf.forall
// CHECK-LABEL: func @in_order(
// CHECK-NOT:     scf.forall
// CHECK:         tensor.insert_slice
func.func @crossed(%x: tensor<3xf32>, %y: tensor<3xf32>, %d: tensor<4xf32>, %e: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.forall (%i) in (1) shared_outs(%o = %d, %q = %e) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %q[0] [3] [1] : tensor<3xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %x into %o[0] [3] [1] : tensor<3xf32> into tensor<4xf32>
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
func.func @two_slices(%x: tensor<2xf32>, %y: tensor<2xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) in (1) shared_outs(%o = %d) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %y into %o[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
func.func @in_order(%x: tensor<2xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) in (1) shared_outs(%o = %d) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

// Poison becomes a constant: upstream's folds crash on poison elements, offsets and sizes.
// CHECK-LABEL: func @poison(
// CHECK-NOT:     ub.poison
// CHECK:         return
func.func @poison(%t: tensor<8xf32>, %x: index, %f: f32, %p: i1) -> (tensor<?xf32>, index, f32) {
  %i = ub.poison : index
  %q = ub.poison : f32
  %s:3 = scf.if %p -> (tensor<?xf32>, index, f32) {
    %a = tensor.extract_slice %t[%i] [%i] [1] : tensor<8xf32> to tensor<?xf32>
    %b = affine.linearize_index [%x, %i] by (%i, %i) : index
    %c = tensor.from_elements %q, %q : tensor<2xf32>
    %d = tensor.extract %c[%i] : tensor<2xf32>
    scf.yield %a, %b, %d : tensor<?xf32>, index, f32
  } else {
    %a = tensor.extract_slice %t[%x] [%x] [1] : tensor<8xf32> to tensor<?xf32>
    scf.yield %a, %x, %f : tensor<?xf32>, index, f32
  }
  return %s#0, %s#1, %s#2 : tensor<?xf32>, index, f32
}

// -----

// Invalid offsets and positions do not become static.
// CHECK-LABEL: func @invalid(
// CHECK-DAG:     %[[OUT:.*]] = arith.constant 9223372036854775807 : index
// CHECK:         tensor.extract_slice %{{.*}}[%[[OUT]]] [2] [1]
// CHECK:         tensor.extract_slice %{{.*}}[%[[OUT]]] [2] [1]
// CHECK:         vector.insert %{{.*}}, %{{.*}} [0] : f32 into vector<4xf32>
func.func @invalid(%t: tensor<8xf32>, %x: f32, %w: vector<4xf32>) -> (tensor<2xf32>, tensor<2xf32>, vector<4xf32>) {
  %least = arith.constant -9223372036854775808 : index
  %minus = arith.constant -1 : index
  %a = tensor.extract_slice %t[%least] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %b = tensor.extract_slice %t[%minus] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %v = vector.insert %x, %w[%minus] : f32 into vector<4xf32>
  return %a, %b, %v : tensor<2xf32>, tensor<2xf32>, vector<4xf32>
}

// -----

// A masked transfer is not replaced by its source, nor is a reduction over no dimensions.
// CHECK-LABEL: func @masked(
// CHECK:         vector.transfer_read
// CHECK:         vector.transfer_write
// CHECK:         vector.multi_reduction
func.func @masked(%t: tensor<8xf32>, %n: index, %x: vector<3xf32>, %y: vector<3xf32>) -> (tensor<8xf32>, vector<3xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 7.0 : f32
  %m = vector.create_mask %n : vector<8xi1>
  %v = vector.transfer_read %t[%c0], %p, %m {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  %w = vector.transfer_write %v, %t[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  %r = vector.multi_reduction <add>, %x, %y [] : vector<3xf32> to vector<3xf32>
  return %w, %r : tensor<8xf32>, vector<3xf32>
}
