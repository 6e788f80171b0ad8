// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// Narrow floats, and shapes.

// A derivative that rounds more than once is computed in f32 and rounded once.
func.func @tanh_f16(%x: f16) -> f16 {
  %y = math.tanh %x : f16
  return %y : f16
}
func.func private @request_tanh_f16(%x: f16, %dx: f16, %c: f16) {
  grad.jvp @tanh_f16(%x) tangents(%dx) : (f16, f16) -> (f16, f16)
  grad.vjp @tanh_f16(%x) cotangents(%c) : (f16, f16) -> (f16, f16)
  return
}
// CHECK-LABEL: func.func private @tanh_f16_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f16, [[C:%[a-z0-9_]+]]: f16)
// CHECK-NEXT: [[TANH:%[a-z0-9_]+]] = math.tanh [[X]] : f16
// CHECK-NEXT: [[EXTF:%[a-z0-9_]+]] = arith.extf [[C]] : f16 to f32
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: [[EXTF2:%[a-z0-9_]+]] = arith.extf [[TANH]] : f16 to f32
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.mulf [[EXTF2]], [[EXTF2]] : f32
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.subf [[ONE]], [[SUBF]] : f32
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[EXTF]], [[MULF]] : f32
// CHECK-NEXT: [[TRUNCF:%[a-z0-9_]+]] = arith.truncf [[MULF2]] : f32 to f16
// CHECK-NEXT: return [[TANH]], [[TRUNCF]] : f16, f16
// CHECK-LABEL: func.func private @tanh_f16_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f16, [[DX:%[a-z0-9_]+]]: f16)
// CHECK-NEXT: [[TANH:%[a-z0-9_]+]] = math.tanh [[X]] : f16
// CHECK-NEXT: [[EXTF:%[a-z0-9_]+]] = arith.extf [[DX]] : f16 to f32
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: [[EXTF2:%[a-z0-9_]+]] = arith.extf [[TANH]] : f16 to f32
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.mulf [[EXTF2]], [[EXTF2]] : f32
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.subf [[ONE]], [[SUBF]] : f32
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[EXTF]], [[MULF]] : f32
// CHECK-NEXT: [[TRUNCF:%[a-z0-9_]+]] = arith.truncf [[MULF2]] : f32 to f16
// CHECK-NEXT: return [[TANH]], [[TRUNCF]] : f16, f16

// A derivative that rounds once stays in the narrow type.
func.func @exp_bf16(%x: bf16) -> bf16 {
  %y = math.exp %x : bf16
  return %y : bf16
}
func.func private @request_exp_bf16(%x: bf16, %dx: bf16, %c: bf16) {
  grad.jvp @exp_bf16(%x) tangents(%dx) : (bf16, bf16) -> (bf16, bf16)
  grad.vjp @exp_bf16(%x) cotangents(%c) : (bf16, bf16) -> (bf16, bf16)
  return
}
// CHECK-LABEL: func.func private @exp_bf16_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: bf16, [[C:%[a-z0-9_]+]]: bf16)
// CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = math.exp [[X]] : bf16
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[EXP]] : bf16
// CHECK-NEXT: return [[EXP]], [[MULF]] : bf16, bf16
// CHECK-LABEL: func.func private @exp_bf16_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: bf16, [[DX:%[a-z0-9_]+]]: bf16)
// CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = math.exp [[X]] : bf16
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[EXP]] : bf16
// CHECK-NEXT: return [[EXP]], [[MULF]] : bf16, bf16

