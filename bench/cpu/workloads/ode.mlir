// ode: value_and_grad wrt ['x'].

func.func @main(%x: tensor<1000xf64>) -> tensor<f64> {
  %y0 = arith.constant dense<0.00000000000000000e+00> : tensor<1000xf64>
  %ones = arith.constant dense<1.00000000000000000e+00> : tensor<1000xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 100 : index
  %y_end = scf.for %t = %c0 to %steps step %c1 iter_args(%y = %y0) -> (tensor<1000xf64>) {
    %head = tensor.extract_slice %y[0] [999] [1] : tensor<1000xf64> to tensor<999xf64>
    %prev = tensor.insert_slice %head into %ones[1] [999] [1] : tensor<999xf64> into tensor<1000xf64>
    %k = arith.mulf %x, %prev : tensor<1000xf64>
    %cst = arith.constant dense<1.00000000000000002e-02> : tensor<1000xf64>
    %scaled = arith.mulf %k, %cst : tensor<1000xf64>
    %y2 = arith.addf %y, %scaled : tensor<1000xf64>
    %head_1 = tensor.extract_slice %y2[0] [999] [1] : tensor<1000xf64> to tensor<999xf64>
    %prev_1 = tensor.insert_slice %head_1 into %ones[1] [999] [1] : tensor<999xf64> into tensor<1000xf64>
    %k_1 = arith.mulf %x, %prev_1 : tensor<1000xf64>
    %cst_1 = arith.constant dense<1.00000000000000002e-02> : tensor<1000xf64>
    %scaled_1 = arith.mulf %k_1, %cst_1 : tensor<1000xf64>
    %y3 = arith.addf %y, %scaled_1 : tensor<1000xf64>
    %head_2 = tensor.extract_slice %y3[0] [999] [1] : tensor<1000xf64> to tensor<999xf64>
    %prev_2 = tensor.insert_slice %head_2 into %ones[1] [999] [1] : tensor<999xf64> into tensor<1000xf64>
    %k_2 = arith.mulf %x, %prev_2 : tensor<1000xf64>
    %cst_2 = arith.constant dense<2.00000000000000004e-02> : tensor<1000xf64>
    %scaled_2 = arith.mulf %k_2, %cst_2 : tensor<1000xf64>
    %y4 = arith.addf %y, %scaled_2 : tensor<1000xf64>
    %head_3 = tensor.extract_slice %y4[0] [999] [1] : tensor<1000xf64> to tensor<999xf64>
    %prev_3 = tensor.insert_slice %head_3 into %ones[1] [999] [1] : tensor<999xf64> into tensor<1000xf64>
    %k_3 = arith.mulf %x, %prev_3 : tensor<1000xf64>
    %add = arith.addf %k, %k_3 : tensor<1000xf64>
    %add_1 = arith.addf %k_1, %k_2 : tensor<1000xf64>
    %cst_3 = arith.constant dense<2.00000000000000000e+00> : tensor<1000xf64>
    %scaled_3 = arith.mulf %add_1, %cst_3 : tensor<1000xf64>
    %add_2 = arith.addf %add, %scaled_3 : tensor<1000xf64>
    %cst_4 = arith.constant dense<3.33333333333333355e-03> : tensor<1000xf64>
    %scaled_4 = arith.mulf %add_2, %cst_4 : tensor<1000xf64>
    %y_next = arith.addf %y, %scaled_4 : tensor<1000xf64>
    scf.yield %y_next : tensor<1000xf64>
  }
  %c = arith.constant 0.00000000000000000e+00 : f64
  %empty = tensor.empty() : tensor<f64>
  %init = linalg.fill ins(%c : f64) outs(%empty : tensor<f64>) -> tensor<f64>
  %loss = linalg.reduce { arith.addf } ins(%y_end : tensor<1000xf64>) outs(%init : tensor<f64>) dimensions = [0]
  return %loss : tensor<f64>
}

func.func @bench(%x: tensor<1000xf64>) -> (tensor<f64>, tensor<1000xf64>) {
  %loss, %d_x = grad.value_and_grad @main(%x) {wrt = array<i64: 0>}
      : (tensor<1000xf64>) -> (tensor<f64>, tensor<1000xf64>)
  return %loss, %d_x : tensor<f64>, tensor<1000xf64>
}
