import Errands
import Foundation

/// A ``PartialFile`` on a thread of its own, for tasks to write to: no thread of theirs is blocked.
///
/// Chunks are gathered and written 256 KiB at a time, and whoever brings more waits until they are: so much memory is taken,
/// however slow the disk, and one hop between threads is made for many chunks.
final class FileWriter: Sendable {
  /// What came of the wish to write.
  enum Opening: Sendable {
    case opened(FileWriter)
    /// Another download is writing the partial file of this place.
    case busy
  }

  /// A file that is at its place.
  struct Finished: Sendable, Hashable {
    let path: String
    /// Its length in bytes.
    let count: Int64
    /// Its SHA-256, hexadecimal.
    let digest: String
  }

  /// How many bytes were held when it was opened.
  let held: Int64
  /// What those are, for the request that asks for the rest.
  let record: PartialRecord?

  private init() { fatalError("follows") }

  /// Opens the partial file of a prepared place.
  ///
  /// - Parameter source: What is to be written; nil where nothing is to be resumed, now or later.
  static func open(_ place: FilePlace, source: PartialSource?) async throws -> Opening {
    fatalError("follows")
  }

  /// Opens one that nobody else writes, which cannot be resumed: for a download that finds the one of its place busy.
  static func unique(_ place: FilePlace) async throws -> FileWriter { fatalError("follows") }

  /// Begins a body, once more where something is held, which is let go of. Not called for a body that goes on behind
  /// what is held.
  ///
  /// - Parameters:
  ///   - record: What makes it possible to resume; nil where it is not.
  ///   - length: Of the body, in bytes, where it is known; the disk has to have room for it.
  func begin(_ record: PartialRecord?, length: Int64?) async throws { fatalError("follows") }

  /// Takes a chunk that comes behind what is held, and waits while the disk is behind.
  func append(_ chunk: Data) async throws { fatalError("follows") }

  /// Flushes the file to the disk and puts it in its place.
  ///
  /// - Parameters:
  ///   - place: Where it goes, named by the answer.
  ///   - modified: The time that it gets as that of its last change.
  ///   - digest: The SHA-256 that it has to have, hexadecimal.
  ///   - validators: Where what the answer says of its state is kept.
  func finish(
    at place: FilePlace,
    modified: Date? = nil,
    expecting digest: String? = nil,
    keeping validators: FileValidators? = nil,
    of fields: HTTPFields = [:]
  ) async throws -> Finished { fatalError("follows") }

  /// Writes what was gathered, and closes the file. What can be resumed stays; everything else is removed.
  func close() async { fatalError("follows") }
}
