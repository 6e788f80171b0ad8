// A result that is copied to the memory of a donated argument is a remark.
//
// RUN: sg-opt %s --sg-export-functions=donated=0 --remarks-filter='codegen.*' -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: sg-opt %s --sg-export-functions=donated=0 -o /dev/null 2>&1 | count 0
// RUN: sg-opt %s --sg-export-functions --remarks-filter='codegen.*' -o /dev/null 2>&1 | count 0

func.func @in_place(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.exp %x : tensor<?xf32>
  return %y : tensor<?xf32>
}

// CHECK: mlir:[[#@LINE+1]]:1: remark: [Missed] in-place | Category:codegen | Function=other | Remark="result 0 is copied to the memory of donated argument 0: it may be another argument, or a part of one"
func.func @other(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  return %y : tensor<4xf32>
}

// CHECK: mlir:[[#@LINE+1]]:1: remark: [Missed] in-place | Category:codegen | Function=longer | Remark="result 0 is copied to the memory of donated argument 0: it is not known to have the argument's size"
func.func @longer(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %y = tensor.splat %zero[%n] : tensor<?xf32>
  return %y : tensor<?xf32>
}
