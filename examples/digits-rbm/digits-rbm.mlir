// Trains a restricted Boltzmann machine on handwritten digits by contrastive
// divergence with one step (CD-1): G. E. Hinton, "Training products of experts
// by minimizing contrastive divergence", Neural Computation 14(8), 2002.
//
// The machine has 64 visible units, the pixels, and 64 hidden units. Summing
// over the states of the hidden units gives the free energy of an image v:
//
//     F(v) = - a . v - sum_j log(1 + exp(b(j) + sum_i v(i) w(i, j)))
//
// CD-1 follows the gradient of F(images) - F(fantasies). The fantasies are the
// images after one step of Gibbs sampling. They depend on the weights, but CD-1
// treats them as constants: they are stopped.

#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#all = affine_map<(i, j) -> (i, j)>

// Returns element `number` of the pseudorandom sequence `stream` in [0, 1) (the finalizer of
// MurmurHash3).
func.func private @noise(%stream: index, %number: index) -> f32 {
  %many = arith.constant 8191 : index
  %start = arith.muli %stream, %many : index
  %index = arith.addi %start, %number : index
  %bits = arith.index_cast %index : index to i32
  %one = arith.constant 1 : i32
  %thirteen = arith.constant 13 : i32
  %sixteen = arith.constant 16 : i32
  %factor1 = arith.constant 0x85EBCA6B : i32
  %factor2 = arith.constant 0xC2B2AE35 : i32
  %high1 = arith.shrui %bits, %sixteen : i32
  %mixed1 = arith.xori %bits, %high1 : i32
  %spread1 = arith.muli %mixed1, %factor1 : i32
  %high2 = arith.shrui %spread1, %thirteen : i32
  %mixed2 = arith.xori %spread1, %high2 : i32
  %spread2 = arith.muli %mixed2, %factor2 : i32
  %high3 = arith.shrui %spread2, %sixteen : i32
  %hash = arith.xori %spread2, %high3 : i32
  %positive = arith.shrui %hash, %one : i32
  %float = arith.sitofp %positive : i32 to f32
  %scale = arith.constant 4.65661287e-10 : f32 // 2^-31
  %result = arith.mulf %float, %scale : f32
  return %result : f32
}

// Returns the pre-activations of the hidden units: v w + b.
func.func private @hidden_input(%v: tensor<100x64xf32>, %w: tensor<64x64xf32>, %b: tensor<64xf32>) -> tensor<100x64xf32> {
  %shape = tensor.empty() : tensor<100x64xf32>
  %bias = linalg.broadcast ins(%b : tensor<64xf32>) outs(%shape : tensor<100x64xf32>) dimensions = [0]
  %sum = linalg.matmul ins(%v, %w : tensor<100x64xf32>, tensor<64x64xf32>) outs(%bias : tensor<100x64xf32>) -> tensor<100x64xf32>
  return %sum : tensor<100x64xf32>
}

func.func private @sigmoid(%x: tensor<100x64xf32>) -> tensor<100x64xf32> {
  %one = arith.constant dense<1.0> : tensor<100x64xf32>
  %minus = arith.negf %x : tensor<100x64xf32>
  %exp = math.exp %minus : tensor<100x64xf32>
  %sum = arith.addf %one, %exp : tensor<100x64xf32>
  %result = arith.divf %one, %sum : tensor<100x64xf32>
  return %result : tensor<100x64xf32>
}

// Performs one step of Gibbs sampling: samples the hidden units given the images, then returns the
// probabilities of the pixels given the hidden units.
func.func private @fantasies(%v: tensor<100x64xf32>, %w: tensor<64x64xf32>, %a: tensor<64xf32>, %b: tensor<64xf32>,
                             %stream: index) -> tensor<100x64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %input = func.call @hidden_input(%v, %w, %b) : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>) -> tensor<100x64xf32>
  %probability = func.call @sigmoid(%input) : (tensor<100x64xf32>) -> tensor<100x64xf32>
  %shape = tensor.empty() : tensor<100x64xf32>
  %width = arith.constant 64 : index
  %hidden = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%probability : tensor<100x64xf32>) outs(%shape : tensor<100x64xf32>) {
  ^bb0(%p: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %begin = arith.muli %i, %width : index
    %number = arith.addi %begin, %j : index
    %noise = func.call @noise(%stream, %number) : (index, index) -> f32
    %is_on = arith.cmpf olt, %noise, %p : f32
    %on = arith.select %is_on, %one, %zero : f32
    linalg.yield %on : f32
  } -> tensor<100x64xf32>
  %bias = linalg.broadcast ins(%a : tensor<64xf32>) outs(%shape : tensor<100x64xf32>) dimensions = [0]
  %back = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
      ins(%hidden, %w : tensor<100x64xf32>, tensor<64x64xf32>) outs(%bias : tensor<100x64xf32>) -> tensor<100x64xf32>
  %pixels = func.call @sigmoid(%back) : (tensor<100x64xf32>) -> tensor<100x64xf32>
  return %pixels : tensor<100x64xf32>
}

