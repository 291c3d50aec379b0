import Dispatch

/// Calls to several strangers, one after the other, of whom none holds up the next.
///
/// Whoever begins the round makes the calls himself, in order. Where one of them takes longer than a millisecond, a
/// thread that may block goes on with the rest, and one more where that one is held up, too. The round ends when every
/// call has been made and has returned, so what is stopped in it has been stopped.
///
/// A second is the longest that anybody waits for those who help: one who holds a lock that such a call wants would wait
/// for ever, and would not have, had he made the call himself.
///
/// It knows its members by their numbers: of each kind of them, a type would have to be looked up for each round.
package final class CallRound: Sendable {
  private let state: Lock<CallRoundState>
  private let call: @Sendable (Int) -> Void
  package static let patience = Duration.seconds(1)

  package init(_ count: Int, _ call: @escaping @Sendable (Int) -> Void) {
    state = Lock(CallRoundState(count: count))
    self.call = call
  }

  /// Makes the call to each of the members, and returns when all have been made.
  ///
  /// The main thread makes all of its calls itself, as code that is called by it may count on being there.
  package static func make<Member: Sendable>(
    _ members: [Member],
    _ call: @escaping @Sendable (Member) -> Void
  ) {
    if members.count > 1, mayBeHelped {
      make(members.count) { call(members[$0]) }
    } else {
      for member in members { call(member) }
    }
  }

  private static func make(_ count: Int, _ call: @escaping @Sendable (Int) -> Void) {
    let round = CallRound(count, call)
    let place = RoundWatch.shared.add(round)
    round.makeAll()
    RoundWatch.shared.remove(place)
  }

  private static var mayBeHelped: Bool {
    #if ERRANDS_EXPLORED
      // Time does not pass there; that others go on with a round has scenarios of its own.
      if Interleaving.current != nil { return false }
    #endif
    return !CurrentThread.isMain
  }

  /// Makes those calls that nobody else has begun, and waits for the others.
  ///
  /// - Parameter patience: How long to wait for the others; nil for as long as it takes.
  package func makeAll(patience: Duration? = CallRound.patience) {
    goOn()
    let isDone = state.withLock { $0.leave() }
    _ = isDone?.wait(timeout: patience.map(DispatchTime.after) ?? .distantFuture)
  }

  /// Makes calls until there is none left to begin.
  package func goOn() {
    var (number, waiting) = state.withLock { $0.next() }
    while let current = number {
      call(current)
      (number, waiting) = state.withLock { $0.next(afterAnother: true) }
    }
    waiting?.signal()
  }

  func look() {
    if state.withLock({ $0.look() }) { WorkerThreads.shared.start { self.goOn() } }
  }
}
