// Attacks a classifier of digits with adversarial images, and trains a second classifier to
// resist the attack.
//
// The fast gradient sign method (I. J. Goodfellow, J. Shlens and C. Szegedy,
// "Explaining and harnessing adversarial examples", 2015) moves each pixel by
// the same small amount, in the direction in which the loss grows:
//
//     p = size * sign(d loss(x) / d x),   attacked image: x + p
//
// Adversarial training minimizes loss(x) + loss(x + p). The perturbation p depends on the weights,
// but training treats p as a constant: it is stopped.
//
// The model and the held-out images are those of ../digits-softmax.

#row = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>

// Returns the logits of a batch of any size: relu(x w1 + b1) w2 + b2.
func.func @logits(%x: tensor<?x64xf32>,
                  %w1: tensor<64x128xf32>, %b1: tensor<128xf32>,
                  %w2: tensor<128x10xf32>, %b2: tensor<10xf32>) -> tensor<?x10xf32> {
  %zero = arith.constant 0.0 : f32
  %first = arith.constant 0 : index
  %rows = tensor.dim %x, %first : tensor<?x64xf32>

  %hidden_shape = tensor.empty(%rows) : tensor<?x128xf32>
  %hidden_bias = linalg.broadcast ins(%b1 : tensor<128xf32>) outs(%hidden_shape : tensor<?x128xf32>) dimensions = [0]
  %weighed = linalg.matmul ins(%x, %w1 : tensor<?x64xf32>, tensor<64x128xf32>)
                           outs(%hidden_bias : tensor<?x128xf32>) -> tensor<?x128xf32>
  %zeros = tensor.splat %zero[%rows] : tensor<?x128xf32>
  %hidden = arith.maximumf %weighed, %zeros : tensor<?x128xf32>

  %logits_shape = tensor.empty(%rows) : tensor<?x10xf32>
  %logits_bias = linalg.broadcast ins(%b2 : tensor<10xf32>) outs(%logits_shape : tensor<?x10xf32>) dimensions = [0]
  %logits = linalg.matmul ins(%hidden, %w2 : tensor<?x128xf32>, tensor<128x10xf32>)
                          outs(%logits_bias : tensor<?x10xf32>) -> tensor<?x10xf32>
  return %logits : tensor<?x10xf32>
}

// Returns the mean cross-entropy: log(sum(exp(logits))) - logits[label].
func.func @loss(%x: tensor<?x64xf32>, %label: tensor<?xi32>,
    %w1: tensor<64x128xf32>, %b1: tensor<128xf32>, %w2: tensor<128x10xf32>, %b2: tensor<10xf32>) -> f32 {
  %first = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %minus_infinity = arith.constant 0xFF800000 : f32
  %rows = tensor.dim %x, %first : tensor<?x64xf32>
  %logits = func.call @logits(%x, %w1, %b1, %w2, %b2)
      : (tensor<?x64xf32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) -> tensor<?x10xf32>
  %lowest = tensor.splat %minus_infinity[%rows] : tensor<?xf32>
  %max = linalg.reduce { arith.maximumf } ins(%logits : tensor<?x10xf32>) outs(%lowest : tensor<?xf32>) dimensions = [1]
  %shift = grad.stop_gradient %max {name = "row_max"} : tensor<?xf32>
  %none = tensor.splat %zero[%rows] : tensor<?xf32>
  %sum = linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%logits, %shift : tensor<?x10xf32>, tensor<?xf32>) outs(%none : tensor<?xf32>) {
  ^bb0(%logit: f32, %largest: f32, %partial: f32):
    %shifted = arith.subf %logit, %largest : f32
    %exp = math.exp %shifted : f32
    %next = arith.addf %partial, %exp : f32
    linalg.yield %next : f32
  } -> tensor<?xf32>
  %log_sum = math.log %sum : tensor<?xf32>
  %shape = tensor.empty(%rows) : tensor<?xf32>
  %losses = linalg.map ins(%label, %log_sum, %shift : tensor<?xi32>, tensor<?xf32>, tensor<?xf32>) outs(%shape : tensor<?xf32>)
      (%class: i32, %log: f32, %largest: f32, %out: f32) {
    %i = linalg.index 0 : index
    %j = arith.index_cast %class : i32 to index
    %chosen = tensor.extract %logits[%i, %j] : tensor<?x10xf32>
    %shifted = arith.subf %chosen, %largest : f32
    %loss = arith.subf %log, %shifted : f32
    linalg.yield %loss : f32
  }
  %scalar = tensor.empty() : tensor<f32>
  %nothing = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %total = linalg.reduce { arith.addf } ins(%losses : tensor<?xf32>) outs(%nothing : tensor<f32>) dimensions = [0]
  %loss_sum = tensor.extract %total[] : tensor<f32>
  %number = arith.index_cast %rows : index to i32
  %count = arith.sitofp %number : i32 to f32
  %mean = arith.divf %loss_sum, %count : f32
  return %mean : f32
}

