// The values of the rows at special points, in native code in f32: where there
// is no derivative, at infinities, and at NaN. The unit tests of the rows have
// more such points, on doubles.

// RUN: sg-run %s --function=main | FileCheck %s

// absf at 0 -0.0 -inf nan
// CHECK: result[0]: 4xf32=0 0 -1 0{{$}}
// sqrt at 0 inf -1 4
// CHECK-NEXT: result[1]: 4xf32=inf 0 nan 0.25{{$}}
// rsqrt at 0 inf -1 4
// CHECK-NEXT: result[2]: 4xf32=-inf -0 nan -0.0625{{$}}
// cbrt at 0 -inf inf nan
// CHECK-NEXT: result[3]: 4xf32=inf 0 0 nan{{$}}
// log at 0 inf -1 0.5
// CHECK-NEXT: result[4]: 4xf32=inf 0 -1 2{{$}}
// log1p at -1 inf -2 0
// CHECK-NEXT: result[5]: 4xf32=inf 0 -1 1{{$}}
// acos at 1 -1 2 0
// CHECK-NEXT: result[6]: 4xf32=-inf -inf nan -1{{$}}
// asin at 1 -1 2 0
// CHECK-NEXT: result[7]: 4xf32=inf inf nan 1{{$}}
// acosh at 1 inf 0.5 1e30
// CHECK-NEXT: result[8]: 4xf32=inf 0 nan 1.0000001e-30{{$}}
// asinh at inf -inf 1e30 0
// CHECK-NEXT: result[9]: 4xf32=0 0 1e-30 1{{$}}
// atan at inf -inf 1e30 0
// CHECK-NEXT: result[10]: 4xf32=0 0 0 1{{$}}
// atanh at 1 -1 0 0.5
// CHECK-NEXT: result[11]: 4xf32=inf inf 1 1.3333334{{$}}
// tanh at inf -inf -20 0
// CHECK-NEXT: result[12]: 4xf32=0 0 0 1{{$}}
// exp at -inf inf 0 nan
// CHECK-NEXT: result[13]: 4xf32=0 inf 1 nan{{$}}
// erf at inf -inf 0 nan
// CHECK-NEXT: result[14]: 4xf32=0 0 1.1283792 nan{{$}}
// maximumf at (2, 2), (0.0, -0.0), (nan, 1), (1, nan)
// CHECK-NEXT: result[15]: 4xf32=0.5 0.5 0 0{{$}}
// CHECK-NEXT: result[16]: 4xf32=0.5 0.5 0 0{{$}}
// minimumf at (2, 2), (0.0, -0.0), (nan, 1), (1, nan)
// CHECK-NEXT: result[17]: 4xf32=0.5 0.5 0 0{{$}}
// CHECK-NEXT: result[18]: 4xf32=0.5 0.5 0 0{{$}}
// maxnumf at (2, 2), (0.0, -0.0), (nan, 1), (1, nan)
// CHECK-NEXT: result[19]: 4xf32=0.5 0.5 0 1{{$}}
// CHECK-NEXT: result[20]: 4xf32=0.5 0.5 1 0{{$}}
// minnumf at (2, 2), (0.0, -0.0), (nan, 1), (1, nan)
// CHECK-NEXT: result[21]: 4xf32=0.5 0.5 0 1{{$}}
// CHECK-NEXT: result[22]: 4xf32=0.5 0.5 1 0{{$}}
// divf at (1, 0), (0, 0), (1, inf), (inf, 2)
// CHECK-NEXT: result[23]: 4xf32=inf inf 0 0.5{{$}}
// CHECK-NEXT: result[24]: 4xf32=-inf nan -0 -inf{{$}}
// remf at (6, 2), (-6, 2), (1, inf), (1, 0)
// CHECK-NEXT: result[25]: 4xf32=1 1 1 1{{$}}
// CHECK-NEXT: result[26]: 4xf32=-3 3 -0 nan{{$}}
// atan2 at (0, 0), (0, -2), (inf, inf), (1e30, 1e30)
// CHECK-NEXT: result[27]: 4xf32=nan -0.5 nan 5e-31{{$}}
// CHECK-NEXT: result[28]: 4xf32=nan -0 nan -5e-31{{$}}
// powf at (0, 0), (0, 1), (0, 0.5), (-2, 3)
// CHECK-NEXT: result[29]: 4xf32=0 1 inf 12{{$}}
// CHECK-NEXT: result[30]: 4xf32=0 0 0 nan{{$}}
// copysign at (0, 1), (2, -0.0), (-inf, -1), (nan, 1)
// CHECK-NEXT: result[31]: 4xf32=0 -1 1 0{{$}}
// CHECK-NEXT: result[32]: 4xf32=0 0 0 0{{$}}

!t = tensor<4xf32>

func.func @absf(%x: !t) -> !t {
  %y = math.absf %x : !t
  return %y : !t
}

func.func @sqrt(%x: !t) -> !t {
  %y = math.sqrt %x : !t
  return %y : !t
}

func.func @rsqrt(%x: !t) -> !t {
  %y = math.rsqrt %x : !t
  return %y : !t
}

func.func @cbrt(%x: !t) -> !t {
  %y = math.cbrt %x : !t
  return %y : !t
}

func.func @log(%x: !t) -> !t {
  %y = math.log %x : !t
  return %y : !t
}

func.func @log1p(%x: !t) -> !t {
  %y = math.log1p %x : !t
  return %y : !t
}

func.func @acos(%x: !t) -> !t {
  %y = math.acos %x : !t
  return %y : !t
}

func.func @asin(%x: !t) -> !t {
  %y = math.asin %x : !t
  return %y : !t
}

func.func @acosh(%x: !t) -> !t {
  %y = math.acosh %x : !t
  return %y : !t
}

func.func @asinh(%x: !t) -> !t {
  %y = math.asinh %x : !t
  return %y : !t
}

func.func @atan(%x: !t) -> !t {
  %y = math.atan %x : !t
  return %y : !t
}

func.func @atanh(%x: !t) -> !t {
  %y = math.atanh %x : !t
  return %y : !t
}

func.func @tanh(%x: !t) -> !t {
  %y = math.tanh %x : !t
  return %y : !t
}

func.func @exp(%x: !t) -> !t {
  %y = math.exp %x : !t
  return %y : !t
}

func.func @erf(%x: !t) -> !t {
  %y = math.erf %x : !t
  return %y : !t
}

func.func @maximumf(%x: !t, %z: !t) -> !t {
  %y = arith.maximumf %x, %z : !t
  return %y : !t
}

func.func @minimumf(%x: !t, %z: !t) -> !t {
  %y = arith.minimumf %x, %z : !t
  return %y : !t
}

func.func @maxnumf(%x: !t, %z: !t) -> !t {
  %y = arith.maxnumf %x, %z : !t
  return %y : !t
}

func.func @minnumf(%x: !t, %z: !t) -> !t {
  %y = arith.minnumf %x, %z : !t
  return %y : !t
}

func.func @divf(%x: !t, %z: !t) -> !t {
  %y = arith.divf %x, %z : !t
  return %y : !t
}

func.func @remf(%x: !t, %z: !t) -> !t {
  %y = arith.remf %x, %z : !t
  return %y : !t
}

func.func @atan2(%x: !t, %z: !t) -> !t {
  %y = math.atan2 %x, %z : !t
  return %y : !t
}

func.func @powf(%x: !t, %z: !t) -> !t {
  %y = math.powf %x, %z : !t
  return %y : !t
}

func.func @copysign(%x: !t, %z: !t) -> !t {
  %y = math.copysign %x, %z : !t
  return %y : !t
}

