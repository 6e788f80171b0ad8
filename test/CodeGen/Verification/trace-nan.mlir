// RUN: sg-opt %s --sg-trace-nan --cse | FileCheck %s

// The runtime receives the op's location and the kinds of numbers (NaN,
// infinity) that its result has and its operands lack.
// CHECK-DAG:   llvm.func @sgrt_trace(!llvm.ptr, i32)
// CHECK-DAG:   llvm.mlir.global internal constant @[[$LOG:[a-z0-9_.]+]]("trace-nan.mlir:30:8: 'math.log' in the adjoint\00")
// CHECK-LABEL: func.func private @scalar(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: f64)
// CHECK-DAG:     [[INF:%[a-z0-9_]+]] = arith.constant 0x7FF0000000000000 : f64
// CHECK-DAG:     [[C2:%[a-z0-9_]+]] = arith.constant 2 : i32
// CHECK-DAG:     [[C0:%[a-z0-9_]+]] = arith.constant 0 : i32
// CHECK-DAG:     [[C1:%[a-z0-9_]+]] = arith.constant 1 : i32
// CHECK:         [[OPERANDS:%[0-9]+]] = arith.ori
// CHECK:         [[Y:%[0-9]+]] = math.log [[X]]
// CHECK:         [[ISNAN:%[0-9]+]] = arith.cmpf uno, [[Y]], [[Y]]
// CHECK:         [[SIZE:%[0-9]+]] = math.absf [[Y]]
// CHECK:         [[ISINF:%[0-9]+]] = arith.cmpf oeq, [[SIZE]], [[INF]]
// CHECK:         [[NAN:%[0-9]+]] = arith.select [[ISNAN]], [[C2]], [[C0]]
// CHECK:         [[INFINITY:%[0-9]+]] = arith.select [[ISINF]], [[C1]], [[C0]]
// CHECK:         [[RESULTS:%[0-9]+]] = arith.ori [[NAN]], [[INFINITY]]
// CHECK:         [[OTHERS:%[0-9]+]] = arith.xori [[OPERANDS]]
// CHECK:         [[ARISE:%[0-9]+]] = arith.andi [[RESULTS]], [[OTHERS]]
// CHECK:         [[WHERE:%[0-9]+]] = llvm.mlir.addressof @[[$LOG]]
// CHECK:         llvm.call @sgrt_trace([[WHERE]], [[ARISE]])
// CHECK-NEXT:    return [[Y]]
func.func private @scalar(%x: f64) -> f64 {
  %y = math.log %x : f64 loc(fused<"adjoint">["trace-nan.mlir":30:8])
  return %y : f64
}

// All elements of a tensor are inspected.
// CHECK-LABEL: func.func private @tensor(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: tensor<?xbf16>)
// CHECK:         [[Y:%[0-9]+]] = math.log [[X]]
// CHECK:         linalg.generic {{.*}}iterator_types = ["reduction"]} ins([[Y]] : tensor<?xbf16>)
// CHECK:         llvm.call @sgrt_trace
func.func private @tensor(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  %y = math.log %x : tensor<?xbf16>
  return %y : tensor<?xbf16>
}

// Ops that move, select or define numbers do not create any.
// CHECK-LABEL: func.func private @moves(
// CHECK-NOT:     sgrt_trace
// CHECK:         return
func.func private @moves(%x: tensor<2xf64>, %c: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %e = tensor.extract %x[%c0] : tensor<2xf64>
  %y = arith.select %c, %e, %infinity : f64
  return %y : f64
}

// A destination that was not written yet is not read.
// CHECK-LABEL: func.func private @empty(
// CHECK:         [[EMPTY:%[0-9]+]] = tensor.empty
// CHECK-NOT:     ins([[EMPTY]]
// CHECK:         linalg.transpose
func.func private @empty(%x: tensor<2x3xf64>) -> tensor<3x2xf64> {
  %empty = tensor.empty() : tensor<3x2xf64>
  %y = linalg.transpose ins(%x : tensor<2x3xf64>) outs(%empty : tensor<3x2xf64>) permutation = [1, 0]
  return %y : tensor<3x2xf64>
}

// Arguments of public functions are external.
// CHECK-LABEL: func.func @public(
// CHECK:         llvm.call @sgrt_trace
// CHECK-NEXT:    return
func.func @public(%x: f32, %n: index) -> f32 {
  return %x : f32
}
