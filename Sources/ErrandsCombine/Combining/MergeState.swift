/// How far the publishers that are merged have been asked, and which of them have finished; a value, without
/// a lock or a side effect.
struct MergeState<Value, Failure: Error> {
  typealias Source = Inlet<Value, Failure>

  private enum Asked {
    case nothing
    /// One of each, and one more for each that is delivered.
    case one
    case everything
  }

  private var inlets: [Source] = []
  private var open: Int
  private var asked = Asked.nothing
  /// Who sent the values that wait, the first one first.
  private var senders = Waiting<Int>()

  init(count: Int) {
    open = count
  }

  mutating func keep(_ inlets: [Source]) {
    self.inlets = inlets
  }

  /// Whom to ask for how many, when the subscriber has asked for so many.
  mutating func request(_ demand: Subscribers.Demand) -> (sources: [Source], demand: Subscribers.Demand) {
    switch (asked, demand) {
    case (.nothing, .unlimited), (.one, .unlimited):
      asked = .everything
      return (inlets, .unlimited)
    case (.nothing, _):
      asked = .one
      return (inlets, .max(1))
    default: return ([], .none)
    }
  }

  mutating func hear(from index: Int) {
    senders.append(index)
  }

  /// Whom to ask for one more, when a value has been delivered.
  mutating func delivered() -> Source? {
    guard let sender = senders.popFirst(), asked == .one, sender < inlets.count else { return nil }
    return inlets[sender]
  }

  /// Whether all have finished.
  mutating func finish() -> Bool {
    open -= 1
    return open == 0
  }

  /// What to cancel.
  mutating func end() -> [Source] {
    defer { inlets = [] }
    return inlets
  }
}
