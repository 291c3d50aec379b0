import Foundation

/// A file or a folder of a library, as it was when it was opened.
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

  /// Makes an empty file that its user alone can read, where there is none: SQLite would let others read it, and what it has
  /// beside it is as it is itself. Where it cannot be made, SQLite will say why. One that is there is not opened: closing it
  /// would end the locks that this process has on it.
  static func makePrivate(_ path: String) {
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
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
