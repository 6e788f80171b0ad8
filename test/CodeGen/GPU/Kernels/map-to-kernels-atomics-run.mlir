// The derivative of a gather, and other sums at computed indices, some of them
// repeated: in program order and by atomic ops. Small integers make the sums
// exact in any order.
//
// DEFINE: %{where} =
// DEFINE: %{run} = sg-run %s --device=emulated --check-kernels %{where}
// DEFINE: %{all} = %{run} --function=gradient --input="3x2xf32=1 2 3 4 5 6" --input="4xi64=2 0 2 2" --input="4x2xf32=1 2 3 4 5 6 7 8" \
// DEFINE:   --expected-output="3x2xf32=6 16 0 0 130 192" && \
// DEFINE: %{run} --function=gradient --input="2x2xf32=1 2 3 4" --input="0xi64=" --input="0x2xf32=" --expected-output="2x2xf32=0" && \
// DEFINE: %{run} --function=gradient --input="1x0xf32=" --input="1xi64=0" --input="1x0xf32=" --expected-output="1x0xf32=" && \
// DEFINE: %{run} --function=classes --input=1 --expected-output="7xf16=1 0 0 0 0 0 0" --expected-output="7xbf16=1 0 0 0 0 0 0" \
// DEFINE:   --expected-output="7xf64=1 0 0 0 0 0 0" --expected-output="7xi32=1 0 0 0 0 0 0" --expected-output="7xi64=1 0 0 0 0 0 0" && \
// DEFINE: %{run} --function=classes --input=601 --expected-output="7xf16=86 86 86 86 86 86 85" --expected-output="7xbf16=86 86 86 86 86 86 85" \
// DEFINE:   --expected-output="7xf64=86 86 86 86 86 86 85" --expected-output="7xi32=86 86 86 86 86 86 85" --expected-output="7xi64=86 86 86 86 86 86 85" && \
// DEFINE: not %{run} --function=gradient --input="1x1xf32=1" --input="1xi64=1" --input="1x1xf32=1" 2>&1 | FileCheck %s --check-prefix=OUTSIDE
//
// RUN: %{all}
// REDEFINE: %{where} = --atomics
// RUN: %{all}
// OUTSIDE: an index is out of range

// All of them assemble, with an atomic add instruction if the chip has one.
// RUN: sg-opt %s --sg-lower-to-nvvm=atomics | FileCheck %s --check-prefix=PTX
// PTX-DAG: .visible .entry gradient_for{{.*}}atom.global.add.f32
// PTX-DAG: .visible .entry classes_for{{.*}}atom.global.add.noftz.f16{{.*}}atom.{{.*}}cas.b32{{.*}}atom.global.add.f64
// PTX-DAG: .visible .entry classes_for{{.*}}atom.global.add.u32{{.*}}atom.global.add.u64

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The sum of w t^2 over the rows of t that the indices select.
func.func private @loss(%t: tensor<?x?xf32>, %places: tensor<?xi64>, %w: tensor<?x?xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %e = tensor.from_elements %zero : tensor<f32>
  %sum = linalg.generic {indexing_maps = [#row, #id, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%places, %w : tensor<?xi64>, tensor<?x?xf32>) outs(%e : tensor<f32>) {
  ^bb0(%p: i64, %wv: f32, %s: f32):
    %i = arith.index_cast %p : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %t[%i, %j] : tensor<?x?xf32>
    %square = arith.mulf %v, %v : f32
    %r = arith.mulf %square, %wv : f32
    %new = arith.addf %s, %r : f32
    linalg.yield %new : f32
  } -> tensor<f32>
  %r = tensor.extract %sum[] : tensor<f32>
  return %r : f32
}

func.func @gradient(%t: tensor<?x?xf32>, %places: tensor<?xi64>, %w: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %value, %dt = grad.value_and_grad @loss(%t, %places, %w) {wrt = array<i64: 0>}
      : (tensor<?x?xf32>, tensor<?xi64>, tensor<?x?xf32>) -> (f32, tensor<?x?xf32>)
  return %dt : tensor<?x?xf32>
}

// A histogram: how many integers below n have each remainder modulo 7.
func.func @classes(%n: index) -> (tensor<7xf16>, tensor<7xbf16>, tensor<7xf64>, tensor<7xi32>, tensor<7xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %a0 = arith.constant dense<0.0> : tensor<7xf16>
  %b0 = arith.constant dense<0.0> : tensor<7xbf16>
  %d0 = arith.constant dense<0.0> : tensor<7xf64>
  %i0 = arith.constant dense<0> : tensor<7xi32>
  %l0 = arith.constant dense<0> : tensor<7xi64>
  %a1 = arith.constant 1.0 : f16
  %b1 = arith.constant 1.0 : bf16
  %d1 = arith.constant 1.0 : f64
  %i1 = arith.constant 1 : i32
  %l1 = arith.constant 1 : i64
  %f:3 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %a0, %b = %b0, %d = %d0) -> (tensor<7xf16>, tensor<7xbf16>, tensor<7xf64>) {
    %p = arith.remui %k, %c7 : index
    %ap = tensor.extract %a[%p] : tensor<7xf16>
    %as = arith.addf %ap, %a1 : f16
    %an = tensor.insert %as into %a[%p] : tensor<7xf16>
    %bp = tensor.extract %b[%p] : tensor<7xbf16>
    %bs = arith.addf %b1, %bp : bf16
    %bn = tensor.insert %bs into %b[%p] : tensor<7xbf16>
    %dp = tensor.extract %d[%p] : tensor<7xf64>
    %ds = arith.addf %dp, %d1 : f64
    %dn = tensor.insert %ds into %d[%p] : tensor<7xf64>
    scf.yield %an, %bn, %dn : tensor<7xf16>, tensor<7xbf16>, tensor<7xf64>
  }
  %g:2 = scf.for %k = %c0 to %n step %c1 iter_args(%i = %i0, %l = %l0) -> (tensor<7xi32>, tensor<7xi64>) {
    %p = arith.remui %k, %c7 : index
    %ip = tensor.extract %i[%p] : tensor<7xi32>
    %is = arith.addi %ip, %i1 : i32
    %in = tensor.insert %is into %i[%p] : tensor<7xi32>
    %lp = tensor.extract %l[%p] : tensor<7xi64>
    %ls = arith.addi %lp, %l1 : i64
    %ln = tensor.insert %ls into %l[%p] : tensor<7xi64>
    scf.yield %in, %ln : tensor<7xi32>, tensor<7xi64>
  }
  return %f#0, %f#1, %f#2, %g#0, %g#1 : tensor<7xf16>, tensor<7xbf16>, tensor<7xf64>, tensor<7xi32>, tensor<7xi64>
}
