// A dialect that the project does not know receives derivatives from outside:
// the example of docs/WritingARule.md, with the rules in test/lib/TestWave.cpp.
// RUN: sg-test-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-test-opt %s --grad-expand-derivatives --test-lower-wave -o %t.mlir
// RUN: sg-run %t.mlir --function=gradient --input="3xf64=1 -2 3" --input=2 --expected-output=7.166666666666667 \
// RUN:   --expected-output="3xf64=3 -1.777777777777778 1.125" --expected-output=3.583333333333333 --tolerance=1e-14
// RUN: sg-run %t.mlir --function=slope --input="3xf64=1 -2 3" --input=2 --input="3xf64=1 10 100" \
// RUN:   --expected-output=7.166666666666667 --expected-output=97.72222222222223 --tolerance=1e-14
// RUN: sg-run %t.mlir --function=curvature --input="3xf64=1 -2 3" --input=2 --input="3xf64=1 0 0" \
// RUN:   --expected-output="3xf64=-1.5 0 0.625" --tolerance=1e-14

// s times the sum of x[i] / (1 + |x[i]|) x[n - 1 - i].
func.func private @f(%x: tensor<?xf64>, %s: f64) -> f64 {
  %soft = wave.soft_sign %x : tensor<?xf64>
  %flipped = wave.flip %soft : tensor<?xf64>
  %scaled = wave.scale %x by %s : tensor<?xf64>
  %y = wave.dot %flipped, %scaled : tensor<?xf64>
  return %y : f64
}

// The derivatives are ops of the dialect where the rules build such ops.
// CHECK-LABEL: func.func private @f_vjp(
// CHECK: wave.dot
// CHECK: wave.scale [[SCALED:%[a-z0-9]+]] by [[CT:%[a-z0-9]+]]
// CHECK: wave.flip
func.func @gradient(%x: tensor<?xf64>, %s: f64) -> (f64, tensor<?xf64>, f64) {
  %y, %dx, %ds = grad.value_and_grad @f(%x, %s)
      : (tensor<?xf64>, f64) -> (f64, tensor<?xf64>, f64)
  return %y, %dx, %ds : f64, tensor<?xf64>, f64
}

// 3 * 1 - 16/9 * 10 + 1.125 * 100: the gradient times the direction.
func.func @slope(%x: tensor<?xf64>, %s: f64, %t: tensor<?xf64>) -> (f64, f64) {
  %y, %dy = grad.jvp @f(%x, %s) tangents(%t) {wrt = array<i64: 0>}
      : (tensor<?xf64>, f64, tensor<?xf64>) -> (f64, f64)
  return %y, %dy : f64, f64
}

// The second derivative, forward over reverse.
func.func private @g(%x: tensor<?xf64>, %s: f64) -> tensor<?xf64> {
  %y, %dx = grad.value_and_grad @f(%x, %s) {wrt = array<i64: 0>}
      : (tensor<?xf64>, f64) -> (f64, tensor<?xf64>)
  return %dx : tensor<?xf64>
}
func.func @curvature(%x: tensor<?xf64>, %s: f64, %t: tensor<?xf64>) -> tensor<?xf64> {
  %dx, %ddx = grad.jvp @g(%x, %s) tangents(%t) {wrt = array<i64: 0>}
      : (tensor<?xf64>, f64, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %ddx : tensor<?xf64>
}
