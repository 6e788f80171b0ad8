// RUN: sg-opt %s --grad-import-tensor-ops --canonicalize | FileCheck %s
// The generic form works, too.
// RUN: sg-opt %s --mlir-print-op-generic | sg-opt --grad-import-tensor-ops --canonicalize | FileCheck %s

// A scan carries a slice along its dimension; its initial value is neutral for
// all sizes.
// CHECK-LABEL: func.func @scan(
// CHECK-SAME:      [[X:%[a-z0-9_]+]]: tensor<?x4xf32>, [[S:%[a-z0-9_]+]]: tensor<?xf32>
// CHECK:         [[R:%[a-z0-9_]+]]:2 = scf.for [[I:%[a-z0-9_]+]] = %c0 to %c4 step %c1 iter_args([[A:%[a-z0-9_]+]] = {{.*}}, [[C:%[a-z0-9_]+]] = [[S]])
// CHECK-NEXT:      [[E:%[a-z0-9_]+]] = tensor.extract_slice [[X]][0, [[I]]] [{{.*}}, 1] [1, 1] : tensor<?x4xf32> to tensor<?xf32>
// CHECK-NEXT:      [[N:%[a-z0-9_]+]] = linalg.generic {{.*}} ins([[E]] : tensor<?xf32>) outs([[C]] : tensor<?xf32>) {
// CHECK-NEXT:      ^bb0([[IN:%[a-z0-9_]+]]: f32, [[OUT:%[a-z0-9_]+]]: f32):
// CHECK-NEXT:        [[F:%[a-z0-9_]+]] = arith.subf [[OUT]], [[IN]] : f32
// CHECK-NEXT:        linalg.yield [[F]] : f32
// CHECK:           [[M:%[a-z0-9_]+]] = tensor.insert_slice [[N]] into [[A]][0, [[I]]]
// CHECK-NEXT:      scf.yield [[M]], [[N]]
// CHECK:         return [[R]]#0, [[R]]#1
func.func @scan(%x: tensor<?x4xf32>, %start: tensor<?xf32>, %empty: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?xf32>) {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<?x4xf32>) outs(%empty, %start : tensor<?x4xf32>, tensor<?xf32>) {
  ^bb0(%before: f32, %element: f32):
    %1 = arith.subf %before, %element : f32
    tm_tensor.yield %1 : f32
  } -> tensor<?x4xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?x4xf32>, tensor<?xf32>
}

// For a single dimension the loop carries scalars. An exclusive scan lags by
// one element.
// CHECK-LABEL: func.func @exclusive(
// CHECK:         scf.for {{.*}} iter_args([[A:%[a-z0-9_]+]] = {{.*}}, [[C:%[a-z0-9_]+]] = {{.*}}) -> (tensor<?xi64>, i64)
// CHECK-NEXT:      [[E:%[a-z0-9_]+]] = tensor.extract
// CHECK-NEXT:      [[N:%[a-z0-9_]+]] = arith.addi [[C]], [[E]] : i64
// CHECK-NEXT:      [[M:%[a-z0-9_]+]] = tensor.insert [[C]] into [[A]]
// CHECK-NEXT:      scf.yield [[M]], [[N]]
func.func @exclusive(%x: tensor<?xi64>, %start: tensor<i64>) -> tensor<?xi64> {
  %0:2 = iree_linalg_ext.scan dimension(0) inclusive(false) ins(%x : tensor<?xi64>) outs(%x, %start : tensor<?xi64>, tensor<i64>) {
  ^bb0(%before: i64, %element: i64):
    %1 = arith.addi %before, %element : i64
    iree_linalg_ext.yield %1 : i64
  } -> tensor<?xi64>, tensor<i64>
  return %0#0 : tensor<?xi64>
}

