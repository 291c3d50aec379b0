import Errands

/// Subscribes for a reader, and keeps what comes until the reader takes it.
final class ElementBuffer<Element: Sendable, Failure: Error>: Subscriber, Sendable {
  typealias Input = Element

  private let state = Guarded(ElementBufferState<Element, Failure>())

  func receive(subscription: any Subscription) {
    guard state.withLock({ $0.keep(subscription) }) else { return subscription.cancel() }
    subscription.request(.unlimited)
  }

  func receive(_ element: Element) -> Subscribers.Demand {
    state.withLock { $0.append(element) }?.settle(.success(()))
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    state.withLock { $0.complete(completion) }.arrival?.settle(.success(()))
  }

  func cancel() {
    let (arrival, subscription, _) = state.withLock { $0.cancel() }
    subscription?.cancel()
    arrival?.settle(.success(()))
  }

  /// What there is to read, the first value last.
  func take() -> ElementBufferState<Element, Failure>.Turn {
    let turn = state.withLock { $0.take() }
    guard case .elements(var elements) = turn else { return turn }
    elements.reverse()
    return .elements(elements)
  }
}
