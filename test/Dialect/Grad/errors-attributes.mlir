// Diagnostics of the verifier for stops, checkpoints and the dialect's
// attributes.
//
// RUN: sg-opt %s --split-input-file --verify-diagnostics

// C1: a stop has the type of its operand: not another element type, not another
// shape, however compatible, not another kind of container.
func.func @stop_element(%x: f64) {
  // expected-error @below {{'grad.stop_gradient' op failed to verify that the result has the type of the operand (C1)}}
  %0 = "grad.stop_gradient"(%x) : (f64) -> f32
  return
}

// -----

func.func @stop_shape(%x: tensor<4xf32>) {
  // expected-error @below {{'grad.stop_gradient' op failed to verify that the result has the type of the operand (C1)}}
  %0 = "grad.stop_gradient"(%x) : (tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @stop_container(%x: tensor<4xf32>) {
  // expected-error @below {{'grad.stop_gradient' op failed to verify that the result has the type of the operand (C1)}}
  %0 = "grad.stop_gradient"(%x) : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @prevent(%x: f64) {
  // expected-error @below {{'grad.prevent_gradient' op failed to verify that the result has the type of the operand (C1)}}
  %0 = "grad.prevent_gradient"(%x) {message = "no"} : (f64) -> f32
  return
}

// -----

func.func @no_message(%x: f64) {
  // expected-error @below {{'grad.prevent_gradient' op requires attribute 'message'}}
  %0 = grad.prevent_gradient %x : f64
  return
}

// -----

// Constraints C1 and C2 of a checkpoint: its region.
func.func @checkpoint_argument(%x: f64) {
  // expected-error @below {{'grad.checkpoint' op must not have block arguments: it captures the values it uses (C1)}}
  %0 = grad.checkpoint {
  ^bb0(%y: f64):
    grad.yield %y : f64
  } : f64
  return
}

// -----

func.func @checkpoint_terminator(%x: f64) {
  // expected-error @below {{'grad.checkpoint' op must end in grad.yield (C1)}}
  grad.checkpoint {
    llvm.unreachable
  }
  return
}

// -----

func.func @checkpoint_blocks(%x: f64) {
  // expected-error @below {{'grad.checkpoint' op expects region #0 to have 0 or 1 blocks}}
  grad.checkpoint {
    cf.br ^next
  ^next:
    grad.yield
  }
  return
}

// -----

func.func @checkpoint_count(%x: f64) {
  // expected-error @below {{'grad.checkpoint' op has 2 yielded values, expected 1, one per result (C2)}}
  %0 = grad.checkpoint {
    grad.yield %x, %x : f64, f64
  } : f64
  return
}

// -----

func.func @checkpoint_type(%x: f64) {
  // expected-error @below {{'grad.checkpoint' op has a yielded value 0 of type 'f64', expected 'f32' (C2)}}
  %0 = grad.checkpoint {
    grad.yield %x : f64
  } : f32
  return
}

// -----

func.func @yield(%x: f64) {
  // expected-error @below {{'grad.yield' op must end the region of a grad.checkpoint (C1)}}
  grad.yield %x : f64
}

// -----

// Attributes that the dialect does not define.
// expected-error @below {{'func.func' op has 'grad.custom_vpj', which is not an attribute of the grad dialect: its attributes are grad.custom_vjp, grad.custom_jvp and grad.checkpoint on functions, grad.checkpoint_every and grad.checkpoint_slots on loops}}
func.func private @misspelt(f64) -> f64 attributes {grad.custom_vpj = @f}

// -----

// expected-error @below {{'func.func' op has 'grad.stop' on an argument, which is not an attribute of the grad dialect}}
func.func private @argument(f64 {grad.stop}) -> f64

// -----

// expected-error @below {{'func.func' op has 'grad.stop' on a result, which is not an attribute of the grad dialect}}
func.func private @result(f64) -> (f64 {grad.stop})

// -----

// Derivative rules of functions.
// expected-error @below {{'func.func' op expects 'grad.custom_jvp' to be the name of a function, as in grad.custom_jvp = @f_jvp}}
func.func private @jvp_string(f64) -> f64 attributes {grad.custom_jvp = "f_jvp"}

// -----

// expected-error @below {{'func.func' op expects 'grad.custom_jvp' to be the name of a function}}
func.func private @jvp_nested(f64) -> f64 attributes {grad.custom_jvp = @m::@f_jvp}

// -----

// expected-error @below {{'func.func' op expects 'grad.custom_vjp' to name two functions, as in grad.custom_vjp = {forward = @f_fwd, backward = @f_bwd}}}
func.func private @vjp_name(f64) -> f64 attributes {grad.custom_vjp = @f_vjp}

// -----

// expected-error @below {{'func.func' op expects 'grad.custom_vjp' to name two functions}}
func.func private @vjp_half(f64) -> f64 attributes {grad.custom_vjp = {forward = @f_fwd}}

// -----

// expected-error @below {{'func.func' op expects 'grad.custom_vjp' to name two functions}}
func.func private @vjp_more(f64) -> f64
    attributes {grad.custom_vjp = {forward = @f, backward = @b, other = @o}}

// -----

// expected-error @below {{'func.func' op expects 'grad.custom_vjp' to name two functions}}
func.func private @vjp_string(f64) -> f64
    attributes {grad.custom_vjp = {forward = @f, backward = "b"}}

// -----

// expected-error @below {{'func.func' op with 'grad.custom_jvp' must have no_inline: inlining its body would lose the rule}}
func.func @inlined(%x: f64) -> f64 attributes {grad.custom_jvp = @f_jvp} {
  return %x : f64
}

// -----

func.func private @g(f64) -> f64
func.func @rule_on_call(%x: f64) {
  // expected-error @below {{'func.call' op must not have 'grad.custom_jvp': only a func.func can have a custom rule}}
  %0 = call @g(%x) {grad.custom_jvp = @f_jvp} : (f64) -> f64
  return
}

// -----

// Schedules of checkpoints.
// expected-error @below {{'func.func' op must not have 'grad.checkpoint_every': it belongs on a loop}}
func.func private @no_loop(f64) -> f64 attributes {grad.checkpoint_every = 4 : i64}

// -----

func.func @every_negative(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'scf.for' op expects 'grad.checkpoint_every' to be an i64 of at least 0}}
  scf.for %i = %c0 to %n step %n {
  } {grad.checkpoint_every = -1 : i64}
  return
}

// -----

func.func @every_type(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'scf.for' op expects 'grad.checkpoint_every' to be an i64 of at least 0}}
  scf.for %i = %c0 to %n step %n {
  } {grad.checkpoint_every = 4 : i32}
  return
}

