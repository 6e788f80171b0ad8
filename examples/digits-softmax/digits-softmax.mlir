// A classifier of handwritten digits, trained with a generated gradient.
//
// The model has 64 inputs (pixels), one hidden layer of 128 ReLU units, and 10 classes.
// One image in five is held out. The training batches have 128 images.

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

// Returns the mean cross-entropy of a batch: log(sum(exp(logits))) - logits[label].
func.func @loss(%x: tensor<128x64xf32>, %label: tensor<128xi32>,
                %w1: tensor<64x128xf32>, %b1: tensor<128xf32>,
                %w2: tensor<128x10xf32>, %b2: tensor<10xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %minus_infinity = arith.constant 0xFF800000 : f32
  %images = tensor.cast %x : tensor<128x64xf32> to tensor<?x64xf32>
  %any_logits = func.call @logits(%images, %w1, %b1, %w2, %b2)
      : (tensor<?x64xf32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) -> tensor<?x10xf32>
  %logits = tensor.cast %any_logits : tensor<?x10xf32> to tensor<128x10xf32>

  // Subtract the row maximum so that exp does not overflow. The maximum cancels
  // in the loss and in its gradient, so its derivative is not needed.
  %row = tensor.empty() : tensor<128xf32>
  %lowest = linalg.fill ins(%minus_infinity : f32) outs(%row : tensor<128xf32>) -> tensor<128xf32>
  %max = linalg.reduce { arith.maximumf } ins(%logits : tensor<128x10xf32>) outs(%lowest : tensor<128xf32>) dimensions = [1]
  %shift = grad.stop_gradient %max {name = "row_max"} : tensor<128xf32>
  %logits_shape = tensor.empty() : tensor<128x10xf32>
  %shifts = linalg.broadcast ins(%shift : tensor<128xf32>) outs(%logits_shape : tensor<128x10xf32>) dimensions = [1]
  %shifted = arith.subf %logits, %shifts : tensor<128x10xf32>

  %exp = math.exp %shifted : tensor<128x10xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%row : tensor<128xf32>) -> tensor<128xf32>
  %sum = linalg.reduce { arith.addf } ins(%exp : tensor<128x10xf32>) outs(%zeros : tensor<128xf32>) dimensions = [1]
  %log_sum = math.log %sum : tensor<128xf32>
  %chosen = linalg.map ins(%label : tensor<128xi32>) outs(%row : tensor<128xf32>) (%class: i32, %out: f32) {
    %i = linalg.index 0 : index
    %j = arith.index_cast %class : i32 to index
    %logit = tensor.extract %shifted[%i, %j] : tensor<128x10xf32>
    linalg.yield %logit : f32
  }
  %losses = arith.subf %log_sum, %chosen : tensor<128xf32>
  %scalar = tensor.empty() : tensor<f32>
  %none = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %total = linalg.reduce { arith.addf } ins(%losses : tensor<128xf32>) outs(%none : tensor<f32>) dimensions = [0]
  %loss_sum = tensor.extract %total[] : tensor<f32>
  %count = arith.constant 128.0 : f32
  %mean = arith.divf %loss_sum, %count : f32
  return %mean : f32
}

