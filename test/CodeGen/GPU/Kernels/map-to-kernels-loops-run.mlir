// Results of loops whose iterations threads share, executed on the host; the
// last thread runs first.
//
// DEFINE: %{run} = sg-run %s --device=emulated --check-kernels
// RUN: %{run} --function=squares --input="0xf64=" --expected-output="0xf64="
// RUN: %{run} --function=squares --input="3xf64=1 2 3" --expected-output="3xf64=1 4 9"
// RUN: %{run} --function=wrong --input=0 --input=1 --expected-output=0 --expected-output=0
// RUN: %{run} --function=wrong --input=1 --input=3 --expected-output=0 --expected-output=3
// RUN: %{run} --function=wrong --input=23 --input=34 --expected-output=0 --expected-output=782
// RUN: %{run} --function=tiles --input="6xf32=1 2 3 4 5 6" --expected-output="6xf32=1 3 3 7 5 11"
// RUN: %{run} --function=tiles --input="0xf32=" --expected-output="0xf32="
// RUN: %{run} --function=rows --input="0x40xf32=" --input="0xf32=" --expected-output="0x40xf32="
// RUN: %{run} --function=rows --input="1x40xf32=0" --input="1xf32=3" | FileCheck %s --check-prefix=ROWS
// ROWS: result[0]: 1x40xf32=[3 3 3 {{.*}} 3 3]
// RUN: %{run} --function=sums --input="0x40xf64=" --expected-output="0x40xf64=" --expected-output="0xf64="
// RUN: %{run} --function=sums --input="1x40xf64=1" --expected-output="1x40xf64=82" --expected-output="1xf64=80"
// RUN: %{run} --function=sums --input="70x40xf64=0.5" --expected-output="70x40xf64=41" --expected-output="70xf64=40"
// RUN: %{run} --function=scatter --input="4x1xindex=2 0 2 2" --input="4x3xf32=1 2 3 4 5 6 7 8 9 10 11 12" --input="3x3xf32=0" \
// RUN:   --expected-output="3x3xf32=4 5 6 0 0 0 10 11 12"
// RUN: %{run} --function=scatter --input="0x1xindex=" --input="0x3xf32=" --input="1x3xf32=1 2 3" --expected-output="1x3xf32=1 2 3"
// RUN: %{run} --function=scatter --input="1x1xindex=0" --input="1x0xf32=" --input="1x0xf32=" --expected-output="1x0xf32="
// RUN: %{run} --function=add_rows --input="4xindex=2 0 2 2" --input="4x3xf32=1 2 3 4 5 6 7 8 9 10 11 12" --input="3x3xf32=0" \
// RUN:   --expected-output="3x3xf32=4 5 6 0 0 0 18 21 24"
// RUN: %{run} --function=add_rows --input="4xindex=2 0 2 2" --input="4x3xf32=1 2 3 4 5 6 7 8 9 10 11 12" --input="3x3xf32=0" \
// RUN:   --atomics --expected-output="3x3xf32=4 5 6 0 0 0 18 21 24"
// RUN: %{run} --function=add_rows --input="1xindex=0" --input="1x0xf32=" --input="2x0xf32=" --expected-output="2x0xf32="
// RUN: %{run} --function=add_rows --input="300xindex=1" --input="300x300xf32=1" --input="2x300xf32=0" | FileCheck %s --check-prefix=LONG
// LONG: [0 0 0 {{.*}} 0 0][300 300 300 {{.*}} 300 300]
// RUN: not %{run} --function=scatter --input="1x1xindex=1" --input="1x2xf32=1 2" --input="1x2xf32=1 2" 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: 'tensor.insert': an index is out of range

func.func @squares(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%o = %x) -> tensor<?xf64> {
    %v = tensor.extract %o[%i] : tensor<?xf64>
    %s = arith.mulf %v, %v : f64
    %t = tensor.insert %s into %o[%i] : tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  return %y : tensor<?xf64>
}

// Every other row backwards, all columns; number of wrong elements and number
// of elements.
#id = affine_map<(i, j) -> (i, j)>
func.func @wrong(%n: index, %m: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %last = arith.subi %n, %c1 : index
  %zero = arith.constant 0 : index
  %e = tensor.splat %zero[%n, %m] : tensor<?x?xindex>
  %y = scf.for %i = %c0 to %n step %c2 iter_args(%o = %e) -> tensor<?x?xindex> {
    %row = arith.subi %last, %i : index
    %z = scf.for %j = %c0 to %m step %c1 iter_args(%p = %o) -> tensor<?x?xindex> {
      %old = tensor.extract %p[%row, %j] : tensor<?x?xindex>
      %above = arith.muli %row, %m : index
      %number = arith.addi %above, %j : index
      %new = arith.addi %old, %number : index
      %t = tensor.insert %new into %p[%row, %j] : tensor<?x?xindex>
      scf.yield %t : tensor<?x?xindex>
    }
    scf.yield %z : tensor<?x?xindex>
  }
  %none = arith.constant dense<0> : tensor<index>
  %counts:2 = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> ()>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%y : tensor<?x?xindex>) outs(%none, %none : tensor<index>, tensor<index>) {
  ^bb0(%v: index, %bad: index, %all: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %back = arith.subi %last, %i : index
    %odd = arith.remui %back, %c2 : index
    %isIn = arith.cmpi eq, %odd, %c0 : index
    %above = arith.muli %i, %m : index
    %number = arith.addi %above, %j : index
    %expected = arith.select %isIn, %number, %c0 : index
    %isBad = arith.cmpi ne, %v, %expected : index
    %one = arith.select %isBad, %c1, %c0 : index
    %b = arith.addi %bad, %one : index
    %a = arith.addi %all, %c1 : index
    linalg.yield %b, %a : index, index
  } -> (tensor<index>, tensor<index>)
  %0 = tensor.extract %counts#0[] : tensor<index>
  %1 = tensor.extract %counts#1[] : tensor<index>
  return %0, %1 : index, index
}

