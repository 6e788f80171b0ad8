// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Optional parameters of an operation, by their names in the table of operations. */
abstract class OperationOptions {
  private final Map<String, Object> values = new LinkedHashMap<>();

  /**
   * Sets a parameter. The value is a Boolean, Long, Double, String, DataType, Size, Shape or
   * long[].
   */
  final void set(String name, Object value) {
    Objects.requireNonNull(value, () -> "the option " + name + " is null");
    values.put(name, value instanceof long[] ? ((long[]) value).clone() : value);
  }

  final Map<String, Object> values() {
    return values;
  }
}
