// With strong zeros, a value removed by a select or by a mask of zeros
// contributes nothing, even if it is infinite or NaN. This holds at all orders
// and in all mixtures of modes.

// Roots, logarithms, quotients, powers and an angle, some followed by other
// ops, are replaced by zero if the argument is not positive. All orders are
// zero at 0 and at -1. Without strong zeros, derivatives are NaN.
// RUN: sed s/FACT/chosen/g %{orders} --strong-zero --input=0 --expected-output='0 0 0 0'
// RUN: sed s/FACT/chosen/g %{orders} --strong-zero --input=-1 --expected-output='0 0 0 0'
// RUN: sed s/FACT/chosen/g %{slopes} --input=0 --expected-output='0 nan 0'
func.func private @poles(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %third = arith.constant 0.3 : f64
  %minus_two = arith.constant -2 : i32
  %root = math.sqrt %x : f64
  %cube = arith.mulf %root, %root : f64
  %cubed = arith.mulf %cube, %root : f64
  %rsqrt = math.rsqrt %x : f64
  %cbrt = math.cbrt %x : f64
  %log = math.log %x : f64
  %xlogx = arith.mulf %x, %log : f64
  %log2 = math.log2 %x : f64
  %quotient = arith.divf %one, %x : f64
  %sine = math.sin %quotient : f64
  %power = math.powf %x, %third : f64
  %power2 = math.fpowi %x, %minus_two : f64, i32
  %angle = math.atan2 %x, %x : f64
  %rest = arith.remf %one, %x : f64
  %tanh = math.tanh %log : f64
  %a = arith.addf %cubed, %rsqrt : f64
  %b = arith.addf %a, %cbrt : f64
  %c = arith.addf %b, %xlogx : f64
  %d = arith.addf %c, %log2 : f64
  %e = arith.addf %d, %sine : f64
  %f = arith.addf %e, %power : f64
  %g = arith.addf %f, %power2 : f64
  %h = arith.addf %g, %angle : f64
  %i = arith.addf %h, %rest : f64
  %y = arith.addf %i, %tanh : f64
  return %y : f64
}
func.func private @chosen(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %f = call @poles(%x) : (f64) -> f64
  %y = arith.select %p, %f, %zero : f64
  return %y : f64
}

// A mask replaces the select. Zero times infinity is zero in derivatives, but
// not in values. At 0, forward mode meets the infinite derivative first,
// reverse mode the zero.
// RUN: sed s/FACT/masked/g %{orders} --strong-zero --input=0 --expected-output='0 0 0 0'
// RUN: sed s/FACT/masked/g %{orders} --strong-zero --input=4 --expected-output='2 0.25 -0.03125 0.01171875'
func.func private @masked(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %mask = arith.uitofp %p : i1 to f64
  %root = math.sqrt %x : f64
  %y = arith.mulf %mask, %root : f64
  return %y : f64
}

// At 1 and beyond, the inverse functions or their derivatives are infinite or
// NaN.
// RUN: sed s/FACT/inverse/g %{orders} --strong-zero --input=1 --expected-output='0 0 0 0'
// RUN: sed s/FACT/inverse/g %{orders} --strong-zero --input=2 --expected-output='0 0 0 0'
func.func private @inverse(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %minus = arith.negf %x : f64
  %p = arith.cmpf olt, %x, %one : f64
  %a = math.asin %x : f64
  %b = math.acos %x : f64
  %c = math.atanh %x : f64
  %d = math.log1p %minus : f64
  %e = math.acosh %x : f64
  %ab = arith.addf %a, %b : f64
  %cd = arith.addf %c, %d : f64
  %abcd = arith.addf %ab, %cd : f64
  %all = arith.addf %abcd, %e : f64
  %y = arith.select %p, %all, %zero : f64
  return %y : f64
}

// The unselected exponentials overflow at 1000.
// RUN: sed s/FACT/overflowing/g %{orders} --strong-zero --input=1000 --expected-output='0 0 0 0'
// RUN: sed s/FACT/overflowing/g %{slopes} --input=1000 --expected-output='0 nan 0'
func.func private @overflowing(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %limit = arith.constant 100.0 : f64
  %p = arith.cmpf olt, %x, %limit : f64
  %e = math.exp %x : f64
  %s = math.cosh %e : f64
  %t = arith.mulf %e, %s : f64
  %y = arith.select %p, %t, %zero : f64
  return %y : f64
}

// The argument is NaN, such as missing data.
// RUN: sed s/FACT/missing/g %{orders} --strong-zero --input=nan --expected-output='0 0 0 0'
// RUN: sed s/FACT/missing/g %{slopes} --input=nan --expected-output='0 nan 0'
func.func private @missing(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %p = arith.cmpf ord, %x, %x : f64
  %s = math.tanh %x : f64
  %t = arith.mulf %x, %s : f64
  %y = arith.select %p, %t, %zero : f64
  return %y : f64
}

