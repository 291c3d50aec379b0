import Synchronization

/// Counts calls, and how many of them are going on at once.
final class Counter: Sendable {
  private let total = Atomic<Int>(0)
  private let now = Atomic<Int>(0)
  private let most = Atomic<Int>(0)

  /// How often ``enter()`` was called.
  var count: Int { total.load(ordering: .sequentiallyConsistent) }
  /// How many have entered and not left.
  var inside: Int { now.load(ordering: .sequentiallyConsistent) }
  /// The most that were inside at one moment.
  var peak: Int { most.load(ordering: .sequentiallyConsistent) }

  @discardableResult
  func enter() -> Int {
    let inside = now.add(1, ordering: .sequentiallyConsistent).newValue
    most.max(inside, ordering: .sequentiallyConsistent)
    return total.add(1, ordering: .sequentiallyConsistent).newValue
  }

  func leave() {
    now.subtract(1, ordering: .sequentiallyConsistent)
  }
}
