// Values are computed in the tensor they are inserted into, unless the
// destination materializes there before they are read again.
//
// RUN: sg-opt %s --sg-eliminate-empty-tensors | FileCheck %s
// RUN: sg-run %s --function=twice --input='2xf64=1 -2' --expected-output='2xf64=1 2' --expected-output='2xf64=1 2'
// RUN: sg-run %s --function=chosen --input='2xf64=1 -2' --input=true --expected-output='2xf64=1 2' --expected-output='2xf64=1 2'
// RUN: sg-run %s --function=chosen --input='2xf64=1 -2' --input=false --expected-output='2xf64=1 2' --expected-output='2xf64=2 4'
// RUN: sg-run %s --function=part --input='3xf64=1 -2 -3' --expected-output='2' --expected-output='1 2 3'
// RUN: sg-run %s --function=branches --input=-1 --input=true --expected-output=1 --expected-output=1
// RUN: sg-run %s --function=reshaped --input=4x6xf64=-1 --input=3 --input=8 --expected-output=3x8xf64=1
// RUN: sg-run %s --function=concatenated --input=4x6xf64=1 --input=3 --input=16 --expected-output=3x16xf64=1
// RUN: sg-run %s --function=loss_vjp --input=4x6xf64=1 --input=3 --input=8 --input=3x8xf64=1 --expected-output=4x6xf64=2
// RUN: sg-run %s --function=branches --input=-1 --input=false --expected-output=3 --expected-output=3

// CHECK-LABEL: func private @inserted(
// CHECK:         %[[PART:.*]] = tensor.extract_slice %{{.*}}[2] [4] [1]
// CHECK:         linalg.exp ins(%{{.*}}) outs(%[[PART]]
func.func private @inserted(%x: tensor<4xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %s = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %s into %y[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// If there are two destinations, the value is computed in the last one.
// CHECK-LABEL: func private @destinations(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: tensor<4xf32>, %[[A:[a-z0-9]*]]: memref<4xf32>, %[[B:[a-z0-9]*]]: memref<4xf32>
// CHECK:         %[[TENSOR:.*]] = bufferization.to_tensor %[[B]]
// CHECK:         linalg.exp ins(%[[X]] : tensor<4xf32>) outs(%[[TENSOR]]
func.func private @destinations(%x: tensor<4xf32>, %a: memref<4xf32>, %b: memref<4xf32>) {
  %ta = bufferization.to_tensor %a restrict writable : memref<4xf32> to tensor<4xf32>
  %tb = bufferization.to_tensor %b restrict writable : memref<4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %s = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %ma = bufferization.materialize_in_destination %s in %ta : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %mb = bufferization.materialize_in_destination %s in %tb : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

func.func @twice(%x: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %y = math.absf %x : tensor<?xf64>
  return %y, %y : tensor<?xf64>, tensor<?xf64>
}

// One result may be the other.
func.func @chosen(%x: tensor<?xf64>, %c: i1) -> (tensor<?xf64>, tensor<?xf64>) {
  %y = math.absf %x : tensor<?xf64>
  %z = scf.if %c -> tensor<?xf64> {
    scf.yield %y : tensor<?xf64>
  } else {
    %s = arith.addf %y, %y : tensor<?xf64>
    scf.yield %s : tensor<?xf64>
  }
  return %y, %z : tensor<?xf64>, tensor<?xf64>
}

// One result is a part of the other.
func.func @part(%x: tensor<3xf64>) -> (tensor<1xf64>, tensor<3xf64>) {
  %y = math.absf %x : tensor<3xf64>
  %p = tensor.extract_slice %y[1] [1] [1] : tensor<3xf64> to tensor<1xf64>
  return %p, %y : tensor<1xf64>, tensor<3xf64>
}

// A value read before a branch is returned by the branch twice.
func.func @branches(%x: tensor<f64>, %c: i1) -> (tensor<f64>, tensor<f64>) {
  %three = arith.constant 3.0 : f64
  %y = math.absf %x : tensor<f64>
  %s = tensor.extract %y[] : tensor<f64>
  %positive = arith.cmpf ogt, %s, %three : f64
  %which = arith.ori %positive, %c : i1
  %z = scf.if %which -> tensor<f64> {
    scf.yield %y : tensor<f64>
  } else {
    %t = tensor.from_elements %three : tensor<f64>
    scf.yield %t : tensor<f64>
  }
  return %z, %z : tensor<f64>, tensor<f64>
}

// The exponential has another shape than the inserted value, though both types
// are ?x?.
// CHECK-LABEL: func private @inserted_reshaped(
// CHECK:         %[[OWN:.*]] = tensor.empty(
// CHECK:         linalg.exp ins(%{{.*}}) outs(%[[OWN]]
func.func private @inserted_reshaped(%x: tensor<?x?xf64>, %m: index, %n: index, %o: tensor<20x20xf64>, %a: index, %b: index) -> tensor<20x20xf64> {
  %e = tensor.empty(%m, %n) : tensor<?x?xf64>
  %y = linalg.exp ins(%x : tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %s = tensor.from_elements %a, %b : tensor<2xindex>
  %r = tensor.reshape %y(%s) : (tensor<?x?xf64>, tensor<2xindex>) -> tensor<?x?xf64>
  %z = tensor.insert_slice %r into %o[1, 1] [%a, %b] [1, 1] : tensor<?x?xf64> into tensor<20x20xf64>
  return %z : tensor<20x20xf64>
}

// The same for a result.
func.func @reshaped(%x: tensor<?x?xf64>, %a: index, %b: index) -> tensor<?x?xf64> {
  %y = math.absf %x : tensor<?x?xf64>
  %s = tensor.from_elements %a, %b : tensor<2xindex>
  %r = tensor.reshape %y(%s) : (tensor<?x?xf64>, tensor<2xindex>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

func.func @concatenated(%x: tensor<?x?xf64>, %a: index, %b: index) -> tensor<?x?xf64> {
  %y = tensor.concat dim(1) %x, %x : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %s = tensor.from_elements %a, %b : tensor<2xindex>
  %r = tensor.reshape %y(%s) : (tensor<?x?xf64>, tensor<2xindex>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

func.func @loss(%x: tensor<?x?xf64>, %a: index, %b: index) -> tensor<?x?xf64> {
  %s = tensor.from_elements %a, %b : tensor<2xindex>
  %r = tensor.reshape %x(%s) : (tensor<?x?xf64>, tensor<2xindex>) -> tensor<?x?xf64>
  %y = arith.mulf %r, %r : tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}
func.func @loss_vjp(%x: tensor<?x?xf64>, %a: index, %b: index, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r:2 = grad.vjp @loss(%x, %a, %b) cotangents(%c) : (tensor<?x?xf64>, index, index, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  return %r#1 : tensor<?x?xf64>
}
