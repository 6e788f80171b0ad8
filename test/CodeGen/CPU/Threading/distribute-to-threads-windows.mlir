// The gradient of a convolution with respect to its input is indexed by sums of
// loop indices. Parts of such a loop write overlapping elements, so threads do
// not divide it.

// RUN: sg-run %s --function=spread --device=cpu --threads=2 --least-work=0 --input="40xf64=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40" --input="3xf64=1 -2 0.5" --verify-against-reference=quiet
// RUN: sg-run %s --function=spread --device=cpu --threads=3 --least-work=0 --input="40xf64=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40" --input="3xf64=1 -2 0.5" --verify-against-reference=quiet
// RUN: sg-run %s --function=gradient --device=cpu --threads=2 --least-work=0 --input="2xf64=0.5 -1" --input="1xf64=3" --input="2xf64=1 2" --verify-against-reference=quiet
// RUN: sg-run %s --function=to_filter --device=cpu --threads=2 --least-work=0 --input="5xf64=1 2 3 4 5" --input="2xf64=0.5 -1" --verify-against-reference=quiet

func.func @spread(%y: tensor<40xf64>, %k: tensor<3xf64>) -> tensor<42xf64> {
  %zero = arith.constant dense<0.25> : tensor<42xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i + k)>], iterator_types = ["reduction", "reduction"]}
      ins(%y, %k : tensor<40xf64>, tensor<3xf64>) outs(%zero : tensor<42xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %o, %p : f64
    linalg.yield %q : f64
  } -> tensor<42xf64>
  return %r : tensor<42xf64>
}

func.func private @convolve(%x: tensor<2xf64>, %k: tensor<1xf64>, %z: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.conv_1d ins(%x, %k : tensor<2xf64>, tensor<1xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
  %s = arith.mulf %r, %r : tensor<?xf64>
  return %s : tensor<?xf64>
}
func.func @gradient(%x: tensor<2xf64>, %k: tensor<1xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {
  %z = tensor.cast %y : tensor<2xf64> to tensor<?xf64>
  %v, %dx = grad.vjp @convolve(%x, %k, %z) cotangents(%z) {wrt = array<i64: 0>} : (tensor<2xf64>, tensor<1xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<2xf64>)
  return %dx : tensor<2xf64>
}

// The gradient with respect to the filter has a result that every part adds to.
func.func @to_filter(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<2xf64> {
  %zero = arith.constant dense<0.0> : tensor<2xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(k, i) -> (i + k)>, affine_map<(k, i) -> (i)>, affine_map<(k, i) -> (k)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<?xf64>, tensor<?xf64>) outs(%zero : tensor<2xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %o, %p : f64
    linalg.yield %q : f64
  } -> tensor<2xf64>
  return %r : tensor<2xf64>
}
