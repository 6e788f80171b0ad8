// Classifies irises as virginica or not, by logistic regression with Newton's method.
//
// The Hessian H of the loss is never formed. The conjugate gradient method (M. R.
// Hestenes and E. Stiefel, 1952) solves H d = -g with products of H and vectors.
// Forward over reverse mode computes such a product: the derivative of the gradient
// along the vector.
//
// The model has five weights, for four standardized measures and a constant 1.

#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#all = affine_map<(i, j) -> (i, j)>

func.func private @dot(%a: tensor<5xf64>, %b: tensor<5xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %scalar = tensor.empty() : tensor<f64>
  %none = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %sum = linalg.dot ins(%a, %b : tensor<5xf64>, tensor<5xf64>) outs(%none : tensor<f64>) -> tensor<f64>
  %dot = tensor.extract %sum[] : tensor<f64>
  return %dot : f64
}

// Returns a + s b.
func.func private @add_scaled(%a: tensor<5xf64>, %s: f64, %b: tensor<5xf64>) -> tensor<5xf64> {
  %factor = tensor.splat %s : tensor<5xf64>
  %scaled = arith.mulf %factor, %b : tensor<5xf64>
  %sum = arith.addf %a, %scaled : tensor<5xf64>
  return %sum : tensor<5xf64>
}

// Returns the mean over the flowers of log(1 + exp(z)) - y z, where z = w . x and y is 0 or 1.
// A small multiple of |w|^2 makes the minimum unique.
func.func @loss(%w: tensor<5xf64>, %x: tensor<150x5xf64>, %y: tensor<150xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %row = tensor.empty() : tensor<150xf64>
  %none = linalg.fill ins(%zero : f64) outs(%row : tensor<150xf64>) -> tensor<150xf64>
  %z = linalg.matvec ins(%x, %w : tensor<150x5xf64>, tensor<5xf64>) outs(%none : tensor<150xf64>) -> tensor<150xf64>
  %scalar = tensor.empty() : tensor<f64>
  %nothing = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %total = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                           iterator_types = ["reduction"]}
      ins(%z, %y : tensor<150xf64>, tensor<150xf64>) outs(%nothing : tensor<f64>) {
  ^bb0(%logit: f64, %label: f64, %sum: f64):
    // Compute log(exp(0) + exp(z)) with the larger exponent subtracted, so that exp
    // does not overflow. The shift cancels, so its derivative is stopped.
    %larger = arith.maximumf %logit, %zero : f64
    %shift = grad.stop_gradient %larger {name = "shift"} : f64
    %minus_shift = arith.negf %shift : f64
    %first = math.exp %minus_shift : f64
    %shifted = arith.subf %logit, %shift : f64
    %second = math.exp %shifted : f64
    %both = arith.addf %first, %second : f64
    %log = math.log %both : f64
    %softplus = arith.addf %shift, %log : f64
    %product = arith.mulf %label, %logit : f64
    %term = arith.subf %softplus, %product : f64
    %next = arith.addf %sum, %term : f64
    linalg.yield %next : f64
  } -> tensor<f64>
  %sum = tensor.extract %total[] : tensor<f64>
  %count = arith.constant 150.0 : f64
  %mean = arith.divf %sum, %count : f64
  %square = func.call @dot(%w, %w) : (tensor<5xf64>, tensor<5xf64>) -> f64
  %little = arith.constant 0.001 : f64
  %penalty = arith.mulf %little, %square : f64
  %loss = arith.addf %mean, %penalty : f64
  return %loss : f64
}

// Returns the gradient of the loss, and the loss.
func.func @gradient(%w: tensor<5xf64>, %x: tensor<150x5xf64>, %y: tensor<150xf64>) -> (tensor<5xf64>, f64) {
  %loss, %g = grad.value_and_grad @loss(%w, %x, %y) {wrt = array<i64: 0>}
      : (tensor<5xf64>, tensor<150x5xf64>, tensor<150xf64>) -> (f64, tensor<5xf64>)
  return %g, %loss : tensor<5xf64>, f64
}

