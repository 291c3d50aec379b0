#include "CVipsShim.h"

#include <vips/vips.h>

// A worker thread of libvips's leaves after 15 idle seconds. Before 8.16 one that leaves at the very moment at which
// it is given work is freed under the hands of who gives it (github.com/libvips/libvips, pull request 4137): a crash,
// once in a long while. So its workers stay, as many as were ever busy at once. They alone wait by this function, and
// on Linux what a program defines goes before what a library does.
#if VIPS_MAJOR_VERSION == 8 && VIPS_MINOR_VERSION < 16
int vips_semaphore_down_timeout(VipsSemaphore *semaphore, gint64 timeout) {
  return vips_semaphore_down(semaphore);
}

bool errands_vips_lets_workers_go(void) { return false; }
#else
bool errands_vips_lets_workers_go(void) { return true; }
#endif
