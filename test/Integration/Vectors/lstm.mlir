// A recurrent network (LSTM) whose gates have diagonal weights: the loss of
// predicting the next character of a text, and the gradient in all weights. The
// outer loop is over the text; the inner loop is over the layers and carries
// the states of all layers.
//
// RUN: %python %S/convert.py %t %S/Inputs/lstm_*.json
//
// DEFINE: %{case} =
// DEFINE: %{check} = sg-run %s --function=gradient --tolerance=1e-9 \
// DEFINE:   --input=@%t/%{case}/input.main_params.npy \
// DEFINE:   --input=@%t/%{case}/input.extra_params.npy \
// DEFINE:   --input=@%t/%{case}/input.state.npy --input=@%t/%{case}/input.sequence.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.objective.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.jacobian.npy
//
// REDEFINE: %{case} = lstm_l1_c5_b3
// RUN: %{check}
// REDEFINE: %{case} = lstm_l2_c16_b14
// RUN: %{check}

// Returns b elements of row i of a matrix, starting with element j.
func.func @part(%matrix: tensor<?x?xf64>, %i: index, %j: index, %b: index) -> tensor<?xf64> {
  %part = tensor.extract_slice %matrix[%i, %j] [1, %b] [1, 1]
      : tensor<?x?xf64> to tensor<?xf64>
  return %part : tensor<?xf64>
}

// x w + v
func.func @affine(%x: tensor<?xf64>, %w: tensor<?xf64>, %v: tensor<?xf64>) -> tensor<?xf64> {
  %product = arith.mulf %x, %w : tensor<?xf64>
  %sum = arith.addf %product, %v : tensor<?xf64>
  return %sum : tensor<?xf64>
}

func.func @sigmoid(%x: tensor<?xf64>) -> tensor<?xf64> {
  %result = linalg.map ins(%x : tensor<?xf64>) outs(%x : tensor<?xf64>)
    (%e: f64, %old: f64) {
      %one = arith.constant 1.0 : f64
      %minus = arith.negf %e : f64
      %exp = math.exp %minus : f64
      %sum = arith.addf %one, %exp : f64
      %y = arith.divf %one, %sum : f64
      linalg.yield %y : f64
    }
  return %result : tensor<?xf64>
}

func.func @dot(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %none = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.dot ins(%x, %y : tensor<?xf64>, tensor<?xf64>) outs(%none : tensor<f64>)
      -> tensor<f64>
  %result = tensor.extract %sum[] : tensor<f64>
  return %result : f64
}

// One layer maps its input, hidden state and cell to a new hidden state and
// cell. A row of main has four parts: forget gate, input gate, output gate and
// change. Row 2 i has the weights of layer i, row 2 i + 1 its biases.
func.func @layer(%main: tensor<?x?xf64>, %i: index, %x: tensor<?xf64>,
                 %hidden: tensor<?xf64>, %cell: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %b = tensor.dim %x, %c0 : tensor<?xf64>
  %row = arith.muli %i, %c2 : index
  %next = arith.addi %row, %c1 : index
  %twice = arith.muli %b, %c2 : index
  %thrice = arith.muli %b, %c3 : index
  %wf = call @part(%main, %row, %c0, %b) : (tensor<?x?xf64>, index, index, index) -> tensor<?xf64>
  %wi = call @part(%main, %row, %b, %b) : (tensor<?x?xf64>, index, index, index) -> tensor<?xf64>
  %wo = call @part(%main, %row, %twice, %b) : (tensor<?x?xf64>, index, index, index) -> tensor<?xf64>
  %wc = call @part(%main, %row, %thrice, %b) : (tensor<?x?xf64>, index, index, index) -> tensor<?xf64>
  %bf = call @part(%main, %next, %c0, %b) : (tensor<?x?xf64>, index, index, index) -> tensor<?xf64>
  %bi = call @part(%main, %next, %b, %b) : (tensor<?x?xf64>, index, index, index) -> tensor<?xf64>
  %bo = call @part(%main, %next, %twice, %b) : (tensor<?x?xf64>, index, index, index) -> tensor<?xf64>
  %bc = call @part(%main, %next, %thrice, %b) : (tensor<?x?xf64>, index, index, index) -> tensor<?xf64>
  %af = call @affine(%x, %wf, %bf) : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %ai = call @affine(%hidden, %wi, %bi) : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %ao = call @affine(%x, %wo, %bo) : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %ac = call @affine(%hidden, %wc, %bc) : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %forget = call @sigmoid(%af) : (tensor<?xf64>) -> tensor<?xf64>
  %in = call @sigmoid(%ai) : (tensor<?xf64>) -> tensor<?xf64>
  %out = call @sigmoid(%ao) : (tensor<?xf64>) -> tensor<?xf64>
  %change = math.tanh %ac : tensor<?xf64>
  %old = arith.mulf %cell, %forget : tensor<?xf64>
  %new = arith.mulf %in, %change : tensor<?xf64>
  %nextCell = arith.addf %old, %new : tensor<?xf64>
  %bounded = math.tanh %nextCell : tensor<?xf64>
  %nextHidden = arith.mulf %out, %bounded : tensor<?xf64>
  return %nextHidden, %nextCell : tensor<?xf64>, tensor<?xf64>
}

