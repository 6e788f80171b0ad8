// If the program accesses a tensor by slices, single elements and insertions, a
// report distinguishes elements that differ.
//
// RUN: sg-opt %s --grad-report="function=rows" -o /dev/null | FileCheck %s --check-prefix=ROWS
// RUN: sg-opt %s --grad-report="function=rows format=json" -o /dev/null | FileCheck %s --check-prefix=JSON
// RUN: sg-opt %s --grad-report="function=unknown" -o /dev/null | FileCheck %s --check-prefix=UNKNOWN
// RUN: sg-opt %s --grad-report="function=overwritten" -o /dev/null | FileCheck %s --check-prefix=OVERWRITTEN
// RUN: sg-opt %s --grad-report="function=called" -o /dev/null | FileCheck %s --check-prefix=CALLED
// RUN: sg-opt %s --grad-report="function=whole" -o /dev/null | FileCheck %s --check-prefix=WHOLE --implicit-check-not="of its elements"

// ROWS:      argument 0: tensor<?x4xf32>: active
// ROWS:        of its elements
// ROWS-NEXT:     [0:3, :]: active
// ROWS-NEXT:     [3:7, :]: blocked by
// ROWS-NEXT:         'grad.stop_gradient' named "frozen" at grad-report-elements.mlir:38:8
// ROWS-NEXT:     [7:, :]: disconnected
// ROWS-EMPTY:

// JSON:      "elements": [
// JSON:          "offset": 0,
// JSON-NEXT:     "size": 3,
// JSON-NEXT:     "stride": 1
// JSON:          "offset": 0,
// JSON-NEXT:     "size": null,
// JSON:        "status": "active"
// JSON:        "name": "frozen",
// JSON:          "offset": 3,
// JSON-NEXT:     "size": 4,
// JSON:        "status": "blocked"
// JSON:        "blockers": [],
// JSON:          "offset": 7,
// JSON-NEXT:     "size": null,
// JSON:        "status": "disconnected"
// JSON:      "path": [
func.func @rows(%x: tensor<?x4xf32>) -> tensor<4x4xf32> {
  %a = tensor.extract_slice %x[0, 0] [3, 4] [1, 1] : tensor<?x4xf32> to tensor<3x4xf32>
  %b = tensor.extract_slice %x[3, 0] [4, 4] [1, 1] : tensor<?x4xf32> to tensor<4x4xf32>
  %s = grad.stop_gradient %b {name = "frozen"} : tensor<4x4xf32>
  %r = tensor.insert_slice %a into %s[0, 0] [3, 4] [1, 1] : tensor<3x4xf32> into tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// Ranges known only at run time have names; the first range that contains an
// element counts. The columns are whole: their size is queried from the tensor.
// A loop counter stands for all trips.
// UNKNOWN:      of its elements
// UNKNOWN-DAG:    [:, 2]: active
// UNKNOWN-DAG:    {{\[}}[[I:N[0-9]]], 1]: active
// UNKNOWN:        {{\[}}[[N:N[0-9]]]:[[N]] + [[M:N[0-9]]] * 2:2, :]: blocked by 'math.floor' at
// UNKNOWN-NEXT:   elsewhere: disconnected
// UNKNOWN-NEXT: argument 1: index
// UNKNOWN:      sizes:
// UNKNOWN-DAG:  [[I]]: block argument 0 of 'scf.for' at
// UNKNOWN-DAG:  [[N]]: argument 1
// UNKNOWN-DAG:  [[M]]: argument 2
func.func @unknown(%x: tensor<?x4xf32>, %n: index, %m: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %column = tensor.extract_slice %x[0, 2] [%d, 1] [1, 1] : tensor<?x4xf32> to tensor<?xf32>
  %init = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.reduce {arith.addf} ins(%column : tensor<?xf32>) outs(%init : tensor<f32>) dimensions = [0]
  %b = tensor.extract %sum[] : tensor<f32>
  %rows = tensor.extract_slice %x[%n, 0] [%m, 4] [2, 1] : tensor<?x4xf32> to tensor<?x4xf32>
  %floor = math.floor %rows : tensor<?x4xf32>
  %a = tensor.extract %floor[%c0, %c1] : tensor<?x4xf32>
  %r = scf.for %i = %c0 to %d step %c1 iter_args(%k = %a) -> f32 {
    %e = tensor.extract %x[%i, %c1] : tensor<?x4xf32>
    %p = arith.mulf %e, %k : f32
    scf.yield %p : f32
  }
  %y = arith.mulf %r, %b : f32
  return %y : f32
}

// An insertion ends the elements it overwrites, but not for earlier
// readers.
// OVERWRITTEN:      argument 0: tensor<8xf64>: active
// OVERWRITTEN:        of its elements
// OVERWRITTEN-NEXT:     [0:3]: active
// OVERWRITTEN-NEXT:     [3]: blocked by 'grad.stop_gradient' at
// OVERWRITTEN-NEXT:     [4]: disconnected
// OVERWRITTEN-NEXT:     [5:8]: active
// OVERWRITTEN:      argument 1: tensor<2xf64>: active
// OVERWRITTEN-NOT:    of its elements
func.func @overwritten(%x: tensor<8xf64>, %y: tensor<2xf64>) -> (tensor<8xf64>, f64) {
  %c3 = arith.constant 3 : index
  %e = tensor.extract %x[%c3] : tensor<8xf64>
  %s = grad.stop_gradient %e : f64
  %r = tensor.insert_slice %y into %x[3] [2] [1] : tensor<2xf64> into tensor<8xf64>
  return %r, %s : tensor<8xf64>, f64
}

// Elements inserted elsewhere continue to flow.
// RUN: sg-opt %s --grad-report="function=moved" -o /dev/null | FileCheck %s --check-prefix=MOVED
// MOVED:      of its elements
// MOVED-NEXT:   [0]: blocked by 'grad.stop_gradient' at
// MOVED-NEXT:   [1]: active
func.func @moved(%x: tensor<2xf64>) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = grad.stop_gradient %x : tensor<2xf64>
  %e = tensor.extract %x[%c1] : tensor<2xf64>
  %r = tensor.insert %e into %s[%c0] : tensor<2xf64>
  return %r : tensor<2xf64>
}

