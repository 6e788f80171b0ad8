// RUN: sg-opt %s --grad-expand-derivatives --split-input-file | FileCheck %s

// Zero times infinity in derivatives: the ops emitted for `strong_zero`, and
// the cases that need none.

// The product is replaced by zero where it is NaN and one factor is zero.
func.func @sqrt(%x: f64) -> f64 {
  %y = math.sqrt %x : f64
  return %y : f64
}
func.func private @request_sqrt(%x: f64, %d: f64) {
  grad.vjp @sqrt(%x) cotangents(%d) {strong_zero} : (f64, f64) -> (f64, f64)
  grad.jvp @sqrt(%x) tangents(%d) {strong_zero} : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @sqrt_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[D:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[Y:%[a-z0-9_]+]] = math.sqrt [[X]] : f64
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[PARTIAL:%[a-z0-9_]+]] = arith.divf [[HALF]], [[Y]] : f64
// CHECK-NEXT: [[M:%[a-z0-9_]+]] = arith.mulf [[D]], [[PARTIAL]] : f64
// CHECK-NEXT: [[NAN:%[a-z0-9_]+]] = arith.cmpf uno, [[M]], [[M]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[NOSLOPE:%[a-z0-9_]+]] = arith.cmpf oeq, [[D]], [[ZERO]] : f64
// CHECK-NEXT: [[FLAT:%[a-z0-9_]+]] = arith.cmpf oeq, [[PARTIAL]], [[ZERO]] : f64
// CHECK-NEXT: [[EITHER:%[a-z0-9_]+]] = arith.ori [[NOSLOPE]], [[FLAT]] : i1
// CHECK-NEXT: [[BOTH:%[a-z0-9_]+]] = arith.andi [[NAN]], [[EITHER]] : i1
// CHECK-NEXT: [[GUARDED:%[a-z0-9_]+]] = arith.select [[BOTH]], [[ZERO]], [[M]] : f64
// CHECK-NEXT: return [[Y]], [[GUARDED]] : f64, f64
// CHECK-LABEL: func.func private @sqrt_vjp(
// CHECK: [[M:%[a-z0-9_]+]] = arith.mulf %arg1
// CHECK: [[GUARDED:%[a-z0-9_]+]] = arith.select %{{.*}}, %{{.*}}, [[M]] : f64
// CHECK-NEXT: return %{{.*}}, [[GUARDED]] : f64, f64

// -----

// A quotient still rounds once; where it is zero, the divisor is infinite.
func.func @divf(%x: f32, %z: f32) -> f32 {
  %y = arith.divf %x, %z : f32
  return %y : f32
}
func.func private @request_divf(%x: f32, %z: f32, %c: f32) {
  grad.vjp @divf(%x, %z) cotangents(%c) {strong_zero, wrt = array<i64: 0>} : (f32, f32, f32) -> (f32, f32)
  return
}
// CHECK-LABEL: func.func private @divf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f32, [[Z:%[a-z0-9_]+]]: f32, [[C:%[a-z0-9_]+]]: f32)
// CHECK: [[M:%[a-z0-9_]+]] = arith.divf [[C]], [[Z]] : f32
// CHECK: [[SIZE:%[a-z0-9_]+]] = math.absf [[Z]] : f32
// CHECK: [[INF:%[a-z0-9_]+]] = arith.constant 0x7F800000 : f32
// CHECK: arith.cmpf oeq, [[SIZE]], [[INF]] : f32
// CHECK: arith.select %{{.*}}, %{{.*}}, [[M]] : f32

// -----

// Without the attribute, none of these ops are emitted.
func.func @plain(%x: f32, %z: f32) -> f32 {
  %y = arith.divf %x, %z : f32
  return %y : f32
}
func.func private @request_plain(%x: f32, %z: f32, %c: f32) {
  grad.vjp @plain(%x, %z) cotangents(%c) : (f32, f32, f32) -> (f32, f32, f32)
  return
}
// CHECK-LABEL: func.func private @plain_vjp(
// CHECK-NOT: arith.cmpf
// CHECK: return

// -----

