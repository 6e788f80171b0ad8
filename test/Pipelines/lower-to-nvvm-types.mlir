// Kernels for each element type of tensors, with zero elements and one.

// REQUIRES: gpu
// RUN: sg-opt %s --sg-lower-to-nvvm | FileCheck %s
// CHECK:     llvm.mlir.global internal constant @sg.kernels.image("
// CHECK-NOT: .extern

// Half precision is loaded and stored as 16 bits, and computed in f32 or in its
// own type.
// CHECK-SAME: .visible .entry halves_generic(
// CHECK-SAME: ld.global.b16
// CHECK-SAME: st.global.b16
func.func @halves(%x: tensor<?xf16>, %y: tensor<?xbf16>) -> (tensor<?xf16>, tensor<?xbf16>) {
  %a = arith.mulf %x, %x : tensor<?xf16>
  %b = arith.addf %y, %y : tensor<?xbf16>
  return %a, %b : tensor<?xf16>, tensor<?xbf16>
}

// CHECK-SAME: .visible .entry doubles_generic(
// CHECK-SAME: .f64
// CHECK-SAME: st.global.b64
func.func @doubles(%x: tensor<?xf64>) -> tensor<?xf64> {
  %a = arith.mulf %x, %x : tensor<?xf64>
  return %a : tensor<?xf64>
}

// A boolean is a byte, an index has 64 bits.
// CHECK-SAME: .visible .entry numbers_generic(
// CHECK-SAME: .reg .b64
// CHECK-SAME: st.global.b8
func.func @numbers(%x: tensor<?xindex>, %n: index) -> tensor<?xi1> {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %x, %c0 : tensor<?xindex>
  %limit = tensor.splat %n[%size] : tensor<?xindex>
  %a = arith.cmpi ult, %x, %limit : tensor<?xindex>
  return %a : tensor<?xi1>
}

// CHECK-SAME: .visible .entry fixed_generic
func.func @fixed(%x: tensor<1xf32>, %y: tensor<0x4xf32>) -> (tensor<1xf32>, tensor<0x4xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %a = arith.addf %x, %x : tensor<1xf32>
  %b = arith.addf %y, %y : tensor<0x4xf32>
  %c = linalg.reduce {arith.addf} ins(%y : tensor<0x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %a, %b, %c : tensor<1xf32>, tensor<0x4xf32>, tensor<f32>
}

// On the emulated device, the same kernels compute these results.
// DEFINE: %{run} = sg-run %s --device=emulated --check-kernels
// RUN: %{run} --function=halves --input="1xf16=1.5" --input="0xbf16=" --expected-output="1xf16=2.25" --expected-output="0xbf16="
// RUN: %{run} --function=halves --input="0xf16=" --input="3xbf16=1 -2 0.5" --expected-output="0xf16=" --expected-output="3xbf16=2 -4 1"
// RUN: %{run} --function=doubles --input="1xf64=1.1" --expected-output="1xf64=1.21" --tolerance=1e-15
// RUN: %{run} --function=numbers --input="3xindex=1 -1 4" --input=4 --expected-output="3xi1=1 0 0"
// RUN: %{run} --function=numbers --input="0xindex=" --input=4 --expected-output="0xi1="
// RUN: %{run} --function=fixed --input="1xf32=2" --input="0x4xf32=" --expected-output="1xf32=4" --expected-output="0x4xf32=" --expected-output="f32=0"

// The mock driver finds no error in the kernels' launches.
// RUN: env SG_LIBCUDA=%binary/lib/libMockCuda.so SG_MOCK_CUDA_LOG=%t.log sg-run %s --device=cuda --function=fixed --input="1xf32=2" --input="0x4xf32="
// RUN: FileCheck %s --check-prefix=LOG --implicit-check-not=finding --input-file=%t.log
// LOG: summary: {{[1-9]}} launches, 8 bytes to the device, 8 bytes to the host