func.func private @sum(%x: tensor<100x64xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %scalar = tensor.empty() : tensor<f32>
  %none = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %total = linalg.reduce { arith.addf } ins(%x : tensor<100x64xf32>) outs(%none : tensor<f32>) dimensions = [0, 1]
  %sum = tensor.extract %total[] : tensor<f32>
  return %sum : f32
}

// Returns the mean free energy of 100 images.
func.func private @free_energy(%v: tensor<100x64xf32>, %w: tensor<64x64xf32>, %a: tensor<64xf32>, %b: tensor<64xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %input = func.call @hidden_input(%v, %w, %b) : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>) -> tensor<100x64xf32>
  // Compute log(1 + exp(x)) as max(x, 0) + log1p(exp(-|x|)), which does not overflow.
  %shape = tensor.empty() : tensor<100x64xf32>
  %terms = linalg.generic {indexing_maps = [#all, #all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%input, %v, %a : tensor<100x64xf32>, tensor<100x64xf32>, tensor<64xf32>) outs(%shape : tensor<100x64xf32>) {
  ^bb0(%x: f32, %pixel: f32, %bias: f32, %out: f32):
    %size = math.absf %x : f32
    %minus = arith.negf %size : f32
    %exp = math.exp %minus : f32
    %log = math.log1p %exp : f32
    %positive = arith.maximumf %x, %zero : f32
    %softplus = arith.addf %positive, %log : f32
    %visible = arith.mulf %pixel, %bias : f32
    %term = arith.addf %softplus, %visible : f32
    linalg.yield %term : f32
  } -> tensor<100x64xf32>
  %sum = func.call @sum(%terms) : (tensor<100x64xf32>) -> f32
  %count = arith.constant -100.0 : f32
  %mean = arith.divf %sum, %count : f32
  return %mean : f32
}

// Returns F(images) - F(fantasies) and the reconstruction error: the mean squared difference of
// their pixels.
func.func private @divergence(%v: tensor<100x64xf32>, %w: tensor<64x64xf32>, %a: tensor<64xf32>, %b: tensor<64xf32>,
                              %stream: index) -> (f32, f32) {
  %fantasies = func.call @fantasies(%v, %w, %a, %b, %stream)
      : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, index) -> tensor<100x64xf32>
  %negative = grad.stop_gradient %fantasies {name = "negative_sample"} : tensor<100x64xf32>
  %up = func.call @free_energy(%v, %w, %a, %b) : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) -> f32
  %down = func.call @free_energy(%negative, %w, %a, %b) : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) -> f32
  %difference = arith.subf %up, %down : f32
  %distance = arith.subf %v, %negative : tensor<100x64xf32>
  %squares = arith.mulf %distance, %distance : tensor<100x64xf32>
  %sum = func.call @sum(%squares) : (tensor<100x64xf32>) -> f32
  %count = arith.constant 6400.0 : f32
  %error = arith.divf %sum, %count : f32
  return %difference, %error : f32, f32
}

// Returns F(images) - F(fantasies) without a stop.
func.func private @divergence_unstopped(%v: tensor<100x64xf32>, %w: tensor<64x64xf32>, %a: tensor<64xf32>, %b: tensor<64xf32>,
                                        %stream: index) -> f32 {
  %fantasies = func.call @fantasies(%v, %w, %a, %b, %stream)
      : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, index) -> tensor<100x64xf32>
  %up = func.call @free_energy(%v, %w, %a, %b) : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) -> f32
  %down = func.call @free_energy(%fantasies, %w, %a, %b) : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) -> f32
  %difference = arith.subf %up, %down : f32
  return %difference : f32
}

// Performs one step of gradient descent. Returns the reconstruction error before the step and the
// new parameters.
func.func @step(%v: tensor<100x64xf32>, %w: tensor<64x64xf32>, %a: tensor<64xf32>, %b: tensor<64xf32>, %stream: index)
    -> (f32, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %value, %error, %dw, %da, %db = grad.value_and_grad @divergence(%v, %w, %a, %b, %stream) {wrt = array<i64: 1, 2, 3>}
      : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, index)
      -> (f32, f32, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>)
  %rate1 = arith.constant dense<0.4> : tensor<64x64xf32>
  %rate2 = arith.constant dense<0.4> : tensor<64xf32>
  %step1 = arith.mulf %rate1, %dw : tensor<64x64xf32>
  %step2 = arith.mulf %rate2, %da : tensor<64xf32>
  %step3 = arith.mulf %rate2, %db : tensor<64xf32>
  %new_w = arith.subf %w, %step1 : tensor<64x64xf32>
  %new_a = arith.subf %a, %step2 : tensor<64xf32>
  %new_b = arith.subf %b, %step3 : tensor<64xf32>
  return %error, %new_w, %new_a, %new_b : f32, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>
}

