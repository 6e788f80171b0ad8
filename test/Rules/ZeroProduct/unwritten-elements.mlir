// The body of @diagonal yields a finite constant, but its op does not write all elements of the
// result. The others are infinite, and have a strong zero as cotangent.

// RUN: sg-run %s --function=gradient --input=3 --input='2x2xf32=1 inf inf 1' --expected-output=3 --expected-output=1

func.func @diagonal(%x: f32, %m: tensor<2x2xf32>) -> f32 {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %e = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, d0)>], iterator_types = ["parallel"]}
      outs(%m : tensor<2x2xf32>) {
    ^bb0(%out: f32):
      linalg.yield %one : f32
  } -> tensor<2x2xf32>
  %xs = tensor.splat %x : tensor<2x2xf32>
  %products = arith.mulf %xs, %e : tensor<2x2xf32>
  %r = tensor.extract %products[%c0, %c0] : tensor<2x2xf32>
  return %r : f32
}

func.func @gradient(%x: f32, %m: tensor<2x2xf32>) -> (f32, f32) {
  %y, %dx = grad.value_and_grad @diagonal(%x, %m) {wrt = array<i64: 0>, strong_zero}
      : (f32, tensor<2x2xf32>) -> (f32, f32)
  return %y, %dx : f32, f32
}
