// AVX-512 masks are reused after the signs of a vector were extracted from the
// masks. LLVM's x86-compress-evex would drop these instructions on an emulated
// GPU. The machine verifier finds the error on any host; only hosts with
// AVX-512 compute wrong values.
//
// REQUIRES: x86_64, gpu
// RUN: sg-run %s --function=main --input=1x9x8x2xf64=1 --input=1 --input=1x3x7x3xf64=1 --device=emulated \
// RUN:   --verify-machine-code=x86-64-v4 > %t.emulated
// RUN: sg-run %s --function=main --input=1x9x8x2xf64=1 --input=1 --input=1x3x7x3xf64=1 --device=cpu > %t.native
// RUN: diff %t.emulated %t.native
func.func @conv(%x: tensor<?x9x8x2xf64>, %w: tensor<3x2x2x3xf64>, %o: tensor<?x3x7x3xf64>) -> tensor<?x3x7x3xf64> {
  %y = linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[2, 1]> : tensor<2xi64>}
      ins(%x, %w : tensor<?x9x8x2xf64>, tensor<3x2x2x3xf64>) outs(%o : tensor<?x3x7x3xf64>) -> tensor<?x3x7x3xf64>
  return %y : tensor<?x3x7x3xf64>
}
func.func @main(%x: tensor<?x9x8x2xf64>, %w: tensor<3x2x2x3xf64>, %c: tensor<?x3x7x3xf64>) -> (tensor<?x3x7x3xf64>, tensor<?x9x8x2xf64>, tensor<3x2x2x3xf64>) {
  %r:3 = grad.vjp @conv(%x, %w, %c) cotangents(%c) {wrt = array<i64: 0, 1>}
      : (tensor<?x9x8x2xf64>, tensor<3x2x2x3xf64>, tensor<?x3x7x3xf64>, tensor<?x3x7x3xf64>) -> (tensor<?x3x7x3xf64>, tensor<?x9x8x2xf64>, tensor<3x2x2x3xf64>)
  return %r#0, %r#1, %r#2 : tensor<?x3x7x3xf64>, tensor<?x9x8x2xf64>, tensor<3x2x2x3xf64>
}
