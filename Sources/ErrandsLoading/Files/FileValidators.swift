import Foundation

/// What servers said of the state of the files that were fetched from them, so that a later run can ask whether a file has
/// changed (RFC 9110, section 13.1).
///
/// An entry counts only as long as the file is the one that was fetched: of the same length, with the same time of its last
/// change.
public struct FileValidators: Sendable {
  let folder: String

  /// Entries are kept in this folder, which is made when the first one is.
  public init(folder: String) {
    self.folder = folder
  }

  /// The fields of a request that asks only for what differs from the file at a path: `If-None-Match`, `If-Modified-Since`.
  /// Empty where nothing is known of it. Blocks.
  public func conditions(forFileAt path: String) -> HTTPFields { fatalError("follows") }
}
