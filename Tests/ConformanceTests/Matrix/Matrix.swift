/// How many scenarios were run in each style for each law, and how many of them passed.
struct Matrix: Sendable, Equatable {
  struct Cell: Sendable, Equatable, CustomStringConvertible {
    var passed = 0
    var run = 0

    var description: String { run == 0 ? "–" : "\(passed)/\(run)" }
  }

  private var cells: [String: [Law: Cell]] = [:]

  mutating func record(_ trial: Trial, passed: Bool) {
    cells[trial.style.name, default: [:]][trial.scenario.law, default: Cell()].run += 1
    if passed { cells[trial.style.name, default: [:]][trial.scenario.law, default: Cell()].passed += 1 }
  }

  func cell(_ style: any StyleUnderTest, _ law: Law) -> Cell { cells[style.name]?[law] ?? Cell() }

  /// The table, a row a style and a column a law, under a sentence that says how to read it.
  var markdown: String {
    let laws = Law.allCases.map { "\($0.rawValue) \($0.title)" }.joined(separator: "; ")
    let head = ["passed/run"] + Law.allCases.map { "law \($0.rawValue)" }
    let rule = ["---"] + Law.allCases.map { _ in "---:" }
    let rows = Styles.all.map { style in
      [style.name] + Law.allCases.map { "\(cell(style, $0))" }
    }
    let lines = ([head, rule] + rows).map { "| \($0.joined(separator: " | ")) |\n" }
    return """
      The same scenarios are played in every style, and those that passed are counted. The laws are: \(laws).

      \(lines.joined())
      """
  }

  /// The matrix of a suite of which every scenario has passed.
  static var fulfilled: Matrix {
    Trial.all.reduce(into: Matrix()) { $0.record($1, passed: true) }
  }
}
