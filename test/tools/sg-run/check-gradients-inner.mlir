// --check-gradients names the op with the wrong derivative also in loops,
// branches and structured ops, with its operands there.

// RUN: not sg-test-run %s --check-gradients --function=loop 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not sg-test-run %s --check-gradients --function=body --input="3xf32=0.75 0.5 -0.25" --input=0 2>&1 | FileCheck %s --check-prefix=BODY
// RUN: not sg-test-run %s --check-gradients --function=sines --order=2 2>&1 | FileCheck %s --check-prefix=SINES
// RUN: not sg-test-run %s --check-gradients --function=until --input=0.5 2>&1 | FileCheck %s --check-prefix=UNTIL
// RUN: not sg-test-run %s --check-gradients --function=captured 2>&1 | FileCheck %s --check-prefix=CAPTURED
// RUN: not sg-test-run %s --check-gradients --function=strong --input=0 --strong-zero 2>&1 | FileCheck %s --check-prefix=STRONG
// RUN: not sg-test-run %s --check-gradients --function=seldom --input=0.5 --input=20 2>&1 | FileCheck %s --check-prefix=SELDOM

// An op of a dialect, whose rule is wrong in reverse mode, in a function that a loop calls.
func.func private @called(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y = math.sin %x : tensor<2xf64>
  %z = wave.thrice %y : tensor<2xf64>
  return %z : tensor<2xf64>
}
func.func @loop(%x: tensor<2xf64>, %n: index) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<2xf64> {
    %z = func.call @called(%a) : (tensor<2xf64>) -> tensor<2xf64>
    scf.yield %z : tensor<2xf64>
  }
  return %y : tensor<2xf64>
}
// LOOP:      check-gradients-inner.mlir:[[@LINE-12]]:8: error: the derivative of 'wave.thrice' is wrong: forward mode [[F:[-0-9.]+]], reverse mode {{[-0-9.]+}}, differences [[F]]
// LOOP-NEXT: check-gradients-inner.mlir:[[@LINE-13]]:8: note: with the operands 2xf64={{[-0-9.]+ [-0-9.]+$}}
// LOOP-NEXT: check-gradients-inner.mlir:[[@LINE-8]]:8: note: in this 'scf.for'
// LOOP-NOT:  {{error|note}}

// A rule is wrong for negative numbers only. The check finds such an element.
func.func private @relu(%x: f32) -> f32 attributes {no_inline, grad.custom_jvp = @relu_jvp} {
  %zero = arith.constant 0.0 : f32
  %y = arith.maximumf %x, %zero : f32
  return %y : f32
}
func.func private @relu_jvp(%x: f32, %t: f32) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %y = arith.maximumf %x, %zero : f32
  return %y, %t : f32, f32
}
func.func @body(%x: tensor<?xf32>, %flag: i1) -> tensor<?xf32> {
  %y = scf.if %flag -> tensor<?xf32> {
    scf.yield %x : tensor<?xf32>
  } else {
    %z = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) {
    ^bb0(%e: f32, %out: f32):
      %s = math.sin %e : f32
      %r = func.call @relu(%s) : (f32) -> f32
      linalg.yield %r : f32
    } -> tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}
// BODY:      check-gradients-inner.mlir:[[@LINE-7]]:12: error: the derivative of 'func.call' is wrong: forward mode [[F:[-0-9.]+]], reverse mode [[F]], differences 0
// BODY-NEXT: note: it calls '@relu', whose rule contradicts its body
// BODY-NEXT: note: with the operands f64=-{{[0-9.]+$}}
// BODY-NEXT: check-gradients-inner.mlir:[[@LINE-17]]:8: note: in this 'scf.if'

// The check names the trip in which the derivative is wrong.
func.func @until(%x: f32) -> f32 {
  %limit = arith.constant -0.5 : f32
  %y = scf.while (%a = %x) : (f32) -> f32 {
    %more = arith.cmpf ogt, %a, %limit : f32
    scf.condition(%more) %a : f32
  } do {
  ^bb0(%a: f32):
    %r = func.call @relu(%a) : (f32) -> f32
    %e = math.exp %r : f32
    %p = arith.mulf %e, %a : f32
    %one = arith.constant 1.0 : f32
    %s = arith.subf %p, %one : f32
    scf.yield %s : f32
  }
  return %y : f32
}
// UNTIL:      check-gradients-inner.mlir:[[@LINE-9]]:10: error: the derivative of 'func.call' is wrong
// UNTIL:      note: in this 'scf.while'

