// Reductions by each kind of combiner, with an active initial value. Expected
// values by calculus.

// RUN: sg-run %s --function=slopes --input='3xf64=2 0 5' --input=3 | FileCheck %s
// RUN: sg-run %s --function=slopes --input='0xf64=' --input=3 | FileCheck %s --check-prefix=NONE

// A product with one zero: only the zero element has a derivative that is not
// zero.
func.func private @product(%x: tensor<?xf64>, %z: tensor<f64>) -> tensor<f64> {
  %r = linalg.reduce { arith.mulf } ins(%x : tensor<?xf64>) outs(%z : tensor<f64>) dimensions = [0]
  return %r : tensor<f64>
}

// Subtraction: the factor of the initial value is one, of each element minus
// one.
func.func private @difference(%x: tensor<?xf64>, %z: tensor<f64>) -> tensor<f64> {
  %r = linalg.reduce ins(%x : tensor<?xf64>) outs(%z : tensor<f64>) dimensions = [0]
    (%e: f64, %o: f64) {
      %d = arith.subf %o, %e : f64
      linalg.yield %d : f64
    }
  return %r : tensor<f64>
}

// With the operands exchanged, the signs alternate: e3 - (e2 - (e1 - z)).
func.func private @alternating(%x: tensor<?xf64>, %z: tensor<f64>) -> tensor<f64> {
  %r = linalg.reduce ins(%x : tensor<?xf64>) outs(%z : tensor<f64>) dimensions = [0]
    (%e: f64, %o: f64) {
      %d = arith.subf %e, %o : f64
      linalg.yield %d : f64
    }
  return %r : tensor<f64>
}

// Horner's scheme, 10 o + e: the order of the iterations matters.
func.func private @horner(%x: tensor<?xf64>, %z: tensor<f64>) -> tensor<f64> {
  %r = linalg.reduce ins(%x : tensor<?xf64>) outs(%z : tensor<f64>) dimensions = [0]
    (%e: f64, %o: f64) {
      %ten = arith.constant 10.0 : f64
      %p = arith.mulf %o, %ten : f64
      %s = arith.addf %p, %e : f64
      linalg.yield %s : f64
    }
  return %r : tensor<f64>
}

// The last element: an overwritten one gets no cotangent.
func.func private @last(%x: tensor<?xf64>, %z: tensor<f64>) -> tensor<f64> {
  %r = linalg.reduce ins(%x : tensor<?xf64>) outs(%z : tensor<f64>) dimensions = [0]
    (%e: f64, %o: f64) {
      linalg.yield %e : f64
    }
  return %r : tensor<f64>
}

// A maximum by a comparison and a select: the first of the greatest elements.
func.func private @chosen(%x: tensor<?xf64>, %z: tensor<f64>) -> tensor<f64> {
  %r = linalg.reduce ins(%x : tensor<?xf64>) outs(%z : tensor<f64>) dimensions = [0]
    (%e: f64, %o: f64) {
      %more = arith.cmpf ogt, %e, %o : f64
      %m = arith.select %more, %e, %o : f64
      linalg.yield %m : f64
    }
  return %r : tensor<f64>
}

// A test if any element is large. No derivative flows through a logical
// reduction; only the select that uses it matters.
func.func private @any(%x: tensor<?xf64>, %z: tensor<f64>) -> tensor<f64> {
  %none = arith.constant dense<false> : tensor<i1>
  %large = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                           iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64>) outs(%none : tensor<i1>) {
    ^bb0(%e: f64, %o: i1):
      %four = arith.constant 4.0 : f64
      %is = arith.cmpf ogt, %e, %four : f64
      %or = arith.ori %is, %o : i1
      linalg.yield %or : i1
  } -> tensor<i1>
  %twice = arith.addf %z, %z : tensor<f64>
  %r = arith.select %large, %twice, %z : tensor<i1>, tensor<f64>
  return %r : tensor<f64>
}

