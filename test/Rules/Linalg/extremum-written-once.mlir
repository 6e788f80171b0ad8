// A minimum without a reduction loop, whose result map does not write every
// element. Each written element is the smaller of two; the other elements are
// kept.
//
// RUN: sg-run %s --function=gradient --input="2x2xf64=1 5 2 -3" --input="2x2xf64=4 10 0 20" --input="2x2xf64=1 2 3 4" \
// RUN:   --expected-output="2x2xf64=0 0 0 3" --expected-output="2x2xf64=1 2 0 4"
func.func @f(%x: tensor<2x2xf64>, %z: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i, 1)>, affine_map<(i) -> (i, 0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<2x2xf64>) outs(%z : tensor<2x2xf64>) {
  ^bb0(%e: f64, %o: f64):
    %m = arith.minnumf %e, %o : f64
    linalg.yield %m : f64
  } -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}
func.func @gradient(%x: tensor<2x2xf64>, %z: tensor<2x2xf64>, %c: tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>) {
  %y, %dx, %dz = grad.vjp @f(%x, %z) cotangents(%c)
      : (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>)
  return %dx, %dz : tensor<2x2xf64>, tensor<2x2xf64>
}
