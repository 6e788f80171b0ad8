// An op that overwrites a result works on a copy: each result has its own
// memory.
// RUN: sg-run %s --function=both --input="2x2xf64=1 2 3 4" --expected-output="2x2xf64=4 10 10 16" --expected-output="2x2xf64=2 4 6 8"
// RUN: sg-run %s --function=row --input="2x2xf64=1 2 3 4" --input="2xf64=7 8" --expected-output="2x2xf64=7 8 6 8" --expected-output="4xf64=2 4 6 8"
// RUN: sg-run %s --function=loop --input="3xf64=1 2 3" --input=2 --expected-output="3xf64=8 16 24" --expected-output="3xf64=2 4 6"
// RUN: sg-opt %s --sg-separate-destinations | FileCheck %s
// RUN: sg-run %s --function=branch --input=3xf64=0 --input=1 --expected-output=3xf64=2 --expected-output=3xf64=1
// RUN: sg-run %s --function=branch --input=3xf64=0 --input=0 --expected-output=3xf64=1 --expected-output=3xf64=1
// RUN: sg-run %s --function=inserted --input=1 --input=0 --input=2 --expected-output=3xf64=-2 --expected-output=-6
// RUN: sg-run %s --function=stacks --input=1xf64=3 --input=2 --expected-output=18
// RUN: sg-run %s --function=inserted --input=0 --input=0 --input=2 --expected-output=3xf64=2 --expected-output=6
// RUN: sg-run %s --function=loop_over_branch --input='3x2xf64=0 1 2 1 1 1' --input=2 --input=2 --input=1 --expected-output='3x2xf64=1 2.718281828459045 1 2.718281828459045 2.718281828459045 2.718281828459045'

// The sum of a doubled matrix and its transpose, and the doubled matrix.
func.func @both(%a: tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>) {
  %y = arith.addf %a, %a : tensor<2x2xf64>
  %z = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<2x2xf64>) outs(%y : tensor<2x2xf64>) {
  ^bb0(%p: f64, %q: f64):
    %sum = arith.addf %p, %q : f64
    linalg.yield %sum : f64
  } -> tensor<2x2xf64>
  return %z, %y : tensor<2x2xf64>, tensor<2x2xf64>
}

