// Without libdevice functions of f32, and of half precision by them, are computed in the
// kernel, and nothing is called.

// RUN: sg-opt %s --sg-lower-to-nvvm="toolkit=none" | FileCheck %s
// CHECK:     llvm.mlir.global internal constant @sg.kernels.image("
// CHECK-NOT: .extern
// CHECK-NOT: call
// CHECK:     \00")
func.func @f(%x: tensor<3xf32>, %h: tensor<3xbf16>) -> (tensor<3xf32>, tensor<3xbf16>) {
  %a = math.exp %x : tensor<3xf32>
  %b = math.tanh %a : tensor<3xf32>
  %c = math.sin %b : tensor<3xf32>
  %d = math.log1p %c : tensor<3xf32>
  %e = math.erf %d : tensor<3xf32>
  %s = math.absf %e : tensor<3xf32>
  %k = math.sqrt %s : tensor<3xf32>
  %g = math.cos %h : tensor<3xbf16>
  return %k, %g : tensor<3xf32>, tensor<3xbf16>
}
