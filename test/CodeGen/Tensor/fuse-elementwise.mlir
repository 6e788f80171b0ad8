// RUN: sg-opt %s --sg-fuse-elementwise | FileCheck %s
// RUN: sg-run %s --function=adds_up --input="2xf64=1 2" --input="2x3xf64=1 1 1 1 1 1" --input="2xf64=10 20" \
// RUN:   --expected-output="2x3xf64=12 12 12 23 23 23"
// RUN: sg-run %s --function=slice --input="10xf32=0 10 20 30 40 50 60 70 80 90" --expected-output="4xf32=33 44 55 66"
// RUN: sg-run %s --function=slice_backwards --input='1 2 3 4 5' --input='1 10 100 1000 10000' --expected-output='2000 300'
// RUN: sg-run %s --function=slice_halves --input='1 2 3 4 5' --expected-output='1 2 2'
// RUN: sg-run %s --function=chain --input="4xf32=1 2 3 4" --expected-output="4xf32=9 16 25 36"

#id = affine_map<(i) -> (i)>
#row = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>

// A producer with one use is fused into its consumer.
// CHECK-LABEL: func.func @chain(
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @chain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %out: f32):
    %s = arith.addf %v, %two : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %out: f32):
    %s = arith.mulf %v, %v : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %b : tensor<4xf32>
}

// A producer with two uses is not computed twice.
// CHECK-LABEL: func.func @two_uses(
// CHECK-COUNT-3: linalg.generic
func.func @two_uses(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %out: f32):
    %s = math.exp %v : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %out: f32):
    %s = arith.mulf %v, %v : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %c = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %out: f32):
    %s = arith.negf %v : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %b, %c : tensor<4xf32>, tensor<4xf32>
}

// A producer is not recomputed for each element of a row, unless it only
// copies.
// CHECK-LABEL: func.func @rows(
// CHECK-COUNT-2: linalg.generic
func.func @rows(%x: tensor<2xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2xf64>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<2xf64>) outs(%e : tensor<2xf64>) {
  ^bb0(%v: f64, %out: f64):
    %s = math.exp %v : f64
    linalg.yield %s : f64
  } -> tensor<2xf64>
  %f = tensor.empty() : tensor<2x3xf64>
  %b = linalg.generic {indexing_maps = [#row, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %y : tensor<2xf64>, tensor<2x3xf64>) outs(%f : tensor<2x3xf64>) {
  ^bb0(%v: f64, %w: f64, %out: f64):
    %s = arith.mulf %v, %w : f64
    linalg.yield %s : f64
  } -> tensor<2x3xf64>
  return %b : tensor<2x3xf64>
}

// A producer that adds to its destination stays: upstream's fusion would add
// once per element of a row.
// CHECK-LABEL: func.func @adds_up(
// CHECK-COUNT-2: linalg.generic
func.func @adds_up(%x: tensor<2xf64>, %y: tensor<2x3xf64>, %start: tensor<2xf64>) -> tensor<2x3xf64> {
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<2xf64>) outs(%start : tensor<2xf64>) {
  ^bb0(%v: f64, %out: f64):
    %s = arith.addf %v, %out : f64
    linalg.yield %s : f64
  } -> tensor<2xf64>
  %f = tensor.empty() : tensor<2x3xf64>
  %b = linalg.generic {indexing_maps = [#row, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %y : tensor<2xf64>, tensor<2x3xf64>) outs(%f : tensor<2x3xf64>) {
  ^bb0(%v: f64, %w: f64, %out: f64):
    %s = arith.addf %v, %w : f64
    linalg.yield %s : f64
  } -> tensor<2x3xf64>
  return %b : tensor<2x3xf64>
}

// A scaling is recomputed for each reader; a math function is not.
// CHECK-LABEL: func.func @scaled(
// CHECK:       linalg.generic
// CHECK:         arith.mulf {{.*}}, %cst
// CHECK:         arith.addf
// CHECK:       linalg.generic
// CHECK:         arith.mulf {{.*}}, %cst
// CHECK:         arith.subf
// CHECK:       math.exp
// CHECK-NOT:   math.exp
func.func @scaled(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %three = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %out: f32):
    %s = arith.mulf %v, %three : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %b = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%a, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %w: f32, %out: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %c = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%a, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %w: f32, %out: f32):
    %s = arith.subf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %out: f32):
    %s = math.exp %v : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %f = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%d, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %w: f32, %out: f32):
    %s = arith.subf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %g = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%d, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %w: f32, %out: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %b, %c, %f, %g : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// If only a slice is read, only the slice is computed; linalg.index still
// refers to the whole tensor.
// CHECK-LABEL: func.func @slice(
// CHECK:       [[S:%[a-z0-9_]+]] = tensor.extract_slice %{{.*}}[3] [4] [1]
// CHECK:       linalg.generic {{.*}} ins([[S]] : tensor<4xf32>)
// CHECK:         [[I:%[a-z0-9]+]] = linalg.index 0
// CHECK:         affine.apply #{{.*}}()[[[I]]]
func.func @slice(%x: tensor<10xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<10xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<10xf32>) outs(%e : tensor<10xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %r = arith.addf %f, %a : f32
    linalg.yield %r : f32
  } -> tensor<10xf32>
  %s = tensor.extract_slice %y[3] [4] [1] : tensor<10xf32> to tensor<4xf32>
  return %s : tensor<4xf32>
}

