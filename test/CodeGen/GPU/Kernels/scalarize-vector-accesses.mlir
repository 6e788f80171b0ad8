// Vectors are loaded and stored element by element, unless they are in a kernel
// or large.
//
// RUN: sg-opt %s --sg-scalarize-vector-accesses | FileCheck %s
// RUN: %if asserts %{ sg-opt %s --sg-scalarize-vector-accesses --debug-only=sg-scalarize-vector-accesses -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEBUG %}
// DEBUG: [sg-scalarize-vector-accesses {{.*}}] element by element: vector.transfer_read at loc(

// The second dimension of the vector is the first dimension of the memory; the
// other is in bounds.
// CHECK-LABEL: func.func @read(
// CHECK-SAME:      [[X:%[a-z0-9_]+]]: memref<?x?xf32>, [[I:%[a-z0-9_]+]]: index, [[P:%[a-z0-9_]+]]: f32
// CHECK:         [[SIZE:%[a-z0-9_]+]] = memref.dim [[X]]
// CHECK:         [[IN:%[a-z0-9_]+]] = arith.cmpi ult, [[I]], [[SIZE]] : index
// CHECK:         scf.if [[IN]] -> (f32) {
// CHECK:           memref.load [[X]][[[I]], [[I]]] : memref<?x?xf32>
// CHECK:         } else {
// CHECK:           scf.yield [[P]] : f32
// CHECK-COUNT-3: memref.load
// CHECK-NOT:     memref.load
// CHECK:         vector.from_elements {{.*}} : vector<2x2xf32>
func.func @read(%x: memref<?x?xf32>, %i: index, %p: f32) -> vector<2x2xf32> {
  %v = vector.transfer_read %x[%i, %i], %p {in_bounds = [true, false], permutation_map = affine_map<(i, j) -> (j, i)>} : memref<?x?xf32>, vector<2x2xf32>
  return %v : vector<2x2xf32>
}

// CHECK-LABEL: func.func @write(
// CHECK-SAME:      {{.*}}, [[M:%[a-z0-9_]+]]: vector<2xi1>)
// CHECK:         [[FIRST:%[a-z0-9_]+]] = vector.extract [[M]][0] : i1 from vector<2xi1>
// CHECK:         scf.if [[FIRST]] {
// CHECK-NEXT:      memref.store
func.func @write(%x: memref<8xf32>, %i: index, %v: vector<2xf32>, %m: vector<2xi1>) {
  vector.maskedstore %x[%i], %m, %v : memref<8xf32>, vector<2xi1>, vector<2xf32>
  return
}

// CHECK-LABEL: func.func @large(
// CHECK:         vector.load
func.func @large(%x: memref<2048xf32>, %i: index) -> vector<1025xf32> {
  %v = vector.load %x[%i] : memref<2048xf32>, vector<1025xf32>
  return %v : vector<1025xf32>
}
