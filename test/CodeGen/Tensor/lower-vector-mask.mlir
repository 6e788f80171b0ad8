// RUN: sg-opt %s --sg-lower-vector-mask | FileCheck %s
// RUN: %if asserts %{ sg-opt %s --sg-lower-vector-mask --debug-only=sg-lower-vector-mask -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEBUG %}
// DEBUG: [sg-lower-vector-mask {{.*}}] lowered: vector.transfer_read at loc(
// DEBUG: [sg-lower-vector-mask {{.*}}] not lowered: vector.mask at loc(

// A mask operand of the op is combined, and a select applies the pass-through value.
// CHECK-LABEL: func.func @read(
// CHECK-SAME:      [[X:%[a-z0-9_]+]]: tensor<?xf32>, [[M:%[a-z0-9_]+]]: vector<4xi1>, [[N:%[a-z0-9_]+]]: vector<4xi1>, [[V:%[a-z0-9_]+]]: vector<4xf32>
// CHECK:         [[BOTH:%[a-z0-9_]+]] = arith.andi [[M]], [[N]] : vector<4xi1>
// CHECK:         [[READ:%[a-z0-9_]+]] = vector.transfer_read [[X]]{{.*}}, [[BOTH]]
// CHECK:         [[R:%[a-z0-9_]+]] = arith.select [[M]], [[READ]], [[V]]
// CHECK:         return [[R]]
func.func @read(%x: tensor<?xf32>, %m: vector<4xi1>, %n: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 7.0 : f32
  %r = vector.mask %m, %v { vector.transfer_read %x[%c0], %p, %n : tensor<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %r : vector<4xf32>
}

// CHECK-LABEL: func.func @gather(
// CHECK-SAME:      [[X:%[a-z0-9_]+]]: memref<?xf32>, [[I:%[a-z0-9_]+]]: vector<4xi32>, [[M:%[a-z0-9_]+]]: vector<4xi1>, [[N:%[a-z0-9_]+]]: vector<4xi1>, [[V:%[a-z0-9_]+]]: vector<4xf32>
// CHECK:         [[BOTH:%[a-z0-9_]+]] = arith.andi [[M]], [[N]] : vector<4xi1>
// CHECK:         [[G:%[a-z0-9_]+]] = vector.gather [[X]][{{.*}}] {{\[}}[[I]]], [[BOTH]], [[V]]
// CHECK:         return [[G]]
func.func @gather(%x: memref<?xf32>, %i: vector<4xi32>, %m: vector<4xi1>, %n: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %r = vector.mask %m { vector.gather %x[%c0] [%i], %n, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %r : vector<4xf32>
}

// CHECK-LABEL: func.func @write(
// CHECK:         vector.transfer_write {{.*}}, {{.*}}, %{{[a-z0-9_]+}} : vector<4xf32>, tensor<?xf32>
// CHECK-NOT:     vector.mask
func.func @write(%x: tensor<?xf32>, %m: vector<4xi1>, %v: vector<4xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %r = vector.mask %m { vector.transfer_write %v, %x[%c0] : vector<4xf32>, tensor<?xf32> } : vector<4xi1> -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// A contraction stays.
// CHECK-LABEL: func.func @contract(
// CHECK:         vector.mask
func.func @contract(%x: vector<4xf32>, %m: vector<4xi1>, %c: f32) -> f32 {
  %r = vector.mask %m { vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"], kind = #vector.kind<add>} %x, %x, %c : vector<4xf32>, vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %r : f32
}
