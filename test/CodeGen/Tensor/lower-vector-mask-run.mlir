// Masked ops, compiled and run, compared with the reference.
//
// Sizes are not cut to 32 bits.
// RUN: sg-run %s --function=sized --input='1 2 3 4' --input=-4294967293 --threads=1 --expected-output='4xf32=7 7 7 7'
// RUN: sg-run %s --function=sized --input='1 2 3 4' --input=4294967297 --threads=1 --expected-output='4xf32=1 2 3 4'
// RUN: sg-run %s --function=sized --input='1 2 3 4' --input=-4294967293 --device=emulated --expected-output='4xf32=7 7 7 7'
// RUN: sg-run %s --function=sized --input='1 2 3 4' --input=3 --threads=1 --expected-output='4xf32=1 2 3 7'

// A masked read that also has a mask operand.
// RUN: sg-run %s --function=nested --input='5 6 7 8' --input='1 2 3 4' --input=2 --input=3 --threads=1 --expected-output='4xf32=1 4 49 49'
// RUN: sg-run %s --function=nested --input='5 6 7 8' --input='1 2 3 4' --input=2 --input=3 --device=emulated --expected-output='4xf32=1 4 49 49'
// RUN: sg-run %s --function=nested --input='5 6 7 8' --input='1 2 3 4' --input=2 --input=3 --device=reference --expected-output='4xf32=1 4 49 49'

// Only unmasked elements are reduced, two of the first row and one of the
// second.
// RUN: sg-run %s --function=float --input="4xf32=-3 -5 nan nan" --input="4xbf16=-3 -5 nan 2" --input=2 --threads=1 > %t.native
// RUN: sg-run %s --function=float --input="4xf32=-3 -5 nan nan" --input="4xbf16=-3 -5 nan 2" --input=2 --device=reference > %t.reference
// RUN: diff %t.native %t.reference
// RUN: sg-run %s --function=float --input="4xf32=-inf -inf 1 2" --input="4xbf16=-inf -inf 1 2" --input=2 --threads=1 > %t.native
// RUN: sg-run %s --function=float --input="4xf32=-inf -inf 1 2" --input="4xbf16=-inf -inf 1 2" --input=2 --device=reference > %t.reference
// RUN: diff %t.native %t.reference
// RUN: sg-run %s --function=float --input="4xf32=nan nan 1 2" --input="4xbf16=nan nan 1 2" --input=1 --threads=1 > %t.native
// RUN: sg-run %s --function=float --input="4xf32=nan nan 1 2" --input="4xbf16=nan nan 1 2" --input=1 --device=reference > %t.reference
// RUN: diff %t.native %t.reference
// RUN: sg-run %s --function=integer --input="4xi8=-3 5 7 -128" --input="4xindex=-3 -5 7 -9" --input=2 --threads=1 > %t.native
// RUN: sg-run %s --function=integer --input="4xi8=-3 5 7 -128" --input="4xindex=-3 -5 7 -9" --input=2 --device=reference > %t.reference
// RUN: diff %t.native %t.reference
// RUN: sg-run %s --function=rows --input="2x4xf32=-3 -5 9 9 -7 9 9 9" --input="2xf32=-4 -inf" --input=2 --threads=1 --expected-output="2xf32=-3 -inf"
// RUN: sg-run %s --function=rows --input="2x4xf32=-3 -5 9 9 -7 9 9 9" --input="2xf32=-4 -inf" --input=2 --device=reference --expected-output="2xf32=-3 -inf"

