// Comparisons of elements, as a result and as the condition of a select.
func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xi1>, tensor<?xf32>) {
  %is = arith.cmpf ogt, %x, %y : tensor<?xf32>
  %larger = arith.select %is, %x, %y : tensor<?xi1>, tensor<?xf32>
  return %is, %larger : tensor<?xi1>, tensor<?xf32>
}
