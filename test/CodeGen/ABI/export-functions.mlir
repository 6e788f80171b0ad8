// RUN: sg-opt %s --sg-export-functions --split-input-file --verify-diagnostics | FileCheck %s

// Metadata that a call is checked against: 3 arguments and 2 results; for each
// the type, the rank and the sizes. No argument is donated.
// CHECK: llvm.mlir.global internal constant @sg.signature.f(dense<[3, 2, 18, 2, 4, -1, 0, 5, 0, 0, 1, 0, 0, 18, 2, 4, -1, -1, 1, 0, -1]>
// The function itself becomes private and gets a name that no library uses.
// CHECK-LABEL: func.func private @sg.internal.f(
// CHECK-NEXT: arith.negf

// Arrays are passed as address and sizes, scalars by value. An argument does
// not alias written memory and is not written to.
// CHECK-LABEL: func.func private @sg.inner.f(
// CHECK-SAME: %[[CALL:[a-z0-9]+]]: !llvm.ptr, %[[DATA:[a-z0-9]+]]: !llvm.ptr {llvm.noalias, llvm.readonly}, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: index, %[[N:[a-z0-9]+]]: index, %[[B:[a-z0-9]+]]: i1
// CHECK: %[[X:[a-z0-9]+]] = bufferization.to_tensor %{{[a-z0-9]+}} restrict : memref<4x?xf32>
// CHECK: %[[RESULTS:[a-z0-9]+]]:2 = call @sg.internal.f(%[[X]], %[[N]], %[[B]])
// The function reports both sizes to the caller and requests memory for the result.
// CHECK-COUNT-2: runtime.set_size %[[CALL]], result 0, dim
// CHECK: runtime.result %[[CALL]], 0
// CHECK: bufferization.materialize_in_destination %[[RESULTS]]#0
// A boolean is a byte of 0 or 1.
// CHECK: %[[ADDRESS:[a-z0-9]+]] = runtime.result %[[CALL]], 1
// CHECK: %[[BYTE:[a-z0-9]+]] = arith.extui %[[RESULTS]]#1 : i1 to i8
// CHECK: llvm.store %[[BYTE]], %[[ADDRESS]]

// CHECK-LABEL: func.func private @sg.unpack.f(
// CHECK: arith.trunci %{{[a-z0-9]+}} : i8 to i1
// CHECK: call @sg.inner.f(

// The entry point.
// CHECK-LABEL: func.func @sg_f(
// CHECK-SAME: %[[CALL:[a-z0-9]+]]: !llvm.ptr) -> i32
// CHECK: %[[STATUS:[a-z0-9]+]] = llvm.call @sgrt_run(%[[CALL]]
// CHECK: return %[[STATUS]]
func.func @f(%x: tensor<4x?xf32>, %n: index, %b: i1) -> (tensor<4x?xf32>, i1) {
  %0 = arith.negf %x : tensor<4x?xf32>
  return %0, %b : tensor<4x?xf32>, i1
}

// -----

// Every function with a body is renamed, with its calls: libm also defines exp.
// CHECK-LABEL: func.func private @sg.internal.exp(
// CHECK-LABEL: func.func private @sg.internal.main(
// CHECK: call @sg.internal.exp
// CHECK: call @declared
// CHECK: func.func @sg_main(
// CHECK-NOT: func.func @sg_exp
func.func private @exp(%x: f32) -> f32 {
  return %x : f32
}
func.func private @declared(f32) -> f32
func.func @main(%x: f32) -> f32 {
  %0 = func.call @exp(%x) : (f32) -> f32
  %1 = func.call @declared(%0) : (f32) -> f32
  return %1 : f32
}

// -----

// A global memref is renamed, too. Declarations keep their names, since they
// refer to external symbols.
// CHECK: memref.global constant @sg.internal.cbrtf
// CHECK: memref.global @elsewhere
// CHECK: llvm.func @sg.internal.erff
// CHECK: llvm.func @malloc(
// CHECK: memref.get_global @sg.internal.cbrtf
// CHECK: llvm.call @sg.internal.erff
memref.global constant @cbrtf : memref<2xf32> = dense<1.0>
memref.global @elsewhere : memref<2xf32>
llvm.func @erff(%x: f32) -> f32 {
  llvm.return %x : f32
}
llvm.func @malloc(i64) -> !llvm.ptr
func.func @f(%i: index) -> f32 {
  %c = memref.get_global @cbrtf : memref<2xf32>
  %x = memref.load %c[%i] : memref<2xf32>
  %y = llvm.call @erff(%x) : (f32) -> f32
  return %y : f32
}

// -----

// A memref may be written to.
// CHECK-LABEL: func.func private @sg.inner.fill(
// CHECK-SAME: !llvm.ptr {llvm.noalias}
func.func @fill(%x: memref<3xf32>) {
  return
}

// -----

// expected-error @below {{has argument 0 of type 'vector<4xf32>', which cannot be passed to native code}}
func.func @vector(%x: vector<4xf32>) {
  return
}

// -----

// expected-error @below {{has result 0 of type 'memref<4xf32>', which cannot be passed to native code}}
func.func @returned_memref(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}

// -----

// expected-error @below {{has the name of the entry point of '@f'}}
func.func private @sg_f(f32)
func.func @f(%x: f32) {
  func.call @sg_f(%x) : (f32) -> ()
  return
}

// -----

// expected-error @below {{has the name of a function of the runtime}}
func.func private @sgrt_fail(f32)
func.func @f(%x: f32) {
  func.call @sgrt_fail(%x) : (f32) -> ()
  return
}
