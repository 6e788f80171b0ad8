// The maximum and minimum of a row become reduction intrinsics, which LLVM
// vectorizes. Zeros keep their signs, and NaN propagates.
// RUN: sg-opt %s --sg-lower-to-cpu | FileCheck %s
// RUN: sg-run %s --function=f64 --input="3x5xf64=1 2 -7 3 4 nan 1 2 3 4 -0.0 0 -0.0 0 -0.0" \
// RUN:   --expected-output="3xf64=4 nan inf" --expected-output="3xf64=-7 nan -inf"
// RUN: sg-run %s --function=f32 --input="3x5xf32=1 2 -7 3 4 nan 1 2 3 4 -0.0 0 -0.0 0 -0.0" \
// RUN:   --expected-output="3xf32=4 nan inf" --expected-output="3xf32=-7 nan -inf"
// RUN: sg-run %s --function=f16 --input="3x5xf16=1 2 -7 3 4 nan 1 2 3 4 -0.0 0 -0.0 0 -0.0" \
// RUN:   --expected-output="3xf16=4 nan inf" --expected-output="3xf16=-7 nan -inf"
// RUN: sg-run %s --function=bf16 --input="3x5xbf16=1 2 -7 3 4 nan 1 2 3 4 -0.0 0 -0.0 0 -0.0" \
// RUN:   --expected-output="3xbf16=4 nan inf" --expected-output="3xbf16=-7 nan -inf"
// RUN: sg-run %s --function=f32 --input="2x1xf32=2 -0.0" --expected-output="2xf32=2 -inf" --expected-output="2xf32=2 -inf"
// RUN: sg-run %s --function=f32 --input="2x0xf32=" --expected-output="2xf32=-inf -inf" --expected-output="2xf32=inf inf"
// RUN: sg-run %s --function=f32 --input="0x3xf32=" --expected-output="0xf32=" --expected-output="0xf32="
// RUN: sg-run %s --device=cpu --function=f32 --input=2x64xf32=1 --dump-object=%t.o
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=CODE
//
// CHECK: llvm.intr.maximum
// CHECK: llvm.intr.minimum
// CODE: {{maxps|rangeps|minmaxps}}

func.func @f64(%x: tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %least = arith.constant 0xFFF0000000000000 : f64
  %most = arith.constant 0x7FF0000000000000 : f64
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %e = tensor.empty(%n) : tensor<?xf64>
  %a = linalg.fill ins(%least : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %b = linalg.fill ins(%most : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<?x?xf64>) outs(%a : tensor<?xf64>) dimensions = [1]
  %min = linalg.reduce { arith.minimumf } ins(%x : tensor<?x?xf64>) outs(%b : tensor<?xf64>) dimensions = [1]
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%max, %min : tensor<?xf64>, tensor<?xf64>) outs(%e, %e : tensor<?xf64>, tensor<?xf64>) {
  ^bb0(%p: f64, %q: f64, %o1: f64, %o2: f64):
    // Make the sign of a zero visible.
    %isP = arith.cmpf oeq, %p, %zero : f64
    %isQ = arith.cmpf oeq, %q, %zero : f64
    %overP = arith.divf %one, %p : f64
    %overQ = arith.divf %one, %q : f64
    %s = arith.select %isP, %overP, %p : f64
    %t = arith.select %isQ, %overQ, %q : f64
    linalg.yield %s, %t : f64, f64
  } -> (tensor<?xf64>, tensor<?xf64>)
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}

func.func @f32(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %least = arith.constant 0xFF800000 : f32
  %most = arith.constant 0x7F800000 : f32
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = linalg.fill ins(%least : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %b = linalg.fill ins(%most : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<?x?xf32>) outs(%a : tensor<?xf32>) dimensions = [1]
  %min = linalg.reduce { arith.minimumf } ins(%x : tensor<?x?xf32>) outs(%b : tensor<?xf32>) dimensions = [1]
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%max, %min : tensor<?xf32>, tensor<?xf32>) outs(%e, %e : tensor<?xf32>, tensor<?xf32>) {
  ^bb0(%p: f32, %q: f32, %o1: f32, %o2: f32):
    %isP = arith.cmpf oeq, %p, %zero : f32
    %isQ = arith.cmpf oeq, %q, %zero : f32
    %overP = arith.divf %one, %p : f32
    %overQ = arith.divf %one, %q : f32
    %s = arith.select %isP, %overP, %p : f32
    %t = arith.select %isQ, %overQ, %q : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<?xf32>, tensor<?xf32>)
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xf32>
}

