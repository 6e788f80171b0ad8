// LLVM vectorizes a short inner loop over contiguous elements. It does not
// unroll it completely, since the outer loop would then need gathers.
// RUN: sg-run %s --device=cpu --function=f --input=3x8x32xf64=2 --input=3x8xf64=1 --dump-object=%t.o
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --implicit-check-not=gather
// RUN: sg-run %s --function=f --input=3x8x32xf64=2 --input=3x8xf64=1 --expected-output=3x8x32xf64=1
// RUN: sg-run %s --function=f --input=0x8x32xf64= --input=0x8xf64= --expected-output=0x8x32xf64=
// CHECK: sub{{p|s}}d
func.func @f(%x: tensor<?x8x32xf64>, %y: tensor<?x8xf64>) -> tensor<?x8x32xf64> {
  %z = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %y : tensor<?x8x32xf64>, tensor<?x8xf64>) outs(%x : tensor<?x8x32xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %d = arith.subf %a, %b : f64
    linalg.yield %d : f64
  } -> tensor<?x8x32xf64>
  return %z : tensor<?x8x32xf64>
}
