// The saddle point of |p|^2 - |q|^2: gradient descent in p on the maximum over
// q, which gradient descent finds too, both from (1, 1). The outer derivative
// (in p) and the inner derivative (in q) are each in forward (f) or reverse (r)
// mode. The outer derivative differentiates a loop of unknown trip count that
// contains the inner one.
//
// RUN: %python %S/convert.py %t %S/Inputs/saddle.json
//
// DEFINE: %{outer} =
// DEFINE: %{inner} =
// DEFINE: %{check} = sed -e s/OUTER/%{outer}/ -e s/INNER/%{inner}/ %s > %t.mlir && \
// DEFINE:   sg-run %t.mlir --function=saddle --tolerance=1e-9 \
// DEFINE:     --expected-output=@%t/saddle/expected.%{outer}%{inner}.npy
//
// REDEFINE: %{outer} = f
// REDEFINE: %{inner} = f
// RUN: %{check}
// REDEFINE: %{inner} = r
// RUN: %{check}
// REDEFINE: %{outer} = r
// RUN: %{check}
// REDEFINE: %{inner} = f
// RUN: %{check}

// Returns the square of the length.
func.func @square(%p: tensor<2xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.dot ins(%p, %p : tensor<2xf64>, tensor<2xf64>) outs(%zero : tensor<f64>)
      -> tensor<f64>
  %result = tensor.extract %sum[] : tensor<f64>
  return %result : f64
}

func.func @norm(%p: tensor<2xf64>) -> f64 {
  %square = call @square(%p) : (tensor<2xf64>) -> f64
  %result = math.sqrt %square : f64
  return %result : f64
}

// p - eta g
func.func @step(%p: tensor<2xf64>, %g: tensor<2xf64>, %eta: f64) -> tensor<2xf64> {
  %etas = tensor.splat %eta : tensor<2xf64>
  %change = arith.mulf %etas, %g : tensor<2xf64>
  %result = arith.subf %p, %change : tensor<2xf64>
  return %result : tensor<2xf64>
}

// Returns the negated function of q, to be minimized.
func.func @negative(%q: tensor<2xf64>, %p: tensor<2xf64>) -> f64 {
  %qq = call @square(%q) : (tensor<2xf64>) -> f64
  %pp = call @square(%p) : (tensor<2xf64>) -> f64
  %result = arith.subf %qq, %pp : f64
  return %result : f64
}

func.func @inner_r(%q: tensor<2xf64>, %p: tensor<2xf64>) -> (f64, tensor<2xf64>) {
  %value, %slope = grad.value_and_grad @negative(%q, %p) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>) -> (f64, tensor<2xf64>)
  return %value, %slope : f64, tensor<2xf64>
}

func.func @inner_f(%q: tensor<2xf64>, %p: tensor<2xf64>) -> (f64, tensor<2xf64>) {
  %first = arith.constant dense<[1.0, 0.0]> : tensor<2xf64>
  %second = arith.constant dense<[0.0, 1.0]> : tensor<2xf64>
  %value, %d0 = grad.jvp @negative(%q, %p) tangents(%first) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (f64, f64)
  %same, %d1 = grad.jvp @negative(%q, %p) tangents(%second) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (f64, f64)
  %slope = tensor.from_elements %d0, %d1 : tensor<2xf64>
  return %value, %slope : f64, tensor<2xf64>
}

