"""Generates named contractions, convolutions and poolings."""

from ops import Simple
from reductions import Reductions
from structures import Extremum
from tree import Type, count, extent
from values import places

# Dimensions of the operands and of the result.
PRODUCTS = {
    "dot": ("k", "k", ""),
    "matvec": ("mk", "k", "m"),
    "vecmat": ("k", "kn", "n"),
    "matmul": ("mk", "kn", "mn"),
    "batch_matmul": ("bmk", "bkn", "bmn"),
    "batch_matvec": ("bmk", "bk", "bm"),
    "batch_vecmat": ("bk", "bkn", "bn"),
    "batch_reduce_matmul": ("bmk", "bkn", "mn"),
}
# An uppercase letter is a dimension over which the window of the lowercase letter slides,
# with strides and dilations.
CONVOLUTIONS = {
    "conv_1d": ("X", "x", "X"),
    "conv_1d_nwc_wcf": ("nXc", "xcf", "nXf"),
    "conv_1d_ncw_fcw": ("ncX", "fcx", "nfX"),
    "conv_2d": ("XY", "xy", "XY"),
    "conv_2d_nhwc_hwcf": ("nXYc", "xycf", "nXYf"),
    "conv_2d_nchw_fchw": ("ncXY", "fcxy", "nfXY"),
    "conv_2d_nhwc_fhwc": ("nXYc", "fxyc", "nXYf"),
    "conv_2d_ngchw_gfchw": ("ngcXY", "gfcxy", "ngfXY"),
    "depthwise_conv_1d_nwc_wc": ("nXc", "xc", "nXc"),
    "depthwise_conv_1d_ncw_cw": ("ncX", "cx", "ncX"),
    "depthwise_conv_1d_nwc_wcm": ("nXc", "xcm", "nXcm"),
    "depthwise_conv_2d_nhwc_hwc": ("nXYc", "xyc", "nXYc"),
    "depthwise_conv_2d_nchw_chw": ("ncXY", "cxy", "ncXY"),
    "depthwise_conv_2d_nhwc_hwcm": ("nXYc", "xycm", "nXYcm"),
}
POOLINGS = {
    "pooling_nwc_sum": ("nXc", "x", "nXc"),
    "pooling_ncw_sum": ("ncX", "x", "ncX"),
    "pooling_nhwc_sum": ("nXYc", "xy", "nXYc"),
    "pooling_nchw_sum": ("ncXY", "xy", "ncXY"),
    "pooling_nwc_max": ("nXc", "x", "nXc"),
    "pooling_nhwc_max": ("nXYc", "xy", "nXYc"),
    "pooling_nhwc_min": ("nXYc", "xy", "nXYc"),
}


