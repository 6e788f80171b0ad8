// A stop returns the bits of its operand, and so does the primal value of a
// derivative. The bits are compared, because comparing floats would hide
// differences between zeros and between NaNs. The gradient is +0, bit for bit.
//
// @patterns returns integers. A header with a float type instead of the integer
// type turns the integers into floats, and vice versa.
//
// The reference has a single NaN.
// UNSUPPORTED: reference
//
// RUN: sg-run %s --function=patterns --output=@%t.i2.npy --output=@%t.i2b.npy \
// RUN:   --output=@%t.i4.npy --output=@%t.i8.npy
// RUN: sed 's/<i2/<f2/' %t.i2.npy > %t.f16.npy
// RUN: sed 's/<i2/<V2/' %t.i2b.npy > %t.bf16.npy
// RUN: sed 's/<i4/<f4/' %t.i4.npy > %t.f32.npy
// RUN: sed 's/<i8/<f8/' %t.i8.npy > %t.f64.npy
//
// RUN: sg-run %s --function=stopped --input=@%t.f16.npy --input=@%t.bf16.npy \
// RUN:   --input=@%t.f32.npy --input=@%t.f64.npy \
// RUN:   --output=@%t.f16.y.npy --output=@%t.bf16.y.npy --output=@%t.f32.y.npy --output=@%t.f64.y.npy \
// RUN:   --output=@%t.f16.g.npy --output=@%t.bf16.g.npy --output=@%t.f32.g.npy --output=@%t.f64.g.npy
//
// RUN: cmp %t.f16.npy %t.f16.y.npy
// RUN: cmp %t.bf16.npy %t.bf16.y.npy
// RUN: cmp %t.f32.npy %t.f32.y.npy
// RUN: cmp %t.f64.npy %t.f64.y.npy
//
// RUN: sed 's/<f2/<i2/' %t.f16.g.npy > %t.f16.zero.npy
// RUN: sed 's/<V2/<i2/' %t.bf16.g.npy > %t.bf16.zero.npy
// RUN: sed 's/<f4/<i4/' %t.f32.g.npy > %t.f32.zero.npy
// RUN: sed 's/<f8/<i8/' %t.f64.g.npy > %t.f64.zero.npy
// RUN: sg-run %s --function=bits --input=@%t.f16.zero.npy --input=@%t.bf16.zero.npy \
// RUN:   --input=@%t.f32.zero.npy --input=@%t.f64.zero.npy \
// RUN:   --expected-output=0 --expected-output=0 --expected-output=0 --expected-output=0

// Integers and booleans, which the derivative of another argument forwards.
// RUN: sg-run %s --function=integers --input='false true' --input='-128 127' --input='0 255' \
// RUN:   --input='-2147483648 2147483647' --input='-9223372036854775808 9223372036854775807' --input=3 \
// RUN:   --expected-output='false true' --expected-output='-128 127' --expected-output='0 255' \
// RUN:   --expected-output='-2147483648 2147483647' \
// RUN:   --expected-output='-9223372036854775808 9223372036854775807' \
// RUN:   --expected-output=9 --expected-output=3

func.func @patterns() -> (tensor<10xi16>, tensor<10xi16>, tensor<11xi32>, tensor<11xi64>) {
  // 0, -0, inf, -inf, NaNs: quiet, with a payload, negative, signaling;
  // the smallest numbers of both signs.
  %f16 = arith.constant dense<[0x0000, 0x8000, 0x7C00, 0xFC00, 0x7E00, 0x7E55, 0xFE01, 0x7C01, 0x0001, 0x8001]>
      : tensor<10xi16>
  %bf16 = arith.constant dense<[0x0000, 0x8000, 0x7F80, 0xFF80, 0x7FC0, 0x7FD5, 0xFFC1, 0x7F81, 0x0001, 0x8001]>
      : tensor<10xi16>
  // The same values, and the largest number.
  %f32 = arith.constant dense<[0x00000000, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC12345,
                               0xFFC00001, 0x7F800001, 0x00000001, 0x80000001, 0x7F7FFFFF]> : tensor<11xi32>
  %f64 = arith.constant dense<[0x0000000000000000, 0x8000000000000000, 0x7FF0000000000000, 0xFFF0000000000000,
                               0x7FF8000000000000, 0x7FF8000012345678, 0xFFF8000000000001, 0x7FF0000000000001,
                               0x0000000000000001, 0x8000000000000001, 0x7FEFFFFFFFFFFFFF]> : tensor<11xi64>
  return %f16, %bf16, %f32, %f64 : tensor<10xi16>, tensor<10xi16>, tensor<11xi32>, tensor<11xi64>
}

