// An error in a schedule is reported at the payload op, with a note at the
// transform op that requests it.
//
// RUN: sg-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  // expected-note @below {{the value escapes here}}
  func.func private @outside(%x: f64) -> f64
  // expected-note @below {{while differentiating '@f', requested here}}
  func.func @f(%x: f64) -> f64 {
    // expected-error @below {{passes a value that depends on a differentiated input to memory or unknown code}}
    // expected-note @below {{stop the derivative before it with grad.stop_gradient}}
    %y = call @outside(%x) : (f64) -> f64
    return %y : f64
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "f"} in %root
        : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{requested by the schedule here}}
    %df, %generated = transform.grad.differentiate %f : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// An index, a name or a mode that does not fit the function.

module attributes {transform.with_named_sequence} {
  // expected-error @below {{'wrt' names argument 2, but @f has 2}}
  func.func @f(%n: i32, %x: f64) -> f64 {
    return %x : f64
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{requested by the schedule here}}
    %df, %generated = transform.grad.differentiate %f wrt = [2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{argument 0 of '@f' is of type 'i32', which has no derivative: leave it out of wrt}}
  func.func @f(%n: i32, %x: f64) -> f64 {
    return %x : f64
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{requested by the schedule here}}
    %df = transform.grad.request_derivative %f mode = split wrt = [0] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{there is a '@f' already; give another name}}
  // expected-note @below {{it is defined here}}
  func.func @f(%x: f64) -> f64 {
    return %x : f64
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{requested by the schedule here}}
    %df = transform.grad.request_derivative %f name = "f" : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The request's own diagnostic is shown.

module attributes {transform.with_named_sequence} {
  // expected-error @below {{needs a float scalar as first result of @f, not 'tensor<4xf64>'; reduce it, or use grad.vjp (C7)}}
  func.func @f(%x: tensor<4xf64>) -> tensor<4xf64> {
    return %x : tensor<4xf64>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{requested by the schedule here}}
    %df = transform.grad.request_derivative %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A missing derivative is an error if the request says so.

module attributes {transform.with_named_sequence} {
  func.func @f(%x: f64) -> f64 {
    // expected-note @below {{blocked by 'grad.stop_gradient' named "here"}}
    %y = grad.stop_gradient %x {name = "here"} : f64
    return %y : f64
  }
  func.func @df(%x: f64) -> (f64, f64) {
    // expected-error @below {{is strict, but no derivative flows from argument 0 of '@f' to its results: every path is blocked}}
    %y, %dx = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
    return %y, %dx : f64, f64
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-note @below {{requested by the schedule here}}
    %generated = transform.grad.expand_derivatives %root strict : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Targets that are not functions.

// expected-note @below {{the target has this}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{differentiates functions, func.func, but its target has a 'builtin.module': select functions with transform.structured.match}}
    %df, %generated = transform.grad.differentiate %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// expected-note @below {{the target has this}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{differentiates functions, func.func, but its target has a 'builtin.module'}}
    %df = transform.grad.request_derivative %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: f64) -> f64 {
    // expected-note @below {{the target has this}}
    return %x : f64
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %end = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expands the requests in modules and functions, but its target has a 'func.return': use the function that contains it}}
    %generated = transform.grad.expand_derivatives %end : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A function of a nested module gets its derivative there. A function in an op
// that is not a module has no module for a derivative.

module attributes {transform.with_named_sequence} {
  module @inner {
    // expected-remark @below {{derivative of the nested one}}
    func.func @f(%x: f64) -> f64 {
      return %x : f64
    }
  }
  gpu.module @device {
    // expected-error @below {{'@g' is not in a module, to which its derivative would be added: insert it into a module}}
    func.func @g(%x: f64) -> f64 {
      return %x : f64
    }
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "f"} in %root
        : (!transform.any_op) -> !transform.any_op
    %df, %generated = transform.grad.differentiate %f : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.debug.emit_remark_at %df, "derivative of the nested one" : !transform.any_op
    %g = transform.structured.match ops{["func.func"]} attributes{sym_name = "g"} in %root
        : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{requested by the schedule here}}
    %dg = transform.grad.request_derivative %g : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The handle to a request that was erased.

module attributes {transform.with_named_sequence} {
  func.func @f(%x: f64) -> f64 {
    return %x : f64
  }
  func.func @df(%x: f64) -> (f64, f64) {
    // expected-note @below {{replacement value 0}}
    // expected-note @below {{replacement value 1}}
    // expected-note @below {{replaced op}}
    %y, %dx = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
    return %y, %dx : f64, f64
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-note @below {{replacement is required because this handle must be updated}}
    %request = transform.structured.match ops{["grad.value_and_grad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{tracking listener failed to find replacement op during application of this transform op}}
    // expected-note @below {{ran out of suitable replacement values}}
    %generated = transform.grad.expand_derivatives %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %request, "gone" : !transform.any_op
    transform.yield
  }
}

// -----

// Parameters that fit no function are errors before the payload is examined.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{has no mode 'split', which adds two functions: use transform.grad.request_derivative}}
    %df, %generated = transform.grad.differentiate %root mode = split : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{names 2 results in 'of', but a gradient requires one result: name one, or use the mode vjp}}
    %df, %generated = transform.grad.differentiate %root of = [0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{names position -1 in 'wrt': positions begin with 0}}
    %df = transform.grad.request_derivative %root wrt = [-1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{names position 1 twice in 'of': name it once}}
    %df, %generated = transform.grad.differentiate %root mode = vjp of = [1, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{names nothing in 'wrt': omit it to select all}}
    %df = transform.grad.request_derivative %root wrt = [] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{has an empty 'name': omit it for a default name}}
    %df = transform.grad.request_derivative %root name = "" : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{one of the following enum values for attribute 'mode' [value_and_grad, vjp, jvp, split]}}
    %df = transform.grad.request_derivative %root mode = gradient : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
