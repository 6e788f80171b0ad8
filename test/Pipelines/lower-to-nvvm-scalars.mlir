// If only kernels use a scalar, a kernel computes it: the host does not wait.
// REQUIRES: gpu
// RUN: sg-opt %s --sg-lower-to-nvvm="toolkit=none" | FileCheck %s
// RUN: sg-run %s --function=normalize --device=emulated --check-kernels --input="4xf32=1 -2 4 -10" \
// RUN:   --expected-output="4xf32=0.0909091 -0.181818 0.363636 -0.909091" --expected-output=11 --tolerance=1e-6
// RUN: sg-run %s --function=descend --device=emulated --check-kernels --input="3xf64=3 0 4" --input=3 --input=0 \
// RUN:   --expected-output="3xf64=1.2 0 1.6" --expected-output=3 --tolerance=1e-14
// RUN: sg-run %s --function=corrected --device=emulated --check-kernels --input="3xf64=1 2 3" --input=1 \
// RUN:   --expected-output="3xf64=5.263157894736842 10.526315789473685 15.789473684210527" --tolerance=1e-14

// The norm is returned, so it is read once, after the last kernel.
// CHECK-LABEL: llvm.func internal @sg.inner.normalize(
// CHECK-NOT:     call @sgrt_device_read
// CHECK:         call @sgrt_device_launch
// CHECK-NOT:     call @sgrt_device_read
// CHECK:         call @sgrt_device_launch
// CHECK-NOT:     call @sgrt_device_launch
// CHECK:         call @sgrt_device_read
// CHECK-NOT:     call @sgrt_device_{{launch|read}}
// CHECK:         llvm.return
func.func @normalize(%x: tensor<4xf32>) -> (tensor<4xf32>, f32) {
  %norm = func.call @norm(%x) : (tensor<4xf32>) -> f32
  %all = tensor.splat %norm : tensor<4xf32>
  %y = arith.divf %x, %all : tensor<4xf32>
  return %y, %norm : tensor<4xf32>, f32
}

func.func private @norm(%x: tensor<4xf32>) -> f32 {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %squares = arith.mulf %x, %x : tensor<4xf32>
  %sum = linalg.reduce {arith.addf} ins(%squares : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s = tensor.extract %sum[] : tensor<f32>
  %root = math.sqrt %s : f32
  return %root : f32
}

// Steps of length 1 towards the origin are counted. The host only launches.
// CHECK-LABEL: llvm.func internal @sg.inner.descend(
// CHECK-NOT:     call @sgrt_device_read
// CHECK:         llvm.return
func.func @descend(%start: tensor<3xf64>, %rounds: index, %count: tensor<i64>) -> (tensor<3xf64>, tensor<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %unit = arith.constant 1.0 : f64
  %zero = arith.constant dense<0.0> : tensor<f64>
  %end:2 = scf.for %i = %c0 to %rounds step %c1 iter_args(%x = %start, %n = %count) -> (tensor<3xf64>, tensor<i64>) {
    %squares = arith.mulf %x, %x : tensor<3xf64>
    %sum = linalg.reduce {arith.addf} ins(%squares : tensor<3xf64>) outs(%zero : tensor<f64>) dimensions = [0]
    %s = tensor.extract %sum[] : tensor<f64>
    %root = math.sqrt %s : f64
    %inverse = arith.divf %unit, %root : f64
    %all = tensor.splat %inverse : tensor<3xf64>
    %step = arith.mulf %x, %all : tensor<3xf64>
    %y = arith.subf %x, %step : tensor<3xf64>
    %k = tensor.extract %n[] : tensor<i64>
    %more = arith.addi %k, %one : i64
    %m = tensor.from_elements %more : tensor<i64>
    scf.yield %y, %m : tensor<3xf64>, tensor<i64>
  }
  return %end#0, %end#1 : tensor<3xf64>, tensor<i64>
}

// A power is expensive, so a kernel of one thread computes it.
// CHECK-LABEL: llvm.func internal @sg.inner.corrected(
// CHECK-NOT:     call @sgrt_device_read
// CHECK-COUNT-2: call @sgrt_device_launch
// CHECK-NOT:     call @sgrt_device_{{launch|read}}
// CHECK:         llvm.return
func.func @corrected(%x: tensor<3xf64>, %t: tensor<f64>) -> tensor<3xf64> {
  %step = tensor.extract %t[] : tensor<f64>
  %one = arith.constant 1.0 : f64
  %beta = arith.constant 0.9 : f64
  %next = arith.addf %step, %one : f64
  %power = math.powf %beta, %next : f64
  %rest = arith.subf %one, %power : f64
  %all = tensor.splat %rest : tensor<3xf64>
  %y = arith.divf %x, %all : tensor<3xf64>
  return %y : tensor<3xf64>
}
