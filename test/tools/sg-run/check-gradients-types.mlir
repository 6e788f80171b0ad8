// A program that cannot be computed in f64 is checked in its own types, with
// larger steps and tolerances; --check-gradients reports the types and the reason.

// RUN: sg-run %s --check-gradients --function=cast | FileCheck %s --check-prefix=CAST
// RUN: sg-run %s --check-gradients --function=half --order=2 --input=0.75 | FileCheck %s --check-prefix=HALF
// RUN: sg-run %s --check-gradients --function=half --order=2 --input=0.125 | FileCheck %s --check-prefix=COARSE
// RUN: sg-run %s --check-gradients --function=brain | FileCheck %s --check-prefix=BRAIN
// RUN: sg-run %s --check-gradients --function=mixed | FileCheck %s --check-prefix=MIXED
// RUN: not sg-run %s --check-gradients --function=wrong | FileCheck %s --check-prefix=WRONG

// The sign bit of an f32 has another position than in an f64.
func.func @cast(%x: tensor<3xf32>) -> tensor<3xf32> {
  %bits = tensor.bitcast %x : tensor<3xf32> to tensor<3xi32>
  %scale = arith.sitofp %bits : tensor<3xi32> to tensor<3xf32>
  %small = arith.constant dense<1.0e-9> : tensor<3xf32>
  %s = arith.mulf %scale, %small : tensor<3xf32>
  %c = math.cos %s : tensor<3xf32>
  %y = arith.mulf %x, %x : tensor<3xf32>
  %e = math.exp %y : tensor<3xf32>
  return %e : tensor<3xf32>
}
// CAST:      @cast in f32, not in f64, as 'tensor.bitcast' at {{.*}}check-gradients-types.mlir:[[@LINE-9]]:11 depends on the type, at random inputs
// CAST-NEXT:   input 0, tensor<3xf32>: agrees in all 4 directions, relative difference {{[1-9.]+}}e-0{{[4-9]$}}

func.func @half(%x: f16) -> f16 {
  %bits = arith.bitcast %x : f16 to i16
  %y = arith.mulf %x, %x : f16
  %e = math.exp %y : f16
  return %e : f16
}
// HALF: @half in f16, not in f64
// HALF:   input 0, f16: agrees in all 4 directions
// HALF: its derivative in reverse mode:
// HALF:   input 0, f16: agrees in all 4 directions

// COARSE: input 0, f16: undecided in {{.*}} directions: both modes {{.*}}, differences {{.*}} with an error of up to

func.func @brain(%x: bf16) -> bf16 {
  %bits = arith.bitcast %x : bf16 to i16
  %y = arith.mulf %x, %x : bf16
  return %y : bf16
}
// BRAIN: @brain in bf16, not in f64
// BRAIN:   input 0, bf16: agrees in all 4 directions

// Conversions disappear.
func.func @mixed(%x: f16, %y: tensor<2xbf16>, %z: f64) -> (f32, tensor<2xf64>) {
  %c = arith.constant dense<[1.5, -2.5]> : tensor<2xbf16>
  %p = arith.mulf %y, %c : tensor<2xbf16>
  %w = arith.extf %p : tensor<2xbf16> to tensor<2xf64>
  %s = arith.extf %x : f16 to f32
  %t = arith.truncf %z : f64 to f32
  %r = arith.mulf %s, %t : f32
  return %r, %w : f32, tensor<2xf64>
}
// MIXED:      @mixed in f64 at
// MIXED-NEXT:   input 0, f16: agrees in all 4 directions, relative difference {{[0-9.]+e-1|0.0e}}
// MIXED-NEXT:   input 1, tensor<2xbf16>: agrees in all 4 directions, relative difference {{[0-9.]+e-1|0.0e}}
// MIXED-NEXT:   input 2, f64: agrees in all 4 directions, relative difference {{[0-9.]+e-1|0.0e}}

// An error of a tenth is found in f32.
func.func private @square(%x: f32) -> f32 attributes {no_inline, grad.custom_jvp = @square_jvp} {
  %bits = arith.bitcast %x : f32 to i32
  %y = arith.mulf %x, %x : f32
  return %y : f32
}
func.func private @square_jvp(%x: f32, %t: f32) -> (f32, f32) {
  %y = arith.mulf %x, %x : f32
  %c = arith.constant 2.2 : f32
  %d = arith.mulf %c, %x : f32
  %dy = arith.mulf %d, %t : f32
  return %y, %dy : f32, f32
}
func.func @wrong(%x: f32) -> f32 {
  %y = func.call @square(%x) : (f32) -> f32
  return %y : f32
}
// WRONG: @wrong in f32, not in f64
// WRONG:   input 0, f32: DISAGREES in all 4 directions
