// Padding, and elements at computed indices, executed in both modes in all
// float types at x = (1 2 3; 4 5 6) of dynamic shape, with the tangent (1 2 1;
// 2 1 2) and the cotangent 1 2 3 1 2 3 ... All numbers are exact in all types.

// DEFINE: %{type} = f64
// DEFINE: %{run} = sed s/f64/%{type}/g %s > %t.%{type}.mlir && \
// DEFINE:   sg-run %t.%{type}.mlir --function=main --tolerance=0 \
// DEFINE:     --input="2x3x%{type}=1 2 3 4 5 6" --input="2x3x%{type}=1 2 1 2 1 2" \
// DEFINE:     --expected-output="3x5x%{type}=0 0 0 0 0 2 8 6 0 0 16 10 24 0 0" --expected-output="2x3x%{type}=6 4 12 16 30 12" \
// DEFINE:     --expected-output="3x4x%{type}=16 1 2 1 16 2 1 2 16 16 16 16" --expected-output="2x3x%{type}=2 3 1 99 1 2" \
// DEFINE:     --expected-output="3x4x%{type}=1 2 1 1 2 8 6 3 16 10 24 5" --expected-output="2x3x%{type}=5 14 15 24 10 32" \
// DEFINE:     --expected-output="3x2x%{type}=2 16 8 10 6 24" --expected-output="2x3x%{type}=2 12 12 16 10 36" \
// DEFINE:     --expected-output="3x2x%{type}=6 24 2 16 6 24" --expected-output="2x3x%{type}=6 0 18 8 0 60" \
// DEFINE:     --expected-output="2x1x1x%{type}=24 2" --expected-output="2x3x%{type}=4 0 0 0 0 12" \
// DEFINE:     --expected-output="2x3x%{type}=2 8 1 1 10 2" --expected-output="2x3x%{type}=3 11 0 1 21 0"
// RUN: %{run}
// REDEFINE: %{type} = f32
// RUN: %{run}
// REDEFINE: %{type} = f16
// RUN: %{run}
// REDEFINE: %{type} = bf16
// RUN: %{run}

