import Errands
import Foundation
import Testing

/// Collects what the trials of a suite came to and, when the last of them has ended, prints the table. Where
/// `ERRANDS_MATRIX` names a file, the table is written there too.
struct MatrixReport: SuiteTrait, TestScoping {
  private static let matrix = Lock(Matrix())

  static func record(_ trial: Trial, passed: Bool) {
    matrix.withLock { $0.record(trial, passed: passed) }
  }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    let table = Self.matrix.withLock { $0 }.markdown
    print("\n" + table)
    if let path = ProcessInfo.processInfo.environment["ERRANDS_MATRIX"] {
      try table.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }
}

extension Trait where Self == MatrixReport {
  static var reportsMatrix: MatrixReport { MatrixReport() }
}
