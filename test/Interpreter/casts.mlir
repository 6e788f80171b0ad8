// Conversions between numeric types.

// RUN: sg-run %s --function=integers --device=reference --expected-output='-1 5 -128' \
// RUN:   --expected-output='255 5 128' --expected-output='-1 -1 0' --expected-output='-1 5 -128' \
// RUN:   --expected-output='255 5 128'
func.func @integers() -> (tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<3xindex>, tensor<3xindex>) {
  %x = arith.constant dense<[-1, 5, -128]> : tensor<3xi8>
  %signed = arith.extsi %x : tensor<3xi8> to tensor<3xi64>
  %unsigned = arith.extui %x : tensor<3xi8> to tensor<3xi64>
  %bit = arith.trunci %x : tensor<3xi8> to tensor<3xi1>
  %bits = arith.extsi %bit : tensor<3xi1> to tensor<3xi64>
  %index = arith.index_cast %x : tensor<3xi8> to tensor<3xindex>
  %index_unsigned = arith.index_castui %x : tensor<3xi8> to tensor<3xindex>
  return %signed, %unsigned, %bits, %index, %index_unsigned
      : tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<3xindex>, tensor<3xindex>
}

// 2^24 + 1 and 2^62 + 2^38 + 1, which is just above the midpoint of two f32;
// rounded to f64 it is the midpoint.
// RUN: sg-run %s --function=to_floats --device=reference --reference-rounding=each-op --tolerance=0 \
// RUN:   --expected-output='16777216 4611686568183201792 -1' \
// RUN:   --expected-output='16777216 4611686568183201792 18446744073709551616'
// RUN: sg-run %s --function=to_floats --device=reference --tolerance=0 \
// RUN:   --expected-output='16777216 4611686018427387904 -1' \
// RUN:   --expected-output='16777216 4611686018427387904 18446744073709551616'
func.func @to_floats() -> (tensor<3xf32>, tensor<3xf32>) {
  %x = arith.constant dense<[16777217, 4611686293305294849, -1]> : tensor<3xi64>
  %signed = arith.sitofp %x : tensor<3xi64> to tensor<3xf32>
  %unsigned = arith.uitofp %x : tensor<3xi64> to tensor<3xf32>
  return %signed, %unsigned : tensor<3xf32>, tensor<3xf32>
}

// Rounding toward zero.
// RUN: sg-run %s --function=to_integers --device=reference --expected-output='2 -2 0 127' \
// RUN:   --expected-output='2 255'
func.func @to_integers() -> (tensor<4xi8>, tensor<2xi8>) {
  %x = arith.constant dense<[2.75, -2.75, -0.5, 127.5]> : tensor<4xf32>
  %y = arith.constant dense<[2.75, 255.5]> : tensor<2xf32>
  %signed = arith.fptosi %x : tensor<4xf32> to tensor<4xi8>
  %unsigned = arith.fptoui %y : tensor<2xf32> to tensor<2xi8>
  return %signed, %unsigned : tensor<4xi8>, tensor<2xi8>
}

// RUN: sg-run %s --function=between_floats --device=reference --reference-rounding=each-op --tolerance=0 \
// RUN:   --input='0.1 1e30 3e-8' --expected-output='0.0999755859375 inf 5.960464477539063e-8' \
// RUN:   --expected-output='0.10009765625 1.0002555517425873e+30 3.003515303134918e-8' \
// RUN:   --expected-output='0.10003662109375 inf 5.960464477539063e-8' --expected-output='0.0999755859375 65504 0'
// In f64 these conversions change nothing.
// RUN: sg-run %s --function=between_floats --device=reference --tolerance=0 \
// RUN:   --input='0.1 1e30 3e-8' --expected-output='0.1 1e30 3e-8' --expected-output='0.1 1e30 3e-8' \
// RUN:   --expected-output='0.1 1e30 3e-8' --expected-output='0.1 1e30 3e-8'
func.func @between_floats(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  %half = arith.truncf %x : tensor<3xf64> to tensor<3xf16>
  %brain = arith.truncf %x : tensor<3xf64> to tensor<3xbf16>
  %up = arith.truncf %x upward : tensor<3xf64> to tensor<3xf16>
  %zero = arith.truncf %x toward_zero : tensor<3xf64> to tensor<3xf16>
  %a = arith.extf %half : tensor<3xf16> to tensor<3xf64>
  %b = arith.extf %brain : tensor<3xbf16> to tensor<3xf64>
  %c = arith.extf %up : tensor<3xf16> to tensor<3xf64>
  %d = arith.extf %zero : tensor<3xf16> to tensor<3xf64>
  return %a, %b, %c, %d : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}

// A bitcast rounds a float to its type first, in f64 too: 0.1 becomes the
// nearest f32.
// RUN: sg-run %s --function=bits --device=reference --tolerance=0 --input='0.1 -0.0 nan inf' \
// RUN:   --expected-output='1036831949 -2147483648 2143289344 2139095040' \
// RUN:   --expected-output='0.10000000149011612 -0.0 nan inf' --expected-output='1.5 -2 124 -inf'
func.func @bits(%x: tensor<4xf64>) -> (tensor<4xi32>, tensor<4xf64>, tensor<4xf64>) {
  %single = arith.truncf %x : tensor<4xf64> to tensor<4xf32>
  %bits = arith.bitcast %single : tensor<4xf32> to tensor<4xi32>
  %again = tensor.bitcast %bits : tensor<4xi32> to tensor<4xf32>
  %back = arith.extf %again : tensor<4xf32> to tensor<4xf64>
  %words = arith.constant dense<[0x3E00, 0xC000, 0x57C0, 0xFC00]> : tensor<4xi16>
  %halves = arith.bitcast %words : tensor<4xi16> to tensor<4xf16>
  %wide = arith.extf %halves : tensor<4xf16> to tensor<4xf64>
  return %bits, %back, %wide : tensor<4xi32>, tensor<4xf64>, tensor<4xf64>
}
