extension Errand {
  /// The outcome of whichever errand settles first, be it a value or an error; the others are cancelled
  /// before anybody is told. A race of nobody fails with ``EmptySequenceError``.
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

  /// The value of whichever errand succeeds first; the others are cancelled before anybody is told. Where all
  /// fail, the race fails with the error that came last.
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
      callback.onCancel { race.cancel() }
      race.begin(errands)
    }
  }
}

private final class Race<Value: Sendable>: Sendable {
  private struct State {
    var running: Int
    var isOver = false
    var runs: [AnyRun] = []

    mutating func end() -> [AnyRun] {
      isOver = true
      defer { runs = [] }
      return runs
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
    for errand in errands where !state.withLock({ $0.isOver }) {
      _ = errand.begin(in: nil as ScopeRegistry?, parent: callback.run.id) { run in
        run.settlement.whenSettled { self.receive($0) }
        let isOver = state.withLock { state in
          if !state.isOver { state.runs.append(run) }
          return state.isOver
        }
        if isOver { run.cancel() }
      }
    }
  }

  private func receive(_ outcome: Result<Value, any Error>) {
    let isWinner = wins(outcome)
    let losers = state.withLock { state -> [AnyRun]? in
      state.running -= 1
      guard !state.isOver, isWinner || state.running == 0 else { return nil }
      return state.end()
    }
    guard let losers else { return }
    CallRound.make(losers) { $0.cancel() }
    callback(outcome)
  }

  func cancel() {
    CallRound.make(state.withLock { $0.end() }) { $0.cancel() }
  }
}
