import Foundation
import Testing

@Suite("The matrix in the README")
struct ReadmeTests {
  private let readme = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")

  /// A table that is written by hand, or that nobody writes anew, tells of a suite that is not there.
  @Test("It names the suite's styles and laws, counts its scenarios, and says that all have passed")
  func isUpToDate() throws {
    let text = try String(contentsOf: readme, encoding: .utf8)
    let block = try #require(text.components(separatedBy: "<!-- matrix -->\n").dropFirst().first)
    let table = try #require(block.components(separatedBy: "<!-- /matrix -->").first)
    #expect(table == Matrix.fulfilled.markdown, "scripts/matrix.sh writes it anew")
  }

  @Test("A cell in which something failed is not mistaken for one in which all passed")
  func failureShows() throws {
    let trial = try #require(Trial.all.first)
    var matrix = Matrix()
    matrix.record(trial, passed: true)
    matrix.record(trial, passed: false)
    #expect("\(matrix.cell(trial.style, trial.scenario.law))" == "1/2")
    #expect(matrix.markdown.contains("| \(trial.style.name) | 1/2 | – |"))
  }

  @Test("A scenario is left out only for a reason")
  func reasons() {
    let reasons = Styles.all.flatMap { style in Scenario.all.compactMap { $0.reason(against: style) } }
    #expect(reasons.allSatisfy { !$0.isEmpty })
    #expect(Trial.all.count + reasons.count == Styles.all.count * Scenario.all.count)
  }

  @Test("Every style is held to every law")
  func noEmptyCell() {
    for style in Styles.all {
      for law in Law.allCases { #expect(Matrix.fulfilled.cell(style, law).run > 0, "\(style.name), \(law)") }
    }
  }

  @Test("No two scenarios, and no two styles, bear the same name")
  func names() {
    #expect(Set(Trial.all.map(\.testDescription)).count == Trial.all.count)
    #expect(Set(Styles.all.map(\.name)).count == Styles.all.count)
  }
}
