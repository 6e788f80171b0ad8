// Least squares: the error of a polynomial with the coefficients x as a fit of
// the sign of t at n points t(i) = 2 i / (n - 1) - 1:
//
//   1/2 sum_i (sign(t(i)) - sum_j x(j) t(i)^j)^2
//
// If n is odd, one point is 0, and 0^0 is 1. The points are integers converted
// to floats, which have no derivative, and neither do their powers.
//
// RUN: %python %S/convert.py %t %S/Inputs/llsq_*.json
//
// DEFINE: %{case} =
// DEFINE: %{check} = sg-run %s --function=gradient --tolerance=1e-9 \
// DEFINE:   --input=@%t/%{case}/input.x.npy --input=@%t/%{case}/input.n.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.primal.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.gradient.npy
//
// REDEFINE: %{case} = llsq_n16_m8
// RUN: %{check}
// REDEFINE: %{case} = llsq_n16_m128_default
// RUN: %{check}
// REDEFINE: %{case} = llsq_n17_m5_t0hit
// RUN: %{check}

#point = affine_map<(i) -> (i)>
#one = affine_map<(i) -> ()>

func.func @points(%n: i64) -> tensor<?xf64> {
  %one = arith.constant 1 : i64
  %last = arith.subi %n, %one : i64
  %size = arith.index_cast %n : i64 to index
  %t = tensor.generate %size {
  ^bb0(%index: index):
    %i = arith.index_cast %index : index to i64
    %i2 = arith.addi %i, %i : i64
    %centred = arith.subi %i2, %last : i64
    %numerator = arith.sitofp %centred : i64 to f64
    %denominator = arith.sitofp %last : i64 to f64
    %ti = arith.divf %numerator, %denominator : f64
    tensor.yield %ti : f64
  } : tensor<?xf64>
  return %t : tensor<?xf64>
}

// The values of the polynomial.
func.func @polynomial(%x: tensor<?xf64>, %t: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %t, %c0 : tensor<?xf64>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %values = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>,
                       affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x, %t : tensor<?xf64>, tensor<?xf64>) outs(%zeros : tensor<?xf64>) {
  ^bb0(%xj: f64, %ti: f64, %partial: f64):
    %j = linalg.index 1 : index
    %exponent = arith.index_cast %j : index to i32
    %power = math.fpowi %ti, %exponent : f64, i32
    %term = arith.mulf %xj, %power : f64
    %next = arith.addf %partial, %term : f64
    linalg.yield %next : f64
  } -> tensor<?xf64>
  return %values : tensor<?xf64>
}

func.func @primal(%x: tensor<?xf64>, %n: i64) -> tensor<f64> {
  %t = call @points(%n) : (i64) -> tensor<?xf64>
  %values = call @polynomial(%x, %t) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %y = linalg.generic {
      indexing_maps = [#point, #point, #one], iterator_types = ["reduction"]}
      ins(%t, %values : tensor<?xf64>, tensor<?xf64>) outs(%zero : tensor<f64>) {
  ^bb0(%ti: f64, %value: f64, %partial: f64):
    %f0 = arith.constant 0.0 : f64
    %f1 = arith.constant 1.0 : f64
    %half = arith.constant 0.5 : f64
    %unit = math.copysign %f1, %ti : f64
    %isZero = arith.cmpf oeq, %ti, %f0 : f64
    %sign = arith.select %isZero, %f0, %unit : f64
    %residual = arith.subf %sign, %value : f64
    %square = arith.mulf %residual, %residual : f64
    %term = arith.mulf %half, %square : f64
    %next = arith.addf %partial, %term : f64
    linalg.yield %next : f64
  } -> tensor<f64>
  return %y : tensor<f64>
}

func.func @gradient(%x: tensor<?xf64>, %n: i64) -> (tensor<f64>, tensor<?xf64>) {
  %y, %dx = grad.value_and_grad @primal(%x, %n)
      : (tensor<?xf64>, i64) -> (tensor<f64>, tensor<?xf64>)
  return %y, %dx : tensor<f64>, tensor<?xf64>
}
