import Foundation

/// Gives a file another name in the same file system, in one instant. Blocks.
enum Renaming {
  /// What was there under that name is replaced.
  static func replace(_ path: String, with source: String) throws(POSIXError) {
    _ = try POSIXError.check { rename(source, path) }
  }

  /// - Throws: `EEXIST` where something is there under that name; also where it came in this very moment.
  static func move(_ source: String, to path: String) throws(POSIXError) {
    do throws(POSIXError) {
      try exclusively(source, path)
    } catch {
      switch error.code {
      // The system or the file system does not know how: hard links have been there for longer.
      case .ENOSYS, .EINVAL, .EOPNOTSUPP: try link(source, to: path)
      default: throw error
      }
    }
  }

  /// By a second name, after which the first is taken away. Between the two the file has both: a program that finds the first
  /// must not write to it (``FileStatus/names``).
  static func link(_ source: String, to path: String) throws(POSIXError) {
    _ = try POSIXError.check { Foundation.link(source, path) }
    unlink(source)
  }

  private static func exclusively(_ source: String, _ path: String) throws(POSIXError) {
    #if canImport(Darwin)
      _ = try POSIXError.check { renamex_np(source, path, UInt32(RENAME_EXCL)) }
    #else
      guard let renameat2 else { throw POSIXError(.ENOSYS) }
      // RENAME_NOREPLACE
      _ = try POSIXError.check { renameat2(AT_FDCWD, source, AT_FDCWD, path, 1) }
    #endif
  }

  #if !canImport(Darwin)
    private typealias Renameat2 =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    /// Looked up, as the C library declares it for GNU programs only, and not every one has it.
    private static let renameat2 = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Renameat2.self) }
  #endif
}
