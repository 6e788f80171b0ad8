// Values of vector type.

// RUN: sg-run %s --function=places --device=reference --expected-output='1 2 3 1 2 3' --expected-output='1 4 2 5 3 6' \
// RUN:   --expected-output='4 2 3 1 5' --expected-output='1 10 2 20' --expected-output='2 20 1 10' --expected-output='5 6' \
// RUN:   --expected-output='[[1 2 3][4 7 8]]' --expected-output='0 2 4 1 3 5'
func.func @places() -> (tensor<6xf32>, tensor<6xf32>, tensor<5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2x3xf32>, tensor<6xindex>) {
  %row = arith.constant dense<[1.0, 2.0, 3.0]> : vector<3xf32>
  %two = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %rows = vector.broadcast %row : vector<3xf32> to vector<2x3xf32>
  %a = vector.shape_cast %rows : vector<2x3xf32> to vector<6xf32>
  %transposed = vector.transpose %two, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %b = vector.shape_cast %transposed : vector<3x2xf32> to vector<6xf32>
  %first = vector.shape_cast %two : vector<2x3xf32> to vector<6xf32>
  %c = vector.shuffle %first, %row [3, 1, 2, 6, 4] : vector<6xf32>, vector<3xf32>
  %x = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %y = arith.constant dense<[10.0, 20.0]> : vector<2xf32>
  %d = vector.interleave %x, %y : vector<2xf32> -> vector<4xf32>
  %even, %odd = vector.deinterleave %d : vector<4xf32> -> vector<2xf32>
  %back = vector.shuffle %even, %odd [1, 3, 0, 2] : vector<2xf32>, vector<2xf32>
  %part = vector.extract_strided_slice %two {offsets = [1, 1], sizes = [1, 2], strides = [1, 1]} : vector<2x3xf32> to vector<1x2xf32>
  %e = vector.shape_cast %part : vector<1x2xf32> to vector<2xf32>
  %new = arith.constant dense<[[7.0, 8.0]]> : vector<1x2xf32>
  %f = vector.insert_strided_slice %new, %two {offsets = [1, 1], strides = [1, 1]} : vector<1x2xf32> into vector<2x3xf32>
  %steps = vector.step : vector<6xindex>
  %s:6 = vector.to_elements %steps : vector<6xindex>
  %g = vector.from_elements %s#0, %s#2, %s#4, %s#1, %s#3, %s#5 : vector<6xindex>

  %c0 = arith.constant 0 : index
  %e6 = tensor.empty() : tensor<6xf32>
  %e5 = tensor.empty() : tensor<5xf32>
  %e4 = tensor.empty() : tensor<4xf32>
  %e2 = tensor.empty() : tensor<2xf32>
  %e23 = tensor.empty() : tensor<2x3xf32>
  %ei = tensor.empty() : tensor<6xindex>
  %ta = vector.transfer_write %a, %e6[%c0] {in_bounds = [true]} : vector<6xf32>, tensor<6xf32>
  %tb = vector.transfer_write %b, %e6[%c0] {in_bounds = [true]} : vector<6xf32>, tensor<6xf32>
  %tc = vector.transfer_write %c, %e5[%c0] {in_bounds = [true]} : vector<5xf32>, tensor<5xf32>
  %td = vector.transfer_write %d, %e4[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %tk = vector.transfer_write %back, %e4[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %te = vector.transfer_write %e, %e2[%c0] {in_bounds = [true]} : vector<2xf32>, tensor<2xf32>
  %tf = vector.transfer_write %f, %e23[%c0, %c0] {in_bounds = [true, true]} : vector<2x3xf32>, tensor<2x3xf32>
  %tg = vector.transfer_write %g, %ei[%c0] {in_bounds = [true]} : vector<6xindex>, tensor<6xindex>
  return %ta, %tb, %tc, %td, %tk, %te, %tf, %tg
      : tensor<6xf32>, tensor<6xf32>, tensor<5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2x3xf32>, tensor<6xindex>
}

// RUN: sg-run %s --function=elements --device=reference --input=1 --input=9 --expected-output=5 --expected-output=6 --expected-output=10
func.func @elements(%i: index, %x: f32) -> (f32, f32, f32) {
  %v = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %a = vector.extract %v[%i, 1] : f32 from vector<2x3xf32>
  %row = vector.extract %v[%i] : vector<3xf32> from vector<2x3xf32>
  %b = vector.extract %row[2] : f32 from vector<3xf32>
  %changed = vector.insert %x, %v[0, %i] : f32 into vector<2x3xf32>
  %other = vector.insert %row, %changed[1] : vector<3xf32> into vector<2x3xf32>
  %first = vector.extract %other[0] : vector<3xf32> from vector<2x3xf32>
  %nine = vector.extract %first[1] : f32 from vector<3xf32>
  %one = vector.extract %first[0] : f32 from vector<3xf32>
  %c = arith.addf %nine, %one : f32
  return %a, %b, %c : f32, f32, f32
}

// RUN: sg-run %s --function=sums --device=reference --expected-output=21 --expected-output=121 --expected-output=6 --expected-output=1 \
// RUN:   --expected-output='16 25' --expected-output='[[10 24][12 30]]' --expected-output='[[11 21][12 22]]' --expected-output=0 --expected-output=-3
func.func @sums() -> (f32, f32, f32, i32, tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, i1, i8) {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : vector<6xf32>
  %hundred = arith.constant 100.0 : f32
  %a = vector.reduction <add>, %v : vector<6xf32> into f32
  %b = vector.reduction <add>, %v, %hundred : vector<6xf32> into f32
  %c = vector.reduction <maximumf>, %v : vector<6xf32> into f32
  %n = arith.constant dense<[7, 3, 1]> : vector<3xi32>
  %d = vector.reduction <and>, %n : vector<3xi32> into i32
  %m = vector.shape_cast %v : vector<6xf32> to vector<2x3xf32>
  %ten = arith.constant dense<10.0> : vector<2xf32>
  %e = vector.multi_reduction <add>, %m, %ten [1] : vector<2x3xf32> to vector<2xf32>
  %l = arith.constant dense<[[1.0, 3.0], [0.0, 3.0]]> : vector<2x2xf32>
  %r = arith.constant dense<[[1.0, 0.0], [3.0, 7.0]]> : vector<2x2xf32>
  %zero = arith.constant dense<[[0.0, 3.0], [3.0, 9.0]]> : vector<2x2xf32>
  %f = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
                        iterator_types = ["parallel", "parallel", "reduction"]} %l, %r, %zero
      : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
  %one = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %tens = arith.constant dense<[[10.0, 20.0], [10.0, 20.0]]> : vector<2x2xf32>
  %unit = arith.constant dense<1.0> : vector<2xf32>
  %g = vector.outerproduct %one, %unit, %tens : vector<2xf32>, vector<2xf32>
  %bits = arith.constant dense<[true, true, false]> : vector<3xi1>
  %h = vector.reduction <and>, %bits : vector<3xi1> into i1
  %small = arith.constant dense<[-3, 4, 5]> : vector<3xi8>
  %i = vector.reduction <minsi>, %small : vector<3xi8> into i8
  %e2 = tensor.empty() : tensor<2xf32>
  %e22 = tensor.empty() : tensor<2x2xf32>
  %te = vector.transfer_write %e, %e2[%c0] {in_bounds = [true]} : vector<2xf32>, tensor<2xf32>
  %tf = vector.transfer_write %f, %e22[%c0, %c0] {in_bounds = [true, true]} : vector<2x2xf32>, tensor<2x2xf32>
  %tg = vector.transfer_write %g, %e22[%c0, %c0] {in_bounds = [true, true]} : vector<2x2xf32>, tensor<2x2xf32>
  return %a, %b, %c, %d, %te, %tf, %tg, %h, %i : f32, f32, f32, i32, tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, i1, i8
}

// Lanes past the end read the padding value; a mask disables more lanes.
// RUN: sg-run %s --function=transfers --device=reference --input='2x3xf64=1 2 3 4 5 6' --input=1 --expected-output='5 6 -1 -1' \
// RUN:   --expected-output='2 -1 -1 -1' --expected-output='[[2 5][3 6]]' --expected-output='2x3xf64=1 2 3 4 7 8' --expected-output='2x3xf64=1 2 3 4 7 6'
func.func @transfers(%x: tensor<?x?xf64>, %i: index) -> (tensor<4xf64>, tensor<4xf64>, tensor<2x2xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %minus = arith.constant -1.0 : f64
  %a = vector.transfer_read %x[%i, %i], %minus : tensor<?x?xf64>, vector<4xf64>
  %mask = vector.create_mask %i : vector<4xi1>
  %b = vector.transfer_read %x[%c0, %i], %minus, %mask : tensor<?x?xf64>, vector<4xf64>
  %c = vector.transfer_read %x[%c0, %i], %minus {permutation_map = affine_map<(d0, d1) -> (d1, d0)>, in_bounds = [true, true]}
      : tensor<?x?xf64>, vector<2x2xf64>
  %v = arith.constant dense<[7.0, 8.0, 9.0]> : vector<3xf64>
  %d = vector.transfer_write %v, %x[%i, %i] : vector<3xf64>, tensor<?x?xf64>
  %one = vector.constant_mask [1] : vector<3xi1>
  %e = vector.transfer_write %v, %x[%i, %i], %one : vector<3xf64>, tensor<?x?xf64>
  %e4 = tensor.empty() : tensor<4xf64>
  %e22 = tensor.empty() : tensor<2x2xf64>
  %ta = vector.transfer_write %a, %e4[%c0] {in_bounds = [true]} : vector<4xf64>, tensor<4xf64>
  %tb = vector.transfer_write %b, %e4[%c0] {in_bounds = [true]} : vector<4xf64>, tensor<4xf64>
  %tc = vector.transfer_write %c, %e22[%c0, %c0] {in_bounds = [true, true]} : vector<2x2xf64>, tensor<2x2xf64>
  return %ta, %tb, %tc, %d, %e : tensor<4xf64>, tensor<4xf64>, tensor<2x2xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}

// RUN: sg-run %s --function=print --device=reference --input=0.5 | FileCheck %s
// CHECK:      {{^}}( ( 1, 2, 3 ), ( 4, 5, 6 ) ){{$}}
// CHECK-NEXT: {{^}}0.5, -1 and 255{{$}}
// CHECK-NEXT: {{^}}( 1, 0 ){{$}}
// CHECK-NEXT: result[0]: f64=0.5
func.func @print(%x: f64) -> f64 {
  %v = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %n = arith.constant -1 : i8
  %bits = arith.constant dense<[true, false]> : vector<2xi1>
  %u = arith.constant 255 : index
  vector.print %v : vector<2x3xf32>
  vector.print %x : f64 punctuation <comma>
  vector.print %n : i8 punctuation <no_punctuation>
  vector.print str " and "
  vector.print %u : index
  vector.print %bits : vector<2xi1>
  return %x : f64
}
