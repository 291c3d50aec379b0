import Foundation

/// The file beside its destination that takes the bytes of a download until they are all there.
///
/// All of it blocks: it belongs to one thread, which ``FileWriter`` gives it.
final class PartialFile {
  /// What came of the wish to open it.
  enum Opening {
    case opened(PartialFile)
    /// Another download, of this process or of another, is writing it. It has not been touched.
    case busy
  }

  /// How many bytes are held, and to be gone on behind.
  private(set) var held: Int64 = 0
  /// What the held bytes are; nil where there are none, or none that can be gone on with.
  private(set) var record: PartialRecord?

  /// Opens the one of a place, and finds out what is held of this source.
  ///
  /// - Parameter source: Nil where nothing is to be resumed, now or later.
  static func open(_ place: FilePlace, source: PartialSource?) throws(FileFailure) -> Opening {
    fatalError("follows")
  }

  /// Opens one under a name of its own, for a download that finds the one of its place busy. It cannot be resumed, and is
  /// removed when it is closed.
  static func unique(_ place: FilePlace) throws(FileFailure) -> PartialFile {
    fatalError("follows")
  }

  /// Lets go of what is held, and begins a body.
  ///
  /// - Parameters:
  ///   - record: What the bytes that follow are; nil where they cannot be resumed.
  ///   - length: How many bytes follow, where it is known: it is looked whether the disk has room for them.
  func begin(_ record: PartialRecord?, length: Int64?) throws(FileFailure) { fatalError("follows") }

  /// Puts bytes behind those that are held.
  func append(_ data: Data) throws(FileFailure) { fatalError("follows") }
}
