// Kernels executed on the host give the results of the CPU. With checks the
// last thread runs first, so no result may depend on the order of threads.
//
// RUN: sg-run %s --device=emulated --check-kernels --function=elements --input="0xf32=" --expected-output="0xf32="
// RUN: sg-run %s --device=emulated --check-kernels --function=elements --input="1xf32=3" --expected-output="1xf32=9"
// RUN: sg-run %s --device=emulated --check-kernels --function=blocks --input=256 --expected-output=0 --expected-output=65280
// RUN: sg-run %s --device=emulated --check-kernels --function=blocks --input=257 --expected-output=0 --expected-output=65792
// RUN: sg-run %s --device=emulated --check-kernels --function=blocks --input=1000 --expected-output=0 --expected-output=999000
// RUN: sg-run %s --device=emulated --check-kernels --function=product --input="2x3xf64=1 2 3 4 5 6" --input="3x2xf64=1 0 0 1 1 1" \
// RUN:   --expected-output="2x2xf64=4 5 10 11" --expected-output="2xf64=9 21"
// RUN: sg-run %s --device=emulated --check-kernels --function=product --input="0x3xf64=" --input="3x1xf64=1 2 3" \
// RUN:   --expected-output="0x1xf64=" --expected-output="0xf64="
// RUN: sg-run %s --device=emulated --check-kernels --function=product --input="2x0xf64=" --input="0x1xf64=" \
// RUN:   --expected-output="2x1xf64=0 0" --expected-output="2xf64=0 0"

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

func.func @elements(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = arith.mulf %x, %x : tensor<?xf32>
  return %y : tensor<?xf32>
}

// As many blocks as needed: the difference of two ways to count is 0, and twice
// the sum is known.
func.func @blocks(%n: index) -> (index, index) {
  %zero = arith.constant dense<0> : tensor<index>
  %e = tensor.empty(%n) : tensor<?xindex>
  %numbers = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<?xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<?xindex>
  %sums:2 = linalg.generic {indexing_maps = [#id, #none, #none], iterator_types = ["reduction"]}
      ins(%numbers : tensor<?xindex>) outs(%zero, %zero : tensor<index>, tensor<index>) {
  ^bb0(%v: index, %difference: index, %sum: index):
    %i = linalg.index 0 : index
    %d = arith.subi %v, %i : index
    %more = arith.addi %difference, %d : index
    %two = arith.addi %v, %i : index
    %s = arith.addi %sum, %two : index
    linalg.yield %more, %s : index, index
  } -> (tensor<index>, tensor<index>)
  %0 = tensor.extract %sums#0[] : tensor<index>
  %1 = tensor.extract %sums#1[] : tensor<index>
  return %0, %1 : index, index
}

// Several results; one is a sum over the other's columns.
func.func @product(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %m = tensor.dim %y, %c1 : tensor<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %e = tensor.splat %zero[%n, %m] : tensor<?x?xf64>
  %p = linalg.matmul ins(%x, %y : tensor<?x?xf64>, tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %f = tensor.splat %zero[%n] : tensor<?xf64>
  %s = linalg.reduce {arith.addf} ins(%p : tensor<?x?xf64>) outs(%f : tensor<?xf64>) dimensions = [1]
  return %p, %s : tensor<?x?xf64>, tensor<?xf64>
}
