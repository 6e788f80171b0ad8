// Vectors, executed in both modes in all float types at x = (0.5, 2, -1, 2)
// with the tangent (1, -2, 0.5, 3) and the cotangent 3. The numbers are exact
// in all types except for the thirds of a tie.

// DEFINE: %{type} = f64
// DEFINE: %{tolerance} = 1e-15
// DEFINE: %{run} = sed s/f64/%{type}/g %s > %t.%{type}.mlir && \
// DEFINE:   sg-run %t.%{type}.mlir --function=main --tolerance=%{tolerance} \
// DEFINE:     --expected-output=61.5 --expected-output="45 54 63 72" \
// DEFINE:     --expected-output=-0.75 --expected-output="-3 -3 7.5 -3" \
// DEFINE:     --expected-output=38.5 --expected-output="3 0 9 36" \
// DEFINE:     --expected-output=-0.33333333333333326 --expected-output="0 2 0 1" \
// DEFINE:     --expected-output=0.5 --expected-output="0 0 3 0" \
// DEFINE:     --expected-output=-4 --expected-output="-12 -3 6 -3" \
// DEFINE:     --expected-output=1 --expected-output="18 18 6 6" \
// DEFINE:     --expected-output=6.5 --expected-output="6 15 -3 15"
// RUN: %{run}
// REDEFINE: %{type} = f32
// REDEFINE: %{tolerance} = 1e-7
// RUN: %{run}
// REDEFINE: %{type} = f16
// REDEFINE: %{tolerance} = 5e-4
// RUN: %{run}
// REDEFINE: %{type} = bf16
// REDEFINE: %{tolerance} = 4e-3
// RUN: %{run}

!v = vector<4xf64>
!t = tensor<4xf64>

// The columns of the weights are summed.
func.func @broadcast(%x: !v) -> f64 {
  %b = vector.broadcast %x : !v to vector<3x4xf64>
  %w = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : vector<3x4xf64>
  %m = arith.mulf %b, %w : vector<3x4xf64>
  %v = vector.shape_cast %m : vector<3x4xf64> to vector<12xf64>
  %y = vector.reduction <add>, %v : vector<12xf64> into f64
  return %y : f64
}

// x2 times the sum of x.
func.func @extract(%x: !v) -> f64 {
  %i = arith.constant 2 : index
  %a = vector.extract %x[%i] : f64 from !v
  %b = vector.broadcast %a : f64 to !v
  %m = arith.mulf %b, %x : !v
  %y = vector.reduction <add>, %m : !v into f64
  return %y : f64
}

// x0 + 2 x3^2 + 3 x2 + 4 x3: the replaced element gets nothing.
func.func @insert(%x: !v) -> f64 {
  %a = vector.extract %x[3] : f64 from !v
  %s = arith.mulf %a, %a : f64
  %v = vector.insert %s, %x [1] : f64 into !v
  %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : !v
  %m = arith.mulf %v, %w : !v
  %y = vector.reduction <add>, %m : !v into f64
  return %y : f64
}

// Three values are tied, including the accumulator x1.
func.func @maximum(%x: !v) -> f64 {
  %s = vector.extract %x[1] : f64 from !v
  %y = vector.reduction <maximumf>, %x, %s : !v into f64
  return %y : f64
}

// No tie.
func.func @minnum(%x: !v) -> f64 {
  %y = vector.reduction <minnumf>, %x : !v into f64
  return %y : f64
}

// The factor of each element is the product of the others.
func.func @product(%x: !v) -> f64 {
  %y = vector.reduction <mul>, %x : !v into f64
  return %y : f64
}

// (x0 + x1 + 0.5)^2 + (x2 + x3)^2.
func.func @multi_reduction(%x: !v) -> f64 {
  %m = vector.shape_cast %x : !v to vector<2x2xf64>
  %a = arith.constant dense<[0.5, 0.0]> : vector<2xf64>
  %r = vector.multi_reduction <add>, %m, %a [1] : vector<2x2xf64> to vector<2xf64>
  %q = arith.mulf %r, %r : vector<2xf64>
  %y = vector.reduction <add>, %q : vector<2xf64> into f64
  return %y : f64
}

