// Reductions by maximum and minimum whose body computes the compared term.

// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-run %s --function=curvature --input='5xf64=-1 0.5 2 -0.25 1.5' \
// RUN:   --expected-output='5xf64=0.5846890100312889 0 0 0 0' --tolerance=1e-14
// RUN: sg-run %s --function=slope_of_argmax --input='2 -3 1' \
// RUN:   --expected-output='0 0.009866037165440211 0' --expected-output='i64=1' --tolerance=1e-14
// RUN: sg-run %s --function=slopes_of_choice --input='2 -3 1' \
// RUN:   --expected-output='0 -6 0' --expected-output=-6 --tolerance=0

// The minimum of sin(tanh(x)), and its second derivative at the minimizer. A
// separate op computes the sine once. The derivative thus compares the minimum
// with exactly the numbers it was taken from, even if sines in reductions are
// compiled differently from other sines.
// CHECK-LABEL: func.func private @least_sine_vjp(
// CHECK:         [[SINES:%[a-z0-9_]+]] = linalg.generic
// CHECK:           math.sin
// CHECK:         [[LEAST:%[a-z0-9_]+]] = linalg.generic {{.*}} ins([[SINES]] :
// CHECK-NOT:       math.sin
// CHECK:           arith.minimumf
// CHECK-NOT:     math.sin
// CHECK:         return
func.func private @least_sine(%x: tensor<?xf64>, %z: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                       iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64>) outs(%z : tensor<f64>) {
    ^bb0(%e: f64, %o: f64):
      %h = math.tanh %e : f64
      %s = math.sin %h : f64
      %m = arith.minimumf %o, %s : f64
      linalg.yield %m : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}
func.func private @slope(%x: tensor<?xf64>) -> tensor<?xf64> {
  %large = arith.constant dense<7.0> : tensor<f64>
  %one = arith.constant dense<1.0> : tensor<f64>
  %r, %dx = grad.vjp @least_sine(%x, %large) cotangents(%one) {wrt = array<i64: 0>}
      : (tensor<?xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<?xf64>)
  return %dx : tensor<?xf64>
}
func.func @curvature(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %x, %c0 : tensor<?xf64>
  %one = arith.constant 1.0 : f64
  %ones = tensor.splat %one[%size] : tensor<?xf64>
  %slope, %t = grad.jvp @slope(%x) tangents(%ones)
      : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %t : tensor<?xf64>
}

// A second result compares the same term and reads the same numbers.
func.func private @argmax(%x: tensor<3xf64>) -> (tensor<f64>, tensor<i64>) {
  %low = arith.constant dense<0xFFF0000000000000> : tensor<f64>
  %none = arith.constant dense<-1> : tensor<i64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>],
                         iterator_types = ["reduction"]}
      ins(%x : tensor<3xf64>) outs(%low, %none : tensor<f64>, tensor<i64>) {
    ^bb0(%e: f64, %o: f64, %k: i64):
      %n = arith.negf %e : f64
      %t = math.tanh %n : f64
      %m = arith.maximumf %o, %t : f64
      %i = linalg.index 0 : index
      %here = arith.index_cast %i : index to i64
      %more = arith.cmpf ogt, %t, %o : f64
      %next = arith.select %more, %here, %k : i64
      linalg.yield %m, %next : f64, i64
  } -> (tensor<f64>, tensor<i64>)
  return %r#0, %r#1 : tensor<f64>, tensor<i64>
}
func.func @slope_of_argmax(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<i64>) {
  %c = arith.constant dense<-1.0> : tensor<f64>
  %r, %k, %dx = grad.vjp @argmax(%x) cotangents(%c)
      : (tensor<3xf64>, tensor<f64>) -> (tensor<f64>, tensor<i64>, tensor<3xf64>)
  return %dx, %k : tensor<3xf64>, tensor<i64>
}

// The term comes from a branch: x^2 for negative x, otherwise x.
func.func private @greatest_choice(%x: tensor<3xf64>) -> tensor<f64> {
  %low = arith.constant dense<0xFFF0000000000000> : tensor<f64>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                       iterator_types = ["reduction"]}
      ins(%x : tensor<3xf64>) outs(%low : tensor<f64>) {
    ^bb0(%e: f64, %o: f64):
      %zero = arith.constant 0.0 : f64
      %negative = arith.cmpf olt, %e, %zero : f64
      %t = scf.if %negative -> (f64) {
        %square = arith.mulf %e, %e : f64
        scf.yield %square : f64
      } else {
        scf.yield %e : f64
      }
      %m = arith.maximumf %o, %t : f64
      linalg.yield %m : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}
func.func @slopes_of_choice(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<f64>) {
  %one = arith.constant dense<1.0> : tensor<f64>
  %ones = arith.constant dense<1.0> : tensor<3xf64>
  %r, %dx = grad.vjp @greatest_choice(%x) cotangents(%one)
      : (tensor<3xf64>, tensor<f64>) -> (tensor<f64>, tensor<3xf64>)
  %s, %dr = grad.jvp @greatest_choice(%x) tangents(%ones)
      : (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<f64>)
  return %dx, %dr : tensor<3xf64>, tensor<f64>
}
