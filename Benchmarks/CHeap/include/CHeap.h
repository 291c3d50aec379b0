#ifndef CHEAP_H
#define CHEAP_H

#include <stddef.h>

/// Bytes that the program has asked the allocator for and not given back; 0 where the allocator does not tell.
size_t heap_bytes_in_use(void);

#endif
