// Complex arithmetic is converted without folds, which are wrong for NaN,
// infinity, negative zero and rounded sums.
//
// RUN: sg-opt %s --sg-convert-complex | FileCheck %s
// RUN: sg-run %s --function=sums --input=1 --input=1e30 --expected-output=0 --expected-output=0 --expected-output=0
// RUN: sg-run %s --function=sums --input=1 --input=1e30 --expected-output=0 --expected-output=0 --expected-output=0 --device=emulated
// RUN: sg-run %s --function=zeros --input=-0.0 | FileCheck %s --check-prefix=ZEROS
// RUN: sg-run %s --function=ones --input=nan --input=1 | FileCheck %s --check-prefix=ONES
// RUN: sg-run %s --function=ones --input=nan --input=1 --device=emulated | FileCheck %s --check-prefix=ONES
// RUN: sg-run %s --function=period --input=0.5 --input=10 --expected-output=-2.566370614359173 --tolerance=1e-14

// Infinities with another part that is NaN or infinite, and log close to the
// unit circle, where log|z| cancels.
// RUN: sg-run %s --function=functions "--input=inf+nanj nan-infj -inf+infj inf-infj" | FileCheck %s --check-prefix=INFINITE
// RUN: sg-run %s --function=functions "--input=inf+nanj nan-infj -inf+infj inf-infj" --device=emulated | FileCheck %s --check-prefix=INFINITE
// RUN: sg-run %s --function=functions "--input=inf+nanj nan-infj -inf+infj inf-infj" --device=reference | FileCheck %s --check-prefix=INFINITE
// INFINITE:      result[0]: 4xf64=inf inf inf inf
// INFINITE-NEXT: result[1]: 4xcomplex<f64>=inf+nanj nan+nanj {{-?0[+-]0j}} inf+nanj
// INFINITE-NEXT: result[2]: 4xcomplex<f64>=inf+nanj inf+nanj inf+2.35619{{[0-9]*}}j inf-0.78539{{[0-9]*}}j
// RUN: sg-run %s --function=functions "--input=0.6+0.8j 1.000000001+1e-9j 0.9999607386934183+0.0088612116391141j 0" \
// RUN:   --verify-against-reference 2>&1 | FileCheck %s --check-prefix=CIRCLE
// CIRCLE:      reference: result 2: 4 of 4 elements agree
func.func @functions(%x: tensor<4xcomplex<f64>>) -> (tensor<4xf64>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) {
  %reals = tensor.empty() : tensor<4xf64>
  %empty = tensor.empty() : tensor<4xcomplex<f64>>
  %a = linalg.map {complex.abs} ins(%x : tensor<4xcomplex<f64>>) outs(%reals : tensor<4xf64>)
  %e = linalg.map {complex.exp} ins(%x : tensor<4xcomplex<f64>>) outs(%empty : tensor<4xcomplex<f64>>)
  %l = linalg.map {complex.log} ins(%x : tensor<4xcomplex<f64>>) outs(%empty : tensor<4xcomplex<f64>>)
  return %a, %e, %l : tensor<4xf64>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>
}

// The root of a negative number has no real part. Roots neither overflow nor
// underflow.
// RUN: sg-run %s --function=roots "--input=-4 -4-0j 1e308+1e308j -0-0j" | FileCheck %s --check-prefix=ROOTS
// RUN: sg-run %s --function=roots "--input=nan+infj -inf+nanj -inf-1j 2e-320j" | FileCheck %s --check-prefix=LIMITS
// ROOTS: result[0]: 4xcomplex<f64>=0+2j 0-2j 1.0986841134678{{[0-9]*}}e+154+4.550898605622{{[0-9]*}}e+153j 0-0j
// LIMITS: result[0]: 4xcomplex<f64>=inf+infj nan+infj 0-infj 9.9999443357{{[0-9]*}}e-161+9.9999443357{{[0-9]*}}e-161j
func.func @roots(%x: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %empty = tensor.empty() : tensor<4xcomplex<f64>>
  %r = linalg.map {complex.sqrt} ins(%x : tensor<4xcomplex<f64>>) outs(%empty : tensor<4xcomplex<f64>>)
  return %r : tensor<4xcomplex<f64>>
}

// CHECK-LABEL: func @sums(
// CHECK-NOT:     complex.{{add|sub}}
// CHECK:         return
func.func @sums(%x: f32, %y: f32) -> (f32, f32, f32) {
  %a = complex.create %x, %x : complex<f32>
  %b = complex.create %y, %y : complex<f32>
  %s = complex.sub %a, %b : complex<f32>
  %p = complex.add %s, %b : complex<f32>
  %t = complex.add %a, %b : complex<f32>
  %q = complex.sub %t, %b : complex<f32>
  %r = complex.add %b, %s : complex<f32>
  %u = complex.re %p : complex<f32>
  %v = complex.re %q : complex<f32>
  %w = complex.im %r : complex<f32>
  return %u, %v, %w : f32, f32, f32
}

// ZEROS:      result[0]: f32=0
// ZEROS-NEXT: result[1]: f32=0
func.func @zeros(%x: f32) -> (f32, f32) {
  %a = complex.create %x, %x : complex<f32>
  %z = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %n = complex.constant [-0.0 : f32, 0.0 : f32] : complex<f32>
  %r = complex.add %a, %z : complex<f32>
  %s = complex.sub %a, %n : complex<f32>
  %p = complex.re %r : complex<f32>
  %q = complex.re %s : complex<f32>
  return %p, %q : f32, f32
}

// ONES:      result[0]: f64=nan
// ONES-NEXT: result[1]: f64=nan
// ONES-NEXT: result[2]: f64=nan
func.func @ones(%re: f64, %im: f64) -> (f64, f64, f64) {
  %z = complex.create %re, %im : complex<f64>
  %one = complex.constant [1.0, 0.0] : complex<f64>
  %d = complex.div %z, %one : complex<f64>
  %m = complex.mul %z, %one : complex<f64>
  %l = complex.log %z : complex<f64>
  %e = complex.exp %l : complex<f64>
  %a = complex.im %d : complex<f64>
  %b = complex.im %m : complex<f64>
  %c = complex.im %e : complex<f64>
  return %a, %b, %c : f64, f64, f64
}

func.func @period(%re: f64, %im: f64) -> f64 {
  %z = complex.create %re, %im : complex<f64>
  %e = complex.exp %z : complex<f64>
  %l = complex.log %e : complex<f64>
  %b = complex.im %l : complex<f64>
  return %b : f64
}