func.func @f16(%x: tensor<?x?xf16>) -> (tensor<?xf16>, tensor<?xf16>) {
  %c0 = arith.constant 0 : index
  %least = arith.constant 0xFC00 : f16
  %most = arith.constant 0x7C00 : f16
  %one = arith.constant 1.0 : f16
  %zero = arith.constant 0.0 : f16
  %n = tensor.dim %x, %c0 : tensor<?x?xf16>
  %e = tensor.empty(%n) : tensor<?xf16>
  %a = linalg.fill ins(%least : f16) outs(%e : tensor<?xf16>) -> tensor<?xf16>
  %b = linalg.fill ins(%most : f16) outs(%e : tensor<?xf16>) -> tensor<?xf16>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<?x?xf16>) outs(%a : tensor<?xf16>) dimensions = [1]
  %min = linalg.reduce { arith.minimumf } ins(%x : tensor<?x?xf16>) outs(%b : tensor<?xf16>) dimensions = [1]
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%max, %min : tensor<?xf16>, tensor<?xf16>) outs(%e, %e : tensor<?xf16>, tensor<?xf16>) {
  ^bb0(%p: f16, %q: f16, %o1: f16, %o2: f16):
    %isP = arith.cmpf oeq, %p, %zero : f16
    %isQ = arith.cmpf oeq, %q, %zero : f16
    %overP = arith.divf %one, %p : f16
    %overQ = arith.divf %one, %q : f16
    %s = arith.select %isP, %overP, %p : f16
    %t = arith.select %isQ, %overQ, %q : f16
    linalg.yield %s, %t : f16, f16
  } -> (tensor<?xf16>, tensor<?xf16>)
  return %r#0, %r#1 : tensor<?xf16>, tensor<?xf16>
}

func.func @bf16(%x: tensor<?x?xbf16>) -> (tensor<?xbf16>, tensor<?xbf16>) {
  %c0 = arith.constant 0 : index
  %least = arith.constant 0xFF80 : bf16
  %most = arith.constant 0x7F80 : bf16
  %one = arith.constant 1.0 : bf16
  %zero = arith.constant 0.0 : bf16
  %n = tensor.dim %x, %c0 : tensor<?x?xbf16>
  %e = tensor.empty(%n) : tensor<?xbf16>
  %a = linalg.fill ins(%least : bf16) outs(%e : tensor<?xbf16>) -> tensor<?xbf16>
  %b = linalg.fill ins(%most : bf16) outs(%e : tensor<?xbf16>) -> tensor<?xbf16>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<?x?xbf16>) outs(%a : tensor<?xbf16>) dimensions = [1]
  %min = linalg.reduce { arith.minimumf } ins(%x : tensor<?x?xbf16>) outs(%b : tensor<?xbf16>) dimensions = [1]
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%max, %min : tensor<?xbf16>, tensor<?xbf16>) outs(%e, %e : tensor<?xbf16>, tensor<?xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %o1: bf16, %o2: bf16):
    %isP = arith.cmpf oeq, %p, %zero : bf16
    %isQ = arith.cmpf oeq, %q, %zero : bf16
    %overP = arith.divf %one, %p : bf16
    %overQ = arith.divf %one, %q : bf16
    %s = arith.select %isP, %overP, %p : bf16
    %t = arith.select %isQ, %overQ, %q : bf16
    linalg.yield %s, %t : bf16, bf16
  } -> (tensor<?xbf16>, tensor<?xbf16>)
  return %r#0, %r#1 : tensor<?xbf16>, tensor<?xbf16>
}
