import Errands

/// Which operation works in each category, and which wait to: for the whole process, since operations that exclude
/// one another need not be in the same queue.
enum MutualExclusion {
  /// One operation in one category.
  final class Waiter: @unchecked Sendable {
    // Sendable: what changes is only touched under the lock of the categories.
    fileprivate var admitted: (@Sendable () -> Void)?
    fileprivate var hasLeft = false

    /// - Parameter admitted: Called when it may work, unless it may at once or has left.
    init(admitted: @escaping @Sendable () -> Void) {
      self.admitted = admitted
    }
  }

  private struct Category: Sendable {
    var working: Waiter
    var waiting = FirstInFirstOut<Waiter>()
    /// How many of them have left.
    var gaps = 0

    /// The next one that has not left; nil where there is none.
    mutating func next() -> Waiter? {
      while let next = waiting.popFirst() {
        guard next.hasLeft else { return next }
        gaps -= 1
      }
      return nil
    }

    /// One of those that wait has left. Each is moved once, on average, for one that has: a million that come and go behind one
    /// that works for hours leave nothing.
    mutating func closeGaps() {
      gaps += 1
      guard gaps * 2 > waiting.count else { return }
      var staying = FirstInFirstOut<Waiter>()
      while let next = next() { staying.append(next) }
      waiting = staying
    }
  }

  private static let categories = Lock<[String: Category]>([:])

  /// True where it may work at once.
  static func enter(_ name: String, _ waiter: Waiter) -> Bool {
    categories.withLock { categories in
      if categories[name]?.waiting.append(waiter) != nil { return false }
      categories[name] = Category(working: waiter)
      return true
    }
  }

  /// It works no longer, or waits no longer. The next one follows.
  static func leave(_ name: String, _ waiter: Waiter) {
    let (admitted, former) = categories.withLock { categories in
      waiter.hasLeft = true
      let former = waiter.admitted.take()
      guard categories[name]?.working === waiter else {
        categories[name]?.closeGaps()
        return (nil as (@Sendable () -> Void)?, former)
      }
      return (admitNext(&categories[name]), former)
    }
    // Freed outside the lock.
    withExtendedLifetime(former) { admitted?() }
  }

  private static func admitNext(_ category: inout Category?) -> (@Sendable () -> Void)? {
    guard let next = category?.next() else {
      category = nil
      return nil
    }
    category?.working = next
    return next.admitted.take()
  }
}
