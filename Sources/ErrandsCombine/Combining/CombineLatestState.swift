import Errands

/// Which of the publishers that are combined have sent something, and which have finished; a value, without a
/// lock or a side effect.
struct CombineLatestState<Combination> {
  private var isSilent: [Bool]
  private var open: Int
  /// One of the publishers has let go without a word.
  private var isAbandoned = false
  private var hasBegun = false
  private var upstreams: [any CombineLatestUpstream] = []

  /// Holds the newest values, and is let go of at the end: a subscriber may keep its subscription for longer.
  private var combine: (() -> Combination?)?

  init(count: Int, _ combine: @escaping () -> Combination?) {
    isSilent = Array(repeating: true, count: count)
    open = count
    self.combine = combine
  }

  /// The newest values together, where each of them has sent one.
  var combination: Combination? { isSilent.contains(true) ? nil : combine?() }

  mutating func keep(_ upstream: any CombineLatestUpstream) {
    upstreams.append(upstream)
  }

  /// The upstreams to ask for everything at the first demand.
  mutating func begin() -> [any CombineLatestUpstream] {
    defer { hasBegun = true }
    return hasBegun ? [] : upstreams
  }

  mutating func hear(from index: Int) {
    isSilent[index] = false
  }

  /// One of them has ended: whether there will be no combination any more, since all have ended, or this one without
  /// ever having sent; and what to tell of it.
  mutating func finish<Failure>(
    _ index: Int,
    _ completion: Subscribers.Completion<Failure>?
  ) -> (isOver: Bool, completion: Subscribers.Completion<Failure>?) {
    open -= 1
    guard let completion else {
      isAbandoned = true
      return (open == 0 || isSilent[index], nil)
    }
    if completion.isFailure || isSilent[index] { return (true, completion) }
    return (open == 0, isAbandoned ? nil : .finished)
  }

  /// What to cancel, and what to let go of.
  mutating func end() -> (upstreams: [any CombineLatestUpstream], values: (() -> Combination?)?) {
    defer { upstreams = [] }
    return (upstreams, combine.take())
  }
}

/// The connection to one of the publishers, whatever comes in by it.
protocol CombineLatestUpstream: Errands.Cancellable {
  func request(_ demand: Subscribers.Demand)
}

extension InletConnection: CombineLatestUpstream {}
