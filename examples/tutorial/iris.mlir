// A classifier of irises, trained with a generated gradient. docs/Tutorial.md
// builds this program step by step.

// The scores of the three species for each flower: x w + b.
func.func @scores(%x: tensor<?x4xf64>, %w: tensor<4x3xf64>, %b: tensor<3xf64>) -> tensor<?x3xf64> {
  %first = arith.constant 0 : index
  %flowers = tensor.dim %x, %first : tensor<?x4xf64>
  %shape = tensor.empty(%flowers) : tensor<?x3xf64>
  %biases = linalg.broadcast ins(%b : tensor<3xf64>) outs(%shape : tensor<?x3xf64>) dimensions = [0]
  %scores = linalg.matmul ins(%x, %w : tensor<?x4xf64>, tensor<4x3xf64>)
                          outs(%biases : tensor<?x3xf64>) -> tensor<?x3xf64>
  return %scores : tensor<?x3xf64>
}

// The mean over all flowers of log(sum(exp(scores))) - scores[species].
func.func @loss(%x: tensor<?x4xf64>, %species: tensor<?xi32>,
                %w: tensor<4x3xf64>, %b: tensor<3xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %minus_infinity = arith.constant 0xFFF0000000000000 : f64
  %first = arith.constant 0 : index
  %flowers = tensor.dim %x, %first : tensor<?x4xf64>
  %scores = call @scores(%x, %w, %b)
      : (tensor<?x4xf64>, tensor<4x3xf64>, tensor<3xf64>) -> tensor<?x3xf64>

  // The largest score of each flower, subtracted so that no exp overflows.
  %lowest = tensor.splat %minus_infinity[%flowers] : tensor<?xf64>
  %largest = linalg.reduce { arith.maximumf } ins(%scores : tensor<?x3xf64>)
                           outs(%lowest : tensor<?xf64>) dimensions = [1]
  %shift = grad.stop_gradient %largest {name = "largest"} : tensor<?xf64>
  %shape = tensor.empty(%flowers) : tensor<?x3xf64>
  %shifts = linalg.broadcast ins(%shift : tensor<?xf64>) outs(%shape : tensor<?x3xf64>) dimensions = [1]
  %shifted = arith.subf %scores, %shifts : tensor<?x3xf64>

  %exp = math.exp %shifted : tensor<?x3xf64>
  %zeros = tensor.splat %zero[%flowers] : tensor<?xf64>
  %sum = linalg.reduce { arith.addf } ins(%exp : tensor<?x3xf64>)
                       outs(%zeros : tensor<?xf64>) dimensions = [1]
  %log = math.log %sum : tensor<?xf64>
  %chosen = linalg.map ins(%species : tensor<?xi32>) outs(%zeros : tensor<?xf64>) (%class: i32, %out: f64) {
    %i = linalg.index 0 : index
    %j = arith.index_cast %class : i32 to index
    %score = tensor.extract %shifted[%i, %j] : tensor<?x3xf64>
    linalg.yield %score : f64
  }
  %losses = arith.subf %log, %chosen : tensor<?xf64>

  %none = arith.constant dense<0.0> : tensor<f64>
  %total = linalg.reduce { arith.addf } ins(%losses : tensor<?xf64>)
                         outs(%none : tensor<f64>) dimensions = [0]
  %loss_sum = tensor.extract %total[] : tensor<f64>
  %integer = arith.index_cast %flowers : index to i64
  %count = arith.sitofp %integer : i64 to f64
  %mean = arith.divf %loss_sum, %count : f64
  return %mean : f64
}

// The loss, and its gradients in w and b.
func.func @gradient(%x: tensor<?x4xf64>, %species: tensor<?xi32>,
                    %w: tensor<4x3xf64>, %b: tensor<3xf64>) -> (f64, tensor<4x3xf64>, tensor<3xf64>) {
  %loss, %dw, %db = grad.value_and_grad @loss(%x, %species, %w, %b) {wrt = array<i64: 2, 3>}
      : (tensor<?x4xf64>, tensor<?xi32>, tensor<4x3xf64>, tensor<3xf64>)
      -> (f64, tensor<4x3xf64>, tensor<3xf64>)
  return %loss, %dw, %db : f64, tensor<4x3xf64>, tensor<3xf64>
}

