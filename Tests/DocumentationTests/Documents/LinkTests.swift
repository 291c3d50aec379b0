import Foundation
import Testing

/// A file that is moved, or a heading that is put in other words, left documents behind that led nowhere.
@Suite("Documents")
struct LinkTests {
  /// What stands for many, or is made by a build.
  private static let invented = [
    "Fuzzing/Seeds/name.txt", "Fuzzing/Words/name.dict", "Gallery/.build/debug/gallery",
  ]
  private static let folders = [
    "Benchmarks", "Documentation", "Fuzzing", "Gallery", "Sources", "Tests", "scripts",
  ]

  @Test("are found")
  func found() {
    let paths = Set(Document.all.map(\.path))
    #expect(paths.isSuperset(of: ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Documentation/Tour.md"]))
    #expect(Document.all.allSatisfy { !$0.text.isEmpty })
  }

  @Test("link to files and headings that are there", arguments: Document.all)
  func links(document: Document) {
    for link in document.links where !link.contains("://") {
      #expect(leadsSomewhere(link, from: document), "\(document): \(link)")
    }
  }

  @Test("name paths that are there", arguments: Document.all)
  func paths(document: Document) {
    for path in Self.paths(in: document) {
      #expect(exists(Document.root.appending(path: path)), "\(document): \(path)")
    }
  }

  @Test("that lead nowhere are noticed")
  func noticed() {
    let text =
      "# Here we are\n[a](#here-we-are) [b](#there) [c](No.md) [d](../README.md#try-it) `Sources/No.swift --x`"
    let document = Document(path: "Documentation/Made.md", text: text)
    #expect(document.links.map { leadsSomewhere($0, from: document) } == [true, false, false, true])
    #expect(Self.paths(in: document) == ["Sources/No.swift"])
    #expect(!exists(Document.root.appending(path: "Sources/No.swift")))
  }

  /// What is set as code and begins with one of the root's folders.
  private static func paths(in document: Document) -> [String] {
    document.codeWords.filter { word in
      folders.contains { word.hasPrefix("\($0)/") } && !invented.contains(word)
    }
  }

  private func leadsSomewhere(_ link: String, from document: Document) -> Bool {
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let file = parts[0].isEmpty ? document.file : document.folder.appending(path: parts[0]).standardized
    guard parts.count == 2 else { return exists(file) }
    let target = parts[0].isEmpty ? document : Document.all.first { $0.file.path == file.path }
    return target?.anchors.contains(parts[1].removingPercentEncoding ?? parts[1]) == true
  }

  private func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }
}
