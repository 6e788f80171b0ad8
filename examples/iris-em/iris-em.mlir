// Fits a mixture of three Gaussians to Fisher's irises by expectation
// maximization (EM).
//
// The E step computes the responsibilities r(i, k): the probability that flower i
// belongs to component k, given the parameters. They are stopped. The M step
// reaches the maximum of
//
//     Q(w, mu, sigma) = sum_ik r(i, k) log(w(k) N(x(i) | mu(k), sigma(k)))
//
// in one step from its gradient (L. Xu and M. I. Jordan, "On convergence
// properties of the EM algorithm for Gaussian mixtures", Neural Computation
// 8(1), 1996). With n(k) = sum_i r(i, k) = w(k) dQ/dw(k):
//
//     w      <- n / 150
//     d      =  sigma dQ/dmu / n                    (the step of the mean)
//     mu     <- mu + d
//     sigma  <- sigma + 2 sigma dQ/dsigma sigma / n - d d^T

#flower = affine_map<(i, k) -> (i)>
#component = affine_map<(i, k) -> (k)>
#both = affine_map<(i, k) -> (i, k)>

// Applies pivot p of the sweep operator to each of three matrices (J. H. Goodnight, "A tutorial on
// the SWEEP operator", The American Statistician 33(3), 1979). Adds the logarithm of the pivot to
// `log_det`. All pivots in turn invert a positive definite matrix. The product of the pivots is the
// determinant.
func.func private @sweep(%a: tensor<3x4x4xf64>, %log_det: tensor<3xf64>, %p: index)
    -> (tensor<3x4x4xf64>, tensor<3xf64>) {
  %one = arith.constant 1.0 : f64
  %swept = tensor.generate {
  ^bb0(%k: index, %r: index, %c: index):
    %entry = tensor.extract %a[%k, %r, %c] : tensor<3x4x4xf64>
    %pivot = tensor.extract %a[%k, %p, %p] : tensor<3x4x4xf64>
    %in_row = tensor.extract %a[%k, %p, %c] : tensor<3x4x4xf64>
    %in_column = tensor.extract %a[%k, %r, %p] : tensor<3x4x4xf64>
    %is_row = arith.cmpi eq, %r, %p : index
    %is_column = arith.cmpi eq, %c, %p : index
    %inverse = arith.divf %one, %pivot : f64
    %row_entry = arith.mulf %in_row, %inverse : f64
    %column_part = arith.mulf %in_column, %inverse : f64
    %column_entry = arith.negf %column_part : f64
    %product = arith.mulf %in_column, %row_entry : f64
    %other = arith.subf %entry, %product : f64
    %in_pivot_row = arith.select %is_column, %inverse, %row_entry : f64
    %in_other_row = arith.select %is_column, %column_entry, %other : f64
    %new = arith.select %is_row, %in_pivot_row, %in_other_row : f64
    tensor.yield %new : f64
  } : tensor<3x4x4xf64>
  %new_log_det = tensor.generate {
  ^bb0(%k: index):
    %pivot = tensor.extract %a[%k, %p, %p] : tensor<3x4x4xf64>
    %log = math.log %pivot : f64
    %before = tensor.extract %log_det[%k] : tensor<3xf64>
    %sum = arith.addf %before, %log : f64
    tensor.yield %sum : f64
  } : tensor<3xf64>
  return %swept, %new_log_det : tensor<3x4x4xf64>, tensor<3xf64>
}

// Returns the inverses of three matrices, and the logarithms of their determinants.
func.func private @inverse(%a: tensor<3x4x4xf64>) -> (tensor<3x4x4xf64>, tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %none = arith.constant dense<0.0> : tensor<3xf64>
  %a0, %d0 = func.call @sweep(%a, %none, %c0) : (tensor<3x4x4xf64>, tensor<3xf64>, index) -> (tensor<3x4x4xf64>, tensor<3xf64>)
  %a1, %d1 = func.call @sweep(%a0, %d0, %c1) : (tensor<3x4x4xf64>, tensor<3xf64>, index) -> (tensor<3x4x4xf64>, tensor<3xf64>)
  %a2, %d2 = func.call @sweep(%a1, %d1, %c2) : (tensor<3x4x4xf64>, tensor<3xf64>, index) -> (tensor<3x4x4xf64>, tensor<3xf64>)
  %a3, %d3 = func.call @sweep(%a2, %d2, %c3) : (tensor<3x4x4xf64>, tensor<3xf64>, index) -> (tensor<3x4x4xf64>, tensor<3xf64>)
  return %a3, %d3 : tensor<3x4x4xf64>, tensor<3xf64>
}

