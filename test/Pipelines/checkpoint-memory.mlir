// A checkpointing schedule saves memory: upstream's passes must not merge the
// recomputation with the original computation. The loop keeps three tensors of
// 8 kB in each of 1000 iterations, 24 MB. A checkpoint every 32 iterations
// takes about 1 MB. Five slots take 5 tensors and the values pending in the
// recursion.
//
// RUN: sg-opt %s --grad-expand-derivatives --canonicalize --cse --loop-invariant-code-motion --inline --canonicalize --cse -o %t
// RUN: sg-run %t --function=d_plain --input=0.5 --memory --output=@%t.npy 2>&1 | FileCheck %s --check-prefix=MUCH
// RUN: sg-run %t --function=d_every --input=0.5 --memory --output=@%t.npy 2>&1 | FileCheck %s --check-prefix=LITTLE
// RUN: sg-run %t --function=d_slots --input=0.5 --memory --output=@%t.npy 2>&1 | FileCheck %s --check-prefix=LEAST
// RUN: sg-run %t --function=d_region --input=0.5 --memory --output=@%t.npy 2>&1 | FileCheck %s --check-prefix=HALF
//
// The three peaks are at least 20 MB, below 4 MB and below 300 kB.
// MUCH: a call: at most {{[2-9][0-9]{7} }}bytes
// LITTLE: a call: at most {{[1-3]?[0-9]{1,6} }}bytes
// LEAST: a call: at most {{[12]?[0-9]{1,5} }}bytes
//
// A checkpoint region in the loop keeps its captured values in each iteration,
// 8 MB.
// HALF: a call: at most {{(8|9)[0-9]{6} }}bytes

func.func private @plain(%x: tensor<1000xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> (tensor<1000xf64>) {
    %sin = math.sin %c : tensor<1000xf64>
    %exp = math.exp %sin : tensor<1000xf64>
    %part = math.tanh %exp : tensor<1000xf64>
    %next = arith.addf %part, %x : tensor<1000xf64>
    scf.yield %next : tensor<1000xf64>
  }
  %y = tensor.extract %r[%c0] : tensor<1000xf64>
  return %y : f64
}
func.func @d_plain(%x: tensor<1000xf64>) -> tensor<1000xf64> {
  %y:2 = grad.value_and_grad @plain(%x) : (tensor<1000xf64>) -> (f64, tensor<1000xf64>)
  return %y#1 : tensor<1000xf64>
}

func.func private @every(%x: tensor<1000xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> (tensor<1000xf64>) {
    %sin = math.sin %c : tensor<1000xf64>
    %exp = math.exp %sin : tensor<1000xf64>
    %part = math.tanh %exp : tensor<1000xf64>
    %next = arith.addf %part, %x : tensor<1000xf64>
    scf.yield %next : tensor<1000xf64>
  } {grad.checkpoint_every = 0 : i64}
  %y = tensor.extract %r[%c0] : tensor<1000xf64>
  return %y : f64
}
func.func @d_every(%x: tensor<1000xf64>) -> tensor<1000xf64> {
  %y:2 = grad.value_and_grad @every(%x) : (tensor<1000xf64>) -> (f64, tensor<1000xf64>)
  return %y#1 : tensor<1000xf64>
}

func.func private @slots(%x: tensor<1000xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> (tensor<1000xf64>) {
    %sin = math.sin %c : tensor<1000xf64>
    %exp = math.exp %sin : tensor<1000xf64>
    %part = math.tanh %exp : tensor<1000xf64>
    %next = arith.addf %part, %x : tensor<1000xf64>
    scf.yield %next : tensor<1000xf64>
  } {grad.checkpoint_slots = 5 : i64}
  %y = tensor.extract %r[%c0] : tensor<1000xf64>
  return %y : f64
}
func.func @d_slots(%x: tensor<1000xf64>) -> tensor<1000xf64> {
  %y:2 = grad.value_and_grad @slots(%x) : (tensor<1000xf64>) -> (f64, tensor<1000xf64>)
  return %y#1 : tensor<1000xf64>
}

func.func private @region(%x: tensor<1000xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> (tensor<1000xf64>) {
    %next = grad.checkpoint {
      %sin = math.sin %c : tensor<1000xf64>
      %exp = math.exp %sin : tensor<1000xf64>
      %part = math.tanh %exp : tensor<1000xf64>
      %sum = arith.addf %part, %x : tensor<1000xf64>
      grad.yield %sum : tensor<1000xf64>
    } : tensor<1000xf64>
    scf.yield %next : tensor<1000xf64>
  }
  %y = tensor.extract %r[%c0] : tensor<1000xf64>
  return %y : f64
}
func.func @d_region(%x: tensor<1000xf64>) -> tensor<1000xf64> {
  %y:2 = grad.value_and_grad @region(%x) : (tensor<1000xf64>) -> (f64, tensor<1000xf64>)
  return %y#1 : tensor<1000xf64>
}
