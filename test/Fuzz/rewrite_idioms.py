"""Makes programs of idioms for rewrites.py.

An idiom is a group of ops that a single rewrite matches, and that random composition seldom
produces. Sizes, types, constants and inputs are random. A program has 16 idioms.

An idiom is text with one op per line. `@` stands for a prefix of the names of its values,
`I` and `F` for integer and float types, `N`, `M` and `L` = N * M for sizes, and
`{text|text|...}` for one of the texts. The last line names the results. The arguments are:

  %a, %b: I    %x, %y: F    %u, %v: f32    %p, %q: i1
  %n, %m: index, equal to N and M          %i, %j: index, below both
  %t: tensor<?x?xF> and %s: tensor<NxMxF>, with the same elements
"""

import random
import re

from rewrite_programs import FLOAT_TYPES, SPECIAL, limits, width

INDICES = """
@l = affine.linearize_index {disjoint |}[%i, %j, {%i|%j}] by (8, {5|6|%n}, 5) : index
@d:{3 = affine.delinearize_index @l into (3, 6, 5) : index, index, index|3 = affine.delinearize_index @l into (6, 5) : index, index, index|2 = affine.delinearize_index @l into (4, 5) : index, index}
-> @d#0, @d#1 : index, index

@l = affine.linearize_index disjoint [%i, %j, %j] by ({7|9}, %n, 5) : index
@d:3 = affine.delinearize_index @l into ({8|3|11}, %n, 5) : index, index, index
-> @d#0, @d#1, @d#2 : index, index, index

@z = arith.constant 0 : index
@l = affine.linearize_index {disjoint |}[@z, %i, %j] by ({7, |}%n, {%m|5}) : index
-> @l : index

@l = affine.{min|max} affine_map<(d0)[s0] -> ({d0 + 7, s0, 3|s0 + d0 + 2, d0, s0|5, s0 * 2 + d0, d0 - 1})>(%i)[%n]
-> @l : index
"""

INTEGERS = """
@s, @o = arith.addui_extended %a, %b : I, i1
-> @s : I

@c = arith.constant {0|CONSTANT} : I
@s, @o = arith.addui_extended {%a|@c}, @c : I, i1
-> @s, @o : I, i1

@l, @h = arith.{mulsi_extended|mului_extended} %a, %b : I
-> @l : I

@c = arith.constant {0|1|CONSTANT} : I
@d = arith.constant CONSTANT : I
@l, @h = arith.{mulsi_extended|mului_extended} {%a|@d}, @c : I
-> @l, @h : I, I

@f = arith.select %p, %a, %b : I
@c = arith.constant CONSTANT : I
@r = arith.select %p, {@c, @f|@f, @c|@f, %b|%a, @f} : I
-> @r : I

@t = arith.constant true
@f = arith.xori {%p|%q}, @t : i1
@r = arith.select @f, %a, %b : I
-> @r : I
"""

FLOATS = """
@u = arith.negf %x : F
@v = arith.negf %y : F
@r = arith.mulf {@u, @v|@v, @u|@u, @u} : F
-> @r : F

@c = arith.constant SPECIAL : F
@r = math.{floor|ceil|trunc|roundeven|absf} @c : F
-> @r : F

@c = arith.constant {0.0|-0.0|1.0|2.0|0.3|4.0|1.0e4} : F
@r = math.sqrt @c : F
-> @r : F

@c = arith.constant SPECIAL : F
@d = arith.constant SPECIAL : F
@r = math.copysign @c, @d : F
-> @r : F

@z = complex.create %u, %v : complex<f32>
@g = complex.{add @z, @z|neg @z|conj @z|sub @z, @z} : complex<f32>
@a = complex.re @g : complex<f32>
@b = complex.im @g : complex<f32>
@w = complex.create @a, {@b|@b|@a} : complex<f32>
@o = complex.neg @w : complex<f32>
@r = complex.re @o : complex<f32>
@k = complex.im @o : complex<f32>
-> @r, @k : f32, f32
"""

