// RUN: not sg-opt %s --grad-request-derivative 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not sg-opt %s --grad-request-derivative="function=f name=g mode=vjp" 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not sg-opt %s --grad-request-derivative="function=h name=dh" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not sg-opt %s --grad-request-derivative="function=f name=df wrt=2" 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not sg-opt %s --grad-request-derivative="function=f name=df wrt=0" 2>&1 | FileCheck %s --check-prefix=INTEGER
// RUN: not sg-opt %s --grad-request-derivative="function=f name=df wrt=1,1" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not sg-opt %s --grad-request-derivative="function=f name=df mode=split wrt=0" 2>&1 | FileCheck %s --check-prefix=SPLIT
// RUN: not sg-opt %s --grad-request-derivative="function=g name=dg mode=split" 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not sg-opt %s --grad-request-derivative="function=f name=df mode=both" 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not sg-opt %s --grad-request-derivative="function=f name=df strict wrt=1 mode=vjp" --grad-expand-derivatives 2>&1 | FileCheck %s --check-prefix=STRICT

// NONE:    error: grad-request-derivative needs the function to differentiate and the name of the function to add, as in --grad-request-derivative="function=f name=df"
// TAKEN:   error: there is a '@g' already; give another name
// TAKEN:   errors.mlir:[[#@LINE+16]]:{{.*}} note: it is defined here
// UNKNOWN: error: grad-request-derivative: there is no function '@h'
// RANGE:   errors.mlir:[[#@LINE+9]]:{{.*}} error: 'wrt' names argument 2, but @f has 2
// INTEGER: error: argument 0 of '@f' is of type 'i32', which has no derivative: leave it out of wrt
// TWICE:   error: 'wrt' names argument 1 twice
// SPLIT:   errors.mlir:[[#@LINE+6]]:{{.*}} error: argument 0 of '@f' is of type 'i32', which has no derivative: leave it out of wrt
// NOTHING: errors.mlir:[[#@LINE+10]]:{{.*}} error: there is nothing to differentiate: no argument of '@g' has a differentiable type
// MODE:    Cannot find option named 'both'
// MODE:    error: grad-request-derivative cannot read its options 'function=f name=df mode=both'; they are function=NAME name=NEWNAME mode=value-and-grad|vjp|jvp|split wrt=0,1 strict strong_zero
// STRICT:  error: {{.*}}argument 1

func.func @f(%n: i32, %x: f64) -> f64 {
  %s = grad.stop_gradient %x : f64
  return %s : f64
}

func.func @g(%n: i32) -> i32 {
  return %n : i32
}
