// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// A constant partial derivative that is infinite or NaN makes NaN of every
// zero. For it, zero times infinity is zero even without `strong_zero`: for a
// scalar, an element, and a captured value.

#id = affine_map<(i) -> (i)>
func.func @infinite(%x: f32) -> f32 {
  %inf = arith.constant 0x7F800000 : f32
  %y = arith.mulf %x, %inf : f32
  return %y : f32
}
func.func @elements(%x: tensor<3xf32>) -> tensor<3xf32> {
  %c = arith.constant dense<[1.0, 0x7FC00000, 2.0]> : tensor<3xf32>
  %empty = tensor.empty() : tensor<3xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %c : tensor<3xf32>, tensor<3xf32>) outs(%empty : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func @finite(%x: tensor<3xf32>) -> tensor<3xf32> {
  %c = arith.constant dense<[1.0, 0.0, 2.0]> : tensor<3xf32>
  %y = arith.mulf %x, %c : tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func private @request_infinite(%x: f32, %t: tensor<3xf32>) {
  grad.vjp @infinite(%x) cotangents(%x) : (f32, f32) -> (f32, f32)
  grad.jvp @infinite(%x) tangents(%x) : (f32, f32) -> (f32, f32)
  grad.vjp @elements(%t) cotangents(%t) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  grad.vjp @finite(%t) cotangents(%t) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}
// CHECK-LABEL: func.func private @infinite_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f32, [[T:%[a-z0-9_]+]]: f32)
// CHECK: [[INF:%[a-z0-9_]+]] = arith.constant 0x7F800000 : f32
// CHECK: [[M:%[a-z0-9_]+]] = arith.mulf [[T]], [[INF]] : f32
// CHECK-NEXT: [[NAN:%[a-z0-9_]+]] = arith.cmpf uno, [[M]], [[M]] : f32
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: [[NOSLOPE:%[a-z0-9_]+]] = arith.cmpf oeq, [[T]], [[ZERO]] : f32
// CHECK-NEXT: [[BOTH:%[a-z0-9_]+]] = arith.andi [[NAN]], [[NOSLOPE]] : i1
// CHECK-NEXT: arith.select [[BOTH]], [[ZERO]], [[M]] : f32
// CHECK-LABEL: func.func private @infinite_vjp(
// CHECK: cmpf uno
// CHECK-LABEL: func.func private @elements_vjp(
// CHECK: cmpf uno
// CHECK-LABEL: func.func private @finite_vjp(
// CHECK-NOT: cmpf
// CHECK: return

// The inverse error function as compilers expand it, reduced. Each derivative
// was NaN, from the side selected at -1 and 1 only. The derivative of x times
// infinity is infinite where it is selected.
// RUN: sg-run %s --function=slopes --input='0.5 -0.25 0' --expected-output='1 1 1' --expected-output='1 1 1'
// RUN: sg-run %s --function=slopes --input='1 -1 2' --expected-output='inf inf 1' --expected-output='inf inf 1'
func.func private @piecewise(%x: tensor<3xf32>) -> tensor<3xf32> {
  %inf = arith.constant 0x7F800000 : f32
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%empty : tensor<3xf32>) {
  ^bb0(%a: f32, %out: f32):
    %size = math.absf %a : f32
    %p = arith.cmpf oeq, %size, %one : f32
    %i = arith.mulf %a, %inf : f32
    %s = arith.select %p, %i, %a : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func @slopes(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %ones = arith.constant dense<1.0> : tensor<3xf32>
  %y, %dx = grad.vjp @piecewise(%x) cotangents(%ones) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  %z, %dz = grad.jvp @piecewise(%x) tangents(%ones) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %dx, %dz : tensor<3xf32>, tensor<3xf32>
}
