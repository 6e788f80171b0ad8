// A program may be bytecode, from a file or from standard input. Its resource
// constants need aligned addresses.

// RUN: sg-opt %s --emit-bytecode -o %t.mlirbc
// RUN: sg-run %t.mlirbc --function=gradient --input=3 | FileCheck %s
// RUN: sg-run - --function=gradient --input=3 < %t.mlirbc | FileCheck %s
// RUN: cat %t.mlirbc | sg-run - --function=gradient --input=3 | FileCheck %s
// RUN: sg-run %s --function=gradient --input=3 | FileCheck %s
// CHECK: result[0]: f32=60
// CHECK-NEXT: result[1]: f32=20
func.func @f(%x: f32) -> f32 {
  %c3 = arith.constant 3 : index
  %values = arith.constant dense_resource<values> : tensor<4xf32>
  %last = tensor.extract %values[%c3] : tensor<4xf32>
  %weight = arith.mulf %x, %last : f32
  %kept = grad.stop_gradient %last : f32
  %scaled = arith.mulf %weight, %kept : f32
  %more = arith.mulf %x, %last : f32
  %y = arith.addf %scaled, %more : f32
  return %y : f32
}
func.func @gradient(%x: f32) -> (f32, f32) {
  %y, %dx = grad.value_and_grad @f(%x) : (f32) -> (f32, f32)
  return %y, %dx : f32, f32
}

{-#
  dialect_resources: {
    builtin: {
      values: "0x400000000000803F000000400000404000008040"
    }
  }
#-}