// Returns the perturbation size * sign(d loss / d x).
func.func @perturbation(%x: tensor<?x64xf32>, %label: tensor<?xi32>,
    %w1: tensor<64x128xf32>, %b1: tensor<128xf32>, %w2: tensor<128x10xf32>, %b2: tensor<10xf32>,
    %size: f32) -> tensor<?x64xf32> {
  %first = arith.constant 0 : index
  %rows = tensor.dim %x, %first : tensor<?x64xf32>
  %loss, %dx = grad.value_and_grad @loss(%x, %label, %w1, %b1, %w2, %b2) {wrt = array<i64: 0>}
      : (tensor<?x64xf32>, tensor<?xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>)
      -> (f32, tensor<?x64xf32>)
  %sizes = tensor.splat %size[%rows] : tensor<?x64xf32>
  %p = math.copysign %sizes, %dx : tensor<?x64xf32>
  return %p : tensor<?x64xf32>
}

// Returns loss(x) + loss(x + p), with p stopped.
func.func @robust_loss(%x: tensor<?x64xf32>, %label: tensor<?xi32>,
    %w1: tensor<64x128xf32>, %b1: tensor<128xf32>, %w2: tensor<128x10xf32>, %b2: tensor<10xf32>, %size: f32) -> f32 {
  %p = func.call @perturbation(%x, %label, %w1, %b1, %w2, %b2, %size)
      : (tensor<?x64xf32>, tensor<?xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>, f32)
      -> tensor<?x64xf32>
  %move = grad.stop_gradient %p {name = "opponent"} : tensor<?x64xf32>
  %attacked = arith.addf %x, %move : tensor<?x64xf32>
  %clean = func.call @loss(%x, %label, %w1, %b1, %w2, %b2)
      : (tensor<?x64xf32>, tensor<?xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) -> f32
  %under_attack = func.call @loss(%attacked, %label, %w1, %b1, %w2, %b2)
      : (tensor<?x64xf32>, tensor<?xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) -> f32
  %sum = arith.addf %clean, %under_attack : f32
  return %sum : f32
}

