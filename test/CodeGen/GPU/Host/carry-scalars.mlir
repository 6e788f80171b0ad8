// RUN: sg-opt %s --sg-carry-scalars | FileCheck %s
// RUN: sg-run %s --function=loss --input="2xf32=1 2" --input=3 --expected-output="2xf32=0.125 0.25" --expected-output=f32=0.078125
// RUN: sg-run %s --function=loss --input="2xf32=1 2" --input=3 --device=emulated --expected-output="2xf32=0.125 0.25" --expected-output=f32=0.078125
// RUN: sg-run %s --function=loss --input="2xf32=1 2" --input=0 --device=emulated --expected-output="2xf32=1 2" --expected-output=f32=0
// RUN: sg-run %s --function=several --input=f64=2 --input=3 --device=emulated --expected-output=8 --expected-output=9 --expected-output=3
// RUN: sg-run %s --function=nested --input=f16=0.5 --input=3 --device=emulated --expected-output=4.5
// RUN: sg-run %s --function=until --input=f32=1 --input=9 --device=emulated --expected-output=4
//
// The host waits at the end and not in each of a hundred iterations.
// RUN: env SG_LIBCUDA=%binary/lib/libMockCuda.so SG_MOCK_CUDA_LOG=%t.log sg-run %s --device=cuda --function=loss --input=2xf32=1 --input=100
// RUN: FileCheck %s --check-prefix=WAITS --input-file=%t.log
// WAITS-COUNT-2: cuStreamSynchronize
// WAITS-NOT:     cuStreamSynchronize

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// The loss of the last iteration is already in memory.
// CHECK-LABEL: func.func @loss(
// CHECK:         [[START:%[a-z0-9_]+]] = tensor.from_elements %{{.*}} : tensor<f32>
// CHECK:         [[LOOP:%[a-z0-9_]+]]:2 = scf.for {{.*}} iter_args({{.*}}, %{{[a-z0-9_]+}} = [[START]]) -> (tensor<2xf32>, tensor<f32>)
// CHECK:           [[SUM:%[a-z0-9_]+]] = linalg.generic
// CHECK:           scf.yield %{{.*}}, [[SUM]] : tensor<2xf32>, tensor<f32>
// CHECK:         tensor.extract [[LOOP]]#1[] : tensor<f32>
func.func @loss(%w: tensor<2xf32>, %n: index) -> (tensor<2xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %half = arith.constant dense<0.5> : tensor<2xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %w, %l = %zero) -> (tensor<2xf32>, f32) {
    %e = tensor.empty() : tensor<f32>
    %start = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
    %b = arith.mulf %a, %half : tensor<2xf32>
    %square = linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction"]}
        ins(%a, %b : tensor<2xf32>, tensor<2xf32>) outs(%start : tensor<f32>) {
    ^bb0(%x: f32, %y: f32, %sum: f32):
      %p = arith.mulf %y, %y : f32
      %s = arith.addf %sum, %p : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    %v = tensor.extract %square[] : tensor<f32>
    scf.yield %b, %v : tensor<2xf32>, f32
  }
  return %r#0, %r#1 : tensor<2xf32>, f32
}

// A product, a sum with a value known to the host, and a counter, which stays
// on the host.
// CHECK-LABEL: func.func @several(
// CHECK:         scf.for {{.*}} -> (tensor<f64>, tensor<f64>, f64)
// CHECK-NOT:       tensor.extract
// CHECK:           [[NUMBER:%[a-z0-9_]+]] = arith.sitofp
// CHECK:           linalg.generic {{.*}} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<f64>, tensor<f64>)
// CHECK:             arith.mulf
// CHECK:           linalg.generic
// CHECK:             arith.addf
// CHECK:             arith.addf %{{[a-z0-9_]+}}, [[NUMBER]]
// CHECK:           scf.yield
func.func @several(%s: f64, %n: index) -> (f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %x = tensor.from_elements %s : tensor<f64>
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %one, %q = %zero, %count = %zero) -> (f64, f64, f64) {
    %e = tensor.extract %x[] : tensor<f64>
    %times = arith.mulf %p, %e : f64
    %i64 = arith.index_cast %i : index to i64
    %number = arith.sitofp %i64 : i64 to f64
    %some = arith.addf %q, %e : f64
    %more = arith.addf %some, %number : f64
    %next = arith.addf %count, %one : f64
    scf.yield %times, %more, %next : f64, f64, f64
  }
  return %r#0, %r#1, %r#2 : f64, f64, f64
}

// A loop-carried value of an inner loop is an element for the outer loop.
// CHECK-LABEL: func.func @nested(
// CHECK:         scf.for {{.*}} -> (tensor<f16>)
// CHECK:           scf.for {{.*}} -> (tensor<f16>)
func.func @nested(%s: f16, %n: index) -> f16 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f16
  %x = tensor.from_elements %s : tensor<f16>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %zero) -> f16 {
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%t = %p) -> f16 {
      %e = tensor.extract %x[] : tensor<f16>
      %sum = arith.addf %t, %e : f16
      scf.yield %sum : f16
    }
    scf.yield %q : f16
  }
  return %r : f16
}

// The host still reads the values that decide its control flow.
// CHECK-LABEL: func.func @until(
// CHECK:         scf.for {{.*}} -> (tensor<f32>)
// CHECK:           tensor.extract
// CHECK:           arith.cmpf
// CHECK:           scf.if
func.func @until(%s: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %three = arith.constant 3.5 : f32
  %x = tensor.from_elements %s : tensor<f32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %zero) -> f32 {
    %isLess = arith.cmpf olt, %p, %three : f32
    %step = scf.if %isLess -> tensor<f32> {
      scf.yield %x : tensor<f32>
    } else {
      %no = tensor.from_elements %zero : tensor<f32>
      scf.yield %no : tensor<f32>
    }
    %e = tensor.extract %step[] : tensor<f32>
    %next = arith.addf %p, %e : f32
    scf.yield %next : f32
  }
  return %r : f32
}