// The other result is a reshape of the overwritten value.
func.func @row(%a: tensor<?x2xf64>, %r: tensor<2xf64>) -> (tensor<?x2xf64>, tensor<?xf64>) {
  %y = arith.addf %a, %a : tensor<?x2xf64>
  %z = tensor.insert_slice %r into %y[0, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<?x2xf64>
  %flat = tensor.collapse_shape %y [[0, 1]] : tensor<?x2xf64> into tensor<?xf64>
  return %z, %flat : tensor<?x2xf64>, tensor<?xf64>
}

// A loop overwrites its initial values.
func.func @loop(%a: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %y = arith.addf %a, %a : tensor<?xf64>
  %z = scf.for %i = %zero to %n step %one iter_args(%c = %y) -> tensor<?xf64> {
    %next = arith.addf %c, %c : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %z, %y : tensor<?xf64>, tensor<?xf64>
}

// A branch that yields a result overwrites it as well.
func.func @branch(%a: tensor<?xf64>, %c: i1) -> (tensor<?xf64>, tensor<?xf64>) {
  %y = math.exp %a : tensor<?xf64>
  %z = scf.if %c -> tensor<?xf64> {
    %s = arith.addf %y, %y : tensor<?xf64>
    scf.yield %s : tensor<?xf64>
  } else {
    scf.yield %y : tensor<?xf64>
  }
  return %z, %y : tensor<?xf64>, tensor<?xf64>
}

// A tensor.empty that two ops write to is duplicated.
// CHECK-LABEL: func.func private @shared
// CHECK-DAG: [[FIRST:%[a-z0-9_]+]] = tensor.empty
// CHECK-DAG: [[SECOND:%[a-z0-9_]+]] = tensor.empty
// CHECK: linalg.exp {{.*}} outs([[SECOND]] :
// CHECK: linalg.log {{.*}} outs([[FIRST]] :
func.func private @shared(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %y = linalg.log ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}

// A result of a branch that is inserted into another tensor, or into itself, is
// not computed there: inside the branch its destination does not exist yet.
func.func @inserted(%c: i1, %i: index, %x: f64) -> (tensor<3xf64>, f64) {
  %n = arith.constant 3 : index
  %m = arith.addi %n, %i : index
  %a, %b = scf.if %c -> (tensor<?xf64>, tensor<?xf64>) {
    %y = arith.negf %x : f64
    %s = tensor.splat %y[%m] : tensor<?xf64>
    %t = tensor.splat %x[%m] : tensor<?xf64>
    scf.yield %s, %t : tensor<?xf64>, tensor<?xf64>
  } else {
    %s = tensor.splat %x[%m] : tensor<?xf64>
    scf.yield %s, %s : tensor<?xf64>, tensor<?xf64>
  }
  %u = tensor.insert_slice %a into %b[%i] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  %v = tensor.insert_slice %a into %a[%i] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  %r = tensor.extract_slice %u[0] [3] [1] : tensor<?xf64> to tensor<3xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.reduce {arith.addf} ins(%v : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %e = tensor.extract %sum[] : tensor<f64>
  return %r, %e : tensor<3xf64>, f64
}

// The value inserted into the result of a branch comes from a loop that started
// with it.
func.func @loop_over_branch(%x: tensor<3x?xf64>, %k: index, %n: index, %p: i1) -> tensor<3x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a:2 = scf.if %p -> (tensor<3x?xf64>, f64) {
    %e = math.exp %x : tensor<3x?xf64>
    %f = tensor.extract %e[%c0, %c0] : tensor<3x?xf64>
    scf.yield %e, %f : tensor<3x?xf64>, f64
  } else {
    %e = math.sin %x : tensor<3x?xf64>
    %f = tensor.extract %e[%c1, %c0] : tensor<3x?xf64>
    scf.yield %e, %f : tensor<3x?xf64>, f64
  }
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%c = %a#0) -> (tensor<3x?xf64>) {
    %i1 = tensor.insert %a#1 into %c[%i, %c0] : tensor<3x?xf64>
    scf.yield %i1 : tensor<3x?xf64>
  }
  %r = tensor.insert_slice %l into %a#0[0, 0] [3, %k] [1, 1] : tensor<3x?xf64> into tensor<3x?xf64>
  return %r : tensor<3x?xf64>
}

// A splat constant with an inserted slice becomes memory that is filled; other
// constants are copied.
// CHECK-LABEL: func.func @constants(
// CHECK-DAG:   [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-DAG:   [[MIXED:%[a-z0-9_]+]] = arith.constant dense<[1.000000e+00, 2.000000e+00
// CHECK:       [[FILL:%[a-z0-9_]+]] = linalg.fill ins([[ONE]]
// CHECK:       tensor.insert_slice %{{.*}} into [[FILL]]
// CHECK:       tensor.insert_slice %{{.*}} into [[MIXED]]
func.func @constants(%x: tensor<2xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %ones = arith.constant dense<1.0> : tensor<4xf64>
  %mixed = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %a = tensor.insert_slice %x into %ones[1] [2] [1] : tensor<2xf64> into tensor<4xf64>
  %b = tensor.insert_slice %x into %mixed[1] [2] [1] : tensor<2xf64> into tensor<4xf64>
  return %a, %b : tensor<4xf64>, tensor<4xf64>
}

// A loop that fills two stacks with the same initial value, through a cast of
// its type. The rows of the second stack overwrote the first's.
func.func @stacks(%y: tensor<1xf64>, %n: index) -> f64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %start = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<2x3xf64>
  %stack = tensor.cast %e : tensor<2x3xf64> to tensor<?x3xf64>
  %r:3 = scf.for %i = %zero to %n step %one iter_args(%sum = %start, %p = %stack, %q = %stack) -> (f64, tensor<?x3xf64>, tensor<?x3xf64>) {
    %a = tensor.extract_slice %p[%i, 0] [1, 3] [1, 1] : tensor<?x3xf64> to tensor<3xf64>
    %b = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%y : tensor<1xf64>) outs(%a : tensor<3xf64>) {
    ^bb0(%v: f64, %unused: f64):
      linalg.yield %v : f64
    } -> tensor<3xf64>
    %c = tensor.extract_slice %q[%i, 0] [1, 3] [1, 1] : tensor<?x3xf64> to tensor<3xf64>
    %d = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%b : tensor<3xf64>) outs(%c : tensor<3xf64>) {
    ^bb0(%v: f64, %unused: f64):
      %w = arith.mulf %v, %half : f64
      linalg.yield %w : f64
    } -> tensor<3xf64>
    %f = tensor.empty() : tensor<f64>
    %g = linalg.fill ins(%start : f64) outs(%f : tensor<f64>) -> tensor<f64>
    %h = linalg.reduce { arith.addf } ins(%b : tensor<3xf64>) outs(%g : tensor<f64>) dimensions = [0]
    %total = tensor.extract %h[] : tensor<f64>
    %next = arith.addf %sum, %total : f64
    %p2 = tensor.insert_slice %b into %p[%i, 0] [1, 3] [1, 1] : tensor<3xf64> into tensor<?x3xf64>
    %q2 = tensor.insert_slice %d into %q[%i, 0] [1, 3] [1, 1] : tensor<3xf64> into tensor<?x3xf64>
    scf.yield %next, %p2, %q2 : f64, tensor<?x3xf64>, tensor<?x3xf64>
  }
  return %r#0 : f64
}
