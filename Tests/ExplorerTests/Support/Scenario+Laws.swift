import Errands
import ErrandsTesting

extension Scenario {
  /// A handler that records the outcome: `name 1`, `name cancelled`, `name failed`.
  func told<Value>(_ name: String) -> @Sendable (Result<Value, any Error>) -> Void {
    { self.record("\(name) \(Self.word(for: $0))") }
  }

  static func word<Value>(for outcome: Result<Value, any Error>) -> String {
    switch outcome {
    case .success(let value): "\(value)"
    case .failure(is CancellationError): "cancelled"
    case .failure(is AbandonedError): "abandoned"
    case .failure: "failed"
    }
  }

  /// What was recorded under the name, without it.
  func outcomes(of name: String) -> [String] {
    events.filter { $0.hasPrefix("\(name) ") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// Law 1: it is told once, and one of these.
  @discardableResult
  func expectOne(
    of name: String,
    _ allowed: String...,
    fileID: String = #fileID,
    line: UInt = #line
  ) throws -> String {
    let outcomes = outcomes(of: name)
    try expect(
      outcomes.count == 1 && allowed.contains(outcomes[0]),
      "“\(name)” is told once, one of \(allowed).",
      fileID: fileID,
      line: line
    )
    return outcomes[0]
  }

  /// Both were recorded, one before the other.
  func expect(
    _ first: String,
    before second: String,
    fileID: String = #fileID,
    line: UInt = #line
  ) throws {
    guard let one = events.firstIndex(of: first), let other = events.firstIndex(of: second) else {
      return try expect(false, "“\(first)” and “\(second)” happen.", fileID: fileID, line: line)
    }
    try expect(one < other, "“\(first)” comes before “\(second)”.", fileID: fileID, line: line)
  }

  /// Law 4: the work is stopped where it was cancelled, once, before anybody is told, and not otherwise.
  func expectStopped(
    _ part: String,
    as outcome: String,
    told name: String,
    fileID: String = #fileID,
    line: UInt = #line
  ) throws {
    let isCancelled = outcome == "cancelled" && count(of: "\(part) begins") > 0
    try expect(
      count(of: "\(part) stops") == (isCancelled ? 1 : 0),
      "“\(part)” is stopped \(isCancelled ? "once" : "by nobody").",
      fileID: fileID,
      line: line
    )
    if isCancelled {
      try expect("\(part) stops", before: "\(name) cancelled", fileID: fileID, line: line)
    }
  }

  /// Law 4: what has begun has ended, or was stopped, and not both.
  func expectNothingGoesOn(_ parts: Part..., fileID: String = #fileID, line: UInt = #line) throws {
    for name in parts.map(\.name) {
      try expect(
        count(of: "\(name) begins") == count(of: "\(name) ends") + count(of: "\(name) stops"),
        "“\(name)” has ended or was stopped, as often as it has begun.",
        fileID: fileID,
        line: line
      )
    }
  }
}
