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
  /// What is in no line of a priority, so that all works are found without a look at free slots, of which there may be
  /// a million.
  private var blocked = SlotLine()
  private var running = SlotLine()
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
    guard dependencies > 0 else {
      join(slot, at: priority)
      return true
    }
    blockedCount += 1
    blocked.append(slot, in: &slots)
    return true
  }

  /// The work has its place at once, where one is free and no work waits.
  mutating func begin(_ work: Work, as id: WorkID, priority: WorkPriority) -> Bool {
    guard readyCount == 0, runningCount < limit, !isSuspended, let slot = slots.slot(of: id) else {
      return false
    }
    slots[slot] = Entry(phase: .running, priority: priority, work: work)
    run(slot)
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
      blocked.remove(slot, in: &slots)
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
      slots[slot]?.phase = .running
      run(slot)
      return (slots.index(at: slot), work)
    }
    return nil
  }

  /// The run of the work has settled, so its place is free.
  mutating func finish(_ id: WorkID) -> Work? {
    guard let slot = slots.slot(of: id), case .running? = slots[slot]?.phase else { return nil }
    runningCount -= 1
    running.remove(slot, in: &slots)
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
    let running = works(in: [running])
    return inOrder(lines + [blocked]).compactMap { leave($0) } + running
  }

  /// All works that wait or run, oldest first.
  var works: [Work] { works(in: lines + [blocked, running]) }

  private func works(in lines: [SlotLine]) -> [Work] { inOrder(lines).compactMap { slots[$0]?.work } }

  /// The slots of these lines, oldest first.
  private func inOrder(_ lines: [SlotLine]) -> [Int] {
    lines.flatMap { $0.all(in: slots) }.sorted { slots.index(at: $0).number < slots.index(at: $1).number }
  }

  private mutating func run(_ slot: Int) {
    running.append(slot, in: &slots)
    runningCount += 1
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
    case .blocked:
      blocked.remove(slot, in: &slots)
      blockedCount -= 1
    case .waiting:
      lines[entry.priority.rawValue].remove(slot, in: &slots)
      readyCount -= 1
    }
    return slots.remove(slot)?.work
  }
}
