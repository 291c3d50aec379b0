import Foundation

/// A folder of a test's own, gone with this.
final class Folder: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "gallery-\(UUID().uuidString)")
    .path(percentEncoded: false)

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Everything in it, hidden files too.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// A file with these lines, and its path.
  func list(_ lines: [String], in name: String = "list.txt") throws -> String {
    let file = path + "/" + name
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: file))
    return file
  }
}
