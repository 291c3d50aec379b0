import Foundation

/// The body of an entry on disk, open for reading.
final class DiskBody: Sendable {
  /// The first bytes of a range, verified.
  ///
  /// - Throws: ``DamagedBody``.
  func chunk(in range: Range<Int64>) async throws -> Data { throw DamagedBody() }
}
