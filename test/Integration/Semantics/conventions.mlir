// Derivatives at non-differentiable points, or where the function is NaN: the
// table in docs/RationaleGrad.md, which also lists JAX and PyTorch
// (bench/compare/conventions.py). Each result has the derivatives of one op at
// some points, in reverse mode; forward mode gives the same.

// RUN: sg-run %s --function=main | FileCheck %s

// |x| at 0, NaN, -inf
// CHECK:      result[0]: 3xf64=0 0 -1{{$}}
// copysign(x, s) in x at (0, -1), (NaN, 1), (-inf, 1), (2, NaN)
// CHECK-NEXT: result[1]: 4xf64=0 0 -1 1{{$}}
// copysign(x, s) in s, at the same points
// CHECK-NEXT: result[2]: 4xf64=0 0 0 0{{$}}
// maximumf(a, b) in a, then in b, at (2, 2), (0, -0), (NaN, 1), (NaN, NaN)
// CHECK-NEXT: result[3]: 4xf64=0.5 0.5 0 0{{$}}
// CHECK-NEXT: result[4]: 4xf64=0.5 0.5 0 0{{$}}
// maxnumf(a, b), at the same points
// CHECK-NEXT: result[5]: 4xf64=0.5 0.5 0 0{{$}}
// CHECK-NEXT: result[6]: 4xf64=0.5 0.5 1 0{{$}}
// minimumf(a, b), at the same points
// CHECK-NEXT: result[7]: 4xf64=0.5 0.5 0 0{{$}}
// CHECK-NEXT: result[8]: 4xf64=0.5 0.5 0 0{{$}}
// minnumf(a, b), at the same points
// CHECK-NEXT: result[9]: 4xf64=0.5 0.5 0 0{{$}}
// CHECK-NEXT: result[10]: 4xf64=0.5 0.5 1 0{{$}}
// clampf of x between 1 and 3 in x, in 1, in 3, at 1, 3, NaN
// CHECK-NEXT: result[11]: 3xf64=0.5 0.5 0{{$}}
// CHECK-NEXT: result[12]: 3xf64=0.5 0 0{{$}}
// CHECK-NEXT: result[13]: 3xf64=0 0.5 0{{$}}
// remf(a, b) in a, then in b, at (6, 3), (-6, 3), (5, inf), (5, 0), (inf, 3)
// CHECK-NEXT: result[14]: 5xf64=1 1 1 1 1{{$}}
// CHECK-NEXT: result[15]: 5xf64=-2 2 -0 nan nan{{$}}
// powf(x, p) in x, then in p, at (0, 0), (0, -1), (-1, 2)
// CHECK-NEXT: result[16]: 3xf64=0 -inf -2{{$}}
// CHECK-NEXT: result[17]: 3xf64=0 nan nan{{$}}
// atan2(a, b) in a, then in b, at (0, 0), (inf, inf)
// CHECK-NEXT: result[18]: 2xf64=nan nan{{$}}
// CHECK-NEXT: result[19]: 2xf64=nan nan{{$}}
// sqrt at 0, -0, -1
// CHECK-NEXT: result[20]: 3xf64=inf -inf nan{{$}}
// log at 0, -1
// CHECK-NEXT: result[21]: 2xf64=inf -1{{$}}
// The sum of the derivatives of floor and round at 2.5, NaN
// CHECK-NEXT: result[22]: 2xf64=0 0{{$}}

