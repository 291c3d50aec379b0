import Errands
import Foundation

/// Stores one answer as its body arrives. Nothing of it can be found before ``commit()``; one that is let go of has been
/// abandoned.
///
/// Storing never fails a load: where there is no room, or the disk is full, the rest is passed over.
final class CacheWriter: Sendable {
  /// Takes the next chunk; returns when it has been written, which is the back-pressure.
  func write(_ chunk: Data) async {}

  /// The body is whole. False where it has not been stored.
  @discardableResult
  func commit() async -> Bool { false }

  /// The body is not to be stored. No effect after ``commit()``.
  func abandon() {}
}
