// Sizes larger than the largest power of two, whose products exceed 64 bits.
//
// RUN: sg-opt %s --sg-lower-to-nvvm -o /dev/null
// RUN: sg-opt %s --sg-lower-to-emulated -o /dev/null

func.func @long(%a: tensor<4x9223372036854775807xf64>, %b: tensor<9223372036854775807x4xf64>, %c: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %y = linalg.matmul ins(%a, %b : tensor<4x9223372036854775807xf64>, tensor<9223372036854775807x4xf64>) outs(%c : tensor<4x4xf64>) -> tensor<4x4xf64>
  return %y : tensor<4x4xf64>
}
func.func @large(%a: tensor<9223372036854775807x4xf64>, %b: tensor<4x9223372036854775807xf64>, %c: tensor<9223372036854775807x9223372036854775807xf64>) -> tensor<9223372036854775807x9223372036854775807xf64> {
  %y = linalg.matmul ins(%a, %b : tensor<9223372036854775807x4xf64>, tensor<4x9223372036854775807xf64>) outs(%c : tensor<9223372036854775807x9223372036854775807xf64>) -> tensor<9223372036854775807x9223372036854775807xf64>
  return %y : tensor<9223372036854775807x9223372036854775807xf64>
}
func.func @rows(%a: tensor<3x9223372036854775807xf64>, %c: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.reduce {arith.addf} ins(%a : tensor<3x9223372036854775807xf64>) outs(%c : tensor<3xf64>) dimensions = [1]
  return %y : tensor<3xf64>
}
