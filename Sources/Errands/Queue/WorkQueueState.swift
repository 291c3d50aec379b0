/// Which work waits, which runs and which is next, as a value: no lock, no side effect. Every event takes
/// constant time, but for ``removeAll()``.
struct WorkQueueState<Work: Sendable>: Sendable {
  /// Where a work is on its way.
  private enum Phase: Sendable {
    /// Its place in the queue is kept until it enters.
    case reserved
    /// Waits for so many dependencies, in no line.
    case blocked(by: Int)
    /// Waits in the line of its priority.
    case waiting
    /// Has a place.
    case running
  }

  private struct Entry: Sendable {
    var phase = Phase.reserved
    var priority = WorkPriority.normal
    var work: Work?
  }

  private var slots = Slots<Entry>()
  private var lines = [SlotLine](repeating: SlotLine(), count: WorkPriority.allCases.count)
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
  mutating func reserve() -> WorkID { slots.insert(Entry()) }

  /// The work joins the end of its line, or waits for its dependencies. False where it was called off before.
  mutating func enter(
    _ work: Work,
    as id: WorkID,
    priority: WorkPriority,
    dependencies: Int
  ) -> Bool {
    guard let slot = slots.slot(of: id) else { return false }
    slots[slot] = Entry(phase: .blocked(by: dependencies), priority: priority, work: work)
    if dependencies > 0 { blockedCount += 1 } else { join(slot, at: priority) }
    return true
  }

  /// The work has its place at once, where one is free and no work waits.
  mutating func begin(_ work: Work, as id: WorkID, priority: WorkPriority) -> Bool {
    guard readyCount == 0, runningCount < limit, !isSuspended, let slot = slots.slot(of: id) else {
      return false
    }
    slots[slot] = Entry(phase: .running, priority: priority, work: work)
    runningCount += 1
    return true
  }

  /// One of its dependencies has succeeded. After the last one it joins the end of its line.
  mutating func dependencySucceeded(of id: WorkID) {
    guard let slot = slots.slot(of: id), let entry = slots[slot], case .blocked(let count) = entry.phase
    else { return }
    if count > 1 {
      slots[slot]?.phase = .blocked(by: count - 1)
    } else {
      blockedCount -= 1
      join(slot, at: entry.priority)
    }
  }

  /// The next work, which has a place from now on; nil where none waits or no place is free.
  mutating func takeNext() -> (id: WorkID, work: Work)? {
    guard canStart else { return nil }
    for line in lines.indices.reversed() {
      let slot = lines[line].first
      guard slot >= 0, let work = slots[slot]?.work else { continue }
      lines[line].remove(slot, in: &slots)
      readyCount -= 1
      runningCount += 1
      slots[slot]?.phase = .running
      return (slots.index(at: slot), work)
    }
    return nil
  }

  /// The run of the work has settled, so its place is free.
  mutating func finish(_ id: WorkID) -> Work? {
    guard let slot = slots.slot(of: id), case .running? = slots[slot]?.phase else { return nil }
    runningCount -= 1
    return slots.remove(slot)?.work
  }

  /// Takes out a work that has not started. A work that has keeps its place until it has finished.
  mutating func withdraw(_ id: WorkID) -> Work? {
    guard let slot = slots.slot(of: id) else { return nil }
    return leave(slot)
  }

  /// The work goes to the end of the line of its new priority. No effect where it is that one already, or
  /// where the work has started.
  mutating func move(_ id: WorkID, to priority: WorkPriority) {
    guard let slot = slots.slot(of: id), let entry = slots[slot], entry.priority != priority else { return }
    switch entry.phase {
    case .waiting:
      lines[entry.priority.rawValue].remove(slot, in: &slots)
      lines[priority.rawValue].append(slot, in: &slots)
    case .blocked: break
    case .reserved, .running: return
    }
    slots[slot]?.priority = priority
  }

  /// Takes out all works that wait, and answers with them, oldest first, and behind them those that run.
  mutating func removeAll() -> [Work] {
    var waiting: [(number: UInt64, work: Work)] = []
    var running: [Work] = []
    // All slots are freed with the last work, in between.
    for slot in 0..<slots.capacity where slot < slots.capacity {
      guard let entry = slots[slot], let work = entry.work else { continue }
      let number = slots.index(at: slot).number
      if case .running = entry.phase {
        running.append(work)
      } else if leave(slot) != nil {
        waiting.append((number, work))
      }
    }
    return waiting.sorted { $0.number < $1.number }.map(\.work) + running
  }

  /// All works that wait or run, oldest first.
  var works: [Work] {
    (0..<slots.capacity).compactMap { slot in
      slots[slot]?.work.map { (number: slots.index(at: slot).number, work: $0) }
    }
    .sorted { $0.number < $1.number }.map(\.work)
  }

  private mutating func join(_ slot: Int, at priority: WorkPriority) {
    slots[slot]?.phase = .waiting
    lines[priority.rawValue].append(slot, in: &slots)
    readyCount += 1
  }

  private mutating func leave(_ slot: Int) -> Work? {
    guard let entry = slots[slot] else { return nil }
    switch entry.phase {
    case .running: return nil
    case .reserved: break
    case .blocked: blockedCount -= 1
    case .waiting:
      lines[entry.priority.rawValue].remove(slot, in: &slots)
      readyCount -= 1
    }
    return slots.remove(slot)?.work
  }
}
