/// The members of a sequence that are in flight, and the values of those before them.
@usableFromInline
final class Window<Member: Sendable>: Sendable {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var values = OrderedValues<Member>()
    /// How many have been given an index.
    @usableFromInline var count = 0
    /// Closed when one has failed, or the whole has been cancelled: no more are begun.
    @usableFromInline var inFlight = InFlight()
    /// Those that have an index, and have not settled.
    @usableFromInline var pending = 0
    /// The sequence may have more.
    @usableFromInline var isOpen = true
    @usableFromInline var tasks: [Task<Void, Never>] = []
    /// Where an asynchronous reader waits for a place.
    @usableFromInline var room: Settlement<Void>?

    @inlinable
    init() {}

    @inlinable
    var isOver: Bool { inFlight.isClosed }

    @inlinable
    mutating func takeIndex(_ limit: Int) -> Int? {
      guard pending < limit, isOpen, !isOver else { return nil }
      defer { count += 1 }
      pending += 1
      return count
    }
  }

  @usableFromInline let limit: Int
  @usableFromInline let callback: Callback<[Member]>
  @usableFromInline let state = Lock(State())

  @inlinable
  init(limit: Int, _ callback: Callback<[Member]>) {
    self.limit = max(1, limit)
    self.callback = callback
  }

  /// The index of the next member, or nil where there is no room, or none are begun any more.
  @inlinable
  func takeIndex() -> Int? {
    state.withLock { $0.takeIndex(limit) }
  }

  @inlinable
  func enter(_ run: AnyRun) -> InFlight.Place? {
    state.withLock { $0.inFlight.enter(run) }
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

  /// The first failure ends it all: those in flight are cancelled, and thereby settled, before anybody is
  /// told.
  ///
  /// In one step with leaving: another lane that came to the sequence's end in between found that nothing was
  /// pending any more, and the run succeeded without the value that had failed.
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

  /// The sequence has no more; the index that was taken for its next member is not needed.
  @usableFromInline
  func close(returning index: Int) {
    state.withLock { state in
      state.isOpen = false
      state.pending -= 1
      state.count -= 1
    }
  }

  @usableFromInline
  func completeIfDone() {
    let former = state.withLock { state in
      state.isOpen || state.pending > 0 ? nil : state.end()
    }
    guard let values = former?.values.values else { return }
    // By whoever comes last: the one who did the last member may not have come to its report yet.
    if !values.isEmpty { callback.report(completed: Int64(values.count), total: Int64(values.count)) }
    callback.succeed(values)
  }

  /// The sequence itself has failed.
  @usableFromInline
  func fail(_ error: any Error) {
    guard let former = state.withLock({ $0.end() }) else { return }
    stop(former)
    callback.fail(error)
  }

  /// Begins no more, and cancels those in flight.
  @usableFromInline
  func cancel() {
    if let former = state.withLock({ $0.end() }) { stop(former) }
  }

  /// Cancels what was in flight, the oldest first.
  private func stop(_ former: State) {
    var inFlight = former.inFlight
    CallRound.make(inFlight.close()) { $0.cancel() }
    for task in former.tasks { task.cancel() }
    former.room?.settle(.success(()))
  }

  /// Remembers a task that works for the window, to cancel it with the whole.
  @usableFromInline
  func keep(_ task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      if !state.isOver { state.tasks.append(task) }
      return state.isOver
    }
    if isOver { task.cancel() }
  }
}

extension Window.State {
  /// Ends it all. What it was, to be cancelled and let go of outside the lock; nil where it was over before.
  mutating func end() -> Window.State? {
    guard !isOver else { return nil }
    let former = self
    self = Window.State()
    (pending, count) = (former.pending, former.count)
    isOpen = false
    _ = inFlight.close()
    return former
  }
}
