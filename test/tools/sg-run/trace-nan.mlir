// --trace-nan reports where the first NaN and the first infinity arise, in the
// program or in a derivative. Ops that only propagate are not reported.

// RUN: not sg-run %s --trace-nan --function=slope --input=0 2>&1 | FileCheck %s --check-prefix=SLOPE
// RUN: sg-run %s --trace-nan --function=slope --input=1 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not sg-run %s --trace-nan --function=slope --input=nan 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not sg-run %s --trace-nan --function=curvature --input=0 2>&1 | FileCheck %s --check-prefix=CURVATURE
// RUN: not sg-run %s --trace-nan --function=loop --input="1 1" --input=200 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not sg-run %s --trace-nan --function=body --input="0.5 -200" 2>&1 | FileCheck %s --check-prefix=BODY
// RUN: not sg-run %s --trace-nan --function=named --input=1e30 --input=1e30 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: not sg-run %s --device=cpu --trace-nan --function=vector --input="1 0" 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: not sg-run %s --trace-nan --function=chosen --input="4 0 1" 2>&1 | FileCheck %s --check-prefix=CHOSEN
// RUN: not sg-run %s --trace-nan --function=chosen --input="4 0 1" --strong-zero 2>&1 | FileCheck %s --check-prefix=STRONG
// RUN: not sg-run %s --trace-nan --function=clamped --input=0 2>&1 | FileCheck %s --check-prefix=CLAMPED
// RUN: sg-run %s --trace-nan --function=largest --input="1 2 3" 2>&1 | FileCheck %s --check-prefix=LARGEST

