// Each run, on several threads or one, produces the same module in the LLVM
// dialect and the same native code. Upstream orders the constants of these
// functions by their addresses, which vary (sg-order-constants).
//
// RUN: sg-opt %s --sg-lower-to-cpu --mlir-print-debuginfo -o %t.1
// RUN: sg-opt %s --sg-lower-to-cpu --mlir-print-debuginfo -o %t.2
// RUN: sg-opt %s --sg-lower-to-cpu --mlir-print-debuginfo -o %t.3 --mlir-disable-threading
// RUN: cmp %t.1 %t.2
// RUN: cmp %t.1 %t.3
// RUN: sg-run %s --function=even --input=1 --input=4 --dump-object=%t.1.o
// RUN: sg-run %s --function=even --input=1 --input=4 --dump-object=%t.2.o
// RUN: cmp %t.1.o %t.2.o
//
// RUN: FileCheck %s < %t.1
// CHECK-COUNT-11: llvm.mlir.global private constant @sg.constant.

func.func @f0(%x: tensor<2xf64>) -> tensor<2xf64> {
  %own = arith.constant dense<[0.0, 10.0]> : tensor<2xf64>
  %shared = arith.constant dense<[20.0, 21.0]> : tensor<2xf64>
  %y = arith.mulf %x, %own : tensor<2xf64>
  %z = arith.addf %y, %shared : tensor<2xf64>
  return %z : tensor<2xf64>
}
func.func @f1(%x: tensor<2xf64>) -> tensor<2xf64> {
  %own = arith.constant dense<[1.0, 10.0]> : tensor<2xf64>
  %shared = arith.constant dense<[20.0, 21.0]> : tensor<2xf64>
  %y = arith.mulf %x, %own : tensor<2xf64>
  %z = arith.addf %y, %shared : tensor<2xf64>
  return %z : tensor<2xf64>
}
func.func @f2(%x: tensor<2xf64>) -> tensor<2xf64> {
  %own = arith.constant dense<[2.0, 10.0]> : tensor<2xf64>
  %shared = arith.constant dense<[20.0, 21.0]> : tensor<2xf64>
  %y = arith.mulf %x, %own : tensor<2xf64>
  %z = arith.addf %y, %shared : tensor<2xf64>
  return %z : tensor<2xf64>
}
func.func @f3(%x: tensor<2xf64>) -> tensor<2xf64> {
  %own = arith.constant dense<[3.0, 10.0]> : tensor<2xf64>
  %shared = arith.constant dense<[20.0, 21.0]> : tensor<2xf64>
  %y = arith.mulf %x, %own : tensor<2xf64>
  %z = arith.addf %y, %shared : tensor<2xf64>
  return %z : tensor<2xf64>
}
func.func @f4(%x: tensor<2xf64>) -> tensor<2xf64> {
  %own = arith.constant dense<[4.0, 10.0]> : tensor<2xf64>
  %shared = arith.constant dense<[20.0, 21.0]> : tensor<2xf64>
  %y = arith.mulf %x, %own : tensor<2xf64>
  %z = arith.addf %y, %shared : tensor<2xf64>
  return %z : tensor<2xf64>
}
func.func @f5(%x: tensor<2xf64>) -> tensor<2xf64> {
  %own = arith.constant dense<[5.0, 10.0]> : tensor<2xf64>
  %shared = arith.constant dense<[20.0, 21.0]> : tensor<2xf64>
  %y = arith.mulf %x, %own : tensor<2xf64>
  %z = arith.addf %y, %shared : tensor<2xf64>
  return %z : tensor<2xf64>
}
func.func @f6(%x: tensor<2xf64>) -> tensor<2xf64> {
  %own = arith.constant dense<[6.0, 10.0]> : tensor<2xf64>
  %shared = arith.constant dense<[20.0, 21.0]> : tensor<2xf64>
  %y = arith.mulf %x, %own : tensor<2xf64>
  %z = arith.addf %y, %shared : tensor<2xf64>
  return %z : tensor<2xf64>
}
func.func @f7(%x: tensor<2xf64>) -> tensor<2xf64> {
  %own = arith.constant dense<[7.0, 10.0]> : tensor<2xf64>
  %shared = arith.constant dense<[20.0, 21.0]> : tensor<2xf64>
  %y = arith.mulf %x, %own : tensor<2xf64>
  %z = arith.addf %y, %shared : tensor<2xf64>
  return %z : tensor<2xf64>
}
// Mutually recursive functions have a deterministic order.
func.func @even(%x: tensor<2xf64>, %n: index) -> tensor<2xf64> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %own = arith.constant dense<[30.0, 31.0]> : tensor<2xf64>
  %end = arith.cmpi eq, %n, %zero : index
  %y = scf.if %end -> tensor<2xf64> {
    scf.yield %own : tensor<2xf64>
  } else {
    %less = arith.subi %n, %one : index
    %z = func.call @odd(%x, %less) : (tensor<2xf64>, index) -> tensor<2xf64>
    scf.yield %z : tensor<2xf64>
  }
  return %y : tensor<2xf64>
}
func.func @odd(%x: tensor<2xf64>, %n: index) -> tensor<2xf64> {
  %one = arith.constant 1 : index
  %own = arith.constant dense<[40.0, 41.0]> : tensor<2xf64>
  %less = arith.subi %n, %one : index
  %y = func.call @even(%x, %less) : (tensor<2xf64>, index) -> tensor<2xf64>
  %z = arith.mulf %y, %own : tensor<2xf64>
  return %z : tensor<2xf64>
}