// Performs one step of gradient descent. Returns the loss before the step and the new weights.
func.func @step(%x: tensor<128x64xf32>, %label: tensor<128xi32>,
                %w1: tensor<64x128xf32>, %b1: tensor<128xf32>,
                %w2: tensor<128x10xf32>, %b2: tensor<10xf32>)
    -> (f32, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) {
  %loss, %dw1, %db1, %dw2, %db2 = grad.value_and_grad @loss(%x, %label, %w1, %b1, %w2, %b2) {wrt = array<i64: 2, 3, 4, 5>}
      : (tensor<128x64xf32>, tensor<128xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>)
      -> (f32, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>)
  %rate1 = arith.constant dense<0.5> : tensor<64x128xf32>
  %rate2 = arith.constant dense<0.5> : tensor<128xf32>
  %rate3 = arith.constant dense<0.5> : tensor<128x10xf32>
  %rate4 = arith.constant dense<0.5> : tensor<10xf32>
  %step1 = arith.mulf %rate1, %dw1 : tensor<64x128xf32>
  %step2 = arith.mulf %rate2, %db1 : tensor<128xf32>
  %step3 = arith.mulf %rate3, %dw2 : tensor<128x10xf32>
  %step4 = arith.mulf %rate4, %db2 : tensor<10xf32>
  %new_w1 = arith.subf %w1, %step1 : tensor<64x128xf32>
  %new_b1 = arith.subf %b1, %step2 : tensor<128xf32>
  %new_w2 = arith.subf %w2, %step3 : tensor<128x10xf32>
  %new_b2 = arith.subf %b2, %step4 : tensor<10xf32>
  return %loss, %new_w1, %new_b1, %new_w2, %new_b2
      : f32, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>
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
    -> (tensor<128x64xf32>, tensor<128xi32>) {
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
  return %images, %labels : tensor<128x64xf32>, tensor<128xi32>
}

// Returns the fraction of held-out images whose largest logit is that of the label.
func.func @accuracy(%x: tensor<1797x64xf32>, %label: tensor<1797xi32>,
                    %w1: tensor<64x128xf32>, %b1: tensor<128xf32>,
                    %w2: tensor<128x10xf32>, %b2: tensor<10xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus_infinity = arith.constant 0xFF800000 : f32
  %test_x = tensor.extract_slice %x[0, 0] [360, 64] [5, 1] : tensor<1797x64xf32> to tensor<360x64xf32>
  %test_label = tensor.extract_slice %label[0] [360] [5] : tensor<1797xi32> to tensor<360xi32>
  %images = tensor.cast %test_x : tensor<360x64xf32> to tensor<?x64xf32>
  %any_logits = func.call @logits(%images, %w1, %b1, %w2, %b2)
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

// Trains for `epochs` epochs of 11 steps. Prints the mean loss and the test accuracy of each epoch.
// Returns the last accuracy and the weights.
func.func @train(%x: tensor<1797x64xf32>, %label: tensor<1797xi32>, %epochs: index)
    -> (f32, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 11 : index
  %batch = arith.constant 128 : index
  %classes = arith.constant 10 : index
  %zero = arith.constant 0.0 : f32

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

  %accuracy, %w1, %b1, %w2, %b2 = scf.for %epoch = %c0 to %epochs step %c1
      iter_args(%last = %zero, %w1_e = %init_w1, %b1_e = %init_b1, %w2_e = %init_w2, %b2_e = %init_b2)
      -> (f32, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) {
    %first_step = arith.muli %epoch, %steps : index
    %loss_sum, %w1_n, %b1_n, %w2_n, %b2_n = scf.for %i = %c0 to %steps step %c1
        iter_args(%loss_i = %zero, %w1_i = %w1_e, %b1_i = %b1_e, %w2_i = %w2_e, %b2_i = %b2_e)
        -> (f32, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) {
      %step = arith.addi %first_step, %i : index
      %position = arith.muli %step, %batch : index
      %images, %labels = func.call @batch(%x, %label, %position)
          : (tensor<1797x64xf32>, tensor<1797xi32>, index) -> (tensor<128x64xf32>, tensor<128xi32>)
      %loss, %w1_s, %b1_s, %w2_s, %b2_s = func.call @step(%images, %labels, %w1_i, %b1_i, %w2_i, %b2_i)
          : (tensor<128x64xf32>, tensor<128xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>)
          -> (f32, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>)
      %loss_next = arith.addf %loss_i, %loss : f32
      scf.yield %loss_next, %w1_s, %b1_s, %w2_s, %b2_s
          : f32, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>
    }
    %step_count = arith.constant 11.0 : f32
    %mean_loss = arith.divf %loss_sum, %step_count : f32
    %now = func.call @accuracy(%x, %label, %w1_n, %b1_n, %w2_n, %b2_n)
        : (tensor<1797x64xf32>, tensor<1797xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) -> f32
    %number = arith.addi %epoch, %c1 : index
    vector.print str "epoch "
    vector.print %number : index punctuation <no_punctuation>
    vector.print str "  loss "
    vector.print %mean_loss : f32 punctuation <no_punctuation>
    vector.print str "  test accuracy "
    vector.print %now : f32
    scf.yield %now, %w1_n, %b1_n, %w2_n, %b2_n
        : f32, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>
  }
  return %accuracy, %w1, %b1, %w2, %b2
      : f32, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>
}

//===----------------------------------------------------------------------===//
// The effect of the stop
//===----------------------------------------------------------------------===//

// Returns outer + log(sum(exp(logits - inner))). With the largest logit as `outer` and `inner`, the
// result is the log-sum-exp of the logits. The gradient of log-sum-exp, the softmax, sums to 1.
func.func private @log_sum_exp(%logits: tensor<10xf32>, %outer: f32, %inner: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %inners = tensor.splat %inner : tensor<10xf32>
  %shifted = arith.subf %logits, %inners : tensor<10xf32>
  %exp = math.exp %shifted : tensor<10xf32>
  %scalar = tensor.empty() : tensor<f32>
  %none = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%exp : tensor<10xf32>) outs(%none : tensor<f32>) dimensions = [0]
  %exp_sum = tensor.extract %sum[] : tensor<f32>
  %log = math.log %exp_sum : f32
  %result = arith.addf %outer, %log : f32
  return %result : f32
}

func.func private @largest(%logits: tensor<10xf32>) -> f32 {
  %minus_infinity = arith.constant 0xFF800000 : f32
  %scalar = tensor.empty() : tensor<f32>
  %lowest = linalg.fill ins(%minus_infinity : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %max = linalg.reduce { arith.maximumf } ins(%logits : tensor<10xf32>) outs(%lowest : tensor<f32>) dimensions = [0]
  %largest = tensor.extract %max[] : tensor<f32>
  return %largest : f32
}

func.func private @both_stopped(%logits: tensor<10xf32>) -> f32 {
  %max = func.call @largest(%logits) : (tensor<10xf32>) -> f32
  %shift = grad.stop_gradient %max : f32
  %result = func.call @log_sum_exp(%logits, %shift, %shift) : (tensor<10xf32>, f32, f32) -> f32
  return %result : f32
}

func.func private @none_stopped(%logits: tensor<10xf32>) -> f32 {
  %max = func.call @largest(%logits) : (tensor<10xf32>) -> f32
  %result = func.call @log_sum_exp(%logits, %max, %max) : (tensor<10xf32>, f32, f32) -> f32
  return %result : f32
}

func.func private @one_stopped(%logits: tensor<10xf32>) -> f32 {
  %max = func.call @largest(%logits) : (tensor<10xf32>) -> f32
  %shift = grad.stop_gradient %max : f32
  %result = func.call @log_sum_exp(%logits, %max, %shift) : (tensor<10xf32>, f32, f32) -> f32
  return %result : f32
}

func.func private @sum(%gradient: tensor<10xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %scalar = tensor.empty() : tensor<f32>
  %none = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %total = linalg.reduce { arith.addf } ins(%gradient : tensor<10xf32>) outs(%none : tensor<f32>) dimensions = [0]
  %sum = tensor.extract %total[] : tensor<f32>
  return %sum : f32
}

// Prints the sum of the gradient of log-sum-exp for the logits of image 0. The largest logit is
// stopped at both uses, at none, and at one.
func.func @stops(%x: tensor<1797x64xf32>,
                 %w1: tensor<64x128xf32>, %b1: tensor<128xf32>,
                 %w2: tensor<128x10xf32>, %b2: tensor<10xf32>) {
  %image = tensor.extract_slice %x[0, 0] [1, 64] [1, 1] : tensor<1797x64xf32> to tensor<1x64xf32>
  %images = tensor.cast %image : tensor<1x64xf32> to tensor<?x64xf32>
  %rows = func.call @logits(%images, %w1, %b1, %w2, %b2)
      : (tensor<?x64xf32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>) -> tensor<?x10xf32>
  %logits = tensor.extract_slice %rows[0, 0] [1, 10] [1, 1] : tensor<?x10xf32> to tensor<10xf32>
  %value_both, %d_both = grad.value_and_grad @both_stopped(%logits) : (tensor<10xf32>) -> (f32, tensor<10xf32>)
  %value_none, %d_none = grad.value_and_grad @none_stopped(%logits) : (tensor<10xf32>) -> (f32, tensor<10xf32>)
  %value_one, %d_one = grad.value_and_grad @one_stopped(%logits) : (tensor<10xf32>) -> (f32, tensor<10xf32>)
  %both = func.call @sum(%d_both) : (tensor<10xf32>) -> f32
  %none = func.call @sum(%d_none) : (tensor<10xf32>) -> f32
  %one = func.call @sum(%d_one) : (tensor<10xf32>) -> f32
  vector.print str "d log-sum-exp, summed over the logits (right: 1): maximum stopped at both uses "
  vector.print %both : f32 punctuation <no_punctuation>
  vector.print str ", at none "
  vector.print %none : f32 punctuation <no_punctuation>
  vector.print str ", at one "
  vector.print %one : f32
  return
}
