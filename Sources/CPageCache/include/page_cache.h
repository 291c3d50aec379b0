// What Swift cannot call of Linux: to open and to read a file without ever waiting for a disk, and to have it written before
// anybody waits.

#ifndef ERRANDS_PAGE_CACHE_H
#define ERRANDS_PAGE_CACHE_H

#include <stddef.h>
#include <stdint.h>

/// Opens a file for reading, but no link, where the system has its name in memory; below 0 where not, and `errno` says
/// why: EAGAIN where it would have to wait, ENOSYS where it cannot tell.
int errands_open_at_once(const char *path);

/// Reads from an offset what the system has in memory of a file: how many bytes, or below 0, and `errno` says why: EAGAIN
/// where it would have to wait, EOPNOTSUPP where the file system cannot tell, ENOSYS where the system cannot.
ptrdiff_t errands_read_at_once(int file, void *buffer, size_t count, int64_t offset);

/// Has the system begin to write bytes of a file to the disk, and waits for nothing. No effect where that cannot be had.
void errands_start_flush(int file, int64_t start, int64_t count);

#endif
