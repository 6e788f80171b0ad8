"""Measures the time of calls, in the same way for programs of sg and for their peers."""

# A sample takes about SAMPLE_MS milliseconds, but has at most CALLS calls. The median of SAMPLES
# samples is reported.
SAMPLE_MS = 2.0
SAMPLES = 20
CALLS = 50


def measure(elapsed, samples: int = SAMPLES, calls: int = 0) -> dict:
    """Measures with elapsed(n), which makes n consecutive calls and returns the
    milliseconds per call."""
    calls = calls or max(1, min(CALLS, int(SAMPLE_MS / max(elapsed(1), 1e-3)) + 1))
    times = sorted(elapsed(calls) for _ in range(samples))
    middle = samples // 2
    median = times[middle] if samples % 2 else (times[middle - 1] + times[middle]) / 2
    return {"ms": median, "min_ms": times[0], "max_ms": times[-1], "calls": calls, "samples": samples}
