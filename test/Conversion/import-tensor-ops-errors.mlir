// RUN: sg-opt %s --grad-import-tensor-ops --split-input-file --verify-diagnostics

func.func @unknown(%x: tensor<4xf32>) {
  // expected-error @below {{is not supported; supported ops of this dialect: scan, scatter, sort, topk; write the program without this op, or pass its result as an argument}}
  iree_linalg_ext.attention ins(%x : tensor<4xf32>)
  return
}

// -----

func.func @generic(%x: tensor<4xf32>) {
  // expected-error @below {{'tm_tensor.attention' op is not supported; supported ops of this dialect: scan, scatter, sort, topk}}
  "tm_tensor.attention"(%x) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @order(%x: tensor<4xf32>) {
  // expected-error @below {{expected '('}}
  tm_tensor.scan dimension ins(%x : tensor<4xf32>)
  return
}

// -----

func.func @operands(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'tm_tensor.scan' op has a wrong number of operands, or operands that are no tensors}}
  %0 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @memory(%x: memref<4xf32>) {
  // expected-error @below {{has a wrong number of operands}}
  tm_tensor.sort dimension(0) outs(%x : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.cmpf olt, %a, %b : f32
    tm_tensor.yield %0 : i1
  }
  return
}

// -----

func.func @segments(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{has a wrong number of operands}}
  %0 = "tm_tensor.sort"(%x) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 2, -1>}> ({
  ^bb0(%a: f32, %b: f32):
    %1 = arith.cmpf olt, %a, %b : f32
    "tm_tensor.yield"(%1) : (i1) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @results(%x: tensor<4xf32>) -> tensor<4xf64> {
  // expected-error @below {{'tm_tensor.sort' op must have the result types of its outs}}
  %0 = tm_tensor.sort dimension(0) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.cmpf olt, %a, %b : f32
    tm_tensor.yield %0 : i1
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @body(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'tm_tensor.sort' op must have a body of one block that yields one value}}
  %0 = tm_tensor.sort dimension(0) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @arguments(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'tm_tensor.sort' op must have a body with two arguments for each of its outs, and outs of one shape}}
  %0 = tm_tensor.sort dimension(0) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32):
    %0 = arith.cmpf olt, %a, %a : f32
    tm_tensor.yield %0 : i1
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @dimension(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'tm_tensor.sort' op must have a dimension from 0 to the rank of its operands minus 1}}
  %0 = tm_tensor.sort dimension(1) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.cmpf olt, %a, %b : f32
    tm_tensor.yield %0 : i1
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @accumulator(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'tm_tensor.scan' op must have the attribute inclusive and operands of matching types}}
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4xf32>) outs(%x, %x : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<4xf32>, tensor<4xf32>
  return %0#0 : tensor<4xf32>
}

// -----

func.func @last(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{'tm_tensor.scan' op is exclusive and its last sum is used, which is not supported: sum over the tensor instead}}
  %0:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x : tensor<4xf32>) outs(%x, %s : tensor<4xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<4xf32>, tensor<f32>
  return %0#1 : tensor<f32>
}

// -----

func.func @map(%x: tensor<4xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error @below {{'tm_tensor.scatter' op must have a dimension map, updates and indices that match its outs}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 1>} unique_indices(false) ins(%u, %i : tensor<2xf32>, tensor<2x1xi64>) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @components(%x: tensor<4x4xf32>, %i: tensor<2x3xi64>, %u: tensor<2xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{'iree_linalg_ext.scatter' op must have a dimension map}}
  %0 = iree_linalg_ext.scatter dimension_map = [0, 1] unique_indices(false) ins(%u, %i : tensor<2xf32>, tensor<2x3xi64>) outs(%x : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    iree_linalg_ext.yield %a : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @window(%x: tensor<4x4xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{'tm_tensor.scatter' op must have a dimension map}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<2xf32>, tensor<2x1xi64>) outs(%x : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @shapes(%x: tensor<4xf32>, %i: tensor<5xi32>, %v: tensor<2xf32>, %k: tensor<2xi32>) -> tensor<2xf32> {
  // expected-error @below {{'iree_linalg_ext.topk' op must have values, and optional indices of the same shape}}
  %0:2 = iree_linalg_ext.topk dimension(0) ins(%x, %i : tensor<4xf32>, tensor<5xi32>) outs(%v, %k : tensor<2xf32>, tensor<2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %0 : i1
  } -> tensor<2xf32>, tensor<2xi32>
  return %0#0 : tensor<2xf32>
}
