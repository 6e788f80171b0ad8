// The log posterior of a Gaussian mixture with k components in d dimensions and
// a Wishart prior, and its gradient. With Q(k) lower triangular, exp(q(k)) its
// diagonal and l(k) the rest, column by column, and nu = d + m + 1:
//
//     sum_i logsumexp_k(alpha(k) + sum_j q(k,j) - 1/2 |Q(k) (x(i) - mu(k))|^2)
//   - n (d/2 log(2 pi) + logsumexp(alpha))
//   - prior,  prior = sum_k(1/2 gamma^2 |Q(k)|^2 - m sum_j q(k,j))
//                     - k (nu d log(gamma / sqrt(2)) - log_gamma)
//
// GradBench subtracts the prior, as here; ADBench adds it.
//
// RUN: %python %S/convert.py %t %S/Inputs/gmm_*.json
//
// DEFINE: %{case} =
// DEFINE: %{arguments} = --function=gradient --tolerance=1e-9 \
// DEFINE:   --input=@%t/%{case}/input.alpha.npy --input=@%t/%{case}/input.mu.npy \
// DEFINE:   --input=@%t/%{case}/input.q.npy --input=@%t/%{case}/input.l.npy \
// DEFINE:   --input=@%t/%{case}/input.x.npy --input=@%t/%{case}/input.m.npy \
// DEFINE:   --input=@%t/%{case}/input.gamma.npy --input=@%t/%{case}/input.log_gamma.npy
// DEFINE: %{expected} =
// DEFINE: %{check} = sg-run %s %{arguments} \
// DEFINE:   --expected-output=@%t/%{case}/expected.%{expected}objective.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.%{expected}jacobian.alpha.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.%{expected}jacobian.mu.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.%{expected}jacobian.q.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.%{expected}jacobian.l.npy --input
//
// REDEFINE: %{case} = gmm_d2_k5_n1000_default
// RUN: %{check}=-1
// REDEFINE: %{case} = gmm_d3_k4_n10_m2_g0.7
// RUN: %{check}=-1
// REDEFINE: %{case} = gmm_d10_k5_n50
// RUN: %{check}=-1
// REDEFINE: %{case} = gmm_adbench_test
// REDEFINE: %{expected} = gradbench_
// RUN: %{check}=-1
// REDEFINE: %{expected} = adbench_
// RUN: %{check}=1

#vector = affine_map<(i) -> (i)>
#rows = affine_map<(i, j) -> (i)>
#columns = affine_map<(i, j) -> (j)>
#matrix = affine_map<(i, j) -> (i, j)>
#scalar1 = affine_map<(i) -> ()>
#scalar2 = affine_map<(i, j) -> ()>

