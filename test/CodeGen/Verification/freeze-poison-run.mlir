// The check of an index that is not a number in range of its type is executed, although LLVM
// could assume that such an index does not occur.

// DEFINE: %{run} = sg-run %s --input='4xf64=1 2 3 4' --input=1
// RUN: %{run} --function=float --device=cpu
// RUN: %{run} --function=shift --device=cpu
// RUN: %{run} --function=slice --device=cpu
// RUN: %{run} --function=scatter --device=cpu
// RUN: %if gpu %{ %{run} --function=float --device=emulated %}
// RUN: %if gpu %{ %{run} --function=shift --device=emulated %}
// RUN: not sg-run %s --function=computed --device=cpu --input='4xf64=1 2 3 4' --input=1e300 2>&1 | FileCheck %s
// CHECK: 'tensor.extract': an index is out of range

func.func @float(%x: tensor<?xf64>, %n: index) -> f64 {
  %large = arith.constant 1.0e300 : f64
  %i64 = arith.fptosi %large : f64 to i64
  %i = arith.index_cast %i64 : i64 to index
  %r = tensor.extract %x[%i] : tensor<?xf64>
  return %r : f64
}

func.func @shift(%x: tensor<?xf64>, %n: index) -> f64 {
  %c64 = arith.constant 64 : index
  %i = arith.shli %n, %c64 : index
  %r = tensor.extract %x[%i] : tensor<?xf64>
  return %r : f64
}

func.func @slice(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %minus = arith.constant -5.0 : f64
  %i64 = arith.fptoui %minus : f64 to i64
  %i = arith.index_cast %i64 : i64 to index
  %s = tensor.extract_slice %x[%i] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %r = tensor.extract %s[%c0] : tensor<?xf64>
  return %r : f64
}

func.func @scatter(%x: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %large = arith.constant 1.0e300 : f64
  %i64 = arith.fptosi %large : f64 to i64
  %indices = vector.broadcast %i64 : i64 to vector<2xi64>
  %mask = arith.constant dense<true> : vector<2xi1>
  %values = vector.broadcast %large : f64 to vector<2xf64>
  vector.scatter %x[%c0] [%indices], %mask, %values : memref<?xf64>, vector<2xi64>, vector<2xi1>, vector<2xf64>
  %r = memref.load %x[%n] : memref<?xf64>
  return %r : f64
}

func.func @computed(%x: tensor<?xf64>, %f: f64) -> f64 {
  %i64 = arith.fptosi %f : f64 to i64
  %i = arith.index_cast %i64 : i64 to index
  %r = tensor.extract %x[%i] : tensor<?xf64>
  return %r : f64
}