// RUN: sg-run %s --function=reductions --input='2 2' --expected-output='0.5 0.5' --expected-output=1
// RUN: sg-run %s --function=reductions --input='nan 1' --expected-output='0 0' --expected-output=0
// RUN: sg-run %s --function=reductions --input='-inf -inf' --expected-output='0.5 0.5' --expected-output=1
// The maximum of all elements: its gradient, and its tangent along ones, which
// is the sum of the gradient.
func.func private @maximum(%x: tensor<2xf64>) -> tensor<f64> {
  %least = arith.constant dense<0xFFF0000000000000> : tensor<f64>
  %y = linalg.reduce { arith.maximumf } ins(%x : tensor<2xf64>) outs(%least : tensor<f64>) dimensions = [0]
  return %y : tensor<f64>
}
func.func @reductions(%x: tensor<2xf64>) -> (tensor<2xf64>, tensor<f64>) {
  %ones = arith.constant dense<1.0> : tensor<2xf64>
  %y, %dx = grad.value_and_grad @maximum(%x) : (tensor<2xf64>) -> (tensor<f64>, tensor<2xf64>)
  %z, %dz = grad.jvp @maximum(%x) tangents(%ones) : (tensor<2xf64>, tensor<2xf64>) -> (tensor<f64>, tensor<f64>)
  return %dx, %dz : tensor<2xf64>, tensor<f64>
}

