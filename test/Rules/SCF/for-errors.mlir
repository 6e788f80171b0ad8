// A loop-carried tensor whose shape changes from trip to trip cannot be kept.
// The error names the remedy.
//
// RUN: not sg-opt %s --grad-expand-derivatives 2>&1 | FileCheck %s

func.func @growing(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: [[#@LINE+2]]:8: error: 'scf.for' op keeps a value of type 'tensor<?xf64>' for its derivative, whose shape is computed in the loop; give it a shape that is known before the loop
  // CHECK: [[#@LINE+1]]:50: note: this is the value
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf64> {
    %b = math.sin %a : tensor<?xf64>
    %c = tensor.pad %b low[0] high[1] {
    ^bb0(%j: index):
      tensor.yield %zero : f64
    } : tensor<?xf64> to tensor<?xf64>
    scf.yield %c : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
func.func @request(%x: tensor<?xf64>, %n: index) {
  // CHECK: [[#@LINE+1]]:3: note: while differentiating '@growing', requested here
  grad.vjp @growing(%x, %n) cotangents(%x) : (tensor<?xf64>, index, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return
}

// -----

func.func private @scalable(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = vector.broadcast %x : f64 to vector<[2]xf64>
  // expected-error @below {{'scf.for' op keeps a value of type 'vector<[2]xf64>' for its derivative, which cannot be stored in a stack}}
  // expected-note @below {{this is the value}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %v) -> vector<[2]xf64> {
    %s = arith.mulf %c, %c : vector<[2]xf64>
    scf.yield %s : vector<[2]xf64>
  }
  %y = vector.extract %r[0] : f64 from vector<[2]xf64>
  return %y : f64
}

func.func @scalable_vector(%x: f64, %n: index, %dy: f64) -> f64 {
  // expected-note @below {{while differentiating '@scalable', requested here}}
  %r:2 = grad.vjp @scalable(%x, %n) cotangents(%dy) : (f64, index, f64) -> (f64, f64)
  return %r#1 : f64
}