// Returns batch `number` of 100 images in a fixed permutation. The stride 1009 is coprime to 1797,
// so consecutive batches visit all images.
func.func private @batch(%x: tensor<1797x64xf32>, %number: index) -> tensor<100x64xf32> {
  %count = arith.constant 1797 : index
  %stride = arith.constant 1009 : index
  %size = arith.constant 100 : index
  %first = arith.muli %number, %size : index
  %images = tensor.generate {
  ^bb0(%i: index, %j: index):
    %index = arith.addi %first, %i : index
    %scaled = arith.muli %index, %stride : index
    %row = arith.remui %scaled, %count : index
    %pixel = tensor.extract %x[%row, %j] : tensor<1797x64xf32>
    tensor.yield %pixel : f32
  } : tensor<100x64xf32>
  return %images : tensor<100x64xf32>
}

// Returns initial weights between -0.1 and 0.1.
func.func private @initial_weights() -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %width = arith.constant 64 : index
  %range = arith.constant 0.2 : f32
  %half = arith.constant 0.5 : f32
  %w = tensor.generate {
  ^bb0(%i: index, %j: index):
    %begin = arith.muli %i, %width : index
    %number = arith.addi %begin, %j : index
    %noise = func.call @noise(%c0, %number) : (index, index) -> f32
    %centred = arith.subf %noise, %half : f32
    %weight = arith.mulf %centred, %range : f32
    tensor.yield %weight : f32
  } : tensor<64x64xf32>
  return %w : tensor<64x64xf32>
}

// Trains for `epochs` epochs of 18 steps. Prints the mean reconstruction error of each epoch.
// Returns the last error and the parameters.
func.func @train(%x: tensor<1797x64xf32>, %epochs: index) -> (f32, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 18 : index
  %zero = arith.constant 0.0 : f32
  %step_count = arith.constant 18.0 : f32
  %w0 = func.call @initial_weights() : () -> tensor<64x64xf32>
  %bias0 = arith.constant dense<0.0> : tensor<64xf32>
  %error, %w, %a, %b = scf.for %epoch = %c0 to %epochs step %c1
      iter_args(%last = %zero, %w_e = %w0, %a_e = %bias0, %b_e = %bias0)
      -> (f32, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) {
    %first = arith.muli %epoch, %steps : index
    %sum, %w_n, %a_n, %b_n = scf.for %i = %c0 to %steps step %c1
        iter_args(%sum_i = %zero, %w_i = %w_e, %a_i = %a_e, %b_i = %b_e)
        -> (f32, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) {
      %number = arith.addi %first, %i : index
      %stream = arith.addi %number, %c1 : index
      %images = func.call @batch(%x, %number) : (tensor<1797x64xf32>, index) -> tensor<100x64xf32>
      %e, %w_s, %a_s, %b_s = func.call @step(%images, %w_i, %a_i, %b_i, %stream)
          : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, index)
          -> (f32, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>)
      %sum_n = arith.addf %sum_i, %e : f32
      scf.yield %sum_n, %w_s, %a_s, %b_s : f32, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>
    }
    %mean = arith.divf %sum, %step_count : f32
    %number = arith.addi %epoch, %c1 : index
    vector.print str "epoch "
    vector.print %number : index punctuation <no_punctuation>
    vector.print str "  reconstruction error "
    vector.print %mean : f32
    scf.yield %mean, %w_n, %a_n, %b_n : f32, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>
  }
  return %error, %w, %a, %b : f32, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>
}

// Draws the weights of each hidden unit as an 8x8 tile of a grey image, eight tiles in a row.
// Negative weights are dark, positive weights bright.
func.func @filters(%w: tensor<64x64xf32>) -> tensor<71x71xi8> {
  %black = arith.constant 0 : i8
  %nine = arith.constant 9 : index
  %eight = arith.constant 8 : index
  %middle = arith.constant 127.5 : f32
  %contrast = arith.constant 60.0 : f32
  %lowest = arith.constant 0.0 : f32
  %highest = arith.constant 255.0 : f32
  %image = tensor.generate {
  ^bb0(%r: index, %c: index):
    %unit_row = arith.divui %r, %nine : index
    %unit_column = arith.divui %c, %nine : index
    %pixel_row = arith.remui %r, %nine : index
    %pixel_column = arith.remui %c, %nine : index
    %is_row_gap = arith.cmpi eq, %pixel_row, %eight : index
    %is_column_gap = arith.cmpi eq, %pixel_column, %eight : index
    %is_gap = arith.ori %is_row_gap, %is_column_gap : i1
    %grey = scf.if %is_gap -> i8 {
      scf.yield %black : i8
    } else {
      %units_before = arith.muli %unit_row, %eight : index
      %unit = arith.addi %units_before, %unit_column : index
      %pixels_before = arith.muli %pixel_row, %eight : index
      %pixel = arith.addi %pixels_before, %pixel_column : index
      %weight = tensor.extract %w[%pixel, %unit] : tensor<64x64xf32>
      %scaled = arith.mulf %weight, %contrast : f32
      %value = arith.addf %middle, %scaled : f32
      %clamped = math.clampf %value to [%lowest, %highest] : f32
      %byte = arith.fptoui %clamped : f32 to i8
      scf.yield %byte : i8
    }
    tensor.yield %grey : i8
  } : tensor<71x71xi8>
  return %image : tensor<71x71xi8>
}

