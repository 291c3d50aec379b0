import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

/// What a subscriber does while it is given a value has been done when its call returns.
@Suite("Calls from inside of a subscriber", .timeLimit(.minutes(1)))
struct InsideTests {
  enum Way: CaseIterable {
    case merged, combined, collected

    func behind<P: Publisher<Int, Never>>(_ publisher: P) -> AnyPublisher<Int, Never> {
      switch self {
      case .merged: publisher.merge(with: Empty(completeImmediately: false)).eraseToAnyPublisher()
      case .combined: publisher.combineLatest(Just(0), +).eraseToAnyPublisher()
      case .collected:
        publisher.collect(.byTimeOrCount(ImmediateScheduler.shared, 1, 1)).map { $0[0] }.eraseToAnyPublisher()
      }
    }
  }

  private let source = Source<Int, Never>()
  private let seen = Events<String>()
  private let kept = Kept<SafeCancellable>()

  @Test("One that cancels finds its publishers cancelled, and is given nothing more", arguments: Way.allCases)
  func cancel(way: Way) {
    let watched = source.handleEvents(receiveCancel: { [seen] in seen.record("cancelled") })
    kept.set(
      SafeCancellable(
        way.behind(watched).sink { [seen, kept] value in
          seen.record("\(value)")
          kept.take()?.cancel()
          seen.record("returned")
        }
      )
    )
    source.send(1)
    source.send(2)
    source.finish()
    #expect(seen.all == ["1", "cancelled", "returned"])
  }

  @Test(
    "One that sends is given what it has sent next, and not inside of its own call",
    arguments: Way.allCases
  )
  func send(way: Way) {
    let subscription = way.behind(source).sink(
      receiveCompletion: { [seen] _ in seen.record("finished") },
      receiveValue: { [seen, source] value in
        seen.record("\(value)")
        if value == 1 {
          source.send(2)
          source.finish()
        }
        seen.record("returned")
      }
    )
    source.send(1)
    if way == .merged { subscription.cancel() }
    let end = way == .merged ? [] : ["finished"]
    #expect(seen.all == ["1", "returned", "2", "returned"] + end)
  }

  @Test("One that asks for more is given it", arguments: Way.allCases)
  func request(way: Way) {
    let kept = Events<Sent<any Subscription>>()
    let asking = Asking { [seen] value in
      seen.record("\(value)")
      kept.all[0].value.request(.max(1))
    }
    asking.subscribed = { subscription in
      kept.record(Sent(subscription))
      subscription.request(.max(1))
    }
    way.behind((1...3).publisher).subscribe(asking)
    #expect(seen.all == (way == .combined ? ["3"] : ["1", "2", "3"]))
    kept.all[0].value.cancel()
  }
}

/// A subscriber that asks by its subscription, and not by its answers.
private final class Asking: Subscriber {
  var subscribed: (any Subscription) -> Void = { _ in }
  private let value: (Int) -> Void

  init(_ value: @escaping (Int) -> Void) { self.value = value }

  func receive(subscription: any Subscription) { subscribed(subscription) }
  func receive(_ input: Int) -> Subscribers.Demand {
    value(input)
    return .none
  }
  func receive(completion: Subscribers.Completion<Never>) {}
}