func.func @sized(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %z = arith.constant 0 : index
  %p = arith.constant 7.0 : f32
  %m = vector.create_mask %n : vector<4xi1>
  %u = vector.transfer_read %t[%z], %p {in_bounds=[true]} : tensor<4xf32>, vector<4xf32>
  %w = vector.broadcast %p : f32 to vector<4xf32>
  %v = arith.select %m, %u, %w : vector<4xi1>, vector<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = vector.transfer_write %v, %e[%z] {in_bounds=[true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @nested(%t: tensor<4xf32>, %s: tensor<4xf32>, %i: index, %o: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 7.0 : f32
  %in = vector.create_mask %i : vector<4xi1>
  %out = vector.create_mask %o : vector<4xi1>
  %w = vector.mask %out { vector.transfer_read %s[%c0], %p, %in {in_bounds = [true]} : tensor<4xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %v = arith.mulf %w, %w : vector<4xf32>
  %r = vector.transfer_write %v, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @rows(%x: tensor<2x4xf32>, %a: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %z = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.constant 0.0 : f32
  %m = vector.create_mask %c1, %n : vector<2x4xi1>
  %v = vector.transfer_read %x[%z, %z], %p {in_bounds=[true, true]} : tensor<2x4xf32>, vector<2x4xf32>
  %w = vector.transfer_read %a[%z], %p {in_bounds=[true]} : tensor<2xf32>, vector<2xf32>
  %r = vector.mask %m { vector.multi_reduction <maximumf>, %v, %w [1] : vector<2x4xf32> to vector<2xf32> } : vector<2x4xi1> -> vector<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %q = vector.transfer_write %r, %e[%z] {in_bounds=[true]} : vector<2xf32>, tensor<2xf32>
  return %q : tensor<2xf32>
}

func.func @float(%x0: tensor<4xf32>, %x1: tensor<4xbf16>, %n: index) -> (f32, f32, f32, f32, f32, f32, bf16, bf16, bf16) {
  %z = arith.constant 0 : index
  %m = vector.create_mask %n : vector<4xi1>
  %p0 = arith.constant 0.0 : f32
  %v0 = vector.transfer_read %x0[%z], %p0 {in_bounds=[true]} : tensor<4xf32>, vector<4xf32>
  %add0 = vector.mask %m { vector.reduction <add>, %v0 : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %mul0 = vector.mask %m { vector.reduction <mul>, %v0 : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %maximumf0 = vector.mask %m { vector.reduction <maximumf>, %v0 : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %minimumf0 = vector.mask %m { vector.reduction <minimumf>, %v0 : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %maxnumf0 = vector.mask %m { vector.reduction <maxnumf>, %v0 : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %minnumf0 = vector.mask %m { vector.reduction <minnumf>, %v0 : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %p1 = arith.constant 0.0 : bf16
  %v1 = vector.transfer_read %x1[%z], %p1 {in_bounds=[true]} : tensor<4xbf16>, vector<4xbf16>
  %add1 = vector.mask %m { vector.reduction <add>, %v1 : vector<4xbf16> into bf16 } : vector<4xi1> -> bf16
  %maximumf1 = vector.mask %m { vector.reduction <maximumf>, %v1 : vector<4xbf16> into bf16 } : vector<4xi1> -> bf16
  %minnumf1 = vector.mask %m { vector.reduction <minnumf>, %v1 : vector<4xbf16> into bf16 } : vector<4xi1> -> bf16
  return %add0, %mul0, %maximumf0, %minimumf0, %maxnumf0, %minnumf0, %add1, %maximumf1, %minnumf1 : f32, f32, f32, f32, f32, f32, bf16, bf16, bf16
}

func.func @integer(%x0: tensor<4xi8>, %x1: tensor<4xindex>, %n: index) -> (i8, i8, i8, i8, i8, i8, i8, i8, i8, index, index) {
  %z = arith.constant 0 : index
  %m = vector.create_mask %n : vector<4xi1>
  %p0 = arith.constant 0 : i8
  %v0 = vector.transfer_read %x0[%z], %p0 {in_bounds=[true]} : tensor<4xi8>, vector<4xi8>
  %add0 = vector.mask %m { vector.reduction <add>, %v0 : vector<4xi8> into i8 } : vector<4xi1> -> i8
  %mul0 = vector.mask %m { vector.reduction <mul>, %v0 : vector<4xi8> into i8 } : vector<4xi1> -> i8
  %maxsi0 = vector.mask %m { vector.reduction <maxsi>, %v0 : vector<4xi8> into i8 } : vector<4xi1> -> i8
  %maxui0 = vector.mask %m { vector.reduction <maxui>, %v0 : vector<4xi8> into i8 } : vector<4xi1> -> i8
  %minsi0 = vector.mask %m { vector.reduction <minsi>, %v0 : vector<4xi8> into i8 } : vector<4xi1> -> i8
  %minui0 = vector.mask %m { vector.reduction <minui>, %v0 : vector<4xi8> into i8 } : vector<4xi1> -> i8
  %and0 = vector.mask %m { vector.reduction <and>, %v0 : vector<4xi8> into i8 } : vector<4xi1> -> i8
  %or0 = vector.mask %m { vector.reduction <or>, %v0 : vector<4xi8> into i8 } : vector<4xi1> -> i8
  %xor0 = vector.mask %m { vector.reduction <xor>, %v0 : vector<4xi8> into i8 } : vector<4xi1> -> i8
  %p1 = arith.constant 0 : index
  %v1 = vector.transfer_read %x1[%z], %p1 {in_bounds=[true]} : tensor<4xindex>, vector<4xindex>
  %maxsi1 = vector.mask %m { vector.reduction <maxsi>, %v1 : vector<4xindex> into index } : vector<4xi1> -> index
  %minsi1 = vector.mask %m { vector.reduction <minsi>, %v1 : vector<4xindex> into index } : vector<4xi1> -> index
  return %add0, %mul0, %maxsi0, %maxui0, %minsi0, %minui0, %and0, %or0, %xor0, %maxsi1, %minsi1 : i8, i8, i8, i8, i8, i8, i8, i8, i8, index, index
}
