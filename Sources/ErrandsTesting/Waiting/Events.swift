import Errands

/// What happened, in order, and a way to wait for the next thing to happen.
///
/// A test hands `record` to the code under test as its callback and then asserts the exact list, so that an
/// event too many fails as loudly as one too few.
///
/// ```swift
/// let progress = Events<Int>()
/// Task { for percent in [0, 50, 100] { progress.record(percent) } }
/// #expect(try await progress.event(3) == 100)
/// #expect(progress.all == [0, 50, 100])
/// ```
public final class Events<Element: Sendable>: Sendable {
  private let recorded = Monitor<[Element]>([])

  /// A record with nothing in it.
  public init() {}

  /// Everything recorded up to now, oldest first.
  public var all: [Element] {
    recorded.read { $0 }
  }

  /// How many events have been recorded.
  public var count: Int {
    recorded.read { $0.count }
  }

  /// Adds an event, and wakes the tasks that wait for it.
  public func record(_ event: Element) {
    recorded.update { $0.append(event) }
  }

  /// The event with this number, counted from 1; waits until it has happened.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled first.
  public func event(_ number: Int) async throws -> Element {
    precondition(number > 0, "events are counted from 1")
    return try await recorded.first { $0.count >= number ? $0[number - 1] : nil }
  }

  /// The first event, past or still to come, that fulfils the condition.
  ///
  /// - Parameter condition: Called while the record is locked, and so must not look at it, nor record.
  /// - Throws: `CancellationError` if the waiting task is cancelled first.
  public func first(where condition: @escaping @Sendable (Element) -> Bool) async throws -> Element {
    try await recorded.first { $0.first(where: condition) }
  }
}
