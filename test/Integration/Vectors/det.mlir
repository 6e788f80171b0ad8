// A determinant by Laplace expansion along the first row: a recursive function
// on matrices smaller by one. The results are the determinant, its gradient
// (the matrix of cofactors), and its Hessian times ones, by forward and by
// reverse over reverse. The expected values were computed by elimination in
// exact fractions.
//
// DEFINE: %{check} = sg-run %s --function=first --tolerance=1e-12
// RUN: %{check} --input=1x1xf64=-3 --expected-output=-3 --expected-output=1 \
// RUN:   --expected-output=1x1xf64=1
//
// DEFINE: %{matrix} = 5x5xf64=1 3 -1 -5 -2  3 3 0 -1 -3  -4 -1 -2 -5 5  -1 -1 -2 -3 -1 \
// DEFINE:   -1 5 0 -4 4
// DEFINE: %{gradient} = 5x5xf64=-24 -24 120 -54 -30  128 -24 -89 3 65 \
// DEFINE:   98 -54 4 -36 56  -86 66 -121 63 -41  -60 54 -42 36 -18
// RUN: %{check} --input="%{matrix}" --expected-output=114 --expected-output=-10 \
// RUN:   --expected-output="%{gradient}"
//
// DEFINE: %{hessian} = 5x5xf64=8 4 -24 6 6  -52 -11 101 -9 -29  -42 -6 76 -4 -24 \
// DEFINE:   66 13 -123 7 37  20 0 -30 0 10
// RUN: sg-run %s --function=second --tolerance=1e-12 --input="%{matrix}" \
// RUN:   --expected-output="%{hessian}" --expected-output="%{hessian}"

// The matrix without its first row and column j.
func.func @minor(%a: tensor<?x?xf64>, %j: index) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?x?xf64>
  %m = arith.subi %n, %c1 : index
  %after = arith.addi %j, %c1 : index
  %rest = arith.subi %m, %j : index
  %left = tensor.extract_slice %a[1, 0] [%m, %j] [1, 1]
      : tensor<?x?xf64> to tensor<?x?xf64>
  %right = tensor.extract_slice %a[1, %after] [%m, %rest] [1, 1]
      : tensor<?x?xf64> to tensor<?x?xf64>
  %empty = tensor.empty(%m, %m) : tensor<?x?xf64>
  %0 = tensor.insert_slice %left into %empty[0, 0] [%m, %j] [1, 1]
      : tensor<?x?xf64> into tensor<?x?xf64>
  %1 = tensor.insert_slice %right into %0[0, %j] [%m, %rest] [1, 1]
      : tensor<?x?xf64> into tensor<?x?xf64>
  return %1 : tensor<?x?xf64>
}

func.func @determinant(%a: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %a, %c0 : tensor<?x?xf64>
  %isNumber = arith.cmpi eq, %n, %c1 : index
  %result = scf.if %isNumber -> f64 {
    %number = tensor.extract %a[%c0, %c0] : tensor<?x?xf64>
    scf.yield %number : f64
  } else {
    %total, %last = scf.for %j = %c0 to %n step %c1
        iter_args(%sum = %zero, %sign = %one) -> (f64, f64) {
      %entry = tensor.extract %a[%c0, %j] : tensor<?x?xf64>
      %minor = func.call @minor(%a, %j) : (tensor<?x?xf64>, index) -> tensor<?x?xf64>
      %below = func.call @determinant(%minor) : (tensor<?x?xf64>) -> f64
      %signed = arith.mulf %sign, %entry : f64
      %term = arith.mulf %signed, %below : f64
      %next = arith.addf %sum, %term : f64
      %other = arith.negf %sign : f64
      scf.yield %next, %other : f64, f64
    }
    scf.yield %total : f64
  }
  return %result : f64
}

func.func @gradient(%a: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %determinant, %gradient = grad.value_and_grad @determinant(%a)
      : (tensor<?x?xf64>) -> (f64, tensor<?x?xf64>)
  return %gradient : tensor<?x?xf64>
}

func.func @ones_like(%a: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %a, %c0 : tensor<?x?xf64>
  %ones = tensor.splat %one[%n, %n] : tensor<?x?xf64>
  return %ones : tensor<?x?xf64>
}

// The determinant, its derivative along ones, and its gradient.
func.func @first(%a: tensor<?x?xf64>) -> (f64, f64, tensor<?x?xf64>) {
  %ones = call @ones_like(%a) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %determinant, %change = grad.jvp @determinant(%a) tangents(%ones)
      : (tensor<?x?xf64>, tensor<?x?xf64>) -> (f64, f64)
  %gradient = call @gradient(%a) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  return %determinant, %change, %gradient : f64, f64, tensor<?x?xf64>
}

func.func @second(%a: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %ones = call @ones_like(%a) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %gradient, %forward = grad.jvp @gradient(%a) tangents(%ones)
      : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %same, %reverse = grad.vjp @gradient(%a) cotangents(%ones)
      : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  return %forward, %reverse : tensor<?x?xf64>, tensor<?x?xf64>
}
