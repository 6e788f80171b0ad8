module {
  func.func private @f(%arg0: f64, %arg1: f64) -> f64 {
    %0 = wave.same %arg0 : f64
    return %0 : f64
  }
  func.func @slope(%arg0: f64, %arg1: f64) -> f64 {
    %0 = call @f(%arg0, %arg1) : (f64, f64) -> f64
    return %0 : f64
  }
}
