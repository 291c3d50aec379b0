/// What a sequence knows of its members: those in flight, the values of those before them, and its workers. A
/// value; the storage around it has the lock, and does what the answers say.
@usableFromInline
struct SequenceState<Member: Sendable>: Sendable {
  @usableFromInline let limit: Int
  @usableFromInline var values = OrderedValues<Member>()
  /// Closed when a member has failed, or the whole has been cancelled: no more are begun.
  @usableFromInline var inFlight = InFlight()
  /// How many members have been given an index.
  @usableFromInline var count = 0
  /// Members that have an index, and have not settled.
  @usableFromInline var pending = 0
  /// The elements have not come to their end.
  @usableFromInline var isOpen = true
  @usableFromInline var workers = 0
  /// A worker reads the next element, outside the lock, as the iterator is the user's.
  @usableFromInline var isReading = false
  /// A worker has been made and has not begun.
  @usableFromInline var isWorkerComing = false
  /// The tasks that work for the sequence, to be cancelled with it, by their numbers; each comes a little later than its
  /// number.
  @usableFromInline private(set) var tasks: [Int: Task<Void, Never>?] = [:]
  @usableFromInline private(set) var startedTasks = 0
  /// Where the reader of an asynchronous sequence waits for a member to settle.
  @usableFromInline var room: Settlement<Void>?

  @inlinable
  init(limit: Int) {
    self.limit = max(1, limit)
  }

  @inlinable
  var isOver: Bool { inFlight.isClosed }

  /// Those that are known, the oldest first.
  var knownTasks: [Task<Void, Never>] { tasks.sorted { $0.key < $1.key }.compactMap(\.value) }

  /// The number of a task that is about to be made; nil behind the end.
  mutating func startTask() -> Int? {
    guard !isOver else { return nil }
    defer { startedTasks += 1 }
    tasks[startedTasks] = .some(nil)
    return startedTasks
  }

  /// False where the task is to be cancelled.
  mutating func keep(_ task: Task<Void, Never>, as number: Int) -> Bool {
    if tasks[number] != nil { tasks[number] = task }
    return !isOver
  }

  /// The task has ended; it is handed out, to be let go of.
  mutating func endTask(_ number: Int) -> Task<Void, Never>?? { tasks.removeValue(forKey: number) }

  /// The index of the next member; nil where there is no room, or no more are begun.
  @inlinable
  mutating func takeIndex() -> Int? {
    guard pending < limit, isOpen, !isOver else { return nil }
    defer { count += 1 }
    pending += 1
    return count
  }

  /// The elements have come to their end; the index that was taken for the next member is not needed.
  @usableFromInline
  mutating func close() {
    isOpen = false
    pending -= 1
    count -= 1
  }

  /// Ends the sequence. Answers with the former state, to be cancelled and freed outside the lock; nil where
  /// it was over before.
  @usableFromInline
  mutating func end() -> SequenceState? {
    guard !isOver else { return nil }
    let former = self
    self = SequenceState(limit: limit)
    (pending, count) = (former.pending, former.count)
    isOpen = false
    _ = inFlight.close()
    return former
  }

  /// The former state, where the values are complete, else nil.
  @usableFromInline
  mutating func endIfDone() -> SequenceState? {
    isOpen || pending > 0 ? nil : end()
  }
}

/// The workers of a sequence whose elements exist already, or come without waiting.
extension SequenceState {
  /// What a worker that wants the next member has to do.
  @usableFromInline
  enum Turn: Equatable, Sendable {
    /// It reads the next element, for the member with this index.
    case read(Int)
    /// Another worker is reading: it asks once more.
    case wait
    /// It is not needed: no more are begun, or the worker that is reading has another one made when it comes
    /// back.
    case leave
  }

  /// - Parameter waits: False for a worker that has waited once already. An iterator may take its time.
  @inlinable
  mutating func takeTurn(waits: Bool) -> Turn {
    if isReading {
      if waits { return .wait }
      workers -= 1
      return .leave
    }
    guard let index = takeIndex() else { return .leave }
    isReading = true
    return .read(index)
  }

  /// The next member has been read. Whether another worker is wanted, which reads the one behind it.
  @inlinable
  mutating func endRead() -> Bool {
    isReading = false
    let addsWorker = workers < limit && !isWorkerComing && !isOver
    if addsWorker { addWorker() }
    return addsWorker
  }

  /// Nothing was left to read.
  @usableFromInline
  mutating func endReading() {
    isReading = false
    close()
  }

  @inlinable
  mutating func addWorker() {
    workers += 1
    isWorkerComing = true
  }
}

/// Values that come in any order, kept in the order of their indices: an array of the values before which
/// none is missing, which is the result when all have come, and beside it those that came ahead of others.
@usableFromInline
struct OrderedValues<Value: Sendable>: Sendable {
  @usableFromInline private(set) var values: [Value] = []
  @usableFromInline var ahead: [Int: Value] = [:]

  @inlinable
  init() {}

  @inlinable
  mutating func put(_ value: Value, at index: Int) {
    guard index == values.count else {
      ahead[index] = value
      return
    }
    values.append(value)
    guard !ahead.isEmpty else { return }
    while let next = ahead.removeValue(forKey: values.count) { values.append(next) }
  }
}