func.func private @stop(%a: tensor<10xf16>, %b: tensor<10xbf16>, %c: tensor<11xf32>, %d: tensor<11xf64>)
    -> (tensor<10xf16>, tensor<10xbf16>, tensor<11xf32>, tensor<11xf64>) {
  %ya = grad.stop_gradient %a : tensor<10xf16>
  %yb = grad.stop_gradient %b : tensor<10xbf16>
  %yc = grad.stop_gradient %c : tensor<11xf32>
  %yd = grad.stop_gradient %d : tensor<11xf64>
  return %ya, %yb, %yc, %yd : tensor<10xf16>, tensor<10xbf16>, tensor<11xf32>, tensor<11xf64>
}
// The cotangents are the same NaNs and infinities.
func.func @stopped(%a: tensor<10xf16>, %b: tensor<10xbf16>, %c: tensor<11xf32>, %d: tensor<11xf64>)
    -> (tensor<10xf16>, tensor<10xbf16>, tensor<11xf32>, tensor<11xf64>,
        tensor<10xf16>, tensor<10xbf16>, tensor<11xf32>, tensor<11xf64>) {
  %r:8 = grad.vjp @stop(%a, %b, %c, %d) cotangents(%a, %b, %c, %d)
      : (tensor<10xf16>, tensor<10xbf16>, tensor<11xf32>, tensor<11xf64>,
         tensor<10xf16>, tensor<10xbf16>, tensor<11xf32>, tensor<11xf64>)
      -> (tensor<10xf16>, tensor<10xbf16>, tensor<11xf32>, tensor<11xf64>,
          tensor<10xf16>, tensor<10xbf16>, tensor<11xf32>, tensor<11xf64>)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7
      : tensor<10xf16>, tensor<10xbf16>, tensor<11xf32>, tensor<11xf64>,
        tensor<10xf16>, tensor<10xbf16>, tensor<11xf32>, tensor<11xf64>
}
func.func @bits(%a: tensor<10xi16>, %b: tensor<10xi16>, %c: tensor<11xi32>, %d: tensor<11xi64>)
    -> (tensor<10xi16>, tensor<10xi16>, tensor<11xi32>, tensor<11xi64>) {
  return %a, %b, %c, %d : tensor<10xi16>, tensor<10xi16>, tensor<11xi32>, tensor<11xi64>
}

func.func private @square_and_integers(%p: tensor<2xi1>, %i: tensor<2xi8>, %u: tensor<2xui8>,
                                       %j: tensor<2xi32>, %k: tensor<2xi64>, %x: f32)
    -> (f32, tensor<2xi1>, tensor<2xi8>, tensor<2xui8>, tensor<2xi32>, tensor<2xi64>) {
  %sp = grad.stop_gradient %p : tensor<2xi1>
  %si = grad.stop_gradient %i : tensor<2xi8>
  %su = grad.stop_gradient %u : tensor<2xui8>
  %sj = grad.stop_gradient %j : tensor<2xi32>
  %sk = grad.stop_gradient %k : tensor<2xi64>
  %c = grad.stop_gradient %x : f32
  %y = arith.mulf %x, %c : f32
  return %y, %sp, %si, %su, %sj, %sk : f32, tensor<2xi1>, tensor<2xi8>, tensor<2xui8>, tensor<2xi32>, tensor<2xi64>
}
func.func @integers(%p: tensor<2xi1>, %i: tensor<2xi8>, %u: tensor<2xui8>,
                    %j: tensor<2xi32>, %k: tensor<2xi64>, %x: f32)
    -> (tensor<2xi1>, tensor<2xi8>, tensor<2xui8>, tensor<2xi32>, tensor<2xi64>, f32, f32) {
  %r:7 = grad.value_and_grad @square_and_integers(%p, %i, %u, %j, %k, %x)
      : (tensor<2xi1>, tensor<2xi8>, tensor<2xui8>, tensor<2xi32>, tensor<2xi64>, f32)
      -> (f32, tensor<2xi1>, tensor<2xi8>, tensor<2xui8>, tensor<2xi32>, tensor<2xi64>, f32)
  return %r#1, %r#2, %r#3, %r#4, %r#5, %r#0, %r#6
      : tensor<2xi1>, tensor<2xi8>, tensor<2xui8>, tensor<2xi32>, tensor<2xi64>, f32, f32
}