#id = affine_map<(i) -> (i)>
func.func private @absf(%x: f64) -> f64 {
  %y = math.absf %x : f64
  return %y : f64
}
func.func private @copysign(%x: f64, %s: f64) -> f64 {
  %y = math.copysign %x, %s : f64
  return %y : f64
}
func.func private @maximumf(%a: f64, %b: f64) -> f64 {
  %y = arith.maximumf %a, %b : f64
  return %y : f64
}
func.func private @maxnumf(%a: f64, %b: f64) -> f64 {
  %y = arith.maxnumf %a, %b : f64
  return %y : f64
}
func.func private @minimumf(%a: f64, %b: f64) -> f64 {
  %y = arith.minimumf %a, %b : f64
  return %y : f64
}
func.func private @minnumf(%a: f64, %b: f64) -> f64 {
  %y = arith.minnumf %a, %b : f64
  return %y : f64
}
func.func private @remf(%a: f64, %b: f64) -> f64 {
  %y = arith.remf %a, %b : f64
  return %y : f64
}
func.func private @clampf(%x: f64, %l: f64, %h: f64) -> f64 {
  %y = math.clampf %x to [%l, %h] : f64
  return %y : f64
}
func.func private @powf(%x: f64, %p: f64) -> f64 {
  %y = math.powf %x, %p : f64
  return %y : f64
}
func.func private @atan2(%a: f64, %b: f64) -> f64 {
  %y = math.atan2 %a, %b : f64
  return %y : f64
}
func.func private @sqrt(%x: f64) -> f64 {
  %y = math.sqrt %x : f64
  return %y : f64
}
func.func private @log(%x: f64) -> f64 {
  %y = math.log %x : f64
  return %y : f64
}
func.func private @rounded(%x: f64) -> f64 {
  %a = math.floor %x : f64
  %b = math.roundeven %x : f64
  %y = arith.addf %a, %b : f64
  return %y : f64
}
// Returns true if two values are equal, or both NaN.
func.func private @assert_same(%a: f64, %b: f64) {
  %equal = arith.cmpf ueq, %a, %b : f64
  %a_nan = arith.cmpf uno, %a, %a : f64
  %b_nan = arith.cmpf uno, %b, %b : f64
  %alike = arith.cmpi eq, %a_nan, %b_nan : i1
  %same = arith.andi %equal, %alike : i1
  cf.assert %same, "both modes give the same"
  return
}
func.func private @slopes_of_absf(%a0: tensor<3xf64>) -> (tensor<3xf64>) {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<3xf64>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a0 : tensor<3xf64>) outs(%empty : tensor<3xf64>) {
  ^bb0(%x0: f64, %o0: f64):
    %y, %d = grad.vjp @absf(%x0) cotangents(%one) : (f64, f64) -> (f64, f64)
    %y0, %t0 = grad.jvp @absf(%x0) tangents(%one) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
    func.call @assert_same(%d, %t0) : (f64, f64) -> ()
    linalg.yield %d : f64
  } -> tensor<3xf64>
  return %s : tensor<3xf64>
}
func.func private @slopes_of_copysign(%a0: tensor<4xf64>, %a1: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<4xf64>
  %s:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a0, %a1 : tensor<4xf64>, tensor<4xf64>) outs(%empty, %empty : tensor<4xf64>, tensor<4xf64>) {
  ^bb0(%x0: f64, %x1: f64, %o0: f64, %o1: f64):
    %y, %d:2 = grad.vjp @copysign(%x0, %x1) cotangents(%one) : (f64, f64, f64) -> (f64, f64, f64)
    %y0, %t0 = grad.jvp @copysign(%x0, %x1) tangents(%one) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#0, %t0) : (f64, f64) -> ()
    %y1, %t1 = grad.jvp @copysign(%x0, %x1) tangents(%one) {wrt = array<i64: 1>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#1, %t1) : (f64, f64) -> ()
    linalg.yield %d#0, %d#1 : f64, f64
  } -> (tensor<4xf64>, tensor<4xf64>)
  return %s#0, %s#1 : tensor<4xf64>, tensor<4xf64>
}
func.func private @slopes_of_maximumf(%a0: tensor<4xf64>, %a1: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<4xf64>
  %s:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a0, %a1 : tensor<4xf64>, tensor<4xf64>) outs(%empty, %empty : tensor<4xf64>, tensor<4xf64>) {
  ^bb0(%x0: f64, %x1: f64, %o0: f64, %o1: f64):
    %y, %d:2 = grad.vjp @maximumf(%x0, %x1) cotangents(%one) : (f64, f64, f64) -> (f64, f64, f64)
    %y0, %t0 = grad.jvp @maximumf(%x0, %x1) tangents(%one) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#0, %t0) : (f64, f64) -> ()
    %y1, %t1 = grad.jvp @maximumf(%x0, %x1) tangents(%one) {wrt = array<i64: 1>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#1, %t1) : (f64, f64) -> ()
    linalg.yield %d#0, %d#1 : f64, f64
  } -> (tensor<4xf64>, tensor<4xf64>)
  return %s#0, %s#1 : tensor<4xf64>, tensor<4xf64>
}
func.func private @slopes_of_maxnumf(%a0: tensor<4xf64>, %a1: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<4xf64>
  %s:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a0, %a1 : tensor<4xf64>, tensor<4xf64>) outs(%empty, %empty : tensor<4xf64>, tensor<4xf64>) {
  ^bb0(%x0: f64, %x1: f64, %o0: f64, %o1: f64):
    %y, %d:2 = grad.vjp @maxnumf(%x0, %x1) cotangents(%one) : (f64, f64, f64) -> (f64, f64, f64)
    %y0, %t0 = grad.jvp @maxnumf(%x0, %x1) tangents(%one) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#0, %t0) : (f64, f64) -> ()
    %y1, %t1 = grad.jvp @maxnumf(%x0, %x1) tangents(%one) {wrt = array<i64: 1>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#1, %t1) : (f64, f64) -> ()
    linalg.yield %d#0, %d#1 : f64, f64
  } -> (tensor<4xf64>, tensor<4xf64>)
  return %s#0, %s#1 : tensor<4xf64>, tensor<4xf64>
}
func.func private @slopes_of_minimumf(%a0: tensor<4xf64>, %a1: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<4xf64>
  %s:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a0, %a1 : tensor<4xf64>, tensor<4xf64>) outs(%empty, %empty : tensor<4xf64>, tensor<4xf64>) {
  ^bb0(%x0: f64, %x1: f64, %o0: f64, %o1: f64):
    %y, %d:2 = grad.vjp @minimumf(%x0, %x1) cotangents(%one) : (f64, f64, f64) -> (f64, f64, f64)
    %y0, %t0 = grad.jvp @minimumf(%x0, %x1) tangents(%one) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#0, %t0) : (f64, f64) -> ()
    %y1, %t1 = grad.jvp @minimumf(%x0, %x1) tangents(%one) {wrt = array<i64: 1>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#1, %t1) : (f64, f64) -> ()
    linalg.yield %d#0, %d#1 : f64, f64
  } -> (tensor<4xf64>, tensor<4xf64>)
  return %s#0, %s#1 : tensor<4xf64>, tensor<4xf64>
}
func.func private @slopes_of_minnumf(%a0: tensor<4xf64>, %a1: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<4xf64>
  %s:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a0, %a1 : tensor<4xf64>, tensor<4xf64>) outs(%empty, %empty : tensor<4xf64>, tensor<4xf64>) {
  ^bb0(%x0: f64, %x1: f64, %o0: f64, %o1: f64):
    %y, %d:2 = grad.vjp @minnumf(%x0, %x1) cotangents(%one) : (f64, f64, f64) -> (f64, f64, f64)
    %y0, %t0 = grad.jvp @minnumf(%x0, %x1) tangents(%one) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#0, %t0) : (f64, f64) -> ()
    %y1, %t1 = grad.jvp @minnumf(%x0, %x1) tangents(%one) {wrt = array<i64: 1>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#1, %t1) : (f64, f64) -> ()
    linalg.yield %d#0, %d#1 : f64, f64
  } -> (tensor<4xf64>, tensor<4xf64>)
  return %s#0, %s#1 : tensor<4xf64>, tensor<4xf64>
}
func.func private @slopes_of_clampf(%a0: tensor<3xf64>, %a1: tensor<3xf64>, %a2: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<3xf64>
  %s:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a0, %a1, %a2 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs(%empty, %empty, %empty : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  ^bb0(%x0: f64, %x1: f64, %x2: f64, %o0: f64, %o1: f64, %o2: f64):
    %y, %d:3 = grad.vjp @clampf(%x0, %x1, %x2) cotangents(%one) : (f64, f64, f64, f64) -> (f64, f64, f64, f64)
    %y0, %t0 = grad.jvp @clampf(%x0, %x1, %x2) tangents(%one) {wrt = array<i64: 0>} : (f64, f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#0, %t0) : (f64, f64) -> ()
    %y1, %t1 = grad.jvp @clampf(%x0, %x1, %x2) tangents(%one) {wrt = array<i64: 1>} : (f64, f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#1, %t1) : (f64, f64) -> ()
    %y2, %t2 = grad.jvp @clampf(%x0, %x1, %x2) tangents(%one) {wrt = array<i64: 2>} : (f64, f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#2, %t2) : (f64, f64) -> ()
    linalg.yield %d#0, %d#1, %d#2 : f64, f64, f64
  } -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return %s#0, %s#1, %s#2 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}
func.func private @slopes_of_remf(%a0: tensor<5xf64>, %a1: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<5xf64>
  %s:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a0, %a1 : tensor<5xf64>, tensor<5xf64>) outs(%empty, %empty : tensor<5xf64>, tensor<5xf64>) {
  ^bb0(%x0: f64, %x1: f64, %o0: f64, %o1: f64):
    %y, %d:2 = grad.vjp @remf(%x0, %x1) cotangents(%one) : (f64, f64, f64) -> (f64, f64, f64)
    %y0, %t0 = grad.jvp @remf(%x0, %x1) tangents(%one) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#0, %t0) : (f64, f64) -> ()
    %y1, %t1 = grad.jvp @remf(%x0, %x1) tangents(%one) {wrt = array<i64: 1>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#1, %t1) : (f64, f64) -> ()
    linalg.yield %d#0, %d#1 : f64, f64
  } -> (tensor<5xf64>, tensor<5xf64>)
  return %s#0, %s#1 : tensor<5xf64>, tensor<5xf64>
}
func.func private @slopes_of_powf(%a0: tensor<3xf64>, %a1: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<3xf64>
  %s:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a0, %a1 : tensor<3xf64>, tensor<3xf64>) outs(%empty, %empty : tensor<3xf64>, tensor<3xf64>) {
  ^bb0(%x0: f64, %x1: f64, %o0: f64, %o1: f64):
    %y, %d:2 = grad.vjp @powf(%x0, %x1) cotangents(%one) : (f64, f64, f64) -> (f64, f64, f64)
    %y0, %t0 = grad.jvp @powf(%x0, %x1) tangents(%one) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#0, %t0) : (f64, f64) -> ()
    %y1, %t1 = grad.jvp @powf(%x0, %x1) tangents(%one) {wrt = array<i64: 1>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#1, %t1) : (f64, f64) -> ()
    linalg.yield %d#0, %d#1 : f64, f64
  } -> (tensor<3xf64>, tensor<3xf64>)
  return %s#0, %s#1 : tensor<3xf64>, tensor<3xf64>
}
func.func private @slopes_of_atan2(%a0: tensor<2xf64>, %a1: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<2xf64>
  %s:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a0, %a1 : tensor<2xf64>, tensor<2xf64>) outs(%empty, %empty : tensor<2xf64>, tensor<2xf64>) {
  ^bb0(%x0: f64, %x1: f64, %o0: f64, %o1: f64):
    %y, %d:2 = grad.vjp @atan2(%x0, %x1) cotangents(%one) : (f64, f64, f64) -> (f64, f64, f64)
    %y0, %t0 = grad.jvp @atan2(%x0, %x1) tangents(%one) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#0, %t0) : (f64, f64) -> ()
    %y1, %t1 = grad.jvp @atan2(%x0, %x1) tangents(%one) {wrt = array<i64: 1>} : (f64, f64, f64) -> (f64, f64)
    func.call @assert_same(%d#1, %t1) : (f64, f64) -> ()
    linalg.yield %d#0, %d#1 : f64, f64
  } -> (tensor<2xf64>, tensor<2xf64>)
  return %s#0, %s#1 : tensor<2xf64>, tensor<2xf64>
}
func.func private @slopes_of_sqrt(%a0: tensor<3xf64>) -> (tensor<3xf64>) {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<3xf64>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a0 : tensor<3xf64>) outs(%empty : tensor<3xf64>) {
  ^bb0(%x0: f64, %o0: f64):
    %y, %d = grad.vjp @sqrt(%x0) cotangents(%one) : (f64, f64) -> (f64, f64)
    %y0, %t0 = grad.jvp @sqrt(%x0) tangents(%one) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
    func.call @assert_same(%d, %t0) : (f64, f64) -> ()
    linalg.yield %d : f64
  } -> tensor<3xf64>
  return %s : tensor<3xf64>
}
func.func private @slopes_of_log(%a0: tensor<2xf64>) -> (tensor<2xf64>) {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<2xf64>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a0 : tensor<2xf64>) outs(%empty : tensor<2xf64>) {
  ^bb0(%x0: f64, %o0: f64):
    %y, %d = grad.vjp @log(%x0) cotangents(%one) : (f64, f64) -> (f64, f64)
    %y0, %t0 = grad.jvp @log(%x0) tangents(%one) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
    func.call @assert_same(%d, %t0) : (f64, f64) -> ()
    linalg.yield %d : f64
  } -> tensor<2xf64>
  return %s : tensor<2xf64>
}
func.func private @slopes_of_rounded(%a0: tensor<2xf64>) -> (tensor<2xf64>) {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<2xf64>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a0 : tensor<2xf64>) outs(%empty : tensor<2xf64>) {
  ^bb0(%x0: f64, %o0: f64):
    %y, %d = grad.vjp @rounded(%x0) cotangents(%one) : (f64, f64) -> (f64, f64)
    %y0, %t0 = grad.jvp @rounded(%x0) tangents(%one) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
    func.call @assert_same(%d, %t0) : (f64, f64) -> ()
    linalg.yield %d : f64
  } -> tensor<2xf64>
  return %s : tensor<2xf64>
}
func.func @main() -> (tensor<3xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<5xf64>, tensor<5xf64>, tensor<3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>) {
  %absf_0 = arith.constant dense<[0.0, 0x7FF8000000000000, 0xFFF0000000000000]> : tensor<3xf64>
  %absf = call @slopes_of_absf(%absf_0) : (tensor<3xf64>) -> tensor<3xf64>
  %copysign_0 = arith.constant dense<[0.0, 0x7FF8000000000000, 0xFFF0000000000000, 2.0]> : tensor<4xf64>
  %copysign_1 = arith.constant dense<[-1.0, 1.0, 1.0, 0x7FF8000000000000]> : tensor<4xf64>
  %copysign:2 = call @slopes_of_copysign(%copysign_0, %copysign_1) : (tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  %maximumf_0 = arith.constant dense<[2.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %maximumf_1 = arith.constant dense<[2.0, -0.0, 1.0, 0x7FF8000000000000]> : tensor<4xf64>
  %maximumf:2 = call @slopes_of_maximumf(%maximumf_0, %maximumf_1) : (tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  %maxnumf_0 = arith.constant dense<[2.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %maxnumf_1 = arith.constant dense<[2.0, -0.0, 1.0, 0x7FF8000000000000]> : tensor<4xf64>
  %maxnumf:2 = call @slopes_of_maxnumf(%maxnumf_0, %maxnumf_1) : (tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  %minimumf_0 = arith.constant dense<[2.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %minimumf_1 = arith.constant dense<[2.0, -0.0, 1.0, 0x7FF8000000000000]> : tensor<4xf64>
  %minimumf:2 = call @slopes_of_minimumf(%minimumf_0, %minimumf_1) : (tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  %minnumf_0 = arith.constant dense<[2.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %minnumf_1 = arith.constant dense<[2.0, -0.0, 1.0, 0x7FF8000000000000]> : tensor<4xf64>
  %minnumf:2 = call @slopes_of_minnumf(%minnumf_0, %minnumf_1) : (tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  %clampf_0 = arith.constant dense<[1.0, 3.0, 0x7FF8000000000000]> : tensor<3xf64>
  %clampf_1 = arith.constant dense<[1.0, 1.0, 1.0]> : tensor<3xf64>
  %clampf_2 = arith.constant dense<[3.0, 3.0, 3.0]> : tensor<3xf64>
  %clampf:3 = call @slopes_of_clampf(%clampf_0, %clampf_1, %clampf_2) : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  %remf_0 = arith.constant dense<[6.0, -6.0, 5.0, 5.0, 0x7FF0000000000000]> : tensor<5xf64>
  %remf_1 = arith.constant dense<[3.0, 3.0, 0x7FF0000000000000, 0.0, 3.0]> : tensor<5xf64>
  %remf:2 = call @slopes_of_remf(%remf_0, %remf_1) : (tensor<5xf64>, tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>)
  %powf_0 = arith.constant dense<[0.0, 0.0, -1.0]> : tensor<3xf64>
  %powf_1 = arith.constant dense<[0.0, -1.0, 2.0]> : tensor<3xf64>
  %powf:2 = call @slopes_of_powf(%powf_0, %powf_1) : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %atan2_0 = arith.constant dense<[0.0, 0x7FF0000000000000]> : tensor<2xf64>
  %atan2_1 = arith.constant dense<[0.0, 0x7FF0000000000000]> : tensor<2xf64>
  %atan2:2 = call @slopes_of_atan2(%atan2_0, %atan2_1) : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %sqrt_0 = arith.constant dense<[0.0, -0.0, -1.0]> : tensor<3xf64>
  %sqrt = call @slopes_of_sqrt(%sqrt_0) : (tensor<3xf64>) -> tensor<3xf64>
  %log_0 = arith.constant dense<[0.0, -1.0]> : tensor<2xf64>
  %log = call @slopes_of_log(%log_0) : (tensor<2xf64>) -> tensor<2xf64>
  %rounded_0 = arith.constant dense<[2.5, 0x7FF8000000000000]> : tensor<2xf64>
  %rounded = call @slopes_of_rounded(%rounded_0) : (tensor<2xf64>) -> tensor<2xf64>
  return %absf, %copysign#0, %copysign#1, %maximumf#0, %maximumf#1, %maxnumf#0, %maxnumf#1, %minimumf#0, %minimumf#1, %minnumf#0, %minnumf#1, %clampf#0, %clampf#1, %clampf#2, %remf#0, %remf#1, %powf#0, %powf#1, %atan2#0, %atan2#1, %sqrt, %log, %rounded : tensor<3xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<5xf64>, tensor<5xf64>, tensor<3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>
}
