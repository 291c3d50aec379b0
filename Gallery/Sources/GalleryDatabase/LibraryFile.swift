import Foundation

/// The file of a library, as it was when it was opened.
struct LibraryFile: Sendable {
  let path: String
  private let number: UInt64

  init(_ path: String) throws(LibraryError) {
    guard let number = Self.number(path) else { throw .gone(path) }
    self.path = path
    self.number = number
  }

  /// SQLite goes on writing to a file that was deleted or replaced under it, and all of that is lost when the
  /// last connection closes.
  ///
  /// - Throws: ``LibraryError/gone(_:)`` where the file is not the one that was opened.
  func check() throws(LibraryError) {
    guard Self.number(path) == number else { throw .gone(path) }
  }

  /// Makes the folder that the file is to be in, readable by its user alone.
  static func makeFolder(of path: String) throws {
    try make(folder: URL(filePath: folder(of: path), directoryHint: .isDirectory))
  }

  static func folder(of path: String) -> String {
    URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
  }

  static func make(folder: URL) throws {
    try FileManager.default.createDirectory(
      at: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  /// The file's number in its file system.
  private static func number(_ path: String) -> UInt64? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
  }
}
