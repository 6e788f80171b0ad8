// grad.stop_gradient takes a value of any type. It stays where a derivative
// could flow, and where it is the user's remedy for a missing derivative. It
// folds only on types that have no derivative by nature.
//
// RUN: sg-opt %s --allow-unregistered-dialect --verify-roundtrip | FileCheck %s
// RUN: sg-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s

#sparse = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// Floats.
// CHECK-LABEL: func.func @floats(
func.func @floats(
    %a0: f16, %a1: bf16, %a2: f32, %a3: f64, %a4: f80, %a5: f128, %a6: tf32) {
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f16{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y0 = grad.stop_gradient %a0 : f16
  "use"(%y0) : (f16) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : bf16{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y1 = grad.stop_gradient %a1 : bf16
  "use"(%y1) : (bf16) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f32{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y2 = grad.stop_gradient %a2 : f32
  "use"(%y2) : (f32) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f64{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y3 = grad.stop_gradient %a3 : f64
  "use"(%y3) : (f64) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f80{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y4 = grad.stop_gradient %a4 : f80
  "use"(%y4) : (f80) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f128{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y5 = grad.stop_gradient %a5 : f128
  "use"(%y5) : (f128) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tf32{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y6 = grad.stop_gradient %a6 : tf32
  "use"(%y6) : (tf32) -> ()
  return
}

// Floats of eight, six and four bits.
// CHECK-LABEL: func.func @small_floats(
func.func @small_floats(
    %a0: f8E5M2, %a1: f8E4M3, %a2: f8E4M3FN, %a3: f8E5M2FNUZ, %a4: f8E4M3FNUZ,
    %a5: f8E4M3B11FNUZ, %a6: f8E3M4, %a7: f8E8M0FNU, %a8: f6E2M3FN,
    %a9: f6E3M2FN, %a10: f4E2M1FN) {
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f8E5M2{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y0 = grad.stop_gradient %a0 : f8E5M2
  "use"(%y0) : (f8E5M2) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f8E4M3{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y1 = grad.stop_gradient %a1 : f8E4M3
  "use"(%y1) : (f8E4M3) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f8E4M3FN{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y2 = grad.stop_gradient %a2 : f8E4M3FN
  "use"(%y2) : (f8E4M3FN) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f8E5M2FNUZ{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y3 = grad.stop_gradient %a3 : f8E5M2FNUZ
  "use"(%y3) : (f8E5M2FNUZ) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f8E4M3FNUZ{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y4 = grad.stop_gradient %a4 : f8E4M3FNUZ
  "use"(%y4) : (f8E4M3FNUZ) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f8E4M3B11FNUZ{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y5 = grad.stop_gradient %a5 : f8E4M3B11FNUZ
  "use"(%y5) : (f8E4M3B11FNUZ) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f8E3M4{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y6 = grad.stop_gradient %a6 : f8E3M4
  "use"(%y6) : (f8E3M4) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f8E8M0FNU{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y7 = grad.stop_gradient %a7 : f8E8M0FNU
  "use"(%y7) : (f8E8M0FNU) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f6E2M3FN{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y8 = grad.stop_gradient %a8 : f6E2M3FN
  "use"(%y8) : (f6E2M3FN) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f6E3M2FN{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y9 = grad.stop_gradient %a9 : f6E3M2FN
  "use"(%y9) : (f6E3M2FN) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : f4E2M1FN{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y10 = grad.stop_gradient %a10 : f4E2M1FN
  "use"(%y10) : (f4E2M1FN) -> ()
  return
}

// Tensors of floats: of any shape, with any encoding.
// CHECK-LABEL: func.func @tensors(
func.func @tensors(
    %a0: tensor<f32>, %a1: tensor<4xf32>, %a2: tensor<0x3xbf16>,
    %a3: tensor<?x0x?xf16>, %a4: tensor<1x1x1x1x1x1x1x1xf64>,
    %a5: tensor<8xf8E5M2>, %a6: tensor<4xf32, "row">,
    %a7: tensor<4x4xf32, #sparse>, %a8: tensor<*xf32>) {
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<f32>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y0 = grad.stop_gradient %a0 : tensor<f32>
  "use"(%y0) : (tensor<f32>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<4xf32>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y1 = grad.stop_gradient %a1 : tensor<4xf32>
  "use"(%y1) : (tensor<4xf32>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<0x3xbf16>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y2 = grad.stop_gradient %a2 : tensor<0x3xbf16>
  "use"(%y2) : (tensor<0x3xbf16>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<?x0x?xf16>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y3 = grad.stop_gradient %a3 : tensor<?x0x?xf16>
  "use"(%y3) : (tensor<?x0x?xf16>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<1x1x1x1x1x1x1x1xf64>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y4 = grad.stop_gradient %a4 : tensor<1x1x1x1x1x1x1x1xf64>
  "use"(%y4) : (tensor<1x1x1x1x1x1x1x1xf64>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<8xf8E5M2>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y5 = grad.stop_gradient %a5 : tensor<8xf8E5M2>
  "use"(%y5) : (tensor<8xf8E5M2>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<4xf32, "row">{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y6 = grad.stop_gradient %a6 : tensor<4xf32, "row">
  "use"(%y6) : (tensor<4xf32, "row">) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<4x4xf32, #sparse>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y7 = grad.stop_gradient %a7 : tensor<4x4xf32, #sparse>
  "use"(%y7) : (tensor<4x4xf32, #sparse>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : tensor<*xf32>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y8 = grad.stop_gradient %a8 : tensor<*xf32>
  "use"(%y8) : (tensor<*xf32>) -> ()
  return
}

// Vectors of floats: of rank 0, fixed and scalable.
// CHECK-LABEL: func.func @vectors(
func.func @vectors(
    %a0: vector<f32>, %a1: vector<4xf16>, %a2: vector<2x3xf64>,
    %a3: vector<[4]xf32>, %a4: vector<2x[4]xbf16>) {
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : vector<f32>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y0 = grad.stop_gradient %a0 : vector<f32>
  "use"(%y0) : (vector<f32>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : vector<4xf16>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y1 = grad.stop_gradient %a1 : vector<4xf16>
  "use"(%y1) : (vector<4xf16>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : vector<2x3xf64>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y2 = grad.stop_gradient %a2 : vector<2x3xf64>
  "use"(%y2) : (vector<2x3xf64>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : vector<[4]xf32>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y3 = grad.stop_gradient %a3 : vector<[4]xf32>
  "use"(%y3) : (vector<[4]xf32>) -> ()
  // CHECK: [[Y:%[a-z0-9]+]] = grad.stop_gradient {{%[a-z0-9]+}} : vector<2x[4]xbf16>{{$}}
  // CHECK-NEXT: "use"([[Y]])
  %y4 = grad.stop_gradient %a4 : vector<2x[4]xbf16>
  "use"(%y4) : (vector<2x[4]xbf16>) -> ()
  return
}