// All layers on one character. Rows 2 i and 2 i + 1 of the states are the
// hidden state and the cell of layer i. Rows of extra: weights of the input,
// weights of the output, bias of the output.
func.func @predict(%main: tensor<?x?xf64>, %extra: tensor<?x?xf64>,
                   %states: tensor<?x?xf64>, %character: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b = tensor.dim %character, %c0 : tensor<?xf64>
  %rows = tensor.dim %main, %c0 : tensor<?x?xf64>
  %layers = arith.divui %rows, %c2 : index
  %inWeights = call @part(%extra, %c0, %c0, %b) : (tensor<?x?xf64>, index, index, index) -> tensor<?xf64>
  %outWeights = call @part(%extra, %c1, %c0, %b) : (tensor<?x?xf64>, index, index, index) -> tensor<?xf64>
  %outBias = call @part(%extra, %c2, %c0, %b) : (tensor<?x?xf64>, index, index, index) -> tensor<?xf64>
  %input = arith.mulf %character, %inWeights : tensor<?xf64>
  %last, %nextStates = scf.for %i = %c0 to %layers step %c1
      iter_args(%x = %input, %all = %states) -> (tensor<?xf64>, tensor<?x?xf64>) {
    %row = arith.muli %i, %c2 : index
    %next = arith.addi %row, %c1 : index
    %hidden = func.call @part(%all, %row, %c0, %b) : (tensor<?x?xf64>, index, index, index) -> tensor<?xf64>
    %cell = func.call @part(%all, %next, %c0, %b) : (tensor<?x?xf64>, index, index, index) -> tensor<?xf64>
    %newHidden, %newCell = func.call @layer(%main, %i, %x, %hidden, %cell)
        : (tensor<?x?xf64>, index, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
        -> (tensor<?xf64>, tensor<?xf64>)
    %0 = tensor.insert_slice %newHidden into %all[%row, 0] [1, %b] [1, 1]
        : tensor<?xf64> into tensor<?x?xf64>
    %1 = tensor.insert_slice %newCell into %0[%next, 0] [1, %b] [1, 1]
        : tensor<?xf64> into tensor<?x?xf64>
    scf.yield %newHidden, %1 : tensor<?xf64>, tensor<?x?xf64>
  }
  %prediction = call @affine(%last, %outWeights, %outBias)
      : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %prediction, %nextStates : tensor<?xf64>, tensor<?x?xf64>
}

// Minus the mean of x (y - l), l = log(2 + sum exp y), over all bits of all
// characters except the first, for predictions y of characters x.
func.func @loss(%main: tensor<?x?xf64>, %extra: tensor<?x?xf64>,
                %states: tensor<?x?xf64>, %text: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %length = tensor.dim %text, %c0 : tensor<?x?xf64>
  %b = tensor.dim %text, %c1 : tensor<?x?xf64>
  %trips = arith.subi %length, %c1 : index
  %ones = tensor.splat %one[%b] : tensor<?xf64>
  %total, %end = scf.for %t = %c0 to %trips step %c1
      iter_args(%sum = %zero, %now = %states) -> (f64, tensor<?x?xf64>) {
    %following = arith.addi %t, %c1 : index
    %character = func.call @part(%text, %t, %c0, %b) : (tensor<?x?xf64>, index, index, index) -> tensor<?xf64>
    %truth = func.call @part(%text, %following, %c0, %b) : (tensor<?x?xf64>, index, index, index) -> tensor<?xf64>
    %y, %then = func.call @predict(%main, %extra, %now, %character)
        : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>)
        -> (tensor<?xf64>, tensor<?x?xf64>)
    %exp = math.exp %y : tensor<?xf64>
    %sumExp = func.call @dot(%exp, %ones) : (tensor<?xf64>, tensor<?xf64>) -> f64
    %more = arith.addf %sumExp, %two : f64
    %log = math.log %more : f64
    %chosen = func.call @dot(%truth, %y) : (tensor<?xf64>, tensor<?xf64>) -> f64
    %bits = func.call @dot(%truth, %ones) : (tensor<?xf64>, tensor<?xf64>) -> f64
    %normal = arith.mulf %bits, %log : f64
    %part = arith.subf %chosen, %normal : f64
    %next = arith.addf %sum, %part : f64
    scf.yield %next, %then : f64, tensor<?x?xf64>
  }
  %count = arith.muli %trips, %b : index
  %integer = arith.index_cast %count : index to i64
  %number = arith.sitofp %integer : i64 to f64
  %mean = arith.divf %total, %number : f64
  %loss = arith.negf %mean : f64
  return %loss : f64
}

// The loss, and its gradient as one vector: rows of main, then rows of extra.
func.func @gradient(%main: tensor<?x?xf64>, %extra: tensor<?x?xf64>,
                    %states: tensor<?x?xf64>, %text: tensor<?x?xf64>)
    -> (f64, tensor<?xf64>) {
  %loss, %dMain, %dExtra = grad.value_and_grad @loss(%main, %extra, %states, %text)
      {wrt = array<i64: 0, 1>}
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
      -> (f64, tensor<?x?xf64>, tensor<?x?xf64>)
  %first = tensor.collapse_shape %dMain [[0, 1]] : tensor<?x?xf64> into tensor<?xf64>
  %second = tensor.collapse_shape %dExtra [[0, 1]] : tensor<?x?xf64> into tensor<?xf64>
  %flat = tensor.concat dim(0) %first, %second
      : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %loss, %flat : f64, tensor<?xf64>
}