// Two elements per iteration, through a temporary tensor.
func.func @tiles(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %pairs = arith.divui %n, %c2 : index
  %y = scf.forall (%k) in (%pairs) shared_outs(%o = %x) -> tensor<?xf32> {
    %i = arith.muli %k, %c2 : index
    %j = arith.addi %i, %c1 : index
    %v = tensor.extract %x[%i] : tensor<?xf32>
    %w = tensor.extract %x[%j] : tensor<?xf32>
    %s = arith.addf %v, %w : f32
    %t = tensor.from_elements %v, %s : tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %o[%i] [2] [1] : tensor<2xf32> into tensor<?xf32>
    }
  }
  return %y : tensor<?xf32>
}

func.func @rows(%x: tensor<?x40xf32>, %c: tensor<?xf32>) -> tensor<?x40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x40xf32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%o = %x) -> tensor<?x40xf32> {
    %e = tensor.extract %c[%i] : tensor<?xf32>
    %row = tensor.splat %e : tensor<1x40xf32>
    %t = tensor.insert_slice %row into %o[%i, 0] [1, 40] [1, 1] : tensor<1x40xf32> into tensor<?x40xf32>
    scf.yield %t : tensor<?x40xf32>
  }
  return %y : tensor<?x40xf32>
}

// A doubled row, its sum, and both together: the temporary is local to an
// iteration.
func.func @sums(%x: tensor<?x40xf64>) -> (tensor<?x40xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x40xf64>
  %e = tensor.empty(%n) : tensor<?xf64>
  %y:2 = scf.for %i = %c0 to %n step %c1 iter_args(%o = %x, %p = %e) -> (tensor<?x40xf64>, tensor<?xf64>) {
    %row = tensor.extract_slice %o[%i, 0] [1, 40] [1, 1] : tensor<?x40xf64> to tensor<40xf64>
    %twice = arith.addf %row, %row : tensor<40xf64>
    %z = tensor.from_elements %zero : tensor<f64>
    %s = linalg.reduce {arith.addf} ins(%twice : tensor<40xf64>) outs(%z : tensor<f64>) dimensions = [0]
    %v = tensor.extract %s[] : tensor<f64>
    %all = tensor.splat %v : tensor<40xf64>
    %both = arith.addf %twice, %all : tensor<40xf64>
    %t = tensor.insert_slice %both into %o[%i, 0] [1, 40] [1, 1] : tensor<40xf64> into tensor<?x40xf64>
    %u = tensor.insert %v into %p[%i] : tensor<?xf64>
    scf.yield %t, %u : tensor<?x40xf64>, tensor<?xf64>
  }
  return %y#0, %y#1 : tensor<?x40xf64>, tensor<?xf64>
}

// Rows are overwritten in program order: the last value remains.
func.func @scatter(%places: tensor<?x1xindex>, %x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %z = scf.for %k = %c0 to %n step %c1 iter_args(%a = %y) -> tensor<?x?xf32> {
    %p = tensor.extract %places[%k, %c0] : tensor<?x1xindex>
    %b = scf.for %j = %c0 to %m step %c1 iter_args(%o = %a) -> tensor<?x?xf32> {
      %v = tensor.extract %x[%k, %j] : tensor<?x?xf32>
      %t = tensor.insert %v into %o[%p, %j] : tensor<?x?xf32>
      scf.yield %t : tensor<?x?xf32>
    }
    scf.yield %b : tensor<?x?xf32>
  }
  return %z : tensor<?x?xf32>
}

// Structured ops add to rows.
func.func @add_rows(%places: tensor<?xindex>, %x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %z = scf.for %k = %c0 to %n step %c1 iter_args(%a = %y) -> tensor<?x?xf32> {
    %p = tensor.extract %places[%k] : tensor<?xindex>
    %row = tensor.extract_slice %x[%k, 0] [1, %m] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
    %old = tensor.extract_slice %a[%p, 0] [1, %m] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
    %new = arith.addf %old, %row : tensor<?xf32>
    %t = tensor.insert_slice %new into %a[%p, 0] [1, %m] [1, 1] : tensor<?xf32> into tensor<?x?xf32>
    scf.yield %t : tensor<?x?xf32>
  }
  return %z : tensor<?x?xf32>
}
