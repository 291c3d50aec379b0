extension Errand {
  /// Progress and outcome as an asynchronous sequence. Each iteration runs the errand; leaving the loop
  /// cancels it.
  public func events(in scope: Scope? = nil) -> RunEvents<Value> {
    RunEvents(errand: self, registry: scope?.registry)
  }

  /// The first element of a sequence, then leaves it. Fails with ``EmptySequenceError`` where there is none.
  public static func first<Elements: AsyncSequence & Sendable>(
    of sequence: Elements,
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand where Elements.Element == Value {
    Errand(fileID: fileID, line: line) {
      for try await element in sequence { return element }
      try Task.checkCancellation()
      throw EmptySequenceError()
    }
  }

  /// The last element of a sequence. Fails with ``EmptySequenceError`` where there is none.
  public static func last<Elements: AsyncSequence & Sendable>(
    of sequence: Elements,
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand where Elements.Element == Value {
    Errand(fileID: fileID, line: line) {
      var last: Value?
      for try await element in sequence { last = element }
      try Task.checkCancellation()
      guard let last else { throw EmptySequenceError() }
      return last
    }
  }

  /// Every element of a sequence, in order; progress counts them.
  public static func collecting<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements,
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand where Elements.Element: Sendable, Value == [Elements.Element] {
    Errand(fileID: fileID, line: line) { progress in
      var all: [Elements.Element] = []
      for try await element in sequence {
        all.append(element)
        progress(completed: Int64(all.count), total: nil)
      }
      try Task.checkCancellation()
      return all
    }
  }
}

/// A sequence ended without the element that was asked for.
public struct EmptySequenceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// An error for a sequence that ended.
  public init() {}

  /// A sentence without details.
  public var description: String { "The sequence ended without an element." }
}
