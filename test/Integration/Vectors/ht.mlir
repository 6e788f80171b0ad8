// Hand tracking: the vertices of a hand, moved by its bones, minus the measured
// points. The Jacobian in the 26 parameters of the pose takes 26 forward
// passes, or one reverse pass per residual.
//
// RUN: %python %S/convert.py %t %S/Inputs/ht_adbench_test_simple.json
//
// DEFINE: %{input} = %t/ht_adbench_test_simple/input
// DEFINE: %{expected} = %t/ht_adbench_test_simple/expected
// RUN: sg-run %s --function=jacobians --tolerance=1e-9 \
// RUN:   --input=@%{input}.theta.npy \
// RUN:   --input=@%{input}.data.model.parents.npy \
// RUN:   --input=@%{input}.data.model.base_relatives.npy \
// RUN:   --input=@%{input}.data.model.inverse_base_absolutes.npy \
// RUN:   --input=@%{input}.data.model.base_positions.npy \
// RUN:   --input=@%{input}.data.model.weights.npy \
// RUN:   --input=@%{input}.data.correspondences.npy --input=@%{input}.data.points.npy \
// RUN:   --expected-output=@%{expected}.adbench_objective.npy \
// RUN:   --expected-output=@%{expected}.adbench_jacobian.npy \
// RUN:   --expected-output=@%{expected}.adbench_jacobian.npy

// There are three angles per bone. Each of the five fingers has four bones: two
// angles for the second bone, one each for the third and the fourth, none for
// the first. The wrist and the forearm, bones 0 and 21, have no angles. Finger
// f has the bones 4 f + 1 to 4 f + 4, and its parameters start at 4 f + 6.
func.func @angles(%theta: tensor<26xf64>) -> tensor<22x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %zeros = arith.constant dense<0.0> : tensor<22x3xf64>
  %angles = scf.for %f = %c0 to %c5 step %c1 iter_args(%all = %zeros) -> tensor<22x3xf64> {
    %offset = arith.muli %f, %c4 : index
    %from = arith.addi %offset, %c6 : index
    %bone = arith.addi %offset, %c2 : index
    %two = tensor.extract_slice %theta[%from] [2] [1] : tensor<26xf64> to tensor<2xf64>
    %0 = tensor.insert_slice %two into %all[%bone, 0] [1, 2] [1, 1]
        : tensor<2xf64> into tensor<22x3xf64>
    %then = arith.addi %from, %c2 : index
    %others = arith.addi %bone, %c1 : index
    %one = tensor.extract_slice %theta[%then] [2] [1] : tensor<26xf64> to tensor<2xf64>
    %1 = tensor.insert_slice %one into %0[%others, 0] [2, 1] [1, 1]
        : tensor<2xf64> into tensor<22x3xf64>
    scf.yield %1 : tensor<22x3xf64>
  }
  return %angles : tensor<22x3xf64>
}

func.func @product(%a: tensor<4x4xf64>, %b: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %zeros = arith.constant dense<0.0> : tensor<4x4xf64>
  %result = linalg.matmul ins(%a, %b : tensor<4x4xf64>, tensor<4x4xf64>)
      outs(%zeros : tensor<4x4xf64>) -> tensor<4x4xf64>
  return %result : tensor<4x4xf64>
}

// Returns the rotation about the x axis by the first angle, about y by the
// third, and about z by the second.
func.func @turn(%angles: tensor<3xf64>) -> tensor<4x4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = arith.constant 0.0 : f64
  %1 = arith.constant 1.0 : f64
  %x = tensor.extract %angles[%c0] : tensor<3xf64>
  %z = tensor.extract %angles[%c1] : tensor<3xf64>
  %y = tensor.extract %angles[%c2] : tensor<3xf64>
  %sx = math.sin %x : f64
  %cx = math.cos %x : f64
  %mx = arith.negf %sx : f64
  %sy = math.sin %y : f64
  %cy = math.cos %y : f64
  %my = arith.negf %sy : f64
  %sz = math.sin %z : f64
  %cz = math.cos %z : f64
  %mz = arith.negf %sz : f64
  %rx = tensor.from_elements %1, %0, %0, %0,  %0, %cx, %mx, %0,
                             %0, %sx, %cx, %0,  %0, %0, %0, %1 : tensor<4x4xf64>
  %ry = tensor.from_elements %cy, %0, %sy, %0,  %0, %1, %0, %0,
                             %my, %0, %cy, %0,  %0, %0, %0, %1 : tensor<4x4xf64>
  %rz = tensor.from_elements %cz, %mz, %0, %0,  %sz, %cz, %0, %0,
                             %0, %0, %1, %0,  %0, %0, %0, %1 : tensor<4x4xf64>
  %rzy = call @product(%rz, %ry) : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  %r = call @product(%rzy, %rx) : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}

