// Dynamic positions in vectors of several dimensions become positions in a
// flattened vector. Positions that upstream converts to LLVM stay.
//
// RUN: sg-opt %s --sg-expand-vector-positions --canonicalize | FileCheck %s
// RUN: %if asserts %{ sg-opt %s --sg-expand-vector-positions --debug-only=sg-expand-vector-positions -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEBUG %}
// DEBUG: [sg-expand-vector-positions {{.*}}] expanded: vector.extract at loc(

// CHECK-LABEL: func.func @element(
// CHECK-SAME:      [[X:%[a-z0-9_]+]]: vector<2x3xf32>, [[I:%[a-z0-9_]+]]: index)
// CHECK-DAG:     [[ONE:%[a-z0-9_]+]] = arith.constant 1 : index
// CHECK-DAG:     [[THREE:%[a-z0-9_]+]] = arith.constant 3 : index
// CHECK:         [[ROW:%[a-z0-9_]+]] = vector.shape_cast [[X]] : vector<2x3xf32> to vector<6xf32>
// CHECK:         [[START:%[a-z0-9_]+]] = arith.muli [[I]], [[THREE]]
// CHECK:         [[AT:%[a-z0-9_]+]] = arith.addi [[START]], [[ONE]]
// CHECK:         vector.extract [[ROW]][[[AT]]] : f32 from vector<6xf32>
func.func @element(%x: vector<2x3xf32>, %i: index) -> f32 {
  %y = vector.extract %x[%i, 1] : f32 from vector<2x3xf32>
  return %y : f32
}

// CHECK-LABEL: func.func @row(
// CHECK-COUNT-3: vector.extract {{.*}} : i8 from vector<6xi8>
// CHECK:         vector.from_elements {{.*}} : vector<3xi8>
func.func @row(%x: vector<2x3xi8>, %i: index) -> vector<3xi8> {
  %y = vector.extract %x[%i] : vector<3xi8> from vector<2x3xi8>
  return %y : vector<3xi8>
}

// CHECK-LABEL: func.func @put(
// CHECK-COUNT-3: vector.insert {{.*}} : f64 into vector<6xf64>
// CHECK:         vector.shape_cast {{.*}} : vector<6xf64> to vector<2x3xf64>
func.func @put(%x: vector<2x3xf64>, %y: vector<3xf64>, %i: index) -> vector<2x3xf64> {
  %z = vector.insert %y, %x [%i] : vector<3xf64> into vector<2x3xf64>
  return %z : vector<2x3xf64>
}

// CHECK-LABEL: func.func @left(
// CHECK-NOT:     vector.shape_cast
// CHECK:         return
func.func @left(%x: vector<2x3xf32>, %i: index, %z: vector<f32>) -> (vector<3xf32>, f32, f32, f32) {
  %a = vector.extract %x[1] : vector<3xf32> from vector<2x3xf32>
  %b = vector.extract %a[%i] : f32 from vector<3xf32>
  %c = vector.extract %x[1, %i] : f32 from vector<2x3xf32>
  %d = vector.extract %z[] : f32 from vector<f32>
  return %a, %b, %c, %d : vector<3xf32>, f32, f32, f32
}