CONTROL = """
@t = arith.constant true
@f = arith.xori %p, @t : i1
@r = scf.if @f -> (I) {
  scf.yield {%a|%b} : I
} else {
  @d = arith.addi %a, %b : I
  scf.yield @d : I
}
-> @r : I

@r:3 = scf.if %p -> (I, I, I) {
  scf.yield %a, {%a, %b|%b, %a} : I, I, I
} else {
  @d = arith.addi %a, %b : I
  scf.yield @d, {@d, %b|%b, @d} : I, I, I
}
-> @r#0, @r#1, @r#2 : I, I, I

@z = arith.constant 0 : index
@1 = arith.constant 1 : index
@r:2 = scf.for @k = @z to {%n|@1|%m} step @1 iter_args(@u = %a, @v = %a) -> (I, I) {
  @d = arith.addi {@u, @v|@v, %b|@u, %b} : I
  scf.yield @d, @d : I, I
}
-> @r#0, @r#1 : I, I

@r:3 = scf.index_switch {%i|%j|%n} -> I, I, I
case {0|1} {
  @d = arith.addi %a, %b : I
  scf.yield @d, {%a, @d|@d, %a} : I, I, I
}
case {2|3} {
  scf.yield %a, {%b, %a|%a, %b} : I, I, I
}
default {
  scf.yield %b, {%b, %b|%b, %b} : I, I, I
}
-> @r#0, @r#1, @r#2 : I, I, I

@z = arith.constant 0 : index
@1 = arith.constant 1 : index
@r:2 = scf.while (@k = %n, @u = %a) : (index, I) -> (index, i1) {
  @g = arith.cmpi {sgt|ne}, @k, @z : index
  scf.condition(@g) @k, @g : index, i1
} do {
^bb0(@k2: index, @g2: i1):
  @less = arith.subi @k2, @1 : index
  @s = arith.select @g2, %a, %b : I
  scf.yield @less, @s : index, I
}
-> @r#0, @r#1 : index, i1

@z = arith.constant 0 : index
@1 = arith.constant 1 : index
@r:3 = scf.while (@u = %a, @k = {%n|@z|@1}, @v = %b) : (I, index, I) -> (I, I, index) {
  @g = arith.cmpi sgt, @k, @z : index
  scf.condition(@g) {@v, @u|@u, @v}, @k : I, I, index
} do {
^bb0(@u2: I, @v2: I, @k2: index):
  @less = arith.subi @k2, @1 : index
  scf.yield {@u2, @less, @v2|@v2, @less, @u2} : I, index, I
}
-> @r#0, @r#1, @r#2 : I, I, index

@c = tensor.cast %s : tensor<NxMxF> to tensor<?x?xF>
@r = scf.forall (@k, @l) in ({%n, %m|N, M|%n, M|1, %m}) shared_outs(@o = {@c|@c|%t}) -> (tensor<?x?xF>) {
  @e = tensor.extract_slice {%t|@o}[@k, @l] [1, 1] [1, 1] : tensor<?x?xF> to tensor<1x1xF>
  @f = linalg.add ins(@e, @e : tensor<1x1xF>, tensor<1x1xF>) outs(@e : tensor<1x1xF>) -> tensor<1x1xF>
  scf.forall.in_parallel {
    tensor.parallel_insert_slice @f into @o[@k, @l] [1, 1] [1, 1] : tensor<1x1xF> into tensor<?x?xF>
  }
}
@y = tensor.cast @r : tensor<?x?xF> to tensor<NxMxF>
-> @y : tensor<NxMxF>
"""

TENSORS = """
@e = tensor.empty() : tensor<1xNxi64>
@r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(@e : tensor<1xNxi64>) {
^bb0(@o: i64):
  @k = linalg.index {0|1} : index
  @l = linalg.index 0 : index
  @v = arith.addi @k, @l : index
  @w = arith.index_cast @v : index to i64
  linalg.yield @w : i64
} -> tensor<1xNxi64>
-> @r : tensor<1xNxi64>

@e = tensor.empty(%m, %n) : tensor<?x?xF>
@u = linalg.transpose ins(%t : tensor<?x?xF>) outs(@e : tensor<?x?xF>) permutation = [1, 0]
@f = tensor.empty(%n, %m) : tensor<?x?xF>
@v = linalg.transpose ins(@u : tensor<?x?xF>) outs(@f : tensor<?x?xF>) permutation = {[1, 0]|[1, 0]}
-> @v : tensor<?x?xF>

@e = tensor.empty() : tensor<MxNxF>
@u = linalg.transpose ins(%s : tensor<NxMxF>) outs(@e : tensor<MxNxF>) permutation = [1, 0]
@f = tensor.empty() : tensor<NxMxF>
@v = linalg.transpose ins(@u : tensor<MxNxF>) outs(@f : tensor<NxMxF>) permutation = [1, 0]
-> @v : tensor<NxMxF>

@h = memref.alloc() : memref<NxMxF>
linalg.fill ins(%x : F) outs(@h : memref<NxMxF>)
@w = memref.subview @h[0, 0] [N, M] [1, 1] : memref<NxMxF> to memref<NxMxF{, strided<[M, 1]>|}>
@l = memref.load @w[%i, %j] : memref<NxMxF{, strided<[M, 1]>|}>
-> @l : F
"""