// The derivative of the square root is infinite at 0, and it is multiplied by 0.
func.func @root(%x: f64) -> f64 {
  %r = math.sqrt %x : f64
  %zero = arith.constant 0.0 : f64
  %y = arith.mulf %r, %zero : f64
  return %y : f64
}
func.func @slope(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @root(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
// SLOPE:      sg-run: the first infinity arises at {{.*}}trace-nan.mlir:[[@LINE-9]]:8: 'arith.divf' in the adjoint
// SLOPE-NEXT: sg-run: the first NaN arises at {{.*}}trace-nan.mlir:[[@LINE-10]]:8: 'arith.mulf' in the adjoint: zero times infinity{{$}}
// SLOPE-NEXT: result[0]: f64=nan
// NONE:       sg-run: no NaN and no infinity arises
// NONE-NEXT:  result[0]: f64=0
// ARGUMENT:      sg-run: the first NaN arises at {{.*}}trace-nan.mlir:[[@LINE-9]]:1: argument 0 of '@slope'
// ARGUMENT-NEXT: result[0]: f64=nan

// At second order, roles name the derivative and the function that it differentiates.
func.func @power(%x: f64) -> f64 {
  %c = arith.constant 1.5 : f64
  %y = math.powf %x, %c : f64
  return %y : f64
}
func.func @first(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @power(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
func.func @curvature(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y, %dx = grad.jvp @first(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %dx : f64
}
// CURVATURE: sg-run: the first infinity arises at {{.*}}trace-nan.mlir:[[@LINE-12]]:8: 'math.powf' in the tangent of the adjoint

// The message names the iteration of the loop that overflows in f16, in a branch.
func.func @loop(%x: tensor<2xf16>, %n: index) -> tensor<2xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<2xf16> {
    %isLate = arith.cmpi ugt, %i, %c9 : index
    %b = scf.if %isLate -> tensor<2xf16> {
      %s = arith.addf %a, %a : tensor<2xf16>
      scf.yield %s : tensor<2xf16>
    } else {
      scf.yield %a : tensor<2xf16>
    }
    scf.yield %b : tensor<2xf16>
  }
  return %y : tensor<2xf16>
}
// LOOP:      sg-run: the first infinity arises at {{.*}}trace-nan.mlir:[[@LINE-9]]:12: 'arith.addf'
// LOOP-NEXT: result[0]: 2xf16=inf inf

// The NaN arises in the body of a structured op.
func.func @entropy(%x: tensor<2xf32>) -> f32 {
  %e = math.exp %x : tensor<2xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%e : tensor<2xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%p: f32, %sum: f32):
    %l = math.log %p : f32
    %t = arith.mulf %l, %p : f32
    %u = arith.addf %t, %sum : f32
    linalg.yield %u : f32
  } -> tensor<f32>
  %r = tensor.extract %s[] : tensor<f32>
  return %r : f32
}
func.func @body(%x: tensor<2xf32>) -> (f32, tensor<2xf32>) {
  %y, %dx = grad.value_and_grad @entropy(%x) : (tensor<2xf32>) -> (f32, tensor<2xf32>)
  return %y, %dx : f32, tensor<2xf32>
}
// BODY:      sg-run: the first infinity arises at {{.*}}trace-nan.mlir:[[@LINE-12]]:10: 'math.log' in the primal
// BODY-NEXT: sg-run: the first NaN arises at {{.*}}trace-nan.mlir:[[@LINE-12]]:10: 'arith.mulf' in the primal

// For a named op, the message names the op as a whole.
func.func @named(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %empty = tensor.empty() : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %z = linalg.matmul ins(%x, %y : tensor<2x2xf32>, tensor<2x2xf32>) outs(%init : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %z : tensor<2x2xf32>
}
// NAMED: sg-run: the first infinity arises at {{.*}}trace-nan.mlir:[[@LINE-3]]:8: 'linalg.matmul'

func.func @vector(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero : tensor<2xf32>, vector<2xf32>
  %one = arith.constant dense<1.0> : vector<2xf32>
  %r = arith.divf %one, %v : vector<2xf32>
  %y = vector.transfer_write %r, %x[%c0] : vector<2xf32>, tensor<2xf32>
  return %y : tensor<2xf32>
}
// VECTOR: sg-run: the first infinity arises at {{.*}}trace-nan.mlir:[[@LINE-4]]:8: 'arith.divf'

// An infinite constant is not reported.
func.func @largest(%x: tensor<3xf32>) -> tensor<f32> {
  %least = arith.constant dense<0xFF800000> : tensor<f32>
  %y = linalg.reduce { arith.maximumf } ins(%x : tensor<3xf32>) outs(%least : tensor<f32>) dimensions = [0]
  return %y : tensor<f32>
}
// LARGEST:      sg-run: no NaN and no infinity arises
// LARGEST-NEXT: result[0]: f32=3

// The cotangent of the select is zero, and is multiplied by infinity.
#id = affine_map<(i) -> (i)>
func.func @roots(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %l = math.sqrt %x : tensor<3xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %l : tensor<3xf32>, tensor<3xf32>) outs(%empty : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.cmpf ogt, %a, %zero : f32
    %s = arith.select %p, %b, %zero : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func @chosen(%x: tensor<3xf32>) -> tensor<3xf32> {
  %ones = arith.constant dense<1.0> : tensor<3xf32>
  %y, %dx = grad.vjp @roots(%x) cotangents(%ones) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %dx : tensor<3xf32>
}
// CHOSEN: sg-run: the first NaN arises at {{.*}}trace-nan.mlir:[[@LINE-15]]:8: 'arith.mulf' in the adjoint: zero times infinity, for a value that the choice at {{.*}}trace-nan.mlir:[[@LINE-10]]:10 does not select (strong_zero keeps zeros)

// With strong zeros, the product yields zero instead of NaN.
// STRONG:     sg-run: the first infinity arises at {{.*}}trace-nan.mlir:[[@LINE-18]]:8: 'arith.divf' in the adjoint{{$}}
// STRONG-NOT: 'arith.mulf'
// STRONG:     result[0]: 3xf32=0.25 0 0.5

func.func @least(%x: f64) -> f64 {
  %low = arith.constant -10.0 : f64
  %l = math.log %x : f64
  %y = arith.maximumf %l, %low : f64
  return %y : f64
}
func.func @clamped(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @least(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
// CLAMPED: sg-run: the first NaN arises at {{.*}}trace-nan.mlir:[[@LINE-8]]:8: 'arith.divf' in the adjoint: zero divided by zero, for a value that the choice at {{.*}}trace-nan.mlir:[[@LINE-7]]:8 does not select (strong_zero keeps zeros)
