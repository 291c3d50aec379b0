import Foundation

/// The Swift code in the project's prose: the documents, the articles, and the documentation comments of the library.
struct DocumentedCode {
  struct Block {
    let file: String
    let lines: [String]
  }

  let root = Document.root

  var blocks: [Block] {
    let files = Document.all.map(\.file) + articles + files(under: "Sources", ending: "swift")
    return files.flatMap { file in
      blocks(in: text(of: file)).map { Block(file: file.lastPathComponent, lines: $0) }
    }
  }

  /// The articles' tables: a cell that is code and nothing else has to stand in a line of a test.
  var cells: [Block] {
    articles.flatMap { file in
      cells(in: text(of: file)).map { Block(file: file.lastPathComponent, lines: [$0]) }
    }
  }

  /// The lines of every test file, as they would be compared with a block's.
  var testedLines: [[String]] {
    files(under: "Tests", ending: "swift").map { lines(of: text(of: $0)) }
  }

  private var articles: [URL] {
    files(under: "Sources", ending: "md").filter { $0.path.contains(".docc/") }
  }

  func files(under folder: String, ending: String) -> [URL] {
    let start = root.appending(path: folder)
    let all = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == ending }
  }

  func text(of file: URL) -> String {
    (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  private func blocks(in text: String) -> [[String]] {
    text.replacingOccurrences(of: "///", with: "").components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
      .map(lines)
  }

  private func cells(in text: String) -> [String] {
    lines(of: text).filter { $0.hasPrefix("|") }.flatMap { row in
      row.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }.compactMap { cell in
      let parts = cell.components(separatedBy: "`")
      return parts.count == 3 && parts[0].isEmpty && parts[2].isEmpty ? parts[1] : nil
    }
  }

  /// Without indentation and empty lines: where a snippet stands must not matter.
  private func lines(of text: String) -> [String] {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
