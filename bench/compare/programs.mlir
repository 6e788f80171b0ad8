// The programs of programs.py. stop_gradient.py appends requests of sg or of Enzyme's
// dialect. For Enzyme, it replaces the stops by enzyme.ignore_derivatives.

func.func private @times_itself(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %y = arith.mulf %x, %c : f64
  return %y : f64
}

func.func private @square_times(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %s = arith.mulf %x, %x : f64
  %y = arith.mulf %s, %c : f64
  return %y : f64
}

func.func private @quotient(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %y = arith.divf %c, %x : f64
  return %y : f64
}

func.func private @difference(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %y = arith.subf %x, %c : f64
  return %y : f64
}

func.func private @magic_box(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %d = arith.subf %x, %c : f64
  %y = math.exp %d : f64
  return %y : f64
}

func.func private @stopped_square(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %y = arith.mulf %c, %c : f64
  return %y : f64
}

func.func private @straight_through(%x: f64) -> f64 {
  %five = arith.constant 5.0 : f64
  %r = math.roundeven %x : f64
  %d = arith.subf %r, %x : f64
  %c = grad.stop_gradient %d : f64
  %rounded = arith.addf %x, %c : f64
  %error = arith.subf %rounded, %five : f64
  %y = arith.mulf %error, %error : f64
  return %y : f64
}

func.func private @reversal(%x: f64) -> f64 {
  %more = arith.constant 1.5 : f64
  %half = arith.constant 0.5 : f64
  %large = arith.mulf %more, %x : f64
  %c = grad.stop_gradient %large : f64
  %small = arith.mulf %half, %x : f64
  %d = arith.subf %c, %small : f64
  %y = arith.mulf %d, %d : f64
  return %y : f64
}

func.func private @log_sum_exp(%x: f64) -> f64 {
  %two = arith.constant 2.0 : f64
  %max = arith.maximumf %x, %two : f64
  %c = grad.stop_gradient %max : f64
  %d0 = arith.subf %x, %c : f64
  %d1 = arith.subf %two, %c : f64
  %e0 = math.exp %d0 : f64
  %e1 = math.exp %d1 : f64
  %sum = arith.addf %e0, %e1 : f64
  %log = math.log %sum : f64
  %y = arith.addf %c, %log : f64
  return %y : f64
}

func.func private @target(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %discount = arith.constant 0.9 : f64
  %next = arith.mulf %two, %x : f64
  %c = grad.stop_gradient %next : f64
  %later = arith.mulf %discount, %c : f64
  %target = arith.addf %one, %later : f64
  %error = arith.subf %target, %x : f64
  %y = arith.mulf %error, %error : f64
  return %y : f64
}

func.func private @root_behind_stop(%x: f64) -> f64 {
  %root = math.sqrt %x : f64
  %c = grad.stop_gradient %root : f64
  %y = arith.addf %x, %c : f64
  return %y : f64
}

func.func private @loop(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %start = arith.divf %x, %x : f64
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%carry = %start) -> (f64) {
    %c = grad.stop_gradient %carry : f64
    %next = arith.mulf %c, %x : f64
    scf.yield %next : f64
  }
  return %y : f64
}

func.func private @loop_until(%x: f64) -> f64 {
  %ten = arith.constant 10.0 : f64
  %start = arith.divf %x, %x : f64
  %y = scf.while (%carry = %start) : (f64) -> f64 {
    %is_small = arith.cmpf olt, %carry, %ten : f64
    scf.condition(%is_small) %carry : f64
  } do {
  ^bb0(%carry: f64):
    %c = grad.stop_gradient %carry : f64
    %next = arith.mulf %c, %x : f64
    scf.yield %next : f64
  }
  return %y : f64
}

func.func private @branch(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %is_positive = arith.cmpf ogt, %x, %zero : f64
  %y = scf.if %is_positive -> (f64) {
    %c = grad.stop_gradient %x : f64
    %product = arith.mulf %c, %x : f64
    scf.yield %product : f64
  } else {
    %square = arith.mulf %x, %x : f64
    %cube = arith.mulf %square, %x : f64
    scf.yield %cube : f64
  }
  return %y : f64
}

func.func private @checkpoint(%x: f64) -> f64 {
  %y = grad.checkpoint {
    %e = math.exp %x : f64
    %c = grad.stop_gradient %e : f64
    %product = arith.mulf %x, %c : f64
    grad.yield %product : f64
  } : f64
  return %y : f64
}

func.func private @own_rule(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @own_rule_forward, backward = @own_rule_backward}} {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}

func.func private @own_rule_forward(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}

func.func private @own_rule_backward(%cotangent: f64) -> f64 {
  %hundred = arith.constant 100.0 : f64
  %dx = arith.mulf %hundred, %cotangent : f64
  return %dx : f64
}