// If a derivative is zero at a point without infinities, it is an ordinary
// number with derivatives. For (x - 1) log(x) at 1, with u = x - 1: u^2 - u^3 /
// 2.
// RUN: sed s/FACT/regular/g %{orders} --strong-zero --input=1 --expected-output='0 0 2 -3'
// For (x - 1)^2 sqrt(x) / x at 1: u^2 - u^3 / 2, too.
// RUN: sed s/FACT/regular_quotient/g %{orders} --strong-zero --input=1 --expected-output='0 0 2 -3'
// For sin(x) exp(x) tanh(x) at 0: x^2 + x^3.
// RUN: sed s/FACT/regular_product/g %{orders} --strong-zero --input=0 --expected-output='0 0 2 6'
func.func private @regular(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %u = arith.subf %x, %one : f64
  %log = math.log %x : f64
  %y = arith.mulf %u, %log : f64
  return %y : f64
}
func.func private @regular_quotient(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %u = arith.subf %x, %one : f64
  %root = math.sqrt %x : f64
  %a = arith.mulf %u, %root : f64
  %b = arith.divf %a, %x : f64
  %y = arith.mulf %b, %u : f64
  return %y : f64
}
func.func private @regular_product(%x: f64) -> f64 {
  %s = math.sin %x : f64
  %e = math.exp %x : f64
  %t = math.tanh %x : f64
  %a = arith.mulf %s, %e : f64
  %y = arith.mulf %a, %t : f64
  return %y : f64
}

// Infinity times a derivative that is not zero stays infinite.
// RUN: sed s/FACT/root/g %{orders} --strong-zero --input=0 --expected-output='0 inf -inf inf'
func.func private @root(%x: f64) -> f64 {
  %y = math.sqrt %x : f64
  return %y : f64
}

// The polynomial expansion of the inverse error function computes both sides of
// a select. One side is a root that is zero at 0.
// RUN: sed s/FACT/piecewise/g %{orders} --strong-zero --input=0 --expected-output='0 2 0 3'
// RUN: sed s/FACT/piecewise/g %{slopes} --input=0 --expected-output='0 nan 2'
func.func private @piecewise(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %half = arith.constant 0.5 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %square = arith.mulf %x, %x : f64
  %minus = arith.negf %square : f64
  %log = math.log1p %minus : f64
  %w = arith.negf %log : f64
  %is_small = arith.cmpf olt, %w, %two : f64
  %root = math.sqrt %w : f64
  %scaled = arith.mulf %w, %half : f64
  %chosen = arith.select %is_small, %scaled, %root : f64
  %factor = arith.addf %chosen, %two : f64
  %p = arith.mulf %factor, %x : f64
  %size = math.absf %x : f64
  %is_one = arith.cmpf oeq, %size, %one : f64
  %i = arith.mulf %x, %inf : f64
  %y = arith.select %is_one, %i, %p : f64
  return %y : f64
}

// Fact 60 in a product: the root is multiplied by zero.
// RUN: sed s/FACT/times_zero/g %{orders} --strong-zero --input=0 --expected-output='0 1 0 0'
func.func private @times_zero(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = math.sqrt %x : f64
  %c = arith.mulf %zero, %r : f64
  %y = arith.addf %x, %c : f64
  return %y : f64
}

// The length of a vector at 0 is the root, with an infinite derivative, of
// squares with zero derivatives.
// RUN: sed 's/FACT/length/g; s/SIZE/2/g' %{gradient} --strong-zero --input='0 0' \
// RUN:   --expected-output=0 --expected-output='0 0' --expected-output=0
// RUN: sed 's/FACT/length/g; s/SIZE/2/g' %{gradient} --strong-zero --input='3 4' \
// RUN:   --expected-output=5 --expected-output='0.6 0.8' --expected-output='0.128 -0.096 -0.096 0.072'
func.func private @length(%x: tensor<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %x[%c0] : tensor<2xf64>
  %b = tensor.extract %x[%c1] : tensor<2xf64>
  %aa = arith.mulf %a, %a : f64
  %bb = arith.mulf %b, %b : f64
  %sum = arith.addf %aa, %bb : f64
  %r = math.sqrt %sum : f64
  return %r : f64
}

// A known wrong result: sqrt(x) * sqrt(x), whose derivative is 1, gets zero.
// RUN: sed s/FACT/square_of_root/g %{orders} --strong-zero --input=0 --expected-output='0 0 0 0'
// RUN: sed s/FACT/square_of_root/g %{slopes} --input=0 --expected-output='0 nan nan'
func.func private @square_of_root(%x: f64) -> f64 {
  %r = math.sqrt %x : f64
  %y = arith.mulf %r, %r : f64
  return %y : f64
}
