// Upstream's --canonicalize (22.1.8) crashes on a valid program; see canonicalize.mlir.
//
// RUN: not --crash sg-opt %s --canonicalize

// llvm/llvm-project#188404: the insertion is in a branch that does not run.
func.func @f(%x: f32, %b: i1) -> f32 {
  %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %m = arith.constant -1 : index
  %c = arith.constant 5.0 : f32
  %s = scf.if %b -> f32 {
    %w = vector.insert %c, %v[%m] : f32 into vector<4xf32>
    %e = vector.extract %w[2] : f32 from vector<4xf32>
    scf.yield %e : f32
  } else {
    scf.yield %x : f32
  }
  return %s : f32
}