// In a chain of ops the cotangent stays wide until the end.
func.func @chain(%x: bf16) -> bf16 {
  %a = math.tanh %x : bf16
  %y = math.tanh %a : bf16
  return %y : bf16
}
func.func private @request_chain(%x: bf16, %dx: bf16, %c: bf16) {
  grad.jvp @chain(%x) tangents(%dx) : (bf16, bf16) -> (bf16, bf16)
  grad.vjp @chain(%x) cotangents(%c) : (bf16, bf16) -> (bf16, bf16)
  return
}
// CHECK-LABEL: func.func private @chain_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: bf16, [[C:%[a-z0-9_]+]]: bf16)
// CHECK-NEXT: [[TANH:%[a-z0-9_]+]] = math.tanh [[X]] : bf16
// CHECK-NEXT: [[TANH2:%[a-z0-9_]+]] = math.tanh [[TANH]] : bf16
// CHECK-NEXT: [[EXTF:%[a-z0-9_]+]] = arith.extf [[C]] : bf16 to f32
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: [[EXTF2:%[a-z0-9_]+]] = arith.extf [[TANH2]] : bf16 to f32
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.mulf [[EXTF2]], [[EXTF2]] : f32
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.subf [[ONE]], [[SUBF]] : f32
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[EXTF]], [[MULF]] : f32
// CHECK-NEXT: [[ONE2:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: [[EXTF3:%[a-z0-9_]+]] = arith.extf [[TANH]] : bf16 to f32
// CHECK-NEXT: [[SUBF2:%[a-z0-9_]+]] = arith.mulf [[EXTF3]], [[EXTF3]] : f32
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.subf [[ONE2]], [[SUBF2]] : f32
// CHECK-NEXT: [[MULF4:%[a-z0-9_]+]] = arith.mulf [[MULF2]], [[MULF3]] : f32
// CHECK-NEXT: [[TRUNCF:%[a-z0-9_]+]] = arith.truncf [[MULF4]] : f32 to bf16
// CHECK-NEXT: return [[TANH2]], [[TRUNCF]] : bf16, bf16
// CHECK-LABEL: func.func private @chain_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: bf16, [[DX:%[a-z0-9_]+]]: bf16)
// CHECK-NEXT: [[TANH:%[a-z0-9_]+]] = math.tanh [[X]] : bf16
// CHECK-NEXT: [[EXTF:%[a-z0-9_]+]] = arith.extf [[DX]] : bf16 to f32
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: [[EXTF2:%[a-z0-9_]+]] = arith.extf [[TANH]] : bf16 to f32
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.mulf [[EXTF2]], [[EXTF2]] : f32
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.subf [[ONE]], [[SUBF]] : f32
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[EXTF]], [[MULF]] : f32
// CHECK-NEXT: [[TRUNCF:%[a-z0-9_]+]] = arith.truncf [[MULF2]] : f32 to bf16
// CHECK-NEXT: [[TANH2:%[a-z0-9_]+]] = math.tanh [[TANH]] : bf16
// CHECK-NEXT: [[EXTF3:%[a-z0-9_]+]] = arith.extf [[TRUNCF]] : bf16 to f32
// CHECK-NEXT: [[ONE2:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: [[EXTF4:%[a-z0-9_]+]] = arith.extf [[TANH2]] : bf16 to f32
// CHECK-NEXT: [[SUBF2:%[a-z0-9_]+]] = arith.mulf [[EXTF4]], [[EXTF4]] : f32
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.subf [[ONE2]], [[SUBF2]] : f32
// CHECK-NEXT: [[MULF4:%[a-z0-9_]+]] = arith.mulf [[EXTF3]], [[MULF3]] : f32
// CHECK-NEXT: [[TRUNCF2:%[a-z0-9_]+]] = arith.truncf [[MULF4]] : f32 to bf16
// CHECK-NEXT: return [[TANH2]], [[TRUNCF2]] : bf16, bf16

// Constants have the operands' shape: static sizes stay static, and dynamic
// sizes are read once.
func.func @tanh_tensor(%x: tensor<2x?x?xf32>) -> tensor<2x?x?xf32> {
  %y = math.tanh %x : tensor<2x?x?xf32>
  return %y : tensor<2x?x?xf32>
}
func.func private @request_tanh_tensor(%x: tensor<2x?x?xf32>, %dx: tensor<2x?x?xf32>, %c: tensor<2x?x?xf32>) {
  grad.jvp @tanh_tensor(%x) tangents(%dx) : (tensor<2x?x?xf32>, tensor<2x?x?xf32>) -> (tensor<2x?x?xf32>, tensor<2x?x?xf32>)
  grad.vjp @tanh_tensor(%x) cotangents(%c) : (tensor<2x?x?xf32>, tensor<2x?x?xf32>) -> (tensor<2x?x?xf32>, tensor<2x?x?xf32>)
  return
}
// CHECK-LABEL: func.func private @tanh_tensor_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: tensor<2x?x?xf32>, [[C:%[a-z0-9_]+]]: tensor<2x?x?xf32>)
// CHECK-NEXT: [[TANH:%[a-z0-9_]+]] = math.tanh [[X]] : tensor<2x?x?xf32>
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: [[ONE2:%[a-z0-9_]+]] = arith.constant 1 : index
// CHECK-NEXT: [[DIM:%[a-z0-9_]+]] = tensor.dim [[C]], [[ONE2]] : tensor<2x?x?xf32>
// CHECK-NEXT: [[TWO:%[a-z0-9_]+]] = arith.constant 2 : index
// CHECK-NEXT: [[DIM2:%[a-z0-9_]+]] = tensor.dim [[C]], [[TWO]] : tensor<2x?x?xf32>
// CHECK-NEXT: [[SPLAT:%[a-z0-9_]+]] = tensor.splat [[ONE]][[[DIM]], [[DIM2]]] : tensor<2x?x?xf32>
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.mulf [[TANH]], [[TANH]] : tensor<2x?x?xf32>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.subf [[SPLAT]], [[SUBF]] : tensor<2x?x?xf32>
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[MULF]] : tensor<2x?x?xf32>
// CHECK-NEXT: return [[TANH]], [[MULF2]] : tensor<2x?x?xf32>, tensor<2x?x?xf32>
// CHECK-LABEL: func.func private @tanh_tensor_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: tensor<2x?x?xf32>, [[DX:%[a-z0-9_]+]]: tensor<2x?x?xf32>)
// CHECK-NEXT: [[TANH:%[a-z0-9_]+]] = math.tanh [[X]] : tensor<2x?x?xf32>
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: [[ONE2:%[a-z0-9_]+]] = arith.constant 1 : index
// CHECK-NEXT: [[DIM:%[a-z0-9_]+]] = tensor.dim [[DX]], [[ONE2]] : tensor<2x?x?xf32>
// CHECK-NEXT: [[TWO:%[a-z0-9_]+]] = arith.constant 2 : index
// CHECK-NEXT: [[DIM2:%[a-z0-9_]+]] = tensor.dim [[DX]], [[TWO]] : tensor<2x?x?xf32>
// CHECK-NEXT: [[SPLAT:%[a-z0-9_]+]] = tensor.splat [[ONE]][[[DIM]], [[DIM2]]] : tensor<2x?x?xf32>
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.mulf [[TANH]], [[TANH]] : tensor<2x?x?xf32>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.subf [[SPLAT]], [[SUBF]] : tensor<2x?x?xf32>
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DX]], [[MULF]] : tensor<2x?x?xf32>
// CHECK-NEXT: return [[TANH]], [[MULF2]] : tensor<2x?x?xf32>, tensor<2x?x?xf32>

