// grad.stop_gradient takes a value of any type. It stays where a derivative
// could flow, and where it is the user's remedy for a missing derivative. It
// folds only on types that have no derivative by nature.
//
// RUN: sg-opt %s --allow-unregistered-dialect --verify-roundtrip | FileCheck %s --check-prefixes=CHECK,PARSED
// RUN: sg-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s --check-prefixes=CHECK,FOLDED

#sparse = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// All other types: complex numbers, memory, and types of other dialects.
// CHECK-LABEL: func.func @others(
func.func @others(
    %a0: complex<f32>, %a1: complex<f64>, %a2: complex<i32>,
    %a3: tensor<2xcomplex<f32>>, %a4: memref<4xf32>,
    %a5: memref<?x4xf64, strided<[4, 1], offset: ?>>, %a6: memref<*xf32>,
    %a7: memref<4xi8>, %a8: none, %a9: tuple<f32, i32>, %a10: tuple<>,
    %a11: (f32, i32) -> f64, %a12: !llvm.ptr, %a13: !llvm.struct<(f32, i64)>,
    %a14: !async.token, %a15: !gpu.async.token,
    %a16: !quant.uniform<i8:f32, 1.000000e-01>,
    %a17: tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>) {
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : complex<f32>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y0 = grad.stop_gradient %a0 : complex<f32>
  "use"(%y0) : (complex<f32>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : complex<f64>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y1 = grad.stop_gradient %a1 : complex<f64>
  "use"(%y1) : (complex<f64>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : complex<i32>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y2 = grad.stop_gradient %a2 : complex<i32>
  "use"(%y2) : (complex<i32>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<2xcomplex<f32>>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y3 = grad.stop_gradient %a3 : tensor<2xcomplex<f32>>
  "use"(%y3) : (tensor<2xcomplex<f32>>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : memref<4xf32>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y4 = grad.stop_gradient %a4 : memref<4xf32>
  "use"(%y4) : (memref<4xf32>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : memref<?x4xf64, strided<[4, 1], offset: ?>>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y5 = grad.stop_gradient %a5 : memref<?x4xf64, strided<[4, 1], offset: ?>>
  "use"(%y5) : (memref<?x4xf64, strided<[4, 1], offset: ?>>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : memref<*xf32>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y6 = grad.stop_gradient %a6 : memref<*xf32>
  "use"(%y6) : (memref<*xf32>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : memref<4xi8>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y7 = grad.stop_gradient %a7 : memref<4xi8>
  "use"(%y7) : (memref<4xi8>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : none{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y8 = grad.stop_gradient %a8 : none
  "use"(%y8) : (none) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tuple<f32, i32>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y9 = grad.stop_gradient %a9 : tuple<f32, i32>
  "use"(%y9) : (tuple<f32, i32>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tuple<>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y10 = grad.stop_gradient %a10 : tuple<>
  "use"(%y10) : (tuple<>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : (f32, i32) -> f64{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y11 = grad.stop_gradient %a11 : (f32, i32) -> f64
  "use"(%y11) : ((f32, i32) -> f64) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : !llvm.ptr{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y12 = grad.stop_gradient %a12 : !llvm.ptr
  "use"(%y12) : (!llvm.ptr) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : !llvm.struct<(f32, i64)>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y13 = grad.stop_gradient %a13 : !llvm.struct<(f32, i64)>
  "use"(%y13) : (!llvm.struct<(f32, i64)>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : !async.token{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y14 = grad.stop_gradient %a14 : !async.token
  "use"(%y14) : (!async.token) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : !gpu.async.token{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y15 = grad.stop_gradient %a15 : !gpu.async.token
  "use"(%y15) : (!gpu.async.token) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : !quant.uniform<i8:f32, 1.000000e-01>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y16 = grad.stop_gradient %a16 : !quant.uniform<i8:f32, 1.000000e-01>
  "use"(%y16) : (!quant.uniform<i8:f32, 1.000000e-01>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y17 = grad.stop_gradient %a17 : tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>
  "use"(%y17) : (tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>) -> ()
  return
}

// Integers, index, and tensors and vectors of integers have no derivative by
// nature.
// CHECK-LABEL: func.func @integers(
// FOLDED-NOT: grad.stop_gradient
func.func @integers(
    %a0: i1, %a1: i4, %a2: i8, %a3: i32, %a4: i64, %a5: i128, %a6: ui8,
    %a7: si32, %a8: index, %a9: tensor<i1>, %a10: tensor<4xi32>,
    %a11: tensor<?x0xindex>, %a12: tensor<*xi32>, %a13: tensor<4xi32, "row">,
    %a14: tensor<4x4xi8, #sparse>, %a15: vector<4xi1>, %a16: vector<[4]xi32>) {
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : i1{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y0 = grad.stop_gradient %a0 : i1
  "use"(%y0) : (i1) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : i4{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y1 = grad.stop_gradient %a1 : i4
  "use"(%y1) : (i4) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : i8{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y2 = grad.stop_gradient %a2 : i8
  "use"(%y2) : (i8) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : i32{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y3 = grad.stop_gradient %a3 : i32
  "use"(%y3) : (i32) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : i64{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y4 = grad.stop_gradient %a4 : i64
  "use"(%y4) : (i64) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : i128{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y5 = grad.stop_gradient %a5 : i128
  "use"(%y5) : (i128) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : ui8{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y6 = grad.stop_gradient %a6 : ui8
  "use"(%y6) : (ui8) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : si32{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y7 = grad.stop_gradient %a7 : si32
  "use"(%y7) : (si32) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : index{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y8 = grad.stop_gradient %a8 : index
  "use"(%y8) : (index) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<i1>{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y9 = grad.stop_gradient %a9 : tensor<i1>
  "use"(%y9) : (tensor<i1>) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<4xi32>{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y10 = grad.stop_gradient %a10 : tensor<4xi32>
  "use"(%y10) : (tensor<4xi32>) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<?x0xindex>{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y11 = grad.stop_gradient %a11 : tensor<?x0xindex>
  "use"(%y11) : (tensor<?x0xindex>) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<*xi32>{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y12 = grad.stop_gradient %a12 : tensor<*xi32>
  "use"(%y12) : (tensor<*xi32>) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<4xi32, "row">{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y13 = grad.stop_gradient %a13 : tensor<4xi32, "row">
  "use"(%y13) : (tensor<4xi32, "row">) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<4x4xi8, #sparse>{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y14 = grad.stop_gradient %a14 : tensor<4x4xi8, #sparse>
  "use"(%y14) : (tensor<4x4xi8, #sparse>) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : vector<4xi1>{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y15 = grad.stop_gradient %a15 : vector<4xi1>
  "use"(%y15) : (vector<4xi1>) -> ()
  // PARSED: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : vector<[4]xi32>{{$}}
  // PARSED-NEXT: "use"([[Y]])
  %y16 = grad.stop_gradient %a16 : vector<[4]xi32>
  "use"(%y16) : (vector<[4]xi32>) -> ()
  return
}
