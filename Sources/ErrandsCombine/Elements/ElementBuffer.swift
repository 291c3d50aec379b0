import Errands

/// Subscribes for a reader, and keeps what comes until the reader takes it.
final class ElementBuffer<Element: Sendable, Failure: Error>: Sendable {
  private let state = Guarded(ElementBufferState<Element, Failure>())

  /// The publisher may let go of its subscriber without a word: so that is not the buffer, which the reader holds.
  func subscribe<Upstream: Publisher>(to upstream: Upstream)
  where Upstream.Output == Element, Upstream.Failure == Failure {
    let inlet = Inlet<Element, Failure>(
      demand: .unlimited,
      value: { _, element in
        self.state.withLock { $0.append(element) }?.settle(.success(()))
        return .none
      },
      completion: { self.complete($0) },
      abandoned: { self.complete(.finished) }
    )
    state.withLock { $0.keep(inlet.connection) }
    upstream.subscribe(inlet)
  }

  func cancel() {
    let (arrival, upstream, _) = state.withLock { $0.cancel() }
    upstream?.cancel()
    arrival?.settle(.success(()))
  }

  /// What there is to read, the first value last.
  func take() -> ElementBufferState<Element, Failure>.Turn {
    let turn = state.withLock { $0.take() }
    guard case .elements(var elements) = turn else { return turn }
    elements.reverse()
    return .elements(elements)
  }

  private func complete(_ completion: Subscribers.Completion<Failure>) {
    state.withLock { $0.complete(completion) }.arrival?.settle(.success(()))
  }
}