// The minimum and its position, by gradient descent from (1, 1). The step size
// doubles after ten accepted steps and halves if the value would not decrease.
// The descent ends when the derivative or the step size is 1e-5 or less.
func.func @inner_minimum(%fixed: tensor<2xf64>) -> (f64, tensor<2xf64>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c10 = arith.constant 10 : i32
  %half = arith.constant 0.5 : f64
  %two = arith.constant 2.0 : f64
  %small = arith.constant 1.0e-5 : f64
  %start = arith.constant dense<1.0> : tensor<2xf64>
  %value, %slope = call @inner_INNER(%start, %fixed) : (tensor<2xf64>, tensor<2xf64>) -> (f64, tensor<2xf64>)
  %end:5 = scf.while (%p = %start, %f = %value, %g = %slope, %eta = %small, %taken = %c0)
      : (tensor<2xf64>, f64, tensor<2xf64>, f64, i32)
      -> (tensor<2xf64>, f64, tensor<2xf64>, f64, i32) {
    %next = func.call @step(%p, %g, %eta) : (tensor<2xf64>, tensor<2xf64>, f64) -> tensor<2xf64>
    %way = arith.subf %p, %next : tensor<2xf64>
    %length = func.call @norm(%way) : (tensor<2xf64>) -> f64
    %steepness = func.call @norm(%g) : (tensor<2xf64>) -> f64
    %moves = arith.cmpf ogt, %length, %small : f64
    %grows = arith.cmpi eq, %taken, %c10 : i32
    %steep = arith.cmpf ogt, %steepness, %small : f64
    %either = arith.ori %moves, %grows : i1
    %goes = arith.andi %steep, %either : i1
    scf.condition(%goes) %p, %f, %g, %eta, %taken
        : tensor<2xf64>, f64, tensor<2xf64>, f64, i32
  } do {
  ^bb0(%p: tensor<2xf64>, %f: f64, %g: tensor<2xf64>, %eta: f64, %taken: i32):
    %grows = arith.cmpi eq, %taken, %c10 : i32
    %then:5 = scf.if %grows -> (tensor<2xf64>, f64, tensor<2xf64>, f64, i32) {
      %longer = arith.mulf %eta, %two : f64
      scf.yield %p, %f, %g, %longer, %c0 : tensor<2xf64>, f64, tensor<2xf64>, f64, i32
    } else {
      %next = func.call @step(%p, %g, %eta) : (tensor<2xf64>, tensor<2xf64>, f64) -> tensor<2xf64>
      %nextF, %nextG = func.call @inner_INNER(%next, %fixed) : (tensor<2xf64>, tensor<2xf64>) -> (f64, tensor<2xf64>)
      %less = arith.cmpf olt, %nextF, %f : f64
      %kept:5 = scf.if %less -> (tensor<2xf64>, f64, tensor<2xf64>, f64, i32) {
        %more = arith.addi %taken, %c1 : i32
        scf.yield %next, %nextF, %nextG, %eta, %more
            : tensor<2xf64>, f64, tensor<2xf64>, f64, i32
      } else {
        %shorter = arith.mulf %eta, %half : f64
        scf.yield %p, %f, %g, %shorter, %c0 : tensor<2xf64>, f64, tensor<2xf64>, f64, i32
      }
      scf.yield %kept#0, %kept#1, %kept#2, %kept#3, %kept#4
          : tensor<2xf64>, f64, tensor<2xf64>, f64, i32
    }
    scf.yield %then#0, %then#1, %then#2, %then#3, %then#4
        : tensor<2xf64>, f64, tensor<2xf64>, f64, i32
  }
  return %end#1, %end#0 : f64, tensor<2xf64>
}

func.func @maximum(%p: tensor<2xf64>) -> f64 {
  %least, %q = call @inner_minimum(%p) : (tensor<2xf64>) -> (f64, tensor<2xf64>)
  %result = arith.negf %least : f64
  return %result : f64
}

func.func @outer_r(%p: tensor<2xf64>) -> (f64, tensor<2xf64>) {
  %value, %slope = grad.value_and_grad @maximum(%p) {wrt = array<i64: 0>}
      : (tensor<2xf64>) -> (f64, tensor<2xf64>)
  return %value, %slope : f64, tensor<2xf64>
}

func.func @outer_f(%p: tensor<2xf64>) -> (f64, tensor<2xf64>) {
  %first = arith.constant dense<[1.0, 0.0]> : tensor<2xf64>
  %second = arith.constant dense<[0.0, 1.0]> : tensor<2xf64>
  %value, %d0 = grad.jvp @maximum(%p) tangents(%first) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>) -> (f64, f64)
  %same, %d1 = grad.jvp @maximum(%p) tangents(%second) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>) -> (f64, f64)
  %slope = tensor.from_elements %d0, %d1 : tensor<2xf64>
  return %value, %slope : f64, tensor<2xf64>
}

