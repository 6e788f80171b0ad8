// NaN and infinity in custom rules and next to their uses. f, f', f'' and f'''
// in all mixtures of modes, except for the last function.

// Facts 60 and 62 in a rule, which is differentiated for the second order and
// transposed for the other mode. The rule's derivative is x + stop(sqrt(x)) +
// (x > 0 ? sqrt(x > 0 ? x : stop(x)) : 0). The second derivative is 1 at 0, and
// 1 + 1/4 at 4.
// RUN: sed s/FACT/by_vjp/g %{orders} --input=0 --expected-output='0 0 1 0'
// RUN: sed s/FACT/by_vjp/g %{orders} --input=4 --expected-output='8 8 1.25 -0.03125'
// RUN: sed s/FACT/by_jvp/g %{orders} --input=0 --expected-output='0 0 1 0'
// RUN: sed s/FACT/by_jvp/g %{orders} --input=4 --expected-output='8 8 1.25 -0.03125'
func.func private @slope(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %root = math.sqrt %x : f64
  %s = grad.stop_gradient %root : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %c = grad.stop_gradient %x : f64
  %guarded = arith.select %p, %x, %c : f64
  %root_again = math.sqrt %guarded : f64
  %chosen = arith.select %p, %root_again, %zero : f64
  %sum = arith.addf %x, %s : f64
  %y = arith.addf %sum, %chosen : f64
  return %y : f64
}
func.func private @by_vjp(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @by_vjp_forward, backward = @by_vjp_backward}} {
  %two = arith.constant 2.0 : f64
  %y = arith.mulf %two, %x : f64
  return %y : f64
}
func.func private @by_vjp_forward(%x: f64) -> (f64, f64) {
  %y = call @by_vjp(%x) : (f64) -> f64
  return %y, %x : f64, f64
}
func.func private @by_vjp_backward(%x: f64, %dy: f64) -> f64 {
  %s = call @slope(%x) : (f64) -> f64
  %dx = arith.mulf %s, %dy : f64
  return %dx : f64
}
func.func private @by_jvp(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @by_jvp_rule} {
  %two = arith.constant 2.0 : f64
  %y = arith.mulf %two, %x : f64
  return %y : f64
}
func.func private @by_jvp_rule(%x: f64, %dx: f64) -> (f64, f64) {
  %y = call @by_jvp(%x) : (f64) -> f64
  %s = call @slope(%x) : (f64) -> f64
  %dy = arith.mulf %s, %dx : f64
  return %y, %dy : f64, f64
}

// A root with a custom rule has an infinite derivative at 0. The rule does not
// contribute under a stop, for a stopped argument, in a branch that is not
// taken and in a loop without iterations. With R = 2 sqrt, by a rule of each
// kind, two iterations add stop(R(x)) / 4 + x R(stop(x)) / 2 each. The
// derivative of x + sqrt(x) + 2 x sqrt(x) is 1 + 2 sqrt(x).
// RUN: sed s/FACT/around/g %{orders} --input=0 --expected-output='0 1 0 0'
// RUN: sed s/FACT/around/g %{orders} --input=0.25 --expected-output='1 2 0 0'
func.func private @root_by_vjp(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @root_forward, backward = @root_backward}} {
  %y = math.sqrt %x : f64
  return %y : f64
}
func.func private @root_forward(%x: f64) -> (f64, f64) {
  %y = math.sqrt %x : f64
  return %y, %y : f64, f64
}
func.func private @root_backward(%root: f64, %dy: f64) -> f64 {
  %two = arith.constant 2.0 : f64
  %d = arith.mulf %two, %root : f64
  %dx = arith.divf %dy, %d : f64
  return %dx : f64
}
func.func private @root_by_jvp(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @root_rule} {
  %y = math.sqrt %x : f64
  return %y : f64
}
func.func private @root_rule(%x: f64, %dx: f64) -> (f64, f64) {
  %two = arith.constant 2.0 : f64
  %y = math.sqrt %x : f64
  %d = arith.mulf %two, %y : f64
  %dy = arith.divf %dx, %d : f64
  return %y, %dy : f64, f64
}
func.func private @roots(%x: f64) -> f64 {
  %a = call @root_by_vjp(%x) : (f64) -> f64
  %b = call @root_by_jvp(%x) : (f64) -> f64
  %y = arith.addf %a, %b : f64
  return %y : f64
}
func.func private @around(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %quarter = arith.constant 0.25 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %never = arith.cmpf olt, %x, %zero : f64
  %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%sum = %x) -> f64 {
    %r = func.call @roots(%x) : (f64) -> f64
    %stopped_r = grad.stop_gradient %r : f64
    %stopped_x = grad.stop_gradient %x : f64
    %product = grad.checkpoint {
      %q = func.call @roots(%stopped_x) : (f64) -> f64
      %p = arith.mulf %x, %q : f64
      grad.yield %p : f64
    } : f64
    %branch = scf.if %never -> f64 {
      %q = func.call @roots(%x) : (f64) -> f64
      scf.yield %q : f64
    } else {
      scf.yield %zero : f64
    }
    %no_trip = scf.for %j = %c2 to %i step %c1 iter_args(%d = %branch) -> f64 {
      %q = func.call @roots(%x) : (f64) -> f64
      scf.yield %q : f64
    }
    %a = math.fma %quarter, %stopped_r, %sum : f64
    %b = math.fma %half, %product, %a : f64
    %next = arith.addf %b, %no_trip : f64
    scf.yield %next : f64
  }
  return %y : f64
}

// The rule's derivative for an inactive argument is dropped, even if it is NaN:
// the rule of 3 x returns 0 / 0 for the other argument.
// RUN: sed s/FACT/other_argument/g %{orders} --input=2 --expected-output='6 3 0 0'
func.func private @scaled(%x: f64, %w: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @scaled_forward, backward = @scaled_backward}} {
  %y = arith.mulf %x, %w : f64
  return %y : f64
}
func.func private @scaled_forward(%x: f64, %w: f64) -> (f64, f64) {
  %y = arith.mulf %x, %w : f64
  return %y, %w : f64, f64
}
func.func private @scaled_backward(%w: f64, %dy: f64) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %nan = arith.divf %zero, %zero : f64
  %dx = arith.mulf %w, %dy : f64
  %dw = arith.mulf %nan, %dy : f64
  return %dx, %dw : f64, f64
}
func.func private @other_argument(%x: f64) -> f64 {
  %three = arith.constant 3.0 : f64
  %y = call @scaled(%x, %three) : (f64, f64) -> f64
  return %y : f64
}
