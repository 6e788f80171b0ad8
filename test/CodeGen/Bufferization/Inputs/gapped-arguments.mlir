func.func private @flat(%x: tensor<?x?xf64>) -> tensor<?xf64> attributes {no_inline} {
  %c = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf64> into tensor<?xf64>
  %r = arith.mulf %c, %c : tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @operand(%x: tensor<?x?xf64>, %n: index) -> tensor<?xf64> {
  %s = tensor.extract_slice %x[0, 0] [%n, %n] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
  %r = call @flat(%s) : (tensor<?x?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

func.func private @corner(%x: tensor<?x?xf64>, %n: index) -> (tensor<?x?xf64>, tensor<?x?xf64>) attributes {no_inline} {
  %e = arith.addf %x, %x : tensor<?x?xf64>
  %s = tensor.extract_slice %e[0, 0] [%n, %n] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
  return %s, %e : tensor<?x?xf64>, tensor<?x?xf64>
}
func.func @result(%x: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %s, %e = call @corner(%x, %n) : (tensor<?x?xf64>, index) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %r = arith.addf %s, %s : tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

func.func @gradient(%x: tensor<?x?xf64>, %n: index) -> (tensor<?xf64>, tensor<?x?xf64>) {
  %c = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf64> into tensor<?xf64>
  %m = arith.muli %n, %n : index
  %cotangent = tensor.extract_slice %c[0] [%m] [1] : tensor<?xf64> to tensor<?xf64>
  %y, %dx = grad.vjp @operand(%x, %n) cotangents(%cotangent) {wrt = array<i64: 0>}
      : (tensor<?x?xf64>, index, tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>)
  return %y, %dx : tensor<?xf64>, tensor<?x?xf64>
}
