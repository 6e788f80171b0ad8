// A result that is copied to the memory of a donated argument causes a remark.
//
// RUN: sg-opt %s --sg-export-functions=donated=0 --remarks-filter='codegen.*' -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: sg-opt %s --sg-export-functions=donated=0 -o /dev/null 2>&1 | count 0
// RUN: sg-opt %s --sg-export-functions --remarks-filter='codegen.*' -o /dev/null 2>&1 | count 0

func.func @in_place(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.exp %x : tensor<?xf32>
  return %y : tensor<?xf32>
}

func.func @other(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  return %y : tensor<4xf32>
}

// CHECK: mlir:[[#@LINE+2]]:1: remark: [Missed] in-place | Category:codegen | Function=exchanged | Remark="result 0 is copied to the memory of donated argument 0: it may be in the memory of another donated argument"
// CHECK: mlir:[[#@LINE+1]]:1: remark: [Missed] in-place | Category:codegen | Function=exchanged | Remark="result 1 is copied to the memory of donated argument 1: it may be in the memory of another donated argument"
func.func @exchanged(%x: tensor<4xf32>, %y: tensor<4xf32> {bufferization.writable = true}) -> (tensor<4xf32>, tensor<4xf32>) {
  return %y, %x : tensor<4xf32>, tensor<4xf32>
}

// CHECK: mlir:[[#@LINE+1]]:1: remark: [Missed] in-place | Category:codegen | Function=over_another | Remark="result 1 is copied to the memory of donated argument 1: it may be in the memory of another donated argument"
func.func @over_another(%x: tensor<4xf32>, %y: tensor<4xf32> {bufferization.writable = true}) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = math.exp %y : tensor<4xf32>
  %1 = linalg.add ins(%y, %y : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK: mlir:[[#@LINE+1]]:1: remark: [Missed] in-place | Category:codegen | Function=longer | Remark="result 0 is copied to the memory of donated argument 0: it is not known to have the argument's size"
func.func @longer(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %y = tensor.splat %zero[%n] : tensor<?xf32>
  return %y : tensor<?xf32>
}
