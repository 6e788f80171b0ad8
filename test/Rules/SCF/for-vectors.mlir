// Vectors that the reverse trip reads are kept element by element, in a stack
// whose last dimensions are the vector's. There are no transfer ops, so that
// the derivative can be differentiated again.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-run %s --function=powers --check-gradients --input=0.5 --input=3
// RUN: sg-run %s --function=powers --check-gradients --input=0.5 --input=0
// RUN: sg-run %s --function=gradient --input=2 --input=3 --expected-output=f64=1024
// RUN: sg-run %s --function=second --input=2 --input=3 --expected-output=f64=3584
// RUN: sg-run %s --function=bf16 --input=2 --input=2 --expected-output=bf16=32
// RUN: sg-run %s --function=matrix --input=2 --input=2 --expected-output=f32=192
// RUN: sg-run %s --function=single --input=2 --input=3 --expected-output=f64=1024

// x^8 by three trips: each computes v^2 of a vector with two equal elements,
// one of which is read.
// CHECK-LABEL: func.func private @powers_vjp
// CHECK:         %[[STACK:.*]] = tensor.empty(%{{.*}}) : tensor<?x2xf64>
// CHECK:         scf.for
// CHECK:           %[[ENTRY:.*]] = tensor.from_elements %{{.*}}, %{{.*}} : tensor<2xf64>
// CHECK:           tensor.insert_slice %[[ENTRY]] into %{{.*}}[%{{.*}}, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<?x2xf64>
// CHECK:         scf.for
// CHECK:           %[[READ:.*]] = tensor.extract_slice %{{.*}}[%{{.*}}, 0] [1, 2] [1, 1] : tensor<?x2xf64> to tensor<2xf64>
// CHECK:           tensor.extract %[[READ]]
// CHECK:           vector.insert
func.func @powers(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = vector.broadcast %x : f64 to vector<2xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %v) -> vector<2xf64> {
    %s = arith.mulf %c, %c : vector<2xf64>
    scf.yield %s : vector<2xf64>
  }
  %y = vector.extract %r[1] : f64 from vector<2xf64>
  return %y : f64
}

func.func @gradient(%x: f64, %n: index) -> f64 {
  %one = arith.constant 1.0 : f64
  %r:2 = grad.vjp @powers(%x, %n) cotangents(%one) : (f64, index, f64) -> (f64, f64)
  return %r#1 : f64
}

// 8 * 7 * x^6
func.func @second(%x: f64, %n: index) -> f64 {
  %one = arith.constant 1.0 : f64
  %r:2 = grad.vjp @gradient(%x, %n) cotangents(%one) : (f64, index, f64) -> (f64, f64)
  return %r#1 : f64
}

func.func private @powers_bf16(%x: bf16, %n: index) -> bf16 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = vector.broadcast %x : bf16 to vector<3xbf16>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %v) -> vector<3xbf16> {
    %s = arith.mulf %c, %c : vector<3xbf16>
    scf.yield %s : vector<3xbf16>
  }
  %y = vector.extract %r[2] : bf16 from vector<3xbf16>
  return %y : bf16
}

func.func @bf16(%x: bf16, %n: index) -> bf16 {
  %one = arith.constant 1.0 : bf16
  %r:2 = grad.vjp @powers_bf16(%x, %n) cotangents(%one) : (bf16, index, bf16) -> (bf16, bf16)
  return %r#1 : bf16
}

// The sum of six equal elements.
func.func private @powers_matrix(%x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = vector.broadcast %x : f32 to vector<2x3xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %v) -> vector<2x3xf32> {
    %s = arith.mulf %c, %c : vector<2x3xf32>
    scf.yield %s : vector<2x3xf32>
  }
  %flat = vector.shape_cast %r : vector<2x3xf32> to vector<6xf32>
  %y = vector.reduction <add>, %flat : vector<6xf32> into f32
  return %y : f32
}

func.func @matrix(%x: f32, %n: index) -> f32 {
  %one = arith.constant 1.0 : f32
  %r:2 = grad.vjp @powers_matrix(%x, %n) cotangents(%one) : (f32, index, f32) -> (f32, f32)
  return %r#1 : f32
}

// A vector without dimensions.
func.func private @powers_single(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = vector.broadcast %x : f64 to vector<f64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %v) -> vector<f64> {
    %s = arith.mulf %c, %c : vector<f64>
    scf.yield %s : vector<f64>
  }
  %y = vector.extract %r[] : f64 from vector<f64>
  return %y : f64
}

func.func @single(%x: f64, %n: index) -> f64 {
  %one = arith.constant 1.0 : f64
  %r:2 = grad.vjp @powers_single(%x, %n) cotangents(%one) : (f64, index, f64) -> (f64, f64)
  return %r#1 : f64
}
