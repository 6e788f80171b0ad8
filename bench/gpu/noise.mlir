// Generates pseudorandom arrays on the device. Element i depends only on i and the seed, and
// arrays.py of the bundle computes the same elements.

// The finalizer of MurmurHash3.
func.func private @mix(%i: index, %seed: i32) -> i32 {
  %thirteen = arith.constant 13 : i32
  %sixteen = arith.constant 16 : i32
  %factor1 = arith.constant 0x85EBCA6B : i32
  %factor2 = arith.constant 0xC2B2AE35 : i32
  %low = arith.index_cast %i : index to i32
  %bits = arith.addi %low, %seed : i32
  %high1 = arith.shrui %bits, %sixteen : i32
  %mixed1 = arith.xori %bits, %high1 : i32
  %spread1 = arith.muli %mixed1, %factor1 : i32
  %high2 = arith.shrui %spread1, %thirteen : i32
  %mixed2 = arith.xori %spread1, %high2 : i32
  %spread2 = arith.muli %mixed2, %factor2 : i32
  %high3 = arith.shrui %spread2, %sixteen : i32
  %mixed3 = arith.xori %spread2, %high3 : i32
  return %mixed3 : i32
}

// Converts 24 bits of the hash to a number between -scale and scale, and adds `shift`.
func.func private @number(%i: index, %seed: i32, %scale: f32, %shift: f32) -> f32 {
  %bits = func.call @mix(%i, %seed) : (index, i32) -> i32
  %eight = arith.constant 8 : i32
  %signed = arith.shrsi %bits, %eight : i32
  %float = arith.sitofp %signed : i32 to f32
  %unit = arith.constant 1.1920928955078125e-7 : f32 // 2^-23
  %u = arith.mulf %float, %unit : f32
  %s = arith.mulf %u, %scale : f32
  %x = arith.addf %s, %shift : f32
  return %x : f32
}

#id = affine_map<(i) -> (i)>

func.func @noise_f32(%n: index, %seed: i32, %scale: f32, %shift: f32) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %x = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<?xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %v = func.call @number(%i, %seed, %scale, %shift) : (index, i32, f32, f32) -> f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  return %x : tensor<?xf32>
}

func.func @noise_bf16(%n: index, %seed: i32, %scale: f32, %shift: f32) -> tensor<?xbf16> {
  %e = tensor.empty(%n) : tensor<?xbf16>
  %x = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<?xbf16>) {
  ^bb0(%o: bf16):
    %i = linalg.index 0 : index
    %v = func.call @number(%i, %seed, %scale, %shift) : (index, i32, f32, f32) -> f32
    %b = arith.truncf %v : f32 to bf16
    linalg.yield %b : bf16
  } -> tensor<?xbf16>
  return %x : tensor<?xbf16>
}

func.func @noise_f64(%n: index, %seed: i32, %scale: f32, %shift: f32) -> tensor<?xf64> {
  %e = tensor.empty(%n) : tensor<?xf64>
  %x = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<?xf64>) {
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %v = func.call @number(%i, %seed, %scale, %shift) : (index, i32, f32, f32) -> f32
    %d = arith.extf %v : f32 to f64
    linalg.yield %d : f64
  } -> tensor<?xf64>
  return %x : tensor<?xf64>
}

// Returns integers from 0 to `below` - 1.
func.func @noise_i32(%n: index, %seed: i32, %below: i32) -> tensor<?xi32> {
  %e = tensor.empty(%n) : tensor<?xi32>
  %x = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<?xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %bits = func.call @mix(%i, %seed) : (index, i32) -> i32
    %v = arith.remui %bits, %below : i32
    linalg.yield %v : i32
  } -> tensor<?xi32>
  return %x : tensor<?xi32>
}
