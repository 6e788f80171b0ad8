// Asserts that two values are equal up to rounding, equal infinities, or both
// NaN.
func.func private @assert_same(%a: f64, %b: f64) {
  %tolerance = arith.constant 1.0e-12 : f64
  %difference = arith.subf %a, %b : f64
  %error = math.absf %difference : f64
  %magnitude = math.absf %a : f64
  %bound = math.fma %magnitude, %tolerance, %tolerance : f64
  %close = arith.cmpf olt, %error, %bound : f64
  %equal = arith.cmpf oeq, %a, %b : f64
  %a_nan = arith.cmpf uno, %a, %a : f64
  %b_nan = arith.cmpf uno, %b, %b : f64
  %nan = arith.andi %a_nan, %b_nan : i1
  %near = arith.ori %close, %equal : i1
  %same = arith.ori %near, %nan : i1
  cf.assert %same, "two mixtures of modes give the same derivative"
  return
}
