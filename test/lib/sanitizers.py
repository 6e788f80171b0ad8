"""Sets the environment of tests in builds with sanitizers (scripts/test --asan, --tsan)."""

import os


def set_environment(config) -> None:
    folder = os.path.join(config.sg_source_dir, "test", "lib")
    # An allocation that is too large is an error of the call and must not end the process. A
    # crash in LLVM, whose libraries are not instrumented, ends the process by a signal, as in
    # other builds.
    common = "allocator_may_return_null=1:handle_segv=0"
    if config.sg_sanitize_address or config.sg_sanitize_thread:
        config.environment["SG_TEST_SANITIZED"] = "1"
    if config.sg_sanitize_address:
        leaks = os.path.join(folder, "leaks.supp")
        config.environment["ASAN_OPTIONS"] = f"{common}:detect_leaks=1:detect_stack_use_after_return=0"
        config.environment["LSAN_OPTIONS"] = f"suppressions={leaks}:print_suppressions=0"
        config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
    if config.sg_sanitize_thread:
        races = os.path.join(folder, "races.supp")
        # LLVM's libraries are not instrumented, so ThreadSanitizer does not see their
        # synchronization. Ignore their accesses too. Gradient checks fork.
        config.environment["TSAN_OPTIONS"] = (
            f"{common}:suppressions={races}:print_suppressions=0:ignore_noninstrumented_modules=1:die_after_fork=0"
        )
        # libarcher informs ThreadSanitizer about the synchronization of libomp's threads.
        config.environment["OMP_TOOL_LIBRARIES"] = os.path.join(os.path.dirname(config.libomp), "libarcher.so")
