// The stop accepts all types of TensorFlow's StopGradient and further types of
// MLIR. Operand and result have the same type. If the type has derivatives, the
// derivative is a zero of this type.
//
// RUN: sg-opt %s --verify-roundtrip \
// RUN:     --grad-request-derivative="function=floats mode=vjp name=pull" \
// RUN:     --grad-request-derivative="function=products mode=vjp name=pull_products" \
// RUN:     --grad-expand-derivatives | FileCheck %s
// RUN: not sg-opt %s \
// RUN:     --grad-request-derivative="function=exponents mode=vjp name=pull" \
// RUN:     --grad-expand-derivatives 2>&1 | FileCheck %s --check-prefix=NO-ZERO

// The derivative of every float type except one is a zero of this type, as a
// scalar or in a tensor or a vector.
// CHECK-LABEL: func.func @pull(
func.func @floats(%x0: tensor<?xbf16>, %x1: f16, %x2: vector<3xf32>, %x3: tensor<?xf64>,
    %x4: f80, %x5: vector<3xf128>, %x6: tensor<?xtf32>, %x7: f8E5M2, %x8: vector<3xf8E4M3>,
    %x9: tensor<?xf8E4M3FN>, %x10: f8E5M2FNUZ, %x11: vector<3xf8E4M3FNUZ>,
    %x12: tensor<?xf8E4M3B11FNUZ>, %x13: f8E3M4, %x14: vector<3xf6E2M3FN>,
    %x15: tensor<?xf6E3M2FN>, %x16: f4E2M1FN)
    -> (tensor<?xbf16>, f16, vector<3xf32>, tensor<?xf64>, f80, vector<3xf128>, tensor<?xtf32>,
        f8E5M2, vector<3xf8E4M3>, tensor<?xf8E4M3FN>, f8E5M2FNUZ, vector<3xf8E4M3FNUZ>,
        tensor<?xf8E4M3B11FNUZ>, f8E3M4, vector<3xf6E2M3FN>, tensor<?xf6E3M2FN>, f4E2M1FN) {
  // CHECK: arith.constant 0.000000e+00 : bf16
  %s0 = grad.stop_gradient %x0 : tensor<?xbf16>
  // CHECK: arith.constant 0.000000e+00 : f16
  %s1 = grad.stop_gradient %x1 : f16
  // CHECK: arith.constant dense<0.000000e+00> : vector<3xf32>
  %s2 = grad.stop_gradient %x2 : vector<3xf32>
  // CHECK: arith.constant 0.000000e+00 : f64
  %s3 = grad.stop_gradient %x3 : tensor<?xf64>
  // CHECK: arith.constant 0.000000e+00 : f80
  %s4 = grad.stop_gradient %x4 : f80
  // CHECK: arith.constant dense<0.000000e+00> : vector<3xf128>
  %s5 = grad.stop_gradient %x5 : vector<3xf128>
  // CHECK: arith.constant 0.000000e+00 : tf32
  %s6 = grad.stop_gradient %x6 : tensor<?xtf32>
  // CHECK: arith.constant 0.000000e+00 : f8E5M2
  %s7 = grad.stop_gradient %x7 : f8E5M2
  // CHECK: arith.constant dense<0.000000e+00> : vector<3xf8E4M3>
  %s8 = grad.stop_gradient %x8 : vector<3xf8E4M3>
  // CHECK: arith.constant 0.000000e+00 : f8E4M3FN
  %s9 = grad.stop_gradient %x9 : tensor<?xf8E4M3FN>
  // CHECK: arith.constant 0.000000e+00 : f8E5M2FNUZ
  %s10 = grad.stop_gradient %x10 : f8E5M2FNUZ
  // CHECK: arith.constant dense<0.000000e+00> : vector<3xf8E4M3FNUZ>
  %s11 = grad.stop_gradient %x11 : vector<3xf8E4M3FNUZ>
  // CHECK: arith.constant 0.000000e+00 : f8E4M3B11FNUZ
  %s12 = grad.stop_gradient %x12 : tensor<?xf8E4M3B11FNUZ>
  // CHECK: arith.constant 0.000000e+00 : f8E3M4
  %s13 = grad.stop_gradient %x13 : f8E3M4
  // CHECK: arith.constant dense<0.000000e+00> : vector<3xf6E2M3FN>
  %s14 = grad.stop_gradient %x14 : vector<3xf6E2M3FN>
  // CHECK: arith.constant 0.000000e+00 : f6E3M2FN
  %s15 = grad.stop_gradient %x15 : tensor<?xf6E3M2FN>
  // CHECK: arith.constant 0.000000e+00 : f4E2M1FN
  %s16 = grad.stop_gradient %x16 : f4E2M1FN
  return %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15,
      %s16
      : tensor<?xbf16>, f16, vector<3xf32>, tensor<?xf64>, f80, vector<3xf128>, tensor<?xtf32>,
        f8E5M2, vector<3xf8E4M3>, tensor<?xf8E4M3FN>, f8E5M2FNUZ, vector<3xf8E4M3FNUZ>,
        tensor<?xf8E4M3B11FNUZ>, f8E3M4, vector<3xf6E2M3FN>, tensor<?xf6E3M2FN>, f4E2M1FN
}

