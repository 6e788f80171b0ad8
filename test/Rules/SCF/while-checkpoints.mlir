// A checkpoint schedule on an scf.while, whose trip count is unknown before it
// has run, keeps the gradients of the loop.
//
// DEFINE: %{schedule} =
// DEFINE: %{run} = sed -e 's/SCHEDULE/%{schedule}/' %s | sg-run - --function=df --input=1 \
// DEFINE:   --expected-output=0.19997591622194885 --expected-output=0.006158332209121295 --tolerance=1e-12
// RUN: %{run}
// REDEFINE: %{schedule} = grad.checkpoint_every = 0 : i64
// RUN: %{run}
// REDEFINE: %{schedule} = grad.checkpoint_every = 7 : i64
// RUN: %{run}
// REDEFINE: %{schedule} = grad.checkpoint_slots = 4 : i64
// RUN: %{run}

// Sine is applied to x until the value is small.
func.func private @f(%x: f64) -> f64 {
  %lim = arith.constant 0.2 : f64
  %r = scf.while (%a = %x) : (f64) -> f64 {
    %more = arith.cmpf ogt, %a, %lim : f64
    scf.condition(%more) %a : f64
  } do {
  ^bb0(%a: f64):
    %p = math.sin %a : f64
    scf.yield %p : f64
  } attributes {SCHEDULE}
  return %r : f64
}
func.func @df(%x: f64) -> (f64, f64) {
  %y:2 = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
  return %y#0, %y#1 : f64, f64
}