// Returns the position of each bone from the position of its parent, which
// precedes the bone.
func.func @absolutes(%angles: tensor<22x3xf64>, %parents: tensor<22xi64>,
                     %relatives: tensor<22x4x4xf64>) -> tensor<22x4x4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c22 = arith.constant 22 : index
  %first = arith.constant 0 : i64
  %empty = tensor.empty() : tensor<22x4x4xf64>
  %result = scf.for %i = %c0 to %c22 step %c1
      iter_args(%known = %empty) -> tensor<22x4x4xf64> {
    %own = tensor.extract_slice %angles[%i, 0] [1, 3] [1, 1]
        : tensor<22x3xf64> to tensor<3xf64>
    %turn = func.call @turn(%own) : (tensor<3xf64>) -> tensor<4x4xf64>
    %base = tensor.extract_slice %relatives[%i, 0, 0] [1, 4, 4] [1, 1, 1]
        : tensor<22x4x4xf64> to tensor<4x4xf64>
    %relative = func.call @product(%base, %turn)
        : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    %parent = tensor.extract %parents[%i] : tensor<22xi64>
    %isRoot = arith.cmpi slt, %parent, %first : i64
    %absolute = scf.if %isRoot -> tensor<4x4xf64> {
      scf.yield %relative : tensor<4x4xf64>
    } else {
      %p = arith.index_cast %parent : i64 to index
      %above = tensor.extract_slice %known[%p, 0, 0] [1, 4, 4] [1, 1, 1]
          : tensor<22x4x4xf64> to tensor<4x4xf64>
      %both = func.call @product(%above, %relative)
          : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
      scf.yield %both : tensor<4x4xf64>
    }
    %next = tensor.insert_slice %absolute into %known[%i, 0, 0] [1, 4, 4] [1, 1, 1]
        : tensor<4x4xf64> into tensor<22x4x4xf64>
    scf.yield %next : tensor<22x4x4xf64>
  }
  return %result : tensor<22x4x4xf64>
}

// Returns the rotation about an axis by an angle, the length of the vector, or
// the identity if the length is small.
func.func @rotation(%axis: tensor<3xf64>) -> tensor<3x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %small = arith.constant 1.0e-4 : f64
  %none = arith.constant dense<0.0> : tensor<f64>
  %identity = arith.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]>
      : tensor<3x3xf64>
  %squares = linalg.dot ins(%axis, %axis : tensor<3xf64>, tensor<3xf64>)
      outs(%none : tensor<f64>) -> tensor<f64>
  %square = tensor.extract %squares[] : tensor<f64>
  %angle = math.sqrt %square : f64
  %isSmall = arith.cmpf olt, %angle, %small : f64
  %result = scf.if %isSmall -> tensor<3x3xf64> {
    scf.yield %identity : tensor<3x3xf64>
  } else {
    %angles = tensor.splat %angle : tensor<3xf64>
    %unit = arith.divf %axis, %angles : tensor<3xf64>
    %x = tensor.extract %unit[%c0] : tensor<3xf64>
    %y = tensor.extract %unit[%c1] : tensor<3xf64>
    %z = tensor.extract %unit[%c2] : tensor<3xf64>
    %s = math.sin %angle : f64
    %c = math.cos %angle : f64
    %versine = arith.subf %one, %c : f64
    // c on the diagonal, (1 - c) times the products, s times the cross product.
    %outer = linalg.generic {
        indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>,
                         affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}
        ins(%unit, %unit : tensor<3xf64>, tensor<3xf64>) outs(%identity : tensor<3x3xf64>) {
    ^bb0(%a: f64, %b: f64, %delta: f64):
      %ab = arith.mulf %a, %b : f64
      %turned = arith.mulf %ab, %versine : f64
      %still = arith.mulf %delta, %c : f64
      %sum = arith.addf %turned, %still : f64
      linalg.yield %sum : f64
    } -> tensor<3x3xf64>
    %sx = arith.mulf %s, %x : f64
    %sy = arith.mulf %s, %y : f64
    %sz = arith.mulf %s, %z : f64
    %mx = arith.negf %sx : f64
    %my = arith.negf %sy : f64
    %mz = arith.negf %sz : f64
    %zero = arith.constant 0.0 : f64
    %cross = tensor.from_elements %zero, %mz, %sy, %sz, %zero, %mx, %my, %sx, %zero
        : tensor<3x3xf64>
    %sum = arith.addf %outer, %cross : tensor<3x3xf64>
    scf.yield %sum : tensor<3x3xf64>
  }
  return %result : tensor<3x3xf64>
}