// The second derivative of the loss in w, times a direction.
func.func @curvature(%x: tensor<?x4xf64>, %species: tensor<?xi32>,
                     %w: tensor<4x3xf64>, %b: tensor<3xf64>, %direction: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %loss, %dw, %db, %dloss, %ddw, %ddb = grad.jvp @gradient(%x, %species, %w, %b)
      tangents(%direction) {wrt = array<i64: 2>}
      : (tensor<?x4xf64>, tensor<?xi32>, tensor<4x3xf64>, tensor<3xf64>, tensor<4x3xf64>)
      -> (f64, tensor<4x3xf64>, tensor<3xf64>, f64, tensor<4x3xf64>, tensor<3xf64>)
  return %ddw : tensor<4x3xf64>
}

// Trains on every second flower by gradient descent from zero weights. Returns
// the last loss and the weights.
func.func @train(%x: tensor<150x4xf64>, %species: tensor<150xi32>, %steps: index)
    -> (f64, tensor<4x3xf64>, tensor<3xf64>) {
  %half_x = tensor.extract_slice %x[1, 0] [75, 4] [2, 1] : tensor<150x4xf64> to tensor<75x4xf64>
  %half_species = tensor.extract_slice %species[1] [75] [2] : tensor<150xi32> to tensor<75xi32>
  %train_x = tensor.cast %half_x : tensor<75x4xf64> to tensor<?x4xf64>
  %train_species = tensor.cast %half_species : tensor<75xi32> to tensor<?xi32>

  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %no_loss = arith.constant 0.0 : f64
  %w0 = arith.constant dense<0.0> : tensor<4x3xf64>
  %b0 = arith.constant dense<0.0> : tensor<3xf64>
  %rate_w = arith.constant dense<0.1> : tensor<4x3xf64>
  %rate_b = arith.constant dense<0.1> : tensor<3xf64>
  %last, %w, %b = scf.for %step = %first to %steps step %one
      iter_args(%before = %no_loss, %w_now = %w0, %b_now = %b0) -> (f64, tensor<4x3xf64>, tensor<3xf64>) {
    %loss, %dw, %db = func.call @gradient(%train_x, %train_species, %w_now, %b_now)
        : (tensor<?x4xf64>, tensor<?xi32>, tensor<4x3xf64>, tensor<3xf64>)
        -> (f64, tensor<4x3xf64>, tensor<3xf64>)
    %down_w = arith.mulf %rate_w, %dw : tensor<4x3xf64>
    %down_b = arith.mulf %rate_b, %db : tensor<3xf64>
    %w_next = arith.subf %w_now, %down_w : tensor<4x3xf64>
    %b_next = arith.subf %b_now, %down_b : tensor<3xf64>
    scf.yield %loss, %w_next, %b_next : f64, tensor<4x3xf64>, tensor<3xf64>
  }
  return %last, %w, %b : f64, tensor<4x3xf64>, tensor<3xf64>
}

// Returns the number of correctly classified flowers among the other 75.
func.func @test(%x: tensor<150x4xf64>, %species: tensor<150xi32>,
                %w: tensor<4x3xf64>, %b: tensor<3xf64>) -> index {
  %half_x = tensor.extract_slice %x[0, 0] [75, 4] [2, 1] : tensor<150x4xf64> to tensor<75x4xf64>
  %test_x = tensor.cast %half_x : tensor<75x4xf64> to tensor<?x4xf64>
  %scores = call @scores(%test_x, %w, %b)
      : (tensor<?x4xf64>, tensor<4x3xf64>, tensor<3xf64>) -> tensor<?x3xf64>
  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %flowers = arith.constant 75 : index
  %right = scf.for %i = %first to %flowers step %one iter_args(%hits = %first) -> (index) {
    %s0 = tensor.extract %scores[%i, %first] : tensor<?x3xf64>
    %s1 = tensor.extract %scores[%i, %one] : tensor<?x3xf64>
    %s2 = tensor.extract %scores[%i, %two] : tensor<?x3xf64>
    %s01 = arith.maximumf %s0, %s1 : f64
    %largest = arith.maximumf %s01, %s2 : f64
    %number = arith.muli %i, %two : index
    %class = tensor.extract %species[%number] : tensor<150xi32>
    %j = arith.index_cast %class : i32 to index
    %own = tensor.extract %scores[%i, %j] : tensor<?x3xf64>
    %is_right = arith.cmpf oeq, %own, %largest : f64
    %hit = arith.select %is_right, %one, %first : index
    %next = arith.addi %hits, %hit : index
    scf.yield %next : index
  }
  return %right : index
}
