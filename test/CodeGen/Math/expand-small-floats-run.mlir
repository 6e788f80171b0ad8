// Programs with 8-bit floats, compiled and run.
//
// RUN: sg-run %s --function=product --input="2x3xf8E4M3FN=1 2 3 4 5 6" --input="3x2xf8E4M3FN=1 0.5 -1 2 0 1" \
// RUN:   --input="2x2xf32=0 0 0 100" --expected-output="2x2xf32=-1 7.5 -1 118"
// RUN: sg-run %s --function=mixed --input="4xf8E4M3FN=-3 1 0.5 nan" --input=300 --input=-1000000000000 \
// RUN:   --expected-output="4xi1=1 0 1 0" --expected-output="4xf8E4M3FN=1 1 1 nan" --expected-output=288 \
// RUN:   --expected-output="f8E5M2=-inf" --expected-output=-3 --expected-output="4xf8E4M3FN=0.05078125 1 1.625 nan"
// RUN: sg-run %s --function=kinds --input="4xf8E5M2=inf nan 0.00001 2" --input="2xf8E4M3FN=nan 448" \
// RUN:   --expected-output="4xi1=1 0 0 0" --expected-output="4xi1=0 1 0 0" --expected-output="4xi1=0 0 0 1" --expected-output="2xi1=0 0"
// RUN: sg-run %s --function=lanes --input=1.5 --input=-2 --expected-output=-1.5 --expected-output="f8E3M4=-3"
// RUN: sg-run %s --function=straight_through --input="3xf32=1.01 2.3 -0.7" --input="3xf32=1 2 3" \
// RUN:   --expected-output=25.50390625 --expected-output="3xf32=2 18 -12.375"
// RUN: sg-run %s --function=squares --check-gradients --order=2 | FileCheck %s --check-prefix=CHECKED --implicit-check-not=DISAGREES
// RUN: %if gpu %{ sg-run %s --function=straight_through --device=emulated --input="3xf32=1.01 2.3 -0.7" --input="3xf32=1 2 3" \
// RUN:   --expected-output=25.50390625 --expected-output="3xf32=2 18 -12.375" %}
// RUN: sg-run %s --function=squares --input="0xf8E4M3FN=" --expected-output=0
// RUN: sg-run %s --function=reduced --input="5xf32=1.03 -1e6 1e-9 nan 30.5" --expected-output="5xf32=1 -28 0 0 28"

func.func @product(%a: tensor<?x?xf8E4M3FN>, %b: tensor<?x?xf8E4M3FN>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf8E4M3FN>, tensor<?x?xf8E4M3FN>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Comparisons, maxima, integers and math, with constants.
func.func @mixed(%x: tensor<4xf8E4M3FN>, %n: i32, %k: i64)
    -> (tensor<4xi1>, tensor<4xf8E4M3FN>, f8E4M3FN, f8E5M2, i32, tensor<4xf8E4M3FN>) {
  %one = arith.constant dense<1.0> : tensor<4xf8E4M3FN>
  %c = arith.cmpf olt, %x, %one : tensor<4xf8E4M3FN>
  %m = arith.maximumf %x, %one : tensor<4xf8E4M3FN>
  %f = arith.sitofp %n : i32 to f8E4M3FN
  %g = arith.sitofp %k : i64 to f8E5M2
  %zero = arith.constant 0 : index
  %e = tensor.extract %x[%zero] : tensor<4xf8E4M3FN>
  %i = arith.fptosi %e : f8E4M3FN to i32
  %exp = math.exp %x : tensor<4xf8E4M3FN>
  %s = arith.select %c, %exp, %m : tensor<4xi1>, tensor<4xf8E4M3FN>
  return %c, %m, %f, %g, %i, %s : tensor<4xi1>, tensor<4xf8E4M3FN>, f8E4M3FN, f8E5M2, i32, tensor<4xf8E4M3FN>
}

// A type without infinities.
func.func @kinds(%x: tensor<4xf8E5M2>, %y: tensor<2xf8E4M3FN>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<2xi1>) {
  %a = math.isinf %x : tensor<4xf8E5M2>
  %b = math.isnan %x : tensor<4xf8E5M2>
  %c = math.isnormal %x : tensor<4xf8E5M2>
  %d = math.isinf %y : tensor<2xf8E4M3FN>
  return %a, %b, %c, %d : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<2xi1>
}

// Vectors, whose sum is rounded once.
func.func @lanes(%x: f8E3M4, %y: f8E3M4) -> (f8E3M4, f8E3M4) {
  %v = vector.from_elements %x, %y, %x, %y : vector<4xf8E3M4>
  %xs = vector.broadcast %x : f8E3M4 to vector<4xf8E3M4>
  %w = arith.mulf %v, %xs : vector<4xf8E3M4>
  %s = vector.reduction <add>, %w : vector<4xf8E3M4> into f8E3M4
  %p = vector.extract %w[1] : f8E3M4 from vector<4xf8E3M4>
  return %s, %p : f8E3M4, f8E3M4
}

// 8-bit weights with the identity as derivative.
func.func private @loss(%w: tensor<?xf32>, %x: tensor<?xf32>) -> f32 {
  %q = arith.truncf %w : tensor<?xf32> to tensor<?xf8E4M3FN>
  %b = arith.extf %q : tensor<?xf8E4M3FN> to tensor<?xf32>
  %d = arith.subf %b, %w : tensor<?xf32>
  %s = grad.stop_gradient %d : tensor<?xf32>
  %r = arith.addf %w, %s : tensor<?xf32>
  %p = arith.mulf %r, %x : tensor<?xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.dot ins(%p, %p : tensor<?xf32>, tensor<?xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  %loss = tensor.extract %sum[] : tensor<f32>
  return %loss : f32
}
func.func @straight_through(%w: tensor<?xf32>, %x: tensor<?xf32>) -> (f32, tensor<?xf32>) {
  %l, %g = grad.value_and_grad @loss(%w, %x) {wrt = array<i64: 0>} : (tensor<?xf32>, tensor<?xf32>) -> (f32, tensor<?xf32>)
  return %l, %g : f32, tensor<?xf32>
}

// CHECKED: its derivative in forward mode:
// CHECKED-NEXT: agrees in all 4 directions
func.func @squares(%w: tensor<?xf8E4M3FN>) -> f32 {
  %s = arith.mulf %w, %w : tensor<?xf8E4M3FN>
  %b = arith.extf %s : tensor<?xf8E4M3FN> to tensor<?xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.reduce {arith.addf} ins(%b : tensor<?xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %y = tensor.extract %sum[] : tensor<f32>
  return %y : f32
}

// Types without NaN and infinity, also conversions between small types.
func.func @reduced(%x: tensor<?xf32>) -> tensor<?xf32> {
  %six = arith.truncf %x : tensor<?xf32> to tensor<?xf6E3M2FN>
  %eight = arith.extf %six : tensor<?xf6E3M2FN> to tensor<?xf8E4M3FN>
  %again = arith.truncf %eight : tensor<?xf8E4M3FN> to tensor<?xf6E3M2FN>
  %y = arith.extf %again : tensor<?xf6E3M2FN> to tensor<?xf32>
  return %y : tensor<?xf32>
}
