// The program includes generated headers as well.
#include "sg/Runtime/sg_call.h"
#include "sg/Version.h"
#include <cstdio>

int main() {
  std::printf("sg %s, call %d\n", SG_VERSION_STRING, SG_CALL_VERSION);
}
