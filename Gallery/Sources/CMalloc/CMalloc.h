// Swift's own module of GNU's C library leaves this header out. Elsewhere there may be none.
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif
