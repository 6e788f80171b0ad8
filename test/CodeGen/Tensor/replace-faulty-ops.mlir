// Ops that upstream folds or lowers incorrectly become ops that it handles
// correctly.
//
// RUN: sg-opt %s --sg-replace-faulty-ops | FileCheck %s

// CHECK-LABEL: func @index(
// CHECK-NOT:     index.
// CHECK-DAG:     arith.constant 7 : index
// CHECK-DAG:     arith.constant true
// CHECK:         arith.ceildivsi
// CHECK:         arith.subi
// CHECK:         arith.cmpi ule, %{{.*}} : index
// CHECK:         arith.index_cast %{{.*}} : index to i32
// CHECK:         arith.index_castui %{{.*}} : i32 to index
// CHECK:         arith.shrsi
// CHECK:         return
func.func @index(%x: index, %y: index) -> (index, i1, i1, index, index) {
  %c = index.constant 7
  %t = index.bool.constant true
  %a = index.ceildivs %x, %c
  %b = index.sub %a, %y
  %d = index.cmp ule(%b, %y)
  %e = index.casts %b : index to i32
  %f = index.castu %e : i32 to index
  %g = index.shrs %f, %c
  return %a, %d, %t, %f, %g : index, i1, i1, index, index
}

// CHECK-LABEL: func @affine(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: index, %[[N:[a-z0-9]*]]: index
// CHECK:         %[[Q:.*]] = arith.ceildivsi %[[X]], %[[N]] : index
// CHECK:         %[[F:.*]] = arith.floordivsi %[[X]],
// CHECK:         %[[P:.*]] = arith.muli %[[F]],
// CHECK:         %[[M:.*]] = arith.subi %[[X]], %[[P]]
// CHECK:         arith.addi %[[Q]], %[[M]]
// CHECK:         arith.minsi
// CHECK:         arith.maxsi
// CHECK:         affine.apply
func.func @affine(%x: index, %n: index) -> (index, index, index, index) {
  %a = affine.apply affine_map<(d)[s] -> (d ceildiv s + d mod 5)>(%x)[%n]
  %b = affine.min affine_map<(d) -> (d ceildiv 3, d, 8)>(%x)
  %c = affine.max affine_map<(d) -> (d ceildiv 3, d)>(%x)
  %d = affine.apply affine_map<(d) -> (d floordiv 3)>(%x)
  return %a, %b, %c, %d : index, index, index, index
}

// CHECK-LABEL: func @masks(
// CHECK-SAME:    %[[T:[a-z0-9]*]]: tensor<4x6xf32>, %[[V:[a-z0-9]*]]: vector<6xf32>, %[[M:[a-z0-9]*]]: vector<6xi1>
// CHECK:         %[[ALL:.*]] = vector.transfer_read %[[T]][%{{.*}}, %{{.*}}], %[[PAD:.*]] : tensor<4x6xf32>, vector<6xf32>
// CHECK:         %[[PADS:.*]] = vector.broadcast %[[PAD]]
// CHECK:         %[[READ:.*]] = arith.select %[[M]], %[[ALL]], %[[PADS]]
// CHECK:         %[[OLD:.*]] = vector.transfer_read %[[T]][%{{.*}}, %{{.*}}], %{{.*}} : tensor<4x6xf32>, vector<6xf32>
// CHECK:         %[[NEW:.*]] = arith.select %[[M]], %[[V]], %[[OLD]]
// CHECK:         vector.transfer_write %[[NEW]], %[[T]][%{{.*}}, %{{.*}}] : vector<6xf32>, tensor<4x6xf32>
func.func @masks(%t: tensor<4x6xf32>, %v: vector<6xf32>, %m: vector<6xi1>, %i: index) -> (vector<6xf32>, tensor<4x6xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 2.0 : f32
  %r = vector.transfer_read %t[%i, %c0], %p, %m {in_bounds = [true]} : tensor<4x6xf32>, vector<6xf32>
  %w = vector.transfer_write %v, %t[%i, %c0], %m {in_bounds = [true]} : vector<6xf32>, tensor<4x6xf32>
  return %r, %w : vector<6xf32>, tensor<4x6xf32>
}

// The mask of a transposing write has the order of the tensor: the write goes
// to a copy.
// CHECK-LABEL: func @transposed(
// CHECK-SAME:    %[[T:[a-z0-9]*]]: tensor<4x6xf32>
// CHECK:         %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[T]])
// CHECK:         vector.transfer_write %{{.*}}, %[[COPY]]
func.func @transposed(%t: tensor<4x6xf32>, %v: vector<6x4xf32>, %m: vector<4x6xi1>) -> tensor<4x6xf32> {
  %c0 = arith.constant 0 : index
  %w = vector.transfer_write %v, %t[%c0, %c0], %m {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (j, i)>} : vector<6x4xf32>, tensor<4x6xf32>
  return %w : tensor<4x6xf32>
}

// CHECK-LABEL: func @reduction(
// CHECK:         arith.addf
// CHECK:         vector.multi_reduction <add>
func.func @reduction(%x: vector<3xf32>, %y: vector<3xf32>, %z: f32) -> (vector<3xf32>, f32) {
  %r = vector.multi_reduction <add>, %x, %y [] : vector<3xf32> to vector<3xf32>
  %s = vector.multi_reduction <add>, %x, %z [0] : vector<3xf32> to f32
  return %r, %s : vector<3xf32>, f32
}

// A sum starts from -0. A sum with an initial value, a product and a sum of
// integers stay.
// CHECK-LABEL: func @sums(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: vector<4xf32>, %[[N:[a-z0-9]*]]: vector<4xi32>, %[[Y:[a-z0-9]*]]: f32
// CHECK:         %[[START:.*]] = arith.constant -0.000000e+00 : f32
// CHECK:         vector.reduction <add>, %[[X]], %[[START]] fastmath<reassoc> : vector<4xf32> into f32
// CHECK:         vector.reduction <add>, %[[X]], %[[Y]] : vector<4xf32> into f32
// CHECK:         vector.reduction <mul>, %[[X]] : vector<4xf32> into f32
// CHECK:         vector.reduction <add>, %[[N]] : vector<4xi32> into i32
func.func @sums(%x: vector<4xf32>, %n: vector<4xi32>, %y: f32) -> (f32, f32, f32, i32) {
  %a = vector.reduction <add>, %x fastmath<reassoc> : vector<4xf32> into f32
  %b = vector.reduction <add>, %x, %y : vector<4xf32> into f32
  %c = vector.reduction <mul>, %x : vector<4xf32> into f32
  %d = vector.reduction <add>, %n : vector<4xi32> into i32
  return %a, %b, %c, %d : f32, f32, f32, i32
}