// Padding with a constant, by dynamic amounts.
func.func private @pad(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %y = tensor.pad %s low[%c1, 0] high[%c0, %c2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f64
  } : tensor<?x?xf64> to tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// Padding with a square: each padding element adds to its derivative.
func.func private @pad_value(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = tensor.extract %s[%c1, %c0] : tensor<?x?xf64>
  %y = tensor.pad %x low[0, 1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f64
  } : tensor<?x?xf64> to tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// Padding with x(1, k) times the row, plus x(0, k), where k is the column, at
// most 2.
func.func private @pad_body(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = tensor.pad %s low[1, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    %k = arith.minui %j, %c2 : index
    %a = tensor.extract %x[%c1, %k] : tensor<?x?xf64>
    %b = tensor.extract %x[%c0, %k] : tensor<?x?xf64>
    %w = arith.index_cast %i : index to i32
    %f = arith.sitofp %w : i32 to f64
    %p = arith.mulf %a, %f : f64
    %q = arith.addf %p, %b : f64
    tensor.yield %q : f64
  } : tensor<?x?xf64> to tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// The transpose of the squares.
func.func private @generate(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %y = tensor.generate %n, %m {
  ^bb0(%i: index, %j: index):
    %a = tensor.extract %x[%j, %i] : tensor<?x?xf64>
    %p = arith.mulf %a, %a : f64
    tensor.yield %p : f64
  } : tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// Columns are gathered, one of them twice.
func.func private @gather(%x: tensor<?x?xf64>) -> tensor<3x?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %k = arith.constant dense<[[2], [0], [2]]> : tensor<3x1xindex>
  %y = tensor.gather %s[%k] gather_dims([1]) : (tensor<?x?xf64>, tensor<3x1xindex>) -> tensor<3x?xf64>
  return %y : tensor<3x?xf64>
}

// Elements are gathered by both coordinates, in the form that keeps dimensions
// of size 1.
func.func private @gather_full(%x: tensor<?x?xf64>) -> tensor<2x1x1xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %k = arith.constant dense<[[1, 2], [0, 0]]> : tensor<2x2xi32>
  %y = tensor.gather %s[%k] gather_dims([0, 1]) : (tensor<?x?xf64>, tensor<2x2xi32>) -> tensor<2x1x1xf64>
  return %y : tensor<2x1x1xf64>
}

// Columns of x replace columns of squares.
func.func private @scatter(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %a = tensor.extract_slice %x[0, 0] [2, 2] [1, 1] : tensor<?x?xf64> to tensor<2x2xf64>
  %r = tensor.cast %a : tensor<2x2xf64> to tensor<2x?xf64>
  %k = arith.constant dense<[[2], [0]]> : tensor<2x1xindex>
  %y = tensor.scatter %r into %s[%k] scatter_dims([1]) unique : (tensor<2x?xf64>, tensor<?x?xf64>, tensor<2x1xindex>) -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @main(%x: tensor<?x?xf64>, %t: tensor<?x?xf64>) -> (
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<3x?xf64>, tensor<?x?xf64>,
    tensor<2x1x1xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>) {
  %pad_s = arith.constant dense<[[1.0, 2.0, 3.0, 1.0, 2.0], [3.0, 1.0, 2.0, 3.0, 1.0], [2.0, 3.0, 1.0, 2.0, 3.0]]> : tensor<3x5xf64>
  %pad_c = tensor.cast %pad_s : tensor<3x5xf64> to tensor<?x?xf64>
  %pad_y, %pad_t = grad.jvp @pad(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %pad_z, %pad_g = grad.vjp @pad(%x) cotangents(%pad_c) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %pad_value_s = arith.constant dense<[[1.0, 2.0, 3.0, 1.0], [2.0, 3.0, 1.0, 2.0], [3.0, 1.0, 2.0, 3.0]]> : tensor<3x4xf64>
  %pad_value_c = tensor.cast %pad_value_s : tensor<3x4xf64> to tensor<?x?xf64>
  %pad_value_y, %pad_value_t = grad.jvp @pad_value(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %pad_value_z, %pad_value_g = grad.vjp @pad_value(%x) cotangents(%pad_value_c) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %pad_body_s = arith.constant dense<[[1.0, 2.0, 3.0, 1.0], [2.0, 3.0, 1.0, 2.0], [3.0, 1.0, 2.0, 3.0]]> : tensor<3x4xf64>
  %pad_body_c = tensor.cast %pad_body_s : tensor<3x4xf64> to tensor<?x?xf64>
  %pad_body_y, %pad_body_t = grad.jvp @pad_body(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %pad_body_z, %pad_body_g = grad.vjp @pad_body(%x) cotangents(%pad_body_c) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %generate_s = arith.constant dense<[[1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]> : tensor<3x2xf64>
  %generate_c = tensor.cast %generate_s : tensor<3x2xf64> to tensor<?x?xf64>
  %generate_y, %generate_t = grad.jvp @generate(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %generate_z, %generate_g = grad.vjp @generate(%x) cotangents(%generate_c) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %gather_s = arith.constant dense<[[1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]> : tensor<3x2xf64>
  %gather_c = tensor.cast %gather_s : tensor<3x2xf64> to tensor<3x?xf64>
  %gather_y, %gather_t = grad.jvp @gather(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<3x?xf64>, tensor<3x?xf64>)
  %gather_z, %gather_g = grad.vjp @gather(%x) cotangents(%gather_c) : (tensor<?x?xf64>, tensor<3x?xf64>) -> (tensor<3x?xf64>, tensor<?x?xf64>)
  %gather_full_s = arith.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf64>
  %gather_full_y, %gather_full_t = grad.jvp @gather_full(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<2x1x1xf64>, tensor<2x1x1xf64>)
  %gather_full_z, %gather_full_g = grad.vjp @gather_full(%x) cotangents(%gather_full_s) : (tensor<?x?xf64>, tensor<2x1x1xf64>) -> (tensor<2x1x1xf64>, tensor<?x?xf64>)
  %scatter_s = arith.constant dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf64>
  %scatter_c = tensor.cast %scatter_s : tensor<2x3xf64> to tensor<?x?xf64>
  %scatter_y, %scatter_t = grad.jvp @scatter(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %scatter_z, %scatter_g = grad.vjp @scatter(%x) cotangents(%scatter_c) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  return %pad_t, %pad_g,
    %pad_value_t, %pad_value_g,
    %pad_body_t, %pad_body_g,
    %generate_t, %generate_g,
    %gather_t, %gather_g,
    %gather_full_t, %gather_full_g,
    %scatter_t, %scatter_g :
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<3x?xf64>, tensor<?x?xf64>,
    tensor<2x1x1xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>
}
