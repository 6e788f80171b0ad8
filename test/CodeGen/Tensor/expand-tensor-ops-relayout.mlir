// Packs and unpacks whose tile sizes are dynamic.
//
// RUN: sg-opt %s --sg-expand-tensor-ops | FileCheck %s
// RUN: sg-run %s --function=pack --input='3x2xf32=1 2 3 4 5 6' --input=2 --input=2 --input=1 --expected-output='2x2x2x1xf32=1 3 2 4 5 9 6 9'
// RUN: sg-run %s --function=pack --input='3x2xf32=1 2 3 4 5 6' --input=2 --input=2 --input=1 --expected-output='2x2x2x1xf32=1 3 2 4 5 9 6 9' --device=emulated
// RUN: sg-run %s --function=pack --input='0x2xf32=' --input=0 --input=5 --input=3 --expected-output='0x1x5x3xf32='
// RUN: sg-run %s --function=pack --input='1x2xf32=1 2' --input=1 --input=2 --input=3 --expected-output='1x1x2x3xf32=1 2 9 9 9 9'
// RUN: sg-run %s --function=unpack --input='2x1x2x3xf32=1 2 3 4 5 6 7 8 9 10 11 12' --input=2 --input=3 --expected-output='3x3xf32=1 2 3 4 5 6 7 8 9'
// RUN: sg-run %s --function=unpack --input='2x1x2x3xf32=1 2 3 4 5 6 7 8 9 10 11 12' --input=2 --input=3 --expected-output='3x3xf32=1 2 3 4 5 6 7 8 9' --device=emulated --verify-against-reference
// RUN: sg-run %s --function=gradient --input='3x2xf32=1 2 3 4 5 6' --input=2 --input=2 --input=1 --expected-output='3x2xf32=2 4 6 8 10 12' --verify-against-reference
// RUN: sg-run %s --function=square --input='3x2xf32=1 2 3 4 5 6' --input=2 --input=2 --input=1 --check-gradients

// CHECK-LABEL: func.func @pack(
// CHECK-NOT:     linalg.pack
// CHECK:         linalg.generic
// CHECK:           scf.if
// CHECK:             tensor.extract
func.func @pack(%x: tensor<?x?xf32>, %rows: index, %m: index, %n: index) -> tensor<?x?x?x?xf32> {
  %c1 = arith.constant 1 : index
  %width = tensor.dim %x, %c1 : tensor<?x?xf32>
  %columns = arith.ceildivui %width, %n : index
  %e = tensor.empty(%rows, %columns, %m, %n) : tensor<?x?x?x?xf32>
  %p = arith.constant 9.0 : f32
  %y = linalg.pack %x padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [%m, %n] into %e : tensor<?x?xf32> -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// Upstream lowers this unpack.
// CHECK-LABEL: func.func @unpack(
// CHECK-NOT:     linalg.unpack
// CHECK:         linalg.transpose
func.func @unpack(%x: tensor<?x1x2x?xf32>, %m: index, %size: index) -> tensor<3x?xf32> {
  %e = tensor.empty(%size) : tensor<3x?xf32>
  %n = arith.constant 3 : index
  %y = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [2, %n] into %e : tensor<?x1x2x?xf32> -> tensor<3x?xf32>
  return %y : tensor<3x?xf32>
}

func.func @square(%x: tensor<3x2xf32>, %rows: index, %m: index, %n: index) -> f32 {
  %c = tensor.cast %x : tensor<3x2xf32> to tensor<?x?xf32>
  %y = func.call @pack(%c, %rows, %m, %n) : (tensor<?x?xf32>, index, index, index) -> tensor<?x?x?x?xf32>
  %z = arith.mulf %y, %y : tensor<?x?x?x?xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s = linalg.reduce { arith.addf } ins(%z : tensor<?x?x?x?xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1, 2, 3]
  %r = tensor.extract %s[] : tensor<f32>
  return %r : f32
}

func.func @gradient(%x: tensor<3x2xf32>, %rows: index, %m: index, %n: index) -> tensor<3x2xf32> {
  %y, %d = grad.value_and_grad @square(%x, %rows, %m, %n) {wrt = array<i64: 0>} : (tensor<3x2xf32>, index, index, index) -> (f32, tensor<3x2xf32>)
  return %d : tensor<3x2xf32>
}