// Performs one step of gradient descent on the robust loss. Returns the new weights.
func.func @step(%x: tensor<?x64xf32>, %label: tensor<?xi32>,
    %w1: tensor<64x128xf32>, %b1: tensor<128xf32>, %w2: tensor<128x10xf32>, %b2: tensor<10xf32>, %size: f32)
    -> (tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) {
  %loss, %dw1, %db1, %dw2, %db2 = grad.value_and_grad @robust_loss(%x, %label, %w1, %b1, %w2, %b2, %size) {wrt = array<i64: 2, 3, 4, 5>}
      : (tensor<?x64xf32>, tensor<?xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>, f32)
      -> (f32, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>)
  %rate1 = arith.constant dense<0.25> : tensor<64x128xf32>
  %rate2 = arith.constant dense<0.25> : tensor<128xf32>
  %rate3 = arith.constant dense<0.25> : tensor<128x10xf32>
  %rate4 = arith.constant dense<0.25> : tensor<10xf32>
  %step1 = arith.mulf %rate1, %dw1 : tensor<64x128xf32>
  %step2 = arith.mulf %rate2, %db1 : tensor<128xf32>
  %step3 = arith.mulf %rate3, %dw2 : tensor<128x10xf32>
  %step4 = arith.mulf %rate4, %db2 : tensor<10xf32>
  %new_w1 = arith.subf %w1, %step1 : tensor<64x128xf32>
  %new_b1 = arith.subf %b1, %step2 : tensor<128xf32>
  %new_w2 = arith.subf %w2, %step3 : tensor<128x10xf32>
  %new_b2 = arith.subf %b2, %step4 : tensor<10xf32>
  return %new_w1, %new_b1, %new_w2, %new_b2 : tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>
}

// Returns element `number` of a fixed pseudorandom sequence in [-1, 1]
// (the finalizer of MurmurHash3).
func.func private @noise(%number: index) -> f32 {
  %bits = arith.index_cast %number : index to i32
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
  %float = arith.sitofp %hash : i32 to f32
  %scale = arith.constant 4.65661287e-10 : f32 // 2^-31
  %result = arith.mulf %float, %scale : f32
  return %result : f32
}

// Returns the batch that begins at `position` in a fixed permutation of the training images.
func.func private @batch(%x: tensor<1797x64xf32>, %label: tensor<1797xi32>, %position: index)
    -> (tensor<?x64xf32>, tensor<?xi32>) {
  // The stride 1009 is coprime to 1437, so an epoch visits each training image at most once.
  %train_count = arith.constant 1437 : index
  %stride = arith.constant 1009 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %rows = tensor.generate {
  ^bb0(%i: index):
    %index = arith.addi %position, %i : index
    %scaled = arith.muli %index, %stride : index
    %number = arith.remui %scaled, %train_count : index
    // Images 0, 5, 10, ... are held out.
    %held_out_below = arith.divui %number, %four : index
    %above = arith.addi %number, %held_out_below : index
    %row = arith.addi %above, %one : index
    tensor.yield %row : index
  } : tensor<128xindex>
  %images = tensor.generate {
  ^bb0(%i: index, %j: index):
    %row = tensor.extract %rows[%i] : tensor<128xindex>
    %pixel = tensor.extract %x[%row, %j] : tensor<1797x64xf32>
    tensor.yield %pixel : f32
  } : tensor<128x64xf32>
  %labels = tensor.generate {
  ^bb0(%i: index):
    %row = tensor.extract %rows[%i] : tensor<128xindex>
    %class = tensor.extract %label[%row] : tensor<1797xi32>
    tensor.yield %class : i32
  } : tensor<128xi32>
  %any_images = tensor.cast %images : tensor<128x64xf32> to tensor<?x64xf32>
  %any_labels = tensor.cast %labels : tensor<128xi32> to tensor<?xi32>
  return %any_images, %any_labels : tensor<?x64xf32>, tensor<?xi32>
}

