// Padding by constant operands, with a result type that does not include them.

// RUN: sg-run %s --check-gradients --order=2 --function=padded
// RUN: sg-opt %s --grad-request-derivative='function=padded mode=jvp name=slope' --grad-expand-derivatives | FileCheck %s

// CHECK-LABEL: func.func private @padded_jvp(
// CHECK:         tensor.pad {{.*}} low[%{{.*}}] high[%{{.*}}]
// CHECK:         : tensor<2xf64> to tensor<?xf64>
func.func @padded(%x: tensor<2xf64>, %p: f64) -> tensor<?xf64> {
  %one = arith.constant 1 : index
  %y = tensor.pad %x low[%one] high[%one] {
  ^bb0(%i: index):
    tensor.yield %p : f64
  } : tensor<2xf64> to tensor<?xf64>
  return %y : tensor<?xf64>
}