func.func @slopes(%x: tensor<?xf64>, %z: tensor<f64>) -> (tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<?xf64>, tensor<f64>, tensor<f64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %one = arith.constant 1.0 : f64
  %c = arith.constant dense<1.0> : tensor<f64>
  %t = tensor.splat %one[%n] : tensor<?xf64>
  %product, %product_dx, %product_dz = grad.vjp @product(%x, %z) cotangents(%c)
      : (tensor<?xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<?xf64>, tensor<f64>)
  %product_, %product_dr = grad.jvp @product(%x, %z) tangents(%t, %c)
      : (tensor<?xf64>, tensor<f64>, tensor<?xf64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  // CHECK: result[0]: 3xf64=0 30 0{{$}}
  // CHECK-NEXT: result[1]: f64=0{{$}}
  // CHECK-NEXT: result[2]: f64=30{{$}}
  // NONE: result[0]: 0xf64={{$}}
  // NONE-NEXT: result[1]: f64=1{{$}}
  // NONE-NEXT: result[2]: f64=1{{$}}
  %difference, %difference_dx, %difference_dz = grad.vjp @difference(%x, %z) cotangents(%c)
      : (tensor<?xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<?xf64>, tensor<f64>)
  %difference_, %difference_dr = grad.jvp @difference(%x, %z) tangents(%t, %c)
      : (tensor<?xf64>, tensor<f64>, tensor<?xf64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  // CHECK-NEXT: result[3]: 3xf64=-1 -1 -1{{$}}
  // CHECK-NEXT: result[4]: f64=1{{$}}
  // CHECK-NEXT: result[5]: f64=-2{{$}}
  // NONE-NEXT: result[3]: 0xf64={{$}}
  // NONE-NEXT: result[4]: f64=1{{$}}
  // NONE-NEXT: result[5]: f64=1{{$}}
  %alternating, %alternating_dx, %alternating_dz = grad.vjp @alternating(%x, %z) cotangents(%c)
      : (tensor<?xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<?xf64>, tensor<f64>)
  %alternating_, %alternating_dr = grad.jvp @alternating(%x, %z) tangents(%t, %c)
      : (tensor<?xf64>, tensor<f64>, tensor<?xf64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  // CHECK-NEXT: result[6]: 3xf64=1 -1 1{{$}}
  // CHECK-NEXT: result[7]: f64=-1{{$}}
  // CHECK-NEXT: result[8]: f64=0{{$}}
  // NONE-NEXT: result[6]: 0xf64={{$}}
  // NONE-NEXT: result[7]: f64=1{{$}}
  // NONE-NEXT: result[8]: f64=1{{$}}
  %horner, %horner_dx, %horner_dz = grad.vjp @horner(%x, %z) cotangents(%c)
      : (tensor<?xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<?xf64>, tensor<f64>)
  %horner_, %horner_dr = grad.jvp @horner(%x, %z) tangents(%t, %c)
      : (tensor<?xf64>, tensor<f64>, tensor<?xf64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  // CHECK-NEXT: result[9]: 3xf64=100 10 1{{$}}
  // CHECK-NEXT: result[10]: f64=1000{{$}}
  // CHECK-NEXT: result[11]: f64=1111{{$}}
  // NONE-NEXT: result[9]: 0xf64={{$}}
  // NONE-NEXT: result[10]: f64=1{{$}}
  // NONE-NEXT: result[11]: f64=1{{$}}
  %last, %last_dx, %last_dz = grad.vjp @last(%x, %z) cotangents(%c)
      : (tensor<?xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<?xf64>, tensor<f64>)
  %last_, %last_dr = grad.jvp @last(%x, %z) tangents(%t, %c)
      : (tensor<?xf64>, tensor<f64>, tensor<?xf64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  // CHECK-NEXT: result[12]: 3xf64=0 0 1{{$}}
  // CHECK-NEXT: result[13]: f64=0{{$}}
  // CHECK-NEXT: result[14]: f64=1{{$}}
  // NONE-NEXT: result[12]: 0xf64={{$}}
  // NONE-NEXT: result[13]: f64=1{{$}}
  // NONE-NEXT: result[14]: f64=1{{$}}
  %chosen, %chosen_dx, %chosen_dz = grad.vjp @chosen(%x, %z) cotangents(%c)
      : (tensor<?xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<?xf64>, tensor<f64>)
  %chosen_, %chosen_dr = grad.jvp @chosen(%x, %z) tangents(%t, %c)
      : (tensor<?xf64>, tensor<f64>, tensor<?xf64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  // CHECK-NEXT: result[15]: 3xf64=0 0 1{{$}}
  // CHECK-NEXT: result[16]: f64=0{{$}}
  // CHECK-NEXT: result[17]: f64=1{{$}}
  // NONE-NEXT: result[15]: 0xf64={{$}}
  // NONE-NEXT: result[16]: f64=1{{$}}
  // NONE-NEXT: result[17]: f64=1{{$}}
  %any, %any_dx, %any_dz = grad.vjp @any(%x, %z) cotangents(%c)
      : (tensor<?xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<?xf64>, tensor<f64>)
  %any_, %any_dr = grad.jvp @any(%x, %z) tangents(%t, %c)
      : (tensor<?xf64>, tensor<f64>, tensor<?xf64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  // CHECK-NEXT: result[18]: 3xf64=0 0 0{{$}}
  // CHECK-NEXT: result[19]: f64=2{{$}}
  // CHECK-NEXT: result[20]: f64=2{{$}}
  // NONE-NEXT: result[18]: 0xf64={{$}}
  // NONE-NEXT: result[19]: f64=1{{$}}
  // NONE-NEXT: result[20]: f64=1{{$}}
  return %product_dx, %product_dz, %product_dr, %difference_dx, %difference_dz, %difference_dr, %alternating_dx, %alternating_dz, %alternating_dr, %horner_dx, %horner_dz, %horner_dr, %last_dx, %last_dz, %last_dr, %chosen_dx, %chosen_dz, %chosen_dr, %any_dx, %any_dz, %any_dr
      : tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<?xf64>, tensor<f64>, tensor<f64>
}