// Trains for `epochs` epochs of 11 steps against perturbations of `size`. The size 0 is plain
// training.
func.func @train(%x: tensor<1797x64xf32>, %label: tensor<1797xi32>, %epochs: index, %size: f32)
    -> (tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps_per_epoch = arith.constant 11 : index
  %batch = arith.constant 128 : index
  %classes = arith.constant 10 : index

  // Initial weights are uniform with variance 1 / inputs: the range is sqrt(3 / inputs).
  %range1 = arith.constant 0.216 : f32
  %range2 = arith.constant 0.153 : f32
  %offset2 = arith.constant 8192 : index
  %init_w1 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %row = arith.muli %i, %batch : index
    %number = arith.addi %row, %j : index
    %noise = func.call @noise(%number) : (index) -> f32
    %weight = arith.mulf %noise, %range1 : f32
    tensor.yield %weight : f32
  } : tensor<64x128xf32>
  %init_w2 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %row = arith.muli %i, %classes : index
    %in_layer = arith.addi %row, %j : index
    %number = arith.addi %in_layer, %offset2 : index
    %noise = func.call @noise(%number) : (index) -> f32
    %weight = arith.mulf %noise, %range2 : f32
    tensor.yield %weight : f32
  } : tensor<128x10xf32>
  %init_b1 = arith.constant dense<0.0> : tensor<128xf32>
  %init_b2 = arith.constant dense<0.0> : tensor<10xf32>

  %steps = arith.muli %epochs, %steps_per_epoch : index
  %w1, %b1, %w2, %b2 = scf.for %step = %c0 to %steps step %c1
      iter_args(%w1_i = %init_w1, %b1_i = %init_b1, %w2_i = %init_w2, %b2_i = %init_b2)
      -> (tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) {
    %position = arith.muli %step, %batch : index
    %images, %labels = func.call @batch(%x, %label, %position)
        : (tensor<1797x64xf32>, tensor<1797xi32>, index) -> (tensor<?x64xf32>, tensor<?xi32>)
    %w1_n, %b1_n, %w2_n, %b2_n = func.call @step(%images, %labels, %w1_i, %b1_i, %w2_i, %b2_i, %size)
        : (tensor<?x64xf32>, tensor<?xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>, f32)
        -> (tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>)
    scf.yield %w1_n, %b1_n, %w2_n, %b2_n : tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>
  }
  return %w1, %b1, %w2, %b2 : tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>
}

// Returns the accuracy on the held-out images under an attack of `size`.
func.func @accuracy(%x: tensor<1797x64xf32>, %label: tensor<1797xi32>,
    %w1: tensor<64x128xf32>, %b1: tensor<128xf32>, %w2: tensor<128x10xf32>, %b2: tensor<10xf32>, %size: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus_infinity = arith.constant 0xFF800000 : f32
  %test_x = tensor.extract_slice %x[0, 0] [360, 64] [5, 1] : tensor<1797x64xf32> to tensor<360x64xf32>
  %test_label = tensor.extract_slice %label[0] [360] [5] : tensor<1797xi32> to tensor<360xi32>
  %images = tensor.cast %test_x : tensor<360x64xf32> to tensor<?x64xf32>
  %labels = tensor.cast %test_label : tensor<360xi32> to tensor<?xi32>
  %p = func.call @perturbation(%images, %labels, %w1, %b1, %w2, %b2, %size)
      : (tensor<?x64xf32>, tensor<?xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>, f32)
      -> tensor<?x64xf32>
  %attacked = arith.addf %images, %p : tensor<?x64xf32>
  %any_logits = func.call @logits(%attacked, %w1, %b1, %w2, %b2)
      : (tensor<?x64xf32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) -> tensor<?x10xf32>
  %logits = tensor.cast %any_logits : tensor<?x10xf32> to tensor<360x10xf32>

  %row = tensor.empty() : tensor<360xf32>
  %lowest = linalg.fill ins(%minus_infinity : f32) outs(%row : tensor<360xf32>) -> tensor<360xf32>
  %max = linalg.reduce { arith.maximumf } ins(%logits : tensor<360x10xf32>) outs(%lowest : tensor<360xf32>) dimensions = [1]
  %hits = linalg.map ins(%test_label, %max : tensor<360xi32>, tensor<360xf32>) outs(%row : tensor<360xf32>)
      (%class: i32, %largest: f32, %out: f32) {
    %i = linalg.index 0 : index
    %j = arith.index_cast %class : i32 to index
    %logit = tensor.extract %logits[%i, %j] : tensor<360x10xf32>
    %is_largest = arith.cmpf oeq, %logit, %largest : f32
    %hit = arith.select %is_largest, %one, %zero : f32
    linalg.yield %hit : f32
  }
  %scalar = tensor.empty() : tensor<f32>
  %none = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %total = linalg.reduce { arith.addf } ins(%hits : tensor<360xf32>) outs(%none : tensor<f32>) dimensions = [0]
  %hit_count = tensor.extract %total[] : tensor<f32>
  %count = arith.constant 360.0 : f32
  %accuracy = arith.divf %hit_count, %count : f32
  return %accuracy : f32
}

