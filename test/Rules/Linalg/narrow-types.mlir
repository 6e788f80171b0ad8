// A derivative that sums over f16 or bf16 accumulates in f32 and rounds once.

// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-run %s --function=repeated_slope --input='bf16=2' --expected-output='bf16=600' --tolerance=0
// RUN: sg-run %s --function=gathered_slope --input='1xf16=3' --expected-output='1xf16=3000' --tolerance=0
// RUN: sg-run %s --function=product_slopes --input='1x2xf16=1 2' --input='2x1xf16=3 4' \
// RUN:   --expected-output='1x2xf16=3 4' --expected-output='2x1xf16=1 2' --expected-output='1x1xf16=11' --tolerance=0
// RUN: sg-run %s --function=softmax_slope --input='2xbf16=0 0' --expected-output='2xbf16=0.25 -0.25' --tolerance=0

// One scalar is read 300 times, each with the derivative 2: 600. A bf16
// accumulator would stop growing at 512.
// CHECK-LABEL: func.func private @repeated_vjp(
// CHECK:         [[SUM:%[a-z0-9_]+]] = linalg.generic {{.*}} outs({{.*}} : tensor<f32>)
// CHECK:         arith.truncf [[SUM]] : tensor<f32> to tensor<bf16>
func.func private @repeated(%x: tensor<bf16>) -> tensor<300xbf16> {
  %z = tensor.empty() : tensor<300xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<bf16>) outs(%z : tensor<300xbf16>) {
    ^bb0(%e: bf16, %o: bf16):
      %s = arith.addf %e, %e : bf16
      linalg.yield %s : bf16
  } -> tensor<300xbf16>
  return %r : tensor<300xbf16>
}
func.func @repeated_slope(%x: tensor<bf16>) -> tensor<bf16> {
  %c = arith.constant dense<1.0> : tensor<300xbf16>
  %r, %dx = grad.vjp @repeated(%x) cotangents(%c) : (tensor<bf16>, tensor<300xbf16>) -> (tensor<300xbf16>, tensor<bf16>)
  return %dx : tensor<bf16>
}

// The same for a gather: one element is read 3000 times. An f16 accumulator
// would stop growing at 2048.
func.func private @gathered(%x: tensor<1xf16>) -> tensor<3000xf16> {
  %z = tensor.empty() : tensor<3000xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%z : tensor<3000xf16>) {
    ^bb0(%o: f16):
      %c0 = arith.constant 0 : index
      %e = tensor.extract %x[%c0] : tensor<1xf16>
      linalg.yield %e : f16
  } -> tensor<3000xf16>
  return %r : tensor<3000xf16>
}
func.func @gathered_slope(%x: tensor<1xf16>) -> tensor<1xf16> {
  %c = arith.constant dense<1.0> : tensor<3000xf16>
  %r, %dx = grad.vjp @gathered(%x) cotangents(%c) : (tensor<1xf16>, tensor<3000xf16>) -> (tensor<3000xf16>, tensor<1xf16>)
  return %dx : tensor<1xf16>
}

func.func private @product(%x: tensor<?x?xf16>, %y: tensor<?x?xf16>) -> tensor<1x1xf16> {
  %z = arith.constant dense<0.0> : tensor<1x1xf16>
  %r = linalg.matmul ins(%x, %y : tensor<?x?xf16>, tensor<?x?xf16>) outs(%z : tensor<1x1xf16>) -> tensor<1x1xf16>
  return %r : tensor<1x1xf16>
}
func.func @product_slopes(%x: tensor<?x?xf16>, %y: tensor<?x?xf16>) -> (tensor<?x?xf16>, tensor<?x?xf16>, tensor<1x1xf16>) {
  %c = arith.constant dense<1.0> : tensor<1x1xf16>
  %r, %dx, %dy = grad.vjp @product(%x, %y) cotangents(%c)
      : (tensor<?x?xf16>, tensor<?x?xf16>, tensor<1x1xf16>) -> (tensor<1x1xf16>, tensor<?x?xf16>, tensor<?x?xf16>)
  %s, %t = grad.jvp @product(%x, %y) tangents(%x) {wrt = array<i64: 0>}
      : (tensor<?x?xf16>, tensor<?x?xf16>, tensor<?x?xf16>) -> (tensor<1x1xf16>, tensor<1x1xf16>)
  return %dx, %dy, %t : tensor<?x?xf16>, tensor<?x?xf16>, tensor<1x1xf16>
}

func.func private @softmax(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xbf16>
  %z = tensor.empty(%n) : tensor<?xbf16>
  %r = linalg.softmax dimension(0) ins(%x : tensor<?xbf16>) outs(%z : tensor<?xbf16>) -> tensor<?xbf16>
  return %r : tensor<?xbf16>
}
func.func @softmax_slope(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  %c = arith.constant dense<[1.0, 0.0]> : tensor<2xbf16>
  %d = tensor.cast %c : tensor<2xbf16> to tensor<?xbf16>
  %r, %dx = grad.vjp @softmax(%x) cotangents(%d) : (tensor<?xbf16>, tensor<?xbf16>) -> (tensor<?xbf16>, tensor<?xbf16>)
  return %dx : tensor<?xbf16>
}
