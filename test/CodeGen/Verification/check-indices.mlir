// UNSUPPORTED: verified
// RUN: sg-opt %s --sg-check-indices --canonicalize --cse | FileCheck %s
// RUN: sg-run %s --function=extract --input="3xf32=1 2 3" --input=2 --expected-output=f32=3
// RUN: not sg-run %s --function=extract --input="3xf32=1 2 3" --input=3 2>&1 | FileCheck %s --check-prefix=EXTRACT
// RUN: not sg-run %s --function=extract --input="3xf32=1 2 3" --input=-1 2>&1 | FileCheck %s --check-prefix=EXTRACT
// RUN: not sg-run %s --function=insert --input="0x2xf32=" --input=0 2>&1 | FileCheck %s --check-prefix=INSERT
// RUN: not sg-run %s --function=dim --input="2x3xf32=1" --input=2 2>&1 | FileCheck %s --check-prefix=DIM
// RUN: sg-run %s --function=signed --input=7 --input=-2 --expected-output=i32=-3
// RUN: not sg-run %s --function=signed --input=7 --input=0 2>&1 | FileCheck %s --check-prefix=SIGNED
// RUN: not sg-run %s --function=signed --input=-2147483648 --input=-1 2>&1 | FileCheck %s --check-prefix=SIGNED
// RUN: not sg-run %s --function=unsigned --input=7 --input=0 2>&1 | FileCheck %s --check-prefix=UNSIGNED
// RUN: sg-run %s --device=cpu --function=vectors --input=5x8xf32=1 --input=4 --input=4
// RUN: not sg-run %s --device=cpu --function=vectors --input=5x8xf32=1 --input=4 --input=5 2>&1 | FileCheck %s --check-prefix=LOAD
// RUN: not sg-run %s --device=cpu --function=vectors --input=5x8xf32=1 --input=5 --input=0 2>&1 | FileCheck %s --check-prefix=LOAD
// RUN: not sg-run %s --device=cpu --function=vectors --input=5x8xf32=1 --input=-1 --input=0 2>&1 | FileCheck %s --check-prefix=LOAD
// RUN: not sg-run %s --device=cpu --function=vectors --input=2x4xf32=1 --input=1 --input=0 2>&1 | FileCheck %s --check-prefix=STORE
// RUN: sg-run %s --device=cpu --function=view --input=20xi8=0 --input=4 --input=4 --expected-output=f32=0
// RUN: not sg-run %s --device=cpu --function=view --input=20xi8=0 --input=4 --input=5 2>&1 | FileCheck %s --check-prefix=VIEW
// RUN: not sg-run %s --device=cpu --function=view --input=20xi8=0 --input=24 --input=1 2>&1 | FileCheck %s --check-prefix=VIEW
// RUN: not sg-run %s --device=cpu --function=view --input=20xi8=0 --input=-4 --input=1 2>&1 | FileCheck %s --check-prefix=VIEW
// RUN: not sg-run %s --function=elements --input="2xi32=6 6" --input="2xi32=3 0" 2>&1 | FileCheck %s --check-prefix=ELEMENTS

// A negative index is a large unsigned one: one comparison finds both errors.
// CHECK-LABEL: func.func @extract
// CHECK-SAME: [[X:%[a-z0-9]+]]: tensor<?xf32>, [[I:%[a-z0-9]+]]: index
// CHECK: [[N:%[a-z0-9_]+]] = tensor.dim [[X]]
// CHECK: [[INSIDE:%[a-z0-9_]+]] = arith.cmpi ult, [[I]], [[N]]
// CHECK: cf.assert [[INSIDE]], "'tensor.extract': an index is out of range"
// EXTRACT: check-indices.mlir:[[@LINE+2]]:8: 'tensor.extract': an index is out of range
func.func @extract(%x: tensor<?xf32>, %i: index) -> f32 {
  %y = tensor.extract %x[%i] : tensor<?xf32>
  return %y : f32
}

// INSERT: 'tensor.insert': an index is out of range
func.func @insert(%x: tensor<?x2xf32>, %i: index) -> tensor<?x2xf32> {
  %one = arith.constant 1.0 : f32
  %y = tensor.insert %one into %x[%i, %i] : tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// DIM: 'tensor.dim': there is no such dimension
func.func @dim(%x: tensor<?x?xf32>, %i: index) -> index {
  %n = tensor.dim %x, %i : tensor<?x?xf32>
  return %n : index
}

// SIGNED: 'arith.divsi': division by zero, or of the smallest integer by -1
func.func @signed(%x: i32, %y: i32) -> i32 {
  %q = arith.divsi %x, %y : i32
  return %q : i32
}

// UNSIGNED: 'arith.remui': division by zero
func.func @unsigned(%x: i32, %y: i32) -> i32 {
  %q = arith.remui %x, %y : i32
  return %q : i32
}

// Each element of a tensor is checked.
// ELEMENTS: 'arith.divsi': division by zero, or of the smallest integer by -1
func.func @elements(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %q = arith.divsi %x, %y : tensor<2xi32>
  return %q : tensor<2xi32>
}

// Indices known at compile time need no check.
// CHECK-LABEL: func.func @known
// CHECK-NOT: cf.assert
// CHECK: return
func.func @known(%x: tensor<4xf32>, %n: i32) -> (f32, i32) {
  %last = arith.constant 3 : index
  %three = arith.constant 3 : i32
  %y = tensor.extract %x[%last] : tensor<4xf32>
  %q = arith.divui %n, %three : i32
  return %y, %q : f32, i32
}

// The index of an atomic op is checked, too.
// CHECK-LABEL: func.func @atomic
// CHECK: [[INSIDE:%[a-z0-9_]+]] = arith.cmpi ult
// CHECK: cf.assert [[INSIDE]], "'memref.atomic_rmw': an index is out of range"
func.func @atomic(%x: memref<?xi32>, %i: index, %v: i32) {
  %old = memref.atomic_rmw addi %v, %x[%i] : (i32, memref<?xi32>) -> i32
  return
}

// All elements of a vector have to be in bounds.
// LOAD: 'vector.load': an index is out of range
// STORE: 'vector.store': an index is out of range
func.func @vectors(%x: memref<?x?xf32>, %i: index, %j: index) {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %v = vector.load %x[%i, %j] : memref<?x?xf32>, vector<4xf32>
  vector.store %v, %x[%c2, %c0] : memref<?x?xf32>, vector<4xf32>
  return
}

// The check covers all bytes of the elements.
// VIEW: 'memref.view': the memory is too small
func.func @view(%x: memref<?xi8>, %shift: index, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %v = memref.view %x[%shift][%n] : memref<?xi8> to memref<?xf32>
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %v[%c0] : memref<?xf32>
  %y = memref.load %v[%c0] : memref<?xf32>
  return %y : f32
}
