import Foundation

/// The Swift code in the project's prose: the README, and the documentation comments of the library.
struct DocumentedCode {
  struct Block {
    let file: String
    let lines: [String]
  }

  let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  var blocks: [Block] {
    let files = [root.appending(path: "README.md")] + swiftFiles(under: "Sources")
    return files.flatMap { file in
      blocks(in: text(of: file)).map { Block(file: file.lastPathComponent, lines: $0) }
    }
  }

  /// The lines of every test file, as they would be compared with a block's.
  var testedLines: [[String]] {
    swiftFiles(under: "Tests").map { lines(of: text(of: $0)) }
  }

  private func swiftFiles(under folder: String) -> [URL] {
    let start = root.appending(path: folder)
    let all = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
  }

  private func text(of file: URL) -> String {
    (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  private func blocks(in text: String) -> [[String]] {
    text.replacingOccurrences(of: "///", with: "").components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
      .map(lines)
  }

  /// Without indentation and empty lines: where a snippet stands must not matter.
  private func lines(of text: String) -> [String] {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
