// Ops that change the shape, executed in both modes in all float types at x =
// (1 2 3; 4 5 6) of dynamic shape, with the tangent (1 2 1; 2 1 2) and the
// cotangent 1 2 3 1 2 3 ... All numbers are exact in all types.

// DEFINE: %{type} = f64
// DEFINE: %{run} = sed s/f64/%{type}/g %s > %t.%{type}.mlir && \
// DEFINE:   sg-run %t.%{type}.mlir --function=main --tolerance=0 \
// DEFINE:     --input="2x3x%{type}=1 2 3 4 5 6" --input="2x3x%{type}=1 2 1 2 1 2" \
// DEFINE:     --expected-output="2x3x%{type}=2 8 6 16 10 24" --expected-output="2x3x%{type}=2 8 18 8 20 36" \
// DEFINE:     --expected-output="6x%{type}=2 8 6 16 10 24" --expected-output="2x3x%{type}=2 8 18 8 20 36" \
// DEFINE:     --expected-output="2x1x3x%{type}=2 8 6 16 10 24" --expected-output="2x3x%{type}=2 8 18 8 20 36" \
// DEFINE:     --expected-output="3x2x%{type}=2 8 6 16 10 24" --expected-output="2x3x%{type}=2 8 18 8 20 36" \
// DEFINE:     --expected-output="2x9x%{type}=2 8 6 1 2 1 2 8 6 16 10 24 2 1 2 16 10 24" --expected-output="2x3x%{type}=5 18 39 17 42 75" \
// DEFINE:     --expected-output="2x3x%{type}=1 1 1 1 1 1" --expected-output="2x3x%{type}=0 0 0 0 12 0" \
// DEFINE:     --expected-output="2x2x%{type}=12 2 0 12" --expected-output="2x3x%{type}=0 10 0 4 0 0"
// RUN: %{run}
// REDEFINE: %{type} = f32
// RUN: %{run}
// REDEFINE: %{type} = f16
// RUN: %{run}
// REDEFINE: %{type} = bf16
// RUN: %{run}

// The squares.
func.func private @cast(%x: tensor<?x?xf64>) -> tensor<2x?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %y = tensor.cast %s : tensor<?x?xf64> to tensor<2x?xf64>
  return %y : tensor<2x?xf64>
}

// The squares in one row.
func.func private @collapse(%x: tensor<?x?xf64>) -> tensor<?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %y = tensor.collapse_shape %s [[0, 1]] : tensor<?x?xf64> into tensor<?xf64>
  return %y : tensor<?xf64>
}

// The first dimension is split, with a size of 1.
func.func private @expand(%x: tensor<?x?xf64>) -> tensor<?x1x?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %y = tensor.expand_shape %s [[0, 1], [2]] output_shape [%m, 1, %n] : tensor<?x?xf64> into tensor<?x1x?xf64>
  return %y : tensor<?x1x?xf64>
}

// The shape is a tensor whose integers are not of type index.
func.func private @reshape(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %p = arith.constant dense<[3, 2]> : tensor<2xi32>
  %y = tensor.reshape %s(%p) : (tensor<?x?xf64>, tensor<2xi32>) -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// The squares twice, with x between them.
func.func private @concat(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %s = arith.mulf %x, %x : tensor<?x?xf64>
  %y = tensor.concat dim(1) %s, %x, %s : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// The one element gets the sum of the cotangent.
func.func private @splat(%x: tensor<?x?xf64>) -> tensor<2x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %e = tensor.extract %x[%c1, %c1] : tensor<?x?xf64>
  %y = tensor.splat %e[%n] : tensor<2x?xf64>
  return %y : tensor<2x?xf64>
}

// One element is used twice, and one is constant.
func.func private @from_elements(%x: tensor<?x?xf64>) -> tensor<2x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %x[%c0, %c1] : tensor<?x?xf64>
  %b = tensor.extract %x[%c1, %c0] : tensor<?x?xf64>
  %ab = arith.mulf %a, %b : f64
  %seven = arith.constant 7.0 : f64
  %y = tensor.from_elements %ab, %a, %seven, %ab : tensor<2x2xf64>
  return %y : tensor<2x2xf64>
}

