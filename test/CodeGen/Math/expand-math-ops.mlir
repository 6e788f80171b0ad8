// RUN: sg-opt %s --sg-expand-math-ops | FileCheck %s
// RUN: sg-run %s --function=clamps --input=-5 --input=2 --input=7 --input=nan --expected-output=0 \
// RUN:   --expected-output=2 --expected-output=3 --expected-output=nan
// RUN: sg-run %s --function=classes --input="8xf32=0 1 -1 inf -inf nan 1e-40 -1.17549435e-38" \
// RUN:   --expected-output="8xi1=0 0 0 1 1 0 0 0" --expected-output="8xi1=0 1 1 0 0 0 0 1"
// RUN: sg-run %s --function=half_classes --input="6xf16=0 65504 inf nan 6e-8 6.103515625e-05" \
// RUN:   --expected-output="6xi1=0 0 1 0 0 0" --expected-output="6xi1=0 1 0 0 0 1"
// RUN: sg-run %s --function=powers --input=2 --input=-3 --input=10 --input=-2 \
// RUN:   --expected-output=0.125 --expected-output=1024 --expected-output=0.25 --expected-output=1024
// RUN: sg-run %s --function=integer_powers --input="9xi32=2 -3 0 7 1 -1 -1 2 0" --input="9xi32=10 3 0 -1 -5 -5 -4 31 3" \
// RUN:   --expected-output="9xi32=1024 -27 1 0 1 -1 1 -2147483648 0"
// RUN: sg-run %s --device=cpu --function=fused --input=bf16=-0.90625 --input=bf16=-0.453125 --expected-output=bf16=-0.04248046875 \
// RUN:   --verify-against-reference=quiet

// The operand is clamped between the bounds; upstream's expansion swaps them.
// CHECK-LABEL: func.func @clamp(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64, [[LOW:%[a-z0-9]+]]: f64, [[HIGH:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[BELOW:%[a-z0-9]+]] = arith.minimumf [[X]], [[HIGH]] fastmath<nsz> : f64
// CHECK-NEXT:    [[Y:%[a-z0-9]+]] = arith.maximumf [[BELOW]], [[LOW]] fastmath<nsz> : f64
// CHECK-NEXT:    return [[Y]]
func.func @clamp(%x: f64, %low: f64, %high: f64) -> f64 {
  %y = math.clampf %x to [%low, %high] fastmath<nsz> : f64
  return %y : f64
}

func.func @clamps(%a: f64, %b: f64, %c: f64, %d: f64) -> (f64, f64, f64, f64) {
  %low = arith.constant 0.0 : f64
  %high = arith.constant 3.0 : f64
  %p = func.call @clamp(%a, %low, %high) : (f64, f64, f64) -> f64
  %q = func.call @clamp(%b, %low, %high) : (f64, f64, f64) -> f64
  %r = func.call @clamp(%c, %low, %high) : (f64, f64, f64) -> f64
  %s = func.call @clamp(%d, %low, %high) : (f64, f64, f64) -> f64
  return %p, %q, %r, %s : f64, f64, f64, f64
}

// Two calls in a form that allows vectorization of a loop.
// CHECK-LABEL: func.func @turn(
// CHECK-NEXT:    [[SIN:%[a-z0-9]+]] = math.sin [[X:%[a-z0-9]+]] fastmath<nnan> : vector<4xf32>
// CHECK-NEXT:    [[COS:%[a-z0-9]+]] = math.cos [[X]] fastmath<nnan> : vector<4xf32>
// CHECK-NEXT:    return [[SIN]], [[COS]]
func.func @turn(%x: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %s, %c = math.sincos %x fastmath<nnan> : vector<4xf32>
  return %s, %c : vector<4xf32>, vector<4xf32>
}

// Normal is neither zero, subnormal, infinite nor NaN.
// CHECK-LABEL: func.func @classes(
// CHECK-NOT:     math.is
func.func @classes(%x: tensor<?xf32>) -> (tensor<?xi1>, tensor<?xi1>) {
  %infinite = math.isinf %x : tensor<?xf32>
  %normal = math.isnormal %x : tensor<?xf32>
  return %infinite, %normal : tensor<?xi1>, tensor<?xi1>
}

func.func @half_classes(%x: tensor<6xf16>) -> (tensor<6xi1>, tensor<6xi1>) {
  %infinite = math.isinf %x : tensor<6xf16>
  %normal = math.isnormal %x : tensor<6xf16>
  return %infinite, %normal : tensor<6xi1>, tensor<6xi1>
}

// LLVM's exponents have 32 bits. Wider exponents, and powers of integers,
// become calls of functions that multiply repeatedly.
// CHECK-LABEL: func.func @powers(
// CHECK:         arith.extsi {{.*}} : i8 to i32
// CHECK:         math.fpowi {{.*}} : f64, i32
// CHECK:         math.fpowi {{.*}} : f64, i64
// CHECK-NOT:     math.ipowi
// CHECK:         return
func.func @powers(%x: f64, %short: i8, %long: i64, %word: i32) -> (f64, f64, f64, i64) {
  %two = arith.constant 2 : i64
  %a = math.fpowi %x, %short : f64, i8
  %b = math.fpowi %x, %long : f64, i64
  %c = math.fpowi %x, %word : f64, i32
  %d = math.ipowi %two, %long : i64
  return %a, %b, %c, %d : f64, f64, f64, i64
}

// With a negative exponent only 1 and -1 have nonzero powers.
func.func @integer_powers(%x: tensor<9xi32>, %n: tensor<9xi32>) -> tensor<9xi32> {
  %y = math.ipowi %x, %n : tensor<9xi32>
  return %y : tensor<9xi32>
}

// An exponent of type index is treated as 64 bits.
// CHECK-LABEL: func.func @power_by_index(
// CHECK:         [[N:%[a-z0-9]+]] = arith.index_cast {{.*}} : index to i64
// CHECK-NEXT:    math.fpowi {{.*}}, [[N]] : f64, i64
func.func @power_by_index(%x: f64, %n: index) -> f64 {
  %y = math.fpowi %x, %n : f64, index
  return %y : f64
}

// The product is not rounded before the addition.
// CHECK-LABEL: func.func @fused(
// CHECK:         math.fma {{.*}} : vector<8xbf16>
func.func @fused(%x: bf16, %y: bf16) -> bf16 {
  %a = vector.broadcast %x : bf16 to vector<8xbf16>
  %b = vector.broadcast %y : bf16 to vector<8xbf16>
  %c = vector.fma %a, %b, %b : vector<8xbf16>
  %e = vector.extract %c[3] : bf16 from vector<8xbf16>
  return %e : bf16
}

// A comparison computes the carry of a sum of index values.
// CHECK-LABEL: func.func @index_carry(
// CHECK-SAME:      [[A:%[a-z0-9_]+]]: index, [[B:%[a-z0-9_]+]]: index
// CHECK:         [[SUM:%[a-z0-9_]+]] = arith.addi [[A]], [[B]] : index
// CHECK:         [[CARRY:%[a-z0-9_]+]] = arith.cmpi ult, [[SUM]], [[A]] : index
// CHECK:         return [[SUM]], [[CARRY]]
func.func @index_carry(%a: index, %b: index) -> (index, i1) {
  %s, %o = arith.addui_extended %a, %b : index, i1
  return %s, %o : index, i1
}
