// A loop that is invariant in an outer loop is computed before the outer loop:
// once for its result, and once for the residuals of its own reverse loop.
//
// RUN: sg-run %s --function=slope --input=0.5 --input=2 --expected-output=5.125
// RUN: sg-run %s --function=slope --input=0.5 --input=0 --expected-output=1

// The value is x + 2 (1/2 + 3 x^4)^2 at two trips.
func.func private @f(%x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.5> : tensor<f32>
  %t = tensor.from_elements %x, %x, %x : tensor<3xf32>
  %q:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x, %x) -> (f32, f32) {
    %r:2 = scf.for %j = %c0 to %n step %c1 iter_args(%a = %x, %c = %t) -> (f32, tensor<3xf32>) {
      %m = arith.mulf %c, %c : tensor<3xf32>
      %s = linalg.reduce { arith.addf } ins(%m : tensor<3xf32>) outs(%z : tensor<f32>) dimensions = [0]
      %e = tensor.extract %s[] : tensor<f32>
      scf.yield %e, %m : f32, tensor<3xf32>
    }
    %w = arith.mulf %r#0, %r#0 : f32
    scf.reduce(%w, %w : f32, f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %q#1 : f32
}
func.func @fwd(%x: f32, %n: index) -> f32 {
  %y, %t = grad.jvp @f(%x, %n) tangents(%x) {wrt = array<i64: 0>} : (f32, index, f32) -> (f32, f32)
  return %t : f32
}
func.func @slope(%x: f32, %n: index) -> f32 {
  %y2, %g = grad.value_and_grad @f(%x, %n) {wrt = array<i64: 0>} : (f32, index) -> (f32, f32)
  return %g : f32
}
