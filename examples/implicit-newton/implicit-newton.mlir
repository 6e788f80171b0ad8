// Kepler's equation, E - e sin(E) = M: where is a planet on its ellipse? It has
// no solution in closed form; Newton's method finds the eccentric anomaly E from
// the mean anomaly M, which grows with time, and the eccentricity e.
//
// The derivative of the solution does not depend on how it was found. By the
// implicit function theorem, with J = 1 - e cos(E),
//   dE/dM = 1 / J,   dE/de = sin(E) / J,
// which is a rule that the solver carries with it.

// The left side less the right one, and its derivative by E.
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

// Newton's method, until a step changes nothing that matters.
func.func @solve(%m: f64, %e: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @solve_forward, backward = @solve_backward}} {
  %tiny = arith.constant 1.0e-14 : f64
  %start = arith.addf %m, %e : f64
  %anomaly, %last = scf.while (%x = %start) : (f64) -> (f64, f64) {
    %f, %j = func.call @equation(%x, %m, %e) : (f64, f64, f64) -> (f64, f64)
    %step = arith.divf %f, %j : f64
    %next = arith.subf %x, %step : f64
    %size = math.absf %step : f64
    %goes_on = arith.cmpf ogt, %size, %tiny : f64
    scf.condition(%goes_on) %next, %size : f64, f64
  } do {
  ^bb0(%next: f64, %size: f64):
    scf.yield %next : f64
  }
  return %anomaly : f64
}

// The solution, and what the other half reads. The solution comes from @solve,
// rule and all: so the second derivative, for which this is differentiated, knows
// how E depends on M and e.
func.func private @solve_forward(%m: f64, %e: f64) -> (f64, f64, f64) {
  %anomaly = func.call @solve(%m, %e) : (f64, f64) -> f64
  return %anomaly, %anomaly, %e : f64, f64, f64
}

// c / J for M, and that times sin(E) for e.
func.func private @solve_backward(%anomaly: f64, %e: f64, %c: f64) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %f, %j = func.call @equation(%anomaly, %zero, %e) : (f64, f64, f64) -> (f64, f64)
  %sin = math.sin %anomaly : f64
  %dm = arith.divf %c, %j : f64
  %de = arith.mulf %dm, %sin : f64
  return %dm, %de : f64, f64
}

//===----------------------------------------------------------------------===//
// With the rule
//===----------------------------------------------------------------------===//

func.func private @slope(%m: f64, %e: f64) -> f64 {
  %anomaly, %dm = grad.value_and_grad @solve(%m, %e) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %dm : f64
}

//===----------------------------------------------------------------------===//
// Without it
//===----------------------------------------------------------------------===//

// The usual trick: stop the solution, and take one step of Newton's method from
// there. The step changes nothing, but has the right slope. J is stopped as well:
// of its change with E the step knows nothing.
func.func private @stopped(%m: f64, %e: f64) -> f64 {
  %solution = func.call @solve(%m, %e) : (f64, f64) -> f64
  %x = grad.stop_gradient %solution {name = "solution"} : f64
  %f, %slope = func.call @equation(%x, %m, %e) : (f64, f64, f64) -> (f64, f64)
  %j = grad.stop_gradient %slope {name = "jacobian"} : f64
  %step = arith.divf %f, %j : f64
  %anomaly = arith.subf %x, %step : f64
  return %anomaly : f64
}

func.func private @stopped_slope(%m: f64, %e: f64) -> f64 {
  %anomaly, %dm = grad.value_and_grad @stopped(%m, %e) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %dm : f64
}

//===----------------------------------------------------------------------===//
// The comparison
//===----------------------------------------------------------------------===//

func.func private @print_two(%first: f64, %second: f64) {
  vector.print str "dE/dM "
  vector.print %first : f64 punctuation <no_punctuation>
  vector.print str "  d2E/dM2 "
  vector.print %second : f64
  return
}

// Solves the equation and prints derivatives of its solution by M.
func.func @compare(%m: f64, %e: f64) {
  %one = arith.constant 1.0 : f64
  %anomaly = func.call @solve(%m, %e) : (f64, f64) -> f64
  vector.print str "E "
  vector.print %anomaly : f64

  // 1 / J and -e sin(E) / J^3.
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

  %slope, %second = grad.value_and_grad @slope(%m, %e) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  vector.print str "reverse mode:  "
  func.call @print_two(%slope, %second) : (f64, f64) -> ()

  // Forward mode has no rule of its own: the backward half is transposed.
  %same, %forward = grad.jvp @solve(%m, %e) tangents(%one) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
  %same_slope, %forward_second = grad.jvp @slope(%m, %e) tangents(%one) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
  vector.print str "forward mode:  "
  func.call @print_two(%forward, %forward_second) : (f64, f64) -> ()

  %stopped, %stopped_second = grad.value_and_grad @stopped_slope(%m, %e) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  vector.print str "without rule:  "
  func.call @print_two(%stopped, %stopped_second) : (f64, f64) -> ()
  return
}