// Narrow floats are multiplied in their type: one product rounds once.
// CHECK-LABEL: func.func private @products_vjp(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: tensor<3xf8E5M2>, [[Y:%[a-z0-9]+]]: f4E2M1FN,
// CHECK-SAME:      [[DX:%[a-z0-9]+]]: tensor<3xf8E5M2>, [[DY:%[a-z0-9]+]]: f4E2M1FN)
// CHECK:         [[CX:%[a-z0-9]+]] = grad.stop_gradient [[X]] : tensor<3xf8E5M2>
// CHECK:         [[CY:%[a-z0-9]+]] = grad.stop_gradient [[Y]] : f4E2M1FN
// CHECK-DAG:     [[SX:%[a-z0-9]+]] = arith.mulf [[DX]], [[CX]] : tensor<3xf8E5M2>
// CHECK-DAG:     [[SY:%[a-z0-9]+]] = arith.mulf [[DY]], [[CY]] : f4E2M1FN
// CHECK:         return {{.*}}, [[SX]], [[SY]] :
func.func @products(%x: tensor<3xf8E5M2>, %y: f4E2M1FN) -> (tensor<3xf8E5M2>, f4E2M1FN) {
  %cx = grad.stop_gradient %x : tensor<3xf8E5M2>
  %cy = grad.stop_gradient %y : f4E2M1FN
  %px = arith.mulf %x, %cx : tensor<3xf8E5M2>
  %py = arith.mulf %y, %cy : f4E2M1FN
  return %px, %py : tensor<3xf8E5M2>, f4E2M1FN
}

// f8E8M0FNU has no zero. The stop accepts it, but its gradient would have to be
// zero, which is an error, never a NaN.
// NO-ZERO: error: 'grad.vjp' op needs a zero of type tensor<3xf8E8M0FNU> {{.*}}which that type cannot represent
func.func @exponents(%x: tensor<3xf8E8M0FNU>) -> tensor<3xf8E8M0FNU> {
  %y = grad.stop_gradient %x : tensor<3xf8E8M0FNU>
  return %y : tensor<3xf8E8M0FNU>
}

