import Errands

/// How far the publishers that are merged have been asked, and which of them have finished; a value, without
/// a lock or a side effect.
struct MergeState<Value, Failure: Error> {
  typealias Source = InletConnection<Value, Failure>

  private enum Asked {
    case nothing
    /// One of each, and one more for each that is delivered.
    case one
    case everything
  }

  private var sources: [Source] = []
  private var open: Int
  /// One of them has let go without a word.
  private var isAbandoned = false
  private var asked = Asked.nothing
  /// The senders of the values that wait, the first one first.
  private var senders = FirstInFirstOut<Int>()

  init(count: Int) {
    open = count
  }

  mutating func keep(_ sources: [Source]) {
    self.sources = sources
  }

  /// The upstreams to ask, and for how many, when the subscriber has asked for so many.
  mutating func request(_ demand: Subscribers.Demand) -> (sources: [Source], demand: Subscribers.Demand) {
    switch (asked, demand) {
    case (.nothing, .unlimited), (.one, .unlimited):
      asked = .everything
      return (sources, .unlimited)
    case (.nothing, _):
      asked = .one
      return (sources, .max(1))
    default: return ([], .none)
    }
  }

  mutating func hear(from index: Int) {
    senders.append(index)
  }

  /// The upstream to ask for one more, when a value has been delivered.
  mutating func delivered() -> Source? {
    guard let sender = senders.popFirst(), asked == .one, sender < sources.count else { return nil }
    return sources[sender]
  }

  /// One of them has ended: whether that is the end of all, and what to tell of it.
  mutating func finish(
    _ completion: Subscribers.Completion<Failure>?
  ) -> (isOver: Bool, completion: Subscribers.Completion<Failure>?) {
    open -= 1
    guard let completion else {
      isAbandoned = true
      return (open == 0, nil)
    }
    if completion.isFailure { return (true, completion) }
    return (open == 0, isAbandoned ? nil : .finished)
  }

  /// What to cancel.
  mutating func end() -> [Source] {
    defer { sources = [] }
    return sources
  }
}
