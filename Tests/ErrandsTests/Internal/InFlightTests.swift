import ErrandsTesting
import Testing

@testable import Errands

@Suite("Children of an operator")
struct InFlightTests {
  private let first = Run<Int>(name: "first", registry: nil)
  private let second = Run<Int>(name: "second", registry: nil)

  @Test("A set that is closed gives its children in the order in which they came, once")
  func order() {
    var children = InFlight()
    #expect(children.enter(first) != nil && children.enter(second) != nil)
    #expect(children.count == 2 && !children.isClosed)
    let closed = children.close().map(\.id)
    #expect(closed == [first.id, second.id])
    #expect(children.isClosed && children.count == 0)
    #expect(children.close().isEmpty)
  }

  @Test("None enters a set that is closed")
  func closed() {
    var children = InFlight()
    _ = children.close()
    #expect(children.enter(first) == nil)
    #expect(children.count == 0)
  }

  @Test("A child leaves once, and one that the set has given away not at all")
  func leaving() {
    var children = InFlight()
    let (one, other) = (children.enter(first), children.enter(second))
    #expect(children.leave(one) === first)
    #expect(children.leave(one) == nil)
    #expect(children.close().count == 1)
    #expect(children.leave(other) == nil)
    #expect(children.leave(nil) == nil)
  }

  // Of a race that was decided by its first runner the second one was begun and then cancelled: its work had started.
  @Test("A child that finds the set closed is cancelled, and its work never starts")
  func refused() {
    let heard = Events<String>()
    let work = Errand<Int>.fromCallback { callback in
      heard.record("started")
      callback.succeed(1)
    }
    work.begin(
      childOf: first,
      entering: { _ in nil as InFlight.Place? },
      handler: { place in { heard.record("\(place == nil) \($0.label)") } }
    )
    #expect(heard.all == ["true cancelled"])
  }

  @Test("A child has entered before its work starts, and is told with its place")
  func entering() {
    let children = Children()
    let heard = Events<String>()
    let work = Errand<Int>.fromCallback { callback in
      heard.record("started among \(children.set.withLock { $0.count })")
      callback.succeed(1)
    }
    children.begin(work, childOf: first) { heard.record($0.label) }
    #expect(heard.all == ["started among 1", "value 1"])
    #expect(children.set.withLock { $0.count } == 0)
  }

  @Test("What a child whose set is closed while it starts does is stopped")
  func closing() {
    let children = Children()
    let heard = Events<String>()
    let work = Errand<Int>.fromCallback { callback in
      callback.onCancel { heard.record("stopped") }
      for run in children.set.withLock({ $0.close() }) { run.cancel() }
    }
    children.begin(work, childOf: first) { heard.record($0.label) }
    #expect(heard.all == ["stopped", "cancelled"])
  }
}

/// A set, as an operator has one.
private final class Children: Sendable {
  let set = Lock(InFlight())

  func begin(
    _ work: Errand<Int>,
    childOf parent: AnyRun,
    settled: @escaping @Sendable (Result<Int, any Error>) -> Void
  ) {
    work.begin(
      childOf: parent,
      entering: { run in set.withLock { $0.enter(run) } },
      handler: { place in
        { outcome in
          _ = self.set.withLock { $0.leave(place) }
          settled(outcome)
        }
      }
    )
  }
}