// Returns Q of one component.
func.func @factors(%q: tensor<?x?xf64>, %l: tensor<?x?xf64>) -> tensor<?x?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %k = tensor.dim %q, %c0 : tensor<?x?xf64>
  %d = tensor.dim %q, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%k, %d, %d) : tensor<?x?x?xf64>
  %factors = linalg.generic {
      indexing_maps = [affine_map<(k, r, c) -> (k, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%empty : tensor<?x?x?xf64>) {
  ^bb0(%unused: f64):
    %component = linalg.index 0 : index
    %row = linalg.index 1 : index
    %column = linalg.index 2 : index
    %isDiagonal = arith.cmpi eq, %row, %column : index
    %isBelow = arith.cmpi ugt, %row, %column : index
    %entry = scf.if %isDiagonal -> f64 {
      %logarithm = tensor.extract %q[%component, %row] : tensor<?x?xf64>
      %exp = math.exp %logarithm : f64
      scf.yield %exp : f64
    } else {
      %other = scf.if %isBelow -> f64 {
        // The preceding columns hold (d - 1) + (d - 2) + ... entries.
        %long = arith.subi %d, %c1 : index
        %all = arith.muli %column, %long : index
        %before = arith.subi %column, %c1 : index
        %twice = arith.muli %column, %before : index
        %missing = arith.divsi %twice, %c2 : index
        %start = arith.subi %all, %missing : index
        %distance = arith.subi %row, %column : index
        %ahead = arith.subi %distance, %c1 : index
        %position = arith.addi %start, %ahead : index
        %below = tensor.extract %l[%component, %position] : tensor<?x?xf64>
        scf.yield %below : f64
      } else {
        scf.yield %zero : f64
      }
      scf.yield %other : f64
    }
    linalg.yield %entry : f64
  } -> tensor<?x?x?xf64>
  return %factors : tensor<?x?x?xf64>
}

// |Q(k) (x(i) - mu(k))|^2 for every i and k.
func.func @distances(%factors: tensor<?x?x?xf64>, %mu: tensor<?x?xf64>,
                     %x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %k = tensor.dim %mu, %c0 : tensor<?x?xf64>
  %d = tensor.dim %mu, %c1 : tensor<?x?xf64>
  %vectors = tensor.empty(%n, %k, %d) : tensor<?x?x?xf64>
  %noVectors = linalg.fill ins(%zero : f64) outs(%vectors : tensor<?x?x?xf64>)
      -> tensor<?x?x?xf64>
  %scaled = linalg.generic {
      indexing_maps = [affine_map<(i, k, r, c) -> (k, r, c)>,
                       affine_map<(i, k, r, c) -> (k, c)>,
                       affine_map<(i, k, r, c) -> (i, c)>,
                       affine_map<(i, k, r, c) -> (i, k, r)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%factors, %mu, %x : tensor<?x?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
      outs(%noVectors : tensor<?x?x?xf64>) {
  ^bb0(%factor: f64, %mean: f64, %xi: f64, %partial: f64):
    %centred = arith.subf %xi, %mean : f64
    %product = arith.mulf %factor, %centred : f64
    %next = arith.addf %partial, %product : f64
    linalg.yield %next : f64
  } -> tensor<?x?x?xf64>
  %pairs = tensor.empty(%n, %k) : tensor<?x?xf64>
  %noPairs = linalg.fill ins(%zero : f64) outs(%pairs : tensor<?x?xf64>) -> tensor<?x?xf64>
  %distances = linalg.generic {
      indexing_maps = [affine_map<(i, k, r) -> (i, k, r)>,
                       affine_map<(i, k, r) -> (i, k)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%scaled : tensor<?x?x?xf64>) outs(%noPairs : tensor<?x?xf64>) {
  ^bb0(%s: f64, %partial: f64):
    %square = arith.mulf %s, %s : f64
    %next = arith.addf %partial, %square : f64
    linalg.yield %next : f64
  } -> tensor<?x?xf64>
  return %distances : tensor<?x?xf64>
}

// The sum of logsumexp over the rows. The maximum that shifts a row counts as a
// constant of the derivative.
func.func @sum_of_log_sum_exp(%x: tensor<?x?xf64>) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %least = arith.constant 0xFFF0000000000000 : f64
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %leasts = linalg.fill ins(%least : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<?x?xf64>)
      outs(%leasts : tensor<?xf64>) dimensions = [1]
  %shift = grad.stop_gradient %max {name = "shift"} : tensor<?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %sums = linalg.generic {
      indexing_maps = [#matrix, #rows, #rows],
      iterator_types = ["parallel", "reduction"]}
      ins(%x, %shift : tensor<?x?xf64>, tensor<?xf64>) outs(%zeros : tensor<?xf64>) {
  ^bb0(%xij: f64, %a: f64, %partial: f64):
    %shifted = arith.subf %xij, %a : f64
    %exp = math.exp %shifted : f64
    %next = arith.addf %partial, %exp : f64
    linalg.yield %next : f64
  } -> tensor<?xf64>
  %none = arith.constant dense<0.0> : tensor<f64>
  %result = linalg.generic {
      indexing_maps = [#vector, #vector, #scalar1], iterator_types = ["reduction"]}
      ins(%sums, %shift : tensor<?xf64>, tensor<?xf64>) outs(%none : tensor<f64>) {
  ^bb0(%sum: f64, %a: f64, %partial: f64):
    %log = math.log %sum : f64
    %row = arith.addf %log, %a : f64
    %next = arith.addf %partial, %row : f64
    linalg.yield %next : f64
  } -> tensor<f64>
  return %result : tensor<f64>
}

// The part of the prior that depends on the arguments.
func.func @penalty(%q: tensor<?x?xf64>, %factors: tensor<?x?x?xf64>, %m: f64,
                   %gamma: f64) -> tensor<f64> {
  %none = arith.constant dense<0.0> : tensor<f64>
  %squares = linalg.generic {
      indexing_maps = [affine_map<(k, r, c) -> (k, r, c)>, affine_map<(k, r, c) -> ()>],
      iterator_types = ["reduction", "reduction", "reduction"]}
      ins(%factors : tensor<?x?x?xf64>) outs(%none : tensor<f64>) {
  ^bb0(%factor: f64, %partial: f64):
    %half = arith.constant 0.5 : f64
    %scaled = arith.mulf %gamma, %factor : f64
    %square = arith.mulf %scaled, %scaled : f64
    %term = arith.mulf %half, %square : f64
    %next = arith.addf %partial, %term : f64
    linalg.yield %next : f64
  } -> tensor<f64>
  %penalty = linalg.generic {
      indexing_maps = [#matrix, #scalar2], iterator_types = ["reduction", "reduction"]}
      ins(%q : tensor<?x?xf64>) outs(%squares : tensor<f64>) {
  ^bb0(%qkj: f64, %partial: f64):
    %term = arith.mulf %m, %qkj : f64
    %next = arith.subf %partial, %term : f64
    linalg.yield %next : f64
  } -> tensor<f64>
  return %penalty : tensor<f64>
}

func.func @objective(
    %alpha: tensor<?xf64>, %mu: tensor<?x?xf64>, %q: tensor<?x?xf64>,
    %l: tensor<?x?xf64>, %x: tensor<?x?xf64>, %m: i64, %gamma: f64,
    %logGamma: f64, %signOfPrior: f64) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %log2pi = arith.constant 1.8378770664093453 : f64
  %indexN = tensor.dim %x, %c0 : tensor<?x?xf64>
  %indexK = tensor.dim %mu, %c0 : tensor<?x?xf64>
  %indexD = tensor.dim %mu, %c1 : tensor<?x?xf64>
  %n = func.call @to_float(%indexN) : (index) -> f64
  %k = func.call @to_float(%indexK) : (index) -> f64
  %d = func.call @to_float(%indexD) : (index) -> f64
  %floatM = arith.sitofp %m : i64 to f64

  %factors = call @factors(%q, %l)
      : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?x?xf64>
  %distances = call @distances(%factors, %mu, %x)
      : (tensor<?x?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>

  // alpha(k) + sum_j q(k,j)
  %heights = linalg.generic {
      indexing_maps = [#matrix, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%q : tensor<?x?xf64>) outs(%alpha : tensor<?xf64>) {
  ^bb0(%qkj: f64, %partial: f64):
    %next = arith.addf %partial, %qkj : f64
    linalg.yield %next : f64
  } -> tensor<?xf64>
  %pairs = tensor.empty(%indexN, %indexK) : tensor<?x?xf64>
  %terms = linalg.generic {
      indexing_maps = [#columns, #matrix, #matrix],
      iterator_types = ["parallel", "parallel"]}
      ins(%heights, %distances : tensor<?xf64>, tensor<?x?xf64>)
      outs(%pairs : tensor<?x?xf64>) {
  ^bb0(%height: f64, %distance: f64, %unused: f64):
    %halfDistance = arith.mulf %half, %distance : f64
    %term = arith.subf %height, %halfDistance : f64
    linalg.yield %term : f64
  } -> tensor<?x?xf64>
  %likelihoods = call @sum_of_log_sum_exp(%terms) : (tensor<?x?xf64>) -> tensor<f64>
  %row = tensor.expand_shape %alpha [[0, 1]] output_shape [1, %indexK]
      : tensor<?xf64> into tensor<1x?xf64>
  %rows = tensor.cast %row : tensor<1x?xf64> to tensor<?x?xf64>
  %normaliser = call @sum_of_log_sum_exp(%rows) : (tensor<?x?xf64>) -> tensor<f64>
  %penalty = call @penalty(%q, %factors, %floatM, %gamma)
      : (tensor<?x?xf64>, tensor<?x?x?xf64>, f64, f64) -> tensor<f64>

  // k (nu d log(gamma / sqrt(2)) - log_gamma)
  %dAndM = arith.addf %d, %floatM : f64
  %nu = arith.addf %dAndM, %one : f64
  %nuD = arith.mulf %nu, %d : f64
  %root2 = math.sqrt %two : f64
  %scale = arith.divf %gamma, %root2 : f64
  %logScale = math.log %scale : f64
  %scales = arith.mulf %nuD, %logScale : f64
  %perComponent = arith.subf %scales, %logGamma : f64
  %constant = arith.mulf %k, %perComponent : f64

  %likelihood = tensor.extract %likelihoods[] : tensor<f64>
  %logWeights = tensor.extract %normaliser[] : tensor<f64>
  %varying = tensor.extract %penalty[] : tensor<f64>
  %prior = arith.subf %varying, %constant : f64
  %halfD = arith.mulf %half, %d : f64
  %volume = arith.mulf %halfD, %log2pi : f64
  %perPoint = arith.addf %volume, %logWeights : f64
  %points = arith.mulf %n, %perPoint : f64
  %difference = arith.subf %likelihood, %points : f64
  %signedPrior = arith.mulf %signOfPrior, %prior : f64
  %value = arith.addf %difference, %signedPrior : f64
  %result = tensor.from_elements %value : tensor<f64>
  return %result : tensor<f64>
}

func.func @to_float(%i: index) -> f64 {
  %integer = arith.index_cast %i : index to i64
  %float = arith.sitofp %integer : i64 to f64
  return %float : f64
}

func.func @gradient(
    %alpha: tensor<?xf64>, %mu: tensor<?x?xf64>, %q: tensor<?x?xf64>,
    %l: tensor<?x?xf64>, %x: tensor<?x?xf64>, %m: i64, %gamma: f64,
    %logGamma: f64, %signOfPrior: f64)
    -> (tensor<f64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %value, %dAlpha, %dMu, %dQ, %dL = grad.value_and_grad
      @objective(%alpha, %mu, %q, %l, %x, %m, %gamma, %logGamma, %signOfPrior)
      {wrt = array<i64: 0, 1, 2, 3>}
      : (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>,
         tensor<?x?xf64>, i64, f64, f64, f64)
      -> (tensor<f64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
  return %value, %dAlpha, %dMu, %dQ, %dL
      : tensor<f64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}
