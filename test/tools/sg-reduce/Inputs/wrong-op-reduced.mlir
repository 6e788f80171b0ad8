module {
  func.func private @step(%arg0: tensor<?xf64>, %arg1: tensor<?xf64>) -> tensor<?xf64> {
    %0 = wave.thrice %arg0 : tensor<?xf64>
    return %0 : tensor<?xf64>
  }
  func.func @model(%arg0: tensor<?xf64>, %arg1: tensor<?xf64>, %arg2: i1) -> tensor<?xf64> {
    %0 = call @step(%arg0, %arg1) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    return %0 : tensor<?xf64>
  }
}
