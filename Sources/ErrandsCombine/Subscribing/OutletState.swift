import Errands

/// What waits to be given to a subscriber, as a value: no lock, no side effect.
///
/// Several upstreams may send at the same time, and a subscriber may ask for more while it is given
/// something; but it is called by one thread at a time. A thread that finds another one delivering leaves what
/// it brings, and the other one delivers that, too.
struct OutletState<Downstream: Subscriber> {
  typealias Completion = Subscribers.Completion<Downstream.Failure>

  /// What becomes of a value that the subscriber has not asked for yet.
  enum Surplus {
    /// It waits: the upstream has been asked for no more than there is room for.
    case waits
    /// It waits, and takes the place of the one that waited before.
    case replaces
    /// It is thrown away.
    case isDropped
  }

  enum Step {
    case value(Downstream.Input, Downstream)
    /// With what it overtakes, to be let go of.
    case completion(Completion, Downstream, overtaken: FirstInFirstOut<Downstream.Input>)
    /// There will be nothing more, and nothing is said: what waits for the end hears of it when the subscriber is let
    /// go of.
    case silence(Downstream)
    case nothing
  }

  private var downstream: Downstream?
  private var waiting = FirstInFirstOut<Downstream.Input>()
  private var demand = Subscribers.Demand.none
  private var end: End?
  private var isDelivering = false

  private enum End {
    /// An error may overtake what waits.
    case completion(Completion, inTurn: Bool)
    case silence
  }

  init(_ downstream: Downstream) {
    self.downstream = downstream
  }

  /// Nothing more comes from here: completed, about to be, or cancelled.
  var isClosed: Bool { downstream == nil || end != nil }

  /// Something waits for the subscriber.
  var isWaiting: Bool { downstream != nil && (!waiting.isEmpty || end != nil) }

  /// The subscriber can be given something, and nobody is about to.
  var isDue: Bool {
    guard downstream != nil, !isDelivering else { return false }
    return waiting.isEmpty ? end != nil : demand > .none
  }

  /// Takes a value in; answers with the one that has no place, to be let go of.
  mutating func offer(_ value: Downstream.Input, surplus: Surplus) -> Downstream.Input? {
    guard !isClosed else { return value }
    let wanted = demand == .unlimited || demand > waiting.count
    switch surplus {
    case .isDropped where !wanted: return value
    case .replaces where !wanted && demand < waiting.count: return waiting.replaceLast(with: value)
    default: waiting.append(value)
    }
    return nil
  }

  /// The first end counts.
  ///
  /// - Parameters:
  ///   - completion: Nil where the upstreams have let go without a word.
  ///   - inTurn: Whether an error waits until the subscriber has asked for what is before it.
  mutating func finish(_ completion: Completion?, inTurn: Bool = false) {
    guard !isClosed else { return }
    end = completion.map { .completion($0, inTurn: inTurn) } ?? .silence
  }

  mutating func request(_ demand: Subscribers.Demand) {
    self.demand += demand
  }

  /// True for the thread that is to deliver; false where another one delivers.
  mutating func begin() -> Bool {
    guard !isDelivering else { return false }
    isDelivering = true
    return true
  }

  /// The next call of the subscriber, or the end of the delivering thread's turn.
  mutating func next() -> Step {
    if let downstream {
      if demand > .none, let value = waiting.popFirst() {
        demand -= 1
        return .value(value, downstream)
      }
      switch end {
      case .completion(let completion, let inTurn) where completion.isFailure && !inTurn || waiting.isEmpty:
        self.downstream = nil
        defer { waiting = FirstInFirstOut() }
        return .completion(completion, downstream, overtaken: waiting)
      case .silence where waiting.isEmpty:
        self.downstream = nil
        return .silence(downstream)
      default: break
      }
    }
    isDelivering = false
    return .nothing
  }

  /// What is let go of.
  mutating func cancel() -> (Downstream?, FirstInFirstOut<Downstream.Input>) {
    defer { waiting = FirstInFirstOut() }
    return (downstream.take(), waiting)
  }
}

extension Subscribers.Completion {
  var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
