// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-widen-reductions))" | FileCheck %s
// RUN: %if asserts %{ sg-opt %s --pass-pipeline="builtin.module(func.func(sg-widen-reductions))" --debug-only=sg-widen-reductions -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEBUG %}
// DEBUG: [sg-widen-reductions {{.*}}] computed in f32: linalg.generic at loc(
// DEBUG: [sg-widen-reductions {{.*}}] no bf16 accumulator is used only by a combining op: linalg.generic at loc(
// RUN: sg-run %s --function=dot --input=1000xbf16=1 --input=1000xbf16=1 --input=bf16=3 --expected-output=bf16=1003 --tolerance=2e-3
// RUN: sg-run %s --function=dot --input=1000xbf16=1 --input=1000xbf16=1 --input=bf16=3 --threads=2 --expected-output=bf16=1003 --tolerance=2e-3
// RUN: sg-run %s --function=extrema --input="3xbf16=1 -2 0.5" --input=bf16=0 --input=bf16=0 --expected-output=bf16=1 --expected-output=bf16=-2
// RUN: sg-run %s --function=extrema --input="0xbf16=" --input=bf16=3 --input=bf16=4 --expected-output=bf16=3 --expected-output=bf16=4

#row = affine_map<(i) -> (i)>
#one = affine_map<(i) -> ()>

// The accumulator is f32, and products are not rounded.
// CHECK-LABEL: func.func @dot(
// CHECK-SAME:      %{{.*}}, %{{.*}}, [[C:%[a-z0-9_]+]]: tensor<bf16>
// CHECK:         [[WIDE:%[a-z0-9_]+]] = linalg.generic {{.*}} ins([[C]] : tensor<bf16>) outs({{.*}} : tensor<f32>)
// CHECK:           arith.extf
// CHECK:         [[SUM:%[a-z0-9_]+]] = linalg.generic {{.*}} outs([[WIDE]] : tensor<f32>)
// CHECK-COUNT-2:   arith.extf
// CHECK:           arith.mulf {{.*}} : f32
// CHECK-NEXT:      arith.addf {{.*}} : f32
// CHECK:         linalg.generic {{.*}} ins([[SUM]] : tensor<f32>) outs({{.*}} : tensor<bf16>)
// CHECK:           arith.truncf
func.func @dot(%x: tensor<?xbf16>, %y: tensor<?xbf16>, %c: tensor<bf16>) -> tensor<bf16> {
  %r = linalg.generic {indexing_maps = [#row, #row, #one], iterator_types = ["reduction"]}
      ins(%x, %y : tensor<?xbf16>, tensor<?xbf16>) outs(%c : tensor<bf16>) {
  ^bb0(%a: bf16, %b: bf16, %out: bf16):
    %product = arith.mulf %a, %b : bf16
    %next = arith.addf %product, %out : bf16
    linalg.yield %next : bf16
  } -> tensor<bf16>
  return %r : tensor<bf16>
}

// Of several results only the reduced ones are widened.
// CHECK-LABEL: func.func @extrema(
// CHECK:         arith.maximumf {{.*}} : f32
// CHECK:         arith.minnumf {{.*}} : f32
func.func @extrema(%x: tensor<?xbf16>, %c: tensor<bf16>, %d: tensor<bf16>) -> (tensor<bf16>, tensor<bf16>) {
  %r:2 = linalg.generic {indexing_maps = [#row, #one, #one], iterator_types = ["reduction"]}
      ins(%x : tensor<?xbf16>) outs(%c, %d : tensor<bf16>, tensor<bf16>) {
  ^bb0(%a: bf16, %most: bf16, %least: bf16):
    %p = arith.maximumf %a, %most : bf16
    %q = arith.minnumf %a, %least : bf16
    linalg.yield %p, %q : bf16, bf16
  } -> (tensor<bf16>, tensor<bf16>)
  return %r#0, %r#1 : tensor<bf16>, tensor<bf16>
}

// The fill is f32.
// CHECK-LABEL: func.func @filled(
// CHECK:         [[ZERO:%[a-z0-9_]+]] = arith.extf
// CHECK:         linalg.fill ins([[ZERO]] : f32) outs({{.*}} : tensor<?xf32>)
// CHECK:         arith.addf {{.*}} : f32
func.func @filled(%x: tensor<?x8xbf16>, %e: tensor<?xbf16>) -> tensor<?xbf16> {
  %zero = arith.constant 0.0 : bf16
  %c = linalg.fill ins(%zero : bf16) outs(%e : tensor<?xbf16>) -> tensor<?xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x8xbf16>) outs(%c : tensor<?xbf16>) {
  ^bb0(%a: bf16, %out: bf16):
    %next = arith.addf %out, %a : bf16
    linalg.yield %next : bf16
  } -> tensor<?xbf16>
  return %r : tensor<?xbf16>
}

// Recurrences, other types and ops without a reduction stay.
// CHECK-LABEL: func.func @recurrence(
// CHECK-NOT:     f32
// CHECK:         return
func.func @recurrence(%x: tensor<4xbf16>, %c: tensor<bf16>) -> tensor<bf16> {
  %r = linalg.generic {indexing_maps = [#row, #one], iterator_types = ["reduction"]}
      ins(%x : tensor<4xbf16>) outs(%c : tensor<bf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %product = arith.mulf %out, %in : bf16
    %next = arith.addf %out, %product : bf16
    linalg.yield %next : bf16
  } -> tensor<bf16>
  return %r : tensor<bf16>
}
// CHECK-LABEL: func.func @half(
// CHECK-NOT:     f32
// CHECK:         return
func.func @half(%x: tensor<4xf16>, %c: tensor<f16>) -> tensor<f16> {
  %r = linalg.generic {indexing_maps = [#row, #one], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf16>) outs(%c : tensor<f16>) {
  ^bb0(%in: f16, %out: f16):
    %next = arith.addf %out, %in : f16
    linalg.yield %next : f16
  } -> tensor<f16>
  return %r : tensor<f16>
}