//===----------------------------------------------------------------------===//
// The effect of the stop
//===----------------------------------------------------------------------===//

// Returns the mean of v h, where h are the probabilities of the hidden units given v. The gradient
// in the paper is the mean over the fantasies minus the mean over the images.
func.func private @correlation(%v: tensor<100x64xf32>, %w: tensor<64x64xf32>, %b: tensor<64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %input = func.call @hidden_input(%v, %w, %b) : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>) -> tensor<100x64xf32>
  %h = func.call @sigmoid(%input) : (tensor<100x64xf32>) -> tensor<100x64xf32>
  %shape = tensor.empty() : tensor<64x64xf32>
  %none = linalg.fill ins(%zero : f32) outs(%shape : tensor<64x64xf32>) -> tensor<64x64xf32>
  %sum = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
      ins(%v, %h : tensor<100x64xf32>, tensor<100x64xf32>) outs(%none : tensor<64x64xf32>) -> tensor<64x64xf32>
  %count = arith.constant dense<100.0> : tensor<64x64xf32>
  %mean = arith.divf %sum, %count : tensor<64x64xf32>
  return %mean : tensor<64x64xf32>
}

// Returns the largest difference between entries, relative to the largest entry of `y`.
func.func private @relative_difference(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %scalar = tensor.empty() : tensor<f32>
  %none = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %difference = arith.subf %x, %y : tensor<64x64xf32>
  %distance = math.absf %difference : tensor<64x64xf32>
  %size = math.absf %y : tensor<64x64xf32>
  %most = linalg.reduce { arith.maximumf } ins(%distance : tensor<64x64xf32>) outs(%none : tensor<f32>) dimensions = [0, 1]
  %largest = linalg.reduce { arith.maximumf } ins(%size : tensor<64x64xf32>) outs(%none : tensor<f32>) dimensions = [0, 1]
  %a = tensor.extract %most[] : tensor<f32>
  %b = tensor.extract %largest[] : tensor<f32>
  %ratio = arith.divf %a, %b : f32
  return %ratio : f32
}

// Prints the relative difference of the gradient from the paper's, with and without the stop.
func.func @stops(%x: tensor<1797x64xf32>, %w: tensor<64x64xf32>, %a: tensor<64xf32>, %b: tensor<64xf32>) {
  %c0 = arith.constant 0 : index
  %v = func.call @batch(%x, %c0) : (tensor<1797x64xf32>, index) -> tensor<100x64xf32>
  %fantasies = func.call @fantasies(%v, %w, %a, %b, %c0)
      : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, index) -> tensor<100x64xf32>
  %of_images = func.call @correlation(%v, %w, %b) : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>) -> tensor<64x64xf32>
  %of_fantasies = func.call @correlation(%fantasies, %w, %b) : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>) -> tensor<64x64xf32>
  %textbook = arith.subf %of_fantasies, %of_images : tensor<64x64xf32>
  %value, %error, %stopped = grad.value_and_grad @divergence(%v, %w, %a, %b, %c0) {wrt = array<i64: 1>}
      : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, index) -> (f32, f32, tensor<64x64xf32>)
  %same_value, %unstopped = grad.value_and_grad @divergence_unstopped(%v, %w, %a, %b, %c0) {wrt = array<i64: 1>}
      : (tensor<100x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, index) -> (f32, tensor<64x64xf32>)
  %with = func.call @relative_difference(%stopped, %textbook) : (tensor<64x64xf32>, tensor<64x64xf32>) -> f32
  %without = func.call @relative_difference(%unstopped, %textbook) : (tensor<64x64xf32>, tensor<64x64xf32>) -> f32
  vector.print str "the gradient differs from <v h> of fantasies - <v h> of images by "
  vector.print %with : f32 punctuation <no_punctuation>
  vector.print str " with the stop, by "
  vector.print %without : f32 punctuation <no_punctuation>
  vector.print str " without\n"
  return
}
