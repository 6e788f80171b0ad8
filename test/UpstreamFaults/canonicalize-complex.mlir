// Folds of complex in upstream's --canonicalize (22.1.8) change the results of
// these programs; see canonicalize.mlir. llvm/llvm-project#221384, #212781,
// #212751.
//
// RUN: sg-run %s --device=reference --function=add_of_sub --input=1 --input=1e30 --expected-output=0
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=add_of_sub --input=1 --input=1e30 --expected-output=0 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=exp_of_log --input=nan --input=1 --expected-output=nan
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=exp_of_log --input=nan --input=1 --expected-output=nan 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=log_of_exp --input=0.5 --input=10 --expected-output=-2.566370614359173
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=log_of_exp --input=0.5 --input=10 --expected-output=-2.566370614359173 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=times_one --input=nan --input=1 --expected-output=nan
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=times_one --input=nan --input=1 --expected-output=nan 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=over_one --input=nan --input=1 --expected-output=nan
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=over_one --input=nan --input=1 --expected-output=nan 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=plus_zero --input=-0.0 --expected-output=inf
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=plus_zero --input=-0.0 --expected-output=inf 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=minus_zero --input=-0.0 --expected-output=inf
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=minus_zero --input=-0.0 --expected-output=inf 2>&1 | FileCheck %s
// CHECK: {{is not as expected|leaves unset|division by zero|result 0 is 2x2xf64|is not dimension}}

func.func @add_of_sub(%x: f32, %y: f32) -> f32 {
  %a = complex.create %x, %x : complex<f32>
  %b = complex.create %y, %y : complex<f32>
  %s = complex.sub %a, %b : complex<f32>
  %p = complex.add %s, %b : complex<f32>
  %u = complex.re %p : complex<f32>
  return %u : f32
}

func.func @exp_of_log(%x: f32, %y: f32) -> f32 {
  %z = complex.create %x, %y : complex<f32>
  %l = complex.log %z : complex<f32>
  %e = complex.exp %l : complex<f32>
  %i = complex.im %e : complex<f32>
  return %i : f32
}

func.func @log_of_exp(%x: f64, %y: f64) -> f64 {
  %z = complex.create %x, %y : complex<f64>
  %e = complex.exp %z : complex<f64>
  %l = complex.log %e : complex<f64>
  %i = complex.im %l : complex<f64>
  return %i : f64
}

func.func @times_one(%x: f64, %y: f64) -> f64 {
  %z = complex.create %x, %y : complex<f64>
  %one = complex.constant [1.0, 0.0] : complex<f64>
  %e = complex.mul %z, %one : complex<f64>
  %i = complex.im %e : complex<f64>
  return %i : f64
}

func.func @over_one(%x: f64, %y: f64) -> f64 {
  %z = complex.create %x, %y : complex<f64>
  %one = complex.constant [1.0, 0.0] : complex<f64>
  %e = complex.div %z, %one : complex<f64>
  %i = complex.im %e : complex<f64>
  return %i : f64
}

// 1 / 0: the sum of -0 and 0 is 0.
func.func @plus_zero(%x: f32) -> f32 {
  %a = complex.create %x, %x : complex<f32>
  %z = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %r = complex.add %a, %z : complex<f32>
  %p = complex.re %r : complex<f32>
  %one = arith.constant 1.0 : f32
  %q = arith.divf %one, %p : f32
  return %q : f32
}

func.func @minus_zero(%x: f64) -> f64 {
  %a = complex.create %x, %x : complex<f64>
  %z = complex.constant [-0.0, 0.0] : complex<f64>
  %r = complex.sub %a, %z : complex<f64>
  %p = complex.re %r : complex<f64>
  %one = arith.constant 1.0 : f64
  %q = arith.divf %one, %p : f64
  return %q : f64
}
