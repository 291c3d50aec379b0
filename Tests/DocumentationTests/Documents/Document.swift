import Foundation

/// One of the project's documents: Markdown that is read as a file, and not as an article of the documentation.
struct Document: CustomStringConvertible {
  struct Fence: Equatable {
    let language: String
    let code: String
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Those at the root, and those in the folders that have some.
  static let all = ["", "Documentation", "Gallery/Tests"].flatMap(inFolder)

  /// Its path from the root.
  let path: String
  let text: String

  var description: String { path }
  var file: URL { Self.root.appending(path: path) }
  /// The folder that its links start from.
  var folder: URL { file.deletingLastPathComponent() }

  init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  private static func inFolder(_ folder: String) -> [Document] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
    return (files ?? []).filter { $0.hasSuffix(".md") }.sorted().map { name in
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
      return Document(path: path, text: text ?? "")
    }
  }

  /// The blocks of code, in order.
  var fences: [Fence] {
    parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map { _, part in
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return Fence(language: String(lines[0]), code: lines.count > 1 ? String(lines[1]) : "")
    }
  }

  /// The text between the blocks of code.
  var prose: String {
    parts.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: "\n")
  }

  /// The headings, in order, with their hashes.
  var headings: [String] {
    prose.split(separator: "\n").map(String.init).filter { $0.hasPrefix("#") }
  }

  /// What stands in round brackets behind square ones.
  var links: [String] { prose.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) } }

  /// The first word of what is set as code, without what a shell does to it.
  var codeWords: [String] {
    prose.matches(of: /`([^`\s]+)[^`]*`/).map { String($0.1) }
  }

  /// The names by which links lead to the headings: small letters and figures, with hyphens for spaces.
  var anchors: [String] {
    headings.map { heading in
      let words = heading.drop { $0 == "#" || $0 == " " }.lowercased()
      return String(words.compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || $0 == "-" ? $0 : nil })
    }
  }

  private var parts: [String] { text.components(separatedBy: "```") }
}
