import Foundation

/// A folder that several processes have open: whoever finds nobody else in it may tidy up.
///
/// The lock goes with its process, also where that is killed.
package final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Opens the folder.
  package init(_ path: String) throws {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }

  deinit { _ = close(descriptor) }

  /// Keeps others from having the folder alone for as long as this lock lives; false where one has it alone.
  func isShared() -> Bool { flock(descriptor, LOCK_SH | LOCK_NB) == 0 }

  /// Keeps everybody else out for as long as this lock lives; false where somebody is in there.
  package func isTakenAlone() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Runs `work` where nobody else has the folder, and keeps everybody from that for as long as this lock lives. Blocks
  /// while another one is tidying up, which takes moments.
  ///
  /// - Returns: Whether `work` was run.
  func ifAlone(_ work: () throws -> Void) rethrows -> Bool {
    let isAlone = isTakenAlone()
    defer { while flock(descriptor, LOCK_SH) != 0, errno == EINTR {} }
    if isAlone { try work() }
    return isAlone
  }
}