// Returns H v, the derivative of the gradient along v.
func.func @hessian_times(%w: tensor<5xf64>, %x: tensor<150x5xf64>, %y: tensor<150xf64>, %v: tensor<5xf64>) -> tensor<5xf64> {
  %g, %loss, %hv, %dloss = grad.jvp @gradient(%w, %x, %y) tangents(%v) {wrt = array<i64: 0>}
      : (tensor<5xf64>, tensor<150x5xf64>, tensor<150xf64>, tensor<5xf64>) -> (tensor<5xf64>, f64, tensor<5xf64>, f64)
  return %hv : tensor<5xf64>
}

// Solves H d = -g for d by conjugate gradients. In exact arithmetic, five iterations would suffice
// for five unknowns. Rounding errors require more.
func.func private @newton_direction(%w: tensor<5xf64>, %x: tensor<150x5xf64>, %y: tensor<150xf64>, %g: tensor<5xf64>) -> tensor<5xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rounds = arith.constant 10 : index
  %tiny = arith.constant 1.0e-300 : f64
  %start = arith.constant dense<0.0> : tensor<5xf64>
  %r0 = arith.negf %g : tensor<5xf64>
  %rr0 = func.call @dot(%r0, %r0) : (tensor<5xf64>, tensor<5xf64>) -> f64
  %d, %r, %p, %rr = scf.for %round = %c0 to %rounds step %c1
      iter_args(%d_i = %start, %r_i = %r0, %p_i = %r0, %rr_i = %rr0)
      -> (tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, f64) {
    %hp = func.call @hessian_times(%w, %x, %y, %p_i)
        : (tensor<5xf64>, tensor<150x5xf64>, tensor<150xf64>, tensor<5xf64>) -> tensor<5xf64>
    %php = func.call @dot(%p_i, %hp) : (tensor<5xf64>, tensor<5xf64>) -> f64
    // Avoid 0 / 0 once the residual is zero.
    %curvature = arith.maximumf %php, %tiny : f64
    %alpha = arith.divf %rr_i, %curvature : f64
    %minus_alpha = arith.negf %alpha : f64
    %d_n = func.call @add_scaled(%d_i, %alpha, %p_i) : (tensor<5xf64>, f64, tensor<5xf64>) -> tensor<5xf64>
    %r_n = func.call @add_scaled(%r_i, %minus_alpha, %hp) : (tensor<5xf64>, f64, tensor<5xf64>) -> tensor<5xf64>
    %rr_n = func.call @dot(%r_n, %r_n) : (tensor<5xf64>, tensor<5xf64>) -> f64
    %residual = arith.maximumf %rr_i, %tiny : f64
    %beta = arith.divf %rr_n, %residual : f64
    %p_n = func.call @add_scaled(%r_n, %beta, %p_i) : (tensor<5xf64>, f64, tensor<5xf64>) -> tensor<5xf64>
    scf.yield %d_n, %r_n, %p_n, %rr_n : tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, f64
  }
  return %d : tensor<5xf64>
}

// Returns the measures, scaled to mean 0 and standard deviation 1, and a fifth column of ones.
func.func private @standardised(%x: tensor<150x4xf64>) -> tensor<150x5xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %four = arith.constant 4 : index
  %flowers = arith.constant dense<150.0> : tensor<4xf64>
  %shape = tensor.empty() : tensor<4xf64>
  %none = linalg.fill ins(%zero : f64) outs(%shape : tensor<4xf64>) -> tensor<4xf64>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<150x4xf64>) outs(%none : tensor<4xf64>) dimensions = [0]
  %mean = arith.divf %sum, %flowers : tensor<4xf64>
  %squares = arith.mulf %x, %x : tensor<150x4xf64>
  %square_sum = linalg.reduce { arith.addf } ins(%squares : tensor<150x4xf64>) outs(%none : tensor<4xf64>) dimensions = [0]
  %mean_square = arith.divf %square_sum, %flowers : tensor<4xf64>
  %square_mean = arith.mulf %mean, %mean : tensor<4xf64>
  %variance = arith.subf %mean_square, %square_mean : tensor<4xf64>
  %deviation = math.sqrt %variance : tensor<4xf64>
  %result = tensor.generate {
  ^bb0(%i: index, %j: index):
    %is_measure = arith.cmpi ult, %j, %four : index
    %entry = scf.if %is_measure -> f64 {
      %measure = tensor.extract %x[%i, %j] : tensor<150x4xf64>
      %m = tensor.extract %mean[%j] : tensor<4xf64>
      %d = tensor.extract %deviation[%j] : tensor<4xf64>
      %centred = arith.subf %measure, %m : f64
      %scaled = arith.divf %centred, %d : f64
      scf.yield %scaled : f64
    } else {
      scf.yield %one : f64
    }
    tensor.yield %entry : f64
  } : tensor<150x5xf64>
  return %result : tensor<150x5xf64>
}

// Returns 1 for virginica, which is species 2, and 0 for other species.
func.func private @is_virginica(%species: tensor<150xi32>) -> tensor<150xf64> {
  %virginica = arith.constant dense<2> : tensor<150xi32>
  %is = arith.cmpi eq, %species, %virginica : tensor<150xi32>
  %y = arith.uitofp %is : tensor<150xi1> to tensor<150xf64>
  return %y : tensor<150xf64>
}

// Returns the fraction of flowers that the model classifies correctly.
func.func private @accuracy(%w: tensor<5xf64>, %x: tensor<150x5xf64>, %y: tensor<150xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %row = tensor.empty() : tensor<150xf64>
  %none = linalg.fill ins(%zero : f64) outs(%row : tensor<150xf64>) -> tensor<150xf64>
  %z = linalg.matvec ins(%x, %w : tensor<150x5xf64>, tensor<5xf64>) outs(%none : tensor<150xf64>) -> tensor<150xf64>
  %scalar = tensor.empty() : tensor<f64>
  %nothing = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %total = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                           iterator_types = ["reduction"]}
      ins(%z, %y : tensor<150xf64>, tensor<150xf64>) outs(%nothing : tensor<f64>) {
  ^bb0(%logit: f64, %label: f64, %sum: f64):
    %is_positive = arith.cmpf ogt, %logit, %zero : f64
    %is_virginica = arith.cmpf ogt, %label, %half : f64
    %is_right = arith.cmpi eq, %is_positive, %is_virginica : i1
    %hit = arith.select %is_right, %one, %zero : f64
    %next = arith.addf %sum, %hit : f64
    linalg.yield %next : f64
  } -> tensor<f64>
  %hits = tensor.extract %total[] : tensor<f64>
  %count = arith.constant 150.0 : f64
  %accuracy = arith.divf %hits, %count : f64
  return %accuracy : f64
}

// Fits the model in `steps` steps from zero weights. Prints the loss and the norm of its gradient
// before each step. Returns the weights.
func.func @fit(%measures: tensor<150x4xf64>, %species: tensor<150xi32>, %steps: index) -> tensor<5xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %start = arith.constant dense<0.0> : tensor<5xf64>
  %x = func.call @standardised(%measures) : (tensor<150x4xf64>) -> tensor<150x5xf64>
  %y = func.call @is_virginica(%species) : (tensor<150xi32>) -> tensor<150xf64>
  %w = scf.for %step = %c0 to %steps step %c1 iter_args(%w_i = %start) -> tensor<5xf64> {
    %g, %loss = func.call @gradient(%w_i, %x, %y)
        : (tensor<5xf64>, tensor<150x5xf64>, tensor<150xf64>) -> (tensor<5xf64>, f64)
    %square = func.call @dot(%g, %g) : (tensor<5xf64>, tensor<5xf64>) -> f64
    %norm = math.sqrt %square : f64
    vector.print str "step "
    vector.print %step : index punctuation <no_punctuation>
    vector.print str "  loss "
    vector.print %loss : f64 punctuation <no_punctuation>
    vector.print str "  gradient "
    vector.print %norm : f64
    %d = func.call @newton_direction(%w_i, %x, %y, %g)
        : (tensor<5xf64>, tensor<150x5xf64>, tensor<150xf64>, tensor<5xf64>) -> tensor<5xf64>
    %w_n = func.call @add_scaled(%w_i, %one, %d) : (tensor<5xf64>, f64, tensor<5xf64>) -> tensor<5xf64>
    scf.yield %w_n : tensor<5xf64>
  }
  %accuracy = func.call @accuracy(%w, %x, %y) : (tensor<5xf64>, tensor<150x5xf64>, tensor<150xf64>) -> f64
  vector.print str "accuracy "
  vector.print %accuracy : f64
  return %w : tensor<5xf64>
}

