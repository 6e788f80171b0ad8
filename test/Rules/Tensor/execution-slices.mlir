// Elements and slices, read and replaced, executed in both modes in all
// float types at x = (1 2 3; 4 5 6) of dynamic shape, with the tangent (1 2 1; 2 1 2) and the
// cotangent 1 2 3 1 2 3 ... All numbers are exact in all types.

// DEFINE: %{type} = f64
// DEFINE: %{run} = sed s/f64/%{type}/g %s > %t.%{type}.mlir && \
// DEFINE:   sg-run %t.%{type}.mlir --function=main --tolerance=0 \
// DEFINE:     --input="2x3x%{type}=1 2 3 4 5 6" --input="2x3x%{type}=1 2 1 2 1 2" \
// DEFINE:     --expected-output="%{type}=24" --expected-output="2x3x%{type}=0 0 0 0 0 12" \
// DEFINE:     --expected-output="2x3x%{type}=2 1 6 16 10 24" --expected-output="2x3x%{type}=2 0 18 8 22 36" \
// DEFINE:     --expected-output="2x2x%{type}=2 6 16 24" --expected-output="2x3x%{type}=2 0 12 24 0 12" \
// DEFINE:     --expected-output="3x%{type}=16 10 24" --expected-output="2x3x%{type}=0 0 0 8 20 36" \
// DEFINE:     --expected-output="2x2x%{type}=10 14 26 34" --expected-output="2x3x%{type}=2 12 12 24 40 12" \
// DEFINE:     --expected-output="2x3x%{type}=2 8 1 1 10 2" --expected-output="2x3x%{type}=0 9 3 0 21 3" \
// DEFINE:     --expected-output="2x3x%{type}=2 8 2 16 10 1" --expected-output="2x3x%{type}=2 8 0 11 23 0" \
// DEFINE:     --expected-output="2x3x%{type}=2 8 6 16 10 24" --expected-output="2x3x%{type}=2 8 18 8 20 36" \
// DEFINE:     --expected-output="2x3x%{type}=2 8 6 16 10 24" --expected-output="2x3x%{type}=2 8 18 8 20 36"
// RUN: %{run}
// REDEFINE: %{type} = f32
// RUN: %{run}
// REDEFINE: %{type} = f16
// RUN: %{run}
// REDEFINE: %{type} = bf16
// RUN: %{run}

// An element that is read twice.
func.func private @extract(%x: tensor<?x?xf64>) -> tensor<f64> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = tensor.extract %x[%c1, %c2] : tensor<?x?xf64>
  %b = tensor.extract %x[%c1, %c2] : tensor<?x?xf64>
  %ab = arith.mulf %a, %b : f64
  %y = tensor.from_elements %ab : tensor<f64>
  return %y : tensor<f64>
}

// The replaced element has the derivative zero.
func.func private @insert(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %x[%c1, %c1] : tensor<?x?xf64>
  %y = tensor.insert %a into %s[%c0, %c1] : tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// Every other column, from a dynamic offset.
func.func private @extract_slice(%x: tensor<?x?xf64>) -> tensor<2x2xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %y = tensor.extract_slice %s[%c0, 0] [2, 2] [1, 2] : tensor<?x?xf64> to tensor<2x2xf64>
  return %y : tensor<2x2xf64>
}

// A row, without its dimension of size 1.
func.func private @row(%x: tensor<?x?xf64>) -> tensor<?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %y = tensor.extract_slice %s[%c1, 0] [1, %n] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  return %y : tensor<?xf64>
}

// Two slices that share a column.
func.func private @overlapping(%x: tensor<?x?xf64>) -> tensor<?x2xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %a = tensor.extract_slice %s[0, 0] [%m, 2] [1, 1] : tensor<?x?xf64> to tensor<?x2xf64>
  %b = tensor.extract_slice %s[0, %c1] [%m, 2] [1, 1] : tensor<?x?xf64> to tensor<?x2xf64>
  %y = arith.addf %a, %b : tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}