class Contractions(Reductions):
    """Named contractions, convolutions and poolings of linalg, with initial values."""

    def started(self, scope, type):
        """Returns the initial value of a contraction."""
        if self.rng.random() < 0.5:
            return self.constant(scope, type, 0.0)
        return self.scaled(scope, self.ensure(scope, type), 0.4)

    def sum_type(self, element):
        """Returns the element type of the sum: the type of the factors, or another one to
        which linalg converts them. It cannot convert between f16 and bf16."""
        others = [e for e in self.floats if {e, element} != {"f16", "bf16"}]
        return self.rng.choice(others) if self.rng.random() < 0.3 else element

    def product(self, scope, x):
        """Adds a contraction of x and a matching operand."""
        rng = self.rng
        names = [n for n, dims in PRODUCTS.items() if len(dims[0]) == len(x.type.shape)]
        if not names:
            return None
        name = rng.choice(names)
        lhs, rhs, out = PRODUCTS[name]
        sizes = dict(zip(lhs, x.type.shape))
        for letter in rhs:
            sizes.setdefault(letter, self.random_size())
        terms = count([size for letter, size in sizes.items() if letter not in out])
        if count(list(sizes.values())) > 40000:
            return None
        element = x.type.element
        x = self.scaled(scope, x, 0.7 / (1 + terms))
        y = self.ensure(scope, Type(element, tuple(sizes[letter] for letter in rhs)))
        start = self.started(scope, Type(self.sum_type(element), tuple(sizes[c] for c in out)))
        maps = ""
        if name in ("matmul", "batch_matmul") and rng.random() < 0.4:
            x, y, maps = self.transposed(scope, name, x, y)
        text = f"linalg.{name}{maps} ins({{0}}, {{1}} : {{t0}}, {{t1}}) outs({{2}} : {{t2}}) -> {{t}}"
        return scope.add(Simple(start.type, [x, y, start], text))

    def transposed(self, scope, name, x, y):
        """Returns the factors, possibly with maps that transpose them."""
        lhs, rhs, out = PRODUCTS[name]
        letters = sorted(set(lhs + rhs), key="bmnk".index)
        factors, orders = [], []
        for value, dims in ((x, lhs), (y, rhs)):
            if self.rng.random() < 0.6:
                dims = dims[:-2] + dims[-1] + dims[-2]
                *batch, i, j = range(len(dims))
                shape = value.type.shape
                shape = (*shape[:-2], shape[-1], shape[-2])
                value = self.moved(scope, value, "transpose", shape, f"permutation = {[*batch, j, i]}")
            factors.append(value)
            orders.append(dims)
        names = {letter: f"d{i}" for i, letter in enumerate(letters)}
        loops = ", ".join(names.values())
        maps = ", ".join(
            f"affine_map<({loops}) -> ({', '.join(names[d] for d in dims)})>" for dims in (*orders, out)
        )
        return (*factors, f" indexing_maps = [{maps}]")

    # -- Windows ------------------------------------------------------------ #

    def choose_window(self, dims, has_channels):
        """Returns the sizes of input, window and result, the strides, and the dilations."""
        rng = self.rng
        source, window, out = dims
        sizes, taken, strides, dilations = {}, {}, [], []
        for letter in "xy"[: sum(c.isupper() for c in source)]:
            size, result = rng.choice([1, 2, 3]), rng.choice([1, 2, 3, 5])
            stride, dilation = rng.choice([1, 1, 2, 3]), rng.choice([1, 1, 2])
            strides.append(stride)
            dilations.append(dilation)
            sizes[letter] = self.random_size(size)
            sizes[letter.upper()] = self.random_size(result)
            slack = rng.choice([0, 0, 1])
            needed = (result - 1) * stride + (size - 1) * dilation + 1 + slack
            taken[letter.upper()] = self.random_size(needed)
        for letter in sorted({c for part in dims for c in part.lower()} - set("xy")):
            sizes[letter] = self.random_size(rng.choice([1, 1, 2, 3]))
        return sizes, taken, strides, dilations

    def shape_of(self, dims, sizes):
        return tuple(sizes[letter] for letter in dims)

    def window_attributes(self, strides, dilations):
        plain = set(strides + dilations) == {1} and self.rng.random() < 0.5
        rank = f"tensor<{len(strides)}xi64>"
        return (
            ""
            if plain
            else f" {{{{dilations = dense<{dilations}> : {rank}, strides = dense<{strides}> : {rank}}}}}"
        )

    def convolution(self, scope, x):
        dims = CONVOLUTIONS[name := self.rng.choice(list(CONVOLUTIONS))]
        sizes, taken, strides, dilations = self.choose_window(dims, True)
        if name in ("conv_1d", "conv_2d"):  # neither has strides and dilations
            strides = dilations = [1] * len(strides)
            for letter in taken:
                needed = extent(sizes[letter]) + extent(sizes[letter.lower()]) - 1
                taken[letter] = self.random_size(needed)
        element = x.type.element
        source = self.ensure_shape(scope, x, self.shape_of(dims[0], {**sizes, **taken}))
        window = self.ensure(scope, Type(element, self.shape_of(dims[1], sizes)))
        terms = count([sizes[c] for c in dims[1] if c not in dims[2]])
        source = self.scaled(scope, source, 0.7 / (1 + terms))
        start = self.started(scope, Type(self.sum_type(element), self.shape_of(dims[2], sizes)))
        attributes = "" if name in ("conv_1d", "conv_2d") else self.window_attributes(strides, dilations)
        text = f"linalg.{name}{attributes} ins({{0}}, {{1}} : {{t0}}, {{t1}}) outs({{2}} : {{t2}}) -> {{t}}"
        return scope.add(Simple(start.type, [source, window, start], text))

    def ensure_shape(self, scope, x, shape):
        """Returns x, or another tensor of the given shape."""
        type = Type(x.type.element, shape)
        if self.rng.random() < 0.7 and count(x.type.shape):
            return self.fitted(scope, x, type)
        return self.ensure(scope, type)

    def pooling(self, scope, x):
        names = [n for n in POOLINGS if n.endswith("sum") or not self.narrow]
        dims = POOLINGS[name := self.rng.choice(names)]
        sizes, taken, strides, dilations = self.choose_window(dims, False)
        element = x.type.element
        source = self.ensure_shape(scope, x, self.shape_of(dims[0], {**sizes, **taken}))
        window = self.empty(scope, Type(element, self.shape_of(dims[1], sizes)))
        type = Type(element, self.shape_of(dims[2], sizes))
        attributes = self.window_attributes(strides, dilations)
        if name.endswith("sum"):
            terms = count([sizes[c] for c in dims[1]])
            source = self.scaled(scope, source, 0.7 / (1 + terms))
            start = self.started(scope, type)
            text = f"linalg.{name}{attributes} ins({{0}}, {{1}} : {{t0}}, {{t1}}) outs({{2}} : {{t2}}) -> {{t}}"
            return scope.add(Simple(type, [source, window, start], text))
        source = self.untied(scope, source)
        start = self.constant(scope, type, self.rng.choice([-2.0, 0.21]) * (-1 if "min" in name else 1))
        text = f"linalg.{name}{attributes} ins({{0}}, {{2}} : {{t0}}, {{t2}}) outs({{1}} : {{t1}}) -> {{t1}}"
        loops = [*dims[2], *dims[1]]
        slides = dict(zip("XY", zip(strides, dilations)))
        maps = [
            [
                f"d{loops.index(c)} * {slides[c][0]} + d{loops.index(c.lower())} * {slides[c][1]}"
                if c.isupper()
                else f"d{loops.index(c)}"
                for c in dims[0]
            ],
            [f"d{loops.index(c)}" for c in dims[2]],
            [f"d{loops.index(c)}" for c in dims[1]],
        ]
        iterators = ["parallel"] * len(dims[2]) + ["reduction"] * len(dims[1])
        return scope.add(Extremum([source, start, window], text, maps, iterators))
