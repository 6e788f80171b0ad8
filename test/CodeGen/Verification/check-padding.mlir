// RUN: sg-opt %s --sg-check-padding | FileCheck %s

// --sg-check-support reports constants, unless an earlier pass created them.
// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>, %[[N:.*]]: index, %[[M:.*]]: index
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[LOW:.*]] = arith.cmpi sge, %[[N]], %[[ZERO]] : index
// CHECK: cf.assert %[[LOW]], "'tensor.pad': the padding of dimension 1 is negative"
// CHECK: %[[HIGH:.*]] = arith.cmpi sge, %[[M]], %{{.*}} : index
// CHECK: cf.assert %[[HIGH]], "'tensor.pad': the padding of dimension 0 is negative"
// CHECK: tensor.pad
// CHECK-NOT: cf.assert
func.func @sizes(%x: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %y = tensor.pad %x low[1, %n] high[%m, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @constants(
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: cf.assert %[[FALSE]], "'tensor.pad': the padding of dimension 0 is negative"
// CHECK-NOT: cf.assert
func.func @constants(%x: tensor<4xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %less = arith.constant -1 : index
  %more = arith.constant 2 : index
  %y = tensor.pad %x low[%less] high[%more] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<4xf32> to tensor<?xf32>
  return %y : tensor<?xf32>
}
