extension Errand {
  /// One piece of work for many runs: a run that begins while another one is on shares its work, its progress
  /// and its outcome. The work goes on until the last run lets go of it; a run that begins after the work has
  /// ended begins it anew.
  ///
  /// Progress that is told ``Delivery/immediate`` is told inside the report of the work: an observer there that blocks
  /// holds up the work, and with it all who share it.
  ///
  /// ```swift
  /// let cover = picture(at: address).shared()
  /// ```
  public func shared() -> Errand {
    let sharing = Sharing(self)
    return Errand(label: label, work: .callback { sharing.join($0) })
  }
}

/// The work that several runs share, while there is one.
private final class Sharing<Value: Sendable>: Sendable {
  private struct State {
    var run: Run<Value>?
    /// Tells one piece of work from the next.
    var round = 0
    var sharers = LinkedSlots<Callback<Value>>()
    /// How far the work has come, for those who join late.
    var progress: RunProgress?
  }

  private let errand: Errand<Value>
  private let state = Lock(State())

  init(_ errand: Errand<Value>) {
    self.errand = errand
  }

  func join(_ callback: Callback<Value>) {
    let (round, place, isFirst, progress) = state.withLock { state in
      let isFirst = state.sharers.count == 0
      if isFirst {
        state.round += 1
        state.progress = nil
      }
      return (state.round, state.sharers.append(callback), isFirst, state.progress)
    }
    callback.onCancel { self.leave(place, round) }
    if isFirst {
      begin(round, parent: callback.run.id)
    } else if let progress {
      callback.run.report(progress)
    }
  }

  private func begin(_ round: Int, parent: RunID) {
    _ = errand.begin(in: nil as ScopeRegistry?, parent: parent) { run in
      run.onProgress(on: .immediate) { self.report(round, $0) }
      run.settlement.whenSettled { outcome in self.end(round, outcome) }
      // Everybody may have left in the meantime.
      let isWanted = state.withLock { state in
        guard state.round == round, state.sharers.count > 0 else { return false }
        state.run = run
        return true
      }
      if !isWanted { run.cancel() }
    }
  }

  private func leave(_ place: LinkedSlots<Callback<Value>>.Index, _ round: Int) {
    let (callback, run) = state.withLock { state in
      guard state.round == round else { return (nil as Callback<Value>?, nil as Run<Value>?) }
      let callback = state.sharers.remove(place)
      guard state.sharers.count == 0 else { return (callback, nil) }
      defer { state.run = nil }
      return (callback, state.run)
    }
    withExtendedLifetime(callback) {}
    run?.cancel()
  }

  private func report(_ round: Int, _ progress: RunProgress) {
    let sharers = state.withLock { state -> [Callback<Value>] in
      guard state.round == round else { return [] }
      state.progress = progress
      return Array(state.sharers)
    }
    CallRound.make(sharers) { $0.run.report(progress) }
  }

  private func end(_ round: Int, _ outcome: Result<Value, any Error>) {
    let sharers = state.withLock { state -> [Callback<Value>] in
      guard state.round == round else { return [] }
      defer {
        state.run = nil
        state.sharers = LinkedSlots()
      }
      return Array(state.sharers)
    }
    CallRound.make(sharers) { $0(outcome) }
  }
}
