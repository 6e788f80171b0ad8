"""The environment of tests in builds with sanitizers (scripts/test --asan, --tsan)."""

import os


def set_environment(config) -> None:
    folder = os.path.join(config.sg_source_dir, "test", "lib")
    # What takes too much memory is an error of the call, and not of the process.
    common = "allocator_may_return_null=1"
    if config.sg_sanitize_address or config.sg_sanitize_thread:
        config.environment["SG_TEST_SANITIZED"] = "1"
    if config.sg_sanitize_address:
        leaks = os.path.join(folder, "leaks.supp")
        config.environment["ASAN_OPTIONS"] = f"{common}:detect_leaks=1:detect_stack_use_after_return=0"
        config.environment["LSAN_OPTIONS"] = f"suppressions={leaks}:print_suppressions=0"
        config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
    if config.sg_sanitize_thread:
        races = os.path.join(folder, "races.supp")
        # Libraries of LLVM are not instrumented: how they keep threads apart is not seen,
        # so that what they access must not be either. Checks of gradients fork.
        config.environment["TSAN_OPTIONS"] = (
            f"{common}:suppressions={races}:print_suppressions=0:ignore_noninstrumented_modules=1:die_after_fork=0"
        )
        # Tells ThreadSanitizer how threads of libomp wait for each other.
        config.environment["OMP_TOOL_LIBRARIES"] = os.path.join(os.path.dirname(config.libomp), "libarcher.so")
