import Foundation

/// A folder of a test's own, gone with this.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "errands-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path(percentEncoded: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Everything in it, hidden files too.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  func content(of name: String) -> Data? { FileManager.default.contents(atPath: path + "/" + name) }

  func put(_ text: String, in name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
  }
}
