func.func @f(%n: index, %zero: f64) -> f64 {
  %r = scf.parallel (%i) = (%n) to (%n) step (%c1) init (%zero) -> f64 {
    scf.reduce(%zero : f64) {
  %c1 = arith.constant 1 : index
    }
  }
}
