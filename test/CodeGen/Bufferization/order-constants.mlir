// RUN: sg-opt %s --sg-order-constants --split-input-file --mlir-print-debuginfo | FileCheck %s
// RUN: sg-opt %s --sg-order-constants --split-input-file -o %t.once
// RUN: sg-opt %t.once --sg-order-constants --split-input-file -o %t.twice
// RUN: cmp %t.once %t.twice

// Constants are ordered by their first use in the module's functions, whatever order,
// names and locations bufferization assigned. The location is the first use's.
// CHECK:      memref.global "private" constant @sg.constant.0 : memref<2xf32> = dense<1.0{{.*}} loc([[FIRST:#.*]])
// CHECK-NEXT: memref.global "private" constant @sg.constant.1 : memref<2xf32> = dense<2.0
// CHECK-NEXT: memref.global "private" constant @sg.constant.2 : memref<3xi8> = dense<3>
// CHECK-NEXT: func.func @f
// CHECK-NEXT:   get_global @sg.constant.0 {{.*}} loc([[FIRST]])
// CHECK-NEXT:   get_global @sg.constant.1
// CHECK:      func.func @g
// CHECK-NEXT:   get_global @sg.constant.2
// CHECK-NEXT:   get_global @sg.constant.0
// An unused constant is erased.
// CHECK-NOT:  memref.global
memref.global "private" constant @__constant_3xi8 : memref<3xi8> = dense<3>
memref.global "private" constant @__constant_2xf32_1 : memref<2xf32> = dense<9.0>
memref.global "private" constant @__constant_2xf32 : memref<2xf32> = dense<2.0>
func.func @f() -> (memref<2xf32>, memref<2xf32>) {
  %x = memref.get_global @__constant_2xf32_0 : memref<2xf32>
  %y = memref.get_global @__constant_2xf32 : memref<2xf32>
  return %x, %y : memref<2xf32>, memref<2xf32>
}
func.func @g() -> (memref<3xi8>, memref<2xf32>) {
  %x = memref.get_global @__constant_3xi8 : memref<3xi8>
  %y = memref.get_global @__constant_2xf32_0 : memref<2xf32>
  return %x, %y : memref<3xi8>, memref<2xf32>
}
memref.global "private" constant @__constant_2xf32_0 : memref<2xf32> = dense<1.0>

// -----

// Globals of the program stay, and a name in use is not reused.
// CHECK:      memref.global "private" constant @sg.constant.1 : memref<f32> = dense<2.0
// CHECK-NEXT: memref.global "private" constant @mine
// CHECK-NEXT: memref.global "private" @__constant_f32_0
// CHECK-NEXT: memref.global constant @__constant_f32_1
// CHECK-NEXT: memref.global "private" constant @sg.constant.0 : memref<f32> = dense<5.0
memref.global "private" constant @mine : memref<f32> = dense<1.0>
memref.global "private" constant @__constant_f32 : memref<f32> = dense<2.0>
memref.global "private" @__constant_f32_0 : memref<f32> = dense<3.0>
memref.global constant @__constant_f32_1 : memref<f32> = dense<4.0>
memref.global "private" constant @sg.constant.0 : memref<f32> = dense<5.0>
// CHECK:      get_global @sg.constant.1
// CHECK-NEXT: get_global @sg.constant.0
// CHECK-NEXT: get_global @__constant_f32_0
func.func @f() -> (memref<f32>, memref<f32>, memref<f32>) {
  %x = memref.get_global @__constant_f32 : memref<f32>
  %y = memref.get_global @sg.constant.0 : memref<f32>
  %z = memref.get_global @__constant_f32_0 : memref<f32>
  return %x, %y, %z : memref<f32>, memref<f32>, memref<f32>
}

// -----

// A module may have no constants.
// CHECK: module
module {
}
