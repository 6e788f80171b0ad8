// RUN: sg-opt %s --sg-transpose-factors | FileCheck %s
// RUN: sg-run %s --function=often --input="5x3xf32=1 0 0 0 1 0 0 0 1 1 1 1 2 0 0" --input="2x3xf32=1 2 3 4 5 6" --input=5x2xf32=1 \
// RUN:   --expected-output="5x2xf32=2 5 3 6 4 7 7 16 3 9"
// RUN: sg-run %s --function=often --input=0x3xf32=0 --input="2x3xf32=1 2 3 4 5 6" --input=0x2xf32=0 --expected-output=0x2xf32=0
// RUN: sg-run %s --function=often --input=5x0xf32=0 --input=2x0xf32=0 --input=5x2xf32=1 --expected-output=5x2xf32=1

#lhs = affine_map<(i, j, k) -> (i, k)>
#rhs = affine_map<(i, j, k) -> (j, k)>
#out = affine_map<(i, j, k) -> (i, j)>

// a b^T: vectors lie along j, by which b must be contiguous. It is read for
// every row of a, so a copy pays.
// CHECK-LABEL: func.func @often(
// CHECK-SAME:      [[A:%[a-z0-9]+]]: tensor<?x?xf32>, [[B:%[a-z0-9]+]]: tensor<?x?xf32>
// CHECK:         [[T:%[a-z0-9]+]] = linalg.transpose ins([[B]] :{{.*}} permutation = [1, 0]
// CHECK:         linalg.generic {{.*}} ins([[A]], [[T]] :
func.func @often(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// The gradient of a convolution's image: vectors lie along the channels, the filter's third dimension.
// CHECK-LABEL: func.func @window(
// CHECK-SAME:      [[F:%[a-z0-9]+]]: tensor<3x5x7xf32>
// CHECK:         linalg.transpose ins([[F]] :{{.*}} permutation = [0, 2, 1]
func.func @window(%f: tensor<3x5x7xf32>, %y: tensor<2x8x7xf32>, %x: tensor<2x10x5xf32>) -> tensor<2x10x5xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n, i, k, c, f) -> (k, c, f)>, affine_map<(n, i, k, c, f) -> (n, i, f)>, affine_map<(n, i, k, c, f) -> (n, i + k, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "parallel", "reduction"]}
      ins(%f, %y : tensor<3x5x7xf32>, tensor<2x8x7xf32>) outs(%x : tensor<2x10x5xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x10x5xf32>
  return %r : tensor<2x10x5xf32>
}

// With two rows it does not.
// CHECK-LABEL: func.func @seldom(
// CHECK-NOT:     linalg.transpose
// CHECK:         return
func.func @seldom(%a: tensor<2x8xf32>, %b: tensor<8x8xf32>, %c: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %r = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x8xf32>, tensor<8x8xf32>) outs(%c : tensor<2x8xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}
