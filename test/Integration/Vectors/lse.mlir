// log(sum(exp(x))), computed as a + log(sum(exp(x - a))) with a = max(x), and
// its gradient, the softmax of x. The function does not depend on the shift a,
// so stopping a must not change the result, even in ties.
//
// RUN: %python %S/convert.py %t %S/Inputs/lse_*.json
//
// DEFINE: %{case} =
// DEFINE: %{check} = sg-run %s --tolerance=1e-9 \
// DEFINE:   --input=@%t/%{case}/input.x.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.primal.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.gradient.npy --function
//
// REDEFINE: %{case} = lse_n1
// RUN: %{check}=gradient
// RUN: %{check}=gradient_with_stop
// REDEFINE: %{case} = lse_n4_allneg
// RUN: %{check}=gradient
// RUN: %{check}=gradient_with_stop
// REDEFINE: %{case} = lse_n4_ties
// RUN: %{check}=gradient
// RUN: %{check}=gradient_with_stop
// REDEFINE: %{case} = lse_n5_wide
// RUN: %{check}=gradient
// RUN: %{check}=gradient_with_stop

#each = affine_map<(i) -> (i)>
#one = affine_map<(i) -> ()>

func.func @maximum(%x: tensor<?xf64>) -> tensor<f64> {
  %least = arith.constant dense<0xFFF0000000000000> : tensor<f64>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<?xf64>)
      outs(%least : tensor<f64>) dimensions = [0]
  return %max : tensor<f64>
}

// shift + log(sum(exp(x - shift)))
func.func @log_sum_exp(%x: tensor<?xf64>, %shift: tensor<f64>) -> tensor<f64> {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.generic {
      indexing_maps = [#each, #one, #one], iterator_types = ["reduction"]}
      ins(%x, %shift : tensor<?xf64>, tensor<f64>) outs(%zero : tensor<f64>) {
  ^bb0(%xi: f64, %a: f64, %partial: f64):
    %shifted = arith.subf %xi, %a : f64
    %exp = math.exp %shifted : f64
    %next = arith.addf %partial, %exp : f64
    linalg.yield %next : f64
  } -> tensor<f64>
  %log = math.log %sum : tensor<f64>
  %result = arith.addf %shift, %log : tensor<f64>
  return %result : tensor<f64>
}

func.func @primal(%x: tensor<?xf64>) -> tensor<f64> {
  %max = call @maximum(%x) : (tensor<?xf64>) -> tensor<f64>
  %lse = call @log_sum_exp(%x, %max) : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %lse : tensor<f64>
}

func.func @primal_with_stop(%x: tensor<?xf64>) -> tensor<f64> {
  %max = call @maximum(%x) : (tensor<?xf64>) -> tensor<f64>
  %shift = grad.stop_gradient %max : tensor<f64>
  %lse = call @log_sum_exp(%x, %shift) : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %lse : tensor<f64>
}

func.func @gradient(%x: tensor<?xf64>) -> (tensor<f64>, tensor<?xf64>) {
  %lse, %dx = grad.value_and_grad @primal(%x)
      : (tensor<?xf64>) -> (tensor<f64>, tensor<?xf64>)
  return %lse, %dx : tensor<f64>, tensor<?xf64>
}

func.func @gradient_with_stop(%x: tensor<?xf64>) -> (tensor<f64>, tensor<?xf64>) {
  %lse, %dx = grad.value_and_grad @primal_with_stop(%x)
      : (tensor<?xf64>) -> (tensor<f64>, tensor<?xf64>)
  return %lse, %dx : tensor<f64>, tensor<?xf64>
}