RESHAPES = """
@e = tensor.empty(%n, %m) : tensor<?x?xF>
@f = linalg.fill ins(%x : F) outs(@e : tensor<?x?xF>) -> tensor<?x?xF>
@r = tensor.collapse_shape @f [[0, 1]] : tensor<?x?xF> into tensor<?xF>
-> @r : tensor<?xF>

@e = tensor.empty(%n, %m) : tensor<?x?xF>
@f = linalg.fill ins(%x : F) outs(@e : tensor<?x?xF>) -> tensor<?x?xF>
@r = tensor.expand_shape @f [[0, 1], [2]] output_shape [1, %n, %m] : tensor<?x?xF> into tensor<1x?x?xF>
-> @r : tensor<1x?x?xF>

@f = tensor.splat %x : tensor<{1xM|Mx1}xF>
@r = tensor.collapse_shape @f [[0, 1]] : tensor<{1xM|Mx1}xF> into tensor<MxF>
-> @r : tensor<MxF>

@f = tensor.splat %x : tensor<NxMxF>
@r = tensor.expand_shape @f [[0, 1], [2]] output_shape [1, N, M] : tensor<NxMxF> into tensor<1xNxMxF>
-> @r : tensor<1xNxMxF>

@u = tensor.expand_shape %t [[0, 1], [2]] output_shape [1, %n, %m] : tensor<?x?xF> into tensor<1x?x?xF>
@r = tensor.collapse_shape @u [[0, 1, 2]] : tensor<1x?x?xF> into tensor<?xF>
-> @r : tensor<?xF>

@u = tensor.collapse_shape %s [[0, 1]] : tensor<NxMxF> into tensor<LxF>
@r = tensor.expand_shape @u [[0, 1, 2]] output_shape [N, M, 1] : tensor<LxF> into tensor<NxMx1xF>
-> @r : tensor<NxMx1xF>

@h = tensor.empty() : tensor<NxMx1xF>
@f = linalg.fill ins(%y : F) outs(@h : tensor<NxMx1xF>) -> tensor<NxMx1xF>
@g = linalg.broadcast ins(%s : tensor<NxMxF>) outs(@f : tensor<NxMx1xF>) dimensions = [2]
@u = tensor.collapse_shape @g [[0], [1, 2]] : tensor<NxMx1xF> into tensor<NxMxF>
@r = tensor.expand_shape @u [[0, 1], [2]] output_shape [1, N, M] : tensor<NxMxF> into tensor<1xNxMxF>
-> @r : tensor<1xNxMxF>

@u = tensor.expand_shape %t [[0, 1], [2]] output_shape [1, %n, %m] : tensor<?x?xF> into tensor<1x?x?xF>
@r = tensor.expand_shape @u [[0], [1], [2, 3]] output_shape [1, %n, %m, 1] : tensor<1x?x?xF> into tensor<1x?x?x1xF>
-> @r : tensor<1x?x?x1xF>

@c = tensor.cast %t : tensor<?x?xF> to tensor<{?xM|Nx?|NxM}xF>
@0 = arith.constant {0|1} : index
@r = tensor.dim @c, @0 : tensor<{?xM|Nx?|NxM}xF>
-> @r : index

@r = tensor.pad %s {nofold |}low[0, 0] high[0, 0] {
^bb0(@k: index, @l: index):
  tensor.yield %x : F
} : tensor<NxMxF> to tensor<NxMxF>
-> @r : tensor<NxMxF>

@c = tensor.cast %s : tensor<NxMxF> to tensor<?x?xF>
@p = tensor.pad {%t|@c} low[{0|1|%i}, 0] high[0, {0|%j}] {
^bb0(@k: index, @l: index):
  tensor.yield %x : F
} : tensor<?x?xF> to tensor<?x?xF>
@q = tensor.cast @p : tensor<?x?xF> to tensor<?x?xF>
-> @p : tensor<?x?xF>

@p = tensor.pad %t low[{0|1}, 0] high[0, 0] {
^bb0(@k: index, @l: index):
  tensor.yield %x : F
} : tensor<?x?xF> to tensor<?x?xF>
@q = tensor.cast @p : tensor<?x?xF> to tensor<?xMxF>
-> @q : tensor<?xMxF>

@b = vector.broadcast %x : F to vector<{1xM|Mx1|1xMx1}xF>
@r = vector.shape_cast @b : vector<{1xM|Mx1|1xMx1}xF> to vector<MxF>
@z = arith.constant 0 : index
@e = tensor.empty() : tensor<MxF>
@w = vector.transfer_write @r, @e[@z] : vector<MxF>, tensor<MxF>
-> @w : tensor<MxF>
"""

