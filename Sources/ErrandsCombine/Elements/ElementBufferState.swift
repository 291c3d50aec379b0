import Errands

/// What has come from a publisher and has not been read, as a value: no lock, no side effect.
struct ElementBufferState<Element: Sendable, Failure: Error> {
  enum Turn {
    /// The first one last.
    case elements([Element])
    case completed(Subscribers.Completion<Failure>)
    /// Settled when there is something to take.
    case wait(Settlement<Void>)
  }

  private var elements: [Element] = []
  private var upstream: InletConnection<Element, Failure>?
  private var completion: Subscribers.Completion<Failure>?
  private var arrival: Settlement<Void>?

  mutating func keep(_ upstream: InletConnection<Element, Failure>) {
    self.upstream = upstream
  }

  /// The reader to wake.
  mutating func append(_ element: Element) -> Settlement<Void>? {
    guard completion == nil else { return nil }
    elements.append(element)
    return arrival.take()
  }

  /// The reader to wake, and what to let go of.
  mutating func complete(
    _ completion: Subscribers.Completion<Failure>
  ) -> (arrival: Settlement<Void>?, upstream: InletConnection<Element, Failure>?) {
    if self.completion == nil { self.completion = completion }
    return (arrival.take(), upstream.take())
  }

  /// As ``complete(_:)``, and nothing that has come is given any more.
  mutating func cancel() -> (
    arrival: Settlement<Void>?,
    upstream: InletConnection<Element, Failure>?,
    unread: (elements: [Element], completion: Subscribers.Completion<Failure>?)
  ) {
    let unread = (elements, completion)
    elements = []
    completion = .finished
    return (arrival.take(), upstream.take(), unread)
  }

  /// What the reader is given now. An error is thrown once; behind it there is nothing.
  mutating func take() -> Turn {
    if !elements.isEmpty {
      var batch: [Element] = []
      swap(&batch, &elements)
      return .elements(batch)
    }
    if let completion {
      self.completion = .finished
      return .completed(completion)
    }
    let arrival = Settlement<Void>()
    self.arrival = arrival
    return .wait(arrival)
  }
}
