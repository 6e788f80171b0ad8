// Some elements need a quotient of two loop-invariant integers. LLVM's
// vectorizer takes the quotient from lane 0, even if lane 0 is masked off. Then
// the divisor is 1 or arbitrary (docs/UpstreamFaults.md). LLVM vectorizes
// @windows in this way only for AVX-512.

// RUN: sg-run %s --device=cpu --threads=1 --function=windows --input=index=3 --input=index=1 --input=1xf64=1.125 \
// RUN:   --verify-against-reference=quiet | FileCheck %s --check-prefix=WINDOWS
// WINDOWS: result[0]: 2x3xf64=[0.5 0.5 0.5][0.5 0.5 0.5]
func.func @windows(%v0: index, %v1: index, %v2: tensor<?xf64>) -> (tensor<?x?xf64>) {
  %v4 = arith.constant 1 : index
  %v6 = arith.constant dense<0.5> : tensor<1xf64>
  %v7, %v8 = scf.index_switch %v4 -> tensor<?x?x1xf64>, f64
  case 0 {
  %v10 = arith.constant dense<0.5> : tensor<3x3x1xf64>
  %v9 = tensor.cast %v10 : tensor<3x3x1xf64> to tensor<?x?x1xf64>
  %v11 = arith.constant 0.5 : f64
  scf.yield %v9, %v11 : tensor<?x?x1xf64>, f64
  }
  default {
  %v18 = arith.constant 13 : index
  %v19 = arith.constant 1 : index
  %v20 = arith.constant 0.5 : f64
  %v21 = tensor.pad %v2 low[%v18] high[%v19] {
  ^bb0(%v22: index):
  tensor.yield %v20 : f64
  } : tensor<?xf64> to tensor<?xf64>
  %v29 = arith.constant 4 : index
  %v36 = arith.addi %v1, %v29 : index
  %v43 = tensor.expand_shape %v21 [[0, 1]] output_shape [%v0, %v36] : tensor<?xf64> into tensor<?x?xf64>
  %v50 = arith.constant -1 : index
  %v57 = arith.addi %v1, %v50 : index
  %v58 = tensor.pad %v6 low[%v57] high[5] {
  ^bb0(%v59: index):
  %v66 = arith.constant 0 : index
  %v73 = tensor.dim %v43, %v66 : tensor<?x?xf64>
  %v80 = arith.remui %v57, %v73 : index
  %v81 = arith.constant 1 : index
  %v88 = tensor.extract %v43[%v80, %v81] : tensor<?x?xf64>
  tensor.yield %v88 : f64
  } : tensor<1xf64> to tensor<?xf64>
  %v95 = tensor.extract_slice %v58[3][1][%v1] : tensor<?xf64> to tensor<1xf64>
  %v96 = tensor.pad %v95 low[0] high[8] {
  ^bb0(%v97: index):
  %v98 = arith.constant 0.5 : f64
  tensor.yield %v98 : f64
  } : tensor<1xf64> to tensor<9xf64>
  %v105 = tensor.cast %v96 : tensor<9xf64> to tensor<?xf64>
  %v112 = arith.constant 2 : index
  %v119 = arith.addi %v1, %v112 : index
  %v126 = tensor.expand_shape %v105 [[0, 1, 2]] output_shape [%v119, %v119, 1] : tensor<?xf64> into tensor<?x?x1xf64>
  %v127 = arith.constant 0.5 : f64
  scf.yield %v126, %v127 : tensor<?x?x1xf64>, f64
  }
  %v134 = tensor.collapse_shape %v7 [[0, 1, 2]] : tensor<?x?x1xf64> into tensor<?xf64>
  %v141 = arith.constant 3 : index
  %v148 = arith.addi %v0, %v141 : index
  %v155 = tensor.extract_slice %v134[0][%v148][1] : tensor<?xf64> to tensor<?xf64>
  %v156 = arith.constant 1 : index
  %v163 = arith.addi %v1, %v156 : index
  %v170 = arith.addi %v1, %v163 : index
  %v177 = tensor.expand_shape %v155 [[0, 1]] output_shape [%v163, %v170] : tensor<?xf64> into tensor<?x?xf64>
  return %v177 : tensor<?x?xf64>
}

// The first lane of a masked load has the index i - i % b + i % b.

// RUN: sg-run %s --device=cpu --threads=1 --function=inserted_vjp_vjp --verify-against-reference=quiet \
// RUN:   --input=index=4 --input=index=3 --input="2xf64=0.625 1" --input="2xf64=0.25 -0.5" --input="4xf64=-1 -0.125 0.25 0.75" \
// RUN:   --input="4x3xf64=[0.5 1 -0.75][-0.25 -0.5 1][-0.75 1 0.5][-0.875 -1 -1]" \
// RUN:   --input="4x3xf64=[-0.125 -0.25 -0.75][-0.75 0.75 0.875][1 0.25 -1.125][-0.875 0.5 1.125]" \
// RUN:   --input="2xf64=-0.5 -0.125" --input="2xf64=-0.5 0.5"
func.func private @inserted(%v0: index, %v1: index, %v2: tensor<2xf64>, %v3: tensor<2xf64>, %v4: tensor<4xf64>) -> (tensor<4x?xf64>, index) {
  %v11 = arith.constant 4 : index
  %v18 = arith.remui %v1, %v11 : index
  %v25 = arith.constant 3 : index
  %v32 = arith.constant dense<0.382873> : tensor<f64>
  %v33 = linalg.reduce { arith.maximumf } ins(%v2 : tensor<2xf64>) outs(%v32 : tensor<f64>) dimensions = [0]
  %v40 = tensor.extract %v33[] : tensor<f64>
  %v47 = arith.constant 0.650000 : f64
  %v54 = arith.mulf %v40, %v47 : f64
  %v61 = tensor.splat %v54 : tensor<1xf64>
  %v68 = tensor.insert_slice %v61 into %v4[%v18][1][%v25] : tensor<1xf64> into tensor<4xf64>
  %v75 = arith.constant -3 : index
  %v82 = arith.addi %v0, %v75 : index
  %v83 = tensor.pad %v68 nofold low[7] high[%v82] {
  ^bb0(%v84: index):
  %v91 = math.sin %v54 : f64
  tensor.yield %v91 : f64
  } : tensor<4xf64> to tensor<?xf64>
  %v98 = arith.constant -1 : index
  %v105 = arith.addi %v0, %v98 : index
  %v112 = tensor.expand_shape %v83 [[0, 1]] output_shape [4, %v105] : tensor<?xf64> into tensor<4x?xf64>
  return %v112, %v105 : tensor<4x?xf64>, index
}