func.func @outer_minimum() -> (f64, tensor<2xf64>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c10 = arith.constant 10 : i32
  %half = arith.constant 0.5 : f64
  %two = arith.constant 2.0 : f64
  %small = arith.constant 1.0e-5 : f64
  %start = arith.constant dense<1.0> : tensor<2xf64>
  %value, %slope = call @outer_OUTER(%start) : (tensor<2xf64>) -> (f64, tensor<2xf64>)
  %end:5 = scf.while (%p = %start, %f = %value, %g = %slope, %eta = %small, %taken = %c0)
      : (tensor<2xf64>, f64, tensor<2xf64>, f64, i32)
      -> (tensor<2xf64>, f64, tensor<2xf64>, f64, i32) {
    %next = func.call @step(%p, %g, %eta) : (tensor<2xf64>, tensor<2xf64>, f64) -> tensor<2xf64>
    %way = arith.subf %p, %next : tensor<2xf64>
    %length = func.call @norm(%way) : (tensor<2xf64>) -> f64
    %steepness = func.call @norm(%g) : (tensor<2xf64>) -> f64
    %moves = arith.cmpf ogt, %length, %small : f64
    %grows = arith.cmpi eq, %taken, %c10 : i32
    %steep = arith.cmpf ogt, %steepness, %small : f64
    %either = arith.ori %moves, %grows : i1
    %goes = arith.andi %steep, %either : i1
    scf.condition(%goes) %p, %f, %g, %eta, %taken
        : tensor<2xf64>, f64, tensor<2xf64>, f64, i32
  } do {
  ^bb0(%p: tensor<2xf64>, %f: f64, %g: tensor<2xf64>, %eta: f64, %taken: i32):
    %grows = arith.cmpi eq, %taken, %c10 : i32
    %then:5 = scf.if %grows -> (tensor<2xf64>, f64, tensor<2xf64>, f64, i32) {
      %longer = arith.mulf %eta, %two : f64
      scf.yield %p, %f, %g, %longer, %c0 : tensor<2xf64>, f64, tensor<2xf64>, f64, i32
    } else {
      %next = func.call @step(%p, %g, %eta) : (tensor<2xf64>, tensor<2xf64>, f64) -> tensor<2xf64>
      %nextF, %nextG = func.call @outer_OUTER(%next) : (tensor<2xf64>) -> (f64, tensor<2xf64>)
      %less = arith.cmpf olt, %nextF, %f : f64
      %kept:5 = scf.if %less -> (tensor<2xf64>, f64, tensor<2xf64>, f64, i32) {
        %more = arith.addi %taken, %c1 : i32
        scf.yield %next, %nextF, %nextG, %eta, %more
            : tensor<2xf64>, f64, tensor<2xf64>, f64, i32
      } else {
        %shorter = arith.mulf %eta, %half : f64
        scf.yield %p, %f, %g, %shorter, %c0 : tensor<2xf64>, f64, tensor<2xf64>, f64, i32
      }
      scf.yield %kept#0, %kept#1, %kept#2, %kept#3, %kept#4
          : tensor<2xf64>, f64, tensor<2xf64>, f64, i32
    }
    scf.yield %then#0, %then#1, %then#2, %then#3, %then#4
        : tensor<2xf64>, f64, tensor<2xf64>, f64, i32
  }
  return %end#1, %end#0 : f64, tensor<2xf64>
}

func.func @saddle() -> tensor<4xf64> {
  %maximum, %p = call @outer_minimum() : () -> (f64, tensor<2xf64>)
  %least, %q = call @inner_minimum(%p) : (tensor<2xf64>) -> (f64, tensor<2xf64>)
  %result = tensor.concat dim(0) %p, %q : (tensor<2xf64>, tensor<2xf64>) -> tensor<4xf64>
  return %result : tensor<4xf64>
}
