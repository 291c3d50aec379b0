import Dispatch
import Errands
import Foundation

/// What is in an operation queue: how many operations, in which phase, and the waiters for its being empty.
///
/// Not the queue itself, so that an operation can leave one that is gone, and what waits in a suspended one does not
/// keep it.
final class OperationMembers: Sendable {
  /// What an operation needs to know of its queue.
  struct Membership: Sendable {
    fileprivate let phase: Int
    let qualityOfService: QualityOfService
    let underlyingQueue: DispatchQueue?
  }

  private struct State: Sendable {
    weak var queue: WorkQueue?
    /// What the queue's user holds, while it does.
    weak var face: AsyncOperationQueue?
    var name: String?
    var qualityOfService: QualityOfService
    var underlyingQueue: DispatchQueue?
    var phases = OperationPhases()
    var tally = OperationTally()

    func membership(_ phase: Int) -> Membership {
      Membership(phase: phase, qualityOfService: qualityOfService, underlyingQueue: underlyingQueue)
    }

    /// Cells to be settled when the queue is empty.
    var waiting = WaitingList<Settlement<Void>>()
    var progress: QueueProgress?
  }

  private let state: SleepingLock<State>

  init(of queue: WorkQueue, _ name: String?, _ qualityOfService: QualityOfService) {
    state = SleepingLock(State(queue: queue, name: name, qualityOfService: qualityOfService))
  }

  /// The queue, while there is one.
  var queue: WorkQueue? { state.withLock { $0.queue } }

  var name: String? {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  var qualityOfService: QualityOfService {
    get { state.withLock { $0.qualityOfService } }
    set { state.withLock { $0.qualityOfService = newValue } }
  }

  var underlyingQueue: DispatchQueue? {
    get { state.withLock { $0.underlyingQueue } }
    set { state.withLock { $0.underlyingQueue = newValue } }
  }

  /// The object that stands for the queue, for as long as it has an owner.
  var face: AsyncOperationQueue? {
    get { state.withLock { $0.face } }
    set { state.withLock { $0.face = newValue } }
  }

  /// One more operation, and what it has to wait for. Whether the queue takes it is to be seen.
  func join() -> (membership: Membership, begun: Settlement<Void>?) {
    state.withLock { state in
      let (number, begun) = state.phases.join()
      state.tally.coming += 1
      return (state.membership(number), begun)
    }
  }

  /// One of those that have joined is taken.
  func take() {
    let progress = state.withLock { state in
      state.tally.coming -= 1
      state.tally.joined += 1
      return state.progress
    }
    progress?.update { self.tally }
  }

  /// A barrier, and what it has to wait for.
  func joinAlone() -> (membership: Membership, begun: Settlement<Void>?) {
    let (joined, beginning) = state.withLock { state in
      let (number, begun, beginning) = state.phases.joinAlone()
      state.tally.coming += 1
      return ((state.membership(number), begun), beginning)
    }
    for phase in beginning { phase.settle(.success(())) }
    return joined
  }

  func leave(_ membership: Membership) { leave(membership) { $0.ended += 1 } }

  /// The operation is not taken, and so it was never added.
  func refuse(_ membership: Membership) { leave(membership) { $0.coming -= 1 } }

  private func leave(_ membership: Membership, counting: (inout OperationTally) -> Void) {
    let (beginning, waiting, progress) = state.withLock { state in
      let beginning = state.phases.leave(membership.phase)
      counting(&state.tally)
      guard state.tally.count == 0 else { return (beginning, [Settlement<Void>](), state.progress) }
      return (beginning, state.waiting.removeAll(), state.progress)
    }
    for phase in beginning { phase.settle(.success(())) }
    tell(waiting, behind: progress)
  }

  /// How many wait until the queue is empty.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Settles the cell when the queue is empty; at once, and nil, where it is.
  func whenEmpty(_ cell: Settlement<Void>) -> WaitingList<Settlement<Void>>.Number? {
    let (number, progress) = state.withLock { state in
      (state.tally.count > 0 ? state.waiting.append(cell) : nil, state.progress)
    }
    if number == nil { tell([cell], behind: progress) }
    return number
  }

  /// That the queue is empty, when its progress says so too.
  private func tell(_ waiting: [Settlement<Void>], behind progress: QueueProgress?) {
    if let progress { return progress.update(settling: waiting) { self.tally } }
    for waiter in waiting { waiter.settle(.success(())) }
  }

  func giveUp(_ number: WaitingList<Settlement<Void>>.Number) {
    state.withLock { _ = $0.waiting.remove(number) }
  }

  /// Counts from the beginning; kept up to date from the first time that it is asked for.
  var progress: Progress {
    let progress = state.withLock { state in
      if let progress = state.progress { return progress }
      let made = QueueProgress()
      state.progress = made
      return made
    }
    progress.update { self.tally }
    return progress.progress
  }

  private var tally: OperationTally { state.withLock { $0.tally } }
}

/// How many operations there have been in a queue.
struct OperationTally: Sendable, Equatable {
  var joined = 0
  var ended = 0
  /// Operations that may yet be refused: no progress tells of them, as it never goes down.
  var coming = 0

  var count: Int { coming + joined - ended }
  /// An operation may end before the thread that adds it has counted it.
  var total: Int { max(joined, ended) }
}

/// What a barrier parts: the operations before it, the barrier, the operations behind it. A value: each event answers
/// with the phases that begin.
///
/// The first phase is under way. The next begins when nothing is left of those before it.
struct OperationPhases: Sendable {
  private struct Phase: Sendable {
    var count = 0
    /// Settled when the phase begins; nil for one that has begun from the start, and for one in which nobody is left to be
    /// put in line.
    var begun: Settlement<Void>?
  }

  private var phases = [Phase()]
  /// Which of them is under way; those before it have ended.
  private var current = 0
  /// The number of the first of them.
  private var first = 0

  /// The last phase, for one more operation, and what it has to wait for.
  mutating func join() -> (number: Int, begun: Settlement<Void>?) {
    let last = phases.count - 1
    phases[last].count += 1
    // Not as soon as it begins: those that wait for it are still to be put in line, and one that comes meanwhile
    // overtook them.
    if phases[last].begun?.announcedOutcome != nil { phases[last].begun = nil }
    return (first + last, phases[last].begun)
  }

  /// A phase of its own for a barrier. It begins now where nothing is before it.
  mutating func joinAlone() -> (number: Int, begun: Settlement<Void>, beginning: [Settlement<Void>]) {
    let begun = Settlement<Void>()
    phases.append(Phase(count: 1, begun: begun))
    let number = first + phases.count - 1
    phases.append(Phase(begun: Settlement()))
    return (number, begun, proceed())
  }

  mutating func leave(_ number: Int) -> [Settlement<Void>] {
    phases[number - first].count -= 1
    return proceed()
  }

  private mutating func proceed() -> [Settlement<Void>] {
    var beginning: [Settlement<Void>] = []
    while current < phases.count - 1, phases[current].count == 0 {
      current += 1
      if let begun = phases[current].begun { beginning.append(begun) }
    }
    // Each is moved once, on average, for one that has ended: a long line of barriers took quadratic time.
    if current * 2 > phases.count {
      phases.removeFirst(current)
      (first, current) = (first + current, 0)
    }
    return beginning
  }
}
