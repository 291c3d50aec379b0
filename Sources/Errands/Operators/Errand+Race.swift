extension Errand {
  /// The outcome of whichever errand settles first, be it a value or an error; the others are cancelled
  /// before any handler is told. A race without errands fails with ``EmptySequenceError``.
  ///
  /// ```swift
  /// let answer = Errand.race([nearServer, farServer])
  /// ```
  public static func race(
    _ errands: [Errand],
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand {
    race(errands, SourceLocation(fileID: fileID, line: line)) { _ in true }
  }

  /// The value of whichever errand succeeds first; the others are cancelled before any handler is told. Where
  /// all fail, the race fails with the error that came last; a race without errands fails with
  /// ``EmptySequenceError``.
  public static func firstSuccess(
    of errands: [Errand],
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand {
    race(errands, SourceLocation(fileID: fileID, line: line)) { outcome in
      if case .success = outcome { true } else { false }
    }
  }

  private static func race(
    _ errands: [Errand],
    _ origin: SourceLocation,
    wins: @escaping @Sendable (Result<Value, any Error>) -> Bool
  ) -> Errand {
    Errand(name: nil, origin: origin) { callback in
      let race = Race(callback, runners: errands.count, wins: wins)
      callback.run.adopt(race)
      race.begin(errands)
    }
  }
}

private final class Race<Value: Sendable>: Children {
  private struct State {
    var running: Int
    var inFlight = InFlight()

    /// The losers, to be cancelled, where this decides the race.
    mutating func settle(isWinner: Bool) -> [AnyRun]? {
      running -= 1
      guard !inFlight.isClosed, isWinner || running == 0 else { return nil }
      return inFlight.close()
    }
  }

  private let callback: Callback<Value>
  private let wins: @Sendable (Result<Value, any Error>) -> Bool
  private let state: Lock<State>

  init(
    _ callback: Callback<Value>,
    runners: Int,
    wins: @escaping @Sendable (Result<Value, any Error>) -> Bool
  ) {
    self.callback = callback
    self.wins = wins
    state = Lock(State(running: runners))
  }

  func begin(_ errands: [Errand<Value>]) {
    if errands.isEmpty { callback.fail(EmptySequenceError()) }
    for errand in errands where !state.withLock({ $0.inFlight.isClosed }) {
      errand.begin(
        childOf: callback.run,
        entering: { run in state.withLock { $0.inFlight.enter(run) } },
        handler: { place in { self.receive($0, from: place) } }
      )
    }
  }

  private func receive(_ outcome: Result<Value, any Error>, from place: InFlight.Place?) {
    let isWinner = wins(outcome)
    let (run, losers) = state.withLock { ($0.inFlight.leave(place), $0.settle(isWinner: isWinner)) }
    withExtendedLifetime(run) {}
    guard let losers else { return }
    CallRound.make(losers) { $0.cancel() }
    callback(outcome)
  }

  func inherit(from parent: AnyRun) {
    for run in state.withLock({ $0.inFlight.all }) { run.inherit(from: parent) }
  }

  func cancel() {
    CallRound.make(state.withLock { $0.inFlight.close() }) { $0.cancel() }
  }
}
