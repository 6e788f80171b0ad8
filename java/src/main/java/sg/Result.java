// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** The results of a call. Closing them closes the tensors. */
public final class Result implements AutoCloseable, Iterable<Tensor> {
  private final List<Tensor> tensors;

  Result(List<Tensor> tensors) {
    this.tensors = tensors;
  }

  /**
   * Returns the number of results.
   *
   * @return the number of tensors
   */
  public int size() {
    return tensors.size();
  }

  /**
   * Returns a result.
   *
   * @param position the position, from 0
   * @return the tensor
   * @throws IndexOutOfBoundsException if there is no such result
   */
  public Tensor get(int position) {
    if (position < 0 || position >= tensors.size()) {
      throw new IndexOutOfBoundsException(
          "there is no result " + position + "; the function has " + tensors.size());
    }
    return tensors.get(position);
  }

  /**
   * Returns a result of a known element type.
   *
   * @param <T> the class of the tensor
   * @param position the position, from 0
   * @param type the class, for example {@code TFloat32.class}
   * @return the tensor
   * @throws IndexOutOfBoundsException if there is no such result
   * @throws SGException if the result has another element type
   */
  public <T extends Tensor> T get(int position, Class<T> type) {
    Objects.requireNonNull(type, "the class of the tensor is null");
    Tensor tensor = get(position);
    if (!type.isInstance(tensor)) {
      throw SGException.argument(
          "result " + position + " is " + tensor + ", a " + tensor.getClass().getSimpleName()
              + ", not a " + type.getSimpleName());
    }
    return type.cast(tensor);
  }

  @Override
  public Iterator<Tensor> iterator() {
    return tensors.iterator();
  }

  /** Closes the tensors. A second call has no effect. */
  @Override
  public void close() {
    tensors.forEach(Tensor::close);
  }
}
