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
  private let callback: Callback<Value>
  private let wins: @Sendable (Result<Value, any Error>) -> Bool
  private let state: Lock<RaceState>

  init(
    _ callback: Callback<Value>,
    runners: Int,
    wins: @escaping @Sendable (Result<Value, any Error>) -> Bool
  ) {
    self.callback = callback
    self.wins = wins
    state = Lock(RaceState(runners: runners))
  }

  func begin(_ errands: [Errand<Value>]) {
    if errands.isEmpty { callback.fail(EmptySequenceError()) }
    for errand in errands where !state.withLock({ $0.isOver }) {
      errand.begin(
        childOf: callback.run,
        entering: { run in state.withLock { $0.enter(run) } },
        handler: { place in { self.receive($0, from: place) } }
      )
    }
  }

  private func receive(_ outcome: Result<Value, any Error>, from place: InFlight.Place?) {
    let isWinner = wins(outcome)
    let settled = state.withLock { $0.settle(place, isWinner: isWinner) }
    guard let losers = settled.losers else { return }
    CallRound.make(losers) { $0.cancel() }
    callback(outcome)
  }

  func inherit(from parent: AnyRun) {
    for run in state.withLock({ $0.runs }) { run.inherit(from: parent) }
  }

  func cancel() {
    CallRound.make(state.withLock { $0.close() }) { $0.cancel() }
  }
}

/// Which runners still run, and whether the race is decided; a value. The holder of the lock cancels what it answers, outside.
struct RaceState: Sendable {
  struct Settled: Sendable {
    /// To be freed outside the lock.
    let runner: AnyRun?
    /// To be cancelled, where this has decided the race.
    let losers: [AnyRun]?
  }

  private var running: Int
  private var inFlight = InFlight()

  init(runners: Int) {
    running = runners
  }

  /// Decided, or cancelled: no runner begins any more.
  var isOver: Bool { inFlight.isClosed }
  var runs: [AnyRun] { inFlight.all }

  /// Nil where the race is over.
  mutating func enter(_ run: AnyRun) -> InFlight.Place? { inFlight.enter(run) }

  /// A runner is there. The last one decides a race that no other has won.
  mutating func settle(_ place: InFlight.Place?, isWinner: Bool) -> Settled {
    running -= 1
    let runner = inFlight.leave(place)
    guard !isOver, isWinner || running == 0 else { return Settled(runner: runner, losers: nil) }
    return Settled(runner: runner, losers: inFlight.close())
  }

  /// The runners, to be cancelled; none the second time.
  mutating func close() -> [AnyRun] { inFlight.close() }
}
