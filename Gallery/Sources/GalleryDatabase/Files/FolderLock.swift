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
  ///
  /// - Throws: `POSIXError` where its file system has no locks.
  func isShared() throws -> Bool { try isTaken(LOCK_SH) }

  /// Keeps everybody else out for as long as this lock lives; false where somebody is in there.
  ///
  /// - Throws: `POSIXError` where its file system has no locks.
  package func isTakenAlone() throws -> Bool { try isTaken(LOCK_EX) }

  private func isTaken(_ kind: Int32) throws -> Bool {
    if flock(descriptor, kind | LOCK_NB) == 0 { return true }
    guard errno != EWOULDBLOCK else { return false }
    throw POSIXError(.init(rawValue: errno) ?? .EIO)
  }

  /// Runs `work` where nobody else has the folder, and keeps everybody from that for as long as this lock lives. Blocks
  /// while another one is tidying up, which takes moments.
  ///
  /// - Returns: Whether `work` was run.
  func ifAlone(_ work: () throws -> Void) throws -> Bool {
    let isAlone = try isTakenAlone()
    defer { while flock(descriptor, LOCK_SH) != 0, errno == EINTR {} }
    if isAlone { try work() }
    return isAlone
  }
}
