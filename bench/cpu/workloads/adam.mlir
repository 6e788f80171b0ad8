// adam: primal.

func.func @main(%p: tensor<4194304xf32>, %g: tensor<4194304xf32>, %m: tensor<4194304xf32>, %v: tensor<4194304xf32>) -> (tensor<4194304xf32>, tensor<4194304xf32>, tensor<4194304xf32>) {
  %cst = arith.constant dense<9.000000000e-01> : tensor<4194304xf32>
  %scaled = arith.mulf %m, %cst : tensor<4194304xf32>
  %cst_1 = arith.constant dense<1.000000000e-01> : tensor<4194304xf32>
  %scaled_1 = arith.mulf %g, %cst_1 : tensor<4194304xf32>
  %m_next = arith.addf %scaled, %scaled_1 : tensor<4194304xf32>
  %cst_2 = arith.constant dense<9.990000000e-01> : tensor<4194304xf32>
  %scaled_2 = arith.mulf %v, %cst_2 : tensor<4194304xf32>
  %g2 = arith.mulf %g, %g : tensor<4194304xf32>
  %cst_3 = arith.constant dense<1.000000000e-03> : tensor<4194304xf32>
  %scaled_3 = arith.mulf %g2, %cst_3 : tensor<4194304xf32>
  %v_next = arith.addf %scaled_2, %scaled_3 : tensor<4194304xf32>
  %cst_4 = arith.constant dense<1.535339933e+00> : tensor<4194304xf32>
  %m_hat = arith.mulf %m_next, %cst_4 : tensor<4194304xf32>
  %cst_5 = arith.constant dense<1.004508254e+02> : tensor<4194304xf32>
  %v_hat = arith.mulf %v_next, %cst_5 : tensor<4194304xf32>
  %root = math.sqrt %v_hat : tensor<4194304xf32>
  %eps = arith.constant dense<1.000000000e-08> : tensor<4194304xf32>
  %den = arith.addf %root, %eps : tensor<4194304xf32>
  %cst_6 = arith.constant dense<1.000000000e-03> : tensor<4194304xf32>
  %lr_m = arith.mulf %m_hat, %cst_6 : tensor<4194304xf32>
  %update = arith.divf %lr_m, %den : tensor<4194304xf32>
  %p_next = arith.subf %p, %update : tensor<4194304xf32>
  return %p_next, %m_next, %v_next : tensor<4194304xf32>, tensor<4194304xf32>, tensor<4194304xf32>
}

func.func @bench(%p: tensor<4194304xf32>, %g: tensor<4194304xf32>, %m: tensor<4194304xf32>, %v: tensor<4194304xf32>) -> (tensor<4194304xf32>, tensor<4194304xf32>, tensor<4194304xf32>) {
  %r:3 = call @main(%p, %g, %m, %v) : (tensor<4194304xf32>, tensor<4194304xf32>, tensor<4194304xf32>, tensor<4194304xf32>) -> (tensor<4194304xf32>, tensor<4194304xf32>, tensor<4194304xf32>)
  return %r#0, %r#1, %r#2 : tensor<4194304xf32>, tensor<4194304xf32>, tensor<4194304xf32>
}