// Factors that are finite and not zero for all arguments need no care: sums,
// constant factors, the derivatives of selects.
func.func @constants(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = arith.constant -2.5 : f32
  %d0 = arith.constant 0 : index
  %n = tensor.dim %x, %d0 : tensor<?xf32>
  %factor = tensor.splat %c[%n] : tensor<?xf32>
  %a = arith.mulf %x, %factor : tensor<?xf32>
  %b = arith.subf %a, %x : tensor<?xf32>
  %y = arith.maximumf %a, %b : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func private @request_constants(%x: tensor<?xf32>, %c: tensor<?xf32>) {
  grad.vjp @constants(%x) cotangents(%c) {strong_zero} : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}
// CHECK-LABEL: func.func private @constants_vjp(
// CHECK-NOT: cmpf uno
// CHECK: return

// -----

// Integers that are not too large for the type need no care either. A mask may
// be zero, but it is finite, so only the other factor matters.
func.func @mask(%x: f16, %m: i1, %n: i32) -> (f16, f16) {
  %f = arith.uitofp %m : i1 to f16
  %y = arith.mulf %x, %f : f16
  %g = arith.sitofp %n : i32 to f16
  %z = arith.mulf %x, %g : f16
  return %y, %z : f16, f16
}
func.func private @request_mask(%x: f16, %m: i1, %n: i32, %c: f16) {
  grad.vjp @mask(%x, %m, %n) cotangents(%c, %c) {strong_zero} : (f16, i1, i32, f16, f16) -> (f16, f16, f16)
  return
}
// CHECK-LABEL: func.func private @mask_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f16, %{{.*}}: i1, %{{.*}}: i32, [[C1:%[a-z0-9_]+]]: f16, [[C2:%[a-z0-9_]+]]: f16)
// CHECK: [[F:%[a-z0-9_]+]] = arith.uitofp
// CHECK: [[G:%[a-z0-9_]+]] = arith.sitofp
// CHECK: arith.mulf [[C2]], [[G]] : f16
// CHECK: arith.cmpf uno
// CHECK: arith.cmpf oeq, [[C2]]
// CHECK: arith.cmpf oeq, [[G]]
// CHECK: arith.mulf [[C1]], [[F]] : f16
// CHECK: arith.cmpf uno
// CHECK-NOT: arith.cmpf oeq, [[C1]]
// CHECK: arith.cmpf oeq, [[F]]
// CHECK: return

// -----

// Each element is tested.
func.func @elements(%x: tensor<2xf32>, %a: f32) -> tensor<2xf32> {
  %one = arith.constant 1.0 : f32
  %factors = tensor.from_elements %one, %a : tensor<2xf32>
  %y = arith.mulf %x, %factors : tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func private @request_elements(%x: tensor<2xf32>, %a: f32) {
  grad.vjp @elements(%x, %a) cotangents(%x) {strong_zero, wrt = array<i64: 0>} : (tensor<2xf32>, f32, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}
// CHECK-LABEL: func.func private @elements_vjp(
// CHECK: cmpf uno
// CHECK: return

// -----

// In the body of a structured op, each element is tested, also of a constant
// tensor.
#id = affine_map<(i) -> (i)>
func.func @body(%x: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %two = arith.constant 2.0 : f32
  %d0 = arith.constant 0 : index
  %n = tensor.dim %x, %d0 : tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %twos = linalg.fill ins(%two : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %z, %twos : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %t: f32, %out: f32):
    %l = math.log %a : f32
    %s = arith.mulf %l, %t : f32
    %p = arith.mulf %s, %b : f32
    linalg.yield %p : f32
  } -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func private @request_body(%x: tensor<?xf32>, %z: tensor<?xf32>, %c: tensor<?xf32>) {
  grad.vjp @body(%x, %z) cotangents(%c) {strong_zero, wrt = array<i64: 0>} : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}
// CHECK-LABEL: func.func private @body_vjp(
// CHECK: linalg.generic
// CHECK: linalg.generic
// CHECK: ^bb0([[A:%[a-z0-9_]+]]: f32, [[B:%[a-z0-9_]+]]: f32, [[T:%[a-z0-9_]+]]: f32, [[C:%[a-z0-9_]+]]: f32, %{{.*}}: f32):
// CHECK: [[BY_B:%[a-z0-9_]+]] = arith.mulf [[C]], [[B]] : f32
// CHECK: cmpf uno, [[BY_B]]
// CHECK: [[P:%[a-z0-9_]+]] = arith.select %{{.*}}, %{{.*}}, [[BY_B]] : f32
// The derivative of s times t is a constant.
// CHECK-NEXT: [[S:%[a-z0-9_]+]] = arith.mulf [[P]], [[T]] : f32
// CHECK-NEXT: [[L:%[a-z0-9_]+]] = arith.divf [[S]], [[A]] : f32
// CHECK: cmpf uno, [[L]]
// CHECK: linalg.yield

// -----

// A contraction stays a contraction, in both modes.
func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
func.func @conv(%x: tensor<1x?x?x4xf16>, %w: tensor<3x3x4x8xf16>, %o: tensor<1x?x?x8xf16>) -> tensor<1x?x?x8xf16> {
  %y = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x?x?x4xf16>, tensor<3x3x4x8xf16>)
      outs(%o : tensor<1x?x?x8xf16>) -> tensor<1x?x?x8xf16>
  return %y : tensor<1x?x?x8xf16>
}
func.func private @request_contractions(%a: tensor<?x?xf32>, %x: tensor<1x?x?x4xf16>, %w: tensor<3x3x4x8xf16>, %o: tensor<1x?x?x8xf16>) {
  grad.vjp @matmul(%a, %a, %a) cotangents(%a) {strong_zero}
      : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
  grad.jvp @matmul(%a, %a, %a) tangents(%a, %a, %a) {strong_zero}
      : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  grad.vjp @conv(%x, %w, %o) cotangents(%o) {strong_zero}
      : (tensor<1x?x?x4xf16>, tensor<3x3x4x8xf16>, tensor<1x?x?x8xf16>, tensor<1x?x?x8xf16>) -> (tensor<1x?x?x8xf16>, tensor<1x?x?x4xf16>, tensor<3x3x4x8xf16>, tensor<1x?x?x8xf16>)
  grad.jvp @conv(%x, %w, %o) tangents(%x, %w, %o) {strong_zero}
      : (tensor<1x?x?x4xf16>, tensor<3x3x4x8xf16>, tensor<1x?x?x8xf16>, tensor<1x?x?x4xf16>, tensor<3x3x4x8xf16>, tensor<1x?x?x8xf16>) -> (tensor<1x?x?x8xf16>, tensor<1x?x?x8xf16>)
  return
}
// CHECK-LABEL: func.func private @matmul_jvp(
// CHECK-NOT: cmpf
// CHECK-COUNT-3: linalg.matmul
// CHECK-NOT: cmpf
// CHECK-LABEL: func.func private @matmul_vjp(
// CHECK-NOT: cmpf
// CHECK-COUNT-3: linalg.matmul
// CHECK-NOT: cmpf
// CHECK-LABEL: func.func private @conv_jvp(
// CHECK-NOT: cmpf
// CHECK-LABEL: func.func private @conv_vjp(
// CHECK-NOT: cmpf
// CHECK: return

// -----

// A softmax is NaN in rows without a finite number. Its sum of products belongs
// to the rule.
func.func @softmax(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %d0 = arith.constant 0 : index
  %d1 = arith.constant 1 : index
  %m = tensor.dim %x, %d0 : tensor<?x?xf32>
  %n = tensor.dim %x, %d1 : tensor<?x?xf32>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
func.func private @request_softmax(%x: tensor<?x?xf32>) {
  grad.vjp @softmax(%x) cotangents(%x) {strong_zero} : (tensor<?x?xf32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return
}
// CHECK-LABEL: func.func private @softmax_vjp(
// CHECK: linalg.softmax
// CHECK: iterator_types = ["parallel", "reduction"]
// CHECK: cmpf uno
// CHECK: arith.addf
// CHECK: iterator_types = ["parallel", "parallel"]
// CHECK: cmpf uno
// CHECK: return

// -----

// Narrow floats: the test is in the type in which the product is computed.
func.func @narrow(%x: f16, %z: bf16, %v: vector<4xf16>) -> (f16, bf16, vector<4xf16>) {
  %a = math.sqrt %x : f16
  %b = math.exp %z : bf16
  %c = math.rsqrt %v : vector<4xf16>
  return %a, %b, %c : f16, bf16, vector<4xf16>
}
func.func private @request_narrow(%x: f16, %z: bf16, %v: vector<4xf16>) {
  grad.jvp @narrow(%x, %z, %v) tangents(%x, %z, %v) {strong_zero}
      : (f16, bf16, vector<4xf16>, f16, bf16, vector<4xf16>) -> (f16, bf16, vector<4xf16>, f16, bf16, vector<4xf16>)
  return
}
// CHECK-LABEL: func.func private @narrow_jvp(
// CHECK: cmpf uno, {{.*}} : f32
// CHECK: [[A:%[a-z0-9_]+]] = arith.select {{.*}} : f32
// CHECK: arith.truncf [[A]] : f32 to f16
// CHECK: cmpf uno, {{.*}} : bf16
// CHECK: arith.select {{.*}} : bf16
// CHECK: cmpf uno, {{.*}} : vector<4xf32>
// CHECK: arith.select {{.*}} : vector<4xi1>, vector<4xf32>

// -----

// Each small float type with a zero. A type without a zero has no product that
// could be zero.
func.func @few_bits(%a: f8E5M2, %b: f8E4M3FN, %c: f4E2M1FN, %d: f6E3M2FN, %e: tf32, %f: f80, %g: f128)
    -> (f8E5M2, f8E4M3FN, f4E2M1FN, f6E3M2FN, tf32, f80, f128) {
  %p = arith.divf %a, %a : f8E5M2
  %q = arith.divf %b, %b : f8E4M3FN
  %r = arith.divf %c, %c : f4E2M1FN
  %s = arith.divf %d, %d : f6E3M2FN
  %t = arith.divf %e, %e : tf32
  %u = arith.divf %f, %f : f80
  %v = arith.divf %g, %g : f128
  return %p, %q, %r, %s, %t, %u, %v : f8E5M2, f8E4M3FN, f4E2M1FN, f6E3M2FN, tf32, f80, f128
}
func.func @without_zero(%x: f8E8M0FNU, %z: f8E8M0FNU) -> f8E8M0FNU {
  %p = arith.mulf %x, %z : f8E8M0FNU
  %y = math.sqrt %p : f8E8M0FNU
  return %y : f8E8M0FNU
}
func.func private @request_few_bits(%a: f8E5M2, %b: f8E4M3FN, %c: f4E2M1FN, %d: f6E3M2FN, %e: tf32, %f: f80, %g: f128, %h: f8E8M0FNU) {
  grad.vjp @few_bits(%a, %b, %c, %d, %e, %f, %g) cotangents(%a, %b, %c, %d, %e, %f, %g) {strong_zero}
      : (f8E5M2, f8E4M3FN, f4E2M1FN, f6E3M2FN, tf32, f80, f128, f8E5M2, f8E4M3FN, f4E2M1FN, f6E3M2FN, tf32, f80, f128)
      -> (f8E5M2, f8E4M3FN, f4E2M1FN, f6E3M2FN, tf32, f80, f128, f8E5M2, f8E4M3FN, f4E2M1FN, f6E3M2FN, tf32, f80, f128)
  grad.vjp @without_zero(%h, %h) cotangents(%h) {strong_zero} : (f8E8M0FNU, f8E8M0FNU, f8E8M0FNU) -> (f8E8M0FNU, f8E8M0FNU, f8E8M0FNU)
  return
}
// A type without an infinity needs another division to see if the quotient is
// zero.
// CHECK-LABEL: func.func private @few_bits_vjp(
// CHECK: cmpf uno, {{.*}} : f128
// CHECK: cmpf uno, {{.*}} : f80
// CHECK: cmpf uno, {{.*}} : tf32
// CHECK: math.absf {{.*}} : tf32
// CHECK-NOT: math.absf {{.*}} : f{{[46]}}E
// CHECK-NOT: math.absf {{.*}} : f8E4M3FN
// CHECK: math.absf {{.*}} : f8E5M2
// CHECK: return
// CHECK-LABEL: func.func private @without_zero_vjp(
// CHECK-NOT: cmpf
// CHECK: return