func.func private @inserted_vjp(%a0: index, %a1: index, %a2: tensor<2xf64>, %a3: tensor<2xf64>, %a4: tensor<4xf64>, %d0: tensor<4x?xf64>) -> (tensor<4x?xf64>, index, tensor<2xf64>, tensor<2xf64>) {
  %r0, %r1, %r2, %r3 = grad.vjp @inserted(%a0, %a1, %a2, %a3, %a4) cotangents(%d0) {wrt = array<i64: 3, 2>} : (index, index, tensor<2xf64>, tensor<2xf64>, tensor<4xf64>, tensor<4x?xf64>) -> (tensor<4x?xf64>, index, tensor<2xf64>, tensor<2xf64>)
  return %r0, %r1, %r2, %r3 : tensor<4x?xf64>, index, tensor<2xf64>, tensor<2xf64>
}

func.func @inserted_vjp_vjp(%a0: index, %a1: index, %a2: tensor<2xf64>, %a3: tensor<2xf64>, %a4: tensor<4xf64>, %a5: tensor<4x?xf64>, %d0: tensor<4x?xf64>, %d1: tensor<2xf64>, %d2: tensor<2xf64>) -> (tensor<4x?xf64>, index, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %r0, %r1, %r2, %r3, %r4, %r5 = grad.vjp @inserted_vjp(%a0, %a1, %a2, %a3, %a4, %a5) cotangents(%d0, %d1, %d2) {wrt = array<i64: 3, 2>} : (index, index, tensor<2xf64>, tensor<2xf64>, tensor<4xf64>, tensor<4x?xf64>, tensor<4x?xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<4x?xf64>, index, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  return %r0, %r1, %r2, %r3, %r4, %r5 : tensor<4x?xf64>, index, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
}

// No element divides by these divisors, which would trap: 0, and -1 for the
// smallest integer.

// RUN: sg-run %s --device=cpu --function=padded --input=9xf64=0,1,2,3,4,5,6,7,8 --input=index=11 --input=index=4 --input=index=2 \
// RUN:   --verify-against-reference=quiet | FileCheck %s --check-prefix=PADDED
// PADDED: result[0]: 11xf64=0 1 2 3 4 5 6 7 8 3 3
// RUN: sg-run %s --device=cpu --function=padded --input=9xf64=0,1,2,3,4,5,6,7,8 --input=index=11 --input=index=0 --input=index=0 \
// RUN:   --verify-against-reference=quiet | FileCheck %s --check-prefix=UNPADDED
// UNPADDED: result[0]: 9xf64=0 1 2 3 4 5 6 7 8{{$}}
func.func @padded(%x: tensor<?xf64>, %a: index, %b: index, %high: index) -> tensor<?xf64> {
  %padded = tensor.pad %x low[0] high[%high] {
  ^bb0(%i: index):
    %r = arith.remui %a, %b : index
    %e = tensor.extract %x[%r] : tensor<?xf64>
    tensor.yield %e : f64
  } : tensor<?xf64> to tensor<?xf64>
  return %padded : tensor<?xf64>
}

// RUN: sg-run %s --device=cpu --function=signed --input=9xf64=0,1,2,3,4,5,6,7,8 --input=i32=17 --input=i32=4 --input=index=3 \
// RUN:   --verify-against-reference=quiet | FileCheck %s --check-prefix=SIGNED
// SIGNED: result[0]: 9xf64=0 0 0 2 2 2 2 2 2
// RUN: sg-run %s --device=cpu --function=signed --input=9xf64=0,1,2,3,4,5,6,7,8 --input=i32=17 --input=i32=0 --input=index=9 \
// RUN:   --verify-against-reference=quiet | FileCheck %s --check-prefix=NOTHING
// RUN: sg-run %s --device=cpu --function=signed --input=9xf64=0,1,2,3,4,5,6,7,8 --input=i32=-2147483648 --input=i32=-1 --input=index=9 \
// RUN:   --verify-against-reference=quiet | FileCheck %s --check-prefix=NOTHING
// NOTHING: result[0]: 9xf64=0 0 0 0 0 0 0 0 0
func.func @signed(%x: tensor<?xf64>, %a: i32, %b: i32, %k: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1 : i32
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%empty : tensor<?xf64>) {
  ^bb0(%out: f64):
    %i = linalg.index 0 : index
    %isFirst = arith.cmpi slt, %i, %k : index
    %e = scf.if %isFirst -> f64 {
      scf.yield %zero : f64
    } else {
      %q = arith.divsi %a, %b : i32
      %t = arith.addi %q, %one : i32
      %r = arith.remsi %a, %t : i32
      %p = arith.index_cast %r : i32 to index
      %v = tensor.extract %x[%p] : tensor<?xf64>
      scf.yield %v : f64
    }
    linalg.yield %e : f64
  } -> tensor<?xf64>
  return %y : tensor<?xf64>
}
