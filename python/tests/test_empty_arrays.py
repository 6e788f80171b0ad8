"""Operations on arrays without elements."""

import numpy as np
import pytest

import sg

SHAPES = [(0, 3), (3, 0), (0, 0), (1, 0), (0, 1)]
SCANS = {"cummax": sg.cummax, "cummin": sg.cummin, "cumprod": sg.cumprod, "cumsum": sg.cumsum, "sort": sg.sort}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("name", SCANS)
def test_scans_and_sorts(shape, axis, name):
    scan, x = SCANS[name], np.zeros(shape)
    assert scan(x, axis=axis).shape == shape
    assert sg.grad(lambda x: sg.sum(scan(x, axis=axis)))(x).shape == shape


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("axis", [0, 1])
def test_slices(shape, axis):
    x, size = np.zeros(shape), shape[axis]
    for start, stop in [(0, size), (size, None), (0, 0)]:
        expected = x[(slice(None),) * axis + (slice(start, stop),)]
        part = sg.slice_axis(x, axis=axis, start=start, stop=stop)
        assert part.shape == expected.shape
        assert sg.set_slice_axis(x, part, axis=axis, start=start, stop=stop).shape == shape
        assert sg.concat([x, part], axis=axis).shape == np.concatenate([x, expected], axis=axis).shape
        assert sg.grad(lambda x: sg.sum(sg.slice_axis(x, axis=axis, start=start, stop=stop)))(x).shape == shape
    assert sg.dynamic_slice(x, [0, 0], sizes=shape).shape == shape
    assert sg.dynamic_update_slice(x, x, [0, 0]).shape == shape


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("count", [0, 2])
def test_gathers_and_scatters(shape, axis, count):
    if count and not shape[axis]:
        pytest.skip("no index is in range")
    x, indices = np.zeros(shape), np.zeros(count, np.int64)
    assert sg.take(x, indices, axis=axis).shape == np.take(x, indices, axis=axis).shape
    for mode in ("set", "add", "multiply", "min", "max"):
        assert sg.scatter(x, np.float64(1.0), [indices], axes=axis, mode=mode).shape == shape
