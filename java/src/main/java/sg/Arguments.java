// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import java.util.List;

/** The arguments of a function that is being built. */
public final class Arguments {
  private final List<Output<?>> outputs;

  Arguments(List<Output<?>> outputs) {
    this.outputs = outputs;
  }

  /**
   * Returns an argument.
   *
   * @param <T> the element type
   * @param position the position, from 0
   * @param type the class of the element type, for example {@code TFloat32.class}
   * @return the argument
   * @throws SGException if there is no such argument, or it has another element type
   */
  public <T extends TType> Output<T> get(int position, Class<T> type) {
    if (position < 0 || position >= outputs.size()) {
      throw SGException.argument(
          "there is no argument " + position + "; the function has " + outputs.size());
    }
    return outputs.get(position).expect(type);
  }

  /**
   * Returns all arguments.
   *
   * @return a list that cannot be changed
   */
  public List<Output<?>> asList() {
    return outputs;
  }

  /** Returns an argument whose TensorSpec has the element type T. */
  @SuppressWarnings("unchecked") // by the TensorSpec
  <T extends TType> Output<T> at(int position) {
    return (Output<T>) outputs.get(position);
  }
}
