import CPageCache
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A call to the system that failed.
struct FileError: Error, Equatable, CustomStringConvertible {
  let code: Int32
  let action: String
  /// Whether the next call would fail as well: no place, no permission, a broken disk.
  let isLasting: Bool

  /// The last call of this thread.
  init(_ action: String, code: Int32 = errno, isLasting: Bool? = nil) {
    self.action = action
    self.code = code
    self.isLasting = isLasting ?? [ENOSPC, EDQUOT, EROFS, EACCES, EPERM, EIO, ENOTDIR].contains(code)
  }

  /// What is to be written is more than may be.
  static let noRoom = FileError("finding room in the cache", code: EFBIG)

  var isAbsence: Bool { code == ENOENT }

  /// Whether the system, or the file system, cannot tell what it has in memory.
  var isOfAnotherSystem: Bool { [ENOSYS, EOPNOTSUPP, EPERM].contains(code) }

  var description: String { "\(action) failed: \(String(cString: strerror(code)))" }
}

/// An open file, which is closed when it is let go of. Its calls block.
final class CacheFile: Sendable {
  private let descriptor: Int32

  /// - Throws: ``FileError``.
  init(_ path: String, flags: Int32) throws(FileError) {
    // A pipe under the name of a file must not keep the thread waiting for a writer.
    let flags = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var opened = open(path, flags, 0o600)
    while opened < 0, errno == EINTR { opened = open(path, flags, 0o600) }
    guard opened >= 0 else { throw FileError("opening a file of the cache") }
    descriptor = opened
  }

  /// Opens a file for reading without waiting for a disk.
  ///
  /// - Throws: ``FileError``, also where it would have to be waited for.
  init(atOnce path: String) throws(FileError) {
    let opened = errands_open_at_once(path)
    guard opened >= 0 else { throw FileError("opening a file of the cache at once") }
    descriptor = opened
  }

  deinit { close(descriptor) }

  struct Facts: Sendable, Equatable {
    let size: Int64
    /// In seconds since 1970.
    let modifiedAt: Int64
    /// Names that it has in folders: none where it has been removed.
    let links: Int
  }

  func facts() throws(FileError) -> Facts {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError("looking at a file of the cache") }
    return Facts(
      size: Int64(status.st_size),
      modifiedAt: status.modificationSeconds,
      links: Int(status.st_nlink)
    )
  }

  /// Whether no other opening of the file has it locked: a lock is let go of when its process ends, however it does.
  func lockIfFree() throws(FileError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw FileError("locking a file of the cache") }
    return false
  }

  /// The same, and waits for it.
  func lock() throws(FileError) {
    var status = flock(descriptor, LOCK_EX)
    while status != 0, errno == EINTR { status = flock(descriptor, LOCK_EX) }
    guard status == 0 else { throw FileError("locking the folder of the cache") }
  }

  func append(_ bytes: Data) throws(FileError) {
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        write(descriptor, buffer.baseAddress.map { $0 + start }, buffer.count - start)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw FileError("writing a file of the cache") }
      start += written
    }
  }

  /// Up to so many bytes from an offset; fewer at the end of the file.
  func read(_ count: Int, at offset: Int64) throws(FileError) -> Data {
    var bytes = Data(count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        pread(
          descriptor,
          buffer.baseAddress.map { $0 + filled },
          count - filled,
          off_t(offset) + off_t(filled)
        )
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw FileError("reading a file of the cache") }
      if got == 0 { break }
      filled += got
    }
    return filled == count ? bytes : bytes.prefix(filled)
  }

  /// All of a file of so many bytes, out of the system's memory, without waiting for a disk.
  ///
  /// - Throws: ``FileError``, also where not all of it is there.
  func readAtOnce(_ count: Int) throws(FileError) -> Data {
    var bytes = Data(count: count)
    let got = bytes.withUnsafeMutableBytes { errands_read_at_once(descriptor, $0.baseAddress, count, 0) }
    guard got >= 0 else { throw FileError("reading a file of the cache at once") }
    guard got == count else { throw FileError("reading a file of the cache at once", code: EAGAIN) }
    return bytes
  }

  func setModified(_ seconds: Int64) {
    let time = timespec(tv_sec: time_t(seconds), tv_nsec: 0)
    // What cannot be noted is a wrong order of eviction, and nothing worse.
    _ = withUnsafePointer(to: (time, time)) { pointer in
      pointer.withMemoryRebound(to: timespec.self, capacity: 2) { futimens(descriptor, $0) }
    }
  }
}

extension stat {
  /// Within what can be added up: a file system that is damaged may say anything.
  var modificationSeconds: Int64 {
    #if canImport(Darwin)
      let seconds = Int64(st_mtimespec.tv_sec)
    #else
      let seconds = Int64(st_mtim.tv_sec)
    #endif
    return min(max(seconds, -1 << 40), 1 << 40)
  }
}
