// RUN: sg-opt %s --allow-unregistered-dialect --grad-import-markers --split-input-file --verify-diagnostics

func.func @types(%x: tensor<4xf32>) -> tensor<?xf32> {
  // expected-error @below {{'util.optimization_barrier' op marks a stop, so its results must have the types of its operands, and it has no regions}}
  %y = "util.optimization_barrier"(%x) : (tensor<4xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

func.func @regions(%x: f32) -> f32 {
  // expected-error @below {{'stablehlo.optimization_barrier' op marks a stop}}
  %y = "stablehlo.optimization_barrier"(%x) ({
  ^bb0:
  }) : (f32) -> f32
  return %y : f32
}

// -----

func.func private @sg.stop_gradient.a(f32) -> f64
func.func @called(%x: f32) -> f64 {
  // expected-error @below {{'func.call' op marks a stop}}
  %y = call @sg.stop_gradient.a(%x) : (f32) -> f64
  return %y : f64
}

// -----

// expected-error @below {{'func.func' op has the name of a stop marker, but also a body: rename it}}
func.func private @sg.stop_gradient(%x: f32) -> f32 {
  return %x : f32
}

// -----

func.func private @sg.stop_gradient(f32) -> f32
func.func @referred() -> ((f32) -> f32) {
  // expected-error @below {{'func.constant' op refers to the stop marker 'sg.stop_gradient'; only calls can become stops}}
  %f = func.constant @sg.stop_gradient : (f32) -> f32
  return %f : (f32) -> f32
}

// -----

// expected-error @below {{'func.func' op marks stops, but an op of an unregistered dialect may refer to it}}
func.func private @sg.stop_gradient(f32) -> f32
"unknown.module"() ({
^bb0:
}) : () -> ()