// Insert into every other column, from another offset.
func.func private @insert_slice(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %c1 = arith.constant 1 : index
  %a = tensor.extract_slice %x[0, %c1] [2, 2] [1, 1] : tensor<?x?xf64> to tensor<2x2xf64>
  %y = tensor.insert_slice %a into %s[0, 0] [2, 2] [1, 2] : tensor<2x2xf64> into tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// A row becomes a part of a column: the source has a lower rank.
func.func private @column(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %a = tensor.extract_slice %x[%c1, 0] [1, %m] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  %y = tensor.insert_slice %a into %s[0, 2] [%m, 1] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// The whole tensor is replaced.
func.func private @whole(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %y = tensor.insert_slice %s into %x[0, 0] [%m, %n] [1, 1] : tensor<?x?xf64> into tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// No element is read or replaced.
func.func private @nothing(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %a = tensor.extract_slice %x[0, 1] [2, %c0] [1, 1] : tensor<?x?xf64> to tensor<2x?xf64>
  %y = tensor.insert_slice %a into %s[0, 2] [2, %c0] [1, 1] : tensor<2x?xf64> into tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @main(%x: tensor<?x?xf64>, %t: tensor<?x?xf64>) -> (
    tensor<f64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<2x2xf64>, tensor<?x?xf64>,
    tensor<?xf64>, tensor<?x?xf64>,
    tensor<?x2xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>) {
  %extract_s = arith.constant dense<1.0> : tensor<f64>
  %extract_y, %extract_t = grad.jvp @extract(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<f64>, tensor<f64>)
  %extract_z, %extract_g = grad.vjp @extract(%x) cotangents(%extract_s) : (tensor<?x?xf64>, tensor<f64>) -> (tensor<f64>, tensor<?x?xf64>)
  %insert_s = arith.constant dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf64>
  %insert_c = tensor.cast %insert_s : tensor<2x3xf64> to tensor<?x?xf64>
  %insert_y, %insert_t = grad.jvp @insert(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %insert_z, %insert_g = grad.vjp @insert(%x) cotangents(%insert_c) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %extract_slice_s = arith.constant dense<[[1.0, 2.0], [3.0, 1.0]]> : tensor<2x2xf64>
  %extract_slice_y, %extract_slice_t = grad.jvp @extract_slice(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  %extract_slice_z, %extract_slice_g = grad.vjp @extract_slice(%x) cotangents(%extract_slice_s) : (tensor<?x?xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<?x?xf64>)
  %row_s = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %row_c = tensor.cast %row_s : tensor<3xf64> to tensor<?xf64>
  %row_y, %row_t = grad.jvp @row(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  %row_z, %row_g = grad.vjp @row(%x) cotangents(%row_c) : (tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>)
  %overlapping_s = arith.constant dense<[[1.0, 2.0], [3.0, 1.0]]> : tensor<2x2xf64>
  %overlapping_c = tensor.cast %overlapping_s : tensor<2x2xf64> to tensor<?x2xf64>
  %overlapping_y, %overlapping_t = grad.jvp @overlapping(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x2xf64>, tensor<?x2xf64>)
  %overlapping_z, %overlapping_g = grad.vjp @overlapping(%x) cotangents(%overlapping_c) : (tensor<?x?xf64>, tensor<?x2xf64>) -> (tensor<?x2xf64>, tensor<?x?xf64>)
  %insert_slice_s = arith.constant dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf64>
  %insert_slice_c = tensor.cast %insert_slice_s : tensor<2x3xf64> to tensor<?x?xf64>
  %insert_slice_y, %insert_slice_t = grad.jvp @insert_slice(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %insert_slice_z, %insert_slice_g = grad.vjp @insert_slice(%x) cotangents(%insert_slice_c) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %column_s = arith.constant dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf64>
  %column_c = tensor.cast %column_s : tensor<2x3xf64> to tensor<?x?xf64>
  %column_y, %column_t = grad.jvp @column(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %column_z, %column_g = grad.vjp @column(%x) cotangents(%column_c) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %whole_s = arith.constant dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf64>
  %whole_c = tensor.cast %whole_s : tensor<2x3xf64> to tensor<?x?xf64>
  %whole_y, %whole_t = grad.jvp @whole(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %whole_z, %whole_g = grad.vjp @whole(%x) cotangents(%whole_c) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %nothing_s = arith.constant dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf64>
  %nothing_c = tensor.cast %nothing_s : tensor<2x3xf64> to tensor<?x?xf64>
  %nothing_y, %nothing_t = grad.jvp @nothing(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %nothing_z, %nothing_g = grad.vjp @nothing(%x) cotangents(%nothing_c) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  return %extract_t, %extract_g,
    %insert_t, %insert_g,
    %extract_slice_t, %extract_slice_g,
    %row_t, %row_g,
    %overlapping_t, %overlapping_g,
    %insert_slice_t, %insert_slice_g,
    %column_t, %column_g,
    %whole_t, %whole_g,
    %nothing_t, %nothing_g :
    tensor<f64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<2x2xf64>, tensor<?x?xf64>,
    tensor<?xf64>, tensor<?x?xf64>,
    tensor<?x2xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>
}
