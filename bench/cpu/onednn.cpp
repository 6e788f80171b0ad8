// Computes matrix products with oneDNN, for contractions.py. Reads lines
//
//     TYPE M N K FIRST SECOND SECONDS FOLDER
//
// TYPE is f32, bf16 or f16. FIRST and SECOND are n or t: a t operand is stored
// transposed. Multiplies the matrices in FOLDER/a.bin and FOLDER/b.bin with f32
// accumulators: C[M,N] = A[M,K] B[K,N]. Writes the first result to
// FOLDER/c.bin. Prints the median time of the calls in ms, or "-" if oneDNN
// only has its reference implementation.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <oneapi/dnnl/dnnl.hpp>
#include <string>
#include <vector>

using namespace dnnl;
using tag = memory::format_tag;

static memory load(const memory::desc &desc, const engine &cpu,
                   const std::string &path) {
  memory result(desc, cpu);
  std::ifstream file(path, std::ios::binary);
  file.read(static_cast<char *>(result.get_data_handle()), desc.get_size());
  return result;
}

static matmul::primitive_desc describe(const engine &cpu, const memory::desc &a,
                                       const memory::desc &b,
                                       const memory::desc &c) {
#if DNNL_VERSION_MAJOR >= 3
  return matmul::primitive_desc(cpu, a, b, c);
#else
  return matmul::primitive_desc(matmul::desc(a, b, c), cpu);
#endif
}

int main() {
  using clock = std::chrono::steady_clock;
  engine cpu(engine::kind::cpu, 0);
  stream queue(cpu);
  std::string type, first, second, folder;
  memory::dim m, n, k;
  double seconds;
  while (std::cin >> type >> m >> n >> k >> first >> second >> seconds >>
         folder) {
    auto element = type == "bf16"  ? memory::data_type::bf16
                   : type == "f16" ? memory::data_type::f16
                                   : memory::data_type::f32;
    memory::desc a({m, k}, element, first == "t" ? tag::ba : tag::ab),
        b({k, n}, element, second == "t" ? tag::ba : tag::ab),
        c({m, n}, memory::data_type::f32, tag::ab);
    try {
      matmul::primitive_desc product = describe(cpu, a, b, c);
      if (std::string(product.impl_info_str()).find("ref") == 0) {
        std::cout << "-" << std::endl;
        continue;
      }
      memory left = load(a, cpu, folder + "/a.bin"),
             right = load(b, cpu, folder + "/b.bin"), result(c, cpu);
      matmul call(product);
      auto run = [&] {
        auto start = clock::now();
        call.execute(queue, {{DNNL_ARG_SRC, left},
                             {DNNL_ARG_WEIGHTS, right},
                             {DNNL_ARG_DST, result}});
        queue.wait();
        return std::chrono::duration<double, std::milli>(clock::now() - start)
            .count();
      };
      run();
      std::ofstream(folder + "/c.bin", std::ios::binary)
          .write(static_cast<char *>(result.get_data_handle()), c.get_size());
      std::vector<double> times;
      double total = 0;
      while (times.size() < 5 || total < seconds * 1000) {
        times.push_back(run());
        total += times.back();
      }
      std::sort(times.begin(), times.end());
      std::cout << times[times.size() / 2] << std::endl;
    } catch (const error &) {
      std::cout << "-" << std::endl;
    }
  }
}
