import CPageCache
import Foundation

/// A file that is open, until it is closed or the last reference to it goes. All of it blocks.
final class OpenFile {
  /// What came of the wish to have it alone.
  enum Locking {
    case locked
    /// Another download has it.
    case busy
    /// The file system knows no locks.
    case unsupported
  }

  let path: String
  /// Less than nothing once it is closed.
  private var descriptor: Int32

  /// - Parameter flags: As of `open(2)`. A program that this one starts does not inherit the file: it would hold its
  ///   lock.
  init(_ path: String, _ flags: Int32) throws(POSIXError) {
    self.path = path
    descriptor = try POSIXError.check { open(path, flags | O_CLOEXEC, 0o666) }
  }

  deinit { close() }

  /// Closes it, and with it lets go of its lock. Nothing can be done with it any more.
  func close() {
    if descriptor >= 0 { _ = Foundation.close(descriptor) }
    descriptor = -1
  }

  func set(permissions: UInt16) throws(POSIXError) {
    _ = try POSIXError.check { fchmod(descriptor, mode_t(permissions)) }
  }

  var status: FileStatus {
    get throws(POSIXError) {
      var status = stat()
      _ = try POSIXError.check { fstat(descriptor, &status) }
      return FileStatus(status)
    }
  }

  /// Takes the lock that one open file in all processes can have, without waiting for it. It goes with the file, also
  /// where the process is killed.
  func lock() throws(POSIXError) -> Locking {
    do {
      _ = try POSIXError.check { flock(descriptor, LOCK_EX | LOCK_NB) }
      return .locked
    } catch {
      switch error.code {
      case .EWOULDBLOCK: return .busy
      case .ENOLCK, .ENOSYS, .EOPNOTSUPP, .EINVAL: return .unsupported
      default: throw error
      }
    }
  }

  /// Writes all of the bytes at a place in the file.
  func write(_ bytes: UnsafeRawBufferPointer, at start: Int64) throws(POSIXError) {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      written += try POSIXError.check {
        pwrite(descriptor, rest.baseAddress, rest.count, off_t(start) + off_t(written))
      }
    }
  }

  func write(_ data: Data, at start: Int64) throws(POSIXError) {
    // Data's own method forgets which errors its closure throws.
    let written = data.withUnsafeBytes { bytes in
      Result { () throws(POSIXError) in try write(bytes, at: start) }
    }
    try written.get()
  }

  /// All of it; nil where it is longer than the limit.
  func content(limit: Int) throws(POSIXError) -> Data? {
    guard try status.size <= limit else { return nil }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 1)
    defer { buffer.deallocate() }
    var end = 0
    while true {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[end...])
      let count = try read(into: rest, at: Int64(end))
      if count == 0 { return Data(buffer.prefix(end)) }
      end += count
    }
  }

  /// Reads as much as there is room for; less at the end of the file, where it is 0.
  func read(into bytes: UnsafeMutableRawBufferPointer, at start: Int64) throws(POSIXError) -> Int {
    try POSIXError.check { pread(descriptor, bytes.baseAddress, bytes.count, off_t(start)) }
  }

  func truncate(to size: Int64) throws(POSIXError) {
    _ = try POSIXError.check { ftruncate(descriptor, off_t(size)) }
  }

  /// Sets the time of the last change.
  func setModified(_ date: Date) throws(POSIXError) {
    var times = [Date(), date].map { date in
      let seconds = date.timeIntervalSince1970.rounded(.down)
      let rest = (date.timeIntervalSince1970 - seconds) * 1_000_000_000
      return timespec(tv_sec: Int(seconds), tv_nsec: min(Int(rest), 999_999_999))
    }
    _ = try POSIXError.check { futimens(descriptor, &times) }
  }

  /// Has the system bring bytes that were written to the disk soon, so that ``flush()`` finds less to wait for. No effect where it
  /// cannot be told to.
  func startFlush(of count: Int64, at start: Int64) { errands_start_flush(descriptor, start, count) }

  /// Waits until what was written is on the disk.
  func flush() throws(POSIXError) {
    #if canImport(Darwin)
      // There `fsync` leaves it in the disk's own memory.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    _ = try POSIXError.check { fsync(descriptor) }
  }

  /// Waits until the names in a folder are on the disk: a file that was flushed and renamed is otherwise, after a power
  /// cut, whole and without its name.
  static func flush(folder path: String) throws(POSIXError) {
    do throws(POSIXError) {
      try OpenFile(path, O_RDONLY | O_DIRECTORY).flush()
    } catch {
      switch error.code {
      // A folder that may be written and not read, and file systems that flush no folders.
      case .EACCES, .EPERM, .EINVAL, .EBADF, .EOPNOTSUPP, .ENOSYS: return
      default: throw error
      }
    }
  }
}
