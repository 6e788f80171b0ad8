// Rounding of an op's result: none in f64, otherwise to the type.

// RUN: sg-run %s --function=sums --device=reference | FileCheck %s --check-prefix=NONE
// RUN: sg-run %s --function=sums --device=reference --reference-rounding=none | FileCheck %s --check-prefix=NONE
// NONE:      result[0]: f64=2.5
// NONE-NEXT: result[1]: f64=1.00000001
// NONE-NEXT: result[2]: f64=300
// RUN: sg-run %s --function=sums --device=reference --reference-rounding=each-op | FileCheck %s --check-prefix=EACH-OP
// EACH-OP:      result[0]: f64=1.5
// EACH-OP-NEXT: result[1]: f64=1
// EACH-OP-NEXT: result[2]: f64=256
// Stochastic rounding goes up or down; exact values do not change.
// RUN: sg-run %s --function=sums --device=reference --reference-rounding=random > %t.1
// RUN: sg-run %s --function=sums --device=reference --reference-rounding=random --seed=1 | cmp - %t.1
// RUN: sg-run %s --function=sums --device=reference --reference-rounding=random --seed=2 > %t.2
// RUN: not cmp %t.1 %t.2
func.func @sums() -> (f64, f64, f64) {
  // In bf16, adding 1 to 256 has no effect; in f16 no number is between 2048
  // and 2050.
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c300 = arith.constant 300 : index
  %big = arith.constant 2048.0 : f16
  %small = arith.constant 1.0 : f16
  %half = arith.constant 1.5 : f16
  %a = arith.addf %big, %small : f16
  %b = arith.subf %a, %big : f16
  %c = arith.addf %b, %half : f16
  %x = arith.extf %c : f16 to f64
  %one = arith.constant 1.0 : f32
  %little = arith.constant 1.0e-8 : f32
  %d = arith.addf %one, %little : f32
  %y = arith.extf %d : f32 to f64
  %zero = arith.constant 0.0 : bf16
  %unit = arith.constant 1.0 : bf16
  %s = scf.for %i = %c0 to %c300 step %c1 iter_args(%sum = %zero) -> bf16 {
    %next = arith.addf %sum, %unit : bf16
    scf.yield %next : bf16
  }
  %z = arith.extf %s : bf16 to f64
  return %x, %y, %z : f64, f64, f64
}

// Overflow, and types without infinities, without a sign, without zero.
// RUN: sg-run %s --function=ranges --device=reference --input=300 --reference-rounding=each-op \
// RUN:   --expected-output='inf inf nan 65536 nan' --expected-output='-inf -inf nan nan nan'
// RUN: sg-run %s --function=ranges --device=reference --input=300 \
// RUN:   --expected-output=90000 --expected-output=-90000
func.func @ranges(%x: f64) -> (tensor<5xf64>, tensor<5xf64>) {
  %half = arith.truncf %x : f64 to f16
  %eighth = arith.truncf %x : f64 to f8E5M2
  %finite = arith.truncf %x : f64 to f8E4M3FN
  %scale = arith.truncf %x : f64 to f8E8M0FNU
  %no_zero = arith.truncf %x : f64 to f8E4M3FNUZ
  %a = arith.mulf %half, %half : f16
  %b = arith.mulf %eighth, %eighth : f8E5M2
  %c = arith.mulf %finite, %finite : f8E4M3FN
  %d = arith.mulf %scale, %scale : f8E8M0FNU
  %e = arith.mulf %no_zero, %no_zero : f8E4M3FNUZ
  %f = arith.negf %a : f16
  %g = arith.negf %b : f8E5M2
  %h = arith.negf %c : f8E4M3FN
  %minus = arith.constant -1.0 : f64
  %m = arith.mulf %x, %x : f64
  %n = arith.mulf %m, %minus : f64
  %i = arith.truncf %n : f64 to f8E8M0FNU
  %j = arith.negf %e : f8E4M3FNUZ
  %a1 = arith.extf %a : f16 to f64
  %b1 = arith.extf %b : f8E5M2 to f64
  %c1 = arith.extf %c : f8E4M3FN to f64
  %d1 = arith.extf %d : f8E8M0FNU to f64
  %e1 = arith.extf %e : f8E4M3FNUZ to f64
  %f1 = arith.extf %f : f16 to f64
  %g1 = arith.extf %g : f8E5M2 to f64
  %h1 = arith.extf %h : f8E4M3FN to f64
  %i1 = arith.extf %i : f8E8M0FNU to f64
  %j1 = arith.extf %j : f8E4M3FNUZ to f64
  %y = tensor.from_elements %a1, %b1, %c1, %d1, %e1 : tensor<5xf64>
  %z = tensor.from_elements %f1, %g1, %h1, %i1, %j1 : tensor<5xf64>
  return %y, %z : tensor<5xf64>, tensor<5xf64>
}
