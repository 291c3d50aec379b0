// What one would write by hand over libvips, as the thing to be compared with.

#ifndef ERRANDS_PEER_H
#define ERRANDS_PEER_H

#include <stddef.h>

/// Starts the library as the module does: one thread for a computation, and no cache of operations.
void peer_start(void);
/// A thumbnail of a JPEG, shrunk on load, as a JPEG or a WebP; how many bytes it has.
size_t peer_thumbnail(const void *bytes, size_t length, int width, int webp);
/// The same with sepia, a blur, sharper edges, more contrast and less brightness on the way, as a JPEG.
size_t peer_recipe(const void *bytes, size_t length, int width);

#endif