//===----------------------------------------------------------------------===//
// The effect of the stop
//===----------------------------------------------------------------------===//

// Returns g(w) . v for v = stop(g(w)). Reverse over reverse mode computes H v as the gradient of
// g(w) . v for a constant v. Here v depends on w and is stopped.
func.func private @along_itself(%w: tensor<5xf64>, %x: tensor<150x5xf64>, %y: tensor<150xf64>) -> f64 {
  %g, %loss = func.call @gradient(%w, %x, %y) : (tensor<5xf64>, tensor<150x5xf64>, tensor<150xf64>) -> (tensor<5xf64>, f64)
  %v = grad.stop_gradient %g {name = "direction"} : tensor<5xf64>
  %product = func.call @dot(%g, %v) : (tensor<5xf64>, tensor<5xf64>) -> f64
  return %product : f64
}

func.func private @along_itself_unstopped(%w: tensor<5xf64>, %x: tensor<150x5xf64>, %y: tensor<150xf64>) -> f64 {
  %g, %loss = func.call @gradient(%w, %x, %y) : (tensor<5xf64>, tensor<150x5xf64>, tensor<150xf64>) -> (tensor<5xf64>, f64)
  %product = func.call @dot(%g, %g) : (tensor<5xf64>, tensor<5xf64>) -> f64
  return %product : f64
}

func.func private @norm_ratio(%a: tensor<5xf64>, %b: tensor<5xf64>) -> f64 {
  %aa = func.call @dot(%a, %a) : (tensor<5xf64>, tensor<5xf64>) -> f64
  %bb = func.call @dot(%b, %b) : (tensor<5xf64>, tensor<5xf64>) -> f64
  %square = arith.divf %aa, %bb : f64
  %ratio = math.sqrt %square : f64
  return %ratio : f64
}

// Prints |grad(g . v)| / |H g| at zero weights, with v = stop(g) and with v = g.
func.func @stops(%measures: tensor<150x4xf64>, %species: tensor<150xi32>) {
  %w = arith.constant dense<0.0> : tensor<5xf64>
  %x = func.call @standardised(%measures) : (tensor<150x4xf64>) -> tensor<150x5xf64>
  %y = func.call @is_virginica(%species) : (tensor<150xi32>) -> tensor<150xf64>
  %g, %loss = func.call @gradient(%w, %x, %y) : (tensor<5xf64>, tensor<150x5xf64>, tensor<150xf64>) -> (tensor<5xf64>, f64)
  %hg = func.call @hessian_times(%w, %x, %y, %g)
      : (tensor<5xf64>, tensor<150x5xf64>, tensor<150xf64>, tensor<5xf64>) -> tensor<5xf64>
  %value, %stopped = grad.value_and_grad @along_itself(%w, %x, %y) {wrt = array<i64: 0>}
      : (tensor<5xf64>, tensor<150x5xf64>, tensor<150xf64>) -> (f64, tensor<5xf64>)
  %same_value, %unstopped = grad.value_and_grad @along_itself_unstopped(%w, %x, %y) {wrt = array<i64: 0>}
      : (tensor<5xf64>, tensor<150x5xf64>, tensor<150xf64>) -> (f64, tensor<5xf64>)
  %with = func.call @norm_ratio(%stopped, %hg) : (tensor<5xf64>, tensor<5xf64>) -> f64
  %without = func.call @norm_ratio(%unstopped, %hg) : (tensor<5xf64>, tensor<5xf64>) -> f64
  vector.print str "the gradient of g . v is "
  vector.print %with : f64 punctuation <no_punctuation>
  vector.print str " times H g with v = stop(g), "
  vector.print %without : f64 punctuation <no_punctuation>
  vector.print str " times with v = g\n"
  return
}
