// A value is active if it is varied (a differentiated argument, test.wrt,
// reaches it) and useful (it reaches a differentiated result, test.results);
// the analysis remembers why.
//
// RUN: sg-test-opt %s --test-activity --split-input-file --verify-diagnostics

// Each active value knows its path from an argument and to a result.
func.func @path(%x: f64) -> f64 attributes {test.wrt = array<i64: 0>} {
  // expected-remark @below {{active: argument 0 -> here -> math.exp -> result 0}}
  %a = math.sin %x : f64
  // expected-remark @below {{active: argument 0 -> math.sin -> here -> result 0}}
  %b = math.exp %a : f64
  return %b : f64
}

// A value that reaches no result is only varied. A value that no argument
// reaches is only useful. Constants and integers are neither.
func.func @half(%x: f64, %w: f64, %n: i32) -> f64
    attributes {test.wrt = array<i64: 0>} {
  // expected-remark @below {{varied: argument 0 -> here}}
  %unused = math.sin %x : f64
  // expected-remark @below {{useful: here -> arith.mulf -> result 0}}
  %a = math.exp %w : f64
  %p = arith.addi %n, %n : i32
  // expected-remark @below {{active: argument 0 -> here -> result 0}}
  %b = arith.mulf %x, %a : f64
  return %b : f64
}

// Only the named results are differentiated.
func.func @results(%x: f64) -> (f64, f64)
    attributes {test.wrt = array<i64: 0>, test.results = array<i64: 1>} {
  // expected-remark @below {{varied: argument 0 -> here}}
  %a = math.sin %x : f64
  // expected-remark @below {{active: argument 0 -> here -> result 1}}
  %b = math.cos %x : f64
  return %a, %b : f64, f64
}

// -----

// A stop, an integer and a rule's zero derivative cut in both directions:
// values before it are not useful, values after it are not varied.
func.func @cut(%x: f64) -> f64 attributes {test.wrt = array<i64: 0>} {
  // expected-remark @below {{varied: argument 0 -> here}}
  %a = math.sin %x : f64
  // expected-remark @below {{useful: here -> arith.mulf -> result 0}}
  %stop = grad.stop_gradient %a : f64
  %i = arith.fptosi %x : f64 to i32
  // expected-remark @below {{useful: here -> arith.addf -> arith.mulf -> result 0}}
  %f = arith.sitofp %i : i32 to f64
  // expected-remark @below {{useful: here -> arith.addf -> arith.mulf -> result 0}}
  %floor = math.floor %x : f64
  // expected-remark @below {{useful: here -> arith.mulf -> result 0}}
  %b = arith.addf %f, %floor : f64
  // expected-remark @below {{useful: here -> result 0}}
  %c = arith.mulf %stop, %b : f64
  return %c : f64
}

// -----

// An op without a rule connects all operands and results, so that
// differentiation reaches and reports it.
func.func @unknown(%x: tensor<4xf64>) -> tensor<*xf64>
    attributes {test.wrt = array<i64: 0>} {
  // expected-remark @below {{active: argument 0 -> here -> result 0}}
  %a = tensor.cast %x : tensor<4xf64> to tensor<*xf64>
  return %a : tensor<*xf64>
}

// Memory that receives a value through an op without effects is connected, too.
func.func @memory(%x: tensor<4xf64>, %i: index) -> f64
    attributes {test.wrt = array<i64: 0>} {
  // expected-remark @below {{active: argument 0 -> here -> memref.load -> result 0}}
  %m = bufferization.to_buffer %x : tensor<4xf64> to memref<4xf64>
  // expected-remark @below {{active: argument 0 -> bufferization.to_buffer -> here -> result 0}}
  %y = memref.load %m[%i] : memref<4xf64>
  return %y : f64
}

// -----

// The body of a structured op decides: only the first input takes part.
func.func @structured(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64>
    attributes {test.wrt = array<i64: 0, 1>} {
  // expected-remark @below {{active: argument 0 -> linalg.generic's block argument 0 -> math.sin -> arith.addf -> here -> result 0}}
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x, %y : tensor<4xf64>, tensor<4xf64>) outs(%x : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    // expected-remark @below {{active: argument 0 -> linalg.generic's block argument 0 -> here -> arith.addf -> linalg.generic -> result 0}}
    %s = math.sin %a : f64
    // expected-remark @below {{useful: here -> arith.addf -> linalg.generic -> result 0}}
    %t = grad.stop_gradient %b : f64
    // expected-remark @below {{active: argument 0 -> linalg.generic's block argument 0 -> math.sin -> here -> linalg.generic -> result 0}}
    %c = arith.addf %s, %t : f64
    linalg.yield %c : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}
