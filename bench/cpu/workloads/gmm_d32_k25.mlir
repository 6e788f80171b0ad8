// gmm_d32_k25: value_and_grad wrt ['alpha', 'mu', 'q', 'l'].

func.func @main(%alpha: tensor<25xf64>, %mu: tensor<25x32xf64>, %q: tensor<25x32xf64>, %l: tensor<25x496xf64>, %x: tensor<1000x32xf64>) -> tensor<f64> {
  // Q[k]: lower triangular, exp(q) on the diagonal, l below it column by column.
  %exp_q = math.exp %q : tensor<25x32xf64>
  %empty = tensor.empty() : tensor<25x32x32xf64>
  %Q = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%exp_q : tensor<25x32xf64>) outs(%empty : tensor<25x32x32xf64>) {
  ^bb0(%exp_q_e: f64, %acc: f64):
    %k = linalg.index 0 : index
    %row = linalg.index 1 : index
    %col = linalg.index 2 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %zero_idx = arith.constant 0 : index
    %width = arith.constant 61 : index
    // Column c starts at c (2 d - 1 - c) / 2, and its first row is c + 1.
    %w = arith.subi %width, %col : index
    %w_col = arith.muli %w, %col : index
    %half = arith.divsi %w_col, %two : index
    %from_row = arith.addi %half, %row : index
    %raw = arith.subi %from_row, %one : index
    %below = arith.cmpi sgt, %row, %col : index
    %on = arith.cmpi eq, %row, %col : index
    %at = arith.select %below, %raw, %zero_idx : index
    %l_e = tensor.extract %l[%k, %at] : tensor<25x496xf64>
    %none = arith.constant 0.00000000000000000e+00 : f64
    %low = arith.select %below, %l_e, %none : f64
    %elem = arith.select %on, %exp_q_e, %low : f64
    linalg.yield %elem : f64
  } -> tensor<25x32x32xf64>
  %empty_1 = tensor.empty() : tensor<25x1000x32xf64>
  %centered = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %mu : tensor<1000x32xf64>, tensor<25x32xf64>) outs(%empty_1 : tensor<25x1000x32xf64>) {
  ^bb0(%x_e: f64, %mu_e: f64, %acc_1: f64):
    %diff = arith.subf %x_e, %mu_e : f64
    linalg.yield %diff : f64
  } -> tensor<25x1000x32xf64>
  %c = arith.constant 0.00000000000000000e+00 : f64
  %empty_2 = tensor.empty() : tensor<25x1000x32xf64>
  %init = linalg.fill ins(%c : f64) outs(%empty_2 : tensor<25x1000x32xf64>) -> tensor<25x1000x32xf64>
  %Qx = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%centered, %Q : tensor<25x1000x32xf64>, tensor<25x32x32xf64>) outs(%init : tensor<25x1000x32xf64>) -> tensor<25x1000x32xf64>
  %Qx2 = arith.mulf %Qx, %Qx : tensor<25x1000x32xf64>
  %c_1 = arith.constant 0.00000000000000000e+00 : f64
  %empty_3 = tensor.empty() : tensor<25x1000xf64>
  %init_1 = linalg.fill ins(%c_1 : f64) outs(%empty_3 : tensor<25x1000xf64>) -> tensor<25x1000xf64>
  %dist = linalg.reduce { arith.addf } ins(%Qx2 : tensor<25x1000x32xf64>) outs(%init_1 : tensor<25x1000xf64>) dimensions = [2]
  %c_2 = arith.constant 0.00000000000000000e+00 : f64
  %empty_4 = tensor.empty() : tensor<25xf64>
  %init_2 = linalg.fill ins(%c_2 : f64) outs(%empty_4 : tensor<25xf64>) -> tensor<25xf64>
  %sum_q = linalg.reduce { arith.addf } ins(%q : tensor<25x32xf64>) outs(%init_2 : tensor<25xf64>) dimensions = [1]
  %weight = arith.addf %alpha, %sum_q : tensor<25xf64>
  %empty_5 = tensor.empty() : tensor<25x1000xf64>
  %terms = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%dist, %weight : tensor<25x1000xf64>, tensor<25xf64>) outs(%empty_5 : tensor<25x1000xf64>) {
  ^bb0(%dist_e: f64, %weight_e: f64, %acc_2: f64):
    %half_c = arith.constant 5.00000000000000000e-01 : f64
    %half_dist = arith.mulf %dist_e, %half_c : f64
    %log_term = arith.subf %weight_e, %half_dist : f64
    linalg.yield %log_term : f64
  } -> tensor<25x1000xf64>
  // Log-sum-exp over the components; the maximum cancels, so it is stopped.
  %c_3 = arith.constant 0xFFF0000000000000 : f64
  %empty_6 = tensor.empty() : tensor<1000xf64>
  %init_3 = linalg.fill ins(%c_3 : f64) outs(%empty_6 : tensor<1000xf64>) -> tensor<1000xf64>
  %max = linalg.reduce { arith.maximumf } ins(%terms : tensor<25x1000xf64>) outs(%init_3 : tensor<1000xf64>) dimensions = [0]
  %stopped = grad.stop_gradient %max : tensor<1000xf64>
  %empty_7 = tensor.empty() : tensor<25x1000xf64>
  %shifted = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%terms, %stopped : tensor<25x1000xf64>, tensor<1000xf64>) outs(%empty_7 : tensor<25x1000xf64>) {
  ^bb0(%terms_e: f64, %stopped_e: f64, %acc_3: f64):
    %r = arith.subf %terms_e, %stopped_e : f64
    linalg.yield %r : f64
  } -> tensor<25x1000xf64>
  %exp = math.exp %shifted : tensor<25x1000xf64>
  %c_4 = arith.constant 0.00000000000000000e+00 : f64
  %empty_8 = tensor.empty() : tensor<1000xf64>
  %init_4 = linalg.fill ins(%c_4 : f64) outs(%empty_8 : tensor<1000xf64>) -> tensor<1000xf64>
  %sumexp = linalg.reduce { arith.addf } ins(%exp : tensor<25x1000xf64>) outs(%init_4 : tensor<1000xf64>) dimensions = [0]
  %log = math.log %sumexp : tensor<1000xf64>
  %per_point = arith.addf %log, %stopped : tensor<1000xf64>
  %c_5 = arith.constant 0.00000000000000000e+00 : f64
  %empty_9 = tensor.empty() : tensor<f64>
  %init_5 = linalg.fill ins(%c_5 : f64) outs(%empty_9 : tensor<f64>) -> tensor<f64>
  %likelihood = linalg.reduce { arith.addf } ins(%per_point : tensor<1000xf64>) outs(%init_5 : tensor<f64>) dimensions = [0]
  %c_6 = arith.constant 0xFFF0000000000000 : f64
  %empty_10 = tensor.empty() : tensor<f64>
  %init_6 = linalg.fill ins(%c_6 : f64) outs(%empty_10 : tensor<f64>) -> tensor<f64>
  %alpha_max = linalg.reduce { arith.maximumf } ins(%alpha : tensor<25xf64>) outs(%init_6 : tensor<f64>) dimensions = [0]
  %stopped_1 = grad.stop_gradient %alpha_max : tensor<f64>
  %empty_11 = tensor.empty() : tensor<25xf64>
  %bcast = linalg.broadcast ins(%stopped_1 : tensor<f64>) outs(%empty_11 : tensor<25xf64>) dimensions = [0]
  %alpha_shifted = arith.subf %alpha, %bcast : tensor<25xf64>
  %alpha_exp = math.exp %alpha_shifted : tensor<25xf64>
  %c_7 = arith.constant 0.00000000000000000e+00 : f64
  %empty_12 = tensor.empty() : tensor<f64>
  %init_7 = linalg.fill ins(%c_7 : f64) outs(%empty_12 : tensor<f64>) -> tensor<f64>
  %alpha_sumexp = linalg.reduce { arith.addf } ins(%alpha_exp : tensor<25xf64>) outs(%init_7 : tensor<f64>) dimensions = [0]
  %alpha_log = math.log %alpha_sumexp : tensor<f64>
  %alpha_lse = arith.addf %alpha_log, %stopped_1 : tensor<f64>
  // Wishart prior, m = 0 and gamma = 1, and the terms without parameters.
  %exp_q2 = arith.mulf %exp_q, %exp_q : tensor<25x32xf64>
  %c_8 = arith.constant 0.00000000000000000e+00 : f64
  %empty_13 = tensor.empty() : tensor<f64>
  %init_8 = linalg.fill ins(%c_8 : f64) outs(%empty_13 : tensor<f64>) -> tensor<f64>
  %diag_norm = linalg.reduce { arith.addf } ins(%exp_q2 : tensor<25x32xf64>) outs(%init_8 : tensor<f64>) dimensions = [0, 1]
  %l2 = arith.mulf %l, %l : tensor<25x496xf64>
  %c_9 = arith.constant 0.00000000000000000e+00 : f64
  %empty_14 = tensor.empty() : tensor<f64>
  %init_9 = linalg.fill ins(%c_9 : f64) outs(%empty_14 : tensor<f64>) -> tensor<f64>
  %low_norm = linalg.reduce { arith.addf } ins(%l2 : tensor<25x496xf64>) outs(%init_9 : tensor<f64>) dimensions = [0, 1]
  %norm = arith.addf %diag_norm, %low_norm : tensor<f64>
  %cst = arith.constant dense<5.00000000000000000e-01> : tensor<f64>
  %prior = arith.mulf %norm, %cst : tensor<f64>
  %cst_1 = arith.constant dense<1.00000000000000000e+03> : tensor<f64>
  %n_alse = arith.mulf %alpha_lse, %cst_1 : tensor<f64>
  %t = arith.subf %likelihood, %n_alse : tensor<f64>
  %t_1 = arith.subf %t, %prior : tensor<f64>
  %cst_2 = arith.constant dense<-5.48857592000443983e+04> : tensor<f64>
  %loss = arith.addf %t_1, %cst_2 : tensor<f64>
  return %loss : tensor<f64>
}

func.func @bench(%alpha: tensor<25xf64>, %mu: tensor<25x32xf64>, %q: tensor<25x32xf64>, %l: tensor<25x496xf64>, %x: tensor<1000x32xf64>) -> (tensor<f64>, tensor<25xf64>, tensor<25x32xf64>, tensor<25x32xf64>, tensor<25x496xf64>) {
  %loss, %d_alpha, %d_mu, %d_q, %d_l = grad.value_and_grad @main(%alpha, %mu, %q, %l, %x) {wrt = array<i64: 0, 1, 2, 3>}
      : (tensor<25xf64>, tensor<25x32xf64>, tensor<25x32xf64>, tensor<25x496xf64>, tensor<1000x32xf64>) -> (tensor<f64>, tensor<25xf64>, tensor<25x32xf64>, tensor<25x32xf64>, tensor<25x496xf64>)
  return %loss, %d_alpha, %d_mu, %d_q, %d_l : tensor<f64>, tensor<25xf64>, tensor<25x32xf64>, tensor<25x32xf64>, tensor<25x496xf64>
}
