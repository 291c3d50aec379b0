#define _GNU_SOURCE
#include "page_cache.h"

#include <errno.h>

#if defined(__linux__)
  #include <fcntl.h>
#endif
#if defined(__linux__) && __has_include(<linux/openat2.h>)
  #include <linux/openat2.h>
  #include <sys/syscall.h>
  #include <sys/uio.h>
  #include <unistd.h>
#endif

// Since Linux 5.12.
#ifdef RESOLVE_CACHED

int errands_open_at_once(const char *path) {
  struct open_how how = {
    .flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
    .resolve = RESOLVE_CACHED,
  };
  return (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
}

ptrdiff_t errands_read_at_once(int file, void *buffer, size_t count, int64_t offset) {
  struct iovec place = {.iov_base = buffer, .iov_len = count};
  return preadv2(file, &place, 1, offset, RWF_NOWAIT);
}

#else

int errands_open_at_once(const char *path) {
  errno = ENOSYS;
  return -1;
}

ptrdiff_t errands_read_at_once(int file, void *buffer, size_t count, int64_t offset) {
  errno = ENOSYS;
  return -1;
}

#endif

void errands_start_flush(int file, int64_t start, int64_t count) {
#ifdef SYNC_FILE_RANGE_WRITE
  (void)sync_file_range(file, start, count, SYNC_FILE_RANGE_WRITE);
#endif
}