// One row per point: the measured point minus its vertex.
func.func @residual(%theta: tensor<26xf64>, %parents: tensor<22xi64>,
    %relatives: tensor<22x4x4xf64>, %inverses: tensor<22x4x4xf64>,
    %positions: tensor<?x4xf64>, %weights: tensor<?x22xf64>,
    %vertices: tensor<?xi64>, %points: tensor<?x3xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %angles = call @angles(%theta) : (tensor<26xf64>) -> tensor<22x3xf64>
  %absolutes = call @absolutes(%angles, %parents, %relatives)
      : (tensor<22x3xf64>, tensor<22xi64>, tensor<22x4x4xf64>) -> tensor<22x4x4xf64>
  %none = arith.constant dense<0.0> : tensor<22x4x4xf64>
  %transforms = linalg.batch_matmul
      ins(%absolutes, %inverses : tensor<22x4x4xf64>, tensor<22x4x4xf64>)
      outs(%none : tensor<22x4x4xf64>) -> tensor<22x4x4xf64>

  // Each vertex is moved by all bones, weighted.
  %n = tensor.dim %positions, %c0 : tensor<?x4xf64>
  %homogeneous = tensor.empty(%n) : tensor<?x4xf64>
  %still = linalg.fill ins(%zero : f64) outs(%homogeneous : tensor<?x4xf64>) -> tensor<?x4xf64>
  %moved = linalg.generic {
      indexing_maps = [affine_map<(v, i, b, j) -> (v, b)>,
                       affine_map<(v, i, b, j) -> (b, i, j)>,
                       affine_map<(v, i, b, j) -> (v, j)>,
                       affine_map<(v, i, b, j) -> (v, i)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%weights, %transforms, %positions
          : tensor<?x22xf64>, tensor<22x4x4xf64>, tensor<?x4xf64>)
      outs(%still : tensor<?x4xf64>) {
  ^bb0(%w: f64, %t: f64, %p: f64, %partial: f64):
    %tp = arith.mulf %t, %p : f64
    %part = arith.mulf %w, %tp : f64
    %next = arith.addf %partial, %part : f64
    linalg.yield %next : f64
  } -> tensor<?x4xf64>
  %skin = tensor.extract_slice %moved[0, 0] [%n, 3] [1, 1]
      : tensor<?x4xf64> to tensor<?x3xf64>

  // The whole hand is rotated, then translated.
  %axis = tensor.extract_slice %theta[0] [3] [1] : tensor<26xf64> to tensor<3xf64>
  %shift = tensor.extract_slice %theta[3] [3] [1] : tensor<26xf64> to tensor<3xf64>
  %rotation = call @rotation(%axis) : (tensor<3xf64>) -> tensor<3x3xf64>
  %empty = tensor.empty(%n) : tensor<?x3xf64>
  %shifts = linalg.broadcast ins(%shift : tensor<3xf64>) outs(%empty : tensor<?x3xf64>)
      dimensions = [0]
  %placed = linalg.matmul
      indexing_maps = [affine_map<(v, i, j) -> (v, j)>, affine_map<(v, i, j) -> (i, j)>,
                       affine_map<(v, i, j) -> (v, i)>]
      ins(%skin, %rotation : tensor<?x3xf64>, tensor<3x3xf64>)
      outs(%shifts : tensor<?x3xf64>) -> tensor<?x3xf64>

  %residual = linalg.generic {
      indexing_maps = [affine_map<(k, i) -> (k)>, affine_map<(k, i) -> (k, i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%vertices : tensor<?xi64>) outs(%points : tensor<?x3xf64>) {
  ^bb0(%vertex: i64, %point: f64):
    %v = arith.index_cast %vertex : i64 to index
    %i = linalg.index 1 : index
    %there = tensor.extract %placed[%v, %i] : tensor<?x3xf64>
    %error = arith.subf %point, %there : f64
    linalg.yield %error : f64
  } -> tensor<?x3xf64>
  %flat = tensor.collapse_shape %residual [[0, 1]] : tensor<?x3xf64> into tensor<?xf64>
  return %flat : tensor<?xf64>
}

// The residual and its Jacobian, by columns in forward mode and by rows in
// reverse mode.
func.func @jacobians(%theta: tensor<26xf64>, %parents: tensor<22xi64>,
    %relatives: tensor<22x4x4xf64>, %inverses: tensor<22x4x4xf64>,
    %positions: tensor<?x4xf64>, %weights: tensor<?x22xf64>,
    %vertices: tensor<?xi64>, %points: tensor<?x3xf64>)
    -> (tensor<?xf64>, tensor<?x26xf64>, tensor<?x26xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c26 = arith.constant 26 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %error = call @residual(%theta, %parents, %relatives, %inverses, %positions, %weights,
                          %vertices, %points)
      : (tensor<26xf64>, tensor<22xi64>, tensor<22x4x4xf64>, tensor<22x4x4xf64>,
         tensor<?x4xf64>, tensor<?x22xf64>, tensor<?xi64>, tensor<?x3xf64>) -> tensor<?xf64>
  %rows = tensor.dim %error, %c0 : tensor<?xf64>
  %unknown = tensor.empty(%rows) : tensor<?x26xf64>
  %noDirection = arith.constant dense<0.0> : tensor<26xf64>
  %forward = scf.for %j = %c0 to %c26 step %c1
      iter_args(%known = %unknown) -> tensor<?x26xf64> {
    %direction = tensor.insert %one into %noDirection[%j] : tensor<26xf64>
    %same, %column = grad.jvp @residual(%theta, %parents, %relatives, %inverses,
        %positions, %weights, %vertices, %points) tangents(%direction)
        {wrt = array<i64: 0>}
        : (tensor<26xf64>, tensor<22xi64>, tensor<22x4x4xf64>, tensor<22x4x4xf64>,
           tensor<?x4xf64>, tensor<?x22xf64>, tensor<?xi64>, tensor<?x3xf64>,
           tensor<26xf64>) -> (tensor<?xf64>, tensor<?xf64>)
    %next = tensor.insert_slice %column into %known[0, %j] [%rows, 1] [1, 1]
        : tensor<?xf64> into tensor<?x26xf64>
    scf.yield %next : tensor<?x26xf64>
  }
  %empty = tensor.empty(%rows) : tensor<?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %reverse = scf.for %i = %c0 to %rows step %c1
      iter_args(%known = %unknown) -> tensor<?x26xf64> {
    %seed = tensor.insert %one into %zeros[%i] : tensor<?xf64>
    %same, %row = grad.vjp @residual(%theta, %parents, %relatives, %inverses,
        %positions, %weights, %vertices, %points) cotangents(%seed)
        {wrt = array<i64: 0>}
        : (tensor<26xf64>, tensor<22xi64>, tensor<22x4x4xf64>, tensor<22x4x4xf64>,
           tensor<?x4xf64>, tensor<?x22xf64>, tensor<?xi64>, tensor<?x3xf64>,
           tensor<?xf64>) -> (tensor<?xf64>, tensor<26xf64>)
    %next = tensor.insert_slice %row into %known[%i, 0] [1, 26] [1, 1]
        : tensor<26xf64> into tensor<?x26xf64>
    scf.yield %next : tensor<?x26xf64>
  }
  return %error, %forward, %reverse : tensor<?xf64>, tensor<?x26xf64>, tensor<?x26xf64>
}