// Returns log(w(k) N(x(i) | mu(k), sigma(k))) for each flower i and component k.
func.func private @log_joint(%x: tensor<150x4xf64>, %w: tensor<3xf64>, %mu: tensor<3x4xf64>,
                             %sigma: tensor<3x4x4xf64>) -> tensor<150x3xf64> {
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %constant = arith.constant 3.6757541328186907 : f64 // 2 log(2 pi)
  %precision, %log_det = func.call @inverse(%sigma) : (tensor<3x4x4xf64>) -> (tensor<3x4x4xf64>, tensor<3xf64>)

  %distance_shape = tensor.empty() : tensor<150x3xf64>
  %no_distance = linalg.fill ins(%zero : f64) outs(%distance_shape : tensor<150x3xf64>) -> tensor<150x3xf64>
  %distance = linalg.generic {
      indexing_maps = [affine_map<(i, k, r, c) -> (i, r)>, affine_map<(i, k, r, c) -> (k, r)>,
                       affine_map<(i, k, r, c) -> (k, r, c)>,
                       affine_map<(i, k, r, c) -> (i, c)>, affine_map<(i, k, r, c) -> (k, c)>,
                       affine_map<(i, k, r, c) -> (i, k)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %mu, %precision, %x, %mu
          : tensor<150x4xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>, tensor<150x4xf64>, tensor<3x4xf64>)
      outs(%no_distance : tensor<150x3xf64>) {
  ^bb0(%x_r: f64, %mu_r: f64, %p: f64, %x_c: f64, %mu_c: f64, %sum: f64):
    %left = arith.subf %x_r, %mu_r : f64
    %right = arith.subf %x_c, %mu_c : f64
    %weighed = arith.mulf %p, %right : f64
    %product = arith.mulf %left, %weighed : f64
    %next = arith.addf %sum, %product : f64
    linalg.yield %next : f64
  } -> tensor<150x3xf64>

  %log_w = math.log %w : tensor<3xf64>
  %joint_shape = tensor.empty() : tensor<150x3xf64>
  %joint = linalg.generic {indexing_maps = [#component, #component, #both, #both],
                           iterator_types = ["parallel", "parallel"]}
      ins(%log_w, %log_det, %distance : tensor<3xf64>, tensor<3xf64>, tensor<150x3xf64>)
      outs(%joint_shape : tensor<150x3xf64>) {
  ^bb0(%weight: f64, %determinant: f64, %square: f64, %out: f64):
    %exponent = arith.addf %determinant, %square : f64
    %halved = arith.mulf %half, %exponent : f64
    %density = arith.addf %halved, %constant : f64
    %log = arith.subf %weight, %density : f64
    linalg.yield %log : f64
  } -> tensor<150x3xf64>
  return %joint : tensor<150x3xf64>
}

// Returns the log-likelihood of each flower.
func.func private @log_sum_exp(%joint: tensor<150x3xf64>) -> tensor<150xf64> {
  %zero = arith.constant 0.0 : f64
  %minus_infinity = arith.constant 0xFFF0000000000000 : f64
  %row = tensor.empty() : tensor<150xf64>
  %lowest = linalg.fill ins(%minus_infinity : f64) outs(%row : tensor<150xf64>) -> tensor<150xf64>
  %max = linalg.reduce { arith.maximumf } ins(%joint : tensor<150x3xf64>) outs(%lowest : tensor<150xf64>) dimensions = [1]
  %shift = grad.stop_gradient %max {name = "row_max"} : tensor<150xf64>
  %none = linalg.fill ins(%zero : f64) outs(%row : tensor<150xf64>) -> tensor<150xf64>
  %sum = linalg.generic {indexing_maps = [#both, #flower, #flower], iterator_types = ["parallel", "reduction"]}
      ins(%joint, %shift : tensor<150x3xf64>, tensor<150xf64>) outs(%none : tensor<150xf64>) {
  ^bb0(%log: f64, %largest: f64, %partial: f64):
    %shifted = arith.subf %log, %largest : f64
    %exp = math.exp %shifted : f64
    %next = arith.addf %partial, %exp : f64
    linalg.yield %next : f64
  } -> tensor<150xf64>
  %log_sum = math.log %sum : tensor<150xf64>
  %result = arith.addf %log_sum, %shift : tensor<150xf64>
  return %result : tensor<150xf64>
}

// Performs the E step. Returns the responsibilities, and the log-likelihood of all flowers.
func.func private @responsibilities(%joint: tensor<150x3xf64>) -> (tensor<150x3xf64>, f64) {
  %zero = arith.constant 0.0 : f64
  %each = func.call @log_sum_exp(%joint) : (tensor<150x3xf64>) -> tensor<150xf64>
  %shape = tensor.empty() : tensor<150x3xf64>
  %r = linalg.generic {indexing_maps = [#both, #flower, #both], iterator_types = ["parallel", "parallel"]}
      ins(%joint, %each : tensor<150x3xf64>, tensor<150xf64>) outs(%shape : tensor<150x3xf64>) {
  ^bb0(%log: f64, %total: f64, %out: f64):
    %relative = arith.subf %log, %total : f64
    %probability = math.exp %relative : f64
    linalg.yield %probability : f64
  } -> tensor<150x3xf64>
  %scalar = tensor.empty() : tensor<f64>
  %none = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %sum = linalg.reduce { arith.addf } ins(%each : tensor<150xf64>) outs(%none : tensor<f64>) dimensions = [0]
  %likelihood = tensor.extract %sum[] : tensor<f64>
  return %r, %likelihood : tensor<150x3xf64>, f64
}

func.func private @weighed_sum(%r: tensor<150x3xf64>, %joint: tensor<150x3xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %products = arith.mulf %r, %joint : tensor<150x3xf64>
  %scalar = tensor.empty() : tensor<f64>
  %none = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %sum = linalg.reduce { arith.addf } ins(%products : tensor<150x3xf64>) outs(%none : tensor<f64>) dimensions = [0, 1]
  %result = tensor.extract %sum[] : tensor<f64>
  return %result : f64
}

// Returns Q and the log-likelihood.
func.func private @q(%x: tensor<150x4xf64>, %w: tensor<3xf64>, %mu: tensor<3x4xf64>,
                     %sigma: tensor<3x4x4xf64>) -> (f64, f64) {
  %joint = func.call @log_joint(%x, %w, %mu, %sigma)
      : (tensor<150x4xf64>, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>) -> tensor<150x3xf64>
  %r, %likelihood = func.call @responsibilities(%joint) : (tensor<150x3xf64>) -> (tensor<150x3xf64>, f64)
  %e_step = grad.stop_gradient %r {name = "e_step"} : tensor<150x3xf64>
  %q = func.call @weighed_sum(%e_step, %joint) : (tensor<150x3xf64>, tensor<150x3xf64>) -> f64
  return %q, %likelihood : f64, f64
}

// Returns Q without a stop, and the log-likelihood.
func.func private @q_unstopped(%x: tensor<150x4xf64>, %w: tensor<3xf64>, %mu: tensor<3x4xf64>,
                               %sigma: tensor<3x4x4xf64>) -> (f64, f64) {
  %joint = func.call @log_joint(%x, %w, %mu, %sigma)
      : (tensor<150x4xf64>, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>) -> tensor<150x3xf64>
  %r, %likelihood = func.call @responsibilities(%joint) : (tensor<150x3xf64>) -> (tensor<150x3xf64>, f64)
  %q = func.call @weighed_sum(%r, %joint) : (tensor<150x3xf64>, tensor<150x3xf64>) -> f64
  return %q, %likelihood : f64, f64
}

// Performs the M step from the parameters and the gradient of Q. Returns the new parameters.
func.func private @m_step(%w: tensor<3xf64>, %mu: tensor<3x4xf64>, %sigma: tensor<3x4x4xf64>,
                          %dw: tensor<3xf64>, %dmu: tensor<3x4xf64>, %dsigma: tensor<3x4x4xf64>)
    -> (tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>) {
  %zero = arith.constant 0.0 : f64
  %flowers = arith.constant dense<150.0> : tensor<3xf64>
  %n = arith.mulf %w, %dw : tensor<3xf64>
  %new_w = arith.divf %n, %flowers : tensor<3xf64>

  %mean_shape = tensor.empty() : tensor<3x4xf64>
  %no_step = linalg.fill ins(%zero : f64) outs(%mean_shape : tensor<3x4xf64>) -> tensor<3x4xf64>
  %sum_step = linalg.batch_matvec ins(%sigma, %dmu : tensor<3x4x4xf64>, tensor<3x4xf64>)
                                  outs(%no_step : tensor<3x4xf64>) -> tensor<3x4xf64>
  %n_of_mean = linalg.broadcast ins(%n : tensor<3xf64>) outs(%mean_shape : tensor<3x4xf64>) dimensions = [1]
  %step = arith.divf %sum_step, %n_of_mean : tensor<3x4xf64>
  %new_mu = arith.addf %mu, %step : tensor<3x4xf64>

  %matrix_shape = tensor.empty() : tensor<3x4x4xf64>
  %no_matrix = linalg.fill ins(%zero : f64) outs(%matrix_shape : tensor<3x4x4xf64>) -> tensor<3x4x4xf64>
  %left = linalg.batch_matmul ins(%sigma, %dsigma : tensor<3x4x4xf64>, tensor<3x4x4xf64>)
                              outs(%no_matrix : tensor<3x4x4xf64>) -> tensor<3x4x4xf64>
  %product = linalg.batch_matmul ins(%left, %sigma : tensor<3x4x4xf64>, tensor<3x4x4xf64>)
                                 outs(%no_matrix : tensor<3x4x4xf64>) -> tensor<3x4x4xf64>
  // Compute 2 a as a + a^T, so that rounding keeps the matrix symmetric.
  %new_sigma = tensor.generate {
  ^bb0(%k: index, %r: index, %c: index):
    %old = tensor.extract %sigma[%k, %r, %c] : tensor<3x4x4xf64>
    %a = tensor.extract %product[%k, %r, %c] : tensor<3x4x4xf64>
    %transposed = tensor.extract %product[%k, %c, %r] : tensor<3x4x4xf64>
    %count = tensor.extract %n[%k] : tensor<3xf64>
    %step_r = tensor.extract %step[%k, %r] : tensor<3x4xf64>
    %step_c = tensor.extract %step[%k, %c] : tensor<3x4xf64>
    %twice = arith.addf %a, %transposed : f64
    %change = arith.divf %twice, %count : f64
    %moved = arith.mulf %step_r, %step_c : f64
    %around_old_mean = arith.addf %old, %change : f64
    %new = arith.subf %around_old_mean, %moved : f64
    tensor.yield %new : f64
  } : tensor<3x4x4xf64>
  return %new_w, %new_mu, %new_sigma : tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>
}

// Performs one step of EM. Returns the log-likelihood before the step, and the new parameters.
func.func @step(%x: tensor<150x4xf64>, %w: tensor<3xf64>, %mu: tensor<3x4xf64>, %sigma: tensor<3x4x4xf64>)
    -> (f64, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>) {
  %q, %likelihood, %dw, %dmu, %dsigma = grad.value_and_grad @q(%x, %w, %mu, %sigma) {wrt = array<i64: 1, 2, 3>}
      : (tensor<150x4xf64>, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>)
      -> (f64, f64, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>)
  %new_w, %new_mu, %new_sigma = func.call @m_step(%w, %mu, %sigma, %dw, %dmu, %dsigma)
      : (tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>)
      -> (tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>)
  return %likelihood, %new_w, %new_mu, %new_sigma : f64, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>
}

func.func @step_unstopped(%x: tensor<150x4xf64>, %w: tensor<3xf64>, %mu: tensor<3x4xf64>, %sigma: tensor<3x4x4xf64>)
    -> (f64, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>) {
  %q, %likelihood, %dw, %dmu, %dsigma = grad.value_and_grad @q_unstopped(%x, %w, %mu, %sigma) {wrt = array<i64: 1, 2, 3>}
      : (tensor<150x4xf64>, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>)
      -> (f64, f64, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>)
  %new_w, %new_mu, %new_sigma = func.call @m_step(%w, %mu, %sigma, %dw, %dmu, %dsigma)
      : (tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>)
      -> (tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>)
  return %likelihood, %new_w, %new_mu, %new_sigma : f64, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>
}

// Returns the mean and the standard deviation of each measure over all flowers.
func.func private @spread(%x: tensor<150x4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %zero = arith.constant 0.0 : f64
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
  return %mean, %deviation : tensor<4xf64>, tensor<4xf64>
}

// Returns the initial parameters: equal weights; means one standard deviation below, at and above
// the mean of all flowers; covariances of 0.2 times the identity.
func.func private @start(%x: tensor<150x4xf64>) -> (tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>) {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %fifth = arith.constant 0.2 : f64
  %w = arith.constant dense<0.33333333333333333> : tensor<3xf64>
  %mean, %deviation = func.call @spread(%x) : (tensor<150x4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  %mu = tensor.generate {
  ^bb0(%k: index, %j: index):
    %number = arith.index_cast %k : index to i64
    %float = arith.sitofp %number : i64 to f64
    %side = arith.subf %float, %one : f64
    %m = tensor.extract %mean[%j] : tensor<4xf64>
    %d = tensor.extract %deviation[%j] : tensor<4xf64>
    %away = arith.mulf %side, %d : f64
    %at = arith.addf %m, %away : f64
    tensor.yield %at : f64
  } : tensor<3x4xf64>
  %sigma = tensor.generate {
  ^bb0(%k: index, %r: index, %c: index):
    %is_diagonal = arith.cmpi eq, %r, %c : index
    %entry = arith.select %is_diagonal, %fifth, %zero : f64
    tensor.yield %entry : f64
  } : tensor<3x4x4xf64>
  return %w, %mu, %sigma : tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>
}

// Returns the purity: the fraction of flowers that belong to the most frequent species of their
// component.
func.func @purity(%x: tensor<150x4xf64>, %species: tensor<150xi32>,
                  %w: tensor<3xf64>, %mu: tensor<3x4xf64>, %sigma: tensor<3x4x4xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %minus_infinity = arith.constant 0xFFF0000000000000 : f64
  %joint = func.call @log_joint(%x, %w, %mu, %sigma)
      : (tensor<150x4xf64>, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>) -> tensor<150x3xf64>
  %row = tensor.empty() : tensor<150xf64>
  %lowest = linalg.fill ins(%minus_infinity : f64) outs(%row : tensor<150xf64>) -> tensor<150xf64>
  %max = linalg.reduce { arith.maximumf } ins(%joint : tensor<150x3xf64>) outs(%lowest : tensor<150xf64>) dimensions = [1]
  // Count the flowers of species s whose most probable component is k.
  %table_shape = tensor.empty() : tensor<3x3xf64>
  %no_table = linalg.fill ins(%zero : f64) outs(%table_shape : tensor<3x3xf64>) -> tensor<3x3xf64>
  %table = linalg.generic {
      indexing_maps = [affine_map<(k, s, i) -> (i, k)>, affine_map<(k, s, i) -> (i)>,
                       affine_map<(k, s, i) -> (i)>, affine_map<(k, s, i) -> (k, s)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%joint, %max, %species : tensor<150x3xf64>, tensor<150xf64>, tensor<150xi32>)
      outs(%no_table : tensor<3x3xf64>) {
  ^bb0(%log: f64, %largest: f64, %kind: i32, %count: f64):
    %s = linalg.index 1 : index
    %number = arith.index_cast %kind : i32 to index
    %is_species = arith.cmpi eq, %s, %number : index
    %is_component = arith.cmpf oeq, %log, %largest : f64
    %is_both = arith.andi %is_species, %is_component : i1
    %hit = arith.select %is_both, %one, %zero : f64
    %next = arith.addf %count, %hit : f64
    linalg.yield %next : f64
  } -> tensor<3x3xf64>
  %components = tensor.empty() : tensor<3xf64>
  %empty = linalg.fill ins(%zero : f64) outs(%components : tensor<3xf64>) -> tensor<3xf64>
  %frequent = linalg.reduce { arith.maximumf } ins(%table : tensor<3x3xf64>) outs(%empty : tensor<3xf64>) dimensions = [1]
  %scalar = tensor.empty() : tensor<f64>
  %none = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %sum = linalg.reduce { arith.addf } ins(%frequent : tensor<3xf64>) outs(%none : tensor<f64>) dimensions = [0]
  %count = tensor.extract %sum[] : tensor<f64>
  %flowers = arith.constant 150.0 : f64
  %purity = arith.divf %count, %flowers : f64
  return %purity : f64
}

// Fits the mixture and prints the log-likelihood before each step. Returns the purity and the
// parameters.
func.func @fit(%x: tensor<150x4xf64>, %species: tensor<150xi32>, %steps: index)
    -> (f64, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w0, %mu0, %sigma0 = func.call @start(%x) : (tensor<150x4xf64>) -> (tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>)
  %minus_infinity = arith.constant 0xFFF0000000000000 : f64
  %last, %w, %mu, %sigma = scf.for %i = %c0 to %steps step %c1
      iter_args(%before = %minus_infinity, %w_i = %w0, %mu_i = %mu0, %sigma_i = %sigma0)
      -> (f64, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>) {
    %likelihood, %w_n, %mu_n, %sigma_n = func.call @step(%x, %w_i, %mu_i, %sigma_i)
        : (tensor<150x4xf64>, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>)
        -> (f64, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>)
    vector.print str "step "
    vector.print %i : index punctuation <no_punctuation>
    vector.print str "  log-likelihood "
    vector.print %likelihood : f64 punctuation <no_punctuation>
    vector.print str "  rise "
    %rise = arith.subf %likelihood, %before : f64
    vector.print %rise : f64
    scf.yield %likelihood, %w_n, %mu_n, %sigma_n : f64, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>
  }
  %purity = func.call @purity(%x, %species, %w, %mu, %sigma)
      : (tensor<150x4xf64>, tensor<150xi32>, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>) -> f64
  vector.print str "with their species: "
  vector.print %purity : f64
  return %purity, %w, %mu, %sigma : f64, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>
}

// Prints how often the log-likelihood falls in `steps` steps with the gradient of Q without a stop.
func.func @falls(%x: tensor<150x4xf64>, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %minus_infinity = arith.constant 0xFFF0000000000000 : f64
  %w0, %mu0, %sigma0 = func.call @start(%x) : (tensor<150x4xf64>) -> (tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>)
  %falls, %last, %w, %mu, %sigma = scf.for %i = %c0 to %steps step %c1
      iter_args(%count = %c0, %before = %minus_infinity, %w_i = %w0, %mu_i = %mu0, %sigma_i = %sigma0)
      -> (index, f64, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>) {
    %likelihood, %w_n, %mu_n, %sigma_n = func.call @step_unstopped(%x, %w_i, %mu_i, %sigma_i)
        : (tensor<150x4xf64>, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>)
        -> (f64, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>)
    %has_fallen = arith.cmpf olt, %likelihood, %before : f64
    %more = arith.addi %count, %c1 : index
    %next = arith.select %has_fallen, %more, %count : index
    scf.yield %next, %likelihood, %w_n, %mu_n, %sigma_n
        : index, f64, tensor<3xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>
  }
  vector.print str "without the stop: the log-likelihood falls in "
  vector.print %falls : index punctuation <no_punctuation>
  vector.print str " of "
  vector.print %steps : index punctuation <no_punctuation>
  vector.print str " steps and ends at "
  vector.print %last : f64
  return
}