// A splat.
func.func @sqrt_static(%x: tensor<0x3xf64>) -> tensor<0x3xf64> {
  %y = math.sqrt %x : tensor<0x3xf64>
  return %y : tensor<0x3xf64>
}
func.func private @request_sqrt_static(%x: tensor<0x3xf64>, %dx: tensor<0x3xf64>, %c: tensor<0x3xf64>) {
  grad.jvp @sqrt_static(%x) tangents(%dx) : (tensor<0x3xf64>, tensor<0x3xf64>) -> (tensor<0x3xf64>, tensor<0x3xf64>)
  grad.vjp @sqrt_static(%x) cotangents(%c) : (tensor<0x3xf64>, tensor<0x3xf64>) -> (tensor<0x3xf64>, tensor<0x3xf64>)
  return
}
// CHECK-LABEL: func.func private @sqrt_static_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: tensor<0x3xf64>, [[C:%[a-z0-9_]+]]: tensor<0x3xf64>)
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[X]] : tensor<0x3xf64>
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant dense<5.000000e-01> : tensor<0x3xf64>
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[HALF]], [[SQRT]] : tensor<0x3xf64>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[DIVF]] : tensor<0x3xf64>
// CHECK-NEXT: return [[SQRT]], [[MULF]] : tensor<0x3xf64>, tensor<0x3xf64>
// CHECK-LABEL: func.func private @sqrt_static_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: tensor<0x3xf64>, [[DX:%[a-z0-9_]+]]: tensor<0x3xf64>)
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[X]] : tensor<0x3xf64>
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant dense<5.000000e-01> : tensor<0x3xf64>
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[HALF]], [[SQRT]] : tensor<0x3xf64>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[DIVF]] : tensor<0x3xf64>
// CHECK-NEXT: return [[SQRT]], [[MULF]] : tensor<0x3xf64>, tensor<0x3xf64>

// The same row on vectors.
func.func @sqrt_vector(%x: vector<[4]xf32>) -> vector<[4]xf32> {
  %y = math.sqrt %x : vector<[4]xf32>
  return %y : vector<[4]xf32>
}
func.func private @request_sqrt_vector(%x: vector<[4]xf32>, %dx: vector<[4]xf32>, %c: vector<[4]xf32>) {
  grad.jvp @sqrt_vector(%x) tangents(%dx) : (vector<[4]xf32>, vector<[4]xf32>) -> (vector<[4]xf32>, vector<[4]xf32>)
  grad.vjp @sqrt_vector(%x) cotangents(%c) : (vector<[4]xf32>, vector<[4]xf32>) -> (vector<[4]xf32>, vector<[4]xf32>)
  return
}
// CHECK-LABEL: func.func private @sqrt_vector_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<[4]xf32>, [[C:%[a-z0-9_]+]]: vector<[4]xf32>)
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[X]] : vector<[4]xf32>
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant dense<5.000000e-01> : vector<[4]xf32>
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[HALF]], [[SQRT]] : vector<[4]xf32>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[DIVF]] : vector<[4]xf32>
// CHECK-NEXT: return [[SQRT]], [[MULF]] : vector<[4]xf32>, vector<[4]xf32>
// CHECK-LABEL: func.func private @sqrt_vector_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<[4]xf32>, [[DX:%[a-z0-9_]+]]: vector<[4]xf32>)
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[X]] : vector<[4]xf32>
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant dense<5.000000e-01> : vector<[4]xf32>
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[HALF]], [[SQRT]] : vector<[4]xf32>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[DIVF]] : vector<[4]xf32>
// CHECK-NEXT: return [[SQRT]], [[MULF]] : vector<[4]xf32>, vector<[4]xf32>
