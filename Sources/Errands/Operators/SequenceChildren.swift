/// The members of a sequence, and the one place that acts upon their outcomes.
@usableFromInline
final class SequenceChildren<Member: Sendable>: Children {
  @usableFromInline let callback: Callback<[Member]>
  @usableFromInline let state: Lock<SequenceState<Member>>

  @inlinable
  init(limit: Int, _ callback: Callback<[Member]>) {
    self.callback = callback
    state = Lock(SequenceState(limit: limit))
  }

  @inlinable
  func leave(_ place: InFlight.Place?, _ outcome: Result<Member, any Error>, at index: Int) {
    guard case .success(let value) = outcome else { return leave(place, failing: outcome) }
    let (run, room, done) = state.withLock { state in
      state.pending -= 1
      if !state.isOver { state.values.put(value, at: index) }
      return (state.inFlight.leave(place), state.room.take(), state.count - state.pending)
    }
    withExtendedLifetime(run) {}
    room?.settle(.success(()))
    callback.report(completed: Int64(done), total: nil)
  }

  /// The first failure ends the sequence: the members in flight are cancelled, and thereby settled, before
  /// any handler is told.
  ///
  /// In one step with leaving: another worker that came to the sequence's end in between found that nothing
  /// was pending any more, and the run succeeded without the value that had failed.
  @usableFromInline
  func leave(_ place: InFlight.Place?, failing outcome: Result<Member, any Error>) {
    let (run, former) = state.withLock { state in
      state.pending -= 1
      return (state.inFlight.leave(place), state.end())
    }
    withExtendedLifetime(run) {}
    if let former, case .failure(let error) = outcome {
      stop(former)
      callback.fail(error)
    }
  }

  @usableFromInline
  func completeIfDone() {
    guard let values = state.withLock({ $0.endIfDone() })?.values.values else { return }
    // Here, where the last report is made: the worker of the last member may not have made its own report
    // yet.
    if !values.isEmpty { callback.report(completed: Int64(values.count), total: Int64(values.count)) }
    callback.succeed(values)
  }

  /// The elements have ended in an error.
  @usableFromInline
  func fail(_ error: any Error) {
    guard let former = state.withLock({ $0.end() }) else { return }
    stop(former)
    callback.fail(error)
  }

  @usableFromInline
  func inherit(from parent: AnyRun) {
    let (runs, tasks) = state.withLock { ($0.inFlight.all, $0.knownTasks) }
    for task in tasks { task.escalate(to: parent.priority) }
    for run in runs { run.inherit(from: parent) }
  }

  /// Begins no more members, and cancels those in flight.
  @usableFromInline
  func cancel() {
    if let former = state.withLock({ $0.end() }) { stop(former) }
  }

  /// Cancels what was in flight, the oldest first.
  private func stop(_ former: SequenceState<Member>) {
    var inFlight = former.inFlight
    CallRound.make(inFlight.close()) { $0.cancel() }
    for task in former.knownTasks { task.cancel() }
    former.room?.settle(.success(()))
  }

  /// Begins a task that works for the sequence, and is cancelled with it.
  @usableFromInline
  func start(_ body: @escaping @Sendable () async -> Void) {
    let number = state.withLock { $0.startTask() }
    let begun = callback.run.priority
    let task = Task(priority: begun.ofTasks) {
      await body()
      if let number { _ = self.state.withLock { $0.endTask(number) } }
    }
    let isWanted = number.map { number in state.withLock { $0.keep(task, as: number) } } ?? false
    if !isWanted { task.cancel() }
    // The run may have become more urgent before the task was known.
    if callback.run.priority > begun { task.escalate(to: callback.run.priority) }
  }
}

/// An asynchronous sequence, or a sequence that may block: one task reads it, and the members run beside
/// that.
extension SequenceChildren {
  /// Reads the elements to their end, no faster than places become free.
  @inlinable
  func read<Elements: AsyncSequence>(
    _ elements: Elements,
    _ work: (Elements.Element) -> Errand<Member>
  ) async {
    do {
      var iterator = elements.makeAsyncIterator()
      // First the place, then the element: an element that was read ahead would not be counted by the limit.
      while let index = await waitForIndex() {
        guard let element = try await iterator.next() else {
          state.withLock { $0.close() }
          return completeIfDone()
        }
        begin(work(element), at: index)
      }
    } catch {
      fail(error)
    }
  }

  @inlinable
  func begin(_ errand: Errand<Member>, at index: Int) {
    errand.begin(
      childOf: callback.run,
      entering: { run in state.withLock { $0.inFlight.enter(run) } },
      handler: { place in
        { outcome in
          self.leave(place, outcome, at: index)
          self.completeIfDone()
        }
      }
    )
  }

  /// Waits until there is room; nil where no more are begun.
  @usableFromInline
  func waitForIndex() async -> Int? {
    while true {
      let (index, room): (Int?, Settlement<Void>?) = state.withLock { state in
        if let index = state.takeIndex() { return (index, nil) }
        guard !state.isOver else { return (nil, nil) }
        let room = Settlement<Void>()
        state.room = room
        return (nil, room)
      }
      guard let room else { return index }
      _ = await room.settled {}
    }
  }
}