// Trains one classifier by plain and one by adversarial training. Prints the accuracies of both on
// clean and on attacked images. Returns the weights of the second classifier.
func.func @compare(%x: tensor<1797x64xf32>, %label: tensor<1797xi32>, %epochs: index, %size: f32)
    -> (tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) {
  %none = arith.constant 0.0 : f32
  %w1, %b1, %w2, %b2 = func.call @train(%x, %label, %epochs, %none)
      : (tensor<1797x64xf32>, tensor<1797xi32>, index, f32)
      -> (tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>)
  %clean = func.call @accuracy(%x, %label, %w1, %b1, %w2, %b2, %none)
      : (tensor<1797x64xf32>, tensor<1797xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>, f32) -> f32
  %attacked = func.call @accuracy(%x, %label, %w1, %b1, %w2, %b2, %size)
      : (tensor<1797x64xf32>, tensor<1797xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>, f32) -> f32
  vector.print str "plain training:       accuracy "
  vector.print %clean : f32 punctuation <no_punctuation>
  vector.print str ", under attack "
  vector.print %attacked : f32
  %r1, %c1, %r2, %c2 = func.call @train(%x, %label, %epochs, %size)
      : (tensor<1797x64xf32>, tensor<1797xi32>, index, f32)
      -> (tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>)
  %robust_clean = func.call @accuracy(%x, %label, %r1, %c1, %r2, %c2, %none)
      : (tensor<1797x64xf32>, tensor<1797xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>, f32) -> f32
  %robust_attacked = func.call @accuracy(%x, %label, %r1, %c1, %r2, %c2, %size)
      : (tensor<1797x64xf32>, tensor<1797xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>, f32) -> f32
  vector.print str "adversarial training: accuracy "
  vector.print %robust_clean : f32 punctuation <no_punctuation>
  vector.print str ", under attack "
  vector.print %robust_attacked : f32
  return %r1, %c1, %r2, %c2 : tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>
}

//===----------------------------------------------------------------------===//
// The effect of the stop
//===----------------------------------------------------------------------===//

// Returns the perturbation of the fast gradient method, size * (d loss / d x) / |d loss / d x|.
// A stop of this perturbation changes the gradient of the loss. A stop of a sign only saves time,
// because the derivative of a sign is zero.
func.func private @along_gradient(%x: tensor<?x64xf32>, %label: tensor<?xi32>,
    %w1: tensor<64x128xf32>, %b1: tensor<128xf32>, %w2: tensor<128x10xf32>, %b2: tensor<10xf32>,
    %size: f32) -> tensor<?x64xf32> {
  %first = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %first : tensor<?x64xf32>
  %loss, %dx = grad.value_and_grad @loss(%x, %label, %w1, %b1, %w2, %b2) {wrt = array<i64: 0>}
      : (tensor<?x64xf32>, tensor<?xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>)
      -> (f32, tensor<?x64xf32>)
  %squares = arith.mulf %dx, %dx : tensor<?x64xf32>
  %none = tensor.splat %zero[%rows] : tensor<?xf32>
  %sums = linalg.reduce { arith.addf } ins(%squares : tensor<?x64xf32>) outs(%none : tensor<?xf32>) dimensions = [1]
  %norms = math.sqrt %sums : tensor<?xf32>
  %shape = tensor.empty(%rows) : tensor<?x64xf32>
  %p = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%dx, %norms : tensor<?x64xf32>, tensor<?xf32>) outs(%shape : tensor<?x64xf32>) {
  ^bb0(%d: f32, %norm: f32, %out: f32):
    %unit = arith.divf %d, %norm : f32
    %moved = arith.mulf %size, %unit : f32
    linalg.yield %moved : f32
  } -> tensor<?x64xf32>
  return %p : tensor<?x64xf32>
}

