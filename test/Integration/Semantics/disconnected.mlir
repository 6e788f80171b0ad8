// An input without a path to the result has a gradient of zeros, in the input's
// type and dynamic size. With `strict`, such an input is an error that names
// the reason.
//
// RUN: split-file %s %t

// Fact 70. If an input of dynamic size is unused, or stopped on every path, its
// gradient has the input's size, also if it is empty. In forward mode the
// tangent of such a result has the size of the result.
// RUN: sg-run %t/zeros.mlir --function=gradients --input=3xf32=2 --input=5xf32=7 --input=0x3xf32=0 --input=2x1xbf16=3 \
// RUN:   --expected-output=47 --expected-output=3xf32=4 --expected-output=5xf32=0 \
// RUN:   --expected-output=0x3xf32=0 --expected-output=2x1xbf16=0
// RUN: sg-run %t/zeros.mlir --function=gradients --input=0xf32=0 --input=0xf32=0 --input=0x3xf32=0 --input=0x0xbf16=0 \
// RUN:   --expected-output=0 --expected-output=0xf32=0 --expected-output=0xf32=0 \
// RUN:   --expected-output=0x3xf32=0 --expected-output=0x0xbf16=0
// RUN: sg-run %t/zeros.mlir --function=tangents --input=2x3xbf16=1 --input=2x3xbf16=2 --input=4xf16=3 \
// RUN:   --expected-output=2x3xbf16=1 --expected-output=4xf16=3 \
// RUN:   --expected-output=2x3xbf16=2 --expected-output=4xf16=0

// Facts 2 and 37 with `strict`: the error names the stop that cuts the
// generator in w * stop(t), and distinguishes it from an unused input.
// RUN: not sg-opt %t/critic.mlir --grad-expand-derivatives=strict 2>&1 | FileCheck %s --check-prefix=CRITIC
// CRITIC: error: {{.*}}argument 1
// RUN: not sg-opt %t/unused.mlir --grad-expand-derivatives 2>&1 | FileCheck %s --check-prefix=UNUSED
// UNUSED: error: {{.*}}argument 1

//--- zeros.mlir
func.func @sums(%x: tensor<?xf32>, %stopped: tensor<?xf32>, %empty: tensor<0x3xf32>,
                          %unused: tensor<?x?xbf16>) -> tensor<f32> {
  %none = arith.constant dense<0.0> : tensor<f32>
  %c = grad.stop_gradient %stopped : tensor<?xf32>
  %total = linalg.reduce { arith.addf } ins(%c : tensor<?xf32>) outs(%none : tensor<f32>) dimensions = [0]
  %s = linalg.dot ins(%x, %x : tensor<?xf32>, tensor<?xf32>) outs(%total : tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @gradients(%x: tensor<?xf32>, %stopped: tensor<?xf32>, %empty: tensor<0x3xf32>,
                     %unused: tensor<?x?xbf16>)
    -> (tensor<f32>, tensor<?xf32>, tensor<?xf32>, tensor<0x3xf32>, tensor<?x?xbf16>) {
  %y:5 = grad.value_and_grad @sums(%x, %stopped, %empty, %unused)
      : (tensor<?xf32>, tensor<?xf32>, tensor<0x3xf32>, tensor<?x?xbf16>)
      -> (tensor<f32>, tensor<?xf32>, tensor<?xf32>, tensor<0x3xf32>, tensor<?x?xbf16>)
  return %y#0, %y#1, %y#2, %y#3, %y#4
      : tensor<f32>, tensor<?xf32>, tensor<?xf32>, tensor<0x3xf32>, tensor<?x?xbf16>
}
func.func @pass(%x: tensor<?x?xbf16>, %y: tensor<?xf16>) -> (tensor<?x?xbf16>, tensor<?xf16>) {
  return %x, %y : tensor<?x?xbf16>, tensor<?xf16>
}
func.func @tangents(%x: tensor<?x?xbf16>, %t: tensor<?x?xbf16>, %y: tensor<?xf16>)
    -> (tensor<?x?xbf16>, tensor<?xf16>, tensor<?x?xbf16>, tensor<?xf16>) {
  %r:4 = grad.jvp @pass(%x, %y) tangents(%t) {wrt = array<i64: 0>}
      : (tensor<?x?xbf16>, tensor<?xf16>, tensor<?x?xbf16>)
      -> (tensor<?x?xbf16>, tensor<?xf16>, tensor<?x?xbf16>, tensor<?xf16>)
  return %r#0, %r#1, %r#2, %r#3
      : tensor<?x?xbf16>, tensor<?xf16>, tensor<?x?xbf16>, tensor<?xf16>
}

//--- critic.mlir
func.func @critic(%w: f64, %t: f64) -> f64 {
  %c = grad.stop_gradient %t {name = "fake"} : f64
  %y = arith.mulf %w, %c : f64
  return %y : f64
}
func.func @step(%w: f64, %t: f64) -> (f64, f64, f64) {
  %r:3 = grad.value_and_grad @critic(%w, %t) : (f64, f64) -> (f64, f64, f64)
  return %r#0, %r#1, %r#2 : f64, f64, f64
}

//--- unused.mlir
func.func @first(%x: f64, %y: f64) -> f64 {
  return %x : f64
}
func.func @step(%x: f64, %y: f64) -> (f64, f64, f64) {
  %r:3 = grad.value_and_grad @first(%x, %y) {strict} : (f64, f64) -> (f64, f64, f64)
  return %r#0, %r#1, %r#2 : f64, f64, f64
}
