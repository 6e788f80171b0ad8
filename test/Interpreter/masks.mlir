// vector.mask in the reference.

// RUN: sg-run %s --function=masked --input="4xf32=1 2 3 4" --input=2 --device=reference --expected-output="4xf32=1 2 9 9" \
// RUN:   --expected-output="4xf32=5 5 3 4" --expected-output=103 --expected-output=105
func.func @masked(%x: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>, f32, f32) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 7.0 : f32
  %a = arith.constant 100.0 : f32
  %nine = arith.constant dense<9.0> : vector<4xf32>
  %five = arith.constant dense<5.0> : vector<4xf32>
  %m = vector.create_mask %n : vector<4xi1>
  %v = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %r = vector.mask %m, %nine { vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %w = vector.transfer_write %r, %e[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %q = vector.mask %m { vector.transfer_write %five, %x[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32> } : vector<4xi1> -> tensor<4xf32>
  %s = vector.mask %m { vector.reduction <add>, %v, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %d = vector.mask %m { vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %v, %a : vector<4xf32>, vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %w, %q, %s, %d : tensor<4xf32>, tensor<4xf32>, f32, f32
}

// A reduction of no lanes without an initial value has no value.
// RUN: not sg-run %s --function=nothing --input="4xf32=1 2 3 4" --input=0 --device=reference 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: 'vector.reduction': result 0 of @nothing depends on an element that this op leaves unset
func.func @nothing(%x: tensor<4xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %p = arith.constant 7.0 : f32
  %m = vector.create_mask %n : vector<4xi1>
  %v = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %s = vector.mask %m { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %s : f32
}

// The gather's mask and the enclosing mask both apply; a masked lane may have
// an index out of range.
// RUN: sg-run %s --function=gather --input="4xf32=1 2 3 4" --input=3 --device=reference --expected-output="4xf32=4 9 2 9"
// RUN: sg-run %s --function=gather --input="4xf32=1 2 3 4" --input=3 --expected-output="4xf32=4 9 2 9"
func.func @gather(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %i = arith.constant dense<[3, 2, 1, 77]> : vector<4xindex>
  %all = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %pass = arith.constant dense<9.0> : vector<4xf32>
  %m = vector.create_mask %n : vector<4xi1>
  %g = vector.mask %m { vector.gather %x[%c0] [%i], %all, %pass : tensor<4xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %w = vector.transfer_write %g, %e[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %w : tensor<4xf32>
}
