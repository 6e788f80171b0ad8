// A transpose of rank 0 in the program does not hide other errors.

// RUN: sg-opt %s --split-input-file --verify-diagnostics -o /dev/null
// RUN: sg-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(cse)' -o /dev/null

func.func @other(%x: tensor<f64>, %e: tensor<f64>) -> tensor<3xf64> {
  %b = linalg.transpose ins(%x : tensor<f64>) outs(%e : tensor<f64>) permutation = []
  // expected-error @below {{type of return operand 0 ('tensor<f64>') doesn't match function result type}}
  return %b : tensor<f64>
}

// -----

func.func @ranks(%x: tensor<2xf64>, %e: tensor<f64>) -> tensor<f64> {
  // expected-error @below {{'linalg.transpose' op input rank 1 does not match init rank 0}}
  %b = linalg.transpose ins(%x : tensor<2xf64>) outs(%e : tensor<f64>) permutation = []
  return %b : tensor<f64>
}

// -----

func.func @types(%x: tensor<f32>, %e: tensor<f64>) -> tensor<f64> {
  // expected-error @below {{'linalg.yield' op type of yield operand 1 ('f32') doesn't match the element type}}
  %b = linalg.transpose ins(%x : tensor<f32>) outs(%e : tensor<f64>) permutation = []
  return %b : tensor<f64>
}

// -----

func.func @permutation(%x: tensor<2x3xf64>, %e: tensor<2x3xf64>) -> tensor<2x3xf64> {
  // expected-error @below {{'linalg.transpose' op size of permutation 0 does not match the argument rank 2}}
  %b = linalg.transpose ins(%x : tensor<2x3xf64>) outs(%e : tensor<2x3xf64>) permutation = []
  return %b : tensor<2x3xf64>
}
