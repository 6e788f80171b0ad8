// RUN: sg-opt %s --sg-expand-memref-ops | FileCheck %s
// RUN: sg-run %s --function=expanded --input="6xf32=1 2 3 4 5 6" --input=2 --input=3 --expected-output="2x3xf32=1 2 3 4 5 6"
// RUN: sg-run %s --function=expanded --input="0xf32=0" --input=0 --input=3 --expected-output="0x3xf32=0"
// RUN: sg-run %s --function=strided --input="6xf32=1 2 3 4 5 6" --input=3 --input=1 --input=3 --expected-output="1x3xf32=1 3 5"
// RUN: sg-run %s --function=known_late --input="6xf64=1 2 3 4 5 6" --input=3 --input=-1 \
// RUN:   --expected-output="2x3xf64=-1 2 3 4 5 6" --expected-output="2x3xf64=1 2 3 4 5 6"
// RUN: sg-run %s --function=nothing --input=0xf64= --input=3 --input=true --input=0x5xf64= --expected-output=0x3xf64=
// RUN: sg-run %s --function=nothing --input=0xf64= --input=3 --input=false --input=0x5xf64= --expected-output=0x5xf64=
// RUN: sg-run %s --function=read_nothing --input=2x0x3xf64= --input=0 --expected-output=0

// A copy between different layouts becomes a loop; other copies stay.
// CHECK-LABEL: func.func @copies(
// CHECK:         memref.copy %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : memref<4xf32> to memref<4xf32>
// CHECK:         linalg.generic
// CHECK-NOT:     memref.copy
func.func @copies(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32, strided<[2]>>) {
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  memref.copy %a, %c : memref<4xf32> to memref<4xf32, strided<[2]>>
  return
}

// Two dynamic sizes in one reassociation group; upstream accepts only one.
// CHECK-LABEL: func.func @memory(
// CHECK-SAME:      [[A:%[a-z0-9]+]]: memref<?xf32>, [[N:%[a-z0-9]+]]: index, [[M:%[a-z0-9]+]]: index)
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [0], sizes: {{\[}}[[N]], [[M]]], strides: {{\[}}{{%[a-z0-9]+}}, 1]
func.func @memory(%a: memref<?xf32>, %n: index, %m: index) -> memref<?x?xf32> {
  %r = memref.expand_shape %a [[0, 1]] output_shape [%n, %m] : memref<?xf32> into memref<?x?xf32>
  return %r : memref<?x?xf32>
}

func.func @expanded(%a: tensor<?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %r = tensor.expand_shape %a [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @strided(%a: tensor<?xf32>, %half: index, %n: index, %m: index) -> tensor<?x?xf32> {
  %s = tensor.extract_slice %a[0] [%half] [2] : tensor<?xf32> to tensor<?xf32>
  %r = tensor.expand_shape %s [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// A static first size gives the view a layout, from which it is copied.
func.func @known_late(%x: tensor<?xf64>, %n: index, %v: f64) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %grid = tensor.expand_shape %x [[0, 1]] output_shape [%c2, %n] : tensor<?xf64> into tensor<?x?xf64>
  %y = tensor.insert %v into %grid[%c0, %c0] : tensor<?x?xf64>
  return %y, %grid : tensor<?x?xf64>, tensor<?x?xf64>
}

// One dynamic size next to a size of 0, by which upstream divides. Here the
// size is queried.
// CHECK-LABEL: func.func @nothing_in_memory(
// CHECK-SAME:      %{{.*}}: memref<?xf32>, [[N:%[a-z0-9]+]]: index)
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [0, [[N]]], strides: {{\[}}{{%[a-z0-9]+}}, 1]
func.func @nothing_in_memory(%a: memref<?xf32>, %n: index) -> memref<0x?xf32> {
  %r = memref.expand_shape %a [[0, 1]] output_shape [0, %n] : memref<?xf32> into memref<0x?xf32>
  return %r : memref<0x?xf32>
}

func.func @nothing(%a: tensor<?xf64>, %n: index, %c: i1, %z: tensor<0x?xf64>) -> tensor<0x?xf64> {
  %r = scf.if %c -> tensor<0x?xf64> {
    %e = tensor.expand_shape %a [[0, 1]] output_shape [0, %n] : tensor<?xf64> into tensor<0x?xf64>
    scf.yield %e : tensor<0x?xf64>
  } else {
    scf.yield %z : tensor<0x?xf64>
  }
  return %r : tensor<0x?xf64>
}

// Accesses to memory without elements; none of them runs.
// CHECK-LABEL: func.func @read_nothing(
// CHECK-NOT:     memref.collapse_shape
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [0, %{{.*}}], strides: {{\[}}{{.*}}, 1]
func.func @read_nothing(%x: memref<2x0x?xf64>, %n: index) -> f64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %start = arith.constant 0.0 : f64
  %y = memref.collapse_shape %x [[0, 1], [2]] : memref<2x0x?xf64> into memref<0x?xf64>
  %sum = scf.for %k = %zero to %n step %one iter_args(%s = %start) -> (f64) {
    %e = memref.load %y[%k, %k] : memref<0x?xf64>
    %next = arith.addf %s, %e : f64
    scf.yield %next : f64
  }
  return %sum : f64
}

// Vectors may access memory expanded from one element; after folding they would
// access that element's memory.
// CHECK-LABEL: func.func @vectors_of_element(
// CHECK-SAME:      %[[X:.*]]: memref<f64, strided<[], offset: ?>>,
// CHECK:         %[[BASE:.*]], %[[OFFSET:.*]] = memref.extract_strided_metadata %[[X]]
// CHECK:         memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [1, 1], strides: [1, 1]
func.func @vectors_of_element(%x: memref<f64, strided<[], offset: ?>>, %n: index) -> vector<4xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : vector<4xf64>
  %one = memref.expand_shape %x [] output_shape [1, 1] : memref<f64, strided<[], offset: ?>> into memref<1x1xf64, strided<[1, 1], offset: ?>>
  %some = memref.cast %one : memref<1x1xf64, strided<[1, 1], offset: ?>> to memref<1x?xf64, strided<[1, 1], offset: ?>>
  %isMany = arith.cmpi sge, %n, %c0 : index
  %r = scf.if %isMany -> vector<4xf64> {
    %v = vector.load %some[%c0, %n] : memref<1x?xf64, strided<[1, 1], offset: ?>>, vector<4xf64>
    scf.yield %v : vector<4xf64>
  } else {
    scf.yield %zero : vector<4xf64>
  }
  return %r : vector<4xf64>
}
