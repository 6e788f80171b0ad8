// Reports, warnings and checks show the names of arguments that a frontend
// stores in their locations.
//
// RUN: sg-opt %s --grad-report="function=f" -o /dev/null | FileCheck %s --check-prefix=TEXT
// RUN: sg-opt %s --grad-report="function=f format=json" -o /dev/null | FileCheck %s --check-prefix=JSON
// RUN: sg-opt %s --grad-report="function=f format=dot" -o /dev/null | FileCheck %s --check-prefix=DOT
// RUN: sg-opt %s --grad-lint -o /dev/null 2>&1 | FileCheck %s --check-prefix=LINT
// RUN: sg-run %s --function=f --check-gradients | FileCheck %s --check-prefix=CHECK

// TEXT:      argument 0 (parameters['w']): f64: active
// TEXT:      argument 1 (a name): f64: blocked
// TEXT:      argument 2: f64: active

// JSON:      "argument": 0,
// JSON:      "name": "parameters['w']",
// JSON:      "argument": 2,
// JSON-NOT:  "name":

// DOT:       [label="argument 0\nparameters['w']", shape=ellipse
// DOT:       [label="argument 1\na name", shape=ellipse
// DOT:       [label="argument 2", shape=ellipse

// LINT:      warning: 'grad.vjp' requests the derivative in argument 1 (a name) of '@f', which is always zero

// CHECK:       input 0 (parameters['w']), f64: agrees
// CHECK-NEXT:  input 1 (a name), f64: agrees
// CHECK-NEXT:  input 2, f64: agrees
func.func @f(%w: f64 loc("parameters['w']"), %b: f64 loc("a name"("file.py":1:2)), %x: f64) -> f64 {
  %s = grad.stop_gradient %b : f64
  %p = arith.mulf %w, %x : f64
  %y = arith.mulf %p, %s : f64
  return %y : f64
}
func.func @g(%w: f64, %b: f64, %x: f64, %dy: f64) -> (f64, f64, f64) {
  %y, %dw, %db, %dx = grad.vjp @f(%w, %b, %x) cotangents(%dy) : (f64, f64, f64, f64) -> (f64, f64, f64, f64)
  return %dw, %db, %dx : f64, f64, f64
}
