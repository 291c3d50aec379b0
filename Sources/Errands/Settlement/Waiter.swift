import Dispatch

/// A waiter for a cell's outcome, which may give up before: a suspended task, a blocked thread, work that
/// depends on other work.
///
/// It is woken once, before any handler is called, and does nothing then that could take long: so no waiter
/// waits for a handler. A waiter that gives up leaves nothing behind in the cell.
@usableFromInline
package class Waiter: @unchecked Sendable {
  // Sendable: what changes is only touched under the lock of the cell.
  fileprivate var next: Waiter?
  fileprivate unowned(unsafe) var previous: Waiter?
  fileprivate var place = Place.outside

  fileprivate enum Place { case outside, inside, left }

  @usableFromInline
  init() {}

  /// Whether the cell is needed because of it.
  package var counts: Bool { true }

  /// Whether it has neither been added to a cell nor given up.
  package var isNew: Bool { place == .outside }

  /// Whether it is a ``WaitingHandler``.
  @usableFromInline
  var isHandler: Bool { false }

  /// - Parameter failure: The cell's error, or nil after a success.
  @usableFromInline
  package func wake(_ failure: (any Error)?) {}
}

/// A handler whose owner may lose interest: then nothing is left of it.
///
/// It may take long, and so it is not called when the waiters are woken: it joins the handlers then.
@usableFromInline
package final class WaitingHandler<Value: Sendable>: Waiter, @unchecked Sendable {
  // Sendable: what changes is only touched under the lock of the cell.
  let handler: @Sendable (Result<Value, any Error>) -> Void

  package init(_ handler: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    self.handler = handler
    super.init()
  }

  @usableFromInline
  override var isHandler: Bool { true }
}

/// A suspended task.
@usableFromInline
package final class WaitingTask: Waiter, @unchecked Sendable {
  // Sendable: set before the waiter is added, and read when it has been taken out again.
  private var continuation: UnsafeContinuation<Void, Never>?

  @usableFromInline
  package override init() { super.init() }

  @usableFromInline
  package func sleep(_ continuation: UnsafeContinuation<Void, Never>) { self.continuation = continuation }

  @usableFromInline
  package override func wake(_ failure: (any Error)?) { continuation?.resume() }
}

/// A blocked thread.
package final class WaitingThread: Waiter, @unchecked Sendable {
  // Sendable: adds nothing that changes.
  private let isOver = BlockingSemaphore(value: 0)

  package override init() { super.init() }

  /// Blocks the calling thread until the waiter is woken. False where the limit has passed before.
  package func wait(until limit: DispatchTime = .distantFuture) -> Bool {
    Trampoline.handOver()
    return isOver.wait(timeout: limit) == .success
  }

  @usableFromInline
  package override func wake(_ failure: (any Error)?) { isOver.signal() }
}

/// Work that begins, or ends, with the outcome.
package final class WaitingCall: Waiter, @unchecked Sendable {
  // Sendable: adds nothing that changes.
  private let call: @Sendable ((any Error)?) -> Void
  private let isCounted: Bool

  package init(counts: Bool = true, _ call: @escaping @Sendable ((any Error)?) -> Void) {
    isCounted = counts
    self.call = call
    super.init()
  }

  package override var counts: Bool { isCounted }

  @usableFromInline
  package override func wake(_ failure: (any Error)?) { call(failure) }
}

/// Waiters in the order in which they came. Each knows its neighbours, so that it leaves in constant time,
/// and the list keeps no room for those that have left.
@usableFromInline
package struct Waiters: Sendable {
  /// `previous` of the first waiter is the last one, so that the list is one word.
  @usableFromInline fileprivate(set) var first: Waiter?

  @inlinable
  package init() {}

  @inlinable
  package var isEmpty: Bool { first == nil }

  /// False where the waiter has given up already.
  @usableFromInline
  package mutating func add(_ waiter: Waiter) -> Bool {
    guard waiter.place == .outside else { return false }
    waiter.place = .inside
    guard let first, let last = first.previous else {
      waiter.previous = waiter
      first = waiter
      return true
    }
    waiter.previous = last
    last.next = waiter
    first.previous = waiter
    return true
  }

  /// True where the waiter was in the list, so that the caller has to wake it.
  @usableFromInline
  package mutating func remove(_ waiter: Waiter) -> Bool {
    defer { waiter.place = .left }
    guard waiter.place == .inside else { return false }
    let next = waiter.next.take()
    if waiter === first {
      next?.previous = waiter.previous
      first = next
    } else {
      (next ?? first)?.previous = waiter.previous
      waiter.previous?.next = next
    }
    return true
  }

  @usableFromInline
  package mutating func removeFirst() -> Waiter? {
    guard let waiter = first, remove(waiter) else { return nil }
    return waiter
  }

  /// Whether one of them needs the cell; linear time.
  var areCounted: Bool { all.contains { $0.counts } }

  private var all: some Sequence<Waiter> {
    sequence(state: first) { rest in
      defer { rest = rest?.next }
      return rest
    }
  }
}