// -----

func.func @no_slots(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'scf.for' op expects 'grad.checkpoint_slots' to be an i64 of at least 1}}
  scf.for %i = %c0 to %n step %n {
  } {grad.checkpoint_slots = 0 : i64}
  return
}

// -----

// A function's attributes are verified before its body is known to exist.
func.func @no_body() {
  // expected-error @below {{'func.func' op requires one region}}
  "func.func"() {grad.custom_vjp = {forward = @f, backward = @f}} : () -> ()
  return
}


// -----

// Attributes unknown to a request would be ignored, so they are errors.
// Attributes of other dialects are accepted.
func.func private @sqrt(%x: f64) -> f64 {
  %z = math.sqrt %x : f64
  return %z : f64
}
func.func @misspelled(%x: f64) -> f64 {
  // expected-error @below {{'grad.value_and_grad' op has no attribute 'wrts'}}
  // expected-note @below {{did you mean 'wrt'?}}
  %y, %d = grad.value_and_grad @sqrt(%x) {wrts = array<i64: 0>} : (f64) -> (f64, f64)
  return %d : f64
}

// -----

func.func private @sqrt(%x: f64) -> f64 {
  %z = math.sqrt %x : f64
  return %z : f64
}
func.func @unknown(%x: f64) -> f64 {
  %y, %d = grad.jvp @sqrt(%x) tangents(%x) {other.note = 1 : i64} : (f64, f64) -> (f64, f64)
  // expected-error @below {{'grad.vjp' op has no attribute 'memory'}}
  %z, %e = grad.vjp @sqrt(%x) cotangents(%x) {memory} : (f64, f64) -> (f64, f64)
  return %e : f64
}