func.func @main() -> (!t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t) {
  %one = arith.constant dense<1.0> : !t
  %absf_x = arith.constant dense<[0.0, -0.0, 0xFF800000, 0x7FC00000]> : !t
  %absf, %absf_dx = grad.vjp @absf(%absf_x) cotangents(%one) : (!t, !t) -> (!t, !t)
  %sqrt_x = arith.constant dense<[0.0, 0x7F800000, -1.0, 4.0]> : !t
  %sqrt, %sqrt_dx = grad.vjp @sqrt(%sqrt_x) cotangents(%one) : (!t, !t) -> (!t, !t)
  %rsqrt_x = arith.constant dense<[0.0, 0x7F800000, -1.0, 4.0]> : !t
  %rsqrt, %rsqrt_dx = grad.vjp @rsqrt(%rsqrt_x) cotangents(%one) : (!t, !t) -> (!t, !t)
  %cbrt_x = arith.constant dense<[0.0, 0xFF800000, 0x7F800000, 0x7FC00000]> : !t
  %cbrt, %cbrt_dx = grad.vjp @cbrt(%cbrt_x) cotangents(%one) : (!t, !t) -> (!t, !t)
  %log_x = arith.constant dense<[0.0, 0x7F800000, -1.0, 0.5]> : !t
  %log, %log_dx = grad.vjp @log(%log_x) cotangents(%one) : (!t, !t) -> (!t, !t)
  %log1p_x = arith.constant dense<[-1.0, 0x7F800000, -2.0, 0.0]> : !t
  %log1p, %log1p_dx = grad.vjp @log1p(%log1p_x) cotangents(%one) : (!t, !t) -> (!t, !t)
  %acos_x = arith.constant dense<[1.0, -1.0, 2.0, 0.0]> : !t
  %acos, %acos_dx = grad.vjp @acos(%acos_x) cotangents(%one) : (!t, !t) -> (!t, !t)
  %asin_x = arith.constant dense<[1.0, -1.0, 2.0, 0.0]> : !t
  %asin, %asin_dx = grad.vjp @asin(%asin_x) cotangents(%one) : (!t, !t) -> (!t, !t)
  %acosh_x = arith.constant dense<[1.0, 0x7F800000, 0.5, 1.0e30]> : !t
  %acosh, %acosh_dx = grad.vjp @acosh(%acosh_x) cotangents(%one) : (!t, !t) -> (!t, !t)
  %asinh_x = arith.constant dense<[0x7F800000, 0xFF800000, 1.0e30, 0.0]> : !t
  %asinh, %asinh_dx = grad.vjp @asinh(%asinh_x) cotangents(%one) : (!t, !t) -> (!t, !t)
  %atan_x = arith.constant dense<[0x7F800000, 0xFF800000, 1.0e30, 0.0]> : !t
  %atan, %atan_dx = grad.vjp @atan(%atan_x) cotangents(%one) : (!t, !t) -> (!t, !t)
  %atanh_x = arith.constant dense<[1.0, -1.0, 0.0, 0.5]> : !t
  %atanh, %atanh_dx = grad.vjp @atanh(%atanh_x) cotangents(%one) : (!t, !t) -> (!t, !t)
  %tanh_x = arith.constant dense<[0x7F800000, 0xFF800000, -20.0, 0.0]> : !t
  %tanh, %tanh_dx = grad.vjp @tanh(%tanh_x) cotangents(%one) : (!t, !t) -> (!t, !t)
  %exp_x = arith.constant dense<[0xFF800000, 0x7F800000, 0.0, 0x7FC00000]> : !t
  %exp, %exp_dx = grad.vjp @exp(%exp_x) cotangents(%one) : (!t, !t) -> (!t, !t)
  %erf_x = arith.constant dense<[0x7F800000, 0xFF800000, 0.0, 0x7FC00000]> : !t
  %erf, %erf_dx = grad.vjp @erf(%erf_x) cotangents(%one) : (!t, !t) -> (!t, !t)
  %maximumf_x = arith.constant dense<[2.0, 0.0, 0x7FC00000, 1.0]> : !t
  %maximumf_z = arith.constant dense<[2.0, -0.0, 1.0, 0x7FC00000]> : !t
  %maximumf, %maximumf_dx, %maximumf_dz = grad.vjp @maximumf(%maximumf_x, %maximumf_z) cotangents(%one) : (!t, !t, !t) -> (!t, !t, !t)
  %minimumf_x = arith.constant dense<[2.0, 0.0, 0x7FC00000, 1.0]> : !t
  %minimumf_z = arith.constant dense<[2.0, -0.0, 1.0, 0x7FC00000]> : !t
  %minimumf, %minimumf_dx, %minimumf_dz = grad.vjp @minimumf(%minimumf_x, %minimumf_z) cotangents(%one) : (!t, !t, !t) -> (!t, !t, !t)
  %maxnumf_x = arith.constant dense<[2.0, 0.0, 0x7FC00000, 1.0]> : !t
  %maxnumf_z = arith.constant dense<[2.0, -0.0, 1.0, 0x7FC00000]> : !t
  %maxnumf, %maxnumf_dx, %maxnumf_dz = grad.vjp @maxnumf(%maxnumf_x, %maxnumf_z) cotangents(%one) : (!t, !t, !t) -> (!t, !t, !t)
  %minnumf_x = arith.constant dense<[2.0, 0.0, 0x7FC00000, 1.0]> : !t
  %minnumf_z = arith.constant dense<[2.0, -0.0, 1.0, 0x7FC00000]> : !t
  %minnumf, %minnumf_dx, %minnumf_dz = grad.vjp @minnumf(%minnumf_x, %minnumf_z) cotangents(%one) : (!t, !t, !t) -> (!t, !t, !t)
  %divf_x = arith.constant dense<[1.0, 0.0, 1.0, 0x7F800000]> : !t
  %divf_z = arith.constant dense<[0.0, 0.0, 0x7F800000, 2.0]> : !t
  %divf, %divf_dx, %divf_dz = grad.vjp @divf(%divf_x, %divf_z) cotangents(%one) : (!t, !t, !t) -> (!t, !t, !t)
  %remf_x = arith.constant dense<[6.0, -6.0, 1.0, 1.0]> : !t
  %remf_z = arith.constant dense<[2.0, 2.0, 0x7F800000, 0.0]> : !t
  %remf, %remf_dx, %remf_dz = grad.vjp @remf(%remf_x, %remf_z) cotangents(%one) : (!t, !t, !t) -> (!t, !t, !t)
  %atan2_x = arith.constant dense<[0.0, 0.0, 0x7F800000, 1.0e30]> : !t
  %atan2_z = arith.constant dense<[0.0, -2.0, 0x7F800000, 1.0e30]> : !t
  %atan2, %atan2_dx, %atan2_dz = grad.vjp @atan2(%atan2_x, %atan2_z) cotangents(%one) : (!t, !t, !t) -> (!t, !t, !t)
  %powf_x = arith.constant dense<[0.0, 0.0, 0.0, -2.0]> : !t
  %powf_z = arith.constant dense<[0.0, 1.0, 0.5, 3.0]> : !t
  %powf, %powf_dx, %powf_dz = grad.vjp @powf(%powf_x, %powf_z) cotangents(%one) : (!t, !t, !t) -> (!t, !t, !t)
  %copysign_x = arith.constant dense<[0.0, 2.0, 0xFF800000, 0x7FC00000]> : !t
  %copysign_z = arith.constant dense<[1.0, -0.0, -1.0, 1.0]> : !t
  %copysign, %copysign_dx, %copysign_dz = grad.vjp @copysign(%copysign_x, %copysign_z) cotangents(%one) : (!t, !t, !t) -> (!t, !t, !t)
  return %absf_dx,
    %sqrt_dx,
    %rsqrt_dx,
    %cbrt_dx,
    %log_dx,
    %log1p_dx,
    %acos_dx,
    %asin_dx,
    %acosh_dx,
    %asinh_dx,
    %atan_dx,
    %atanh_dx,
    %tanh_dx,
    %exp_dx,
    %erf_dx,
    %maximumf_dx, %maximumf_dz,
    %minimumf_dx, %minimumf_dz,
    %maxnumf_dx, %maxnumf_dz,
    %minnumf_dx, %minnumf_dz,
    %divf_dx, %divf_dz,
    %remf_dx, %remf_dz,
    %atan2_dx, %atan2_dz,
    %powf_dx, %powf_dz,
    %copysign_dx, %copysign_dz :
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t
}