// If several loops index a dimension as a sum, the needed part is unknown: the
// whole result is computed, without a remark.
// CHECK-LABEL: func.func @window(
// CHECK:       [[Y:%[a-z0-9_]+]] = linalg.generic
// CHECK:       tensor.extract_slice [[Y]][1] [4] [1]
func.func @window(%x: tensor<4x3xf32>, %into: tensor<6xf32>) -> tensor<4xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i + k)>], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<4x3xf32>) outs(%into : tensor<6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %o, %a : f32
    linalg.yield %r : f32
  } -> tensor<6xf32>
  %s = tensor.extract_slice %y[1] [4] [1] : tensor<6xf32> to tensor<4xf32>
  return %s : tensor<4xf32>
}

// Operands read backwards, or by quotients of indices, are computed as a whole:
// upstream's tiling would take the wrong part.
// CHECK-LABEL: func.func @slice_backwards(
// CHECK:         linalg.generic
// CHECK:         tensor.extract_slice
func.func @slice_backwards(%x: tensor<5xf64>, %w: tensor<5xf64>) -> tensor<2xf64> {
  %e = tensor.empty() : tensor<5xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (4 - i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %w : tensor<5xf64>, tensor<5xf64>) outs(%e : tensor<5xf64>) {
  ^bb0(%a: f64, %b: f64, %unused: f64):
    %m = arith.mulf %a, %b : f64
    linalg.yield %m : f64
  } -> tensor<5xf64>
  %s = tensor.extract_slice %y[1] [2] [1] : tensor<5xf64> to tensor<2xf64>
  return %s : tensor<2xf64>
}

// CHECK-LABEL: func.func @slice_halves(
// CHECK:         linalg.generic
// CHECK:         tensor.extract_slice
func.func @slice_halves(%x: tensor<5xf64>) -> tensor<3xf64> {
  %e = tensor.empty() : tensor<5xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 2)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<5xf64>) outs(%e : tensor<5xf64>) {
  ^bb0(%a: f64, %unused: f64):
    %m = math.absf %a : f64
    linalg.yield %m : f64
  } -> tensor<5xf64>
  %s = tensor.extract_slice %y[1] [3] [1] : tensor<5xf64> to tensor<3xf64>
  return %s : tensor<3xf64>
}

// A destination with a constant size keeps its type: two patterns would
// otherwise undo each other forever.
// CHECK-LABEL: func.func @constant_size(
// CHECK:         tensor.empty(%{{.*}}) : tensor<?xf32>
func.func @constant_size() -> tensor<?xf32> {
  %one = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %out = tensor.empty(%one) : tensor<?xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%out : tensor<?xf32>) {
  ^bb0(%unused: f32):
    linalg.yield %zero : f32
  } -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// A possibly empty slice of an operand read in windows: tiling would request -1
// elements.
// CHECK-LABEL: func.func @slice_of_windows(
// CHECK:         [[C:%.+]] = linalg.generic
// CHECK:         tensor.extract_slice [[C]]
func.func @slice_of_windows(%x: tensor<?xf64>, %w: tensor<?xf64>, %o: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c = linalg.generic {indexing_maps = [affine_map<(i, k) -> (2 * i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<?xf64>, tensor<?xf64>) outs(%o : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %s: f64):
    %p = arith.mulf %a, %b : f64
    %t = arith.addf %s, %p : f64
    linalg.yield %t : f64
  } -> tensor<?xf64>
  %r = tensor.extract_slice %c[1] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  return %r : tensor<?xf64>
}

// An empty slice, and a slice of an empty reduction: tiling crashed.
// CHECK-LABEL: func.func @slice_of_nothing(
// CHECK:         linalg.generic
// CHECK:         tensor.extract_slice
func.func @slice_of_nothing(%x: tensor<?x?xf64>, %n: index) -> tensor<0x?xf64> {
  %zero = arith.constant 0 : index
  %e = tensor.empty(%zero, %n) : tensor<?x?xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) {
  ^bb0(%a: f64, %unused: f64):
    %m = arith.mulf %a, %a : f64
    linalg.yield %m : f64
  } -> tensor<?x?xf64>
  %s = tensor.extract_slice %y[0, 0] [0, %n] [1, 1] : tensor<?x?xf64> to tensor<0x?xf64>
  return %s : tensor<0x?xf64>
}

// CHECK-LABEL: func.func @slice_of_sums(
// CHECK:         linalg.generic
// CHECK:         tensor.extract_slice
func.func @slice_of_sums(%x: tensor<5x0xf64>, %start: tensor<5xf64>) -> tensor<2xf64> {
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x0xf64>) outs(%start : tensor<5xf64>) {
  ^bb0(%a: f64, %o: f64):
    %m = arith.addf %a, %o : f64
    linalg.yield %m : f64
  } -> tensor<5xf64>
  %s = tensor.extract_slice %y[1] [2] [1] : tensor<5xf64> to tensor<2xf64>
  return %s : tensor<2xf64>
}

// An op that yields an operand of another type for one result, and a computed
// value for the next, is no copy. The check for copies leaves no cast in the
// program.
// CHECK-LABEL: func.func @half_a_copy(
// CHECK-NOT:     tensor.cast
// CHECK:         linalg.generic
func.func @half_a_copy(%x: tensor<1xf64>, %value: f64, %n: index) -> (tensor<?xf64>, tensor<1xf64>) {
  %e = tensor.empty(%n) : tensor<?xf64>
  %f = tensor.empty() : tensor<1xf64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<1xf64>) outs(%e, %f : tensor<?xf64>, tensor<1xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    linalg.yield %a, %value : f64, f64
  } -> (tensor<?xf64>, tensor<1xf64>)
  return %r#0, %r#1 : tensor<?xf64>, tensor<1xf64>
}
