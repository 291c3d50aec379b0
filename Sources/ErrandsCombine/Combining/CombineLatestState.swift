import Errands

/// Which of the publishers that are combined have sent something, and which have finished; a value, without a
/// lock or a side effect.
struct CombineLatestState {
  private var isSilent: [Bool]
  private var open: Int
  private var hasBegun = false
  private var inlets: [any CombineLatestUpstream] = []

  init(count: Int) {
    isSilent = Array(repeating: true, count: count)
    open = count
  }

  /// Whether there is a combination.
  var isComplete: Bool { !isSilent.contains(true) }

  mutating func keep(_ inlet: any CombineLatestUpstream) {
    inlets.append(inlet)
  }

  /// Whom to ask for everything at the first demand.
  mutating func begin() -> [any CombineLatestUpstream] {
    defer { hasBegun = true }
    return hasBegun ? [] : inlets
  }

  mutating func hear(from index: Int) {
    isSilent[index] = false
  }

  /// Whether there will be no combination any more: all have finished, or this one without ever having sent.
  mutating func finish(_ index: Int) -> Bool {
    open -= 1
    return open == 0 || isSilent[index]
  }

  /// What to cancel.
  mutating func end() -> [any CombineLatestUpstream] {
    defer { inlets = [] }
    return inlets
  }
}

/// An inlet, whatever comes in by it.
protocol CombineLatestUpstream: Errands.Cancellable {
  func request(_ demand: Subscribers.Demand)
}

extension Inlet: CombineLatestUpstream {}