func.func @main(%x: tensor<?x?xf64>, %t: tensor<?x?xf64>) -> (
    tensor<2x?xf64>, tensor<?x?xf64>,
    tensor<?xf64>, tensor<?x?xf64>,
    tensor<?x1x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<2x?xf64>, tensor<?x?xf64>,
    tensor<2x2xf64>, tensor<?x?xf64>) {
  %cast_s = arith.constant dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf64>
  %cast_c = tensor.cast %cast_s : tensor<2x3xf64> to tensor<2x?xf64>
  %cast_y, %cast_t = grad.jvp @cast(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<2x?xf64>, tensor<2x?xf64>)
  %cast_z, %cast_g = grad.vjp @cast(%x) cotangents(%cast_c) : (tensor<?x?xf64>, tensor<2x?xf64>) -> (tensor<2x?xf64>, tensor<?x?xf64>)
  %collapse_s = arith.constant dense<[1.0, 2.0, 3.0, 1.0, 2.0, 3.0]> : tensor<6xf64>
  %collapse_c = tensor.cast %collapse_s : tensor<6xf64> to tensor<?xf64>
  %collapse_y, %collapse_t = grad.jvp @collapse(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  %collapse_z, %collapse_g = grad.vjp @collapse(%x) cotangents(%collapse_c) : (tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>)
  %expand_s = arith.constant dense<[[[1.0, 2.0, 3.0]], [[1.0, 2.0, 3.0]]]> : tensor<2x1x3xf64>
  %expand_c = tensor.cast %expand_s : tensor<2x1x3xf64> to tensor<?x1x?xf64>
  %expand_y, %expand_t = grad.jvp @expand(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x1x?xf64>, tensor<?x1x?xf64>)
  %expand_z, %expand_g = grad.vjp @expand(%x) cotangents(%expand_c) : (tensor<?x?xf64>, tensor<?x1x?xf64>) -> (tensor<?x1x?xf64>, tensor<?x?xf64>)
  %reshape_s = arith.constant dense<[[1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]> : tensor<3x2xf64>
  %reshape_c = tensor.cast %reshape_s : tensor<3x2xf64> to tensor<?x?xf64>
  %reshape_y, %reshape_t = grad.jvp @reshape(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %reshape_z, %reshape_g = grad.vjp @reshape(%x) cotangents(%reshape_c) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %concat_s = arith.constant dense<[[1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 1.0, 2.0, 3.0], [1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 1.0, 2.0, 3.0]]> : tensor<2x9xf64>
  %concat_c = tensor.cast %concat_s : tensor<2x9xf64> to tensor<?x?xf64>
  %concat_y, %concat_t = grad.jvp @concat(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %concat_z, %concat_g = grad.vjp @concat(%x) cotangents(%concat_c) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %splat_s = arith.constant dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf64>
  %splat_c = tensor.cast %splat_s : tensor<2x3xf64> to tensor<2x?xf64>
  %splat_y, %splat_t = grad.jvp @splat(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<2x?xf64>, tensor<2x?xf64>)
  %splat_z, %splat_g = grad.vjp @splat(%x) cotangents(%splat_c) : (tensor<?x?xf64>, tensor<2x?xf64>) -> (tensor<2x?xf64>, tensor<?x?xf64>)
  %from_elements_s = arith.constant dense<[[1.0, 2.0], [3.0, 1.0]]> : tensor<2x2xf64>
  %from_elements_y, %from_elements_t = grad.jvp @from_elements(%x) tangents(%t) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  %from_elements_z, %from_elements_g = grad.vjp @from_elements(%x) cotangents(%from_elements_s) : (tensor<?x?xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<?x?xf64>)
  return %cast_t, %cast_g,
    %collapse_t, %collapse_g,
    %expand_t, %expand_g,
    %reshape_t, %reshape_g,
    %concat_t, %concat_g,
    %splat_t, %splat_g,
    %from_elements_t, %from_elements_g :
    tensor<2x?xf64>, tensor<?x?xf64>,
    tensor<?xf64>, tensor<?x?xf64>,
    tensor<?x1x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<2x?xf64>, tensor<?x?xf64>,
    tensor<2x2xf64>, tensor<?x?xf64>
}