// The sum of x^2 + x.
func.func @fma(%x: !v) -> f64 {
  %v = vector.fma %x, %x, %x : !v
  %y = vector.reduction <add>, %v : !v into f64
  return %y : f64
}

func.func private @out(%v: !v) -> !t {
  %a = vector.extract %v[0] : f64 from !v
  %b = vector.extract %v[1] : f64 from !v
  %c = vector.extract %v[2] : f64 from !v
  %d = vector.extract %v[3] : f64 from !v
  %t = tensor.from_elements %a, %b, %c, %d : !t
  return %t : !t
}
func.func @main() -> (f64, !t,
    f64, !t,
    f64, !t,
    f64, !t,
    f64, !t,
    f64, !t,
    f64, !t,
    f64, !t) {
  %x = arith.constant dense<[0.5, 2.0, -1.0, 2.0]> : !v
  %t = arith.constant dense<[1.0, -2.0, 0.5, 3.0]> : !v
  %c = arith.constant 3.0 : f64
  %broadcast, %broadcast_t = grad.jvp @broadcast(%x) tangents(%t) : (!v, !v) -> (f64, f64)
  %broadcast_y, %broadcast_v = grad.vjp @broadcast(%x) cotangents(%c) : (!v, f64) -> (f64, !v)
  %broadcast_c = call @out(%broadcast_v) : (!v) -> !t
  %extract, %extract_t = grad.jvp @extract(%x) tangents(%t) : (!v, !v) -> (f64, f64)
  %extract_y, %extract_v = grad.vjp @extract(%x) cotangents(%c) : (!v, f64) -> (f64, !v)
  %extract_c = call @out(%extract_v) : (!v) -> !t
  %insert, %insert_t = grad.jvp @insert(%x) tangents(%t) : (!v, !v) -> (f64, f64)
  %insert_y, %insert_v = grad.vjp @insert(%x) cotangents(%c) : (!v, f64) -> (f64, !v)
  %insert_c = call @out(%insert_v) : (!v) -> !t
  %maximum, %maximum_t = grad.jvp @maximum(%x) tangents(%t) : (!v, !v) -> (f64, f64)
  %maximum_y, %maximum_v = grad.vjp @maximum(%x) cotangents(%c) : (!v, f64) -> (f64, !v)
  %maximum_c = call @out(%maximum_v) : (!v) -> !t
  %minnum, %minnum_t = grad.jvp @minnum(%x) tangents(%t) : (!v, !v) -> (f64, f64)
  %minnum_y, %minnum_v = grad.vjp @minnum(%x) cotangents(%c) : (!v, f64) -> (f64, !v)
  %minnum_c = call @out(%minnum_v) : (!v) -> !t
  %product, %product_t = grad.jvp @product(%x) tangents(%t) : (!v, !v) -> (f64, f64)
  %product_y, %product_v = grad.vjp @product(%x) cotangents(%c) : (!v, f64) -> (f64, !v)
  %product_c = call @out(%product_v) : (!v) -> !t
  %multi_reduction, %multi_reduction_t = grad.jvp @multi_reduction(%x) tangents(%t) : (!v, !v) -> (f64, f64)
  %multi_reduction_y, %multi_reduction_v = grad.vjp @multi_reduction(%x) cotangents(%c) : (!v, f64) -> (f64, !v)
  %multi_reduction_c = call @out(%multi_reduction_v) : (!v) -> !t
  %fma, %fma_t = grad.jvp @fma(%x) tangents(%t) : (!v, !v) -> (f64, f64)
  %fma_y, %fma_v = grad.vjp @fma(%x) cotangents(%c) : (!v, f64) -> (f64, !v)
  %fma_c = call @out(%fma_v) : (!v) -> !t
  return %broadcast_t, %broadcast_c,
    %extract_t, %extract_c,
    %insert_t, %insert_c,
    %maximum_t, %maximum_c,
    %minnum_t, %minnum_c,
    %product_t, %product_c,
    %multi_reduction_t, %multi_reduction_c,
    %fma_t, %fma_c :
    f64, !t,
    f64, !t,
    f64, !t,
    f64, !t,
    f64, !t,
    f64, !t,
    f64, !t,
    f64, !t
}
