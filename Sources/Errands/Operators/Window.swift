/// The members of a sequence that are in flight, and the values of those before them.
@usableFromInline
final class Window<Member: Sendable>: Sendable {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var values: [Member?] = []
    @usableFromInline var inFlight = LinkedSlots<AnyRun>()
    /// Those that have an index, and have not settled.
    @usableFromInline var pending = 0
    /// The sequence may have more.
    @usableFromInline var isOpen = true
    /// One has failed, or the whole has been cancelled: no more are begun.
    @usableFromInline var isOver = false
    @usableFromInline var tasks: [Task<Void, Never>] = []
    /// Where an asynchronous reader waits for a place.
    @usableFromInline var room: Settlement<Void>?

    @inlinable
    init() {}

    @inlinable
    mutating func takeIndex(_ limit: Int) -> Int? {
      guard pending < limit, isOpen, !isOver else { return nil }
      pending += 1
      values.append(nil)
      return values.count - 1
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
  func enter(_ run: AnyRun) -> LinkedSlots<AnyRun>.Index {
    let (place, isOver) = state.withLock { ($0.inFlight.append(run), $0.isOver) }
    if isOver { run.cancel() }
    return place
  }

  @inlinable
  func leave(_ place: LinkedSlots<AnyRun>.Index, _ outcome: Result<Member, any Error>, at index: Int) {
    let (run, room, done) = state.withLock { state in
      state.pending -= 1
      if case .success(let value) = outcome, !state.isOver { state.values[index] = value }
      return (state.inFlight.remove(place), state.room.take(), state.values.count - state.pending)
    }
    withExtendedLifetime(run) {}
    callback.report(completed: Int64(done), total: nil)
    if case .failure(let error) = outcome { fail(error) }
    room?.settle(.success(()))
  }

  /// The sequence has no more; the index that was taken for its next member is not needed.
  @usableFromInline
  func close(returning index: Int) {
    state.withLock { state in
      state.isOpen = false
      state.pending -= 1
      state.values.removeLast()
    }
  }

  @usableFromInline
  func completeIfDone() {
    let values: [Member?]? = state.withLock { state in
      guard !state.isOpen, !state.isOver, state.pending == 0 else { return nil }
      state.isOver = true
      defer { state = State(endingLike: state) }
      return state.values
    }
    if let values { callback.succeed(values.compactMap { $0 }) }
  }

  /// The first failure ends it all: those in flight are cancelled, and thereby settled, before anybody is told.
  @usableFromInline
  func fail(_ error: any Error) {
    if cancel() { callback.fail(error) }
  }

  /// Begins no more, and cancels those in flight, the oldest first. False where it was over before.
  @usableFromInline
  @discardableResult
  func cancel() -> Bool {
    let former: State? = state.withLock { state in
      guard !state.isOver else { return nil }
      defer { state = State(endingLike: state) }
      return state
    }
    guard let former else { return false }
    for run in former.inFlight { run.cancel() }
    for task in former.tasks { task.cancel() }
    former.room?.settle(.success(()))
    return true
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
  /// What is left of a window that is over.
  init(endingLike state: Window.State) {
    pending = state.pending
    isOpen = false
    isOver = true
  }
}
