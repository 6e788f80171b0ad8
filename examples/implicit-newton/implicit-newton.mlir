// Kepler's equation, E - e sin(E) = M, determines the position of a planet on its
// ellipse. It has no solution in closed form. Newton's method finds the eccentric
// anomaly E for the mean anomaly M, which is proportional to time, and the
// eccentricity e.
//
// The derivative of the solution does not depend on the solver. The implicit
// function theorem gives, with J = 1 - e cos(E),
//   dE/dM = 1 / J,   dE/de = sin(E) / J.
// This is the custom rule of @solve.

// Returns E - e sin(E) - M and its derivative with respect to E.
func.func private @equation(%anomaly: f64, %m: f64, %e: f64) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %sin = math.sin %anomaly : f64
  %cos = math.cos %anomaly : f64
  %e_sin = arith.mulf %e, %sin : f64
  %left = arith.subf %anomaly, %e_sin : f64
  %f = arith.subf %left, %m : f64
  %e_cos = arith.mulf %e, %cos : f64
  %j = arith.subf %one, %e_cos : f64
  return %f, %j : f64, f64
}

// Iterates Newton's method until a step is at most 1e-14.
func.func @solve(%m: f64, %e: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @solve_forward, backward = @solve_backward}} {
  %tiny = arith.constant 1.0e-14 : f64
  %start = arith.addf %m, %e : f64
  %anomaly, %last = scf.while (%x = %start) : (f64) -> (f64, f64) {
    %f, %j = func.call @equation(%x, %m, %e) : (f64, f64, f64) -> (f64, f64)
    %step = arith.divf %f, %j : f64
    %next = arith.subf %x, %step : f64
    %size = math.absf %step : f64
    %continues = arith.cmpf ogt, %size, %tiny : f64
    scf.condition(%continues) %next, %size : f64, f64
  } do {
  ^bb0(%next: f64, %size: f64):
    scf.yield %next : f64
  }
  return %anomaly : f64
}

// Returns the solution and the residuals of the backward half. Calls @solve, so that
// a second derivative, which differentiates this function, uses the rule, too.
func.func private @solve_forward(%m: f64, %e: f64) -> (f64, f64, f64) {
  %anomaly = func.call @solve(%m, %e) : (f64, f64) -> f64
  return %anomaly, %anomaly, %e : f64, f64, f64
}

// Returns the cotangents of M and e: c / J and c sin(E) / J.
func.func private @solve_backward(%anomaly: f64, %e: f64, %c: f64) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %f, %j = func.call @equation(%anomaly, %zero, %e) : (f64, f64, f64) -> (f64, f64)
  %sin = math.sin %anomaly : f64
  %dm = arith.divf %c, %j : f64
  %de = arith.mulf %dm, %sin : f64
  return %dm, %de : f64, f64
}

//===----------------------------------------------------------------------===//
// Derivatives with the custom rule
//===----------------------------------------------------------------------===//

func.func private @slope(%m: f64, %e: f64) -> f64 {
  %anomaly, %dm = grad.value_and_grad @solve(%m, %e) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %dm : f64
}

//===----------------------------------------------------------------------===//
// Derivatives without the custom rule
//===----------------------------------------------------------------------===//

// Stops the solution and takes one step of Newton's method from it. The step leaves
// the value unchanged and has the correct first derivative. The second derivative
// with respect to M is lost, because the solution and J are constants.
func.func private @stopped(%m: f64, %e: f64) -> f64 {
  %solution = func.call @solve(%m, %e) : (f64, f64) -> f64
  %x = grad.stop_gradient %solution {name = "solution"} : f64
  %f, %derivative = func.call @equation(%x, %m, %e) : (f64, f64, f64) -> (f64, f64)
  %j = grad.stop_gradient %derivative {name = "jacobian"} : f64
  %step = arith.divf %f, %j : f64
  %anomaly = arith.subf %x, %step : f64
  return %anomaly : f64
}

func.func private @stopped_slope(%m: f64, %e: f64) -> f64 {
  %anomaly, %dm = grad.value_and_grad @stopped(%m, %e) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %dm : f64
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

func.func private @print_two(%first: f64, %second: f64) {
  vector.print str "dE/dM "
  vector.print %first : f64 punctuation <no_punctuation>
  vector.print str "  d2E/dM2 "
  vector.print %second : f64
  return
}

// Solves the equation and prints derivatives of the solution with respect to M.
func.func @compare(%m: f64, %e: f64) {
  %one = arith.constant 1.0 : f64
  %anomaly = func.call @solve(%m, %e) : (f64, f64) -> f64
  vector.print str "E "
  vector.print %anomaly : f64

  // The closed forms are 1 / J and -e sin(E) / J^3.
  %f, %j = func.call @equation(%anomaly, %m, %e) : (f64, f64, f64) -> (f64, f64)
  %exact = arith.divf %one, %j : f64
  %sin = math.sin %anomaly : f64
  %e_sin = arith.mulf %e, %sin : f64
  %square = arith.mulf %exact, %exact : f64
  %cube = arith.mulf %square, %exact : f64
  %product = arith.mulf %e_sin, %cube : f64
  %exact_second = arith.negf %product : f64
  vector.print str "by hand:       "
  func.call @print_two(%exact, %exact_second) : (f64, f64) -> ()

  %first, %second = grad.value_and_grad @slope(%m, %e) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  vector.print str "reverse mode:  "
  func.call @print_two(%first, %second) : (f64, f64) -> ()

  // The custom rule has no JVP, so forward mode transposes the backward half.
  %same, %forward = grad.jvp @solve(%m, %e) tangents(%one) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
  %same_first, %forward_second = grad.jvp @slope(%m, %e) tangents(%one) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
  vector.print str "forward mode:  "
  func.call @print_two(%forward, %forward_second) : (f64, f64) -> ()

  %stopped, %stopped_second = grad.value_and_grad @stopped_slope(%m, %e) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  vector.print str "without rule:  "
  func.call @print_two(%stopped, %stopped_second) : (f64, f64) -> ()
  return
}
