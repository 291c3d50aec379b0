import Foundation
import Testing

/// Guides that nobody compiles drift away from the code; here each piece of code in the prose has to stand, line
/// by line, in a test.
@Suite("Code in the documentation")
struct DocumentationTests {
  @Test("is found")
  func found() {
    let names = Set(DocumentedCode().blocks.map(\.file))
    #expect(names.isSuperset(of: ["README.md", "Tour.md", "Errand.swift", "Scope.swift", "Fetcher.swift"]))
    #expect(names.isSuperset(of: ["Errands.md", "OneOutcome.md", "CompletionClosures.md", "Timing.md"]))
    #expect(names.isSuperset(of: ["Loading.md", "Caching.md", "Uploads.md", "ComingFromNuke.md"]))
    #expect(Set(DocumentedCode().cells.map(\.file)).contains("CompletionClosures.md"))
  }

  @Test("is compiled by a test, every line of it")
  func compiled() {
    let code = DocumentedCode()
    let tested = code.testedLines
    for block in code.blocks {
      let stands = tested.contains { $0.contains(block.lines) }
      #expect(stands, "no test holds the code in \(block.file): \(block.lines.first ?? "")")
    }
  }

  @Test("is compiled in the cells of tables, too")
  func cells() {
    let code = DocumentedCode()
    // As bytes, among which one is found in a hundredth of the time.
    let tested = Data(code.testedLines.joined().joined(separator: "\n").utf8)
    for cell in code.cells {
      let stands = cell.lines.allSatisfy { tested.range(of: Data($0.utf8)) != nil }
      #expect(stands, "no test holds the code in a table of \(cell.file): \(cell.lines.first ?? "")")
    }
  }
}
