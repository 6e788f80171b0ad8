// A slice of a strided convolution, of any size down to 0: the computed part of
// its input would have size -1.
//
// RUN: sg-run %s --function=windows --input="7xf64=1 2 3 4 5 6 7" --input=1xf64=1 --input=3 --input=0 | FileCheck %s --check-prefix=NONE
// RUN: sg-run %s --function=windows --input="7xf64=1 2 3 4 5 6 7" --input=1xf64=1 --input=3 --input=2 | FileCheck %s --check-prefix=TWO

// NONE: result[0]: 0xf64={{$}}
// TWO: result[0]: 2xf64=9 25
func.func @windows(%x: tensor<?xf64>, %w: tensor<?xf64>, %n: index, %size: index) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %t = math.absf %x : tensor<?xf64>
  %e = tensor.empty(%n) : tensor<?xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %c = linalg.generic {indexing_maps = [affine_map<(i, k) -> (2 * i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%t, %w : tensor<?xf64>, tensor<?xf64>) outs(%f : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  %r = tensor.extract_slice %c[1] [%size] [1] : tensor<?xf64> to tensor<?xf64>
  %y = arith.mulf %r, %r : tensor<?xf64>
  return %y : tensor<?xf64>
}