IDIOMS = [idiom for text in (INDICES, INTEGERS, FLOATS, CONTROL, TENSORS, RESHAPES) for idiom in text.strip().split("\n\n")]


def write_idiom(rng, text, prefix, types, n, m):
    """Returns the lines of an idiom, its results and their types."""
    choices = {}

    def choose(match):
        # Equal lists of types make the same choice, so that a value and its uses agree.
        texts = match.group(1)
        choices.setdefault(texts, rng.choice(texts.split("|")))
        is_type = "strided" in texts or re.search(r"[?\w]x[?\w]", texts)
        return choices[texts] if is_type else rng.choice(texts.split("|"))

    text = re.sub(r"\{([^{}\n]*\|[^{}\n]*)\}", choose, text)
    text = re.sub(r"CONSTANT", lambda _: str(rng.choice(limits(width(types["I"])))), text)
    text = re.sub(r"SPECIAL", lambda _: rng.choice(SPECIAL), text)
    text = re.sub(r"@(\w)", rf"%{prefix}\1", text)
    text = re.sub(r"\b([IF])\b", lambda match: types[match.group(1)], text)
    text = re.sub(r"xF\b", f"x{types['F']}", text)
    text = re.sub(r"\bN\b|(?<=x)N(?=x)|\bN(?=x)", str(n), text)
    text = re.sub(r"\bM\b|(?<=x)M(?=x)|\bM(?=x)", str(m), text)
    text = re.sub(r"\bL(?=x)", str(n * m), text)
    *lines, results = text.split("\n")
    names, kinds = results.removeprefix("-> ").split(" : ")
    return lines, names, kinds


def make_idioms(seed):
    rng = random.Random(f"idioms {seed}")
    types = {"I": f"i{rng.choice([8, 16, 32, 64])}", "F": rng.choice(FLOAT_TYPES)}
    i, f = types["I"], types["F"]
    n, m = rng.randint(1, 4), rng.randint(1, 4)
    lines, names, kinds = [], [], []
    for number, idiom in enumerate(rng.sample(IDIOMS, 16)):
        more, name, kind = write_idiom(rng, idiom, f"v{number}_", types, n, m)
        lines += more
        names.append(name)
        kinds.append(kind)
    number = lambda: rng.choice(["0.5", "-1.5", "3", "0", "-2"])
    elements = " ".join(number() for _ in range(n * m))
    inputs = [
        *(f"--input={rng.choice(limits(width(i)))}" for _ in range(2)),
        *(f"--input={number()}" for _ in range(4)),
        *(f"--input={rng.randint(0, 1)}" for _ in range(2)),
        *(f"--input={value}" for value in (n, m, *(rng.randrange(min(n, m)) for _ in range(2)))),
        f"--input={n}x{m}x{f}={elements}",
        f"--input={n}x{m}x{f}={elements}",
    ]
    body = "\n  ".join(lines)
    text = f"""func.func @run(%a: {i}, %b: {i}, %x: {f}, %y: {f}, %u: f32, %v: f32, %p: i1, %q: i1,
    %n: index, %m: index, %i: index, %j: index, %t: tensor<?x?x{f}>, %s: tensor<{n}x{m}x{f}>)
    -> ({', '.join(kinds)}) {{
  {body}
  return {', '.join(names)} : {', '.join(kinds)}
}}
"""
    return text, inputs
