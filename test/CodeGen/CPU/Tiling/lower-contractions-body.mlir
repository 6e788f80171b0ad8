// Ops that look like a contraction but are not: the body decides, not the maps.
// RUN: sg-run %s --function=negated_product --input="3x2xf64=1 2 3 4 5 6" --input="2x2xf64=1 2 3 4" \
// RUN:   --input=3x2xf64=0 --expected-output="3x2xf64=-7 -10 -15 -22 -23 -34"
// RUN: sg-run %s --function=negated_factor --input="3x2xf32=1 2 3 4 5 6" --input="2x2xf32=1 2 3 4" \
// RUN:   --input=3x2xf32=100 --expected-output="3x2xf32=93 90 85 78 77 66"
// RUN: sg-run %s --function=square_of_one --input="3x2xf64=1 2 3 4 5 6" --input="2x2xf64=1 2 3 4" \
// RUN:   --input=3x2xf64=0 --expected-output="3x2xf64=5 5 25 25 61 61"
// RUN: sg-run %s --function=rounded_product --input="1x1xf16=300" --input="1x4xf16=300" \
// RUN:   --input=1x4xf32=0 --expected-output="1x4xf32=inf"
// RUN: sg-run %s --function=extended_factors --input="1x1xf16=300" --input="1x4xf16=300" \
// RUN:   --input=1x4xf32=0 --expected-output="1x4xf32=90000"

#lhs = affine_map<(i, j, k) -> (i, k)>
#rhs = affine_map<(i, j, k) -> (k, j)>
#out = affine_map<(i, j, k) -> (i, j)>
#matmul = {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}

func.func @negated_product(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.generic #matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %sum: f64):
    %product = arith.mulf %x, %y : f64
    %negated = arith.negf %product : f64
    %next = arith.addf %sum, %negated : f64
    linalg.yield %next : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

func.func @negated_factor(%a: tensor<3x2xf32>, %b: tensor<2x2xf32>, %c: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %r = linalg.generic #matmul ins(%a, %b : tensor<3x2xf32>, tensor<2x2xf32>) outs(%c : tensor<3x2xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %negated = arith.negf %y : f32
    %product = arith.mulf %x, %negated : f32
    %next = arith.addf %product, %sum : f32
    linalg.yield %next : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

func.func @square_of_one(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.generic #matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %sum: f64):
    %product = arith.mulf %x, %x : f64
    %next = arith.addf %sum, %product : f64
    linalg.yield %next : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// The product overflows in f16 before it is extended.
func.func @rounded_product(%a: tensor<?x?xf16>, %b: tensor<?x?xf16>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.generic #matmul ins(%a, %b : tensor<?x?xf16>, tensor<?x?xf16>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %product = arith.mulf %x, %y : f16
    %extended = arith.extf %product : f16 to f32
    %next = arith.addf %sum, %extended : f32
    linalg.yield %next : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @extended_factors(%a: tensor<?x?xf16>, %b: tensor<?x?xf16>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.generic #matmul ins(%a, %b : tensor<?x?xf16>, tensor<?x?xf16>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %p = arith.extf %x : f16 to f32
    %q = arith.extf %y : f16 to f32
    %product = arith.mulf %p, %q : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
