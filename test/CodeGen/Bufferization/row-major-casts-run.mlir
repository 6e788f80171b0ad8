// A slice of every second row is copied where contiguous rows are expected: as an operand of a call
// and as a result.

// DEFINE: %{run} = sg-run %s --input='4x3xf32=1 2 3 4 5 6 7 8 9 10 11 12' --input=2 --verify-against-reference=quiet
// RUN: %{run} --function=operand --expected-output='6xf32=1 2 3 7 8 9'
// RUN: %{run} --function=result --expected-output='2x3xf32=1 2 3 7 8 9'

func.func private @collapse(%x: tensor<?x?xf32>) -> tensor<?xf32> attributes {no_inline} {
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  return %flat : tensor<?xf32>
}

func.func @operand(%x: tensor<?x?xf32>, %n: index) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %columns = tensor.dim %x, %c1 : tensor<?x?xf32>
  %rows = tensor.extract_slice %x[0, 0] [%n, %columns] [2, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %r = call @collapse(%rows) : (tensor<?x?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @result(%x: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %columns = tensor.dim %x, %c1 : tensor<?x?xf32>
  %rows = tensor.extract_slice %x[0, 0] [%n, %columns] [2, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  return %rows : tensor<?x?xf32>
}