// Through casts and calls, slices of slices, and indices passed by the call.
// CALLED:      of its elements
// CALLED-NEXT:   [2]: active
// CALLED-NEXT:   [4]: active
// CALLED-NEXT:   elsewhere: disconnected
// CALLED-EMPTY:
func.func private @get(%x: tensor<?xbf16>, %i: index) -> bf16 {
  %e = tensor.extract %x[%i] : tensor<?xbf16>
  return %e : bf16
}
func.func @called(%x: tensor<5xbf16>) -> bf16 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %s = tensor.extract_slice %x[0] [3] [2] : tensor<5xbf16> to tensor<3xbf16>
  %c = tensor.cast %s : tensor<3xbf16> to tensor<?xbf16>
  %a = call @get(%c, %c1) : (tensor<?xbf16>, index) -> bf16
  %b = call @get(%c, %c2) : (tensor<?xbf16>, index) -> bf16
  %r = arith.mulf %a, %b : bf16
  return %r : bf16
}

// No distinction if all elements have the same path: here past the stop of one
// of them.
// WHOLE: argument 0: tensor<5xf32>: active
func.func @whole(%x: tensor<5xf32>, %i: index) -> tensor<5xf32> {
  %e = tensor.extract %x[%i] : tensor<5xf32>
  %s = grad.stop_gradient %e : f32
  %t = tensor.splat %s : tensor<5xf32>
  %r = arith.mulf %x, %t : tensor<5xf32>
  return %r : tensor<5xf32>
}

// Vectors are handled, too.
// RUN: sg-opt %s --grad-report="function=lanes" -o /dev/null | FileCheck %s --check-prefix=LANES
// LANES:      argument 0: vector<3x4xf32>: active
// LANES:        of its elements
// LANES-NEXT:     [0, :]: disconnected
// LANES-NEXT:     [1, :]: active
// LANES-NEXT:     [2, :]: blocked by 'grad.stop_gradient' at
func.func @lanes(%x: vector<3x4xf32>) -> vector<4xf32> {
  %a = vector.extract %x[1] : vector<4xf32> from vector<3x4xf32>
  %b = vector.extract %x[2] : vector<4xf32> from vector<3x4xf32>
  %s = grad.stop_gradient %b : vector<4xf32>
  %r = arith.mulf %a, %s : vector<4xf32>
  return %r : vector<4xf32>
}

// A tensor is reported as a whole if a loop traverses it, perhaps entirely.
// RUN: sg-opt %s --grad-report="function=loop" -o /dev/null | FileCheck %s --check-prefix=LOOP --implicit-check-not="of its elements"
// LOOP: argument 0: tensor<?xf32>: active
func.func @loop(%x: tensor<?xf32>, %a: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%k = %a) -> f32 {
    %e = tensor.extract %x[%i] : tensor<?xf32>
    %p = arith.mulf %e, %k : f32
    scf.yield %p : f32
  }
  return %r : f32
}

// A tensor that is overwritten entirely may be reported active, as if a part
// remained, but none of its elements is.
// RUN: sg-opt %s --grad-report="function=all" -o /dev/null | FileCheck %s --check-prefix=ALL
// ALL:      argument 0: tensor<1x1xf16>: active
// ALL:        of its elements
// ALL-NEXT:     [:, :]: disconnected
func.func @all(%x: tensor<1x1xf16>, %y: f16) -> tensor<1x1xf16> {
  %c0 = arith.constant 0 : index
  %r = tensor.insert %y into %x[%c0, %c0] : tensor<1x1xf16>
  return %r : tensor<1x1xf16>
}