// Updates apply in the order of the indices. Negative indices count from the
// end.
// CHECK-LABEL: func.func @scatter(
// CHECK-SAME:      [[U:%[a-z0-9_]+]]: tensor<?x1x?xf32>, [[I:%[a-z0-9_]+]]: tensor<?x1xi64>, [[X:%[a-z0-9_]+]]: tensor<?x?xf32>
// CHECK:         scf.for [[K:%[a-z0-9_]+]] = {{.*}} iter_args([[O:%[a-z0-9_]+]] = [[X]])
// CHECK-NEXT:      [[E:%[a-z0-9_]+]] = tensor.extract [[I]]{{\[}}[[K]], %c0]
// CHECK-NEXT:      [[P:%[a-z0-9_]+]] = arith.index_cast [[E]]
// CHECK-NEXT:      [[L:%[a-z0-9_]+]] = arith.addi [[P]],
// CHECK-NEXT:      [[N:%[a-z0-9_]+]] = arith.cmpi slt, [[P]], %c0
// CHECK-NEXT:      [[S:%[a-z0-9_]+]] = arith.select [[N]], [[L]], [[P]]
// CHECK-NEXT:      [[UP:%[a-z0-9_]+]] = tensor.extract_slice [[U]]{{\[}}[[K]], 0, 0] [1, 1, {{.*}}] : tensor<?x1x?xf32> to tensor<?xf32>
// CHECK-NEXT:      [[OLD:%[a-z0-9_]+]] = tensor.extract_slice [[O]]{{\[}}[[S]], 0] [1, {{.*}}]
// CHECK-NEXT:      [[G:%[a-z0-9_]+]] = linalg.generic {{.*}} ins([[UP]] : tensor<?xf32>) outs([[OLD]] : tensor<?xf32>)
// CHECK:             arith.addf %out, %in
// CHECK:           tensor.insert_slice [[G]] into [[O]]{{\[}}[[S]], 0]
func.func @scatter(%u: tensor<?x1x?xf32>, %i: tensor<?x1xi64>, %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<?x1x?xf32>, tensor<?x1xi64>) outs(%x : tensor<?x?xf32>) {
  ^bb0(%update: f32, %old: f32):
    %1 = arith.addf %old, %update : f32
    tm_tensor.yield %1 : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Updates out of range leave the element unchanged.
// CHECK-LABEL: func.func @dropped(
// CHECK:         [[B:%[a-z0-9_]+]] = arith.cmpi eq, [[P:%[a-z0-9_]+]], [[Q:%[a-z0-9_]+]] : index
// CHECK:         [[U:%[a-z0-9_]+]] = tensor.extract %arg0
// CHECK-NEXT:    [[O:%[a-z0-9_]+]] = tensor.extract %{{.*}}{{\[}}[[Q]]]
// CHECK-NEXT:    [[S:%[a-z0-9_]+]] = arith.select [[B]], [[U]], [[O]] : f32
// CHECK-NEXT:    tensor.insert [[S]] into %{{.*}}{{\[}}[[Q]]]
func.func @dropped(%u: tensor<?xf32>, %i: tensor<?xi32>, %x: tensor<5xf32>) -> tensor<5xf32> {
  %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true) ins(%u, %i : tensor<?xf32>, tensor<?xi32>) outs(%x : tensor<5xf32>) {
  ^bb0(%update: f32, %old: f32):
    iree_linalg_ext.yield %update : f32
  } -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// Loops over integers compute the positions. The comparison of floats alone
// does not order NaN, which comes last; the values are gathered from the
// operand.
// CHECK-LABEL: func.func @sort(
// CHECK-SAME:      [[X:%[a-z0-9_]+]]: tensor<?x3xf32>)
// CHECK:         [[R:%[a-z0-9_]+]]:2 = scf.for {{.*}} -> (tensor<?x3xi64>, tensor<2x?xi64>)
// CHECK:             arith.cmpf ult, [[A:%[a-z0-9_]+]], %{{.*}} : f32
// CHECK-NEXT:        arith.cmpf ord, [[A]], [[A]] : f32
// CHECK:         [[Y:%[a-z0-9_]+]] = linalg.generic {{.*}} ins([[R]]#0 : tensor<?x3xi64>)
// CHECK:           tensor.extract [[X]]
// CHECK:         return [[Y]]
func.func @sort(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = tm_tensor.sort dimension(0) outs(%x : tensor<?x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.cmpf ole, %a, %b : f32
    tm_tensor.yield %1 : i1
  } -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// Descending, NaN comes first. Otherwise the body defines the order: evaluated
// once if StableHLO requires a strict order, in both directions if it may be
// true for equal keys. Unused keys are not read.
// CHECK-LABEL: func.func @bodies(
// CHECK:         arith.cmpf ugt, %{{.*}}, [[A:%[a-z0-9_]+]] : f32
// CHECK-NEXT:    arith.cmpf ord, [[A]], [[A]] : f32
// CHECK:         arith.cmpi slt,
// CHECK-NOT:     arith.cmpi sle
// CHECK:         arith.subi [[P:%[a-z0-9_]+]], [[Q:%[a-z0-9_]+]] : i32
// CHECK:         arith.subi [[Q]], [[P]] : i32
func.func @bodies(%x: tensor<?xf32>, %k: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %zero = arith.constant 0 : i32
  %0:2 = iree_linalg_ext.sort dimension(0) outs(%k, %x : tensor<?xi32>, tensor<?xf32>) {
  ^bb0(%a: i32, %b: i32, %c: f32, %d: f32):
    %1 = arith.cmpf ogt, %c, %d : f32
    iree_linalg_ext.yield %1 : i1
  } -> tensor<?xi32>, tensor<?xf32>
  %2 = iree_linalg_ext.sort dimension(0) outs(%k : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32):
    %3 = arith.cmpi slt, %a, %b : i32
    iree_linalg_ext.yield %3 : i1
  } -> tensor<?xi32>
  %4 = tm_tensor.sort dimension(0) outs(%k : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32):
    %5 = arith.subi %a, %b : i32
    %6 = arith.cmpi sle, %5, %zero : i32
    tm_tensor.yield %6 : i1
  } -> tensor<?xi32>
  return %0#0, %2, %4 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

// The first elements of the sorted keys; indices are positions, or the values
// stored there.
// CHECK-LABEL: func.func @top(
// CHECK:         [[P:%[a-z0-9_]+]] = tensor.extract_slice %{{.*}}[0, 0] [{{.*}}, 2] [1, 1] : tensor<?x?xi64> to tensor<?x2xi64>
// CHECK:         linalg.generic {{.*}} ins([[P]] : tensor<?x2xi64>)
// CHECK:         arith.trunci {{.*}} ins([[P]] : tensor<?x2xi64>) outs({{.*}} : tensor<?x2xi32>)
func.func @top(%x: tensor<?x?xf32>, %v: tensor<?x2xf32>, %i: tensor<?x2xi32>) -> (tensor<?x2xf32>, tensor<?x2xi32>) {
  %0:2 = iree_linalg_ext.topk dimension(1) ins(%x : tensor<?x?xf32>) outs(%v, %i : tensor<?x2xf32>, tensor<?x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %1 : i1
  } -> tensor<?x2xf32>, tensor<?x2xi32>
  return %0#0, %0#1 : tensor<?x2xf32>, tensor<?x2xi32>
}
