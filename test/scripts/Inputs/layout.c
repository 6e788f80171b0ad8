/* The layout of a call, as programs have compiled it in. Another one needs
 * another SG_CALL_VERSION. */
#include "sg/Runtime/sg_call.h"
#include <stddef.h>

#define AT(type, member, offset)                                               \
  _Static_assert(offsetof(struct type, member) == offset, #type "." #member)

_Static_assert(SG_CALL_VERSION == 1, "a new layout is listed here");
_Static_assert(sizeof(struct sg_array) == 24, "sg_array");
AT(sg_array, data, 0);
AT(sg_array, shape, 8);
AT(sg_array, rank, 16);
AT(sg_array, type, 20);
_Static_assert(sizeof(struct sg_call) == 64, "sg_call");
AT(sg_call, version, 0);
AT(sg_call, reserved, 4);
AT(sg_call, argument_count, 8);
AT(sg_call, result_count, 12);
AT(sg_call, arguments, 16);
AT(sg_call, results, 24);
AT(sg_call, allocate, 32);
AT(sg_call, state, 40);
AT(sg_call, message, 48);
AT(sg_call, message_capacity, 56);
_Static_assert(SG_I1 == 1 && SG_I8 == 2 && SG_I16 == 3 && SG_I32 == 4 && SG_I64 == 5, "integers");
_Static_assert(SG_F16 == 16 && SG_BF16 == 17 && SG_F32 == 18 && SG_F64 == 19, "floats");
_Static_assert(SG_C64 == 48 && SG_C128 == 49, "complex numbers");
_Static_assert(SG_OK == 0 && SG_ASSERTION_FAILED == 1 && SG_BAD_ARGUMENT == 2 && SG_OUT_OF_MEMORY == 3 && SG_DEVICE_FAILED == 4, "statuses");
