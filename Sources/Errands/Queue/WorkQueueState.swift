/// Which work waits, which runs and which is next, as a value: no lock, no side effect. Every event takes
/// constant time, but for ``removeAll()``.
struct WorkQueueState<Work: Sendable>: Sendable {
  private var slots = WorkSlots<Work>()
  private var lines = [WorkLine](repeating: WorkLine(), count: WorkPriority.allCases.count)
  /// Works in a line; those that wait for dependencies are counted in `blockedCount`.
  private var readyCount = 0
  private var blockedCount = 0
  private(set) var runningCount = 0
  var limit: Int
  var isSuspended = false

  init(limit: Int) {
    self.limit = limit
  }

  var waitingCount: Int { readyCount + blockedCount }
  /// Whether ``takeNext()`` would give a work.
  var canStart: Bool { readyCount > 0 && runningCount < limit && !isSuspended }
  var slotCount: Int { slots.capacity }

  /// An id for a work that is about to enter, so that it can be called off before.
  mutating func reserve() -> WorkID { slots.take() }

  /// The work joins the end of its line, or waits for its dependencies. False where it was called off before.
  mutating func enter(
    _ work: Work,
    as id: WorkID,
    priority: WorkPriority,
    dependencies: Int
  ) -> Bool {
    guard let index = slots.index(of: id) else { return false }
    slots[index].work = work
    slots[index].priority = priority
    if dependencies > 0 {
      slots[index].phase = .blocked(by: dependencies)
      blockedCount += 1
    } else {
      join(index)
    }
    return true
  }

  /// The work has its place at once, where one is free and no work waits.
  mutating func begin(_ work: Work, as id: WorkID, priority: WorkPriority) -> Bool {
    guard readyCount == 0, runningCount < limit, !isSuspended, let index = slots.index(of: id) else {
      return false
    }
    slots[index].work = work
    slots[index].priority = priority
    slots[index].phase = .running
    runningCount += 1
    return true
  }

  /// One of its dependencies has succeeded. After the last one it joins the end of its line.
  mutating func dependencySucceeded(of id: WorkID) {
    guard let index = slots.index(of: id), case .blocked(let count) = slots[index].phase else { return }
    guard count == 1 else { return slots[index].phase = .blocked(by: count - 1) }
    blockedCount -= 1
    join(index)
  }

  /// The next work, which has a place from now on; nil where none waits or no place is free.
  mutating func takeNext() -> (id: WorkID, work: Work)? {
    guard canStart else { return nil }
    for line in lines.indices.reversed() {
      guard let index = lines[line].first, let work = slots[index].work else { continue }
      lines[line].remove(index, in: &slots)
      readyCount -= 1
      runningCount += 1
      slots[index].phase = .running
      return (slots.id(at: index), work)
    }
    return nil
  }

  /// The run of the work has settled, so its place is free.
  mutating func finish(_ id: WorkID) -> Work? {
    guard let index = slots.index(of: id), case .running = slots[index].phase else { return nil }
    runningCount -= 1
    return slots.giveBack(index)
  }

  /// Takes out a work that has not started. A work that has keeps its place until it has finished.
  mutating func withdraw(_ id: WorkID) -> Work? {
    guard let index = slots.index(of: id) else { return nil }
    return leave(index)
  }

  /// The work goes to the end of the line of its new priority. No effect where it is that one already, or
  /// where the work has started.
  mutating func move(_ id: WorkID, to priority: WorkPriority) {
    guard let index = slots.index(of: id), slots[index].priority != priority else { return }
    switch slots[index].phase {
    case .waiting:
      lines[slots[index].priority.rawValue].remove(index, in: &slots)
      slots[index].priority = priority
      lines[priority.rawValue].append(index, in: &slots)
    case .blocked: slots[index].priority = priority
    case .free, .reserved, .running: break
    }
  }

  /// Takes out all works that wait, and answers with them, oldest first, and behind them those that run.
  mutating func removeAll() -> [Work] {
    var waiting: [(number: UInt64, work: Work)] = []
    var running: [Work] = []
    for index in slots.indices where index < slots.capacity {
      let number = slots[index].number
      if case .running = slots[index].phase {
        if let work = slots[index].work { running.append(work) }
      } else if slots[index].work != nil, let work = leave(index) {
        waiting.append((number, work))
      }
    }
    return waiting.sorted { $0.number < $1.number }.map(\.work) + running
  }

  /// All works that wait or run, oldest first.
  var works: [Work] {
    slots.indices.compactMap { index in slots[index].work.map { (number: slots[index].number, work: $0) } }
      .sorted { $0.number < $1.number }.map(\.work)
  }

  private mutating func join(_ index: Int) {
    slots[index].phase = .waiting
    lines[slots[index].priority.rawValue].append(index, in: &slots)
    readyCount += 1
  }

  private mutating func leave(_ index: Int) -> Work? {
    switch slots[index].phase {
    case .free, .running: return nil
    case .reserved: break
    case .blocked: blockedCount -= 1
    case .waiting:
      lines[slots[index].priority.rawValue].remove(index, in: &slots)
      readyCount -= 1
    }
    return slots.giveBack(index)
  }
}
