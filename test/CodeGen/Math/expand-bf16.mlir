// RUN: sg-opt %s --sg-expand-bf16 | FileCheck %s
// RUN: sg-opt %s --sg-expand-bf16=has-instruction | FileCheck %s --check-prefix=GPU

// The bits are rounded as an integer. A GPU has an instruction for it.
// CHECK-LABEL: func.func @down(
// CHECK-NOT:     truncf
// CHECK:         [[WORD:%[a-z0-9_]+]] = arith.trunci {{.*}} : vector<4xi32> to vector<4xi16>
// CHECK:         [[Y:%[a-z0-9_]+]] = arith.bitcast [[WORD]] : vector<4xi16> to vector<4xbf16>
// CHECK:         return [[Y]]
// GPU-LABEL: func.func @down(
// GPU-NEXT:    arith.truncf {{.*}} : vector<4xf32> to vector<4xbf16>
func.func @down(%x: vector<4xf32>) -> vector<4xbf16> {
  %y = arith.truncf %x : vector<4xf32> to vector<4xbf16>
  return %y : vector<4xbf16>
}

// Arithmetic is computed in f32; ops that change a sign or select do not round.
// CHECK-LABEL: func.func @arithmetic(
// CHECK:         arith.addf {{.*}} : f32
// CHECK:         arith.negf {{.*}} : bf16
// CHECK:         arith.cmpf olt, {{.*}} : f32
// CHECK:         arith.select {{.*}} : bf16
// GPU-LABEL: func.func @arithmetic(
// GPU-NEXT:    arith.addf {{.*}} : bf16
// GPU-NOT:     f32
// GPU:         return
func.func @arithmetic(%x: bf16, %y: bf16) -> bf16 {
  %sum = arith.addf %x, %y : bf16
  %n = arith.negf %sum : bf16
  %c = arith.cmpf olt, %x, %y : bf16
  %r = arith.select %c, %n, %x : bf16
  return %r : bf16
}

// An integer is converted through a float that holds all its bits, or else
// holds a sticky last bit; f64 through f32, rounded to odd.
// CHECK-LABEL: func.func @integers(
// CHECK:         arith.sitofp {{.*}} : i16 to f32
// CHECK:         arith.uitofp {{.*}} : i32 to f64
// CHECK:         arith.cmpf one, {{.*}} : f64
// CHECK:         arith.select {{.*}} : i64
// CHECK:         arith.sitofp {{.*}} : i64 to f64
// CHECK:         arith.truncf {{.*}} : f64 to f32
// GPU-LABEL: func.func @integers(
// GPU:         arith.sitofp {{.*}} : i16 to f32
// GPU:         arith.truncf {{.*}} : f32 to bf16
// GPU:         arith.sitofp {{.*}} : i64 to f64
// GPU:         arith.truncf {{.*}} : f64 to f32
// GPU:         arith.truncf {{.*}} : f32 to bf16
func.func @integers(%a: i16, %b: i32, %c: i64) -> (bf16, bf16, bf16) {
  %x = arith.sitofp %a : i16 to bf16
  %y = arith.uitofp %b : i32 to bf16
  %z = arith.sitofp %c : i64 to bf16
  return %x, %y, %z : bf16, bf16, bf16
}