// Booleans, integers, complex and quantized numbers, and types other than
// tensors of numbers (TensorFlow has strings, resources and variants).
// CHECK-LABEL: func.func @others(
func.func @others(%x0: tensor<2x?xi1>, %x1: tensor<2x?xi2>, %x2: tensor<2x?xi4>,
    %x3: tensor<2x?xi8>, %x4: tensor<2x?xi16>, %x5: tensor<2x?xi32>, %x6: tensor<2x?xi64>,
    %x7: tensor<2x?xui2>, %x8: tensor<2x?xui4>, %x9: tensor<2x?xui8>, %x10: tensor<2x?xui16>,
    %x11: tensor<2x?xui32>, %x12: tensor<2x?xui64>, %x13: tensor<2x?xsi8>,
    %x14: tensor<2x?xindex>, %x15: tensor<2x?xcomplex<f16>>, %x16: tensor<2x?xcomplex<f32>>,
    %x17: tensor<2x?xcomplex<f64>>, %x18: tensor<2x?x!quant.uniform<i8:f32, 5.000000e-01>>,
    %x19: tensor<2x?x!quant.uniform<u8:f32, 5.000000e-01:128>>,
    %x20: tensor<2x?x!quant.uniform<i16:f32, 2.500000e-01>>,
    %x21: tensor<2x?x!quant.uniform<i32:f32, 2.500000e-01>>, %x22: !llvm.ptr,
    %x23: !async.token, %x24: memref<?xf32>, %x25: tensor<*xf32>)
    -> (tensor<2x?xi1>, tensor<2x?xi2>, tensor<2x?xi4>, tensor<2x?xi8>, tensor<2x?xi16>,
        tensor<2x?xi32>, tensor<2x?xi64>, tensor<2x?xui2>, tensor<2x?xui4>, tensor<2x?xui8>,
        tensor<2x?xui16>, tensor<2x?xui32>, tensor<2x?xui64>, tensor<2x?xsi8>,
        tensor<2x?xindex>, tensor<2x?xcomplex<f16>>, tensor<2x?xcomplex<f32>>,
        tensor<2x?xcomplex<f64>>, tensor<2x?x!quant.uniform<i8:f32, 5.000000e-01>>,
        tensor<2x?x!quant.uniform<u8:f32, 5.000000e-01:128>>,
        tensor<2x?x!quant.uniform<i16:f32, 2.500000e-01>>,
        tensor<2x?x!quant.uniform<i32:f32, 2.500000e-01>>, !llvm.ptr, !async.token,
        memref<?xf32>, tensor<*xf32>) {
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xi1>
  %s0 = grad.stop_gradient %x0 : tensor<2x?xi1>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xi2>
  %s1 = grad.stop_gradient %x1 : tensor<2x?xi2>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xi4>
  %s2 = grad.stop_gradient %x2 : tensor<2x?xi4>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xi8>
  %s3 = grad.stop_gradient %x3 : tensor<2x?xi8>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xi16>
  %s4 = grad.stop_gradient %x4 : tensor<2x?xi16>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xi32>
  %s5 = grad.stop_gradient %x5 : tensor<2x?xi32>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xi64>
  %s6 = grad.stop_gradient %x6 : tensor<2x?xi64>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xui2>
  %s7 = grad.stop_gradient %x7 : tensor<2x?xui2>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xui4>
  %s8 = grad.stop_gradient %x8 : tensor<2x?xui4>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xui8>
  %s9 = grad.stop_gradient %x9 : tensor<2x?xui8>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xui16>
  %s10 = grad.stop_gradient %x10 : tensor<2x?xui16>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xui32>
  %s11 = grad.stop_gradient %x11 : tensor<2x?xui32>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xui64>
  %s12 = grad.stop_gradient %x12 : tensor<2x?xui64>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xsi8>
  %s13 = grad.stop_gradient %x13 : tensor<2x?xsi8>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xindex>
  %s14 = grad.stop_gradient %x14 : tensor<2x?xindex>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xcomplex<f16>>
  %s15 = grad.stop_gradient %x15 : tensor<2x?xcomplex<f16>>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xcomplex<f32>>
  %s16 = grad.stop_gradient %x16 : tensor<2x?xcomplex<f32>>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?xcomplex<f64>>
  %s17 = grad.stop_gradient %x17 : tensor<2x?xcomplex<f64>>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?x!quant.uniform<i8:f32, 5.000000e-01>>
  %s18 = grad.stop_gradient %x18 : tensor<2x?x!quant.uniform<i8:f32, 5.000000e-01>>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?x!quant.uniform<u8:f32, 5.000000e-01:128>>
  %s19 = grad.stop_gradient %x19 : tensor<2x?x!quant.uniform<u8:f32, 5.000000e-01:128>>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?x!quant.uniform<i16:f32, 2.500000e-01>>
  %s20 = grad.stop_gradient %x20 : tensor<2x?x!quant.uniform<i16:f32, 2.500000e-01>>
  // CHECK: grad.stop_gradient {{.*}} : tensor<2x?x!quant.uniform<i32:f32, 2.500000e-01>>
  %s21 = grad.stop_gradient %x21 : tensor<2x?x!quant.uniform<i32:f32, 2.500000e-01>>
  // CHECK: grad.stop_gradient {{.*}} : !llvm.ptr
  %s22 = grad.stop_gradient %x22 : !llvm.ptr
  // CHECK: grad.stop_gradient {{.*}} : !async.token
  %s23 = grad.stop_gradient %x23 : !async.token
  // CHECK: grad.stop_gradient {{.*}} : memref<?xf32>
  %s24 = grad.stop_gradient %x24 : memref<?xf32>
  // CHECK: grad.stop_gradient {{.*}} : tensor<*xf32>
  %s25 = grad.stop_gradient %x25 : tensor<*xf32>
  return %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15,
      %s16, %s17, %s18, %s19, %s20, %s21, %s22, %s23, %s24, %s25
      : tensor<2x?xi1>, tensor<2x?xi2>, tensor<2x?xi4>, tensor<2x?xi8>, tensor<2x?xi16>,
        tensor<2x?xi32>, tensor<2x?xi64>, tensor<2x?xui2>, tensor<2x?xui4>, tensor<2x?xui8>,
        tensor<2x?xui16>, tensor<2x?xui32>, tensor<2x?xui64>, tensor<2x?xsi8>,
        tensor<2x?xindex>, tensor<2x?xcomplex<f16>>, tensor<2x?xcomplex<f32>>,
        tensor<2x?xcomplex<f64>>, tensor<2x?x!quant.uniform<i8:f32, 5.000000e-01>>,
        tensor<2x?x!quant.uniform<u8:f32, 5.000000e-01:128>>,
        tensor<2x?x!quant.uniform<i16:f32, 2.500000e-01>>,
        tensor<2x?x!quant.uniform<i32:f32, 2.500000e-01>>, !llvm.ptr, !async.token,
        memref<?xf32>, tensor<*xf32>
}