func.func private @stopped_loss(%x: tensor<?x64xf32>, %label: tensor<?xi32>,
    %w1: tensor<64x128xf32>, %b1: tensor<128xf32>, %w2: tensor<128x10xf32>, %b2: tensor<10xf32>, %size: f32) -> f32 {
  %p = func.call @along_gradient(%x, %label, %w1, %b1, %w2, %b2, %size)
      : (tensor<?x64xf32>, tensor<?xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>, f32)
      -> tensor<?x64xf32>
  %move = grad.stop_gradient %p {name = "opponent"} : tensor<?x64xf32>
  %attacked = arith.addf %x, %move : tensor<?x64xf32>
  %loss = func.call @loss(%attacked, %label, %w1, %b1, %w2, %b2)
      : (tensor<?x64xf32>, tensor<?xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) -> f32
  return %loss : f32
}

func.func private @unstopped_loss(%x: tensor<?x64xf32>, %label: tensor<?xi32>,
    %w1: tensor<64x128xf32>, %b1: tensor<128xf32>, %w2: tensor<128x10xf32>, %b2: tensor<10xf32>, %size: f32) -> f32 {
  %p = func.call @along_gradient(%x, %label, %w1, %b1, %w2, %b2, %size)
      : (tensor<?x64xf32>, tensor<?xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>, f32)
      -> tensor<?x64xf32>
  %attacked = arith.addf %x, %p : tensor<?x64xf32>
  %loss = func.call @loss(%attacked, %label, %w1, %b1, %w2, %b2)
      : (tensor<?x64xf32>, tensor<?xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) -> f32
  return %loss : f32
}

// Prints how removing the stop changes the gradient with respect to the first layer's weights: the
// largest difference, relative to the largest entry.
func.func @stops(%x: tensor<1797x64xf32>, %label: tensor<1797xi32>,
    %w1: tensor<64x128xf32>, %b1: tensor<128xf32>, %w2: tensor<128x10xf32>, %b2: tensor<10xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %size = arith.constant 1.0 : f32
  %images, %labels = func.call @batch(%x, %label, %c0)
      : (tensor<1797x64xf32>, tensor<1797xi32>, index) -> (tensor<?x64xf32>, tensor<?xi32>)
  %loss, %stopped = grad.value_and_grad @stopped_loss(%images, %labels, %w1, %b1, %w2, %b2, %size) {wrt = array<i64: 2>}
      : (tensor<?x64xf32>, tensor<?xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>, f32)
      -> (f32, tensor<64x128xf32>)
  %same_loss, %unstopped = grad.value_and_grad @unstopped_loss(%images, %labels, %w1, %b1, %w2, %b2, %size) {wrt = array<i64: 2>}
      : (tensor<?x64xf32>, tensor<?xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>, f32)
      -> (f32, tensor<64x128xf32>)
  %difference = arith.subf %unstopped, %stopped : tensor<64x128xf32>
  %distance = math.absf %difference : tensor<64x128xf32>
  %entries = math.absf %stopped : tensor<64x128xf32>
  %scalar = tensor.empty() : tensor<f32>
  %none = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %most = linalg.reduce { arith.maximumf } ins(%distance : tensor<64x128xf32>) outs(%none : tensor<f32>) dimensions = [0, 1]
  %largest = linalg.reduce { arith.maximumf } ins(%entries : tensor<64x128xf32>) outs(%none : tensor<f32>) dimensions = [0, 1]
  %a = tensor.extract %most[] : tensor<f32>
  %b = tensor.extract %largest[] : tensor<f32>
  %ratio = arith.divf %a, %b : f32
  vector.print str "an opponent along the gradient itself: without the stop the gradient in the weights is off by "
  vector.print %ratio : f32
  return
}