// A rule that is wrong at second order is found in the loop of the derivative.
func.func private @sine(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @sine_jvp} {
  %y = math.sin %x : f64
  return %y : f64
}
func.func private @sine_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %y = math.sin %x : f64
  %c = func.call @cosine(%x) : (f64) -> f64
  %dy = arith.mulf %c, %t : f64
  return %y, %dy : f64, f64
}
func.func private @cosine(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @cosine_jvp} {
  %y = math.cos %x : f64
  return %y : f64
}
func.func private @cosine_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %y = math.cos %x : f64
  %s = math.sin %x : f64
  %dy = arith.mulf %s, %t : f64
  return %y, %dy : f64, f64
}
func.func @sines(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %s = func.call @sine(%a) : (f64) -> f64
    scf.yield %s : f64
  }
  return %y : f64
}
// SINES:      check-gradients-inner.mlir:[[@LINE-23]]:8: error: the derivative of 'func.call' is wrong
// SINES-NEXT: note: it calls '@cosine', whose rule contradicts its body
// SINES:      note: in this 'scf.for'

// An op that takes a whole tensor in the body of a structured op is not tested.
func.func private @first(%x: tensor<3xf64>) -> f64 attributes {no_inline, grad.custom_jvp = @first_jvp} {
  %c0 = arith.constant 0 : index
  %y = tensor.extract %x[%c0] : tensor<3xf64>
  return %y : f64
}
func.func private @first_jvp(%x: tensor<3xf64>, %t: tensor<3xf64>) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = tensor.extract %x[%c0] : tensor<3xf64>
  %dy = tensor.extract %t[%c1] : tensor<3xf64>
  return %y, %dy : f64, f64
}
func.func @captured(%x: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.map outs(%x : tensor<3xf64>) (%out: f64) {
      %e = func.call @first(%x) : (tensor<3xf64>) -> f64
      linalg.yield %e : f64
    }
  return %y : tensor<3xf64>
}
// CAPTURED:      check-gradients-inner.mlir:[[@LINE-6]]:8: error: the derivative of 'linalg.map' is wrong
// CAPTURED-NEXT: check-gradients-inner.mlir:[[@LINE-6]]:12: note: or the derivative of an op in it that cannot be checked alone, for example this 'func.call'

// Not all trips of a long loop are tested.
func.func private @at_seventeen(%x: f64, %i: index) -> f64 attributes {no_inline, grad.custom_jvp = @at_seventeen_jvp} {
  return %x : f64
}
func.func private @at_seventeen_jvp(%x: f64, %i: index, %t: f64) -> (f64, f64) {
  %c17 = arith.constant 17 : index
  %isSeventeen = arith.cmpi eq, %i, %c17 : index
  %zero = arith.constant 0.0 : f64
  %dy = arith.select %isSeventeen, %zero, %t : f64
  return %x, %dy : f64, f64
}
func.func @seldom(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %z = func.call @at_seventeen(%a, %i) : (f64, index) -> f64
    scf.yield %z : f64
  }
  return %y : f64
}
// SELDOM:      check-gradients-inner.mlir:[[@LINE-6]]:8: error: the derivative of 'scf.for' is wrong
// SELDOM-NEXT: note: the derivative of each op in it is right for the operands that were tried

// Strong zeros apply in the loop, too: the unselected root at 0 is not reported.
func.func @strong(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %yes = arith.constant true
  %y = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %x) -> f64 {
    %c = scf.if %yes -> f64 {
      %square = arith.mulf %a, %a : f64
      %isSmall = arith.cmpf olt, %square, %one : f64
      %root = math.sqrt %square : f64
      %chosen = arith.select %isSmall, %square, %root : f64
      scf.yield %chosen : f64
    } else {
      scf.yield %a : f64
    }
    %d = arith.addf %c, %a : f64
    %r = func.call @doubled(%d) : (f64) -> f64
    scf.yield %r : f64
  }
  return %y : f64
}
func.func private @doubled(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @doubled_jvp} {
  %y = arith.addf %x, %x : f64
  return %y : f64
}
func.func private @doubled_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %y = arith.addf %x, %x : f64
  return %y, %t : f64, f64
}
// STRONG:     check-gradients-inner.mlir:[[@LINE-13]]:10: error: the derivative of 'func.call' is wrong
